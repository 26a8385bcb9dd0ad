"""Section 2: Lipschitz continuity (1), covering numbers, effective dimension."""

from __future__ import annotations

import itertools
import math

import numpy as np

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.lipschitz import lipschitz_constant


@claim(
    "d2ke/assumption-2",
    place="Section 2.1, Assumption 2",
    kind="definition",
    expected=Verdict.HOLDS,
)
def one_constant_for_all_pairs(run: Run) -> Evidence:
    """For any x1, x2 there exists some constant L > 0 such that |f(x1) - f(x2)| ≤ L d(x1, x2).

    Read as “there is an L such that for all x1, x2”, as Eq. (1) is used: one L serves f(x) = x on
    the points 1/j² and 0, and none serves f(x) = √x, whose smallest L grows with the number of
    points without bound.
    """
    sizes = np.array([10, 100, 1000])
    root, line = [], []
    for n in sizes:
        x = np.append(np.arange(1, n + 1) ** -2.0, 0.0)
        D = np.abs(np.subtract.outer(x, x))
        root.append(d2ke.lipschitz_constant(np.sqrt(x), D))
        line.append(d2ke.lipschitz_constant(x, D))
    return Evidence(
        printed=[
            holds(root, sizes, rtol=1e-9, name="one L for √x on 1/j², j ≤ n, grows as n"),
            holds(line, 1.0, rtol=1e-9, name="one L for f(x) = x"),
        ],
        measured={"n": sizes, "smallest L of √x": root, "smallest L of x": line},
        note="In the printed order of words L may depend on the pair. Then, by definition, every f "
        "satisfies it where d > 0 between different objects: L = |f(x1) - f(x2)| / d(x1, x2), or "
        "any L > 0 where that is 0. That reading asks nothing, so it is not computed.",
    )


@claim(
    "d2ke/eq-1",
    place="Section 2.1, Eq. (1)",
    kind="equation",
    expected=Verdict.HOLDS,
    checks=["d2ke/vectors/lipschitz_constant"],
)
def lipschitz_inequality(run: Run) -> Evidence:
    """|f(x1) - f(x2)| ≤ L d(x1, x2).

    Computed for the number of letters a in a string, whose L under the Levenshtein distance is 1:
    an edit changes it by one at most, and some do. Also the paper's remark that the inequality
    alone asks nothing: d = ∞ between different objects admits every f with every L > 0, and then
    the covering number is the number of objects for every δ.
    """
    strings = spaces.strings("ab", 5)
    D = d2ke.cdist(strings, strings, "levenshtein")
    count = np.array([s.count("a") for s in strings])
    found = lipschitz_constant(count, D)
    reference = d2ke.lipschitz_constant(count.astype(float), D)
    difference = np.abs(np.subtract.outer(count, count))
    apart = np.where(np.eye(40, dtype=bool), 0.0, 1e12)
    anything = run.rng().standard_normal(40)
    return Evidence(
        printed=[
            holds(
                [found.constant, reference], 1.0, name="smallest L, letters a, 63 strings; twice"
            ),
            at_most(difference, found.constant * D, name="Eq. (1) with that L, every pair"),
            at_most(
                lipschitz_constant(anything, apart).constant,
                1e-10,
                name="L of a random f when different objects are 1e12 apart",
            ),
            equals(
                [d2ke.covering_number(apart, delta) for delta in (0.01, 1.0, 1e9)],
                [40, 40, 40],
                name="covering number then, 40 objects, δ = 0.01, 1, 1e9",
            ),
        ],
        measured={"a pair that attains L": [strings[i] for i in found.pair]},
    )


