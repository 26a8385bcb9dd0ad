"""What changed after results had been kept: ``results/changes.toml``, entry by entry.

A result that is older than an entry about its claim says so wherever it is shown, and does not
stand before a run of today that is undecided. Once it is measured anew it says nothing of it.
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from datetime import datetime
from fnmatch import fnmatchcase
from pathlib import Path

FILE = Path(__file__).parent / "results" / "changes.toml"


@dataclass(frozen=True)
class Change:
    """A commit since which the results of some claims would be others.

    Parameters
    ----------
    date : of the commit
    claims : ids or globs
    what : what changed, and what it may do to the numbers
    """

    date: datetime
    claims: list[str]
    what: str

    def __str__(self) -> str:
        return f"{self.what} ({self.date:%Y-%m-%d})"


@functools.cache
def listed() -> list[Change]:
    """All entries."""
    return [Change(**fields) for fields in tomllib.loads(FILE.read_text("utf8"))["change"]]


def since(id: str, when: str) -> list[Change]:
    """What changed about a claim after the commit, of this date, that its results are of."""
    about = [each for each in listed() if any(fnmatchcase(id, glob) for glob in each.claims)]
    return [each for each in about if datetime.fromisoformat(when) < each.date]
