"""Section I, Table I: time and space of training, and time of a prediction, of five methods.

The table's classes are upper bounds. The reference's steps are counted, and its peak of memory
measured, at some sizes N, L and D and at three times each: the power with which a cost goes may not
be above the stated one. Lower terms of a sum make powers smaller, and a term of the reference that
is not in the class may add `SLACK`. GAK and LAK are said to be quadratic, which is asked both ways.
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


def new_by_esp(N: int, L: int, D: int) -> Call:
    """Features of one new string, with the vocabulary of N others."""
    new, strings = proteins(1, L), proteins(N, L)
    vocabulary = sfm.fit_vocabulary([strings])
    arrays = sfm.sample_hash(sfm.transform(new, vocabulary)[0].shape[1], np.random.default_rng(0))
    return lambda: sfm.sfm(sfm.transform(new, vocabulary)[0], D, 1.0, *arrays)


def new_by_cgk(N: int, L: int, D: int) -> Call:
    """Features of one new string; the others do not matter."""
    new = proteins(1, L)
    arrays = sfm.sample_hash(3 * L * (len(AMINO_ACIDS) + 1), np.random.default_rng(0))

    def call() -> Any:
        codes = sfm.cgk_embed(new, np.random.default_rng(0), 3 * L, AMINO_ACIDS)
        return sfm.sfm(sfm.cgk_vectors(codes, len(AMINO_ACIDS)), D, 1.0, *arrays)

    return call


# work, sizes (N, L[, D]), and the powers of these in the stated class, where d grows as N L for ESP
# and as L |Σ| for CGK
Row = tuple[Callable[..., Call], Sequence[int], Sequence[int]]
TIME: dict[str, Row] = {
    "GAK": (gak, (8, 30), (2, 2)),
    "LAK": (lak, (8, 30), (2, 2)),
    "D2KE": (d2ke_features, (8, 40, 20), (1, 2, 1)),
    "SFMEDM": (sfmedm, (20, 50, 256), (2, 1, 1)),
    "SFMCGK": (sfmcgk, (20, 30, 256), (1, 1, 1)),
}
SPACE: dict[str, Row] = {
    "GAK": (gak, (200, 4), (2, 0)),
    "LAK": (lak, (200, 4), (2, 0)),
    "D2KE": (d2ke_features, (40, 10, 2000), (1, 1, 1)),
    "SFMEDM": (sfmedm, (60, 5, 8192), (1, 1, 1)),
    "SFMCGK": (sfmcgk, (60, 5, 8192), (1, 1, 1)),
}
PREDICTION: dict[str, Row] = {
    "GAK": (new_against("GAK"), (20, 30), (1, 2)),
    "LAK": (new_against("LAK"), (20, 30), (1, 2)),
    "D2KE": (lambda N, L, D: d2ke_features(1, L, D), (20, 40, 50), (0, 2, 1)),
    "SFMEDM": (new_by_esp, (20, 60, 256), (1, 1, 1)),
    "SFMCGK": (new_by_cgk, (20, 60, 256), (0, 1, 1)),
}


def grown(cost: Callable[[Call], int], rows: Mapping[str, Row]) -> dict[str, list[float]]:
    """Powers of N, L and D in the cost of each method."""
    for prepare, sizes, _ in rows.values():
        prepare(*sizes)()  # the first call imports and allocates what later ones do not
    return {name: powers(cost, prepare, sizes) for name, (prepare, sizes, _) in rows.items()}


def bounded(measured: Mapping[str, list[float]], rows: Mapping[str, Row]) -> list[Finding]:
    """The powers against those of the stated classes."""
    return [
        at_most(measured[name], rows[name][2], atol=SLACK, name=f"{name}: powers of N, L, D")
        for name in rows
    ]


def table(measured: Mapping[str, list[float]], rows: Mapping[str, Row], title: str) -> Table:
    """Stated and measured powers side by side."""
    cells = [
        [name, ", ".join(map(str, rows[name][2])), ", ".join(f"{p:.2f}" for p in measured[name])]
        for name in rows
    ]
    return Table(["method", "powers of N, L, D stated", "measured"], cells, title=title)


@claim("sfm/table-1", place=PLACE)
def time_of_training(run: Run) -> Evidence:
    """Training time: GAK and LAK O(N²L²), D2KE O(NDL²), SFMEDM and SFMCGK O(NL + dDN).

    For SFMs the bound is far from what is needed, since a vector has at most 2 L of d coordinates
    (erratum S19); d itself is at most 2 NL for ESP.
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
        table=table(measured, TIME, "steps of the reference; GAK and LAK have no D"),
    )


@claim("sfm/table-1-space", place=PLACE)
def space_of_training(run: Run) -> Evidence:
    """Space: GAK, LAK O(N²); D2KE O(N(L+D)); SFMEDM O(NL log NL+ND+d); SFMCGK O(L|Σ|+ND+d).

    It is that of training. Beside the powers there are factors, at larger sizes: N² doubles
    for kernels (the reference lists the pairs, too) and N D doubles for features.
    """
    measured = grown(peak_bytes, SPACE)
    quadratic = [peak_bytes(SPACE[name][0](500, 4)) / (8 * 500**2) for name in ("GAK", "LAK")]
    linear = [
        peak_bytes(SPACE[m][0](300, 5, 8192)) / (8 * 300 * 8192) for m in ("SFMEDM", "SFMCGK")
    ]
    return Evidence(
        printed=[
            *bounded(measured, SPACE),
            at_most(quadratic, 10.0, name="GAK, LAK: bytes, in N² doubles, N = 500"),
            at_most(linear, 2.0, name="SFMEDM, SFMCGK: bytes, in N D doubles"),
        ],
        table=table(measured, SPACE, "peak bytes of the reference; GAK and LAK have no D"),
    )


@claim("sfm/table-1-prediction", place=PLACE)
def time_of_prediction(run: Run) -> Evidence:
    """Prediction time: GAK and LAK O(NL²), D2KE O(DL²), SFMEDM and SFMCGK O(L + dD).

    Of the kernel values of one new string with N others, or its features; the rest is an inner
    product. Features of CGK and D2KE do not depend on N; of ESP d does, but not what is read of it.
    """
    measured = grown(steps, PREDICTION)
    return Evidence(
        printed=[
            *bounded(measured, PREDICTION),
            at_least(
                [measured[name][0] for name in ("GAK", "LAK")], 0.8, name="GAK, LAK: no less in N"
            ),
        ],
        table=table(measured, PREDICTION, "steps of the reference; GAK and LAK have no D"),
    )
