"""Section 3.3: the same in feature space, from kernel values alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_most, close_to, is_true, largest
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.sets import moreau
from gramcheck.verify.suite.idealized.problems import (
    ALL_ZERO,
    COLLINEAR,
    DUPLICATES,
    EXAMPLES,
    GAP,
    INDEFINITE,
    LEARN,
    PSD,
    Array,
    Problem,
    floats,
    gram,
    learn,
    learn_from_kernel,
    matrix_speck,
    metric_problems,
)

PLACE = "Section 3.3"
FROM_KERNEL = "idealized.learn_metric_from_kernel"
SAME = 1e-8  # of two ways to one solution, relative to the largest number


def gaussian(A: Array, B: Array, width: float) -> Array:
    """exp(-|a - b|^2 / (2 width^2)), computed in a symmetric way."""
    squared = ((A[:, None] - B[None]) ** 2).sum(axis=2)
    return np.exp(-squared / (2 * width**2))


@st.composite
def with_new_points(draw: Any) -> tuple[Problem, Array]:
    """A problem, and points that were not there when the metric was learned."""
    problem = draw(metric_problems())
    return problem, draw(strategies.points(problem.X.shape[1], max_size=3).map(lambda x: x / 20))


@check("idealized/kernel-version", place=PLACE, needs=(LEARN, FROM_KERNEL), since="0.1")
@for_all(
    case=with_new_points(),
    examples=[
        {"case": (problem, 2.0 * problem.X)}
        for problem in (INDEFINITE, COLLINEAR, DUPLICATES, ALL_ZERO)
    ],
)
def linear_kernel_gives_the_linear_version(target: Any, case: Any) -> Iterator[Outcome]:
    """All products and distances, of training patterns and of others, in each of the three forms.

    Rows of kernel values against the training patterns stand for the points.
    """
    problem, new = case
    points = np.vstack([problem.X, new])
    rows = gram(points, problem.X)
    for psd in PSD:
        linear, kernel = learn(target, problem, psd), learn_from_kernel(target, problem, psd)
        far = 4 * largest(points) ** 2
        size = far * (largest(linear.matrix) + matrix_speck(problem))
        yield close_to(linear.kernel(points), kernel.kernel(rows), rtol=SAME, scale=size)
        expected = linear.squared_distances(points, problem.X)
        got = kernel.squared_distances(rows, gram(problem.X))
        yield close_to(expected, got, rtol=SAME, scale=size)
        scale = max(1.0, abs(linear.primal))
        yield close_to(linear.primal, kernel.primal, rtol=SAME, scale=scale)
        yield close_to(linear.dual, kernel.dual, rtol=SAME, scale=scale)
        # feature space may lack a direction in which the matrix is zero: negative ones are compared
        lowest = (min(0.0, metric.smallest_eigenvalue) for metric in (linear, kernel))
        expected, got = lowest
        size = largest(linear.matrix)
        yield close_to(expected, got, rtol=SAME, atol=matrix_speck(problem), scale=size)


@check("idealized/kernel-version", place=PLACE, needs=FROM_KERNEL, since="0.1")
@for_all(
    case=with_new_points(),
    width=strategies.log_uniform(0.3, 10),
    # multipliers on both sets, and points that coincide
    examples=[
        {"case": (problem, np.array([[0.5, 0.5]])), "width": 1.0}
        for problem in (INDEFINITE, DUPLICATES)
    ],
)
def unseen_patterns_need_their_kernel_row_only(
    target: Any, case: Any, width: float
) -> Iterator[Outcome]:
    """The printed sums over pairs, in fractions, for a Gaussian kernel; as printed."""
    problem, new = case
    X, S, D, *rest = problem
    K, rows = gaussian(X, X, width), gaussian(new, X, width)
    metric = target.idealized.learn_metric_from_kernel(K, np.array(S), np.array(D), *rest)
    arguments = S, D, metric.alpha_S, metric.alpha_D
    scale = float(np.sum(metric.alpha_S) + np.sum(metric.alpha_D)) * 4 + 1e-300
    everything = np.vstack([K, rows])
    for function, got in (
        (definitions.kernel_from_rows, metric.kernel(rows, everything)),
        (definitions.squared_distance_from_rows, metric.squared_distances(rows, everything)),
    ):
        expected = [[float(function(a, b, *arguments)) for b in everything] for a in rows]
        yield close_to(expected, got, rtol=1e-9, scale=scale)


@check("idealized/kernel-version", place=PLACE, needs=FROM_KERNEL, since="0.2")
def matrix_holds_the_coefficients_of_rows(target: Any, run: Any) -> Iterator[Outcome]:
    """k_a' B k_b is what the metric's kernel says of rows k_a and k_b, in each of the three forms.

    As printed, B itself is the sum over pairs of the multipliers.
    """
    for X, S, D, *rest in (INDEFINITE, COLLINEAR):
        K = gaussian(X, X, 1.0)
        for psd in PSD:
            pairs = np.array(S), np.array(D)
            metric = target.idealized.learn_metric_from_kernel(K, *pairs, *rest, psd=psd)
            B, products = np.asarray(metric.matrix, dtype=float), np.asarray(metric.kernel(K))
            size = largest(B) * len(K) ** 2
            yield close_to(products, K @ B @ K, ulps=64, scale=size)
            if psd == "as-printed":
                alphas = metric.alpha_S, metric.alpha_D
                units = np.eye(len(K))  # the rows of "kernel values" that B meets one by one
                args = (S, D, *alphas)
                expected = [
                    [float(definitions.kernel_from_rows(a, b, *args)) for b in units] for a in units
                ]
                yield close_to(expected, B, ulps=64, scale=size)


def roots(K: Array) -> Array:
    """L with K = LL', one row a pattern, from the eigenvalues."""
    values, vectors = np.linalg.eigh(K)
    return vectors * np.sqrt(np.maximum(values, 0))


