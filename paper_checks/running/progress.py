"""Progress of a run: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Collection

import rich.progress
from rich.console import Console

_QUIET_SECONDS = 30.0  # between two lines where there is no terminal


def duration(seconds: float) -> str:
    """Seconds in words: ``45 s``, ``30 min``, ``51.2 h``."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def kind_of(name: str) -> str:
    """What a job's time depends on: its function, and its unit's key but for the last part.

    ``module.run_system:balance/KCR/split-3`` takes about as long as ``split-4`` of the same, and
    may take a thousand times as long as ``balance/k-NN/split-3``. Claim functions are of one kind.
    """
    function, _, key = name.partition(":")
    return f"{function}:{key.rpartition('/')[0]}" if key else "claim"


class Progress:
    """Context manager that counts finished units and guesses the time that the others will take.

    Parameters
    ----------
    console : where to show it
    names : of all jobs of the run
    """

    def __init__(self, console: Console, names: Collection[str]) -> None:
        self.console = console
        self.total = len(names)
        self.waiting = Counter(kind_of(name) for name in names)
        self.seconds: dict[str, list[float]] = defaultdict(list)  # of finished jobs, by kind
        self.worked = 0.0  # seconds of the jobs that were done in this run, not kept from another
        self.start = self.last = time.monotonic()
        self.bar: rich.progress.Progress | None = None

    def __enter__(self) -> Progress:
        if self.console.is_terminal:
            self.bar = rich.progress.Progress(
                rich.progress.TextColumn("running"),
                rich.progress.BarColumn(),
                rich.progress.MofNCompleteColumn(),
                rich.progress.TextColumn("units{task.description}"),
                console=self.console,
                transient=True,
            )
            self.task = self.bar.add_task("", total=self.total, completed=0)
            self.bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.bar:
            self.bar.stop()

    def advance(self, name: str, seconds: float, *, kept: bool = False) -> None:
        """Count a finished job: the seconds it took, and whether an earlier run did it."""
        kind = kind_of(name)
        self.seconds[kind].append(seconds)
        self.waiting -= Counter([kind])
        self.worked += 0.0 if kept else seconds
        now = time.monotonic()
        finished = self.total - self.waiting.total()
        if self.bar:
            text = self._remaining(now - self.start)
            self.bar.update(self.task, completed=finished, description=text)
        elif now - self.last >= _QUIET_SECONDS and self.waiting:
            self.last = now
            text = self._remaining(now - self.start)
            self.console.print(f"{finished} of {self.total} units finished{text}")

    def remaining(self, elapsed: float) -> float | None:
        """Seconds that the waiting jobs will take; None before any job was done.

        Each is taken for the mean of its kind, or of all jobs where none of its kind is finished.
        """
        if not self.worked:
            return None
        means = {kind: sum(seen) / len(seen) for kind, seen in self.seconds.items()}
        everything = [seconds for seen in self.seconds.values() for seconds in seen]
        mean = sum(everything) / len(everything)
        work = sum(count * means.get(kind, mean) for kind, count in self.waiting.items())
        return work * elapsed / self.worked  # less than the work itself where jobs run in parallel

    def _remaining(self, elapsed: float) -> str:
        seconds = self.remaining(elapsed)
        if seconds is None:
            return ""
        unseen = len(self.waiting.keys() - self.seconds.keys())
        guess = f" (kinds of units not seen yet: {unseen})" if unseen else ""
        return f", about {duration(seconds)} remaining{guess}"
