"""Appendix A: the proof of Proposition 2, Eq. (13), (14) and (15)."""

from __future__ import annotations

import itertools
import math

import numpy as np
import scipy

from gramcheck.paper_checks.claims.d2ke import coin_space, spaces
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.claims.d2ke.subset_space import DIMENSIONS, SubsetSpace
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, enough, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

FORMS = ("printed", "corrected")
COVERED = 2  # by each member of the cover of erratum D7b, ε
DRAWN = (5, 40, 100)  # random objects, of which the cover's deviation is counted exactly


def formulas(function: str, *cases: tuple[float, ...]) -> list[Finding]:
    """Both forms of a bound against what they are when written out."""
    return [spaces.as_defined(function, *cases, form=form) for form in FORMS]


@claim(
    "d2ke/eq-13",
    place="Appendix A, Eq. (13)",
    checks=[
        "proposition-2-pointwise",
        "vectors/pointwise_bound",
        "vectors/covering_deviation_bound",
    ],
)
def union_over_the_cover(run: Run) -> Evidence:
    """P{max over the cover |Δ_R| > t} ≤ 2 |E|² exp(-R t²/2), after Hoeffding for one pair.

    Exact probabilities, by counting how often each of three ω is drawn, also where the bound is
    below 1. Summands φφ lie in [0, 1] and not only in [-1, 1], so the exponent can be 2 R t²
    (erratum D7).
    """
    omegas, p = ["", "a", "bbb"], np.array([0.1, 0.45, 0.45])
    cover = ["a", "ba", "bb"]
    phi = np.exp(-3.0 * d2ke.cdist(cover, omegas, "levenshtein"))
    rows, share, pointwise = [], [], []
    for R, t in itertools.product(DRAWN, (0.05, 0.1, 0.3, 0.4)):
        P = definitions.uniform_tail_probability(phi.tolist(), p.tolist(), R, t)
        bound = d2ke.covering_deviation_bound(t, R, len(cover), form="printed")
        one = definitions.tail_probability_by_counts((phi[0] ** 2).tolist(), p.tolist(), R, t)
        share.append(P / bound)
        pointwise += [one / d2ke.pointwise_bound(t, R, form=f) for f in ("printed", "corrected")]
        rows.append([R, t, P, bound])
    return Evidence(
        printed=[
            at_most(share, 1.0, name="P / bound, 12 pairs of R and t"),
            enough(
                sum(P > 0 and bound < 1 for *_, P, bound in rows),
                2,
                name="pairs of these where the bound is below 1, and P above 0",
            ),
            at_most(pointwise, 1.0, name="one pair: P / 2 exp(-R t²/2) and P / 2 exp(-2 R t²)"),
            *formulas("pointwise_bound", (0.1, 30), (0.02, 400)),
            *formulas("covering_deviation_bound", (0.1, 30, 5), (0.02, 400, 1)),
        ],
        table=Table(["R", "t", "P exactly", "Eq. (13)"], rows, title="Cover of three strings"),
    )


def largest_step(values: Array, gamma: float) -> float:
    """Largest |v(x1, x2) - v(x1', x2')| / (γ ε), ε the larger of d(x1, x1') and d(x2, x2').

    All quadruples of 31 strings.
    """
    objects = spaces.strings("ab", 4)
    D, n = d2ke.cdist(objects, objects, "levenshtein"), len(objects)
    eps = np.maximum(D[:, None, :, None], D[None, :, None, :]).reshape(n * n, n * n)
    changes = abs(np.subtract.outer(values.ravel(), values.ravel()))
    return float((changes[eps > 0] / (gamma * eps[eps > 0])).max())


def step_of_the_deviation(gamma: float) -> float:
    """That of Δ, with two random features."""
    objects = spaces.strings("ab", 4)
    exact, _ = spaces.levenshtein_kernel(objects, gamma)
    drawn = d2ke.kernel(objects, objects, ["aaaa", "b"], gamma, "levenshtein")
    return largest_step(drawn - exact, gamma)


def step_of_a_product(gamma: float) -> float:
    """That of k̃ with one random feature, of four random strings the largest."""
    objects = spaces.strings("ab", 4)
    return max(
        largest_step(d2ke.kernel(objects, objects, [omega], gamma, "levenshtein"), gamma)
        for omega in ("", "b", "abab", "a" * 8)
    )


