"""Section 4: Proposition 2, the uniform convergence of random features."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.d2ke import coin_space, spaces
from gramcheck.paper_checks.claims.d2ke.subset_space import DIMENSIONS, SubsetSpace
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

# Two intervals of length 1 on a line, Ω their inner ends at a distance of s, p = 1/2 each, γ = 1/s.
# A ball with δ < 1 meets one of them: N(δ) = 2 ⌈1/2δ⌉ ≤ 2/δ, so p = 1, and no less, with c = 2.


def at_the_ends(R: int, t: float) -> float:
    """P(|Δ_R| > 2t somewhere on Ω) exactly, whatever s is: the features there are 1 and 1/e."""
    one = math.exp(-1)
    return float(
        definitions.uniform_tail_probability([[1.0, one], [one, 1.0]], [0.5, 0.5], R, 2 * t)
    )


def scaled_bound(R: int, t: float, s: float) -> float:
    """Proposition 2 for the two intervals: p = 1, γ = 1/s."""
    return d2ke.uniform_convergence_bound(t, R, 1 / s, 1.0, 2.0, form="printed")


def formulas() -> list[Finding]:
    """All forms of the bound, and of the R that it asks for, against what they are written out."""
    bound = [(0.1, 100, 0.5, 1.5, 2.0), (0.02, 3000, 1.0, 0.3, 7.0)]
    R = [(0.1, 0.1, 0.5, 1.5, 2.0), (0.05, 0.01, 1.0, 0.3, 7.0)]
    return [
        spaces.as_defined(function, *cases, form=form)
        for function, cases in (("uniform_convergence_bound", bound), ("n_features_needed", R))
        for form in ("printed", "corrected", "tight")
    ]


def claimed_of_a_sure_event() -> plots.Figure:
    """What Proposition 2 promises of an event that is certain, over R."""
    features = range(100, 1001, 100)
    claimed = {
        f"claimed, {name}": [SubsetSpace(1000 * R, R).bound(p) for R in features]
        for name, p in DIMENSIONS.items()
    }
    return plots.curves(
        features,
        claimed,
        limit={"exact probability": 1.0},
        logy=True,
        xlabel="random features R, m = 1000 R",
        ylabel="P(max |Δ| > 0.38)",
    )


def sure_events(space: SubsetSpace) -> list[Finding]:
    """P(max |Δ| > 2t), which is 1 by a formula, against what is claimed."""
    return [
        at_most(
            float(space.deviation > 2 * space.t),
            space.bound(p),
            name=f"P(max |Δ| > 2t), subset space, R = {space.R}, m = {space.m}, {name}",
        )
        for name, p in DIMENSIONS.items()
    ]


@claim(
    "d2ke/proposition-2",
    place="Section 4, Proposition 2",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=[
        "proposition-2-bound",
        "proposition-2-features",
        "vectors/uniform_convergence_bound",
        "vectors/n_features_needed",
    ],
)
def uniform_convergence(run: Run) -> Evidence:
    """P{max |Δ_R(x1, x2)| > 2t} ≤ 2 (12γ/t)^(2p) exp(-R t²/2).

    False: the proof puts (2/ε)^p in the place of c (1/ε)^p, so the constant c of Assumption 3 is
    lost (erratum D6b), and uses it for ε = t/(6γ) ≥ 1, where it says nothing (D6a). A space of
    subsets violates it with probability 1 where 3e-8 is claimed. Corrected: 2 c² (6γ/t)^(2p)
    exp(-R t²/2) for t < 6γ. The argument itself gives more, 2 c² (4γ/t)^(2p) exp(-2 R t²) for
    t < 4γ (D7). The form of R in its second sentence is erratum D15.
    """
    large, R = SubsetSpace(10**6, 1000), 200
    points = {form: coin_space.proposition_2(form) for form in ("corrected", "tight")}
    informative = [point for point in points["tight"] if point.informative]
    ts = np.linspace(0.005, 0.24, 50)
    exact = np.array([coin_space.probability(1.0, R, 2 * t) for t in ts])
    bounds = {
        form: np.array(
            [
                d2ke.uniform_convergence_bound(t, R, 1.0, coin_space.P, coin_space.C, form)
                for t in ts
            ]
        )
        for form in ("printed", "corrected", "tight")
    }
    return Evidence(
        common=formulas(),
        printed=sure_events(large),
        corrected=[
            *coin_space.compared(points["corrected"], "corrected"),
            *coin_space.compared(points["tight"], "tight"),
            at_least(
                max((point.probability for point in informative), default=0),
                1e-3,
                name="tight: largest P where the bound is below 1",
            ),
            at_least(
                max((p.probability / _too_steep(p) for p in informative), default=0),
                1.0,
                name="P exceeds 2 c² (4γ/t)^(2p) exp(-16 R t²), which is no bound",
            ),
        ],
        measured={
            "|Δ(x_S, x_S)|": large.deviation,
            "claimed": [large.bound(p) for p in DIMENSIONS.values()],
            "corrected bound there, says nothing": f"10^{large.log10_corrected:.0f}",
            "features for ε = δ = 0.1, γ = c = p = 1: printed, corrected, tight": [
                d2ke.n_features_needed(0.1, 0.1, 1.0, 1.0, 1.0, form)
                for form in ("printed", "corrected", "tight")
            ],
        },
        picture=[
            claimed_of_a_sure_event(),
            plots.curves(
                ts,
                {"exact": np.where(exact > 1e-12, exact, np.nan)} | bounds,
                logy=True,
                limit={"1": 1.0},
                xlabel="t",
                ylabel="P(max |Δ| > 2t), R = 200",
            ),
        ],
        table=[coin_space.table(found, form) for form, found in points.items()],
        note="Two objects so close that p = 0.1 with c = 1, features near 0 or 1 like a coin. By "
        "Hoeffding P(|Δ| > 2t) ≤ 2 exp(-8 R t²) for a pair: where the corrected bound is below 1, "
        "P is near the 16th power of it, so only the tight form meets a P that can be seen.",
    )


def _too_steep(point: coin_space.Point) -> float:
    """The tight form with 16 in the place of 2: below the probability of a coin."""
    return point.bound * math.exp(-14 * point.R * point.t**2)


@erratum("errata/D6a", place="Section 4, Proposition 2", about=("proposition-2",))
def range_of_t(run: Run) -> Evidence:
    """Proposition 2 holds for every t > 0 and every γ.

    Its proof takes ε = t/(6γ) in Assumption 3, which speaks of ε < 1 only. Distances s d with γ/s
    have the same kernel and the same features, but the right side falls as s^(-2p). Two intervals
    of length 1, s apart, have the dimension p = 1 and none smaller; with their inner ends for Ω,
    γ = 1/s, R = 12 and t = 0.004 they violate it from s = 4900 on, where ε > 3. Corrected: t < 6γ,
    and c put back (D6b). (Until a review X was the two ends alone. They have every dimension p > 0,
    and the smaller p is, the larger s has to be: 344,655 for p = 0.1.)
    """
    R, t = 12, 0.004
    probability = at_the_ends(R, t)
    far = (1e4, 1e5)
    claimed = [scaled_bound(R, t, s) for s in far]
    same = []
    for s in (1.0, *far):
        ends = [0.0, s]
        same.append(d2ke.kernel(ends, ends, ends, 1 / s, lambda a, b: abs(a - b)).ravel())
    line = np.concatenate([-np.linspace(0, 1, 17), 10 + np.linspace(0, 1, 17)])
    grid, radii = np.abs(np.subtract.outer(line, line)), np.array([1 / 8, 1 / 4, 1 / 2])
    return Evidence(
        common=formulas(),
        printed=at_most(probability, claimed, name="P(|Δ| > 2t at the ends), s = 10⁴ and 10⁵"),
        corrected=[
            *coin_space.compared(
                coin_space.proposition_2("corrected"), "two close points, t < 6γ, four values of γ"
            ),
            holds(same[1:], same[:1], rtol=1e-12, name="kernel at the ends, s = 10⁴, 10⁵ and 1"),
            equals(
                [d2ke.covering_number(grid, r) for r in radii],
                2 * np.ceil(1 / (2 * radii)),
                name="N(δ) of both intervals, 17 points each, δ = 1/8, 1/4, 1/2: 2 ⌈1/2δ⌉",
            ),
        ],
        measured={
            "P exactly": probability,
            "claimed at s = 10⁴": scaled_bound(R, t, 1e4),
            "ε there": t * 1e4 / 6,
        },
        note=f"R = {R}, t = {t}. The largest |Δ| on the intervals is no less than at their ends.",
    )


@erratum("errata/D6b", place="Section 4, Proposition 2", about=("proposition-2",))
def lost_constant(run: Run) -> Evidence:
    """P{max |Δ_R| > 2t} ≤ 2 (12γ/t)^(2p) exp(-R t²/2): no constant c of Assumption 3.

    The proof replaces c (1/ε)^p by (2/ε)^p. Take X = all x_S with S an R-subset of the m points of
    Ω, d(x_S, ω) = a for ω in S and else 3a, all other distances 2a. For S = the drawn objects
    |Δ(x_S, x_S)| = .3845 > 2t = .38 at R = 1000, m = 10⁶, whatever is drawn, where the claim is
    3e-8 (p → 0), 5e-7 (p = .5), 9e-6 (p = 1); ε = .115 < 1 is in range. Corrected: 2 c² (6γ/t)^(2p)
    exp(-R t²/2), which says nothing here, as c = |X|. That every p > 0 is admitted is not needed:
    the product with [0, 2] has the dimension 1 and none smaller, and violates the claim as well.
    """
    large, small = SubsetSpace(10**6, 1000), SubsetSpace(10**4, 60)
    draws = 50 if run.scale == "full" else 5
    simulated = [small.drawn_deviation(run.rng(str(i))) for i in range(draws)]
    _, D = definitions.subset_space(6, 2)
    product = SubsetSpace.times_an_interval(D, [0.0, 0.7, 2.0])
    grid = SubsetSpace.times_an_interval(spaces.path(3) * 2, np.linspace(0, 2, 17))
    radii = (1 / 8, 1 / 4, 1 / 2)
    frequency = float(np.mean(np.array(simulated) > 2 * small.t))
    return Evidence(
        printed=[
            *sure_events(large),
            at_most(frequency, small.bound(1e-9), name=f"R = 60, m = 10⁴, p → 0: {draws} draws"),
        ],
        common=formulas(),
        corrected=[
            equals(
                len(definitions.metric_violations(D)),
                0,
                name="violated axioms of the space for m = 6, R = 2, exhaustively",
            ),
            equals(
                len(definitions.metric_violations(product.tolist())),
                0,
                name="and of its product with three points of [0, 2]",
            ),
            equals(
                [d2ke.covering_number(grid, r) for r in radii],
                [3 * math.ceil(17 / (16 * r + 1)) for r in radii],
                name="N(δ) of three points times 17 of [0, 2]: three times that of the 17",
            ),
            holds(simulated, small.deviation, rtol=1e-9, name="simulated |Δ| against the formula"),
            *coin_space.compared(coin_space.proposition_2("corrected"), "two close points, c = 1"),
        ],
        table=Table(
            ["R", "m", "|Δ|", "2t", *(f"claimed, {name}" for name in DIMENSIONS), "P"],
            [
                [s.R, s.m, s.deviation, 2 * s.t, *map(s.bound, DIMENSIONS.values()), 1]
                for s in (large, small)
            ],
            title="Subset space: the corrected bound says nothing, "
            f"10^{large.log10_corrected:.0f} and 10^{small.log10_corrected:.0f}",
        ),
        measured={"ε = t/6γ": large.t / (6 * large.gamma)},
        picture=claimed_of_a_sure_event(),
    )
