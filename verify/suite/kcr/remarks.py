"""Remark 2 (a), Corollary 4, Section 6, footnotes 2 and 12: what the paper says in passing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, equal, largest
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import positive_semidefinite
from gramcheck.verify.suite.kcr.embedding import ONE, coefficients
from gramcheck.verify.suite.kcr.problems import (
    STATES,
    Array,
    State,
    absolute_size,
    exact_arguments,
    grams,
    states,
)


@check(
    "kcr/remark-2a",
    place="Section 3, Remark 2 (a)",
    needs=("kcr.expansion", "kcr.center_coefficients"),
    since="0.2",
)
@for_all(
    K=st.integers(2, 5).flatmap(grams),
    d=st.integers(1, 3),
    examples=[{"K": np.eye(4), "d": 2}, {"K": np.ones((3, 3)), "d": 2}],
)
def phi_depends_on_as_many_numbers_as_are_free(target: Any, K: Array, d: int) -> Iterator[Outcome]:
    """The rank of phi at the training points, of all n d coefficients and of those that sum to 0.

    With a regular kernel matrix n d and d (n - 1); with a singular one what elimination finds.
    """
    n = len(K)
    units = np.eye(n * d).reshape(n * d, d, n)
    free = [target.kcr.center_coefficients(c) for c in units]
    for numbers, summing_to_zero in ((units, False), (free, True)):
        values = [np.ravel(target.kcr.expansion(np.asarray(c), K)) for c in numbers]
        expected = definitions.numbers_of_phi(K.tolist(), d, summing_to_zero)
        # of these kernels, what is not 0 but for rounding is above 5e-4 of n max |K|
        rank = np.linalg.matrix_rank(np.array(values), tol=1e-5 * n * largest(K))
        yield equal(expected, int(rank))


@check("kcr/corollary-4", place="Corollary 4", needs="kcr.expansion", since="0.2")
@for_all(given=coefficients(), examples=ONE)
def linear_kernel_embeds_by_a_linear_map(target: Any, given: tuple) -> Iterator[Outcome]:
    """phi(z) = L z, at the training patterns and elsewhere; row m of L is sum_i c_im X_i."""
    c, X = given
    L = np.array(definitions.linear_map(c.tolist(), X.tolist()), dtype=float)
    for Z in (X, 2 * X - 1):
        size = 1 + float(np.abs(c).sum() * largest(Z) * largest(X) * len(X))
        yield close_to(Z @ L.T, target.kcr.expansion(c, Z @ X.T), atol=1e-14 * size)


def matrix_of_weights(target: Any, rho: Array, h: float, kernel: str) -> Array:
    """The smoothing kernel at a table of distances."""
    weights = np.asarray(target.kcr.smoothing_kernel(rho.ravel(), h, kernel), dtype=float)
    return weights.reshape(rho.shape)


@check("kcr/footnote-2", place="Section 1, footnote 2", needs="kcr.smoothing_kernel", since="0.2")
@for_all(
    X=strategies.points(3, min_size=2, max_size=8),
    h=st.sampled_from([0.5, 1.0, 3.0]),
    examples=[{"X": np.arange(7.0)[:, None] / 2, "h": 1.0}],
)
def gaussian_weights_are_positive_definite_and_two_others_are_not(
    target: Any, X: Array, h: float
) -> Iterator[Outcome]:
    """Its matrices are, of any points; Epanechnikov's and the naive kernel's are not.

    Of seven points on a line, half a bandwidth apart: smallest eigenvalues of -0.39 and -0.88.
    """
    points = np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=2))
    line = h * np.abs(np.subtract.outer(np.arange(7), np.arange(7))) / 2
    for rho in (points, line):
        yield positive_semidefinite(matrix_of_weights(target, rho, h, "gaussian"))
    for kernel in ("epanechnikov", "naive"):
        rows = line.tolist()
        weights = [[float(definitions.smoothing_kernel(r, h, kernel)) for r in row] for row in rows]
        found = np.linalg.eigvalsh(matrix_of_weights(target, line, h, kernel))[0]
        yield close_to(np.linalg.eigvalsh(weights)[0], found, atol=1e-12)
        yield at_most(-0.1, found)


TWO_POINTS = State(np.array([[0.5, -0.5], [-0.5, 0.5]]), 1.0, np.eye(2), np.array([1, 2]), 0.5)


@check(
    "kcr/footnote-12",
    place="Section 5, footnote 12",
    needs=("kcr.objective", "kcr.sigma_from_coefficients", "kcr.coefficients_from_sigma"),
    since="0.2",
)
@for_all(state=states(), examples=[{"state": TWO_POINTS}, *STATES])
def objective_of_coefficients_is_that_of_sigma_and_not_convex(
    target: Any, state: State
) -> Iterator[Outcome]:
    """(9) at c and at -c is (9) at their Sigma; midway, at 0, it may be more than at both.

    As it is for two points of two classes: 6 midway, and 2 and the penalty at either end.
    """

    def at(state: State, c: Array) -> Any:
        Sigma = target.kcr.sigma_from_coefficients(c) if len(c) else np.zeros_like(state.Sigma)
        return target.kcr.objective(Sigma, *state[1:])

    c = np.asarray(target.kcr.coefficients_from_sigma(state.Sigma), dtype=float)
    expected = float(definitions.objective(*exact_arguments(state)))
    for either in (c, -c):
        got = at(state, either)
        yield close_to(expected, got, rtol=1e-10, scale=absolute_size(state))
    ends = np.asarray(target.kcr.coefficients_from_sigma(TWO_POINTS.Sigma), dtype=float)
    best = definitions.two_point_optimum(TWO_POINTS.K.tolist(), TWO_POINTS.lam)
    yield close_to([best, best], [at(TWO_POINTS, ends), at(TWO_POINTS, -ends)], atol=1e-12)
    yield at_least(best + 3, at(TWO_POINTS, 0 * ends))


@check("kcr/section-6", place="Section 6", needs="kcr.objective_from_distances", since="0.2")
@for_all(
    n=st.integers(3, 7),
    seed=strategies.seeds(),
    b=st.sampled_from([1.0, 1.5, 2.0, 4.0]),
    examples=[{"n": 3, "seed": 0, "b": 2.0}, {"n": 7, "seed": 0, "b": 4.0}],
)
def violations_of_pairs_are_the_loss_but_for_the_outer_hinge(
    target: Any, n: int, seed: int, b: float
) -> Iterator[Outcome]:
    """At h~ = b: of classes of two points, where no row is below 0, their sum and 2 - n_i+.

    Then three points more, in one place far from all others, whose pairs violate nothing: each has
    a row of -1, which the outer hinge cuts off, so that the loss stays.
    """
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) // 2)
    drawn = np.triu(rng.integers(0, 9, size=(n, n)) / 2, 1)
    d = drawn + drawn.T
    violated = definitions.pair_violations(d.tolist(), b, y.tolist())
    theirs = float(sum(2 - int((y == own).sum()) + v for own, v in zip(y, violated, strict=True)))
    more = np.full((n + 3, n + 3), b + 1.0)
    more[:n, :n], more[n:, n:] = d, 0.0
    for squared, labels in ((d, y), (more, np.append(y, [n, n, n]))):
        got = target.kcr.objective_from_distances(squared, b, labels)
        yield close_to(theirs, got, rtol=1e-12, scale=n**2 * (9 + b))