@claim(
    "d2ke/definition-1",
    place="Section 2.1, Definition 1",
    kind="definition",
    expected=Verdict.HOLDS,
    checks=["d2ke/vectors/covering_number"],
)
def covering_numbers(run: Run) -> Evidence:
    """N(δ; X, d) is the size of the smallest set E with every x within δ of some member of E.

    The search of the reference against trying all sets of centers, on random metric spaces and at
    every δ where the number can change; and n points on a line, where N = ⌈n / (2δ + 1)⌉ for
    integer δ. Centers lie in X.
    """
    rng, got, wanted = run.rng(), [], []
    for _ in range(30 if run.scale == "full" else 6):
        D = spaces.cloud(8, 3, rng)
        for delta in np.unique(D):
            got.append(d2ke.covering_number(D, delta))
            wanted.append(definitions.covering_number(D.tolist(), delta))
    line = [d2ke.covering_number(spaces.path(20), delta) for delta in range(6)]
    return Evidence(
        printed=[
            equals(got, wanted, name="smallest cover against all sets of centers"),
            equals(
                line,
                [math.ceil(20 / (2 * delta + 1)) for delta in range(6)],
                name="20 points on a line, δ = 0, ..., 5",
            ),
        ],
        measured={"covers compared": len(got)},
    )


