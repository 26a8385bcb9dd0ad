"""Sections 3.2.5 and 3.3: the nearest pairs, and the kernel version."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.idealized.problems import ROUNDING, Array, Problem, solved
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, claim, erratum
from gramcheck.reference.idealized import (
    IdealizedMetric,
    learn_metric,
    learn_metric_from_kernel,
    nearest_pairs,
    pairs_from_labels,
)
from gramcheck.verify.definitions import idealized as definitions


@claim(
    "idealized/heuristic",
    place="Section 3.2.5",
    kind="statement",
    checks=["vectors/nearest_pairs*"],
)
def nearest(run: Run) -> Evidence:
    """Of each pattern only the m closest pairs in S and in D within R: N_S + N_D is at most O(n).

    m = 5, R the median of the distances over both sets (footnote 6). Pairs against a sort of every
    pattern's partners in exact arithmetic, and their number against 2 m n while n grows. Each
    pattern has at most m partners of its own in either set, so that the bound is 2 m n.
    """
    rng, different, rows = run.rng(), 0, []
    for _ in range(3):
        X, y = rng.integers(-8, 9, (30, 2)) / 8, rng.permutation([0, 1] * 15)
        S, D = pairs_from_labels(y)
        got = nearest_pairs(X, S, D, m=5, R="median")
        similar, dissimilar = ([tuple(pair) for pair in pairs.tolist()] for pairs in (S, D))
        wanted = definitions.nearest_pairs(X.tolist(), similar, dissimilar, 5, "median")
        for a, b in zip(got, wanted, strict=True):
            different += len(set(map(tuple, a.tolist())) ^ set(map(tuple, b)))
    for n in (25, 50, 100, 200):
        X, y = rng.standard_normal((n, 5)), rng.integers(0, 2, n)
        S, D = pairs_from_labels(y)
        kept = sum(map(len, nearest_pairs(X, S, D, m=5, R="median")))
        rows.append([n, len(S) + len(D), kept, 10 * n, kept / n])
    return Evidence(
        printed=[
            equals(different, 0, name="pairs in one of the two transcriptions alone"),
            at_most([row[2] for row in rows], [row[3] for row in rows], name="N_S + N_D ≤ 2 m n"),
        ],
        table=Table(["n", "all pairs", "kept", "2 m n", "kept over n"], rows),
    )


def kernelized(problem: Problem, psd: str = "as-printed") -> IdealizedMetric:
    """The kernel version for the linear kernel."""
    sets = problem.similar, problem.dissimilar
    constants = problem.C_S, problem.C_D, problem.nu
    return learn_metric_from_kernel(problem.X @ problem.X.T, *sets, *constants, psd=psd)


def formulas(metric: IdealizedMetric, K_a: Array, K_b: Array) -> tuple[Array, Array]:
    """The two displays of Section 3.3, term by term in fractions: kernel and squared distances."""
    S, D = metric.similar.tolist(), metric.dissimilar.tolist()
    kernel, squared = (
        np.array(
            [[float(of(a, b, S, D, metric.alpha_S, metric.alpha_D)) for b in K_b] for a in K_a]
        )
        for of in (definitions.kernel_from_rows, definitions.squared_distance_from_rows)
    )
    return kernel, squared


@claim(
    "idealized/kernel-version",
    place="Section 3.3",
    kind="statement",
    checks=["vectors/learn_metric_from_kernel"],
)
def kernel_version(run: Run) -> Evidence:
    """The method is kernelized by replacing x by φ(x); K̃ and d̃² are sums over pairs of K alone.

    With the linear kernel it is the linear version, with and without the cone, on training
    patterns and on new ones; and the two displays are what it computes. With M ≠ I the two
    versions are different problems (erratum K8).
    """
    rng, linear, shown = run.rng(), [], []
    for problem, printed in solved(run, few=8, many=40):
        new = rng.integers(-8, 9, (4, 3)) / 8
        rows, across = problem.X @ problem.X.T, new @ problem.X.T
        for psd, one in (("as-printed", printed), ("constrained", problem.solve("constrained"))):
            two = kernelized(problem, psd)
            got = two.kernel(across, rows), two.squared_distances(across, rows)
            wanted = one.kernel(new, problem.X), one.squared_distances(new, problem.X)
            size = max(1e-3, np.abs(one.kernel(problem.X)).max(), np.abs(one.kernel(new)).max())
            linear += [np.abs(a - b).max() / size for a, b in zip(got, wanted, strict=True)]
            if psd == "as-printed":
                display = formulas(two, across, rows)
                shown += [np.abs(a - b).max() / size for a, b in zip(got, display, strict=True)]
    return Evidence(
        printed=[
            holds(linear, 0.0, atol=1e-6, name="linear kernel: kernel version = linear version"),
            holds(shown, 0.0, atol=1e-9, name="the displays of 3.3, new patterns, relative"),
        ]
    )


@erratum("errata/K8", place="Section 3.3", about=("kernel-version",))
def other_metric(run: Run) -> Evidence:
    """With K(x, y) = x'My the kernel version of 3.3 is the method of 3.2 with that M.

    It is not, unless M = I: φ(x) = M^½ x also enters (11). With M = diag(4, 1/4) the two kernels
    differ by a fifth to all of the largest entry, in 36 examples; that the metric is the optimum
    for this M, primal and dual show by their definitions. What 3.3 learns is M^½ X M^½, where
    X is the metric with M = I on the patterns M^½ x. (Until a review a factor of 2 in the first
    entry was named, which nothing had measured, and M could have been left out.)
    """
    rng, M = run.rng(), np.diag([4.0, 0.25])
    S, D = np.array([[0, 1], [2, 3], [4, 5]]), np.array([[0, 2], [1, 4], [6, 7]])
    printed, corrected, gaps = [], [], []
    for _ in range(6):
        X = rng.integers(-8, 9, (8, 2)) / 8
        metric = learn_metric(X, S, D, 4.0, 2.0, 0.5, M=M)
        gaps.append(gap_with(M, metric, X))
        linear = metric.kernel(X)
        moved = Problem(X @ np.sqrt(M), S, D, 4.0, 2.0, 0.5)
        kernel = kernelized(moved).kernel(moved.X @ moved.X.T)
        size = np.abs(kernel).max()
        printed.append(np.abs(linear - kernel).max() / size)
        corrected.append(np.abs(moved.solve().kernel(moved.X) - kernel).max() / size)
    return Evidence(
        printed=at_most(min(printed), 0.01, name="difference of the kernels with M, smallest of 6"),
        corrected=[
            holds(gaps, 0.0, atol=ROUNDING, name="with M: primal less Ψ, both by definition"),
            at_most(corrected, 1e-6, name="kernel version against the method on M^½ x with M = I"),
            at_least(printed, 0.01, name="difference of the kernels with M"),
        ],
    )


def gap_with(M: Array, metric: IdealizedMetric, X: Array) -> float:
    """What the primal costs at the metric less (14) at its multipliers, with this M, relative."""
    S, D, matrix = metric.similar.tolist(), metric.dissimilar.tolist(), metric.matrix.tolist()
    distances = definitions.distances(X.tolist(), S, D, matrix, M.tolist())
    constants = metric.C_S, metric.C_D, metric.nu
    cost = definitions.lowest_cost(distances, definitions.norm_squared(matrix), *constants)
    alphas = metric.alpha_S, metric.alpha_D
    psi = definitions.dual_objective(*alphas, X.tolist(), S, D, M.tolist())
    return float(cost - psi) / max(1.0, abs(float(cost)))
