"""Worker processes, on this machine or a Dask cluster, and what they answer."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

import joblib

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.work import Work, execute

BACKENDS = ("loky", "dask")


@contextlib.contextmanager
def workers(backend: str, jobs: int, scheduler: str | None = None) -> Iterator[None]:
    """Have so many workers, or those of a Dask scheduler at an address, while the block runs."""
    if backend == "loky":
        with joblib.parallel_config("loky", n_jobs=jobs):
            yield
        return
    from distributed import Client, LocalCluster

    with contextlib.ExitStack() as stack:
        address = scheduler or stack.enter_context(
            LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
        )
        stack.enter_context(Client(address))
        stack.enter_context(joblib.parallel_config("dask"))
        yield


def answered(
    works: Mapping[str, Work], context: Callable[[str], Run], backend: str
) -> Generator[dict[str, Any], None, None]:
    """What `execute` answers for each of the works, in the order in which they end."""
    # workers of a Dask cluster have their own masters
    parent = os.getpid() if backend == "loky" else None
    jobs = (joblib.delayed(execute)(work, context(name), parent) for name, work in works.items())
    # one unit a batch, so that none waits for another one's end before it is kept
    parallel = joblib.Parallel(
        return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs", max_nbytes=None
    )
    return parallel(jobs)
