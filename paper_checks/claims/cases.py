"""Sentences that one case is enough for."""

from __future__ import annotations

from collections.abc import Sequence

from gramcheck.paper_checks.findings import Finding


def some(findings: Sequence[Finding], name: str = "in some case") -> Finding:
    """Whether one of them holds; undecided if none does and some might."""
    outcomes = [finding.holds for finding in findings]
    holds = True if True in outcomes else None if None in outcomes else False
    shown = "; ".join(map(str, findings))
    open_ = [f.repeats for f in findings if f.repeats is not None]
    repeats = min(open_, default=None) if holds is None else None
    return Finding(name, shown, "is", "so in one case", "", holds, repeats=repeats)
