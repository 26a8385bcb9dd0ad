"""Workers of a Dask cluster, reached by the address of its scheduler.

Each Dask worker gets source, settings and data files once, as a plugin, and runs `processes` of
its own: what it imported for an earlier run does not matter, nor does a unit that dies end it.
Units and answers are small messages. No disk need be shared; where the run's folder is seen by a
worker, what units compute for each other lies there. What is sent of our code is sent by value, so
that a worker needs Python and the libraries, not this package.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import functools
import json
import logging
import pickle
import re
import secrets
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import cloudpickle
from distributed import Client, KilledWorker, get_worker
from distributed.diagnostics.plugin import WorkerPlugin

from gramcheck.paper_checks import fingerprint
from gramcheck.paper_checks.files import write_atomically
from gramcheck.paper_checks.running import processes
from gramcheck.paper_checks.running.answers import ClusterError, LostError, Submit, check_loaded
from gramcheck.paper_checks.running.processes import Order, Workers
from gramcheck.paper_checks.running.work import Work

_SECONDS = 10.0  # until a scheduler that does not answer is given up
_GREETING_SECONDS = 60.0  # until a worker that does not answer is taken for busy
_GONE = "the scheduler is gone"
_MUST_AGREE = ("python", "dask", "distributed")


class _Plugin(WorkerPlugin):
    """Worker processes beside one Dask worker."""

    def __init__(self, order: Order, files: Mapping[str, bytes], token: tuple[str, str]) -> None:
        self.order = order
        self.files = files
        self.token = token

    def setup(self, worker: Any) -> None:
        """Unpack what was sent; use the run's folder if this machine sees it."""
        self.folder = Path(tempfile.mkdtemp(prefix="gramcheck-worker-"))
        for name, content in self.files.items():
            path = self.folder / "data" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        path, content = self.token
        scratch = self.order.scratch if _holds(Path(path), content) else str(self.folder / "kept")
        data = str(self.folder / "data") if self.files else ""
        self.workers = Workers(dataclasses.replace(self.order, scratch=scratch, data=data))

    def teardown(self, worker: Any) -> None:
        """End the processes."""
        self.workers.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _holds(path: Path, content: str) -> bool:
    try:
        return path.read_text(encoding="ascii") == content
    except (OSError, ValueError):
        return False


def _answer(plugin: str, work: bytes) -> bytes:
    """On a Dask worker: let one of its processes do a unit."""
    beside: Any = get_worker().plugins[plugin]
    return beside.workers.answer(work)


class _ByValue:
    """A function that becomes itself on the other side, where its module need not exist."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.pickled = cloudpickle.dumps(function)

    def __reduce__(self) -> tuple[Any, ...]:
        return cloudpickle.loads, (self.pickled,)

    def __call__(self, *arguments: Any) -> Any:
        return pickle.loads(self.pickled)(*arguments)


@contextlib.contextmanager
def cluster_workers(
    address: str,
    order: Order,
    files: Mapping[str, bytes],
    expected: Mapping[str, Any],
    say: Callable[[str], None],
) -> Iterator[Submit]:
    """Workers of the scheduler at an address, those that join later too, while the block runs.

    Parameters
    ----------
    address : as ``tcp://host:8786``
    order : for every worker process
    files : the data files, by path in the data directory
    expected : what each worker must have loaded
    say : takes the line that there are no workers yet

    Raises
    ------
    ClusterError    a bad address, no answer, another version of Python or Dask
    MismatchError    other libraries on a worker that is there already
    """
    for module in (sys.modules[__name__], processes):
        cloudpickle.register_pickle_by_value(module)
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":  # what matters is said here, in a line
            logging.getLogger(name).setLevel(logging.CRITICAL)
    with _client(address) as client, _token(Path(order.scratch)) as token:
        name = f"gramcheck-{secrets.token_hex(8)}"
        answer = _ByValue(functools.partial(_answer, name))
        try:
            client.register_plugin(_Plugin(order, files, token), name=name)
            _greet(client, answer, expected, say)
            yield functools.partial(_submit, client, answer)
        finally:
            with contextlib.suppress(Exception):  # a scheduler that is gone
                client.unregister_worker_plugin(name)


def _submit(client: Client, answer: _ByValue, work: bytes) -> concurrent.futures.Future[bytes]:
    """Dask's own executor leaves a future open forever if the scheduler dies while it answers."""
    outcome: concurrent.futures.Future[bytes] = concurrent.futures.Future()

    def settle(remote: Any) -> None:
        try:
            outcome.set_result(remote.result(timeout=_SECONDS))
        except KilledWorker as error:
            died = {"died": str(error), "after_seconds": None, "peak_bytes": None}
            outcome.set_result(json.dumps(died).encode())
        except BaseException as error:
            why = f"a worker cannot work: {error}" if remote.status == "error" else _GONE
            outcome.set_exception(LostError(why))

    client.submit(answer, work, pure=False).add_done_callback(settle)
    return outcome


