"""Property checks, definitions by brute force, and a conformance suite for any implementation.

``verify.run("mypackage.adapter")`` runs the suite and returns one :class:`Record` a check;
``pytest --pyargs verify --target=mypackage.adapter`` shows the same checks as tests.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verify.record import Outcome, Record, Status, read_report, summarize, write_report
    from verify.registry import Check, Registry, check, for_all, read_globs
    from verify.runner import run
    from verify.target import Target, load, replace

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

# Names are imported when they are first asked for: pytest loads verify.plugin, and so this module,
# in every run on the machine, and most of these runs have nothing to do with it.
_HOMES = {
    "record": ("Outcome", "Record", "Status", "read_report", "summarize", "write_report"),
    "registry": ("Check", "Registry", "check", "for_all", "read_globs"),
    "runner": ("run",),
    "target": ("Target", "load", "replace"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A public name, or a module of the package."""
    if name in _HOME:
        return getattr(importlib.import_module(f"verify.{_HOME[name]}"), name)
    if not name.startswith("_"):
        try:
            return importlib.import_module(f"verify.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"verify.{name}":
                raise
    raise AttributeError(f"module 'verify' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
