"""Errata of Propositions 1 and 2: D6a, D6b, D7, D7b, D22."""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy.stats import binom

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.d2ke import coin_space
from gramcheck.paper_checks.claims.d2ke.analysis import (
    degrees_of_freedom,
    largest_ratio,
    random_function_ratios,
)
from gramcheck.paper_checks.claims.d2ke.random_features import (
    cover_findings,
    lipschitz_steps,
    scaled_bound,
    two_strings,
)
from gramcheck.paper_checks.claims.d2ke.subset_space import DIMENSIONS, SubsetSpace
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions


@claim(
    "errata/D6a",
    place="Section 4, Proposition 2",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def range_of_t(run: Run) -> Evidence:
    """Proposition 2 holds for every t > 0 and every γ.

    Its proof takes ε = t/(6γ) in Assumption 3, which speaks of ε < 1 only. Distances s d with γ/s
    have the same kernel and the same features, but the right side falls as s^(-2p): two strings,
    R = 12, t = 0.004 violate it from s = 4900 on, where ε > 3. Corrected: t < 6γ.
    """
    R, t, p = 12, 0.004, 1.0
    probability = two_strings(R, t)
    scales = 10.0 ** np.arange(0, 6)
    claimed = np.array([scaled_bound(R, t, s) for s in scales])
    corrected, tight = (coin_space.proposition_2(form) for form in ("corrected", "tight"))
    x = ["a", "b"]
    same = [d2ke.kernel(x, x, x, 1 / s, lambda a, b, s=s: s * (a != b)).ravel() for s in (1.0, 1e4)]
    return Evidence(
        printed=at_most(probability, claimed[-2:], name="P(max |Δ| > 2t), s = 10⁴ and 10⁵, p = 1"),
        corrected=[
            *coin_space.compared(corrected, "two close points, t < 6γ, four units (values of γ)"),
            *coin_space.compared(tight, "the same, tight form, t < 4γ"),
            holds(same[1], same[0], rtol=1e-12, name="kernel with 10⁴ d and γ/10⁴"),
        ],
        measured={
            "P exactly": probability,
            "claimed at s = 10⁴": scaled_bound(R, t, 1e4),
            "ε there": t * 1e4 / 6,
        },
        picture=plots.curves(
            scales,
            {"claimed": claimed},
            limit={"exact probability": probability},
            logx=True,
            logy=True,
            xlabel="scale s of the distances",
            ylabel="P(max |Δ| > 0.008)",
        ),
        table=coin_space.table(tight, "Two close points, tight form"),
        note=f"R = {R}, t = {t}, p = {p:g}; distances of at least 1 leave N(δ) = 2 for all δ < 1, "
        "so that every p > 0 is admitted at every s.",
    )


@claim(
    "errata/D6b",
    place="Section 4, Proposition 2",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def lost_constant(run: Run) -> Evidence:
    """P{max |Δ_R| > 2t} ≤ 2 (12γ/t)^(2p) exp(-R t²/2): no constant c of Assumption 3.

    The proof replaces c (1/ε)^p by (2/ε)^p. Take X = all x_S with S an R-subset of the m points of
    Ω, d(x_S, ω) = a for ω in S and else 3a, all other distances 2a. For S = the drawn objects
    |Δ(x_S, x_S)| = .3845 > 2t = .38 at R = 1000, m = 10⁶, whatever is drawn, where the claim is
    3e-8 (p → 0), 5e-7 (p = .5), 9e-6 (p = 1); ε = .115 < 1 is in range. Corrected: 2 c² (6γ/t)^(2p)
    exp(-R t²/2), which says nothing here, as c = |X|.
    """
    large, small = SubsetSpace(10**6, 1000), SubsetSpace(10**4, 60)
    draws = 50 if run.scale == "full" else 5
    simulated = [small.drawn_deviation(run.rng(str(i))) for i in range(draws)]
    _, D = definitions.subset_space(6, 2)
    frequency = float(np.mean(np.array(simulated) > 2 * small.t))
    corrected, tight = (coin_space.proposition_2(form) for form in ("corrected", "tight"))
    return Evidence(
        printed=[
            *(
                at_most(
                    float(large.deviation > 2 * large.t),
                    large.bound(p),
                    name=f"R = 1000, m = 10⁶, {name}: P by formula",
                )
                for name, p in DIMENSIONS.items()
            ),
            at_most(frequency, small.bound(1e-9), name=f"R = 60, m = 10⁴, p → 0: {draws} draws"),
        ],
        corrected=[
            equals(
                len(definitions.metric_violations(D)),
                0,
                name="violated axioms of the space for m = 6, R = 2, exhaustively",
            ),
            holds(simulated, small.deviation, rtol=1e-9, name="simulated |Δ| against the formula"),
            *coin_space.compared(corrected, "two close points, c = 1"),
            *coin_space.compared(tight, "the same, tight form"),
        ],
        table=[
            Table(
                ["R", "m", "|Δ|", "2t", *(f"claimed, {name}" for name in DIMENSIONS), "P"],
                [
                    [s.R, s.m, s.deviation, 2 * s.t, *map(s.bound, DIMENSIONS.values()), 1]
                    for s in (large, small)
                ],
                title="Subset space: the corrected bound says nothing, "
                f"10^{large.log10_corrected:.0f} and 10^{small.log10_corrected:.0f}",
            ),
            coin_space.table(tight, "Two close points, tight form"),
        ],
        measured={"ε = t/6γ": large.t / (6 * large.gamma)},
    )


@claim(
    "errata/D7", place="Appendix A, proof of Proposition 2", kind="erratum", expected=Verdict.HOLDS
)
def loose_constants(run: Run) -> Evidence:
    """|k̃(x1, x2) - k̃(x1', x2')| ≤ 3γε for γε ≤ 1, and P(|Δ| ≥ t) ≤ 2 exp(-R t²/2) for one pair.

    Loose, not wrong. 2γε is enough and attained in the limit, without γε ≤ 1; summands in [0, 1]
    give 2 exp(-2 R t²), four times better in the exponent. For a fair coin, R = 40, t = .2: exactly
    .017, then .082, and .90 in the paper.
    """
    rng = run.rng()
    n = 10**6 if run.scale == "full" else 10**5
    gamma, eps = 0.05, 0.5
    omega, x1, x2 = rng.normal(0, 2, (3, n))
    moves = rng.uniform(-eps, eps, (2, n))
    here = np.exp(-gamma * (abs(x1 - omega) + abs(x2 - omega)))
    there = np.exp(-gamma * (abs(x1 + moves[0] - omega) + abs(x2 + moves[1] - omega)))
    drawn = abs(here - there) / (gamma * eps)
    limit = -math.expm1(-2e-6) / 1e-6
    wide = max(lipschitz_steps(10.0)[0])
    R, t = 40, 0.2
    exact = 2 * float(binom.cdf(R // 2 - R * t, R, 0.5))
    counted = definitions.tail_probability_by_counts([0.0, 1.0], [0.5, 0.5], R, t - 1e-12)
    tight, printed = (d2ke.pointwise_bound(t, R, form=form) for form in ("corrected", "printed"))
    return Evidence(
        printed=[
            at_most(drawn, 3.0, name=f"change of a product / (γ ε), {n} random moves on a line"),
            at_most(exact, printed, name="coin, R = 40, t = 0.2: P ≤ 2 exp(-R t²/2)"),
        ],
        corrected=[
            at_most(drawn, 2.0, name="the same against 2"),
            holds(limit, 2.0, rtol=1e-5, name="x1 = x2 = ω moved by ε, γε = 1e-6"),
            at_most(wide, 4.0, name="change of Δ at γ = 10, γε ≥ 10: 4 is enough there too"),
            at_most(exact, tight, name="P ≤ 2 exp(-2 R t²)"),
            holds(counted, exact, rtol=1e-9, name="P by counting draws, and as a binomial tail"),
        ],
        measured={
            "largest of the random moves": drawn.max(),
            "exact, tight, printed": [exact, tight, printed],
        },
    )


@claim(
    "errata/D7b",
    place="Appendix A, Eq. (15)",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def maximum_over_the_cover(run: Run) -> Evidence:
    """P{max over the cover |Δ_R| > t + 6γε} is bounded in (15), and Proposition 2 follows.

    The maximum in (15) must run over X: over the cover it says nothing about the other points, and
    is smaller there. By (14), max over X ≤ max over the cover + 6γε.
    """
    alone, with_slack = cover_findings()
    return Evidence(printed=alone, corrected=with_slack)


@claim(
    "errata/D22",
    place="Section 4, Proposition 1; D_λ; Eq. (3)",
    kind="erratum",
    expected=Verdict.HOLDS,
)
def what_is_right(run: Run) -> Evidence:
    """Suspected and found right: Proposition 1 for a metric, D_λ ≤ 1/λ, the exponents of Eq. (3).

    For the Levenshtein distance no f among 2000 uses half of the bound of Proposition 1, and
    none at all exceeds it (the supremum over all f is known exactly).
    """
    drawn = random_function_ratios(0.3, run.rng(), 2000)
    lams, degrees, bound = degrees_of_freedom()
    powers = []
    for p, name in itertools.product((0.7, 2.5, 6.0), ("n", "sigma", "lipschitz")):
        problem = {"n": 100, "sigma": 0.5, "lipschitz": 2.0, "p": p, "c": 3.0, "form": "printed"}
        at = []
        for factor in (1, 4):
            scaled = problem | {name: problem[name] * factor}
            at.append(d2ke.knn_risk_bound(d2ke.optimal_k(**scaled), **scaled))
        powers.append(math.log(at[1] / at[0], 4))
    stated = [e for p in (0.7, 2.5, 6.0) for e in (-2 / (2 + p), 4 / (p + 2), 2 * p / (2 + p))]
    return Evidence(
        printed=[
            at_most(drawn, 1.0, name="Proposition 1: share of the bound, 2000 random f"),
            at_most(largest_ratio(0.3), 1.0, name="the same, supremum over all f"),
            at_most(degrees * lams, bound * lams, name="λ D_λ ≤ 1"),
            holds(powers, stated, rtol=1e-9, name="exponents of n, σ, L at the best k"),
        ],
        measured={
            "largest share, 2000 random f": drawn.max(),
            "supremum over all f": largest_ratio(0.3),
        },
    )
