"""Table III beside Section VI: the d of CGK, and the memory that it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.corpus import AMINO_ACIDS
from gramcheck.paper_checks.experiments.sfm.printed import CORPORA, COSTS
from gramcheck.paper_checks.findings import at_least, at_most, below, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke, sfm
from gramcheck.verify.definitions import sfm as definitions

BASES = "ACGT"
# Megabytes of two digits, .08 and .09, are known to 6 %; so much apart are those that are alike
ALIKE = 1.2
MEMORY = 0.90  # of Protein, for the 0.09 that is printed
MIB = 2**20


def coding(protein: str) -> str:
    """Three bases for each amino acid."""
    places = (AMINO_ACIDS.index(letter) for letter in protein)
    return "".join(BASES[k // 16] + BASES[k // 4 % 4] + BASES[k % 4] for k in places)


def dimension(strings: Sequence[str], letters: str, rng: np.random.Generator) -> int:
    """Of the vectors that Section VI describes, with no coordinate for a pad."""
    codes = sfm.cgk_embed(strings, rng, alphabet=letters)
    return int(sfm.cgk_vectors(codes, len(letters), pad="zero").shape[1])


def coordinates_that_occur(
    strings: Sequence[str], letters: str, rng: np.random.Generator
) -> tuple[int, int]:
    """Fewest and most at one position, with one for the pad."""
    codes = sfm.cgk_embed(strings, rng, alphabet=letters)
    V = sfm.cgk_vectors(codes, len(letters))
    seen = np.asarray(V.sum(axis=0)).reshape(codes.shape[1], -1) > 0
    return int(seen.sum(axis=1).min()), int(seen.sum(axis=1).max())


def bytes_a_coordinate(megabytes: Mapping[str, float]) -> dict[str, float]:
    """Memory of CGK over its d, by data set."""
    return {name: MIB * megabytes[name] / row.d[1] for name, row in COSTS.items()}


@claim(
    "sfm/table-3-cgk",
    place="Section VII-A, Table III, and Section VI",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def dimensions_of_cgk(run: Run) -> Evidence:
    """V^C has the dimension L|Σ|; of Protein and DNA d is 4,950,686 and 19,192,656 (Table III).

    The two are of the same enzymes, three bases for each amino acid (1,827 letters on average, and
    607), so that L|Σ| of DNA is 3 · 4/20 = .6 of that of Protein. Printed is 3.9 times as much. As
    L|Σ| it is of a string of 4.8 million bases, where the whole set has 5.9 million. And the memory
    of CGK, which is .17 to .18 bytes a coordinate for the other four sets, is .019 for Protein.

    Corrected: by the rate of the other four sets Protein takes 0.82 to 0.87 MB. So 0.09 is likely
    0.9 with its point misplaced, which is .19 bytes a coordinate. A d of 495,068 would agree with
    0.09 MB, too. But the d of DNA is 39 times that, which not even the coordinates that occur
    allow. If the longest protein has L letters, L of its 3 L positions have a letter and no pad, so
    that at least L coordinates occur. Of DNA at most four letters occur at each of 9 L positions:
    36 times as many.

    d may count the coordinates that occur (errata/S24), with one for the pad. At each of 3 L
    positions these are between one and |Σ| + 1, so that DNA may have .14 to 15 times as many as
    Protein, which says little. It would still take a protein of 78,582 amino acids, more than twice
    as many as titin has, the longest known, and a gene of 1.28 million bases, a fifth of the set.
    What d is of these two sets stays open. (All these numbers were known when this was written.)
    """
    proteins = d2ke.random_strings(30, AMINO_ACIDS, (5, 20), run.rng())
    genes = [coding(protein) for protein in proteins]
    sets = {"Protein": (proteins, AMINO_ACIDS), "DNA": (genes, BASES)}
    dimensions = {name: dimension(*strings, run.rng(f"d {name}")) for name, strings in sets.items()}
    occur = {
        name: coordinates_that_occur(*strings, run.rng(name)) for name, strings in sets.items()
    }
    d = {name: row.d[1] for name, row in COSTS.items()}
    printed = {name: row.megabytes[1] for name, row in COSTS.items()}
    each, mended = bytes_a_coordinate(printed), bytes_a_coordinate(printed | {"Protein": MEMORY})
    ratio, most = d["DNA"] / d["Protein"], 3 * (len(BASES) + 1)
    protein = len(AMINO_ACIDS) + 1  # coordinates at a position, one of them for the pad
    codes = sfm.cgk_embed(proteins[:2], run.rng("two"), alphabet=AMINO_ACIDS)
    defined = [[float(v) for v in definitions.cgk_vector(row, 20)] for row in codes.tolist()]
    return Evidence(
        common=[
            is_true(
                np.array_equal(sfm.cgk_vectors(codes, 20).toarray(), defined),
                f"of dimension {len(defined[0])}, entry by entry",
                name="vectors of two proteins against their definition",
            ),
            is_true(
                all(
                    1 <= low <= high <= len(sets[name][1]) + 1
                    for name, (low, high) in occur.items()
                ),
                ", ".join(f"{name}: {low} to {high}" for name, (low, high) in occur.items()),
                name="30 proteins and their bases: coordinates that occur at a position",
            ),
        ],
        printed=[
            holds(
                ratio,
                dimensions["DNA"] / dimensions["Protein"],
                rtol=0.01,
                name="d of DNA over d of Protein, as of 30 proteins and their bases",
            ),
            at_most(
                max(each.values()) / min(each.values()), ALIKE, name="bytes a coordinate, spread"
            ),
        ],
        corrected=[
            at_most(
                max(mended.values()) / min(mended.values()),
                ALIKE,
                name="the same, Protein with 0.90 MB",
            ),
            at_least(ratio, 3 / protein, name="d of DNA over d of Protein, at least"),
            at_most(ratio, most, name="d of DNA over d of Protein, at most"),
            below(
                9 * len(BASES),
                10 * ratio,
                name="most letters of DNA over fewest of Protein, for 19,192,656 / 495,068",
            ),
        ],
        table=Table(
            ["data", "d of CGK", "MB", "bytes a coordinate", "d/|Σ|", "letters of all strings"],
            [
                [
                    name,
                    d[name],
                    printed[name],
                    each[name],
                    d[name] / c.letters,
                    c.strings * c.length,
                ]
                for name, c in CORPORA.items()
            ],
        ),
        measured={
            "longest string of DNA, five coordinates at 3 L positions": d["DNA"] / most,
            "of Protein, 21 coordinates at 3 L positions": d["Protein"] / (3 * protein),
            "average length, DNA over Protein": CORPORA["DNA"].length / CORPORA["Protein"].length,
        },
    )
