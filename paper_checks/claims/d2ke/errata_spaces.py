"""Errata of Sections 1 and 2: distances, covering numbers, nearest neighbors (D1-D3, D8-D11)."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.analysis import constant_without_a_metric
from gramcheck.paper_checks.claims.d2ke.neighbors import against_the_definition, atom_risks, atoms
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions


@claim(
    "errata/D1",
    place="Section 2.2, Eq. (2)",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def swapped_sizes(run: Run) -> Evidence:
    """Eq. (2): (1/N) Σ_{i≤N} min_{j≤M} Δ(u_i, v_j), where u has M elements and v has N.

    M and N are swapped. For u = {0, 1} and v = {0}, M = 2 and N = 1, the printed formula asks for
    v_2. Corrected: (1/M) Σ_{i≤M} min_{j≤N} and (1/N) Σ_{j≤N} min_{i≤M}.
    """
    u, v = [0.0, 1.0], [0.0]
    try:
        printed = f"value {definitions.modified_hausdorff_as_printed(u, v)}"
    except IndexError as error:
        printed = f"no value: {error}"
    return Evidence(
        printed=is_true(printed.startswith("value"), printed, name="Eq. (2) of {0, 1} and {0}"),
        corrected=[
            holds(d2ke.modified_hausdorff(u, v), 0.5, name="corrected: max{(0 + 1)/2, 0}"),
            holds(d2ke.modified_hausdorff(v, u), 0.5, name="and the other way round"),
        ],
    )


@claim(
    "errata/D2",
    place="Section 2, Assumption 1",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def modified_hausdorff_is_no_metric(run: Run) -> Evidence:
    """The modified Hausdorff distance is a metric, as Section 2.2 and Propositions 1 and 2 need.

    Neither on sets (triangle inequality: {0, 1}, {0, 0.1, 1}, {0}) nor on multisets ({0, 1} and
    {0, 0, 1} are at distance 0, but not equally far from {0}, so that features differ at distance
    0 and Proposition 1 fails with every constant). The classical Hausdorff distance is one.
    """
    A, B, C = np.array([0.0, 1.0]), np.array([0.0, 0.1, 1.0]), np.array([0.0])
    d = d2ke.modified_hausdorff
    twice, constant = np.array([0.0, 0.0, 1.0]), constant_without_a_metric("modified_hausdorff")[0]
    h = definitions.hausdorff
    sets = spaces.subsets([0.0, 0.1, 0.5, 1.0])
    classical = np.array(definitions.cdist(sets, sets, h))
    return Evidence(
        printed=[
            at_most(d(A, C), d(A, B) + d(B, C), name="d(A, C) ≤ d(A, B) + d(B, C)"),
            at_least(d(A, twice), 1e-9, name="d({0, 1}, {0, 0, 1}) > 0"),
            at_most(constant, 1.0, name="Lipschitz constant of a feature with γ = 1"),
        ],
        corrected=[
            at_most(h(A, C), h(A, B) + h(B, C), name="classical Hausdorff on the same sets"),
            spaces.metric(classical, sets, 1e-12, "classical Hausdorff, 15 sets"),
        ],
        measured={
            "d(A, B), d(B, C)": [d(A, B), d(B, C)],
            "d({0, 1}, {0}), d({0, 0, 1}, {0})": [d(A, C), d(twice, C)],
        },
    )


@claim(
    "errata/D3",
    place="Section 4; Appendix C.1",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
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
    tail = definitions.tail_probability_by_counts((phi[0] * phi[1]).tolist(), p, 30, 0.1)
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
            at_most(
                tail,
                d2ke.pointwise_bound(0.1, 30, form="corrected"),
                name="P(|Δ| ≥ 0.1) for one pair, R = 30",
            ),
            holds(change, math.exp(-1) - math.exp(-2), name="change of a feature at distance 0"),
        ],
        measured={"d((0,1), (0,1,1))": d2ke.dtw(a, b), "to (0)": [d2ke.dtw(a, o), d2ke.dtw(b, o)]},
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
    p_V = 1 for c = 1.
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
    return Evidence(
        printed=at_most(p_X, printed, name="p_X ≤ L log N(δ; V), δ = 0.1, 0.3, 0.5"),
        corrected=[
            at_most(p_X, d2ke.multiset_effective_dimension(L, p_V), name="p_X ≤ L p_V"),
            holds(p_V, 1.0, name="p_V, from N = 2 up to δ = 1/2"),
        ],
        measured={"p_X": p_X, "p_V": p_V, "L log N(δ; V)": printed},
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
    "errata/D11",
    place="Section 2.2, Theorem 1",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def theorem_1_below_two(run: Run) -> Evidence:
    """Theorem 1 holds for every effective dimension p > 0, and its mean is over x alone.

    Wrong for p < 2. Atoms in [0, 1] with gaps near 1/j² and masses 2^-j, f(x) = x, σ = 0, k = 1:
    the exact mean squared error times n² grows without bound, where p = 1 promises that it does
    not (at the box dimension 1/2 even n⁴ times it). “p > 2” must be added, or k/n put for
    (k/n)^(2/p) where p < 2; p = 2 is not settled here. The mean must be over the training set too:
    one with all its objects at the first atom, which has probability 2^-n, is as wrong for every n.
    """
    sizes = np.array([1e3, 1e4, 1e5, 1e6])
    scaled = atom_risks(sizes) * sizes**2
    x, masses = atoms(60)
    bad = float(masses @ (x - x[0]) ** 2)
    bounds = {
        p: np.array([d2ke.knn_risk_bound(1, int(n), 0, 1.0, p, 1.5) for n in sizes])
        for p in (1.0, 3.0)
    }
    return Evidence(
        printed=[
            at_most(scaled, scaled[0], name="n² times the mean squared error stays bounded, p = 1"),
            at_most(bad, bounds[3.0][-1], name="error of a training set at one atom, n = 10⁶"),
        ],
        corrected=[
            *(
                at_most(scaled / sizes**2, bound, name=f"p = {p:g}, mean over training sets")
                for p, bound in bounds.items()
            ),
            *against_the_definition(),
        ],
        measured={"n": sizes, "n² E": scaled, "error of the bad training set": bad},
        picture=plots.curves(
            sizes,
            {"n² times the mean squared error": scaled},
            logx=True,
            logy=True,
            xlabel="training objects n",
            ylabel="n² E (f̂ - f)²",
            limit={"its value at n = 1000": float(scaled[0])},
        ),
    )
