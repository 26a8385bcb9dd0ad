"""Sentences that one case is enough for."""

from __future__ import annotations

from collections.abc import Sequence

from gramcheck.paper_checks.comparisons import enough_hold, repeats_until_enough
from gramcheck.paper_checks.findings import Finding


def some(findings: Sequence[Finding], name: str = "in some case") -> Finding:
    """Whether one of them holds; undecided if none does and some might."""
    holds = enough_hold([finding.holds for finding in findings], 1)
    repeats = repeats_until_enough(findings, 1) if holds is None else None
    shown = "; ".join(map(str, findings))
    return Finding(name, shown, "is", "so in one case", "", holds, repeats=repeats)
