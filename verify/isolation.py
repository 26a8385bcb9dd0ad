"""Runs checks in a process of their own: what kills or stops it is a record, and the run goes on.

A worker process loads the target and judges one check after the other. When an implementation
exits, aborts, crashes, uses more memory than it may or does not come back in time, the check that
was running fails and says so, and the next one gets a new worker.
"""

from __future__ import annotations

import multiprocessing
import resource
import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import TracebackType

from gramcheck.verify.record import Record, Status, message
from gramcheck.verify.registry import Check
from gramcheck.verify.runner import Settings, run_check, share, suite_registry
from gramcheck.verify.target import load

_STARTS = 600.0  # seconds in which a worker must have loaded the target


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
    """A worker process for a target that is named by a string; use it in a ``with`` block.

    Parameters
    ----------
    target : str
        A module; the worker imports it.
    settings, limits
        Of the run, and of each check.
    """

    def __init__(self, target: str, settings: Settings, limits: Limits) -> None:
        self.target = target
        self.settings = settings
        self.limits = limits
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Isolated:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def run(self, check: Check, expected: bool = False) -> Record:
        """The check's record, whatever becomes of the process."""
        pipe = self._started()
        pipe.send((check.id, expected))
        if pipe.poll(self.limits.seconds):
            try:
                return Record.from_dict(pipe.recv())
            except EOFError:
                return self._lost(check, self._fate())
        return self._lost(check, f"no answer within {self.limits.seconds:g} s")

    def stop(self) -> None:
        """End the worker, if there is one."""
        if self._process is not None and self._pipe is not None:
            self._pipe.close()
            self._process.kill()
            self._process.join()
            self._process = self._pipe = None

    def _started(self) -> Connection:
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            arguments = (theirs, self.target, self.settings, self.limits.megabytes)
            self._process = context.Process(target=_work, args=arguments, daemon=True)
            self._process.start()
            theirs.close()
            self._greet()
        return self._pipe

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
        self._process.join(1)
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"exit code {code}"

    def _lost(self, check: Check, fate: str) -> Record:
        self.stop()
        body = f"got={fate}, should be a result"
        text = message(check.claim, check.name, check.place, body)
        blank = Record(check.claim, check.name, check.place, check.since, Status.FAILED)
        return Record(**vars(blank) | {"message": text, "seed": self.settings.seed})


def _work(pipe: Connection, name: str, settings: Settings, megabytes: int | None) -> None:
    """In the worker: judge what is asked for until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    if megabytes is not None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
    target, checks = load(name), suite_registry()
    by_id, alpha = {check.id: check for check in checks}, share(settings, checks)
    pipe.send(True)
    while True:
        try:
            id, expected = pipe.recv()
        except EOFError:
            return
        pipe.send(run_check(by_id[id], target, settings, alpha, expected).to_dict())
