"""Section 2: the gradients of (5)."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import classes_of_points
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim
from gramcheck.reference import kcr
from gramcheck.reference.types import AnyArray, Array, Integers
from gramcheck.verify.definitions import kcr as definitions

_COUNT = {"quick": 40, "full": 2000}
POINTS, DIMENSIONS = 10, 2
LAMBDA = 0.3
_STEEPEST = math.sqrt(2 / math.e)  # the largest slope of exp(-u²)
_INSIDE = 0.99  # of a radius


def embedded(c: Array, K: Array) -> Array:
    """Distances of the points that φ embeds, c its coefficients (d, n)."""
    return np.sqrt(kcr.squared_distances(kcr.sigma_from_coefficients(c), K))


def inner(c: Array, v: Array, K: Array) -> float:
    """<φ, ψ> of two functions with these coefficients."""
    return float(np.sum((c @ K) * v))


def scaled(v: Array, norm: float, K: Array) -> Array:
    """The same direction with this norm."""
    return v * (norm / math.sqrt(inner(v, v, K)))


def radius(D: Array, y: AnyArray, h: float, kernel: str) -> float:
    """By how much less distances may change, h fixed, without changing a comparison of (5).

    Naive votes change where a distance comes to h. Gaussian ones change by no more than their
    largest slope allows, and a comparison with them when that makes up for its margin.
    """
    if kernel == "naive":
        return float(np.abs(D[np.triu_indices(len(D), 1)] - h).min())
    least = float(np.abs(kcr.margin(D, y, h, kernel)).min())
    return h * least / ((len(D) - 1) * _STEEPEST)


def problem(rng: np.random.Generator) -> tuple[Array, Integers, Array, float]:
    """Kernel matrix, labels, coefficients of a random φ, and a radius that some distances have."""
    X, y = classes_of_points(POINTS, rng)
    K = kcr.gaussian_kernel(X, s=0.5)
    c = rng.normal(size=(DIMENSIONS, POINTS))
    return K, y, c, float(np.median(embedded(c, K)) * rng.uniform(0.5, 1.5))


def changed_within(rng: np.random.Generator, count: int, kernel: str) -> tuple[int, int]:
    """How many ψ_i are others, of how many, when φ and h move within the radius."""
    changed = seen = 0
    for _ in range(count):
        K, y, c, h = problem(rng)
        D = embedded(c, K)
        before, free = kcr.errors_5(D, y, h, kernel), _INSIDE * radius(D, y, h, kernel)
        for part in rng.uniform(size=5):
            # K(x, x) = 1: a point moves by no more than φ does, a distance by twice as much
            moved = embedded(c + scaled(rng.normal(size=c.shape), part * free / 2, K), K)
            # naive votes compare with h; moving h under Gaussian votes is scaling φ
            other = h + (1 - part) * free * rng.choice([-1, 1]) if kernel == "naive" else h
            changed += int((kcr.errors_5(moved, y, other, kernel) != before).sum())
            seen += len(y)
    return changed, seen


def turned_beyond(rng: np.random.Generator, count: int) -> list[int]:
    """How many naive votes are others when h moves as far as the radius, and just beyond."""
    found = []
    for _ in range(count):
        K, y, c, h = problem(rng)
        D = embedded(c, K)
        far = 1.0001 * radius(D, y, h, "naive")
        inside = kcr.smoothing_kernel(D, h)
        moved = [kcr.smoothing_kernel(D, other) for other in (h - far, h + far)]
        found.append(max(int((inside != each).sum()) for each in moved))
    return found


def slopes(rng: np.random.Generator, count: int) -> tuple[Array, Array]:
    """Slopes of (5), and what is said of them: along φ, another v, so with other labels, along h.

    The first three are 2 λ <φ, v>, the last is 0.
    """
    got, expected = [], []
    for _ in range(count):
        K, y, c, h = problem(rng)
        step = _INSIDE * radius(embedded(c, K), y, h, "naive") / 2
        v = rng.normal(size=c.shape)
        for direction, labels in ((c, y), (v, y), (v, rng.permutation(y))):
            unit = scaled(direction, 1.0, K)
            ahead, behind = (_objective(c + t * unit, K, labels, h) for t in (step, -step))
            got.append((ahead - behind) / (2 * step))
            expected.append(2 * LAMBDA * inner(c, unit, K))
        ahead, behind = (_objective(c, K, y, h + t) for t in (step, -step))
        got.append((ahead - behind) / (2 * step))
        expected.append(0.0)
    shape = count, 4
    return np.reshape(got, shape), np.reshape(expected, shape)


def _objective(c: Array, K: Array, y: AnyArray, h: float) -> float:
    penalty = kcr.squared_norm(kcr.sigma_from_coefficients(c), K)
    return kcr.objective_5(embedded(c, K), y, h, penalty, LAMBDA)


def unlike_its_definition(rng: np.random.Generator) -> list[float]:
    """(5) at random φ and h minus the count in fractions and the penalty, both kernels."""
    off = []
    for kernel in ("naive", "gaussian"):
        for _ in range(5):
            K, y, c, h = problem(rng)
            D, penalty = embedded(c, K), inner(c, c, K)
            exact = definitions.objective_5(D.tolist(), y.tolist(), h, penalty, LAMBDA, kernel)
            off.append(kcr.objective_5(D, y, h, penalty, LAMBDA, kernel) - exact)
    return off


def on_the_edge() -> list[float]:
    """Σ ψ of two points of two classes, 10 apart, h = 9: within the radius of 1, and at it.

    First h moves, then each point moves by half of that toward the other.
    """
    found = []
    for part in (15 / 16, 1.0):
        for distance, h in ((10.0, 9 + part), (10 - part, 9.0)):
            D = distance * (1 - np.eye(2))
            found.append(kcr.objective_5(D, [1, 2], h, 0.0, 0.0))
    return found


@claim(
    "kcr/flat-gradients",
    place="Section 2",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=("vectors/errors_5", "vectors/objective_5"),
)
def gradients_of_5(run: Run) -> Evidence:
    """The gradient optimization is difficult because the gradients are zero almost everywhere.

    Those of the ψ_i are, and of the loss, which the authors very likely mean, this is right. At
    random φ and h there is a radius within which no comparison of votes changes. For the naive
    kernel twice the norm of what φ moves by, and what h moves by, together stay below the least
    | ρ_ij - h |, with K(x, x) = 1; for the Gaussian one twice the norm stays below the least margin
    over the most that its slope allows. For the naive kernel the radius cannot be larger: beyond it
    a vote changes, and of two points that are 10 apart, with h = 9, both ψ_i become 1 when h moves
    by 1, or each point by 1/2, and not by 15/16 of that.

    Corrected: that is the gradient of the loss, not of (5), which has the penalty λΩ[φ] besides,
    λ‖φ‖² from Section 3 on. Wherever the loss is constant nearby, the slope of (5) along v is
    2 λ <φ, v>, whatever the labels, so that among such points the gradient is zero at φ = 0 only,
    and steps against it lead there. Along h it is zero.
    """
    count = _COUNT[run.scale]
    naive, gaussian = (
        changed_within(run.rng(kernel), count, kernel) for kernel in ("naive", "gaussian")
    )
    got, expected = slopes(run.rng("slopes"), count)
    return Evidence(
        common=[
            holds(
                unlike_its_definition(run.rng("definition")),
                0.0,
                atol=1e-12,
                name="(5) minus its definition",
            ),
            equals(naive[0], 0, name=f"naive kernel: changed within, of {naive[1]} ψ"),
            equals(gaussian[0], 0, name=f"Gaussian kernel: changed within, of {gaussian[1]} ψ"),
            at_least(
                turned_beyond(run.rng("beyond"), count),
                1,
                name="naive kernel: votes changed just beyond",
            ),
            equals(on_the_edge(), [0, 0, 2, 2], name="two points: Σ ψ within the radius, at it"),
        ],
        printed=holds(got[:, 0], 0.0, atol=1e-6, name="slope of (5) along φ"),
        corrected=[
            # differences over steps of a radius, of which some are small
            holds(
                got[:, :2],
                expected[:, :2],
                atol=1e-4,
                name="slopes of (5) along φ and others, 2 λ <φ, v>",
            ),
            holds(got[:, 2], got[:, 1], atol=1e-4, name="slopes with other labels, the same"),
            holds(got[:, 3], expected[:, 3], atol=1e-4, name="slopes of (5) along h"),
        ],
        measured={"slope along φ, the least": float(got[:, 0].min())},
    )
