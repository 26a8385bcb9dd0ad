"""What it takes to decide a claim: repeats, units, and the time of one processor."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gramcheck.paper_checks import pieces
from gramcheck.paper_checks.comparisons import most_made, most_repeats, repeats_until_enough
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory, NotRun
from gramcheck.paper_checks.evidence import FORMS, Verdict
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.kept import Kept, decided_nothing, stands, verdict_of
from gramcheck.paper_checks.registry import Claim
from gramcheck.paper_checks.running.progress import duration, kind_of
from gramcheck.paper_checks.running.work import Work


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


def of_a_full_run(
    claim: Claim, evidence: Mapping[str, Any] | None, stored: Kept | None, data: DataDirectory
) -> str:
    """What a full run takes, where no other decided the claim and none is kept that still counts.

    Empty elsewhere, and for claims without units.
    """
    done = evidence and evidence["scale"] == "full" and evidence["status"] == "done"
    counts = stored and stored.scale == "full" and not stored.changes
    if done or counts or claim.units is None or not decided_nothing(evidence):
        return ""
    names = units_at("full", claim, data)
    return f"full scale, on the data that are here: {of_units(names, stored)}" if names else ""


def units_at(scale: str, claim: Claim, data: DataDirectory) -> list[str]:
    """Names of the units of a run at this scale on these data; none without units."""
    run = Run(scale, 0, data, claim.id)
    try:
        return [Work.of(unit).name for unit in (claim.units(run) if claim.units else ())]
    except NotRun:
        return []


def what_decides(
    claim: Claim, evidence: Mapping[str, Any] | None, stored: Kept | None, data: DataDirectory
) -> str:
    """Of what a run left undecided: the full result that is kept, and what would decide it.

    Empty where the run decided, or nothing is known.
    """
    verdict = verdict_of(evidence)
    if stored and stands(evidence, stored):
        said = [f"{verdict.replace('-', ' ')} at {evidence['scale']} scale"] if evidence else []
        said.append(str(stored))
        if stored.verdict == Verdict.UNDECIDED.value:
            said.append(_repeats(stored.findings, stored.seconds))
        return "; ".join(said)
    if verdict != Verdict.UNDECIDED.value or evidence is None:
        return ""
    where = f"undecided at {evidence['scale']} scale"
    if evidence["scale"] == "quick" and claim.units is not None:
        absent = _left_out(claim, data)
        where += ", which is coarser" + (f" and leaves out {', '.join(absent)}" if absent else "")
        if absent or claim.decided == "full":
            return where  # what its repeats tell is of another question
    return f"{where}; {_repeats(evidence, evidence['seconds'])}"


def _left_out(claim: Claim, data: DataDirectory) -> list[str]:
    """Data sets of a full run that a quick one does without."""
    quick, full = (
        {_data_of(name) for name in units_at(scale, claim, data)} for scale in ("quick", "full")
    )
    return sorted(full - quick)


def _data_of(name: str) -> str:
    """The data set, or the corpus, of a unit: the first part of its key."""
    return name.partition(":")[2].partition("/")[0]


def _repeats(forms: Mapping[str, Any], seconds: float) -> str:
    """How many repeats would decide a verdict, at what cost; and how many every sentence of it.

    One sentence that fails is enough to refute; to hold, all of them have to be decided. All of it
    takes the spread of the repeats that were made for the true one, so that their number is told.
    """
    found = {form: [Finding(**fields) for fields in forms[form]] for form in FORMS}
    judged = [*found["printed"], *found["common"]]
    made = most_made(judged)
    needed = repeats_until_enough(judged, len(judged))
    if needed is None:
        return "how many repeats would decide it is not known"
    tell = f"as far as {made} repeats tell, " if made else ""
    if math.isinf(needed):
        return f"{tell}no number of repeats would decide it"
    words = f"{tell}{needed:,.0f} repeats would decide it"
    if made:
        words += f", about {duration(seconds * needed / made)} of one processor"
    every = most_repeats([finding for form in FORMS for finding in found[form]])
    if every is None or every == needed:
        return words
    number = f"{every:,.0f}" if math.isfinite(every) else "no number"
    return f"{words}; {number} would decide every sentence of it"