@contextlib.contextmanager
def _client(address: str) -> Iterator[Client]:
    if not re.fullmatch(r"([a-z]+://)?(\[[^\]]+\]|[^/:\s]+):\d+", address):
        raise ClusterError(f"--scheduler must look like tcp://host:8786, got {address!r}")
    try:
        with warnings.catch_warnings(action="ignore"):  # versions are compared below
            client = Client(address, timeout=_SECONDS, set_as_default=False)
    except Exception as error:  # of many kinds, by what it is that answers there
        raise ClusterError(f"no Dask scheduler answers at {address}: {error}") from error
    try:
        versions: Any = client.get_versions()
        _compare(address, versions)
        yield client
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=_SECONDS)


def _compare(address: str, versions: Mapping[str, Any]) -> None:
    """Refuse a scheduler, or workers, that may not understand this client."""
    here = versions["client"]["packages"]
    others = {f"the scheduler at {address}": versions["scheduler"]}
    others |= {f"the worker {worker}": found for worker, found in versions["workers"].items()}
    for who, found in others.items():
        there = found["packages"]
        wrong = [f"{name} {there[name]} and not {here[name]}" for name in _MUST_AGREE
                 if here[name] != there[name]]  # fmt: skip
        if wrong:
            raise ClusterError(f"{who} has {', '.join(wrong)}")


@contextlib.contextmanager
def _token(folder: Path) -> Iterator[tuple[str, str]]:
    """A file by which workers find out whether they see this folder: path and content."""
    content = secrets.token_hex(16)
    path = folder / f"seen-{content}"
    write_atomically(path, content.encode())
    try:
        yield str(path), content
    finally:
        path.unlink(missing_ok=True)


def _greet(
    client: Client, answer: _ByValue, expected: Mapping[str, Any], say: Callable[[str], None]
) -> None:
    """See what the workers that are there have loaded.

    Those that are busy with other work, lost, or join later, show it with their first answers.
    """
    greeting = cloudpickle.dumps(Work("greeting", fingerprint.versions))
    futures = {
        worker: client.submit(answer, greeting, workers=[worker], pure=False)
        for worker in client.nthreads()
    }
    if not futures:
        say("the scheduler has no workers yet: the run waits for them")
    deadline = time.monotonic() + _GREETING_SECONDS
    for worker, future in futures.items():
        while worker in client.nthreads() and time.monotonic() < deadline:
            with contextlib.suppress(TimeoutError):
                _check_reply(worker, future.result(timeout=1), expected)
                break


def _check_reply(worker: str, reply: bytes, expected: Mapping[str, Any]) -> None:
    answer = json.loads(reply)
    if "loaded" not in answer:
        raise ClusterError(
            f"the worker {worker} cannot start a process, see its log: {answer['died']}"
        )
    check_loaded({**answer["loaded"], "where": worker}, expected)
