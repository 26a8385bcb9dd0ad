"""Section I, Table I: time and space of training, and time of a prediction, of five methods.

The table's classes are upper bounds. The reference's steps are counted, and its peak of memory
measured, at some sizes N, L and D and at three times each: the power with which a cost goes may not
be above the stated one. Lower terms of a sum make powers smaller, and a term of the reference that
is not in the class may add `SLACK`. Of GAK and LAK, which are said to be quadratic, time is asked
both ways: its powers may not be far below the stated ones either. Space has no such lower bound. A
step is a line of the reference or an entry handed to one of its functions, and no more than that:
what a single call of NumPy does inside is not seen (`experiments.sfm.counting`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.corpus import AMINO_ACIDS
from gramcheck.paper_checks.experiments.sfm.counting import peak_bytes, powers, steps
from gramcheck.paper_checks.findings import Finding, at_least, at_most
from gramcheck.paper_checks.ledger import Evidence, Table, claim
from gramcheck.reference import d2ke, sfm

Call = Callable[[], Any]
SLACK = 0.15  # of a power; the next one is 1 away
PLACE = "Section I, Table I"


def proteins(N: int, L: int) -> list[str]:
    """Strings of 20 letters; costs do not depend on which."""
    return d2ke.random_strings(N, AMINO_ACIDS, (L, L), np.random.default_rng(N))


def gak(N: int, L: int) -> Call:
    """Kernel matrix of GAK."""
    strings = proteins(N, L)
    return lambda: sfm.global_alignment_kernel(strings, strings, 1.0)


def lak(N: int, L: int) -> Call:
    """Kernel matrix of LAK."""
    strings = proteins(N, L)
    return lambda: sfm.local_alignment_kernel(strings, strings)


def d2ke_features(N: int, L: int, D: int) -> Call:
    """Features of D2KE by D random strings as long as the others."""
    strings, omegas = proteins(N, L), proteins(D, L)
    return lambda: d2ke.feature_map(strings, omegas, 0.1, "levenshtein")


def sfmedm(N: int, L: int, D: int) -> Call:
    """ESP, then SFM."""
    strings = proteins(N, L)
    return lambda: sfm.sfmedm(strings, D, 1.0, np.random.default_rng(0))


def esp(N: int, L: int) -> Call:
    """ESP alone."""
    strings = proteins(N, L)
    return lambda: sfm.characteristic_vectors(strings)


def sfmcgk(N: int, L: int, D: int) -> Call:
    """CGK, then SFM."""
    strings = proteins(N, L)
    return lambda: sfm.sfmcgk(strings, D, 1.0, np.random.default_rng(0))


def new_against(method: str) -> Callable[[int, int], Call]:
    """Kernel values of one new string with N others."""

    def prepare(N: int, L: int) -> Call:
        new, strings = proteins(1, L), proteins(N, L)
        if method == "GAK":
            return lambda: sfm.global_alignment_kernel(new, strings, 1.0)
        return lambda: sfm.local_alignment_kernel(new, strings)

    return prepare


def new_by_distances(L: int, D: int) -> Call:
    """Features of D2KE of one new string, by D random ones; there are no others."""
    return d2ke_features(1, L, D)


def new_by_esp(N: int, L: int, D: int) -> Call:
    """Features of one new string, with the vocabulary of N others."""
    new, strings = proteins(1, L), proteins(N, L)
    vocabulary = sfm.fit_vocabulary([strings])
    arrays = sfm.sample_hash(sfm.transform(new, vocabulary)[0].shape[1], np.random.default_rng(0))
    return lambda: sfm.sfm(sfm.transform(new, vocabulary)[0], D, 1.0, *arrays)


def new_by_cgk(L: int, D: int) -> Call:
    """Features of one new string; there are no others."""
    new = proteins(1, L)
    arrays = sfm.sample_hash(3 * L * (len(AMINO_ACIDS) + 1), np.random.default_rng(0))

    def call() -> Any:
        codes = sfm.cgk_embed(new, np.random.default_rng(0), 3 * L, AMINO_ACIDS)
        return sfm.sfm(sfm.cgk_vectors(codes, len(AMINO_ACIDS)), D, 1.0, *arrays)

    return call


# work, the sizes that it has, and the powers of these in the stated class, where d grows as N L for
# ESP and as L |Σ| for CGK
Row = tuple[Callable[..., Call], Mapping[str, int], Sequence[int]]
TIME: dict[str, Row] = {
    "GAK": (gak, {"N": 8, "L": 30}, (2, 2)),
    "LAK": (lak, {"N": 8, "L": 30}, (2, 2)),
    "D2KE": (d2ke_features, {"N": 8, "L": 40, "D": 20}, (1, 2, 1)),
    "SFMEDM": (sfmedm, {"N": 20, "L": 50, "D": 256}, (2, 1, 1)),
    "ESP": (esp, {"N": 20, "L": 50}, (1, 1)),
    "SFMCGK": (sfmcgk, {"N": 20, "L": 30, "D": 256}, (1, 1, 1)),
}
SPACE: dict[str, Row] = {
    "GAK": (gak, {"N": 200, "L": 4}, (2, 0)),
    "LAK": (lak, {"N": 200, "L": 4}, (2, 0)),
    "D2KE": (d2ke_features, {"N": 40, "L": 10, "D": 2000}, (1, 1, 1)),
    "SFMEDM": (sfmedm, {"N": 60, "L": 5, "D": 8192}, (1, 1, 1)),
    "SFMCGK": (sfmcgk, {"N": 60, "L": 5, "D": 8192}, (1, 1, 1)),
}
PREDICTION: dict[str, Row] = {
    "GAK": (new_against("GAK"), {"N": 20, "L": 30}, (1, 2)),
    "LAK": (new_against("LAK"), {"N": 20, "L": 30}, (1, 2)),
    "D2KE": (new_by_distances, {"L": 40, "D": 50}, (2, 1)),
    "SFMEDM": (new_by_esp, {"N": 20, "L": 60, "D": 256}, (1, 1, 1)),
    "SFMCGK": (new_by_cgk, {"L": 60, "D": 256}, (1, 1)),
}


def grown(cost: Callable[[Call], int], rows: Mapping[str, Row]) -> dict[str, list[float]]:
    """Powers of the sizes in the cost of each method."""
    for prepare, sizes, _ in rows.values():
        prepare(*sizes.values())()  # the first call imports and allocates what later ones do not
    return {
        name: powers(cost, prepare, list(sizes.values()))
        for name, (prepare, sizes, _) in rows.items()
    }


def bounded(measured: Mapping[str, list[float]], rows: Mapping[str, Row]) -> list[Finding]:
    """The powers against those of the stated classes."""
    return [
        at_most(measured[name], stated, atol=SLACK, name=f"{name}: powers of {', '.join(sizes)}")
        for name, (_, sizes, stated) in rows.items()
    ]


def table(measured: Mapping[str, list[float]], rows: Mapping[str, Row], title: str) -> Table:
    """Stated and measured powers side by side."""
    cells = [
        [
            name,
            ", ".join(sizes),
            ", ".join(map(str, stated)),
            ", ".join(f"{p:.2f}" for p in measured[name]),
        ]
        for name, (_, sizes, stated) in rows.items()
    ]
    return Table(["method", "powers of", "stated", "measured"], cells, title=title)


@claim("sfm/table-1", place=PLACE)
def time_of_training(run: Run) -> Evidence:
    """Training time: GAK and LAK O(N²L²), D2KE O(NDL²), SFMEDM and SFMCGK O(NL + dDN).

    For SFMs the bound is far from what is needed, since a vector has at most 2 L of d coordinates
    (erratum S19); d itself is at most 2 NL for ESP. The stated class of SFMEDM thus goes as N², in
    which an ESP that is run once for each string would hide; its own part NL is asked of ESP alone.
    (Until a review it was not.)
    """
    measured = grown(steps, TIME)
    strings = proteins(40, 300)
    V, _ = sfm.characteristic_vectors(strings)
    return Evidence(
        printed=[
            *bounded(measured, TIME),
            at_least([measured["GAK"], measured["LAK"]], 1.8, name="GAK, LAK: no less"),
            at_most([V.nnz, V.shape[1]], 2 * 40 * 300, name="nonzeros of V, and d, against 2 N L"),
        ],
        table=table(measured, TIME, "steps of the reference; ESP is a part of SFMEDM"),
    )


@claim("sfm/table-1-space", place=PLACE)
def space_of_training(run: Run) -> Evidence:
    """Space: GAK, LAK O(N²); D2KE O(N(L+D)); SFMEDM O(NL log NL+ND+d); SFMCGK O(L|Σ|+ND+d).

    It is that of training. Beside the powers there are factors, at larger sizes: N² doubles
    for kernels (the reference lists the pairs, too) and N D doubles for features. These are asked
    of strings of 60 letters, too, and D = 2048. There the matrix of an FM has 6 N D numbers or
    more, and N L² are 1.8 N D. At most 3 N D are to be held: the features, and blocks to work in
    that are no larger than they are twice. (Until a review there was no such size, and an FM in
    the place of an SFM was not seen. That the SFMs hold 2.1 and 2.2, and the FMs 8 and 16, was
    known when 3 was set.)
    """
    measured = grown(peak_bytes, SPACE)
    quadratic = [peak_bytes(SPACE[name][0](500, 4)) / (8 * 500**2) for name in ("GAK", "LAK")]
    linear, longer = (
        [peak_bytes(SPACE[m][0](300, L, D)) / (8 * 300 * D) for m in ("SFMEDM", "SFMCGK")]
        for L, D in ((5, 8192), (60, 2048))
    )
    return Evidence(
        printed=[
            *bounded(measured, SPACE),
            at_most(quadratic, 10.0, name="GAK, LAK: bytes, in N² doubles, N = 500"),
            at_most(linear, 2.0, name="SFMEDM, SFMCGK: bytes, in N D doubles"),
            at_most(longer, 3.0, name="SFMEDM, SFMCGK: the same where d D is far above N D"),
        ],
        table=table(measured, SPACE, "peak bytes of the reference"),
    )


@claim("sfm/table-1-prediction", place=PLACE)
def time_of_prediction(run: Run) -> Evidence:
    """Prediction time: GAK and LAK O(NL²), D2KE O(DL²), SFMEDM and SFMCGK O(L + dD).

    Of the kernel values of one new string with N others, or its features; the rest is an inner
    product. No power of N is measured of D2KE and SFMCGK, whose features of a new string are made
    without the others; of ESP d depends on N, but not what is read of it.
    """
    measured = grown(steps, PREDICTION)
    return Evidence(
        printed=[
            *bounded(measured, PREDICTION),
            at_least(
                [measured[name][0] for name in ("GAK", "LAK")], 0.8, name="GAK, LAK: no less in N"
            ),
        ],
        table=table(measured, PREDICTION, "steps of the reference"),
    )