@check("idealized/kernel-version", place=PLACE, needs=FROM_KERNEL, since="0.1")
@for_all(
    problem=metric_problems(),
    width=strategies.log_uniform(0.3, 10),
    examples=[{"problem": INDEFINITE, "width": 0.5}, {"problem": DUPLICATES, "width": 2.0}],
)
def gaussian_kernel_has_no_gap(target: Any, problem: Problem, width: float) -> Iterator[Outcome]:
    """Primal and dual values recomputed from the multipliers and kernel values alone.

    In feature space AA' is never formed; with the cone it is the positive part of Sigma, which
    points with the same inner products show.
    """
    X, S, D, C_S, C_D, nu = problem
    K = gaussian(X, X, width)
    for psd in ("as-printed", "constrained"):
        metric = target.idealized.learn_metric_from_kernel(
            K, np.array(S), np.array(D), C_S, C_D, nu, psd=psd
        )
        alphas = metric.alpha_S, metric.alpha_D
        if psd == "constrained":
            points = roots(K)
            sigma = floats(definitions.metric_from_multipliers(points, S, D, *alphas))
            matrix = moreau(sigma)[0]
            after = definitions.distances(points, S, D, matrix)
            norm = definitions.norm_squared(matrix)
            linear = definitions.linear_part(after.before_S, after.before_D, *alphas)
            dual = float(linear - norm / 2)
        else:
            after = definitions.kernel_distances(K, S, D, *alphas)
            norm = definitions.kernel_norm_squared(K, S, D, *alphas)
            dual = float(definitions.kernel_dual_objective(K, S, D, *alphas))
        value = float(definitions.lowest_cost(after, norm, C_S, C_D, nu))
        size = max(1.0, abs(value), abs(dual))
        yield at_most(GAP, abs(value - dual) / size)
        yield close_to(value, metric.primal, rtol=GAP, scale=size)
        yield close_to(dual, metric.dual, rtol=1e-8, scale=size)


