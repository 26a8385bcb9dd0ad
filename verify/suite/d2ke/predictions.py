"""Algorithm 1 from end to end: predictions, several classes, and LIBLINEAR's parameter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_most, close_to, equal, is_true, largest
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.precision import loosened
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import exact_levenshtein
from gramcheck.verify.suite.d2ke.training_sets import (
    EACH,
    EXCESS,
    MU,
    SMALL,
    Problem,
    drawn_problem,
    each_loss,
    excess,
    fitted,
    problems,
    value,
    weights,
)

STEP_3 = "Section 3, Algorithm 1, step 3"
STEP_4 = "Section 3, Algorithm 1, step 4"


@check(
    "d2ke/algorithm-1",
    place="Section 3, Algorithm 1",
    needs=("d2ke.feature_map", "d2ke.fit", "d2ke.predict"),
    since="0.1",
)
@for_all(
    X=strategies.string_collections(min_size=2, max_length=4),
    omegas=strategies.string_collections(max_length=4),
    gamma=strategies.log_uniform(1e-2, 1.0),
    mu=strategies.log_uniform(1e-3, 1.0),
    examples=[{"X": ["", "a", "ab", "bb"], "omegas": ["a", "bab"], "gamma": 0.5, "mu": 0.01}],
)
def squared_loss_gives_kernel_ridge_regression(
    target: Any, X: list[str], omegas: list[str], gamma: float, mu: float
) -> Outcome:
    """All steps: f(x) = k_R(x, X) (K_R + (n mu / 2) I)^-1 y, the representer theorem.

    The kernel matrices come from Eq. (12), without features.
    """
    n, new = len(X), [*X, "", "abab"]
    y = np.resize([1.0, -0.5, 2.0, 0.0], n)
    D = np.array([[exact_levenshtein(x, omega) for omega in omegas] for x in new])
    K = np.exp(-gamma * (D[:, None] + D[None, :n])).mean(axis=2)
    ridge = K[:n] + n * mu / 2 * np.eye(n)
    expected = K @ np.linalg.solve(ridge, y)
    phi = [target.d2ke.feature_map(Z, omegas, gamma, "levenshtein") for Z in (X, new)]
    got = target.d2ke.predict(phi[1], target.d2ke.fit(phi[0], y, mu, "squared"))
    condition = float(np.linalg.cond(ridge))
    return close_to(expected, got, atol=1e-13 * condition * largest(y))


@check(
    "d2ke/liblinear-c",
    place="Section 5; Section 3, Algorithm 1, step 3",
    needs=("d2ke.liblinear_C", "d2ke.fit"),
    since="0.1",
)
@for_all(
    problem=problems(("logistic", "squared_hinge")).map(lambda p: p._replace(intercept=False)),
    mu=MU,
    examples=[
        {"problem": drawn_problem(12, 2, loss, False, separable=True), "mu": 1e-3}
        for loss in ("logistic", "squared_hinge")
    ],
)
def weights_minimize_the_objective_of_liblinear(
    target: Any, problem: Problem, mu: float
) -> Iterator[Outcome]:
    """C = 1 / (n mu), and w + C sum_i loss'(f_i) phi_i = 0: the minimum of C sum + ||w||^2 / 2."""
    phi, y, loss, _ = problem
    C = target.d2ke.liblinear_C(len(y), mu)
    yield close_to(definitions.liblinear_C(len(y), mu), C, ulps=4)
    w = weights(fitted(target, problem, mu), problem.size)
    if not np.isfinite(w).all():
        yield is_true(False, f"got weights={w.tolist()}, should be {problem.size} finite ones")
        return
    slopes = [
        definitions.gradient([r], [t], w.tolist(), 0.0, loss) for r, t in zip(phi, y, strict=True)
    ]
    allowed = np.sqrt(2 / mu * loosened(EXCESS[loss]) * value(problem, w, mu))
    yield at_most(float(allowed), float(np.linalg.norm(w + C * np.sum(slopes, axis=0))))


