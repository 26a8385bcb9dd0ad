"""Section 2: Lipschitz continuity (1), covering numbers, effective dimension."""

from __future__ import annotations

import itertools
import math

import numpy as np

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.lipschitz import lipschitz_constant
from gramcheck.verify.types import Array


def distances(x: Array) -> Array:
    """Of points on a line."""
    return np.abs(np.subtract.outer(x, x))


@claim(
    "d2ke/assumption-2",
    place="Section 2.1, Assumption 2",
    kind="definition",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def one_constant_for_all_pairs(run: Run) -> Evidence:
    """For any x1, x2 there exists some constant L > 0 such that |f(x1) - f(x2)| ≤ L d(x1, x2).

    In this order of words L may depend on the pair, and every f has such constants where d > 0
    between different objects: also f(x) = √x, which is not Lipschitz-continuous. Corrected, as
    Eq. (1) is used: there is an L such that for all x1, x2. One L serves f(x) = x on the points
    1/j² and 0, and none serves √x, whose smallest L grows with the number of points without bound.
    (Until a review the corrected order was judged as if it were printed.)
    """
    sizes = np.array([10, 100, 1000])
    root, line = [], []
    for n in sizes:
        x = np.append(np.arange(1, n + 1) ** -2.0, 0.0)
        D = distances(x)
        root.append(d2ke.lipschitz_constant(np.sqrt(x), D))
        line.append(d2ke.lipschitz_constant(x, D))
    few = np.append(np.arange(1, sizes[0] + 1) ** -2.0, 0.0)
    pairs = list(itertools.combinations(few, 2))
    of_pairs = [d2ke.lipschitz_constant(np.sqrt(p), distances(np.array(p))) for p in pairs]
    return Evidence(
        printed=at_least(
            np.isinf(of_pairs).sum(),
            1,
            name=f"it rules out √x on 1/j², j ≤ {sizes[0]}: pairs of {len(pairs)} without an L",
        ),
        corrected=[
            holds(root, sizes, rtol=1e-9, name="one L for √x on 1/j², j ≤ n, grows as n"),
            holds(line, 1.0, rtol=1e-9, name="one L for f(x) = x"),
        ],
        measured={
            "n": sizes,
            "smallest L of √x": root,
            "smallest L of x": line,
            "largest L of a pair, √x": max(of_pairs),
        },
        note="For a pair L = |f(x1) - f(x2)| / d(x1, x2), or any L > 0 where that is 0.",
    )


@claim("d2ke/eq-1", place="Section 2.1, Eq. (1)", checks=["vectors/lipschitz_constant"])
def lipschitz_inequality(run: Run) -> Evidence:
    """|f(x1) - f(x2)| ≤ L d(x1, x2).

    Computed for the number of letters a in a string, whose L under the Levenshtein distance is 1:
    an edit changes it by one at most, and some do. Also the paper's remark that the inequality
    alone asks nothing: d = ∞ between different objects admits every f with every L > 0, as the L of
    any f falls with 1/d, and then the covering number is the number of objects for every δ.
    """
    strings = spaces.strings("ab", 5)
    D = d2ke.cdist(strings, strings, "levenshtein")
    count = np.array([s.count("a") for s in strings])
    found = lipschitz_constant(count, D)
    reference = d2ke.lipschitz_constant(count.astype(float), D)
    difference = np.abs(np.subtract.outer(count, count))
    scales, apart = np.array([1.0, 1e6, 1e12]), 1 - np.eye(40)
    anything = run.rng().standard_normal(40)
    scaled = [scale * d2ke.lipschitz_constant(anything, scale * apart) for scale in scales]
    return Evidence(
        printed=[
            holds(
                [found.constant, reference], 1.0, name="smallest L, letters a, 63 strings; twice"
            ),
            at_most(difference, 1.0 * D, name="Eq. (1) with L = 1, every pair"),
            holds(
                scaled,
                anything.max() - anything.min(),
                rtol=1e-12,
                name="d L of a random f, different objects d = 1, 1e6, 1e12 apart: its range",
            ),
            equals(
                [d2ke.covering_number(1e12 * apart, delta) for delta in (0.01, 1.0, 1e9)],
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
    checks=["vectors/covering_number"],
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
@erratum("errata/D10", place="Section 2.2, Assumption 3", about=("assumption-3",))
def effective_dimension(run: Run) -> Evidence:
    """Effective dimension: the minimum p > 0 with N(δ) ≤ c δ^(-p), some c > 0, all 0 < δ < 1.

    A finite space admits every p > 0 (take c = |X|), so the minimum does not exist and the
    infimum is 0 (erratum D10). What can be meant, and what the bounds need, is a pair: the
    smallest p for a given c.
    """
    D = spaces.cloud(9, 2, run.rng())
    constants = (2.0, 4.0, 8.0, 9.0)
    smallest = [d2ke.effective_dimension(D, c) for c in constants]
    attained, below = (
        [definitions.covering_constant(D.tolist(), share * p) for p in smallest[:-1]]
        for share in (1, 0.99)
    )
    return Evidence(
        printed=at_least(
            min(smallest), 1e-9, name="smallest p over the constants c: a minimum p > 0 exists"
        ),
        corrected=[
            holds(attained, constants[:-1], name="c = 2, 4, 8: the smallest p needs exactly that"),
            at_least(
                below, np.multiply(constants[:-1], 1 + 1e-6), name="and 0.99 p needs a larger c"
            ),
            holds(smallest[-1], 0.0, name="and it is 0 for c = |X| = 9"),
        ],
        measured={"c": constants, "smallest p for it": smallest},
        note="Proof for any finite space: N(δ) ≤ |X| ≤ |X| δ^(-p) for all δ < 1 and every p > 0.",
    )
