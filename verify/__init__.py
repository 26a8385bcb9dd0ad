"""Property checks, definitions by brute force, and a conformance suite for any implementation.

``verify.run("mypackage.adapter")`` runs the suite and returns one :class:`Record` a check;
``pytest --pyargs verify --target=mypackage.adapter`` shows the same checks as tests.
"""

from verify.record import Outcome, Record, Status, read_report, summarize, write_report
from verify.registry import Check, Registry, check, for_all
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
    "read_report",
    "replace",
    "run",
    "summarize",
    "write_report",
]