def at_opposite_ends(gamma: float) -> float:
    """Change of Δ / (γ ε) on a line, the kernel's only ω at one end, the sample's at the other."""
    points, line = list(range(5)), spaces.between(spaces.path(5))
    far = d2ke.kernel(points, points, [0, 4], gamma, line, weights=[1.0, 0.0])
    end = d2ke.kernel(points, points, [4], gamma, line) - far
    return float(abs(end[1, 1] - end[2, 2]) / gamma)


def away_from_omega(gamma: float) -> float:
    """Change of k̃ / (γ ε) where x1 = x2 = ω, both moved by 1."""
    line = spaces.between(spaces.path(2))
    there, here = np.diag(d2ke.kernel([0, 1], [0, 1], [1], gamma, line))
    return float((here - there) / gamma)


@claim("d2ke/eq-14", place="Appendix A, Eq. (14)", checks=["vectors/perturbation_bound"])
def lipschitz_step(run: Run) -> Evidence:
    """|Δ_R(x1, x2) - Δ_R(x1', x2')| ≤ 6γε for points within ε of each other, γε ≤ 1.

    True; 4γε is true as well, cannot be improved, and needs no γε ≤ 1 (erratum D7).
    """
    gammas = (0.01, 0.1, 1.0, 10.0)
    largest = [step_of_the_deviation(g) for g in gammas]
    line = at_opposite_ends(1e-5)
    return Evidence(
        common=formulas("perturbation_bound", (0.5, 0.1), (3.0, 2.0)),
        printed=[
            at_most(largest, 6.0, name="largest change / (γ ε), all quadruples of 31 strings"),
            at_most(largest, 4.0, name="the same against 4"),
            holds(line, 4.0, rtol=1e-3, name="kernel and sample at opposite ends, γ → 0"),
        ],
        measured={"γ": gammas, "largest change / (γ ε)": largest, "on the line, γ → 0": line},
    )


