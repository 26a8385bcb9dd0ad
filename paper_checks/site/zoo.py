"""The wrong implementations that the project's tests keep, and the checks that see through them.

Nothing imports the tests; what is told of them stands in ``faults.json``, which a test holds true.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gramcheck.verify.registry import Check

FILE = Path(__file__).parent / "faults.json"


@dataclass(frozen=True)
class Fault:
    """A wrong implementation, and the ids of the checks that must see through it.

    What is wrong with it is ``said`` in a sentence, unless its name says so; ``place`` is its file.
    """

    name: str
    killers: frozenset[str]
    said: str
    place: str


def faults(checks: Iterable[Check]) -> list[Fault]:
    """All of them."""
    told = json.loads(FILE.read_text(encoding="utf8"))
    globs = {glob for fault in told.values() for glob in fault["killed_by"]}
    matching = {glob: {c.id for c in checks if c.matches(glob)} for glob in globs}
    return [
        Fault(
            name.replace("_", " "),
            frozenset().union(*(matching[glob] for glob in fault["killed_by"])),
            fault.get("said", ""),
            fault.get("place", ""),
        )
        for name, fault in told.items()
    ]
