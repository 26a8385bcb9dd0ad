"""The wrong implementations that the project's tests keep, where its checkout is at hand."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gramcheck.paper_checks.site import code
from gramcheck.verify.registry import Check


@dataclass(frozen=True)
class Fault:
    """A wrong implementation, and the ids of the checks that must see through it."""

    name: str
    killers: frozenset[str]


def faults(checks: Iterable[Check]) -> list[Fault]:
    """All of them; none where only the packages are installed, as tests are not."""
    if not (code.ROOT / "tests" / "zoo").is_dir():
        return []
    path = list(sys.path)
    sys.path.insert(0, str(code.ROOT))
    try:
        found: Any = importlib.import_module("tests.zoo").zoo()
    finally:
        sys.path[:] = path
    globs = {glob for fault in found for glob in fault.killed_by}
    matching = {glob: {c.id for c in checks if c.matches(glob)} for glob in globs}
    return [
        Fault(
            fault.name.replace("_", " "),
            frozenset().union(*(matching[glob] for glob in fault.killed_by)),
        )
        for fault in found
    ]
