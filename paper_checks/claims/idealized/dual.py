"""Section 3.2.1: the dual, and what is said of it; Eq. (14)-(16)."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import numpy as np

from gramcheck.paper_checks.claims.idealized.problems import (
    INDEFINITE,
    ROUNDING,
    Problem,
    equation,
    solved,
    violation,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference.idealized import IdealizedMetric, dual_objective
from gramcheck.verify.definitions import idealized as definitions

SECTION = "Section 3.2.1"


@equation(
    14, "vectors/dual_objective", "vectors/dual_program", expected=Verdict.HOLDS_WITH_CORRECTION
)
def dual(run: Run) -> Evidence:
    """The dual maximizes Ψ (14); its value is that of the primal.

    Ψ is right, and its largest value is that of the primal without the constraint that AA' is
    positive semidefinite. With it the primal costs more where (11) is indefinite: -15.907 against
    -19.5 in the example of erratum K2. The dual of that has |Σ₊|² in the place of |Σ|², Σ₊ being
    the projection of the right side of (11) on the cone.
    """
    psi, gaps, exact = [], [], []
    for problem, metric in solved(run):
        lists = problem.exactly()
        alphas = metric.alpha_S, metric.alpha_D
        got = dual_objective(*alphas, problem.X, problem.similar, problem.dissimilar)
        wanted = float(definitions.dual_objective(*[a.tolist() for a in alphas], **lists))
        size = max(1.0, abs(wanted))
        psi.append((got - wanted) / size)
        gaps.append((metric.primal - metric.dual) / size)
    for seed in range(3):
        problem = _tiny(np.random.default_rng([run.seed, seed]))
        best = definitions.optimum(
            **problem.exactly(), C_S=problem.C_S, C_D=problem.C_D, nu=problem.nu
        )
        exact.append(problem.solve().dual - float(best.value))
    metric, cone = INDEFINITE.solve(), INDEFINITE.solve("constrained")
    return Evidence(
        printed=holds(
            metric.dual,
            cone.primal,
            rtol=1e-3,
            name="value of (14)-(16) = value of the primal over A, example of K2",
        ),
        corrected=[
            holds(psi, 0.0, atol=1e-9, name="Ψ against its terms in fractions"),
            holds(gaps, 0.0, atol=ROUNDING, name="gap to the primal without the cone"),
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
    ν is -C_D γ.
    """
    slopes = []
    for problem, metric in solved(run, few=8, many=30):
        low, high = _gammas(problem, metric)
        slope = -problem.slope_of_value("nu", 1e-4) / problem.C_D
        outside = max(low - slope, slope - high, 0.0)  # γ is an interval where it is not unique
        slopes.append(outside / max(1.0, problem.unit, high))
    return Evidence(
        printed=[
            violation(run, "eq_15", "violation of (15)"),
            violation(run, "eq_20", "μγ"),
            at_most(slopes, 1e-3, name="slope of the value in ν, over -C_D, outside the γ's"),
        ],
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
    pairs would not show.
    """
    at_bound = {
        side: np.mean(
            [
                np.max(alpha) * len(alpha) / C > 1 - 1e-6
                for problem, metric in solved(run)
                for name, alpha, C in (
                    ("S", metric.alpha_S, problem.C_S),
                    ("D", metric.alpha_D, problem.C_D),
                )
                if name == side
            ]
        )
        for side in "SD"
    }
    return Evidence(
        printed=[
            violation(run, "eq_16", "violation of (16)"),
            at_least(list(at_bound.values()), 0.25, name="share of problems with α at its bound"),
        ],
        measured={f"with some α at the bound of {side}": v for side, v in at_bound.items()},
    )


@claim(
    "idealized/convexity",
    place=f"{SECTION}, after Eq. (16)",
    kind="statement",
    expected=Verdict.HOLDS,
)
def no_local_optima(run: Run) -> Evidence:
    """Being a QP, it does not suffer from local optima.

    The quadratic form of -Ψ is |Σ|², so positive semidefinite. A pair of maxima would contradict
    its matrix: from any feasible start no line to the solution goes down and up again. The α are
    not unique (erratum K10), the matrix is. The suite certifies solutions as those of the quadratic
    program, by all its Karush-Kuhn-Tucker residuals and its gap.
    """
    rng, smallest, ups = run.rng(), [], []
    for problem, metric in solved(run):
        X, S, D = problem.exactly().values()
        H = definitions.dual_program(X, S, D, problem.C_S, problem.C_D, problem.nu)[0]
        spectrum = np.linalg.eigvalsh(np.array(H, dtype=float))
        smallest.append(spectrum[0] / spectrum[-1])
        start = [
            bound * rng.uniform(problem.nu, 1, len(alpha)) / len(alpha)
            for alpha, bound in ((metric.alpha_S, problem.C_S), (metric.alpha_D, problem.C_D))
        ]
        path = []
        for t in np.linspace(0, 1, 21):
            alpha_S, alpha_D = (
                a + t * (b - a)
                for a, b in zip(start, (metric.alpha_S, metric.alpha_D), strict=True)
            )
            path.append(
                dual_objective(alpha_S, alpha_D, problem.X, problem.similar, problem.dissimilar)
            )
        ups.append(np.diff(path).min() / max(1.0, np.ptp(path)))
    return Evidence(
        printed=[
            at_least(smallest, 0.0, atol=1e-12, name="smallest over largest eigenvalue of -Ψ''"),
            at_least(ups, 0.0, atol=ROUNDING, name="steps of Ψ on lines to the solution"),
        ],
    )


@claim(
    "errata/K10",
    place="Section 3.2.1, Eq. (14)",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def multipliers_not_unique(run: Run) -> Evidence:
    """The α of the dual are what the solution is.

    A note: with p features the Hessian has rank at most p(p + 1)/2, here 3 for 28 variables, so
    that many α have the same matrix. Compare matrices, not multipliers.
    """
    rng = run.rng()
    y = np.repeat([0, 1], 4)
    X = rng.standard_normal((8, 2)) + 2 * y[:, None]
    every = np.array([(i, j) for i in range(8) for j in range(i + 1, 8)])
    same = y[every[:, 0]] == y[every[:, 1]]
    problem = Problem(X, every[same], every[~same], 5.0, 5.0, 0.5)
    z = X[every[:, 0]] - X[every[:, 1]]
    rank = int(np.linalg.matrix_rank((z @ z.T) ** 2))
    order = rng.permutation(len(problem.dissimilar))
    one = problem.solve()
    exact = problem.exactly()
    # a step that neither the matrix nor the sum of the multipliers nor the linear part sees
    features = np.column_stack([np.einsum("ki,kj->kij", z, z).reshape(28, 4)[:, [0, 1, 3]]])
    signs = np.where(same, -1.0, 1.0)
    seen = np.vstack([(features * signs[:, None]).T, signs * np.sum(z**2, axis=1), ~same])
    step = np.linalg.svd(seen)[2][np.linalg.matrix_rank(seen)]
    alpha = np.zeros(28)
    alpha[same], alpha[~same] = one.alpha_S, one.alpha_D
    other = alpha + 0.01 * step / np.abs(step).max()
    values = [
        float(definitions.dual_objective(a[same].tolist(), a[~same].tolist(), **exact))
        for a in (alpha, other)
    ]
    turned = replace(problem, dissimilar=problem.dissimilar[order]).solve()
    return Evidence(
        printed=at_least(rank, 28, name="rank of the Hessian, for unique α"),
        corrected=[
            equals(rank, 3, name="rank of the Hessian of 28 variables"),
            holds(values[1], values[0], rtol=1e-9, name="Ψ at other α, moved by up to 0.01"),
            holds(
                turned.matrix,
                one.matrix,
                atol=1e-6 * np.abs(one.matrix).max(),
                name="matrix with the pairs in another order",
            ),
        ],
    )


@claim(
    "idealized/variables-independent-of-p",
    place=f"{SECTION}, after Eq. (16)",
    kind="statement",
    expected=Verdict.HOLDS,
)
def number_of_variables(run: Run) -> Evidence:
    """The QP has N_S + N_D variables, independent of p, the number of features.

    The same patterns, padded and turned in more and more dimensions, have the same program: as many
    variables, the same value and γ. The metric of Xing et al. has p² entries.
    """
    rng = run.rng()
    problem = solved(run)[0][0]
    rows, values, gammas, counts = [], [], [], []
    for p in (3, 30, 300, 3000):
        turned = np.linalg.qr(rng.standard_normal((p, 3)))[0]
        X = problem.X @ turned.T
        start = perf_counter()
        metric = replace(problem, X=X).solve()
        seconds = perf_counter() - start
        counts.append(len(metric.alpha_S) + len(metric.alpha_D))
        values.append(metric.primal)
        gammas.append(metric.gamma)
        rows.append([p, counts[-1], p * (p + 1) // 2, metric.primal, metric.gamma, seconds])
    return Evidence(
        printed=[
            equals(counts, [len(problem.similar) + len(problem.dissimilar)] * 4, name="variables"),
            holds(values, values[0], rtol=1e-6, name="optimal value for each p"),
            holds(gammas, gammas[0], atol=1e-6 * problem.unit, name="γ for each p"),
        ],
        table=Table(["p", "variables", "entries of a p x p metric", "value", "γ", "seconds"], rows),
    )
