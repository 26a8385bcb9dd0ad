"""Section IV-B, behind Theorem 1: all pairs of points of a bounded region at once."""

from __future__ import annotations

import functools
import itertools
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
    error_of_sixth_moments,
    excess,
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
    of side ℓ, β = 1, are to be within ε but for a chance of δ. (That the hash is discrete moves k
    by less than 1e-4, and is neglected.)

    Let N = ⌈ℓ/s⌉^d points have each x - y within s in every coordinate. At each of them, t even,
    E|z'z - k|^t ≤ 2 (t/2)! (2/√D)^t: so it is for independent vectors, by Hoeffding's inequality,
    and products in a t-th power are of no more than t vectors. By Markov's inequality all N are
    within ε' but for a chance of 2 N (t/2)! (2/(ε' √D))^t, which is to be δ/2.

    Between them z'z changes by at most the mean of min(2, s ‖r_i‖₁), whose expectation is at most
    d E min(2, s |r|), of the order of d s log(1/s). With s about ε δ/d, but for logarithms, it is
    below ε/4 but for δ/2. And k changes by 1 - exp(-d s); ε' is what is left.

    With t = 2 m, m = ⌈log(4 N/δ)⌉, that gives a D of the order of d/ε² log(d ℓ/(ε δ)): what
    Hoeffding's inequality asks for independent vectors, times e^(1 - 1/m) (m!)^(1/m)/(m - 1) at
    most, which tends to 1, and rounded up. With t = 2 this proof asks for N/(ε² δ) or so. Thus t is
    not small. About ε'² of the numbers of independent vectors are stored, t for each coordinate,
    and each number that is used costs t multiplications. For ε = ½, δ = 0.1 and ℓ = 2 it takes
    t = 42 for d = 2 and t = 1606 for d = 64; D is a fifth more than for independent vectors for
    d = 1, and half a percent for d = 64.

    For d = 1 and 2 the reference's hash is drawn 200 times with that t and D. In all draws the
    region is within ε, by errors at points of a grid and the means of min(2, s ‖r_i‖₁) that were
    drawn; 1 draw in 10 may miss it, 4 in 10 would be seen. With a quarter of D, or with t = 2, it
    is some draws in a hundred that are not shown to be within ε, which is allowed as well. So the
    draws show that the bounds hold, and not that D and t have to be as large.
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
            at_least(error_of_sixth_moments(5), 1e-3, name="sixth moments, 5 coefficients: off by"),
            *(drawn_independently(net.t, run.rng(f"coefficients {net.t}")) for net in small),
            integrated_tails([2, 4, *(net.t for net in nets.values())]),
            at_most(over_the_bound(), 1.0, name="moments of independent numbers, over the bound"),
            expected_overshoot([net.s for net in nets.values()]),
            at_most(
                [sum(chances(net)) for net in nets.values()],
                FAILURE,
                name="chance to fail, put together again",
            ),
            at_most(
                [net.D / features_of_independent_vectors(net) for net in nets.values()],
                [excess(net) for net in nets.values()],
                name="D, over D for independent vectors",
            ),
            covered(),
            at_most(beside_the_grid(run.rng("beside")), 1.0, name="errors beside the grid, d = 1"),
            *(unbiased(net, run.rng(f"mean {net.d}")) for net in small),
            *(
                all_within(errors[net.d, net.t, net.D], f"d = {net.d}, t = {net.t}")
                for net in small
            ),
        ],
        table=[
            Table(
                [
                    *("d", "log10 N", "t", "D", "D/(2t)", "D, independent"),
                    *("log10 D, t = 2", "log10 D, t = 4"),
                ],
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
        note="The paper speaks of a small t; this one grows as d log d.",
    )


def drawn_independently(t: int, rng: np.random.Generator) -> Finding:
    """Whether coefficients of all powers, and differences of any two, are uniform in the field."""
    drawn = sfm.sample_t_wise(2 * DRAWS, t, rng)
    pairs = ((a + FIELD - b) % FIELD for a, b in itertools.combinations(drawn, 2))
    tests = t * (t + 1) // 2
    outcomes = [
        tails.assert_true_cdf_equals(values / FIELD, lambda x: x, ALPHA / tests)
        for values in (*drawn, *pairs)
    ]
    failed = [outcome.detail for outcome in outcomes if not outcome.passed]
    detail = f"{tests} tests, {len(failed)} failed{': ' * bool(failed)}{', '.join(failed[:1])}"
    return is_true(not failed, detail, name=f"coefficients and their differences, t = {t}")


def covered() -> Finding:
    """Whether the points that are looked at leave out nothing of an axis of the region."""
    points = axis()
    gaps = np.diff(points, prepend=-SIDE - NEAR, append=SIDE + NEAR)
    return equals([gaps.min(), gaps.max()], [2 * NEAR, 2 * NEAR], name="points cover an axis")


def unbiased(net: Net, rng: np.random.Generator) -> Finding:
    """Whether z'z is k on average where coordinates differ by 1 and -1/2, with this t and D."""
    apart = [1.0, -0.5][: net.d]
    drawn = [np.cos(vectors(net.d, net.t, net.D, each) @ apart).mean() for each in rng.spawn(DRAWS)]
    return holds(
        np.mean(drawn),
        definitions.laplacian_kernel(apart, [0] * net.d, 1.0),
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
    return error_from_above(vectors(d, t, D, rng))


def error_from_above(r: Array) -> float:
    """The largest error at the points that are looked at, and what may be added between them."""
    return at_the_points(r, axis(), kernel(r.shape[1])) + between(r)


def between(r: Array) -> float:
    """By how much z'z and k change from a point that is looked at, at the most."""
    change = np.minimum(2, NEAR * np.abs(r).sum(axis=1)).mean()
    return float(change - math.expm1(-r.shape[1] * NEAR))


def beside_the_grid(rng: np.random.Generator) -> list[float]:
    """The largest error at points 20 times as dense over the bound, of draws with 4 vectors."""
    dense = np.linspace(-SIDE, SIDE, 20 * len(axis()))
    k = np.array([definitions.laplacian_kernel([x], [0], 1.0) for x in dense])
    drawn = [vectors(1, 4, 8, each) for each in rng.spawn(DRAWS)]
    return [at_the_points(r, dense, k) / error_from_above(r) for r in drawn]


def at_the_points(r: Array, points: Array, k: Array) -> float:
    """The largest error where x - y is any point with such coordinates; k is the kernel there."""
    return float(np.abs(approximated(r, points) - k).max())


def axis() -> AnyArray:
    """Coordinates of the points that are looked at in a draw."""
    return np.arange(-SIDE + NEAR, SIDE, 2 * NEAR)


def approximated(r: Array, points: Array) -> Array:
    """z(x)'z(y) where x - y has such coordinates, on the line or in the plane."""
    waves: list[AnyArray] = [np.exp(1j * np.outer(points, column)) for column in r.T]
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
    return is_true(outcome.passed, detail, name=f"{name}: all pairs within ε but for 1 draw in 10")
