"""Section 2.2: the example of multisets, their covering numbers and dimension."""

from __future__ import annotations

import itertools
import math

import numpy as np

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

FIVE = (0.0, 0.05, 0.1, 0.2, 0.3)  # points of a line


@erratum(
    "errata/D8", place="Section 2.2, Multiset with Hausdorff Distance", about=("multiset-example",)
)
def ball_covering_number(run: Run) -> Evidence:
    """The unit ball of R^p has the covering number N(δ) = (1 + 2/δ)^p.

    An upper bound, not an equality: for p = 1, δ = 1 the center covers [-1, 1], and the formula
    gives 3. In one dimension N(δ) = ⌈1/δ⌉.
    """
    deltas = np.array([0.05, 0.125, 0.3, 0.5, 1.0])
    exact = np.array([definitions.interval_covering_number(d) for d in deltas])
    bound = np.array([d2ke.ball_covering_bound(d, 1) for d in deltas])
    on_grid = [d2ke.covering_number(spaces.path(81) / 40, d) for d in deltas[1:]]
    return Evidence(
        common=spaces.as_defined("ball_covering_bound", (0.1, 1), (0.5, 3), (1.0, 7)),
        printed=holds(exact, bound, name="N(δ) of [-1, 1] = 1 + 2/δ"),
        corrected=[
            at_most(exact, bound, name="N(δ) ≤ 1 + 2/δ"),
            equals(on_grid, exact[1:], name="81 points of [-1, 1], from δ = 0.125 on: ⌈1/δ⌉"),
        ],
        table=Table(["δ", "N(δ)", "1 + 2/δ"], np.column_stack([deltas, exact, bound]).tolist()),
    )


@erratum(
    "errata/D9", place="Section 2.2, Multiset with Hausdorff Distance", about=("multiset-example",)
)
def dimension_of_multisets(run: Run) -> Evidence:
    """p_X ≤ L log N(δ; V, Δ) for sets of at most L elements of V.

    The right side depends on δ, and is 0 where one center covers V. Corrected: p_X ≤ L p_V, with
    c^L for the constant. (N(δ; X) ≤ N(δ; V)^L itself is right.) Two points at distance 1/2 have
    p_V = 1 for c = 1. The factor L cannot be smaller: for n points, all equally far from each
    other and near in the unit of δ, p_X / p_V tends to log(n(n + 1)/2c²) / log(n/c), and that with
    n to L = 2.
    """
    L, V = 2, [[0.0], [0.5]]
    D_V, D_X = _distances(np.array(V))
    p_V, p_X = d2ke.effective_dimension(D_V, 1.0), d2ke.effective_dimension(D_X, 1.0)
    deltas = (0.1, 0.3, 0.5)
    printed = [
        d2ke.multiset_effective_dimension(L, d2ke.covering_number(D_V, d), form="printed")
        for d in deltas
    ]
    cases = list(itertools.product((2, 4, 8), (1.0, 1.5)))
    simplex = [_share_of_the_bound(1e-60 / math.sqrt(2) * np.eye(n), c) for n, c in cases]
    limits = [math.log(n * (n + 1) / 2 / c**2) / (2 * math.log(n / c)) for n, c in cases]
    five = _share_of_the_bound(np.array(FIVE)[:, None], 1.5)
    return Evidence(
        common=[
            spaces.as_defined(
                "multiset_effective_dimension", (2, 1), (2, 2), (3, 5), form="printed"
            ),
            spaces.as_defined("multiset_effective_dimension", (2, 1.0), (3, 2.5), (5, 0.7)),
        ],
        printed=at_most(p_X, printed, name="p_X ≤ L log N(δ; V), δ = 0.1, 0.3, 0.5"),
        corrected=[
            holds(p_V, 1.0, name="p_V, from N = 2 up to δ = 1/2"),
            at_most(
                [p_X / (L * p_V), five, *simplex],
                1.0,
                name="p_X / (L p_V) of two points, of five, and of 2, 4, 8 equally distant ones",
            ),
            holds(
                simplex,
                limits,
                rtol=0.01,
                name="which is log(n(n + 1)/2c²) / (2 log(n/c)) of n equally distant ones",
            ),
        ],
        measured={
            "p_X": p_X,
            "p_V": p_V,
            "L log N(δ; V)": printed,
            "p_X / (L p_V), n equally distant points": simplex,
            "p_X / (L p_V), five points, c = 1.5": five,
        },
    )


def _distances(points: Array) -> tuple[Array, Array]:
    """Of the points, and of the multisets of at most two of them."""
    elements = [points[[i]] for i in range(len(points))]
    pairs = itertools.combinations_with_replacement(range(len(points)), 2)
    X = elements + [points[list(pair)] for pair in pairs]
    D_V, D_X = (d2ke.cdist(Z, Z, "modified_hausdorff").astype(float) for Z in (elements, X))
    return D_V, D_X


def _share_of_the_bound(points: Array, c: float) -> float:
    """p_X / (L p_V) for multisets of at most L = 2 points: the constant is c for these, else c²."""
    D_V, D_X = _distances(points)
    return d2ke.effective_dimension(D_X, c**2) / (2 * d2ke.effective_dimension(D_V, c))


@claim(
    "d2ke/multiset-example",
    place="Section 2.2, Multiset with Hausdorff Distance",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def multisets(run: Run) -> Evidence:
    """N(δ; X) ≤ N(δ; V)^L, so p_X ≤ L log N(δ; V); the unit ball of R^p has N = (1 + 2/δ)^p.

    Of the three the first holds. The second has a δ on one side only, and says that a space is of
    dimension 0 when δ is so large that N(δ; V) = 1; it should read p_X ≤ L p_V (erratum D9).
    The third is an upper bound, not an equality (erratum D8). What the paper concludes of the ball,
    p_X ≤ L p, is right: its dimension is at most p, by that upper bound, and p_X ≤ L p_V.
    """
    L, (D_V, D_X) = 2, _distances(np.array(FIVE)[:, None])
    of_V = [d2ke.covering_number(D_V, delta) for delta in np.unique(D_X)]
    of_X = [d2ke.covering_number(D_X, delta) for delta in np.unique(D_X)]
    ball, dimension = ball_covering_number(run), dimension_of_multisets(run)
    bounds = [d2ke.multiset_covering_bound(n, L) for n in of_V]
    return Evidence(
        common=[
            at_most(of_X, bounds, name="N(δ; X) ≤ N(δ; V)^L"),
            spaces.as_defined("multiset_covering_bound", (3, 2), (1, 5), (4, 3)),
            *ball.common,
            *dimension.common,
        ],
        printed=[*ball.printed, *dimension.printed],
        corrected=[*ball.corrected, *dimension.corrected],
        measured=dimension.measured,
        table=ball.table,
        note=f"N(δ; X) of {len(D_X)} multisets of at most {L} of {len(D_V)} points.",
    )
