"""The ledger: claims, their evidence, and the verdict that follows from it.

A claim is a function registered with `claim`; it takes a `Run` (and the results of its units, when
it has some) and returns `Evidence`. The verdict is never written down by the author: it is computed
from the findings, at every run, and then compared with the expected one.

This module gathers what a module of claims needs besides `findings`, and has the registry.
"""

from gramcheck.paper_checks.evidence import Evidence, Results, Table, Unit, Verdict
from gramcheck.paper_checks.registry import REGISTRY, Registry, claim, erratum
from gramcheck.paper_checks.wording import Spread

__all__ = [
    "REGISTRY",
    "Evidence",
    "Registry",
    "Results",
    "Spread",
    "Table",
    "Unit",
    "Verdict",
    "claim",
    "erratum",
]