@claim(
    "d2ke/assumption-3",
    place="Section 2.2, Assumption 3",
    kind="definition",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def effective_dimension(run: Run) -> Evidence:
    """Effective dimension: the minimum p > 0 with N(δ) ≤ c δ^(-p), some c > 0, all 0 < δ < 1.

    A finite space admits every p > 0 (take c = |X|), so the minimum does not exist and the
    infimum is 0 (erratum D10). What can be meant, and what the bounds need, is a pair: the
    smallest p for a given c.
    """
    D = spaces.cloud(9, 2, run.rng())
    constants = (2.0, 4.0, 8.0, 9.0)
    smallest = [d2ke.effective_dimension(D, c) for c in constants]
    c, p = constants[0], smallest[0]
    attained = definitions.covering_constant(D.tolist(), p)
    below = definitions.covering_constant(D.tolist(), 0.99 * p)
    return Evidence(
        printed=at_least(
            min(smallest), 1e-9, name="smallest p over the constants c: a minimum p > 0 exists"
        ),
        corrected=[
            holds(attained, c, name="given c = 2: the smallest p needs exactly that c"),
            at_least(below, c * (1 + 1e-6), name="and 0.99 p needs more"),
        ],
        measured={"c": constants, "smallest p for it": smallest},
        note="Proof for any finite space: N(δ) ≤ |X| ≤ |X| δ^(-p) for all δ < 1 and every p > 0.",
    )


@claim(
    "errata/D10",
    place="Section 2.2, Assumption 3",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def no_minimum(run: Run) -> Evidence:
    """The effective dimension is the minimum p > 0 with N(δ) ≤ c (1/δ)^p for some c > 0.

    A finite space admits every p > 0, with c = |X|, so there is no minimum; the infimum is 0 and
    not attained. Bounds must be given a pair (p, c), as here, or speak of an infimum.
    """
    D = spaces.path(6) / 8
    given = [(c, d2ke.effective_dimension(D, c)) for c in (1.0, 2.0, 4.0, 6.0)]
    return Evidence(
        printed=at_least(
            min(p for _, p in given),
            1e-9,
            name="smallest p over c = 1, 2, 4, 6: a minimum p > 0 exists, six points",
        ),
        corrected=[
            holds(
                [definitions.covering_constant(D.tolist(), p) for c, p in given if p > 0],
                [c for c, p in given if p > 0],
                name="given c, the smallest p needs exactly c",
            ),
            holds(given[-1][1], 0.0, name="and it is 0 for c = |X|"),
        ],
        table=Table(["c", "smallest p"], [list(row) for row in given], title="Six points"),
    )


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
    deltas = np.unique(D_X)
    of_V = [d2ke.covering_number(D_V, delta) for delta in deltas]
    of_X = [d2ke.covering_number(D_X, delta) for delta in deltas]
    covers = at_most(
        of_X, [d2ke.multiset_covering_bound(n, L) for n in of_V], name="N(δ; X) ≤ N(δ; V)^L"
    )
    p_V, p_X = d2ke.effective_dimension(D_V, c), d2ke.effective_dimension(D_X, c**L)
    printed = min(d2ke.multiset_effective_dimension(L, n, form="printed") for n in of_V)
    radii = np.array([0.1, 0.25, 0.5, 1.0])
    interval = np.array([definitions.interval_covering_number(r) for r in radii])
    ball = np.array([d2ke.ball_covering_bound(r, 1) for r in radii])
    return Evidence(
        common=[
            covers,
            spaces.as_defined("multiset_covering_bound", (3, 2), (1, 5), (4, 3)),
            spaces.as_defined("ball_covering_bound", (0.1, 1), (0.5, 3), (1.0, 7)),
        ],
        printed=[
            at_most(p_X, printed, name="p_X ≤ L log N(δ; V) at every δ"),
            holds(interval, ball, name="N of [-1, 1] = 1 + 2/δ"),
        ],
        corrected=[
            at_most(p_X, L * p_V, name="p_X ≤ L p_V"),
            spaces.as_defined("multiset_effective_dimension", (2, 0.4), (3, 2.5)),
            at_most(interval, ball, name="N of [-1, 1] ≤ 1 + 2/δ"),
        ],
        measured={"p_X with c^L": p_X, "p_V with c": p_V, "smallest L log N(δ; V)": printed},
        table=Table(
            ["δ", "N of [-1, 1]", "1 + 2/δ"],
            [list(row) for row in zip(radii, interval, ball, strict=True)],
            title="Unit ball of R^1",
        ),
        note=f"{len(objects)} multisets of at most {L} of {len(ground)} points; c = {c}.",
    )


@claim(
    "errata/D8",
    place="Section 2.2, Multiset with Hausdorff Distance",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
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


@claim(
    "errata/D9",
    place="Section 2.2, Multiset with Hausdorff Distance",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
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
    simplex = [_share_of_the_bound(n) for n in (2, 4, 8)]
    limits = [math.log(n * (n + 1) / 2) / (2 * math.log(n)) for n in (2, 4, 8)]
    return Evidence(
        common=[
            spaces.as_defined(
                "multiset_effective_dimension", (2, 1), (2, 2), (3, 5), form="printed"
            ),
            spaces.as_defined("multiset_effective_dimension", (2, 1.0), (3, 2.5), (5, 0.7)),
        ],
        printed=at_most(p_X, printed, name="p_X ≤ L log N(δ; V), δ = 0.1, 0.3, 0.5"),
        corrected=[
            at_most(p_X, L * p_V, name="p_X ≤ L p_V"),
            holds(p_V, 1.0, name="p_V, from N = 2 up to δ = 1/2"),
            at_most(simplex, 1.0, name="p_X / (L p_V), n equally distant points, n = 2, 4, 8"),
            holds(
                simplex,
                limits,
                rtol=0.01,
                name="which is log(n(n + 1)/2) / (2 log n), and tends to 1 with n",
            ),
        ],
        measured={"p_X": p_X, "p_V": p_V, "L log N(δ; V)": printed, "p_X / (L p_V)": simplex},
    )


def _share_of_the_bound(n: int, distance: float = 1e-60) -> float:
    """p_X / (L p_V) for the multisets of at most L = 2 of n points with equal distances, c = 1."""
    points = distance / math.sqrt(2) * np.eye(n)
    pairs = itertools.combinations(range(n), 2)
    X = [points[[i]] for i in range(n)] + [points[list(pair)] for pair in pairs]
    D_V = d2ke.cdist([points[[i]] for i in range(n)], X[:n], "modified_hausdorff")
    D_X = d2ke.cdist(X, X, "modified_hausdorff")
    return d2ke.effective_dimension(D_X, 1.0) / (2 * d2ke.effective_dimension(D_V, 1.0))
