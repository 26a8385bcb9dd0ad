"""Runs checks in a process of their own: what kills or stops it is a record, and the run goes on.

A worker process loads the target and judges one check after the other. When an implementation
exits, aborts, crashes or uses more memory than it may, the check that was running fails and says in
which call. When it does not come back in time, what was judged until then counts, and that it lacks
time is listed: whether it would ever have come back nobody knows. The next check gets a new worker.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from gramcheck.verify.guard import Deadline
from gramcheck.verify.judging import as_expected, blank_record
from gramcheck.verify.record import Record, Status, message
from gramcheck.verify.registry import Check
from gramcheck.verify.runner import Settings, run_check, share, suite_registry
from gramcheck.verify.target import load

_STARTS = 600.0  # seconds in which a worker must have loaded the target
_ENDS = 30.0  # seconds that a process may take to end, once it can be heard no more
_GLANCE = 0.5  # seconds between two looks whether the worker is still there
_GRACE = 2.0  # seconds in which a worker whose time is up may say so itself
_PR_SET_PDEATHSIG = 1  # of Linux's prctl
_CALL, _SO_FAR, _JUDGED = "call", "so far", "judged"  # what a worker speaks of


@dataclass(frozen=True)
class Limits:
    """Seconds a check may take, and megabytes that the process may have; None for no limit."""

    seconds: float | None = None
    megabytes: int | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be positive, got {value!r}")


class Isolated:
    """A worker process for a target; use it in a ``with`` block.

    Parameters
    ----------
    target : str or object
        A module, which the worker imports; or what can be sent there and has the names.
    settings, limits
        Of the run, and of each check.
    """

    def __init__(self, target: Any, settings: Settings, limits: Limits) -> None:
        self.target = target
        self.settings = replace(settings, seconds=limits.seconds)
        self.limits = limits
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Isolated:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def run(self, check: Check, expected: bool = False) -> Record:
        """The check's record, whatever becomes of the process."""
        is_fresh = self._pipe is None
        record = self._asked(check, expected)
        if record.status == Status.ERROR and not is_fresh:  # the target may have broken the process
            self.stop()
            record = self._asked(check, expected)
        return record

    def _asked(self, check: Check, expected: bool) -> Record:
        pipe, process = self._started()
        seconds = self.limits.seconds
        end = math.inf if seconds is None else time.monotonic() + seconds + _GRACE
        so_far, call = self._unheard(check), ""
        try:
            pipe.send((check.id, expected))
            while time.monotonic() < end:
                if pipe.poll(_GLANCE):
                    kind, said = pipe.recv()
                    if kind == _CALL:
                        call = said
                    elif kind == _JUDGED:
                        return Record.from_dict(said)
                    else:
                        so_far = Record.from_dict(said)
                elif not process.is_alive():  # though a child of it may hold the pipe open
                    return self._lost(check, expected, call)
        except (EOFError, OSError):
            return self._lost(check, expected, call)
        self.stop()
        return so_far.stopped_in(call)

    def stop(self) -> None:
        """End the worker, if there is one, and its children with it."""
        if self._process is not None and self._pipe is not None:
            self._pipe.close()
            self._process.kill()
            self._process.join()
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid or 0, signal.SIGKILL)
            self._process = self._pipe = None

    def _started(self) -> tuple[Connection, BaseProcess]:
        if self._pipe is None or self._process is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            arguments = (theirs, self.target, self.settings, self.limits.megabytes)
            self._process = context.Process(target=_work, args=arguments, daemon=True)
            self._process.start()
            theirs.close()
            self._greet()
        return self._pipe, self._process

    def _greet(self) -> None:
        """Wait until the worker has loaded the target; its time is not the first check's."""
        assert self._pipe is not None
        try:
            ready = self._pipe.poll(_STARTS) and self._pipe.recv()
        except EOFError:
            ready = False
        if not ready:
            fate = self._fate()
            self.stop()
            raise ImportError(
                f"the target {self.target!r} ended its process as it was loaded: {fate}"
            )

    def _fate(self) -> str:
        """How the worker ended, in words."""
        assert self._process is not None
        self._process.join(_ENDS)
        code = self._process.exitcode
        if code is None:
            return "a process that can be heard no more"
        return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"

    def _unheard(self, check: Check) -> Record:
        """The record of a check of which the worker has said nothing when time is up."""
        lacking = Deadline(self.limits.seconds).name
        text = message(check.claim, check.name, check.place, f"not tested, it lacks {lacking}")
        blank = blank_record(check, self.settings)
        return replace(blank, status=Status.LACKING, message=text, lacking=(lacking,))

    def _lost(self, check: Check, expected: bool, call: str) -> Record:
        """The record of a check in which the worker ended, in this call."""
        body = f"got={self._fate()}, should be a result"
        self.stop()
        text = message(check.claim, check.name, check.place, body, call)
        record = replace(blank_record(check, self.settings), status=Status.FAILED, message=text)
        return as_expected(record) if expected else record


def _work(pipe: Connection, named: Any, settings: Settings, megabytes: int | None) -> None:
    """In the worker: judge what is asked for until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    os.setsid()  # a group of its own, so that children of the target end with it
    _end_with_parent()
    if megabytes is not None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
    target, checks = load(named), suite_registry()
    by_id, alpha = {check.id: check for check in checks}, share(settings, checks)

    def send(kind: str, what: Record | str) -> None:
        try:
            pipe.send((kind, what if isinstance(what, str) else what.to_dict()))
        except OSError:  # the target has closed the pipe, or nobody listens any more
            os._exit(1)

    def tell(what: Record | str) -> None:
        send(_CALL if isinstance(what, str) else _SO_FAR, what)

    pipe.send(True)
    while True:
        try:
            id, expected = pipe.recv()
        except EOFError:
            return
        record = run_check(by_id[id], target, settings, alpha, expected, tell)
        send(_JUDGED, record)


def _end_with_parent() -> None:
    """See to it that the worker and its children do not outlive a run that is killed.

    Whatever the target does with signals, a thread notices that the parent is gone; a call in C
    that lets no thread run is ended by the kernel, where that is Linux.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=wait, daemon=True).start()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
