"""Section 3.2.1: the primal, its Lagrangian, and where it is stationary; Eq. (8)-(13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from gramcheck.paper_checks.claims.idealized.problems import (
    INDEFINITE,
    ROUNDING,
    Array,
    Problem,
    condition,
    equation,
    minima,
    solved,
    violation,
    violations,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, enough, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, erratum
from gramcheck.reference.idealized import IdealizedMetric
from gramcheck.verify.definitions import idealized as definitions

SECTION = "Section 3.2.1"


@equation(8, "vectors/smallest_slacks", "vectors/primal_objective")
def similar_constraint(run: Run) -> Evidence:
    """d²_ij ≥ d̃²_ij - ξ_ij on S, with ξ_ij ≥ 0.

    At the solutions of random problems, computed in fractions from the metric and its slacks, which
    are those of the primal minimized apart. That the constraint binds shows in the share of similar
    pairs that meet it with equality.
    """
    tight = _shares(run, lambda metric, margins: np.abs(margins[0] + metric.slack_S))
    return Evidence(
        printed=[
            *condition(run, "eq_8", "violation of (8)"),
            violation(run, "signs", "violation of ξ ≥ 0, γ ≥ 0"),
            at_least(tight, 0.05, name="share of S with equality"),
        ]
    )


@equation(9, "eq-8", "vectors/smallest_slacks")
def dissimilar_constraint(run: Run) -> Evidence:
    """d̃²_ij - d²_ij ≥ γ - ξ_ij on D, with ξ_ij ≥ 0 and γ ≥ 0.

    As for (8); one γ for all pairs of D.
    """
    tight = _shares(run, lambda metric, margins: np.abs(margins[1] - metric.gamma + metric.slack_D))
    return Evidence(
        printed=[
            *condition(run, "eq_9", "violation of (9)"),
            violation(run, "signs", "violation of ξ ≥ 0, γ ≥ 0"),
            at_least(tight, 0.05, name="share of D with equality"),
        ]
    )


def _shares(run: Run, gap: Callable[[IdealizedMetric, tuple[Array, Array]], Array]) -> float:
    """Share of pairs, over all problems, whose constraint is met with equality."""
    close = [
        gap(metric, problem.margins(metric)) < ROUNDING * problem.unit
        for problem, metric in solved(run)
    ]
    return float(np.concatenate(close).mean())


def lagrangian(problem: Problem, metric: IdealizedMetric, X: Array, gamma: float, slacks) -> float:
    """Eq. (10) at any AA' = X, γ and ξ, with the multipliers of the solution, in fractions."""
    slack_S, slack_D = slacks
    return float(
        definitions.lagrangian(
            **problem.exactly(),
            metric=X,
            gamma=gamma,
            slack_S=slack_S,
            slack_D=slack_D,
            alpha_S=metric.alpha_S,
            alpha_D=metric.alpha_D,
            eta_S=metric.eta_S,
            eta_D=metric.eta_D,
            mu=metric.mu,
            C_S=problem.C_S,
            C_D=problem.C_D,
            nu=problem.nu,
        )
    )


@equation(10, "vectors/lagrangian")
def the_lagrangian(run: Run) -> Evidence:
    """The Lagrangian (10), with multipliers α, η ≥ 0 and μ ≥ 0.

    At the solution it is stationary: for any step E of AA', any γ and any ξ it grows by |E|²/2
    exactly. So γ and ξ may be any for its value, which is the least value of the primal, minimized
    apart; and that is what the primal costs at the γ and ξ of the solution. η and μ are those of
    (13) and (12). (Until a review the value was held against the one that the solution reports.)
    """
    rng, growth, value, own, least = run.rng(), [], [], [], []
    for (problem, metric), minimum in zip(solved(run), minima(run), strict=True):
        constants = problem.C_S, problem.C_D, problem.nu
        slacks = metric.slack_S, metric.slack_D
        here = lagrangian(problem, metric, metric.matrix, metric.gamma, slacks)
        E = rng.standard_normal(metric.matrix.shape)
        E = (E + E.T) * np.abs(metric.matrix).max()
        other = [xi + rng.random(len(xi)) for xi in slacks]
        there = lagrangian(problem, metric, metric.matrix + E, metric.gamma + rng.random(), other)
        size = max(1.0, np.sum(E**2) / 2, abs(here))
        growth.append((there - here - np.sum(E**2) / 2) / size)
        value.append((here - minimum.value) / size)
        cost = definitions.primal_objective(metric.matrix, metric.gamma, *slacks, *constants)
        own.append((here - float(cost)) / size)
        least.append(min(metric.mu / problem.C_D, metric.eta_S.min() / problem.C_S))
    return Evidence(
        printed=[
            holds(growth, 0.0, atol=ROUNDING, name="growth of (10) less |E|²/2"),
            holds(value, 0.0, atol=ROUNDING, name="(10) at the solution less the primal's minimum"),
            holds(own, 0.0, atol=ROUNDING, name="less what the primal costs at its γ and ξ"),
            at_least(least, 0.0, atol=ROUNDING, name="smallest η, μ"),
        ]
    )


