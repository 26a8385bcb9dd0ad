"""Property checks, definitions by brute force, and a conformance suite for any implementation.

``verify.run("mypackage.adapter")`` runs the suite and returns one :class:`Record` a check;
``python -m pytest --pyargs gramcheck.verify --target=mypackage.adapter`` shows them as tests.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gramcheck.verify.record import (
        Outcome,
        Record,
        Status,
        read_report,
        write_report,
    )
    from gramcheck.verify.registry import Check, Registry, check, for_all, read_globs
    from gramcheck.verify.runner import run
    from gramcheck.verify.summary import summarize
    from gramcheck.verify.target import Target, load, replace

__all__ = [
    "Check",
    "Outcome",
    "Record",
    "Registry",
    "Status",
    "Target",
    "check",
    "for_all",
    "load",
    "read_globs",
    "read_report",
    "replace",
    "run",
    "summarize",
    "write_report",
]

# Names are imported when they are first asked for, so that what needs a part loads no more than it.
_HOMES = {
    "record": ("Outcome", "Record", "Status", "read_report", "write_report"),
    "registry": ("Check", "Registry", "check", "for_all", "read_globs"),
    "runner": ("run",),
    "summary": ("summarize",),
    "target": ("Target", "load", "replace"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A public name, or a module of the package."""
    if name in _HOME:
        return getattr(importlib.import_module(f"gramcheck.verify.{_HOME[name]}"), name)
    if not name.startswith("_"):
        try:
            return importlib.import_module(f"gramcheck.verify.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"gramcheck.verify.{name}":
                raise
    raise AttributeError(f"module 'gramcheck.verify' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
