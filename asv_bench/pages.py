"""The page RESULTS.md: what is slow, what the figures mean, where they come from, the tables."""

from __future__ import annotations

import math
from typing import Any

import provenance

TITLES = {
    "Levenshtein": "Levenshtein distance",
    "TimeWarping": "Dynamic time warping",
    "TimeWarpingInNumba": "Dynamic time warping, beside numba",
    "ModifiedHausdorff": "Modified Hausdorff distance",
    "GlobalAlignment": "Global alignment kernel",
    "GlobalAlignmentInNumba": "Global alignment kernel, beside numba",
    "LocalAlignment": "Local alignment kernel",
    "Mismatch": "Mismatch kernel",
    "StoredMatrix": "Random features, beside a stored matrix",
    "Kernels": "Laplacian kernel of counts",
    "Parsing": "Edit-sensitive parsing",
    "Sports": "Edit-sensitive parsing of a large corpus",
    "Fits": "Step 3 of Algorithm 1",
    "NearestNeighbors": "Nearest neighbors",
    "IdealizedMetric": "Metric of the idealized kernels",
    "LearnedMetrics": "LMNN, and the metric of Xing et al.",
    "KernelClassificationRule": "Kernel classification rule",
    "SingleCalls": "Single calls",
    "Imports": "Imports",
    "Growth": "Growth with the size",
}
SLOW = 1.5  # times the peer's time
APART = 0.2  # what an exponent may differ from its claim without a reason
NOTE = """One thread each; times are of the processor, ours and the peer's in turn, in three rounds
of all cases of a table. A ratio is our time over the peer's, below 1 where ours is less, with its
quartiles; the other columns, where they have a sense: megabytes that a call allocates beyond its
result, time over that of the definition in `verify` per unit of work, time over a limit, the
largest difference from the peer, relative to its largest entry or as the note below a table says.
The limit is the time of the passes over memory, and of the tangents, that the method cannot do
without (one pass: an in-place multiplication of float64 in a block of 256 KB); it is left out where
no such count is honest, as for products of matrices. Ratios belong to a processor, and this page
names its own: on one of another generation, or that differs in AVX-512, those of short strings and
of tangents may differ by a factor of two to four either way. Written by `python
asv_bench/publish.py`."""
OMITTED = """Left out are libraries that are called pair by pair from Python, but for tslearn's
kernel, and more than one thread. No library parses edit-sensitively or has the local alignment
kernel: those peers are programs of ours."""
COLUMNS = {  # figure: head of its column, a value as text
    "seconds": ("ms", lambda v: f"{1000 * v:.3g}"),
    "ratio": ("ratio", lambda v: f"{v:.2f}" if v >= 0.095 else f"{v:.1g}"),
    "megabytes": ("MB", lambda v: f"{v:.2g}"),
    "ratio_to_plain": ("to definition", lambda v: f"{v:.2g}"),
    "times_the_limit": ("to limit", lambda v: f"{v:.2g}"),
    "difference": ("difference", lambda v: f"{v:.2g}"),
    "our_value": ("our objective", lambda v: f"{v:.6g}"),
    "peers_value": ("the peer's", lambda v: f"{v:.6g}"),
}

# family, figure, case; None where a case failed, NaN where it has no such figure
Figures = dict[str, dict[str, dict[str, float | None]]]


def title(family: str) -> str:
    return TITLES[family.rpartition(".")[2]]


def gaps(figures: Figures, wanted: dict[str, Any]) -> list[str]:
    """Families that were not measured, and cases of the others that failed or have no ratio."""
    found = []
    for family, owner in wanted.items():
        of, needed = figures.get(family, {}), getattr(owner, "needed", "ratio")
        bad = [
            case
            for case in owner.params[0]
            if (missing(of.get(needed, {}).get(case)) and case not in excused(owner))
            or None in (v.get(case) for v in of.values())
        ]
        named = "" if len(bad) == len(owner.params[0]) else f" ({'; '.join(bad)})"
        found += [title(family) + named] * bool(bad or not of)
    return found


def excused(owner: Any) -> tuple[str, ...]:
    """Cases that have no ratio, as the note below the table says."""
    return getattr(owner, "without_ratio", ())


def missing(value: float | None) -> bool:
    return value is None or math.isnan(value)


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines)


