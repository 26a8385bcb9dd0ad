"""Appendix A, proof of Corollary 1: a step that is wrong, and a conclusion that is not."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, erratum


def best_in_ball(k: ArrayLike, y: ArrayLike, C: ArrayLike) -> Array:
    """One object: α with |α k - y| least and ‖f‖² = α² k ≤ C²; arrays allowed."""
    return np.sign(y) * np.minimum(np.divide(C, np.sqrt(k)), np.abs(y) / np.asarray(k))


def best_penalized(k: ArrayLike, y: ArrayLike, mu: ArrayLike) -> Array:
    """One object: α with |α k - y| + (μ/2) α² k least."""
    return np.sign(y) * np.minimum(np.divide(1, mu), np.abs(y) / np.asarray(k))


def _ball_of_two(K: Array, y: Array, C: float) -> tuple[float, float]:
    """Two objects, absolute loss: least risk in the ball ‖f‖ ≤ C, and ‖α‖₁/n there.

    Values are f = G u with K = G G', ‖u‖ ≤ C. Unless f = y is in reach the best u lies on the
    circle, which is searched twice.
    """
    G = np.linalg.cholesky(K)
    u = np.linalg.solve(G, y)
    if np.linalg.norm(u) > C:
        center, width = 0.0, math.pi
        for _ in range(2):
            angles = center + np.linspace(-width, width, 721)
            circle = C * np.array([np.cos(angles), np.sin(angles)])
            loss = np.abs(G @ circle - y[:, None]).mean(axis=0)
            center, width = angles[loss.argmin()], 2 * width / 720
        u = C * np.array([math.cos(center), math.sin(center)])
    return float(np.abs(G @ u - y).mean()), float(np.abs(np.linalg.solve(G.T, u)).sum())


def _penalty_of_two(K: Array, y: Array, mu: float) -> tuple[float, float]:
    """Two objects, absolute loss: risk of the penalized minimizer, and ‖α‖₁/n there.

    f = K α / n, where α minimizes α'Kα/(2n) - y'α over the square |α_i| ≤ 1/μ: the optimum is
    n K⁻¹ y, or the best point of an edge.
    """
    n, side = 2, 1 / mu
    candidates = [n * np.linalg.solve(K, y)]
    for i, end in itertools.product((0, 1), (-side, side)):
        alpha = np.full(2, end)
        other = 1 - i
        alpha[other] = np.clip((n * y[other] - K[other, i] * end) / K[other, other], -side, side)
        candidates.append(alpha)
    inside = [a for a in candidates if np.abs(a).max() <= side]
    alpha = min(inside, key=lambda a: a @ K @ a / (2 * n) - y @ a)
    return float(np.abs(K @ alpha / n - y).mean()), float(np.abs(alpha).mean())


def two_as_each_alone(rng: np.random.Generator) -> tuple[list[float], list[float]]:
    """Risk and ‖α‖₁/n of two objects with k(x_1, x_2) = 0, and of each object by itself.

    With a penalty the problem falls into two of half the kernel. In the ball the label of the
    second object is 0, and all of the ball is left to the first.
    """
    got: list[float] = []
    wanted: list[float] = []
    for _ in range(50):
        k, y, radius = rng.uniform(0.05, 1, 2), rng.uniform(-3, 3, 2), rng.uniform(0.2, 3)
        alpha = best_penalized(k / 2, y, radius)
        got += _penalty_of_two(np.diag(k), y, radius)
        wanted += [float(np.abs(alpha * k / 2 - y).mean()), float(np.abs(alpha).mean())]
        first, alone = np.array([y[0], 0.0]), float(best_in_ball(k[0], y[0], radius))
        risk, A = _ball_of_two(np.diag(k), first, radius)
        got += [risk, A * math.sqrt(k[0])]  # ‖f‖, of which the search has an error
        wanted += [abs(alone * k[0] - y[0]) / 2, abs(alone) * math.sqrt(k[0])]
    return got, wanted


def corollary_ratios(run: Run) -> dict[str, float]:
    """Largest (L̂(f̃) - L̂(f̂)) / (A max |Δ|) over random kernels, absolute loss (M = 1)."""
    rng, n = run.rng("ratios"), 20000 if run.scale == "full" else 2000
    k, k_R, y = rng.uniform(0.01, 1, (3, n))
    y, C, mu = 4 * y, rng.uniform(0.2, 3, n), rng.uniform(0.1, 3, n)
    found = {}
    for name, best, radius in (
        ("ball, n = 1", best_in_ball, C),
        ("penalty, n = 1", best_penalized, mu),
    ):
        alpha, drawn = best(k, y, radius), best(k_R, y, radius)
        excess = np.abs(drawn * k_R - y) - np.abs(alpha * k - y)
        found[name] = float(np.max(excess / (np.abs(alpha) * np.abs(k_R - k))))
    for name, best_of_two in (("ball, n = 2", _ball_of_two), ("penalty, n = 2", _penalty_of_two)):
        found[name] = max(_ratio_of_two(best_of_two, rng) for _ in range(n // 2))
    return found


def _ratio_of_two(
    best: Callable[[Array, Array, float], tuple[float, float]], rng: np.random.Generator
) -> float:
    """One random pair of kernels of two objects: features in [0, 1], as those of (4)."""
    phi, drawn = rng.random((2, 5)), rng.random((2, 3))
    K, K_R = phi @ phi.T / 5, drawn @ drawn.T / 3
    y, radius = rng.choice([-1.0, 1.0], 2) * rng.uniform(0.1, 3, 2), rng.uniform(0.2, 3)
    (risk, A), (risk_R, _) = best(K, y, radius), best(K_R, y, radius)
    return (risk_R - risk) / (A * np.abs(K_R - K).max())


def penalized_step(run: Run) -> Array:
    """The step of the proof, of random problems with one object and a penalty: at most 0."""
    rng, n = run.rng("step"), 2000
    k, k_R = rng.uniform(0.01, 1, (2, n))
    y, mu = rng.uniform(-4, 4, n), rng.uniform(0.1, 3, n)

    def objective(alpha: Array) -> Array:
        return np.abs(alpha * k_R - y) + mu / 2 * alpha**2 * k_R

    return objective(best_penalized(k_R, y, mu)) - objective(best_penalized(k, y, mu))


@erratum("errata/D12", place="Appendix A, proof of Corollary 1", about=("corollary-1",))
def optimality_of_the_other_coefficients(run: Run) -> Evidence:
    """L̂ with α̃ and k̃ ≤ L̂ with α and k̃, by the optimality of α̃.

    Wrong for the ball ‖f‖ ≤ C of (9) and (10): α need not be admitted for k̃. One object, k = 1/4,
    k̃ = 1, y = 2, C = 1, absolute loss: the left side is 1 and the right side 0. The conclusion,
    L̂(f̃) - L̂(f̂) ≤ M A max |Δ|, was not refuted: its largest quotient over random problems does
    not exceed 1, in the ball or with a penalty. For the penalized problem the step is right, see
    Corollary 1. (Until a review nothing said that the minimizers of two objects are such.)
    """
    k, k_R, y, C = 0.25, 1.0, 2.0, 1.0
    alpha, drawn = (float(best_in_ball(v, y, C)) for v in (k, k_R))
    left, right = abs(drawn * k_R - y), abs(alpha * k_R - y)
    ratios = corollary_ratios(run)
    step = penalized_step(run)
    return Evidence(
        common=holds(
            *two_as_each_alone(run.rng("two")),
            atol=1e-3,  # the last step of the search on the circle is 2.4e-5, and C at most 3
            name="risk and ‖α‖₁/n of two unrelated objects, against each of them alone",
        ),
        printed=at_most(left, right, name="risk with α̃ ≤ risk with α, both with k̃"),
        corrected=[
            at_most(
                list(ratios.values()),
                1.0,
                rtol=1e-6,
                name="the conclusion: (L̂(f̃) - L̂(f̂)) / (M A max |Δ|)",
            ),
            at_most(
                step,
                0.0,
                atol=1e-12,
                name=f"penalized: objective with α̃ minus that with α, {len(step)} problems",
            ),
            at_least(alpha**2 * k_R, 2 * C**2, name="‖f‖² of α for k̃, outside of the ball of 1"),
        ],
        measured={"α, α̃": [alpha, drawn]}
        | {f"largest quotient, {name}": ratio for name, ratio in ratios.items()},
    )
