"""What holds a foreign call within bounds: its time, its process, and whose Ctrl-C it was.

In the process that judges no more can be done than is done here: a call that does not come back is
not stopped, and what ends the process from C (a crash, ``abort``, ``_exit`` under another name)
ends the run. For these there is :mod:`.isolation`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType, SimpleNamespace

_end_process = os._exit
_ctrl_c = SimpleNamespace(arrived=False)


class Deadline:
    """So many seconds from now; none, when none are given."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = seconds
        self._begin = time.monotonic()

    @property
    def name(self) -> str:
        """How it is listed among what a target lacks."""
        return "time" if self._seconds is None else f"time ({self._seconds:g} s)"

    def is_over(self, share: float = 1.0) -> bool:
        """Whether this share of the time has passed."""
        return self._seconds is not None and time.monotonic() > self._begin + share * self._seconds


@contextlib.contextmanager
def one_process() -> Iterator[None]:
    """Let no call end the process in silence, nor come back in a copy of it.

    ``os._exit`` raises SystemExit within the block, and the child of a fork ends with the block.
    """
    own = os.getpid()

    def refused(status: int = 0) -> None:
        if os.getpid() != own:  # a child may
            _end_process(status)
        raise SystemExit(f"os._exit({status})")

    os._exit = refused  # type: ignore[assignment]  # which comes back
    try:
        yield
    finally:
        os._exit = _end_process
        if os.getpid() != own:
            _end_process(0)


@contextlib.contextmanager
def watched_interrupts() -> Iterator[None]:
    """Have :func:`interrupted` know whether SIGINT has arrived since the block began."""
    _ctrl_c.arrived = False
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield  # where Ctrl-C raises nothing
        return

    def note(number: int, frame: FrameType | None) -> None:
        _ctrl_c.arrived = True
        handler(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def interrupted() -> bool:
    """Whether a KeyboardInterrupt is the user's, not one that an implementation raised."""
    return bool(_ctrl_c.arrived)
