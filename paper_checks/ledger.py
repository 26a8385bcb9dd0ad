"""The ledger: claims, their evidence, and the verdict that follows from it.

A claim is a function registered with `claim`; it takes a `Run` (and the results of its units, when
it has some) and returns `Evidence`. The verdict is never written down by the author: it is computed
from the findings, at every run, and then compared with the expected one.

This module gathers what a module of claims needs; findings, evidence and registry have their own.
"""

from gramcheck.paper_checks.evidence import Evidence, Results, Table, Unit, Verdict
from gramcheck.paper_checks.findings import Finding, at_least, at_most, equals, holds, is_true
from gramcheck.paper_checks.registry import (
    KINDS,
    PAPERS,
    REGISTRY,
    Claim,
    Registry,
    claim,
    erratum,
)
from gramcheck.paper_checks.wording import Spread

__all__ = [
    "KINDS",
    "PAPERS",
    "REGISTRY",
    "Claim",
    "Evidence",
    "Finding",
    "Registry",
    "Results",
    "Spread",
    "Table",
    "Unit",
    "Verdict",
    "at_least",
    "at_most",
    "claim",
    "equals",
    "erratum",
    "holds",
    "is_true",
]
