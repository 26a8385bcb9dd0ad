"""Section 2.2: the example of multisets, their covering numbers and dimension."""

from __future__ import annotations

import itertools
import math

import numpy as np

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions


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
    other and near in the unit of δ, p_X / p_V tends to log(n(n + 1)/2) / log n, and that to L = 2.
    """
    L, V = 2, [0.0, 0.5]
    X, elements = spaces.multisets(V, L), [np.array([v]) for v in V]
    D_V = d2ke.cdist(elements, elements, "modified_hausdorff")
    D_X = d2ke.cdist(X, X, "modified_hausdorff")
    p_V, p_X = d2ke.effective_dimension(D_V, 1.0), d2ke.effective_dimension(D_X, 1.0)
    deltas = (0.1, 0.3, 0.5)
    printed = [
        d2ke.multiset_effective_dimension(L, d2ke.covering_number(D_V, d), form="printed")
        for d in deltas
    ]
    cases = list(itertools.product((2, 4, 8), (1.0, 1.5)))
    simplex = [_share_of_the_bound(n, c) for n, c in cases]
    limits = [math.log(n * (n + 1) / 2 / c**2) / (2 * math.log(n / c)) for n, c in cases]
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
                [p_X / (L * p_V), *simplex],
                1.0,
                name="p_X / (L p_V), and of n = 2, 4, 8 equally distant points, c = 1 and 1.5",
            ),
            holds(
                simplex,
                limits,
                rtol=0.01,
                name="which is log(n(n + 1)/2c²) / (2 log(n/c)), and tends to 1 with n",
            ),
        ],
        measured={"p_X": p_X, "p_V": p_V, "L log N(δ; V)": printed, "p_X / (L p_V)": simplex},
    )


def _share_of_the_bound(n: int, c: float) -> float:
    """p_X / (L p_V) for the multisets of at most L = 2 of n points with equal distances.

    The constant is c for the points, and c² for the multisets.
    """
    points = 1e-60 / math.sqrt(2) * np.eye(n)
    pairs = itertools.combinations(range(n), 2)
    X = [points[[i]] for i in range(n)] + [points[list(pair)] for pair in pairs]
    D_V = d2ke.cdist([points[[i]] for i in range(n)], X[:n], "modified_hausdorff")
    D_X = d2ke.cdist(X, X, "modified_hausdorff")
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
    The third is an upper bound, not an equality (erratum D8).
    """
    ground, L, c = [0.0, 0.05, 0.1, 0.2, 0.3], 2, 1.5
    elements, objects = [np.array([v]) for v in ground], spaces.multisets(ground, L)
    D_V = d2ke.cdist(elements, elements, "modified_hausdorff")
    D_X = d2ke.cdist(objects, objects, "modified_hausdorff")
    of_V = [d2ke.covering_number(D_V, delta) for delta in np.unique(D_X)]
    of_X = [d2ke.covering_number(D_X, delta) for delta in np.unique(D_X)]
    p_V, p_X = d2ke.effective_dimension(D_V, c), d2ke.effective_dimension(D_X, c**L)
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
        corrected=[
            *ball.corrected,
            *dimension.corrected,
        ],
        measured={"p_X with c^L": p_X, "p_V with c": p_V} | dict(dimension.measured),
        table=ball.table,
        note=f"{len(objects)} multisets of at most {L} of {len(ground)} points; c = {c}.",
    )
