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
    """A wrong implementation and what has to see through it."""

    name: str
    killed_by: tuple[str, ...]

    def kills(self, checks: Iterable[Check]) -> bool:
        """Whether one of the checks is among those that must fail on it."""
        return any(check.matches(glob) for check in checks for glob in self.killed_by)


def faults() -> list[Fault]:
    """All of them; none where only the packages are installed, as tests are not."""
    if not (code.ROOT / "tests" / "zoo").is_dir():
        return []
    path = list(sys.path)
    sys.path.insert(0, str(code.ROOT))
    try:
        found: Any = importlib.import_module("tests.zoo").zoo()
    finally:
        sys.path[:] = path
    return [Fault(fault.name.replace("_", " "), fault.killed_by) for fault in found]
