"""Section 4 and Appendix A: uniform convergence, Proposition 2 and Eq. (13)-(15)."""

from __future__ import annotations

import itertools
import math

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.d2ke import coin_space, spaces
from gramcheck.paper_checks.claims.d2ke.spaces import Array, suite
from gramcheck.paper_checks.claims.d2ke.subset_space import DIMENSIONS, SubsetSpace
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions


def two_strings(R: int, t: float, gamma: float = 1.0) -> float:
    """P(max |Δ_R| > 2t) exactly, for X = Ω = {a, b} at distance 1, p = 1/2 each."""
    one = math.exp(-gamma)
    return float(
        definitions.uniform_tail_probability([[1.0, one], [one, 1.0]], [0.5, 0.5], R, 2 * t)
    )


def scaled_bound(R: int, t: float, s: float, p: float = 1.0) -> float:
    """Proposition 2 for the same two strings with distances s d and γ/s: the same kernel."""
    return d2ke.uniform_convergence_bound(t, R, 1 / s, p, 2.0, form="printed")


@claim(
    "d2ke/proposition-2",
    place="Section 4, Proposition 2",
    kind="theorem",
    expected=Verdict.HOLDS_WITH_CORRECTION,
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
        for form in ("corrected", "tight")
    }
    features = np.arange(100, 1001, 100)
    claimed = {
        f"claimed, {name}": [SubsetSpace(1000 * int(r), int(r)).bound(p) for r in features]
        for name, p in DIMENSIONS.items()
    }
    return Evidence(
        printed=[
            at_most(
                float(large.deviation > 2 * large.t),
                large.bound(p),
                name=f"P(max |Δ| > 0.38), subset space, R = 1000, m = 10⁶, {name}",
            )
            for name, p in DIMENSIONS.items()
        ],
        corrected=[
            *coin_space.compared(points["corrected"], "corrected"),
            *coin_space.compared(points["tight"], "tight"),
            at_least(
                max(point.probability for point in informative),
                1e-3,
                name="tight: largest P where the bound is below 1",
            ),
            at_least(
                max(p.probability / _too_steep(p) for p in informative),
                1.0,
                name="P exceeds 2 c² (4γ/t)^(2p) exp(-16 R t²), which is no bound",
            ),
            suite(run, "d2ke/proposition-2"),
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
            plots.curves(
                features,
                claimed,
                limit={"exact probability": 1.0},
                logy=True,
                xlabel="random features R, m = 1000 R",
                ylabel="P(max |Δ| > 0.38)",
            ),
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


@claim("d2ke/eq-13", place="Appendix A, Eq. (13)", kind="equation", expected=Verdict.HOLDS)
def union_over_the_cover(run: Run) -> Evidence:
    """P{max over the cover |Δ_R| > t} ≤ 2 |E|² exp(-R t²/2), after Hoeffding for one pair.

    Exact probabilities, by counting how often each of three ω is drawn. Summands φφ lie
    in [0, 1] and not only in [-1, 1], so the exponent can be 2 R t² (erratum D7).
    """
    omegas, p = ["", "a", "bbb"], np.array([0.1, 0.45, 0.45])
    cover = ["a", "ba", "bb"]
    phi = np.exp(-3.0 * d2ke.cdist(cover, omegas, "levenshtein"))
    rows, share, pointwise = [], [], []
    for R, t in itertools.product((5, 20, 40), (0.02, 0.05, 0.1, 0.3)):
        P = definitions.uniform_tail_probability(phi.tolist(), p.tolist(), R, t)
        bound = len(cover) ** 2 * d2ke.pointwise_bound(t, R, form="printed")
        one = definitions.tail_probability_by_counts((phi[0] ** 2).tolist(), p.tolist(), R, t)
        share.append(P / bound)
        pointwise += [one / d2ke.pointwise_bound(t, R, form=f) for f in ("printed", "corrected")]
        rows.append([R, t, P, bound])
    return Evidence(
        printed=[
            at_most(share, 1.0, name="P / bound, 12 pairs of R and t"),
            at_most(pointwise, 1.0, name="one pair: P / 2 exp(-R t²/2) and P / 2 exp(-2 R t²)"),
        ],
        table=Table(["R", "t", "P exactly", "Eq. (13)"], rows, title="Cover of three strings"),
    )


def lipschitz_steps(gamma: float) -> tuple[Array, float]:
    """|Δ(x1, x2) - Δ(x1', x2')| / (γ ε), ε the larger of d(x1, x1') and d(x2, x2').

    All quadruples of 31 strings with two random features; and the one case in which the exact
    kernel sits at one end of a line and the sample at the other.
    """
    objects = spaces.strings("ab", 4)
    D = d2ke.cdist(objects, objects, "levenshtein")
    n = len(objects)
    exact, _ = spaces.levenshtein_kernel(objects, gamma)
    delta = (d2ke.kernel(objects, objects, ["aaaa", "b"], gamma, "levenshtein") - exact).ravel()
    eps = np.maximum(D[:, None, :, None], D[None, :, None, :]).reshape(n * n, n * n)
    ratio = abs(np.subtract.outer(delta, delta)) / np.maximum(gamma * eps, 1e-300)
    points, line = list(range(5)), spaces.between(spaces.path(5))
    far = d2ke.kernel(points, points, [0, 4], gamma, line, weights=[1.0, 0.0])
    end = d2ke.kernel(points, points, [4], gamma, line) - far
    return ratio[eps > 0], abs(end[1, 1] - end[2, 2]) / gamma


@claim("d2ke/eq-14", place="Appendix A, Eq. (14)", kind="equation", expected=Verdict.HOLDS)
def lipschitz_step(run: Run) -> Evidence:
    """|Δ_R(x1, x2) - Δ_R(x1', x2')| ≤ 6γε for points within ε of each other, γε ≤ 1.

    True; 4γε is true as well, cannot be improved, and needs no γε ≤ 1 (erratum D7).
    """
    gammas = (0.01, 0.1, 1.0, 10.0)
    steps = [lipschitz_steps(g) for g in gammas]
    largest = [s.max() for s, _ in steps]
    line = lipschitz_steps(1e-5)[1]
    return Evidence(
        printed=at_most(largest, 6.0, name="largest change / (γ ε), all quadruples of 31 strings"),
        corrected=[
            at_most(largest, 4.0, name="the same against 4"),
            at_least(line, 4 * (1 - 1e-3), name="kernel and sample at opposite ends, γ → 0"),
        ],
        measured={"γ": gammas, "largest change / (γ ε)": largest, "on the line, γ → 0": line},
    )


def cover_against_space() -> tuple[float, float, float]:
    """Largest |Δ| over an ε-cover, over the whole space, and 6γε, for one drawn sample."""
    objects, gamma = spaces.strings("ab", 4), 0.2
    D = d2ke.cdist(objects, objects, "levenshtein")
    center = objects.index("ab")
    cover = [center, *np.flatnonzero(D[center] > 2).tolist()]
    exact, _ = spaces.levenshtein_kernel(objects, gamma)
    delta = abs(d2ke.kernel(objects, objects, ["a"], gamma, "levenshtein") - exact)
    return float(delta[np.ix_(cover, cover)].max()), float(delta.max()), 6 * gamma * 2


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
    kind="equation",
    expected=Verdict.HOLDS_WITH_CORRECTION,
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
    tail = 2 * math.exp(-space.R * space.t**2 / 2)
    right = [(2 / eps) ** (2 * p) * tail for p in DIMENSIONS.values()]
    only_cover, with_slack = cover_findings()
    certain = space.deviation > space.t + 6 * space.gamma * eps

    def corrected(eps: float, R: int, t: float) -> float:
        return 2 * coin_space.C**2 * eps ** (-2 * coin_space.P) * math.exp(-R * t**2 / 2)

    points = coin_space.equation_15(corrected)
    return Evidence(
        printed=[
            at_most(float(certain), right, name="P(max |Δ| > 0.38), p → 0, 0.5, 1"),
        ],
        corrected=[
            with_slack,
            holds(
                d2ke.uniform_convergence_bound(0.19, 100, 0.27, 1.5, 7.0),
                2 * 7.0**2 * (0.19 / (6 * 0.27)) ** -3 * math.exp(-100 * 0.19**2 / 2),
                name="2 c² ε^(-2p) exp(-R t²/2) at ε = t/6γ is the corrected Proposition 2",
            ),
            *coin_space.compared(points, "ε = 0.9"),
            at_least(
                max(point.probability for point in points if point.informative),
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
