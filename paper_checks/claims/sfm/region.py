"""Section IV-B, behind Theorem 1: all pairs of points of a bounded region at once."""

from __future__ import annotations

import functools
import math

import numpy as np

from gramcheck.paper_checks.claims.sfm.hashing import ALPHA
from gramcheck.paper_checks.claims.sfm.region_bounds import (
    DIMENSIONS,
    EPSILON,
    FAILURE,
    SIDE,
    Net,
    chances,
    coefficients_without_one,
    expected_overshoot,
    features_of_independent_vectors,
    integrated_tails,
    over_the_bound,
    sixth_moments,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, claim
from gramcheck.reference import sfm
from gramcheck.reference.sfm.hashing import FIELD
from gramcheck.reference.types import AnyArray, Array
from gramcheck.verify import tails
from gramcheck.verify.definitions import sfm as definitions

SIMULATED = (1, 2)
DRAWS = 200
NEAR = 1 / 64  # every x - y is as near to one that is looked at, in each coordinate


@claim("sfm/theorem-1-region", place="Section IV-B, after Theorem 1", kind="statement")
def all_pairs_of_a_region(run: Run) -> Evidence:
    """The kernel is approximated for all pairs of a bounded region at once, for large t and D.

    "This kind of result" is that of the original analysis: for independent vectors, D of the order
    of d/ε² times the logarithm of the region's size over ε, for a constant chance. Its proof takes
    E‖r‖² to be finite, which it is not for Cauchy vectors; this one does without. Points in a cube
    of side ℓ, β = 1, are to be within ε but for a chance of δ.

    Let N = ⌈ℓ/s⌉^d points have each x - y within s in every coordinate. If t is even, one of
    them has E|z'z - k|^t ≤ 2 (t/2)! (2/√D)^t: Hoeffding's inequality, integrated, of independent
    vectors; and no more than t of them meet in a t-th power. By Markov's inequality all N are
    within ε' but for a chance of 2 N (t/2)! (2/(ε' √D))^t, which is to be δ/2.

    Between them z'z changes by at most the mean of min(2, s ‖r_i‖₁), whose expectation is at most
    d E min(2, s |r|), of the order of d s log(1/s). With s about ε δ/d, but for logarithms, it is
    below ε/4 but for δ/2. And k changes by 1 - exp(-d s); ε' is what is left.

    With t = 2 ⌈log(4 N/δ)⌉ that gives a D of the order of d/ε² log(d ℓ/(ε δ)), at most twice what
    Hoeffding's inequality asks for independent vectors: e (m + 1)/(2 m - 2) times, m = t/2. It is a
    fifth more for d = 1, half a percent for d = 64. But then t is not small, 42 for d = 2 and 1606
    for d = 64, and t numbers a coordinate are stored in place of D/2, a seventh or so of them
    whatever d is. With t = 2 this proof asks for D of the order of N.

    For ε = ½, δ = 0.1 and d = 1 and 2 the reference's hash is drawn 200 times with that t and D.
    None of the draws has a pair that is off by ε, by errors at points of a grid and the means of
    min(2, s ‖r_i‖₁) that were drawn; 1 in 10 would be allowed, 4 in 10 would be seen. The bound is
    not tight: with a quarter of D, too, hardly a draw is not shown to be within ε. With t = 2 and
    the same D one or two in a hundred are not: too few to tell, at this δ, whether 2 would do.
    """
    nets = {d: Net.of(d) for d in DIMENSIONS}
    small = [nets[d] for d in SIMULATED]
    cases = [
        case
        for net in small
        for case in (
            (net.d, net.t, net.D),
            (net.d, net.t, net.D // 8 * 2),
            (net.d, 2, net.D),
        )
    ]
    errors = {
        case: [largest_error(*case, rng) for rng in run.rng(f"{case}").spawn(DRAWS)]
        for case in cases
    }
    return Evidence(
        printed=[
            holds(sixth_moments(6), 1.0, rtol=1e-12, name="sixth moments, 6 coefficients"),
            at_least(coefficients_without_one(), 1e-3, name="5 coefficients: off by"),
            drawn_uniformly([net.t for net in small], run.rng("coefficients")),
            integrated_tails([2, 4, *(net.t for net in nets.values())]),
            at_most(over_the_bound(), 1.0, name="moments of independent vectors, over the bound"),
            expected_overshoot(),
            at_most(
                [sum(chances(net)) for net in nets.values()],
                FAILURE,
                name="chance to fail, put together again",
            ),
            at_most(
                [net.D / features_of_independent_vectors(net) for net in nets.values()],
                2.0,
                name="D, over D for independent vectors",
            ),
            covered(),
            *(unbiased(net, run.rng(f"mean {net.d}")) for net in small),
            *(
                all_within(errors[net.d, net.t, net.D], f"d = {net.d}, t = {net.t}")
                for net in small
            ),
        ],
        table=[
            Table(
                ["d", "log10 N", "t", "D", "D/(2t)", "D, independent", "log10 D, t = 2", "t = 4"],
                [
                    [
                        net.d,
                        net.log_points / math.log(10),
                        net.t,
                        net.D,
                        net.D / (2 * net.t),
                        features_of_independent_vectors(net),
                        *(net.log_features(t) / math.log(10) for t in (2, 4)),
                    ]
                    for net in nets.values()
                ],
                title=f"What the bounds ask for, ε = {EPSILON:g}, δ = {FAILURE:g}, ℓ = {SIDE:g} β",
            ),
            Table(
                ["d", "t", "D", "median error", "largest", "not shown to be within ε"],
                [
                    [*case, float(np.median(drawn)), max(drawn), beyond(drawn)]
                    for case, drawn in errors.items()
                ],
                title=f"Largest errors in the region, from above, of {DRAWS} draws",
            ),
        ],
        note="The paper speaks of a small t; this one grows as d log d, so that little is saved.",
    )


def drawn_uniformly(orders: list[int], rng: np.random.Generator) -> Finding:
    """Whether coefficients of every power are uniform in the field, as they are drawn for t."""
    outcomes = [
        tails.assert_true_cdf_equals(power / FIELD, lambda x: x, ALPHA / sum(orders))
        for t in orders
        for power in sfm.sample_t_wise(2 * DRAWS, t, rng)
    ]
    failed = next((outcome for outcome in outcomes if not outcome.passed), outcomes[-1])
    return is_true(failed.passed, failed.detail, name=f"coefficients of all powers, t = {orders}")


def covered() -> Finding:
    """Whether the points that are looked at leave out nothing of an axis of the region."""
    points = axis()
    gaps = np.diff(points, prepend=-SIDE - NEAR, append=SIDE + NEAR)
    return equals([gaps.min(), gaps.max()], [2 * NEAR, 2 * NEAR], name="points cover an axis")


def unbiased(net: Net, rng: np.random.Generator) -> Finding:
    """Whether z'z is k on average where all coordinates differ by 1, with this t and D."""
    drawn = [
        np.cos(vectors(net.d, net.t, net.D, each).sum(axis=1)).mean() for each in rng.spawn(DRAWS)
    ]
    return holds(
        np.mean(drawn),
        definitions.laplacian_kernel([1] * net.d, [0] * net.d, 1.0),
        standard_error=np.std(drawn) / math.sqrt(DRAWS),
        degrees=DRAWS - 1,
        name=f"d = {net.d}, t = {net.t}: mean of z'z",
    )


def vectors(d: int, t: int, D: int, rng: np.random.Generator) -> Array:
    """D/2 Cauchy vectors of a t-wise independent hash of the reference."""
    u = sfm.t_wise_hash(np.arange(1, D // 2 + 1), sfm.sample_t_wise(d, t, rng))
    return sfm.cauchy_quantile(u, 1.0)


def largest_error(d: int, t: int, D: int, rng: np.random.Generator) -> float:
    """Upper bound on |z'z - k| in all of the region, for one draw."""
    r = vectors(d, t, D, rng)
    between = np.minimum(2, NEAR * np.abs(r).sum(axis=1)).mean() - math.expm1(-d * NEAR)
    return float(np.abs(approximated(r) - kernel(d)).max() + between)


def axis() -> AnyArray:
    """Coordinates of the points that are looked at in a draw."""
    return np.arange(-SIDE + NEAR, SIDE, 2 * NEAR)


def approximated(r: Array) -> Array:
    """z(x)'z(y) where x - y is any point with such coordinates, of the line or of the plane."""
    waves: list[AnyArray] = [np.exp(1j * np.outer(axis(), column)) for column in r.T]
    others = waves[1] if len(waves) == 2 else np.ones((1, len(r)))
    return np.squeeze((waves[0] @ others.T).real / len(r))


@functools.cache
def kernel(d: int) -> Array:
    """The kernel at the same points."""
    line = np.array([definitions.laplacian_kernel([x], [0], 1.0) for x in axis()])
    return line if d == 1 else np.outer(line, line)


def beyond(errors: list[float]) -> int:
    """How many draws are not shown to have all of the region within ε."""
    return sum(error >= EPSILON for error in errors)


def all_within(errors: list[float], name: str) -> Finding:
    """Whether no more draws than allowed are not shown to have all pairs within ε."""
    count = beyond(errors)
    outcome = tails.assert_rate_at_most(count, DRAWS, FAILURE, ALPHA)
    detail = f"{count} of {DRAWS} draws not; an exact test, α = {ALPHA:g}"
    return is_true(outcome.passed, detail, name=f"{name}: all pairs within ε in 9 of 10 draws")