@check("d2ke/no-side-effects", place="any function", needs="d2ke.fit", since="0.1")
def fits_leave_no_trace(target: Any, run: Any) -> Iterator[Outcome]:
    """Features and labels stay as they are, and a fit in between changes no result."""
    for problem in each_loss(SMALL):
        phi, y = problem.phi.copy(), problem.y.copy()
        given = problem._replace(phi=phi, y=y)
        first = weights(fitted(target, given, 0.5), problem.size)
        other = Problem(3 * problem.phi[::-1], -problem.y, problem.loss, problem.intercept)
        between = fitted(target, other, 0.01)
        least = definitions.fit(
            other.phi.tolist(), other.y.tolist(), 0.01, other.loss, other.intercept
        )
        yield excess(other, between, least, 0.01)
        yield equal(first, np.asarray(fitted(target, given, 0.5)))
        yield equal([problem.phi, problem.y], [phi, y])


# step 4 and several classes --------------------------------------------------------------------


@check("d2ke/algorithm-1-predict", place=STEP_4, needs="d2ke.predict", since="0.1")
@for_all(
    problem=problems(),
    classes=st.integers(0, 3),
    examples=[{"problem": each, "classes": c} for each in each_loss(SMALL)[:2] for c in (0, 3)]
    + [{"problem": SMALL._replace(phi=SMALL.phi[:1], y=SMALL.y[:1]), "classes": c} for c in (0, 3)],
)
def predictions_are_inner_products(target: Any, problem: Problem, classes: int) -> Outcome:
    """f(x) = w'phi(x), plus an intercept that stands last; (n,), or (n, C) for C rows of w."""
    phi, size = problem.phi, problem.size
    w = np.resize([1.0, -0.5, 0.75, 3.0, 0.125], (max(classes, 1), size))
    w = w if classes else w[0]
    scale = 1.0 + largest(phi) * size * 3
    got = target.d2ke.predict(phi, w)
    return close_to(definitions.predict(phi.tolist(), w.tolist()), got, ulps=16, scale=scale)


LABELS = st.sampled_from([["b", "c", "a"], [7, -3, 5], [10, 9, 100], ["B", "a", "C"]])


@check("d2ke/algorithm-1-classes", place=STEP_3, needs="d2ke.one_vs_rest", since="0.1")
@for_all(
    problem=problems(max_rows=4, max_columns=3),
    names=LABELS,
    count=st.integers(2, 3),
    mu=MU,
    examples=[
        {**example, "names": ["b", "c", "a"], "count": count}
        for example in EACH
        for count in (2, 3)
    ],
)
def one_function_a_class_is_fitted_to_plus_and_minus_one(
    target: Any, problem: Problem, names: list[Any], count: int, mu: float
) -> Iterator[Outcome]:
    """Classes in sorted order, each with the minimizer for +1 on it and -1 on the rest."""
    phi, _, loss, intercept = problem
    y = np.resize(names[:count], len(phi))
    classes, rows = target.d2ke.one_vs_rest(phi, y, mu, loss, intercept)
    found = sorted(set(y.tolist()))
    yield equal(found, np.asarray(classes).tolist())
    yield close_to(np.zeros((len(found), problem.size)), rows, atol=np.inf)  # of this shape
    rows = weights(rows, len(found), problem.size)
    for label, row in zip(found, rows, strict=True):
        against = problem._replace(y=np.where(y == label, 1.0, -1.0))
        least = definitions.fit(phi.tolist(), against.y.tolist(), mu, loss, intercept)
        yield excess(against, row, least, mu)


@check("d2ke/algorithm-1-classes", place=STEP_4, needs="d2ke.predict_classes", since="0.1")
@for_all(
    values=st.lists(st.tuples(*[st.integers(-2, 2)] * 3), min_size=1, max_size=5),
    names=LABELS,
    intercept=st.booleans(),
    examples=[
        {"values": [(0, 1, 1), (2, -1, 2), (0, 0, 0)], "names": names, "intercept": intercept}
        for names in (["b", "c", "a"], [7, -3, 5])
        for intercept in (False, True)
    ],
)
def the_largest_value_decides_and_the_first_of_equal_ones(
    target: Any, values: list[tuple[int, ...]], names: list[Any], intercept: bool
) -> Outcome:
    """The features are the values themselves, as the weights are unit vectors: ties are exact."""
    phi, classes = np.array(values, dtype=float), np.sort(names)
    w = np.column_stack([np.eye(3), [0.0, 1.0, 0.0]]) if intercept else np.eye(3)
    got = target.d2ke.predict_classes(phi, classes, w)
    expected = definitions.predict_classes(phi.tolist(), classes.tolist(), w.tolist())
    return equal(expected, np.asarray(got).tolist())
