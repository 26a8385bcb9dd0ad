"""A run held against results that are kept: every quantity, within what chance may do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.special import stdtrit

from gramcheck.paper_checks.comparisons import undecided
from gramcheck.paper_checks.evidence import Unit
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.kept import Kept
from gramcheck.paper_checks.wording import number

CONFIDENCE = 0.999  # of all quantities of a claim together
# quantities that belong to the machine, by their names; SFM's Table VI has seconds of two kinds
_MACHINE = ("seconds", "building", "training")
_MEMORY = "megabytes"  # hangs on versions of Python and NumPy: may differ by a quarter and one


def held_against(
    kept: Kept, units: Sequence[Unit], results: Mapping[str, Mapping[str, Any]], seed: int
) -> list[Finding]:
    """Each quantity of a new run's units against the kept one, but for those of the machine.

    Of a measurement that was repeated, in units or in records of one unit, the two means must agree
    within Welch's interval at `CONFIDENCE`, all quantities of the claim together. One that was not
    must agree to rounding; of another seed nothing says how much it may be off, so that it is left
    undecided, but for what does not hang on the seed. Of a unit that both have all quantities must
    be on both sides; `units_of_one` tells of units that only one has.
    """
    both = [unit for unit in units if unit.key in kept.units and unit.key in results]
    old, new = _samples(kept.units, both), _samples(results, both)
    findings = []
    for sample in dict.fromkeys([*old, *new]):
        name, is_seeded = sample
        if sample not in old or sample not in new:
            there = "measured here" if sample in new else "kept"
            findings.append(Finding(name, f"{there} alone", "is", "on both sides", "", False))
        elif seed == kept.seed or not is_seeded or min(len(old[sample]), len(new[sample])) > 1:
            findings.append(_alike(name, old[sample], new[sample], len(old)))
        else:
            once = f"measured once, of seed {kept.seed} and of seed {seed}"
            findings.append(undecided(name, once))
    return sorted(findings, key=lambda finding: finding.holds is not False)


def units_of_one(kept: Kept, units: Sequence[Unit]) -> dict[str, list[str]]:
    """Keys of units that are kept and not in a run, or the other way round; empty if none are."""
    here = {unit.key for unit in units}
    alone = {
        "kept, and not of this run": sorted(kept.units.keys() - here),
        "of this run, and not kept": sorted(here - kept.units.keys()),
    }
    return {which: keys for which, keys in alone.items() if keys}


def _samples(
    results: Mapping[str, Mapping[str, Any]], units: Sequence[Unit]
) -> dict[tuple[str, bool], list[float]]:
    """Values by quantity, named by measurement and path within a result, and if it is seeded."""
    samples = defaultdict(list)
    for unit in sorted(units, key=lambda unit: unit.key):
        # records of one unit are repeats where units are none
        for path, value in _numbers(results[unit.key], pooled=not unit.repeat):
            if not any(word in path for word in _MACHINE):
                samples[f"{unit.measurement}: {path}", unit.seeded].append(value)
    return dict(samples)


def _numbers(value: Any, pooled: bool, path: str = "") -> Iterator[tuple[str, float]]:
    """Numbers and flags by the path to them, the same for all records of a list if ``pooled``."""
    if isinstance(value, Mapping):
        for name, entry in value.items():
            yield from _numbers(entry, pooled, f"{path}.{name}".strip("."))
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            is_repeat = pooled and isinstance(entry, Mapping | list)
            yield from _numbers(entry, pooled, path if is_repeat else f"{path}[{place}]")
    elif isinstance(value, int | float):
        yield path, float(value)


def _alike(name: str, old: list[float], new: list[float], quantities: int) -> Finding:
    if not np.isfinite([*old, *new]).all():
        return _alike_where_finite(name, old, new, quantities)
    before, now = float(np.mean(old)), float(np.mean(new))
    width = 1e-9 * abs(before) + 1e-12  # a gap near 0 has the roundings of its terms
    if _MEMORY in name:
        width = 0.25 * abs(before) + 1
    if len(old) > 1 and len(new) > 1:
        parts = np.array([np.var(sample, ddof=1) / len(sample) for sample in (old, new)])
        if parts.sum() > 0:
            degrees = parts.sum() ** 2 / sum(parts**2 / [len(old) - 1, len(new) - 1])
            tail = (1 - CONFIDENCE) / quantities / 2
            width += float(-stdtrit(degrees, tail) * np.sqrt(parts.sum()))
    tolerance = f"± {number(width)}, confidence {CONFIDENCE} for the claim"
    return Finding(name, now, "=", before, tolerance, abs(now - before) <= width)


def _alike_where_finite(name: str, old: list[float], new: list[float], quantities: int) -> Finding:
    """The finite values, and how often each other kind comes: the first that differs, or one."""

    def among(sample: list[float], kind: str) -> list[float]:
        return [float(str(value) == kind) for value in sample]

    findings = [
        _alike(f"{name} is {kind}", among(old, kind), among(new, kind), quantities)
        for kind in sorted({str(value) for value in [*old, *new] if not np.isfinite(value)})
    ]
    finite_old, finite_new = ([v for v in sample if np.isfinite(v)] for sample in (old, new))
    if finite_old and finite_new:
        findings.append(_alike(name, finite_old, finite_new, quantities))
    return min(findings, key=lambda finding: bool(finding.holds))
