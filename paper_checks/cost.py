"""What it takes to decide a claim: repeats, units, and the time of one processor."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gramcheck.paper_checks import pieces
from gramcheck.paper_checks.comparisons import most_repeats
from gramcheck.paper_checks.evidence import FORMS, Verdict
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.kept import Kept, standing
from gramcheck.paper_checks.progress import duration, kind_of


def of_units(names: Sequence[str], stored: Kept | None) -> str:
    """So many units of a full run, and their time if a kept one or pieces of one tell it.

    A quick run does not: its grids are shorter, and its solvers end sooner.
    """
    number = len(names)
    if stored and stored.scale == "full":
        time = duration(stored.seconds * number / len(stored.units))
        return f"{number:,} units, about {time} of one processor as on {stored.when[:10]}"
    seen = defaultdict(list)
    for name, seconds in pieces.seconds(names).items():
        seen[kind_of(name)].append(seconds)
    known = [float(np.mean(seen[kind])) for kind in map(kind_of, names) if kind in seen]
    if not known:
        return f"{number:,} units; no full run is kept that would tell their time"
    time = f"about {duration(sum(known))} of one processor, as finished ones of their kinds"
    unknown = f", the others are of kinds not seen yet: {number - len(known):,}"
    return f"{number:,} units; {len(known):,} take {time}{unknown if len(known) < number else ''}"


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
