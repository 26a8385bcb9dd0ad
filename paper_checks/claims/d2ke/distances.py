"""Sections 2 and 2.2: which distances are metrics, the modified Hausdorff distance (2)."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.analysis import constant_without_a_metric
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify import axioms
from gramcheck.verify.definitions import d2ke as definitions

SECTION_2_2 = "Section 2.2"


@claim(
    "d2ke/assumption-1",
    place="Section 2, Assumption 1",
    kind="definition",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
@erratum("errata/D2", place="Section 2, Assumption 1", about=("assumption-1", "eq-2"))
def which_distances_are_metrics(run: Run) -> Evidence:
    """Metric: d ≥ 0; d = 0 if and only if x1 = x2; symmetry; the triangle inequality.

    Of the three distances of the paper it holds for one. Appendix C.2 says so of Levenshtein
    (right) and of DTW (not a metric, right). Section 2.2 takes the modified Hausdorff distance for
    one, as Definition 1 and Propositions 1 and 2 ask for; it is none (erratum D2), neither on sets
    (triangle inequality: {0, 1}, {0, 0.1, 1}, {0}) nor on multisets ({0, 1} and {0, 0, 1} are at
    distance 0, but not equally far from {0}, so that features differ at distance 0). The classical
    Hausdorff distance, with the largest in the place of the mean, is one on sets. On multisets it
    is 0 for {0, 1} and {0, 0, 1} as well, but these are equally far from everything, so that their
    features agree. (Until a review nothing was said of it on multisets.)
    """
    A, B, C = np.array([0.0, 1.0]), np.array([0.0, 0.1, 1.0]), np.array([0.0])
    twice, d = np.array([0.0, 0.0, 1.0]), d2ke.modified_hausdorff
    constant = constant_without_a_metric("modified_hausdorff")[0]
    strings, sets = spaces.strings("ab", 4), spaces.subsets([0.0, 0.1, 1.0])
    series = spaces.series([0.0, 1.0], 3)
    edit = spaces.metric(
        d2ke.cdist(strings, strings, "levenshtein"), strings, 0.0, "Levenshtein is a metric"
    )
    D = d2ke.cdist(sets, sets, "modified_hausdorff")
    warped = d2ke.cdist(series, series, "dtw")
    classical = np.array(definitions.cdist(sets, sets, definitions.hausdorff))
    bags = spaces.multisets([0.0, 0.1, 1.0], 3)
    of_bags = np.array(definitions.cdist(bags, bags, definitions.hausdorff))
    x, y = np.transpose(axioms.indiscernible_pairs(of_bags) or [(0, 0)])
    return Evidence(
        common=edit,
        printed=[
            spaces.metric(D, sets, 1e-12, "modified Hausdorff is a metric"),
            at_most(d(A, C), d(A, B) + d(B, C), name="d(A, C) ≤ d(A, B) + d(B, C)"),
            at_least(d(A, twice), 1e-9, name="d({0, 1}, {0, 0, 1}) > 0"),
            at_most(constant, 1.0, name="Lipschitz constant of a feature with γ = 1"),
        ],
        corrected=[
            spaces.metric(D, sets, 1e-12, "modified Hausdorff is none", wanted=False),
            spaces.metric(warped, series, 1e-12, "DTW is none", wanted=False),
            spaces.metric(classical, sets, 1e-12, "classical Hausdorff is a metric on sets"),
            equals(
                [violation.axiom for violation in axioms.violations(of_bags, 1e-12)],
                ["different points apart"],
                name="on multisets only this axiom fails",
            ),
            holds(of_bags[x], of_bags[y], name="multisets at distance 0 are equally far from all"),
            holds(
                [d(A, B), d(B, C), d(A, C), d(twice, C)],
                [1 / 30, 11 / 30, 1 / 2, 1 / 3],
                name="modified: d(A, B), d(B, C), d(A, C), and {0, 0, 1} to {0}",
            ),
        ],
        note="Exhaustive: binary strings up to length 4, series over 0 and 1 up to length 3, the "
        "nonempty subsets of {0, 0.1, 1}, the multisets of at most three of these.",
    )


@claim(
    "d2ke/distances",
    place="Section 5, Distance Measures",
    kind="definition",
    checks=["levenshtein", "dtw", "cdist", "vectors/levenshtein", "vectors/dtw", "vectors/cdist"],
)
def distances_of_the_experiments(run: Run) -> Evidence:
    """Dynamic time warping for time series, the Levenshtein distance for strings.

    Against the recursions of their definitions; and against what the words say: fewest edits by
    breadth-first search, the cheapest of all warping paths by enumeration. Two series with a step
    after 5 and after 35 of 40 points are at distance 0 only if no window bounds the path. (Until a
    review no series had more than four points.)
    """
    rng = run.rng()
    strings = d2ke.random_strings(12, "abc", (0, 6), rng)
    series = d2ke.random_series(8, 2, 1.0, (1, 4), rng)
    fewest = [[definitions.levenshtein_by_edits(x, y) for y in strings] for x in strings]
    cheapest = [[definitions.dtw_by_enumeration(x, y) for y in series] for x in series]
    long = [*d2ke.random_strings(6, "abcd", (60, 130), rng), "", "a" * 64]
    early, late = (np.repeat(np.eye(2), counts, axis=0) for counts in ((5, 35), (35, 5)))
    long_series = [*d2ke.random_series(4, 2, 1.0, (1, 60), rng), early, late]
    return Evidence(
        printed=[
            equals(d2ke.cdist(strings, strings, "levenshtein"), fewest, name="fewest edits"),
            holds(
                d2ke.cdist(series, series, "dtw"),
                cheapest,
                rtol=1e-12,
                atol=1e-14,
                name="cheapest path, Euclidean local costs, no window",
            ),
            equals(
                d2ke.cdist(long, long, "levenshtein"),
                definitions.cdist(long, long, "levenshtein"),
                name="strings of up to 130 letters against the recursion",
            ),
            holds(
                d2ke.cdist(long_series, long_series, "dtw"),
                definitions.cdist(long_series, long_series, "dtw"),
                rtol=1e-12,
                atol=1e-12,
                name="series of up to 60 points, two with a step, against the recursion",
            ),
        ]
    )


@erratum("errata/D3", place="Section 4; Appendix C.1", about=("assumption-1", "distances"))
def time_warping_is_no_metric(run: Run) -> Evidence:
    """Propositions 1 and 2 and Claim 1 stand behind the experiments with DTW.

    They need a metric; DTW is none, as appendix C.2 says itself. (0, 1) and (0, 1, 1) are at
    distance 0 and at 1 and 2 from (0), so no Lipschitz constant exists. What remains true
    without a metric: the kernel is positive semidefinite, and one pair's k̃_R is concentrated.
    """
    a, b, o = np.array([0.0, 1.0]), np.array([0.0, 1.0, 1.0]), np.array([0.0])
    constant, change = constant_without_a_metric("dtw")
    series = spaces.series([0.0, 1.0], 3)
    K = d2ke.kernel(series, series, series, 0.7, "dtw")
    phi = d2ke.feature_map([a, b], series, 0.7, "dtw")[:, :4] * math.sqrt(len(series))
    p = [0.25] * 4
    R, t = 30, 0.2
    tail = definitions.tail_probability_by_counts((phi[0] * phi[1]).tolist(), p, R, t)
    hoeffding = 2 * math.exp(-2 * R * t**2)
    return Evidence(
        printed=[
            at_most(constant, 1.0, name="Lipschitz constant of a feature with γ = 1"),
            at_most(d2ke.dtw(b, o), d2ke.dtw(b, a) + d2ke.dtw(a, o), name="triangle inequality"),
        ],
        corrected=[
            at_least(
                np.linalg.eigvalsh(K).min(),
                0.0,
                atol=1e-12,
                name="smallest eigenvalue of the kernel, 14 series",
            ),
            at_most(tail, hoeffding, name="P(|Δ| ≥ 0.2) for one pair, R = 30"),
            holds(
                d2ke.pointwise_bound(t, R, form="corrected"),
                hoeffding,
                name="that bound: 2 exp(-2 R t²)",
            ),
            holds(change, math.exp(-1) - math.exp(-2), name="change of a feature at distance 0"),
        ],
        measured={"d((0,1), (0,1,1))": d2ke.dtw(a, b), "to (0)": [d2ke.dtw(a, o), d2ke.dtw(b, o)]},
    )


@claim(
    "d2ke/eq-2",
    place=f"{SECTION_2_2}, Eq. (2)",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=["vectors/modified_hausdorff"],
)
@erratum("errata/D1", place=f"{SECTION_2_2}, Eq. (2)", about=("eq-2",))
def modified_hausdorff(run: Run) -> Evidence:
    """Distance: max{(1/N) Σ_{i≤N} min_{j≤M} Δ(u_i, v_j), (1/M) Σ_{j≤M} min_{i≤N} Δ(v_j, u_i)}.

    u has M elements and v has N, so M and N stand in each other's place (erratum D1): the formula
    asks for elements that do not exist as soon as M and N differ. For u = {0, 1, 4} and v = {0, 2}
    it asks for v_3. Corrected: (1/M) Σ_{i≤M} min_{j≤N} and (1/N) Σ_{j≤N} min_{i≤M}.
    """
    u, v = [0.0, 1.0, 4.0], [0.0, 2.0]
    rng, pairs = run.rng(), [(np.array(u), np.array(v))]
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
            f"undefined for {len(undefined)} of {len(pairs)} pairs of sets, first for "
            f"M, N = {undefined[0]}"
            if undefined
            else "defined for every pair",
            name="Eq. (2) to the letter is defined",
        ),
        corrected=[
            equals(len(undefined), unequal, name="pairs where it is undefined: those with M ≠ N"),
            holds(got, wanted, rtol=1e-12, name="corrected form, 41 pairs"),
            holds(
                [d2ke.modified_hausdorff(u, v), d2ke.modified_hausdorff(v, u)],
                1.0,
                name="of u and v: max{(0 + 1 + 2)/3, (0 + 1)/2}, both ways round",
            ),
            holds(*np.transpose(same), rtol=1e-12, name="the printed form agrees where M = N"),
        ],
    )


def _printed_form_exists(u, v) -> bool:
    try:
        definitions.modified_hausdorff_as_printed(u, v)
    except IndexError:
        return False
    return True
