"""Progress of a run: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from types import TracebackType

import rich.progress
from rich.console import Console

_QUIET_SECONDS = 30.0  # between two lines where there is no terminal


class Progress:
    """Context manager that counts finished units."""

    def __init__(self, console: Console, total: int) -> None:
        self.console = console
        self.total = total
        self.finished = 0
        self.start = self.last = time.monotonic()
        self.bar: rich.progress.Progress | None = None

    def __enter__(self) -> Progress:
        if self.console.is_terminal:
            self.bar = rich.progress.Progress(
                rich.progress.TextColumn("running"),
                rich.progress.BarColumn(),
                rich.progress.MofNCompleteColumn(),
                rich.progress.TextColumn("units, remaining"),
                rich.progress.TimeRemainingColumn(),
                console=self.console,
                transient=True,
            )
            self.task = self.bar.add_task("", total=self.total, completed=0)
            self.bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar:
            self.bar.stop()

    def advance(self) -> None:
        """One more unit is finished."""
        self.finished += 1
        now = time.monotonic()
        if self.bar:
            self.bar.update(self.task, completed=self.finished)
        elif now - self.last >= _QUIET_SECONDS and self.finished < self.total:
            self.last = now
            left = (now - self.start) / self.finished * (self.total - self.finished)
            self.console.print(
                f"{self.finished} of {self.total} units finished, about {left:.0f} s remaining"
            )
