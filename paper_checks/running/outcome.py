"""What a run is asked for, and what became of its claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gramcheck.paper_checks.registry import Claim


@dataclass(frozen=True)
class Settings:
    """How to run: scale and seed decide the results, the rest only where and how fast."""

    scale: str = "quick"
    seed: int = 0
    jobs: int = 1
    scheduler: str | None = None  # of a Dask cluster, in place of processes of this machine
    unit_seconds: float | None = None
    again: bool = False  # compute afresh what an earlier run finished


@dataclass(frozen=True)
class Outcome:
    """What became of one claim: ``done``, ``error`` or ``not-run`` (data missing, or left out)."""

    claim: Claim
    status: str
    evidence: Mapping[str, Any]
    seconds: float
    scale: str

    @property
    def verdict(self) -> str | None:
        """Verdict of a claim that was done."""
        return self.evidence["verdict"] if self.status == "done" else None

    @property
    def as_expected(self) -> bool:
        """False for an error and for a verdict other than the expected one."""
        if self.status == "done":
            return self.claim.agrees(self.evidence["verdict"], self.scale)
        return self.status == "not-run"


class CutShortError(Exception):
    """A run stopped before its end; what was finished is kept, and the same command resumes.

    Parameters
    ----------
    reason : in words
    finished, total : units
    by_user : Ctrl-C or SIGTERM, rather than the machine
    """

    def __init__(self, reason: str, finished: int, total: int, by_user: bool) -> None:
        super().__init__(f"{reason}: {finished} of {total} units are finished and kept")
        self.by_user = by_user
