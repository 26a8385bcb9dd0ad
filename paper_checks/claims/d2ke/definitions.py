"""Section 2: what a distance is, covering numbers, effective dimension, Eq. (1) and (2)."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.spaces import suite
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.lipschitz import lipschitz_constant

SECTION_2_2 = "Section 2.2"


@claim(
    "d2ke/assumption-1",
    place="Section 2, Assumption 1",
    kind="definition",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def which_distances_are_metrics(run: Run) -> Evidence:
    """Metric: d ≥ 0; d = 0 if and only if x1 = x2; symmetry; the triangle inequality.

    Of the three distances of the paper it holds for one. Appendix C.2 says so of Levenshtein
    (right) and of DTW (not a metric, right). Section 2.2 takes the modified Hausdorff distance for
    one, as Definition 1 asks for; it is none, neither on sets nor on multisets (erratum D2). The
    classical Hausdorff distance, with the largest in the place of the mean, would be one.
    """
    strings, sets = spaces.strings("ab", 4), spaces.subsets([0.0, 0.1, 1.0])
    series = spaces.series([0.0, 1.0], 3)
    edit = spaces.metric(
        d2ke.cdist(strings, strings, "levenshtein"), strings, 0.0, "Levenshtein is a metric"
    )
    D = d2ke.cdist(sets, sets, "modified_hausdorff")
    warped = d2ke.cdist(series, series, "dtw")
    classical = np.array(definitions.cdist(sets, sets, definitions.hausdorff))
    return Evidence(
        printed=[edit, spaces.metric(D, sets, 1e-12, "modified Hausdorff is a metric")],
        corrected=[
            edit,
            spaces.metric(D, sets, 1e-12, "modified Hausdorff is none", wanted=False),
            spaces.metric(warped, series, 1e-12, "DTW is none", wanted=False),
            spaces.metric(classical, sets, 1e-12, "classical Hausdorff is a metric"),
            suite(run, "d2ke/assumption-1"),
        ],
        note="Exhaustive: binary strings up to length 4, series over 0 and 1 up to length 3, the "
        "nonempty subsets of {0, 0.1, 1}.",
    )


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
        root.append(lipschitz_constant(np.sqrt(x), D).constant)
        line.append(lipschitz_constant(x, D).constant)
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


@claim("d2ke/eq-1", place="Section 2.1, Eq. (1)", kind="equation", expected=Verdict.HOLDS)
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
    difference = np.abs(np.subtract.outer(count, count))
    apart = np.where(np.eye(40, dtype=bool), 0.0, 1e12)
    anything = run.rng().standard_normal(40)
    return Evidence(
        printed=[
            holds(found.constant, 1.0, name="smallest L, letters a, 63 strings"),
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
        printed=[
            covers,
            at_most(p_X, printed, name="p_X ≤ L log N(δ; V) at every δ"),
            holds(interval, ball, name="N of [-1, 1] = 1 + 2/δ"),
        ],
        corrected=[
            covers,
            at_most(p_X, d2ke.multiset_effective_dimension(L, p_V), name="p_X ≤ L p_V"),
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
    "d2ke/eq-2",
    place=f"{SECTION_2_2}, Eq. (2)",
    kind="equation",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def modified_hausdorff(run: Run) -> Evidence:
    """Distance: max{(1/N) Σ_{i≤N} min_{j≤M} Δ(u_i, v_j), (1/M) Σ_{j≤M} min_{i≤N} Δ(v_j, u_i)}.

    u has M elements and v has N, so M and N stand in each other's place (erratum D1): the formula
    asks for elements that do not exist as soon as M and N differ. Corrected: (1/M) Σ_{i≤M}
    min_{j≤N} and (1/N) Σ_{j≤N} min_{i≤M}.
    """
    rng, pairs = run.rng(), []
    for _ in range(40):
        M, N = rng.integers(1, 6, size=2)
        pairs.append((rng.random((M, 2)), rng.random((N, 2))))
    undefined = [(len(u), len(v)) for u, v in pairs if not _printed_form_exists(u, v)]
    unequal = sum(len(u) != len(v) for u, v in pairs)
    got = [d2ke.modified_hausdorff(u, v) for u, v in pairs]
    wanted = [definitions.modified_hausdorff(u, v) for u, v in pairs]
    same = [
        (definitions.modified_hausdorff_as_printed(u, v), d)
        for (u, v), d in zip(pairs, got, strict=True)
        if len(u) == len(v)
    ]
    return Evidence(
        printed=is_true(
            not undefined,
            f"undefined for {len(undefined)} of {len(pairs)} random pairs of sets, first for "
            f"M, N = {undefined[0]}"
            if undefined
            else "defined for every pair",
            name="Eq. (2) to the letter is defined",
        ),
        corrected=[
            equals(len(undefined), unequal, name="pairs where it is undefined: those with M ≠ N"),
            holds(got, wanted, rtol=1e-12, name="corrected form, 40 random pairs"),
            holds(*np.transpose(same), rtol=1e-12, name="the printed form agrees where M = N"),
            suite(run, "d2ke/eq-2"),
        ],
    )


def _printed_form_exists(u, v) -> bool:
    try:
        definitions.modified_hausdorff_as_printed(u, v)
    except IndexError:
        return False
    return True