@check(
    "idealized/kernel-version",
    place=f"{PLACE}; erratum K3",
    needs=FROM_KERNEL,
    since="0.1",
)
@for_all(
    problem=metric_problems(),
    width=strategies.log_uniform(0.3, 10),
    examples=[
        {"problem": INDEFINITE, "width": 0.5},
        {"problem": DUPLICATES, "width": 1.0},
        {"problem": ALL_ZERO._replace(D=[(0, 2)], nu=0.1), "width": 1.0},
    ],
)
def clipped_and_constrained_kernels_are_kernels(
    target: Any, problem: Problem, width: float
) -> Iterator[Outcome]:
    """No negative eigenvalue among the training patterns, and the printed one's positive part."""
    X, S, D, *rest = problem
    K = gaussian(X, X, width)
    metrics = {
        psd: target.idealized.learn_metric_from_kernel(K, np.array(S), np.array(D), *rest, psd=psd)
        for psd in PSD
    }
    points = roots(K)
    printed = metrics["as-printed"]
    alphas = printed.alpha_S, printed.alpha_D
    sigma = floats(definitions.metric_from_multipliers(points, S, D, *alphas))
    # squared distances are at most 2, so that is the most that a multiplier can do
    size = 4 * largest(sigma) + 1e-12 * (problem.C_S + problem.C_D)
    for psd in PSD[1:]:
        values = np.linalg.eigvalsh(np.asarray(metrics[psd].kernel(K)))
        yield at_most(1e-9, -float(values[0]) / max(float(values[-1]), size))
    expected = points @ moreau(sigma)[0] @ points.T
    yield close_to(expected, metrics["clip"].kernel(K), rtol=SAME, scale=size)
    lowest = min(0.0, float(np.linalg.eigvalsh(sigma)[0]))
    got = min(0.0, printed.smallest_eigenvalue)
    yield close_to(lowest, got, rtol=SAME, scale=size)


@check(
    "idealized/many-kernels",
    place=f"{PLACE}; Section 2, several base kernels",
    needs="idealized.learn_metric_from_kernels",
    since="0.3",
)
def printed_metrics_of_several_kernels_are_sums(target: Any, run: Any) -> Iterator[Outcome]:
    """The metric between training patterns follows from the multipliers and the sum of kernels."""
    X, S, D, *rest = INDEFINITE
    kernels = [gram(X), gaussian(X, X, 1.0)]
    pairs = np.array(S), np.array(D)
    metric = target.idealized.learn_metric_from_kernels(kernels, *pairs, *rest, psd="as-printed")
    total = kernels[0] + kernels[1]
    points = roots(total)
    alphas = metric.alpha_S, metric.alpha_D
    sigma = floats(definitions.metric_from_multipliers(points, S, D, *alphas))
    expected = points @ sigma @ points.T
    yield close_to(expected, metric.kernel(total), rtol=SAME, scale=largest(expected) + 1e-300)


@check(
    "idealized/many-kernels",
    place=f"{PLACE}; Section 2, several base kernels",
    needs=("idealized.learn_metric_from_kernels", FROM_KERNEL),
    since="0.1",
)
@for_all(problem=metric_problems(), examples=EXAMPLES)
def kernels_are_summed(target: Any, problem: Problem) -> Iterator[Outcome]:
    """Of several kernels the features are put side by side, which is the sum of the kernels."""
    X, S, D, *rest = problem
    kernels = [gram(X), gaussian(X, X, 1.0), np.ones((len(X),) * 2)]
    total = kernels[0] + kernels[1] + kernels[2]
    pairs = np.array(S), np.array(D)
    for psd in ("as-printed", "constrained"):
        one = target.idealized.learn_metric_from_kernel(total, *pairs, *rest, psd=psd)
        many = target.idealized.learn_metric_from_kernels(kernels, *pairs, *rest, psd=psd)
        expected = np.asarray(one.kernel(total))
        size = largest(expected) + 1e-300
        yield close_to(expected, many.kernel(total), rtol=SAME, scale=size)
    yield is_true(many.psd == "constrained", f"got psd={many.psd!r}, should be 'constrained'")
    alone = target.idealized.learn_metric_from_kernels([total], *pairs, *rest, psd="constrained")
    yield close_to(expected, alone.kernel(total), rtol=SAME, scale=size)
