"""What must not matter: order of points and pairs, rotations, units, further dimensions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to, equal, largest
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.kernel_version import FROM_KERNEL, gaussian
from gramcheck.verify.suite.idealized.problems import (
    COLLINEAR,
    DUPLICATES,
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
    per_form,
    same_matrices,
)

PLACE = "Section 3.2.1"
SAME = 1e-6  # of the matrices of two runs, each within 1e-7 of the optimal value
SEEDED = [{"problem": problem, "seed": 0} for problem in (COLLINEAR, DUPLICATES)]


def rotation(rng: np.random.Generator, n: int) -> Array:
    """A random orthogonal matrix."""
    return np.linalg.qr(rng.standard_normal((n, n)))[0]


def compare(problem: Problem, before: Any, after: Any, matrix: Array) -> Iterator[Outcome]:
    """The second metric has this matrix, and the value of the first one."""
    yield same_matrices(matrix, after.matrix, SAME, matrix_speck(problem))
    size = max(1.0, abs(before.primal))
    yield close_to(before.primal, after.primal, rtol=1e-7, scale=size)


@check("idealized/invariance-order", place=PLACE, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), seed=strategies.seeds(), examples=SEEDED)
def names_of_patterns_do_not_matter(target: Any, problem: Problem, seed: int) -> Iterator[Outcome]:
    """Patterns in another order, pairs renamed accordingly: the same matrix."""
    order = np.random.default_rng(seed).permutation(len(problem.X))
    place = np.argsort(order)
    S, D = ([(int(place[i]), int(place[j])) for i, j in P] for P in (problem.S, problem.D))
    renamed = problem._replace(X=problem.X[order], S=S, D=D)
    for before, after in zip(per_form(target, problem), per_form(target, renamed), strict=True):
        yield from compare(problem, before, after, before.matrix)


@check("idealized/invariance-order", place=PLACE, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), seed=strategies.seeds(), examples=SEEDED)
def order_of_pairs_does_not_matter(target: Any, problem: Problem, seed: int) -> Iterator[Outcome]:
    """Pairs in another order, some as (j, i): the same matrix, multipliers in the order given."""
    rng = np.random.default_rng(seed)
    S, D = (
        [(int(i), int(j)) for i, j in map(rng.permutation, rng.permutation(P))]
        for P in (problem.S, problem.D)
    )
    mixed = problem._replace(S=S, D=D)
    for before, after in zip(per_form(target, problem), per_form(target, mixed), strict=True):
        yield from compare(problem, before, after, before.matrix)
        alphas = after.alpha_S, after.alpha_D
        sigma = floats(definitions.metric_from_multipliers(problem.X, S, D, *alphas))
        Z = after.cone_multiplier
        expected = sigma if Z is None else sigma + np.asarray(Z)
        size = largest(sigma)
        yield close_to(expected, after.matrix, rtol=SAME, atol=matrix_speck(problem), scale=size)


@check("idealized/invariance-motion", place=PLACE, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), seed=strategies.seeds(), examples=SEEDED)
def rotations_and_shifts_do_not_matter(
    target: Any, problem: Problem, seed: int
) -> Iterator[Outcome]:
    """Points Qx + c, with Q orthogonal, have the matrix Q AA' Q'."""
    rng = np.random.default_rng(seed)
    Q = rotation(rng, problem.X.shape[1])
    moved = problem._replace(X=problem.X @ Q.T + rng.standard_normal(len(Q)))
    for before, after in zip(per_form(target, problem), per_form(target, moved), strict=True):
        yield from compare(problem, before, after, Q @ np.asarray(before.matrix) @ Q.T)


FAR = 2.0**54  # where only multiples of 4 are numbers


@check("idealized/invariance-motion", place=PLACE, needs=LEARN, since="0.1")
def clusters_that_no_pair_connects_may_be_far_apart(target: Any, run: Any) -> Iterator[Outcome]:
    """Differences within clusters are exact wherever these are, in 2 dimensions and in 12.

    Distances within the far one too: its points are multiples of 8.
    """
    few = [(0, 1), (3, 4)], [(0, 2), (1, 2), (3, 5)]
    many = [*few[0], (3, 5)], [(0, 2), (1, 2), (4, 5)]
    for p, (S, D) in ((2, few), (12, few), (12, many)):
        near, far = run.rng.standard_normal((3, p)), 8 * run.rng.integers(-2, 3, size=(3, p))
        far[:, 0] = (0, 8, -8)
        problem = Problem(np.vstack([near, far]), S, D, 2.0, 3.0, 0.4)
        moved = problem._replace(X=np.vstack([near, far + FAR]))
        for before, after in zip(per_form(target, problem), per_form(target, moved), strict=True):
            yield from compare(problem, before, after, before.matrix)
            expected = np.asarray(before.squared_distances(far))
            scale = largest(before.matrix) * float((far**2).sum())
            yield close_to(expected, after.squared_distances(far + FAR), rtol=SAME, scale=scale)


@check("idealized/invariance-units", place=PLACE, needs=LEARN, since="0.1")
@for_all(
    problem=metric_problems(),
    unit=strategies.log_uniform(1e-3, 1e3),
    examples=[{"problem": COLLINEAR, "unit": unit} for unit in (1e-3, 1e3)],
)
def units_of_length_do_not_matter(target: Any, problem: Problem, unit: float) -> Iterator[Outcome]:
    """Points times s and C_S, C_D over s^2: the same matrix and value, gamma times s^2."""
    scaled = problem._replace(
        X=problem.X * unit, C_S=problem.C_S / unit**2, C_D=problem.C_D / unit**2
    )
    for before, after in zip(per_form(target, problem), per_form(target, scaled), strict=True):
        yield from compare(problem, before, after, before.matrix)


@check("idealized/invariance-units", place=PLACE, needs=FROM_KERNEL, since="0.2")
def units_of_a_kernel_do_not_matter(target: Any, run: Any) -> Iterator[Outcome]:
    """K times s and C_S, C_D over s: what is learned is s times as large. K is singular."""
    for problem, power, psd in product((COLLINEAR, INDEFINITE, DUPLICATES), (-80, 80), PSD):
        s, K = 2.0**power, gram(problem.X)
        scaled = problem._replace(
            X=problem.X * 2.0 ** (power // 2), C_S=problem.C_S / s, C_D=problem.C_D / s
        )
        before, after = (learn_from_kernel(target, each, psd) for each in (problem, scaled))
        learned = np.asarray(before.kernel(K))
        size, rounding = largest(learned), matrix_speck(problem) * float(K.max())
        got = np.asarray(after.kernel(s * K)) / s
        yield close_to(learned, got, rtol=SAME, atol=rounding, scale=size)


@check("idealized/invariance-units", place=f"{PLACE}; erratum K11", needs=LEARN, since="0.1")
@for_all(
    problem=metric_problems(),
    factor=strategies.log_uniform(1e-3, 1e3),
    examples=[{"problem": INDEFINITE, "factor": 1e-3}],
)
def matrix_scales_with_constants_and_first_metric(
    target: Any, problem: Problem, factor: float
) -> Iterator[Outcome]:
    """C_S, C_D and M times c: the matrix is c times as large. With M left it would not be."""
    size = problem.X.shape[1]
    scaled = problem._replace(C_S=problem.C_S * factor, C_D=problem.C_D * factor)
    for psd in ("as-printed", "constrained"):
        before = learn(target, problem, psd, np.eye(size))
        after = learn(target, scaled, psd, factor * np.eye(size))
        yield same_matrices(
            factor * np.asarray(before.matrix), after.matrix, SAME, matrix_speck(scaled)
        )
        expected = factor**2 * before.primal
        yield close_to(expected, after.primal, rtol=1e-7, scale=max(1.0, abs(expected)))


@check("idealized/variables-independent-of-p", place=PLACE, needs=LEARN, since="0.1")
@for_all(problem=metric_problems(), seed=strategies.seeds(), examples=SEEDED)
def further_dimensions_do_not_matter(target: Any, problem: Problem, seed: int) -> Iterator[Outcome]:
    """The points turned into 40 dimensions: one multiplier a pair, the same distances and value."""
    rng = np.random.default_rng(seed)
    frame = rotation(rng, 40)[: problem.X.shape[1]]
    embedded = problem._replace(X=problem.X @ frame)
    for before, after in zip(per_form(target, problem), per_form(target, embedded), strict=True):
        yield equal([len(problem.S), len(problem.D)], [len(after.alpha_S), len(after.alpha_D)])
        expected = np.asarray(before.squared_distances(problem.X))
        size = largest(before.matrix) + matrix_speck(problem)
        scale = size * float((problem.X**2).sum())
        yield close_to(expected, after.squared_distances(embedded.X), rtol=SAME, scale=scale)
        size = max(1.0, abs(before.primal))
        yield close_to(before.primal, after.primal, rtol=1e-7, scale=size)


@check("idealized/invariance-order", place="Section 3.3", needs=FROM_KERNEL, since="0.1")
@for_all(problem=metric_problems(), seed=strategies.seeds(), examples=SEEDED)
def names_do_not_matter_in_feature_space(
    target: Any, problem: Problem, seed: int
) -> Iterator[Outcome]:
    """Rows and columns of K in another order: the same products, in that order."""
    X, S, D, *rest = problem
    order = np.random.default_rng(seed).permutation(len(X))
    place = np.argsort(order)
    K = gram(X) + gaussian(X, X, 2.0)
    renamed = [np.array([(place[i], place[j]) for i, j in P]) for P in (S, D)]
    for psd in ("as-printed", "constrained"):
        learn_from = target.idealized.learn_metric_from_kernel
        before = learn_from(K, np.array(S), np.array(D), *rest, psd=psd)
        permuted = K[np.ix_(order, order)]
        after = learn_from(permuted, *renamed, *rest, psd=psd)
        expected = np.asarray(before.kernel(K))[np.ix_(order, order)]
        small = matrix_speck(problem._replace(X=K)) * float(K.max())
        scale = largest(expected)
        yield close_to(expected, after.kernel(permuted), rtol=SAME, atol=small, scale=scale)
