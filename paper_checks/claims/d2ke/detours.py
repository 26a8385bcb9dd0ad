"""Section 3, after Eq. (7): the shortest detour where the triangle inequality fails."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

SLACK = 1e-9  # by which a detour has to be shorter, beyond the rounding of a mean
STEEP = 1e4  # γ near the limit


def objects() -> dict[str, Sequence[Any]]:
    """All series over 0, 1, 2 up to length 4, sets of 0, 1, 2, 3, and binary strings up to 4."""
    return {
        "dtw": spaces.series([0.0, 1.0, 2.0], 4),
        "modified_hausdorff": spaces.subsets([0.0, 1.0, 2.0, 3.0]),
        "levenshtein": spaces.strings("ab", 4),
    }


def shortest(D: Array) -> Array:
    """Least d(x, ω) + d(ω, y) over all ω, for Ω = X and uniform p, by the reference."""
    n = len(D)
    return d2ke.kernel_limit(D[:, None, :] + D[None, :, :], np.full(n, 1 / n))[0]


def shorter(D: Array) -> int:
    """Ordered pairs with a detour that is shorter than their distance."""
    return int((shortest(D) < D - SLACK).sum())


def as_defined(name: str, D: Array, X: Sequence[Any]) -> tuple[Array, Array]:
    """Distances of every seventh object, and their shortest detours by way of these, and wanted."""
    some = list(range(0, len(X), 7))
    few = D[np.ix_(some, some)]
    exact = definitions.cdist([X[i] for i in some], [X[i] for i in some], name)
    p = [1 / len(some)] * len(some)
    detours = [
        [definitions.kernel_limit([a + b for a, b in zip(u, v, strict=True)], p)[0] for v in exact]
        for u in exact
    ]
    got = np.array([few, shortest(few)])
    return got.ravel(), np.array([exact, detours], dtype=float).ravel()


def near_the_limit(D: Array, pair: tuple[int, int]) -> float:
    """The soft distance (7) of a pair, all objects being ω, at a large γ."""
    places = list(range(len(D)))
    x, y = ([i] for i in pair)
    return float(d2ke.soft_distance(x, y, places, STEEP, spaces.between(D)).item())


@claim(
    "d2ke/limit-without-triangle",
    place="Section 3, after Eq. (7)",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def shortest_detours(run: Run) -> Evidence:
    """min_ω d(x, ω) + d(ω, y) equals d(x, y) if X ⊆ Ω: it cannot be smaller (triangle inequality).

    Two of the three distances of the experiments have no triangle inequality. Of all series over
    0, 1, 2 up to length 4, 43 % of the ordered pairs have a detour that is shorter than their
    distance under dynamic time warping, down to a quarter of it. Of the 15 nonempty subsets of four
    points on a line, 29 % of the pairs have one under the modified Hausdorff distance, down to two
    thirds. What the kernel substitutes in the limit is that detour. For the Levenshtein distance, a
    metric, it is d, for all pairs of 31 strings. The sentence names the inequality as given;
    Section 3 speaks of any distance measure, and the experiments take two without it.

    Corrected: if d is a metric; else the minimum is at most d, and may be less. Besides, the limit
    is that of the kernel exp(-γ d); the distance substitution kernel that the experiments compare
    with is exp(-γ d²).
    """
    spaces_of = objects()
    D = {name: np.asarray(d2ke.cdist(X, X, name), dtype=float) for name, X in spaces_of.items()}
    detours = {name: shortest(matrix) for name, matrix in D.items()}
    counts = {name: shorter(matrix) for name, matrix in D.items()}
    defined = [as_defined(name, D[name], X) for name, X in spaces_of.items()]
    dtw, strings = D["dtw"], D["levenshtein"]
    gap = dtw - detours["dtw"]
    farthest = np.unravel_index(int(gap.argmax()), gap.shape)
    pair = int(farthest[0]), int(farthest[1])
    ratios = {
        name: float((matrix[matrix > 0] / detours[name][matrix > 0]).max())
        for name, matrix in D.items()
    }
    return Evidence(
        common=[
            holds(
                np.concatenate([got for got, _ in defined]),
                np.concatenate([wanted for _, wanted in defined]),
                rtol=1e-12,
                name="distances and shortest detours as defined, every seventh object",
            ),
            equals(
                counts["levenshtein"],
                0,
                name=f"Levenshtein, {strings.size} pairs: those with a shorter detour",
            ),
        ],
        printed=[
            equals(counts["dtw"], 0, name=f"DTW, {dtw.size} pairs: those with a shorter detour"),
            equals(
                counts["modified_hausdorff"],
                0,
                name=f"modified Hausdorff, {D['modified_hausdorff'].size} pairs: the same",
            ),
        ],
        corrected=[
            at_most(
                np.concatenate([(detours[name] - D[name]).ravel() for name in D]),
                0.0,
                atol=SLACK,
                name="shortest detour minus d, all pairs of all three",
            ),
            holds(
                near_the_limit(dtw, pair),
                detours["dtw"][pair],
                atol=2 * math.log(len(dtw)) / STEEP,  # one ω of 120 attains it
                name=f"DTW, soft distance at γ = {STEEP:g} of a pair at d = {dtw[pair]:g}",
            ),
            holds(
                -np.log(d2ke.dsk_rbf(strings, 0.1)) / 0.1,
                strings**2,
                name="Levenshtein, -log of DSK_RBF over γ: d², and not d",
            ),
        ],
        table=Table(
            ["distance", "objects", "pairs with a shorter detour, %", "largest d / detour"],
            [
                [name, len(matrix), 100 * counts[name] / matrix.size, ratios[name]]
                for name, matrix in D.items()
            ],
        ),
    )