@equation(
    11,
    "vectors/metric_from_multipliers",
    "vectors/learn_metric",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def recovery(run: Run) -> Evidence:
    """AA' = -Σ_S α_ij (x_i - x_j)(x_i - x_j)' + Σ_D α_ij (x_i - x_j)(x_i - x_j)'.

    The right side can be indefinite, and then no A exists (erratum K2): (11) is stationarity in
    AA' with the cone constraint left out, and the derivation divides by a non-singular A. With the
    constraint AA' is the right side plus a positive semidefinite multiplier Z, Z AA' = 0. Metrics
    that are positive definite agree with the printed form.
    """
    by_sum = []
    for problem, metric in solved(run):
        wanted = problem.right_side(metric)
        by_sum.append(np.abs(metric.matrix - wanted).max() / max(np.abs(wanted).max(), 1e-3))
    metric, cone = INDEFINITE.solve(), INDEFINITE.solve("constrained")
    Z = cone.cone_multiplier
    assert Z is not None  # every program with the cone has one
    sigma = INDEFINITE.right_side(cone)
    return Evidence(
        printed=at_least(
            np.linalg.eigvalsh(metric.matrix)[0],
            0.0,
            atol=1e-6,
            name="smallest eigenvalue of the right side, example of K2",
        ),
        corrected=[
            holds(by_sum, 0.0, atol=1e-9, name="QP: its matrix is the right side, in fractions"),
            holds(cone.matrix, sigma + Z, atol=1e-6, name="with the cone: AA' = right side + Z"),
            at_least(np.linalg.eigvalsh(Z)[0], 0.0, atol=1e-9, name="smallest eigenvalue of Z"),
            holds(Z @ cone.matrix, 0.0, atol=1e-6, name="Z AA' = 0"),
        ],
        measured={
            "right side": metric.matrix.ravel(),
            "AA' with the cone": cone.matrix.ravel(),
        },
    )


@equation(12, "vectors/mu_from_multipliers", "vectors/nu_from_multipliers")
def multiplier_of_gamma(run: Run) -> Evidence:
    """ν = (Σ_D α_ij - μ)/C_D with μ ≥ 0 the multiplier of γ ≥ 0.

    A multiplier is the rate at which the least value rises with its constraint, as Section 3.2.2
    says. So μ is found without (12): the primal is minimized once more with γ ≥ ±ε, and μ lies
    between the slopes to either side. Some are 0, where γ > 0, and some are not.
    """
    rows = []
    for (problem, metric), minimum in zip(solved(run), minima(run), strict=True):
        step = 1e-3 * problem.unit
        low, high = (
            (problem.minimized(change).value - minimum.value) / (change * problem.C_D)
            for change in (-step, step)
        )
        rows.append((low, (metric.alpha_D.sum() - problem.nu * problem.C_D) / problem.C_D, high))
    low, mu, high = np.transpose(rows)
    own = [metric.mu / problem.C_D for problem, metric in solved(run)]
    return Evidence(
        printed=[
            *condition(run, "eq_15", "violation of μ ≥ 0"),
            at_least(mu, low, atol=ROUNDING, name="(Σ_D α - ν C_D)/C_D against the slope below"),
            at_most(mu, high, atol=ROUNDING, name="(Σ_D α - ν C_D)/C_D against the slope above"),
            holds(own, mu, atol=1e-12, name="μ/C_D of the solution"),
            enough([sum(high < ROUNDING), sum(low > 0.01)], 1, name="problems with μ = 0, μ > 0"),
        ],
        measured={"widest gap between the slopes": float(np.max(high - low))},
    )


def primal_along_gamma(problem: Problem, nu: float, gammas: Array) -> Array:
    """What the primal costs at AA' = 0 and the best slacks on D, as γ grows."""
    grown = definitions.margins(problem.distances(np.zeros((2, 2))), 0)[1]
    costs = [definitions.cost_of_gamma(grown, gamma, nu) for gamma in gammas.tolist()]
    return problem.C_D * np.array(costs, dtype=float)


@erratum("errata/K5", place="Section 3.2.1", about=("eq-8",))
def range_of_nu(run: Run) -> Evidence:
    """C_S, C_D, ν are non-negative adjustable parameters.

    Above 1 the dual is infeasible and the primal unbounded; at 1 every γ beyond some value costs
    the same; at 0 nothing is gained by γ, so it is 0. The program needs 0 < ν < 1 and C_D > 0, and
    the reference refuses the rest. It refuses C_S = 0, too, with which S would count for nothing.
    """
    gammas = np.array([0.0, 10.0, 1e3, 1e6])
    along = {nu: primal_along_gamma(INDEFINITE, nu, gammas) for nu in (0.0, 0.5, 1.0, 1.5)}
    refused = []
    outside = [(1, 8, nu) for nu in (-0.5, 0, 1, 1.5)]
    outside += [(1, 0, 0.5), (1, -1, 0.5), (-1, 8, 0.5), (0, 8, 0.5)]
    for constants in outside:
        C_S, C_D, nu = map(float, constants)
        try:
            replace(INDEFINITE, C_S=C_S, C_D=C_D, nu=nu).solve()
        except ValueError:
            refused.append(constants)
    inside = [replace(INDEFINITE, nu=nu) for nu in (1e-3, 0.1, 0.9, 0.999)]
    off = [max(violations(problem, problem.solve()).values()) for problem in inside]
    return Evidence(
        printed=[
            at_least(along[1.5].min(), -1e5, name="ν = 1.5: the primal is bounded, γ up to 10⁶"),
            at_least(
                np.abs(np.diff(along[1.0])).max(),
                1e-9,
                name="ν = 1: the cost tells one γ from another",
            ),
        ],
        corrected=[
            at_least(np.diff(along[0.5]), 0.0, name="ν = 0.5: the primal grows with γ at last"),
            at_least(np.diff(along[0.0]), 0.0, name="ν = 0: γ never gains"),
            equals(refused, outside, name="constants that the reference refuses"),
            at_most(off, ROUNDING, name="ν = 0.001, 0.1, 0.9, 0.999: violation of (8)-(20)"),
        ],
    )


@equation(13, "vectors/eta_from_multipliers")
def multipliers_of_slacks(run: Run) -> Evidence:
    """α_ij = C_S/N_S - η_ij on S and C_D/N_D - η_ij on D, η ≥ 0.

    So α is at most the weight of a slack, the constant over the number of pairs, on S and on D, and
    some are as large. That these are the weights is measured: the slope of the optimal value in C_S
    is the mean slack on S, and in C_D the mean slack on D less νγ, which C_D multiplies too. (Until
    a review the largest α was asked for of S and D together, and η was not looked at.)
    """
    in_C_S: list[float] = []
    in_C_D: list[float] = []
    etas = []
    for problem, metric in solved(run, few=6, many=30):
        gain = float(metric.slack_D.mean() - problem.nu * metric.gamma)
        for name, slack, slopes in (
            ("C_S", float(metric.slack_S.mean()), in_C_S),
            ("C_D", gain, in_C_D),
        ):
            slope = problem.slope_of_value(name, 1e-4 * getattr(problem, name))
            slopes.append((slope - slack) / max(1.0, abs(slack)))
    shares = []
    for problem, metric in solved(run):
        bounds = problem.C_S / len(metric.alpha_S), problem.C_D / len(metric.alpha_D)
        shares.append((metric.alpha_S.max() / bounds[0], metric.alpha_D.max() / bounds[1]))
        etas.append(np.abs(metric.alpha_S + metric.eta_S - bounds[0]).max() / bounds[0])
        etas.append(np.abs(metric.alpha_D + metric.eta_D - bounds[1]).max() / bounds[1])
    return Evidence(
        printed=[
            violation(run, "eq_16", "violation of 0 ≤ α, η ≥ 0"),
            holds(etas, 0.0, atol=1e-12, name="α + η of the solution less the weight, relative"),
            holds(np.max(shares, axis=0), 1.0, atol=ROUNDING, name="largest α over it, S and D"),
            holds(in_C_S, 0.0, atol=1e-3, name="slope of the value in C_S less the mean slack"),
            holds(in_C_D, 0.0, atol=1e-3, name="slope in C_D less (the mean slack - νγ)"),
        ]
    )