def family_table(owner: Any, of: dict[str, dict[str, float | None]]) -> str:
    """A row a case, a column for each figure that any case has, and for peers that differ."""
    if "exponent" in of:
        return growth_table(owner, of)
    shown = [f for f in COLUMNS if not all(map(missing, of.get(f, {}).values()))]
    several = "ratio" in shown and not owner.peer_name
    rows = []
    for case in owner.params[0]:
        row = [case]
        for name in shown:
            row += [owner().peer_of(case)] * (several and name == "ratio")
            row.append(cell(name, case, of))
        rows.append(row)
    heads = {name: COLUMNS[name][0] for name in shown}
    if "ratio" in shown:
        heads["ratio"] = "peer | ratio" if several else f"ratio to {owner.peer_name}"
    return table(["case", *" | ".join(heads.values()).split(" | ")], rows)


def cell(name: str, case: str, of: dict[str, dict[str, float | None]]) -> str:
    """One figure of a case, a ratio with its quartiles."""
    value = of[name].get(case)
    if value is None:
        return "failed"
    text = "" if math.isnan(value) else COLUMNS[name][1](value)
    spread = [of.get(f"ratio_{end}", {}).get(case) for end in ("low", "high")]
    if name == "ratio" and not any(map(missing, [value, *spread])):
        text += " ({}-{})".format(*map(COLUMNS[name][1], spread))
    return text


def growth_table(owner: Any, of: dict[str, dict[str, float | None]]) -> str:
    """What grows with what, how, and what is said of it where.

    A reason is due where neither all sizes nor the largest two have about the exponent claimed.
    """
    rows = []
    for case, growth in owner.of.items():
        exponent, deviation = (of[name].get(case) for name in ("exponent", "standard_error"))
        if missing(exponent):
            rows.append([case, "failed", "", "", "", ""])
            continue
        smaller, larger = (of[f"cost_{k}"][case] for k in (2, 3))
        last = math.log(larger / smaller) / math.log(growth.sizes[3] / growth.sizes[2])
        apart = min(abs(e - growth.claimed) for e in (exponent, last)) > APART
        why = (growth.why or "no reason is known") if apart else ""
        found = f"{exponent:.2f} ± {deviation:.2f}"
        rows.append([case, found, f"{last:.2f}", f"{growth.claimed}", growth.claim, why])
    heads = ["what grows", "exponent", "at the largest", "claimed", "claim", "why another"]
    return table(heads, rows)


def what_is_slow(figures: Figures, part: bool = False) -> str:
    """One sentence: the slowest case of each family that has one above SLOW, and how many are.

    Of a ``part`` of the families it says nothing of the others.
    """
    slow = []
    for family, of in figures.items():
        ratios = {
            c: round(v, 2)  # as the table has it, so that nobody counts otherwise
            for c, v in of.get("ratio", {}).items()
            if not missing(v)
        }
        above = [case for case, ratio in ratios.items() if ratio > SLOW]
        if above:
            worst = max(above, key=lambda case: ratios[case])
            told = f"{title(family)} {ratios[worst]:.1f} times ({worst})"
            count = f"{len(above)} of {len(ratios)} cases above {SLOW}"
            slow.append((ratios[worst], f"{told}, {count}"))
    named = "; ".join(told for _, told in sorted(slow, reverse=True)) or "nothing"
    others = "" if part else f"; in no other table is a case above {SLOW} times"
    return f"**What is slow**, each table's worst, in times of the peer: {named}{others}."


def results_page(
    figures: Figures,
    wanted: dict[str, Any],
    records: dict[str, provenance.Record],
    skipped: list[str],
    part: bool = False,
    at: str = "",
) -> str:
    """All of it; of a ``part`` of the families, which were asked for, the page names them first.

    ``at`` is the commit whose program writes, where that is not the one of the figures.
    """
    figures = {family: figures[family] for family in wanted if family in figures}
    lacking = gaps(figures, wanted)
    parts = [
        "# Speed beside peers",
        *([f"**Only a part** was asked for: {', '.join(map(title, wanted))}."] if part else []),
        *([f"**What failed or was not measured**: {', '.join(lacking)}."] if lacking else []),
        what_is_slow(figures, part),
        NOTE,
        OMITTED,
        *([f"Left out as slow, by GRAMCHECK_SKIP_SLOW: {', '.join(skipped)}."] if skipped else []),
        *origins({family: records[family] for family in figures}),
        *([f"The page was written at commit {at[: provenance.SHORT]}."] if at else []),
    ]
    for family, of in figures.items():
        owner = wanted[family]
        parts += [f"## {title(family)}", family_table(owner, of)]
        parts += [owner.note] if getattr(owner, "note", "") else []
    return "\n\n".join(parts) + "\n"


def origins(records: dict[str, provenance.Record]) -> list[str]:
    """A paragraph, or one for each group of families that were not measured in the same way."""
    groups = provenance.alike(records)
    return [
        (f"{', '.join(map(title, group))}: " if len(groups) > 1 else "")
        + provenance.sentence([records[family] for family in group])
        for group in groups
    ]
