"""Section 3.2.1: the dual, and what is said of it; Eq. (14)-(16)."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from gramcheck.paper_checks.claims.idealized.cone import gap_with_the_cone
from gramcheck.paper_checks.claims.idealized.problems import (
    INDEFINITE,
    ROUNDING,
    Array,
    Problem,
    equation,
    minima,
    of_this_metric,
    solved,
    violation,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference.idealized import IdealizedMetric, dual_objective, pairs_from_labels
from gramcheck.verify.definitions import idealized as definitions

SECTION = "Section 3.2.1"


@equation(
    14, "vectors/dual_objective", "vectors/dual_program", expected=Verdict.HOLDS_WITH_CORRECTION
)
def dual(run: Run) -> Evidence:
    """The dual maximizes Ψ (14); its value is that of the primal.

    Ψ is right, for any M. Its largest value, which the multipliers of the solutions have, is that
    of the primal, minimized apart, without the constraint that AA' is positive semidefinite. With
    it the primal costs more where (11) is indefinite: -15.907 against -19.5 in the example of
    erratum K2. The dual of that has |Σ₊|² in the place of |Σ|², Σ₊ being the projection of the
    right side of (11) on the cone; it has the value of the primal, both by their definitions.
    (Until a review the gaps were those that solutions report, and M was the identity.)
    """
    rng, psi, gaps, exact = run.rng(), [], [], []
    for (problem, metric), minimum in zip(solved(run), minima(run), strict=True):
        B = rng.integers(-4, 5, (3, 3)) / 4
        alphas = metric.alpha_S, metric.alpha_D
        for M in (None, B @ B.T):
            form = None if M is None else M.tolist()
            got = dual_objective(*alphas, problem.X, problem.similar, problem.dissimilar, M)
            wanted = float(definitions.dual_objective(*alphas, **problem.exactly(), M=form))
            psi.append((got - wanted) / max(1.0, abs(wanted)))
            if M is None:
                gaps.append((minimum.value - wanted) / max(1.0, abs(wanted)))
    for seed in range(3):
        problem = _tiny(np.random.default_rng([run.seed, seed]))
        best = definitions.optimum(
            **problem.exactly(), C_S=problem.C_S, C_D=problem.C_D, nu=problem.nu
        )
        exact.append(problem.solve().dual - float(best.value))
    metric, cone = INDEFINITE.solve(), INDEFINITE.solve("constrained")
    with_cone = [(problem, problem.solve("constrained")) for problem, _ in solved(run)]
    return Evidence(
        common=[
            holds(
                [gap_with_the_cone(*each) for each in with_cone],
                0.0,
                atol=ROUNDING,
                name="gap with the cone, |Σ₊|² in the place of |Σ|², relative",
            ),
            at_least(
                [np.linalg.eigvalsh(each.matrix)[0] for _, each in with_cone],
                0.0,
                atol=ROUNDING,
                name="smallest eigenvalue with the cone",
            ),
        ],
        printed=holds(
            metric.dual,
            cone.primal,
            rtol=1e-3,
            name="value of (14)-(16) = value of the primal over A, example of K2",
        ),
        corrected=[
            holds(psi, 0.0, atol=1e-9, name="Ψ against its terms in fractions"),
            holds(gaps, 0.0, atol=ROUNDING, name="primal without the cone, minimized, less Ψ"),
            holds(exact, 0.0, atol=1e-6, name="largest Ψ against trying every face of the box"),
            holds(cone.dual, cone.primal, rtol=1e-6, name="gap with the cone, example of K2"),
        ],
        measured={"value of (14)-(16)": metric.dual, "value with the cone": cone.primal},
    )


def _tiny(rng: np.random.Generator) -> Problem:
    """Four patterns of the plane, few enough for all faces of the box of multipliers."""
    X = rng.integers(-4, 5, (4, 2)) / 4
    return Problem(X, np.array([[0, 1], [2, 3]]), np.array([[0, 2], [1, 3], [0, 3]]), 4.0, 2.0, 0.5)


@equation(15)
def sum_of_multipliers(run: Run) -> Evidence:
    """(1/C_D) Σ_D α_ij ≥ ν; its multiplier is γ.

    The second part, which the paper does not say, is measured: the slope of the optimal value in
    ν is -C_D γ, and the γ of the solution is one that is optimal for its metric. (Until a review γ
    was not held against it, nor α against (11).)
    """
    slopes: list[float] = []
    gammas: list[float] = []
    for problem, metric in solved(run, few=8, many=30):
        low, high = _gammas(problem, metric)
        slope = -problem.slope_of_value("nu", 1e-4) / problem.C_D
        for value, found in ((slope, slopes), (metric.gamma, gammas)):
            outside = max(low - value, value - high, 0.0)  # an interval where it is not unique
            found.append(outside / max(1.0, problem.unit, high))
    return Evidence(
        printed=[
            violation(run, "eq_15", "violation of (15)"),
            of_this_metric(run),
            violation(run, "eq_20", "μγ"),
            at_most(gammas, 1e-6, name="γ of the solution, outside the γ's that are optimal"),
            at_most(slopes, 1e-3, name="slope of the value in ν, over -C_D, outside the γ's"),
        ]
    )


def _gammas(problem: Problem, metric: IdealizedMetric) -> tuple[float, float]:
    """All optimal γ for this matrix, found by moving γ alone; a little wider for rounding."""
    grown = problem.margins(metric)[1]
    corners = np.concatenate([[0.0], grown[grown > 0]])
    costs = [np.maximum(g - grown, 0).mean() - problem.nu * g for g in corners]
    best = corners[np.array(costs) <= min(costs) + 1e-6 * (1 + abs(min(costs)))]
    return float(best.min()), float(best.max())


@equation(16)
def box(run: Run) -> Evidence:
    """0 ≤ α_ij ≤ C_S/N_S on S, C_D/N_D on D.

    The bounds are reached from below: some α are at them, which a box not divided by the number of
    pairs would not show. And the α are those of the metric, by (11). (Until a review that was not
    asked.)
    """
    shares = np.array(
        [
            [alpha.max() * len(alpha) / C for alpha, C in ((m.alpha_S, p.C_S), (m.alpha_D, p.C_D))]
            for p, m in solved(run)
        ]
    )
    return Evidence(
        printed=[
            violation(run, "eq_16", "violation of (16)"),
            of_this_metric(run),
            at_least(
                np.mean(shares > 1 - 1e-6, axis=0),
                0.25,
                name="share of problems with some α at its bound, S and D",
            ),
        ]
    )


@claim("idealized/convexity", place=f"{SECTION}, after Eq. (16)", kind="statement")
def no_local_optima(run: Run) -> Evidence:
    """Being a QP, it does not suffer from local optima.

    The quadratic form of -Ψ is |Σ|², so positive semidefinite; and half way from any feasible start
    to the solution Ψ is no less than the mean of both. The α need not be unique (erratum K10), the
    matrix is. The suite certifies solutions as those of the quadratic program.
    """
    rng, smallest, rise = run.rng(), [], []
    for problem, metric in solved(run):
        X, S, D = problem.exactly().values()
        H = definitions.dual_program(X, S, D, problem.C_S, problem.C_D, problem.nu)[0]
        spectrum = np.linalg.eigvalsh(np.array(H, dtype=float))
        smallest.append(spectrum[0] / spectrum[-1])
        n_S = len(S)
        end = np.r_[metric.alpha_S, metric.alpha_D]
        start = np.r_[[problem.C_S / n_S] * n_S, [problem.C_D / len(D)] * len(D)]
        start *= rng.uniform(problem.nu, 1, len(start))
        psi = [
            dual_objective(a[:n_S], a[n_S:], problem.X, problem.similar, problem.dissimilar)
            for a in (start, (start + end) / 2, end)
        ]
        rise.append((psi[1] - (psi[0] + psi[2]) / 2) / max(1.0, abs(psi[0]), abs(psi[2])))
    return Evidence(
        printed=[
            at_least(smallest, 0.0, atol=1e-12, name="smallest over largest eigenvalue of -Ψ''"),
            at_least(rise, 0.0, atol=ROUNDING, name="Ψ half way to the solution, less the mean"),
        ]
    )


def many_inside(rng: np.random.Generator) -> tuple[Problem, IdealizedMetric]:
    """The first of 40 random problems of 28 pairs with half of the α inside their bounds."""
    y = np.repeat([0, 1], 4)
    for _ in range(40):
        X = rng.standard_normal((8, 2)) + 2 * y[:, None]
        problem = Problem(X, *pairs_from_labels(y), 5.0, 5.0, 0.5)
        metric = problem.solve()
        if inside(problem, metric).sum() >= 14:
            break
    return problem, metric


def inside(problem: Problem, metric: IdealizedMetric) -> NDArray[np.bool_]:
    """Which α of S and of D are neither 0 nor at their bounds."""
    share = np.r_[metric.alpha_S, metric.alpha_D] / bounds(problem)
    return (share > 1e-3) & (share < 1 - 1e-3)


def bounds(problem: Problem) -> Array:
    """The upper ones of (16)."""
    n_S, n_D = len(problem.similar), len(problem.dissimilar)
    return np.repeat([problem.C_S / n_S, problem.C_D / n_D], [n_S, n_D])


@erratum("errata/K10", place="Section 3.2.1, Eq. (14)", about=("eq-14",))
def multipliers_not_unique(run: Run) -> Evidence:
    """The α of the dual are what the solution is.

    A note: with p features the Hessian has rank at most p(p + 1)/2, here 3 for 28 variables. So
    where many α are inside their bounds, others have the same matrix and the same Ψ: here a step
    along which (14) and (15) do not change is taken until the first α is at a bound. Compare
    matrices, not multipliers. (Until a review such a step was not held against the bounds. Of 12
    draws 5 have 3 α inside them at most, and no such step.)
    """
    rng = run.rng()
    problem, one = many_inside(rng)
    X, S, D = problem.exactly().values()
    H, linear, *_ = definitions.dual_program(X, S, D, problem.C_S, problem.C_D, problem.nu)
    hessian, n_S, box = np.array(H, dtype=float), len(S), bounds(problem)
    alpha = np.r_[one.alpha_S, one.alpha_D]
    # a step that neither the matrix nor the linear part nor the sum over D sees
    seen = np.vstack([hessian, np.array(linear, dtype=float), np.arange(len(box)) >= n_S])
    free, step = inside(problem, one), np.zeros(len(box))
    if free.any():
        step[free] = np.linalg.svd(seen[:, free])[2][-1]
    room = np.where(step > 0, box - alpha, alpha)[free] / np.abs(step[free])
    other = alpha + room.min(initial=box.max()) * step
    psi, matrices = zip(
        *(
            (
                float(definitions.dual_objective(a[:n_S], a[n_S:], X, S, D)),
                np.array(definitions.metric_from_multipliers(X, S, D, a[:n_S], a[n_S:]), float),
            )
            for a in (alpha, other)
        ),
        strict=True,
    )
    size = np.abs(one.matrix).max()
    reordered = replace(problem, dissimilar=rng.permutation(problem.dissimilar)).solve()
    return Evidence(
        common=holds(matrices[0], one.matrix, atol=1e-9 * size, name="(11) at the solution"),
        printed=at_most(
            np.abs((other - alpha) / box).max(), 1e-6, name="largest step of an α, over its bound"
        ),
        corrected=[
            equals(
                int(np.linalg.matrix_rank(hessian)), 3, name="rank of the Hessian, 28 variables"
            ),
            at_least(
                np.r_[other, box - other] / np.r_[box, box], 0.0, atol=1e-9, name="(16) there"
            ),
            holds(psi[1], psi[0], rtol=1e-9, name="Ψ at the other α"),
            holds(matrices[1], matrices[0], atol=1e-9 * size, name="(11) at the other α"),
            holds(
                reordered.matrix,
                one.matrix,
                atol=1e-6 * size,
                name="matrix with the pairs in another order",
            ),
        ],
        measured={"α inside their bounds": int(free.sum())},
    )


@claim("idealized/variables-independent-of-p", place=f"{SECTION}, after Eq. (16)", kind="statement")
def number_of_variables(run: Run) -> Evidence:
    """The QP has N_S + N_D variables, independent of p, the number of features.

    The same patterns, padded and turned in more and more dimensions, have the same program: as many
    variables, the same value and γ. The metric of Xing et al. has p² entries (“or p” of a diagonal
    one, as the paper says), of which p(p + 1)/2 are free by symmetry; the table counts these.
    """
    problem, rows = solved(run)[0][0], []
    for p in (3, 30, 300, 3000):
        turned = np.linalg.qr(run.rng().standard_normal((p, 3)))[0]
        start = perf_counter()
        metric = replace(problem, X=problem.X @ turned.T).solve()
        seconds = perf_counter() - start
        variables = len(metric.alpha_S) + len(metric.alpha_D)
        rows.append([p, variables, p * (p + 1) // 2, metric.primal, metric.gamma, seconds])
    _, counts, _, values, gammas, _ = zip(*rows, strict=True)
    return Evidence(
        printed=[
            equals(counts, [len(problem.similar) + len(problem.dissimilar)] * 4, name="variables"),
            holds(values, values[0], rtol=1e-6, name="optimal value for each p"),
            holds(gammas, gammas[0], atol=1e-6 * problem.unit, name="γ for each p"),
        ],
        table=Table(["p", "variables", "entries of a p x p metric", "value", "γ", "seconds"], rows),
    )
