"""Other dimensions of CGK than those of Table III, and other vectors."""

from __future__ import annotations

from collections.abc import Mapping

from gramcheck.paper_checks.experiments.sfm.printed import Costs
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import twice
from gramcheck.paper_checks.falsifiers.sfm.cgk import pads_of_zero

BYTES = 0.18  # a coordinate


def with_protein_as_dna_has_it(costs: Mapping[str, Costs]) -> Mapping[str, Costs]:
    """The d of Protein is that of DNA over .6, and every set takes as much memory a coordinate."""
    d = {name: row.d[1] for name, row in costs.items()}
    d["Protein"] = round(d["DNA"] / 0.6)
    return {
        name: row._replace(
            d=(row.d[0], d[name]), megabytes=(row.megabytes[0], BYTES * d[name] / 2**20)
        )
        for name, row in costs.items()
    }


def with_other_dimensions_of_dna(d: int, costs: Mapping[str, Costs]) -> Mapping[str, Costs]:
    """The d of DNA is too large, or too small, for coordinates that occur."""
    row = costs["DNA"]
    return {**costs, "DNA": row._replace(d=(row.d[0], d))}


def with_too_many_of_dna(costs: Mapping[str, Costs]) -> Mapping[str, Costs]:
    """The d of DNA is ten times as large."""
    return with_other_dimensions_of_dna(191_926_560, costs)


def with_too_few_of_dna(costs: Mapping[str, Costs]) -> Mapping[str, Costs]:
    """The d of DNA is below that of Protein by more than letters can make it."""
    return with_other_dimensions_of_dna(500_000, costs)


CLAIM, HOME = "sfm/table-3-cgk", "paper_checks.claims.sfm.table_3_cgk"
for _wrong in (with_protein_as_dna_has_it, with_too_many_of_dna, with_too_few_of_dna):
    falsify(CLAIM, wrong={f"{HOME}.COSTS": _wrong})
for _vectors in (twice, pads_of_zero):
    falsify(CLAIM, wrong={"sfm.cgk_vectors": _vectors})
