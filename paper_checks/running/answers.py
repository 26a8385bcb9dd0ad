"""What workers answer, on this machine or a cluster, and what is done when one does not."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import math
import queue
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import cloudpickle

from gramcheck.paper_checks.fingerprint import NOT_INSTALLED
from gramcheck.paper_checks.running.processes import Order, Workers
from gramcheck.paper_checks.running.work import Work

Answer = dict[str, Any]  # of a work: its result, or why there is none (left_out or error)
Submit = Callable[[bytes], "concurrent.futures.Future[bytes]"]


class ClusterError(RuntimeError):
    """The cluster cannot be used; says why."""


class MismatchError(RuntimeError):
    """A worker computes with other source or libraries than this run."""


class LostError(RuntimeError):
    """There are no workers any more: the scheduler is gone, no process can be started."""


@contextlib.contextmanager
def local_workers(order: Order, jobs: int) -> Iterator[Submit]:
    """So many worker processes of this machine while the block runs."""
    workers = Workers(order)
    threads = concurrent.futures.ThreadPoolExecutor(jobs)
    try:
        yield lambda work: threads.submit(workers.answer, work)
    finally:
        workers.close()  # ends what the threads wait for
        threads.shutdown(cancel_futures=True)


def answered(
    submit: Submit,
    todo: deque[Work],
    expected: Mapping[str, Any],
    say: Callable[[str], None],
    at_once: float = math.inf,
) -> Iterator[tuple[Work, Answer]]:
    """Works and their answers, in the order in which they end.

    A unit whose worker died may have been the victim of another one that took all the memory: it is
    done once more, alone, after all others. Only if its worker dies again is it the guilty one.

    Parameters
    ----------
    submit : gives a pickled work to a worker
    todo : taken from the left; whoever takes the answers may add to it meanwhile
    expected : what each worker must have loaded, as `fingerprint.loaded` says
    say : takes the line about each worker that died
    at_once : so many are given away; with few of them, what is added on the left is next

    Raises
    ------
    MismatchError    a worker loaded something else
    LostError    no workers are left
    """
    given: dict[concurrent.futures.Future[bytes], Work] = {}
    ended: queue.SimpleQueue[concurrent.futures.Future[bytes]] = queue.SimpleQueue()
    suspects: deque[Work] = deque()
    while todo or given or suspects:
        alone = not (todo or given)
        source = suspects if alone else todo
        while source and len(given) < (1 if alone else at_once):
            work = source.popleft()
            future = submit(cloudpickle.dumps(work))
            given[future] = work
            future.add_done_callback(ended.put)
        future = ended.get()
        work, answer = given.pop(future), _received(future, expected)
        if "died" in answer and answer["after_seconds"] is None and not alone:
            say(
                f"{work.name}: its worker died ({_ending(answer)}); done again alone, after the "
                "others"
            )
            suspects.append(work)
        else:
            yield work, _judged(answer)


def _received(
    future: concurrent.futures.Future[bytes], expected: Mapping[str, Any]
) -> dict[str, Any]:
    try:
        answer = json.loads(future.result())
    except OSError as error:
        raise LostError(f"no worker process can be started: {error}") from error
    if answer.get("at_start"):
        raise LostError(f"no worker process can be started: {answer['died']}")
    if "loaded" in answer:
        check_loaded(answer["loaded"], expected)
        answer["machine"] = answer.pop("loaded")["machine"]
    return answer


def check_loaded(loaded: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Refuse a worker that computes with something else.

    Raises
    ------
    MismatchError    names the worker and what differs
    """
    differences = [
        f"{name} {loaded['versions'].get(name)}{_here(version)}"
        for name, version in expected["versions"].items()
        if loaded["versions"].get(name) != version
    ]
    if loaded["source"] != expected["source"]:
        differences.append(f"other source ({loaded['source']})")
    if differences:
        raise MismatchError(f"the worker {loaded['where']} has {', '.join(differences)}")


def _here(version: str) -> str:
    return f", which is {version} here" if version == NOT_INSTALLED else f" and not {version}"


def _judged(answer: Answer) -> Answer:
    """The death of a worker as an error of its unit."""
    if "died" not in answer:
        return answer
    if limit := answer["after_seconds"]:
        text = f"not finished after {limit:g} s (--unit-seconds), and ended; {_memory(answer)}"
    else:
        text = f"its worker process died, and died again when nothing else ran: {_ending(answer)}"
    return {"error": text, "seconds": 0.0}


def _ending(answer: Answer) -> str:
    return f"{answer['died']}, {_memory(answer)}"


def _memory(answer: Answer) -> str:
    peak = answer["peak_bytes"]
    return f"peak memory {peak / 2**20:,.0f} MB" if peak else "peak memory unknown"