@erratum(
    "errata/D7",
    place="Appendix A, proof of Proposition 2",
    about=("proposition-2", "eq-13", "eq-14"),
    expected=Verdict.HOLDS,
)
def loose_constants(run: Run) -> Evidence:
    """|k̃(x1, x2) - k̃(x1', x2')| ≤ 3γε for γε ≤ 1, and P(|Δ| ≥ t) ≤ 2 exp(-R t²/2) for one pair.

    Loose, not wrong. 2γε is enough and attained in the limit, without γε ≤ 1; summands in [0, 1]
    give 2 exp(-2 R t²), four times better in the exponent. For a fair coin, R = 40, t = .2: exactly
    .017, then .082, and .90 in the paper.
    """
    gammas = (0.01, 0.1, 1.0)
    products = [step_of_a_product(g) for g in gammas]
    R, t = 40, 0.2
    exact = 2 * float(scipy.stats.binom.cdf(R // 2 - R * t, R, 0.5))
    counted = definitions.tail_probability_by_counts([0.0, 1.0], [0.5, 0.5], R, t - 1e-12)
    tight, printed = (d2ke.pointwise_bound(t, R, form=form) for form in ("corrected", "printed"))
    return Evidence(
        common=formulas("pointwise_bound", (0.1, 30), (0.02, 400)),
        printed=[
            at_most(
                products, 3.0, name="change of a product / (γ ε), all quadruples of 31 strings"
            ),
            at_most(products, 2.0, name="the same against 2"),
            holds(away_from_omega(1e-6), 2.0, rtol=1e-5, name="x1 = x2 = ω moved by ε, γε = 1e-6"),
            at_most(exact, printed, name="coin, R = 40, t = 0.2: P ≤ 2 exp(-R t²/2)"),
            at_most(exact, tight, name="P ≤ 2 exp(-2 R t²)"),
            holds(counted, exact, rtol=1e-9, name="P by counting draws, and as a binomial tail"),
        ],
        measured={
            "γ": gammas,
            "largest change of a product / (γ ε)": products,
            "exact, tight, printed": [exact, tight, printed],
        },
        note="That Δ moves by no more than 4γε where γε > 1, too, is seen at Eq. (14).",
    )


def cover_against_space() -> tuple[float, float, float]:
    """Largest |Δ| over an ε-cover, over the whole space, and 6γε, for one possible sample.

    No |Δ| is above 1, so γ is so small that 6γε = 0.24 is well below: a larger |Δ| would be seen.
    """
    objects, gamma = spaces.strings("ab", 4), 0.02
    D = d2ke.cdist(objects, objects, "levenshtein")
    center = objects.index("ab")
    cover = [center, *np.flatnonzero(D[center] > COVERED).tolist()]
    exact, _ = spaces.levenshtein_kernel(objects, gamma)
    delta = abs(d2ke.kernel(objects, objects, ["a"] * 9, gamma, "levenshtein") - exact)
    return float(delta[np.ix_(cover, cover)].max()), float(delta.max()), 6 * gamma * COVERED


def cover_findings() -> tuple[Finding, Finding]:
    """Erratum D7b: over the cover alone nothing follows for the space; within 6γε it does."""
    over_cover, over_space, slack = cover_against_space()
    return (
        at_most(over_space, over_cover, name="max |Δ| over X, against that over a 2-cover of it"),
        at_most(over_space, over_cover + slack, name="max |Δ| over X ≤ that over the cover + 6γε"),
    )


@claim(
    "d2ke/eq-15",
    place="Appendix A, Eq. (15)",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=["vectors/deviation_bound"],
)
def before_the_choice_of_epsilon(run: Run) -> Evidence:
    """P{max over the cover |Δ_R| > t + 6γε} ≤ 2 (2/ε)^(2p) exp(-R t²/2).

    Two slips. The maximum must run over X and not over the cover, or nothing about X follows
    (erratum D7b). And the cover has at most c (1/ε)^p members, not (2/ε)^p (D6b): in the subset
    space every cover with ε < 1 is X itself, and the left side is 1. Corrected: the maximum
    over X, and 2 c² ε^(-2p) exp(-R t²/2), for ε < 1.
    """
    space = SubsetSpace(10**6, 1000)
    eps = space.t / (6 * space.gamma)
    thresholds, right = np.transpose(
        [
            d2ke.deviation_bound(space.t, space.R, space.gamma, p, eps, form="printed")
            for p in DIMENSIONS.values()
        ]
    )
    only_cover, with_slack = cover_findings()

    def corrected(eps: float, R: int, t: float) -> float:
        gamma = t / (6 * eps)  # with which ε is what the proof of Proposition 2 takes for it
        return d2ke.uniform_convergence_bound(t, R, gamma, coin_space.P, coin_space.C)

    points = coin_space.equation_15(corrected)
    return Evidence(
        common=formulas(
            "deviation_bound", (0.19, 100, 0.27, 1.5, 0.3, 7.0), (0.1, 9, 2, 1, 0.9, 2)
        ),
        printed=at_most(
            1.0 * (space.deviation > thresholds), right, name="P(max |Δ| > 0.38), p → 0, 0.5, 1"
        ),
        corrected=[
            with_slack,
            holds(
                d2ke.uniform_convergence_bound(0.19, 100, 0.27, 1.5, 7.0),
                2 * 7.0**2 * (0.19 / (6 * 0.27)) ** -3 * math.exp(-100 * 0.19**2 / 2),
                name="2 c² ε^(-2p) exp(-R t²/2) at ε = t/6γ is the corrected Proposition 2",
            ),
            *coin_space.compared(points, "ε = 0.9"),
            at_least(
                max((point.probability for point in points if point.informative), default=0),
                1e-3,
                name="largest P where the bound is below 1",
            ),
        ],
        table=coin_space.table(points, "Eq. (15) corrected, ε = 0.9"),
        measured={
            "ε in the subset space, where all distances are 2": eps,
            "right side": right,
            "max over X > max over a cover": not only_cover.holds,
        },
    )


@erratum("errata/D7b", place="Appendix A, Eq. (15)", about=("eq-15",))
def maximum_over_the_cover(run: Run) -> Evidence:
    """P{max over the cover |Δ_R| > t + 6γε} is bounded in (15), and Proposition 2 follows.

    The maximum in (15) must run over X: over the cover it says nothing about the other points, and
    is smaller there. By (14), max over X ≤ max over the cover + 6γε.
    """
    alone, with_slack = cover_findings()
    return Evidence(printed=alone, corrected=with_slack)
