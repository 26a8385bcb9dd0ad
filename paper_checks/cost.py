"""What it takes to decide a claim: repeats, units, and the time of one processor."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from gramcheck.paper_checks.comparisons import most_repeats
from gramcheck.paper_checks.evidence import FORMS, Verdict
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.kept import Kept, standing
from gramcheck.paper_checks.progress import duration


def of_units(number: int, stored: Kept | None) -> str:
    """So many units of a full run, and their time if a kept one tells it.

    A quick run does not: its grids are shorter, and its solvers end sooner.
    """
    if stored is None or stored.scale != "full":
        return f"{number:,} units; no full run is kept that would tell their time"
    time = duration(stored.seconds * number / len(stored.units))
    return f"{number:,} units, about {time} of one processor as on {stored.when[:10]}"


def what_decides(evidence: Mapping[str, Any] | None, stored: Kept | None) -> str:
    """Of what a run left undecided: the full result that is kept, else what would decide it.

    Empty where the run decided, or nothing is known.
    """
    verdict = (evidence or {}).get("verdict", "no-evidence")
    if standing(verdict, stored) != verdict:
        return f"{verdict} at quick scale; {stored}" if evidence else str(stored)
    if verdict != Verdict.UNDECIDED.value or evidence is None:
        return ""
    findings = [Finding(**fields) for form in FORMS for fields in evidence[form]]
    needed, made = most_repeats(findings), evidence.get("repeats")
    if needed is None:
        return ""
    if math.isinf(needed):
        return "no number of repeats would decide all of it"
    words = f"{needed:.0f} repeats would decide it"
    if made:
        time = duration(evidence["seconds"] * needed / made)
        words += f", about {time} of one processor at {evidence['scale']} scale"
    return words
