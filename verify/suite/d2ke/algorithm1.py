"""Algorithm 1, step 3: minimizers by first-order conditions, by enumeration, and by theorems."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.linalg
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_most, close_to, is_true, largest
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.precision import loosened, minimizer, unit
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import agree
from gramcheck.verify.suite.d2ke.training_sets import (
    EACH,
    EXCESS,
    MU,
    SMALL,
    SMOOTH,
    TRAPS,
    Problem,
    drawn_problem,
    each_loss,
    excess,
    fitted,
    known_hinge_problem,
    problems,
    reach,
    value,
    weights,
)

STEP_3 = "Section 3, Algorithm 1, step 3"
DIAGNOSE = diagnoser("d2ke.fit")


# the objective ---------------------------------------------------------------------------------


@check("d2ke/algorithm-1-objective", place=STEP_3, needs="d2ke.objective", since="0.1")
@for_all(
    problem=problems(),
    mu=MU,
    scale=st.sampled_from([0.25, 1.0, 1000.0]),
    examples=[{**example, "scale": scale} for example in EACH for scale in (1.0, 1000.0)],
)
def objective_is_its_definition(
    target: Any, problem: Problem, mu: float, scale: float
) -> Iterator[Outcome]:
    """Mean loss plus mu/2 ||w||^2 without the intercept; also far on the wrong side of the margin.

    The logistic loss of a value of -1000 is 1000, not an overflow.
    """
    phi, y, loss, _ = problem
    w = scale * np.resize([1.0, -0.5, 0.75], problem.size)
    got = target.d2ke.objective(phi, y, w, mu, loss)
    f = np.abs(phi) @ np.abs(w[: phi.shape[1]]) + np.abs(w[-1])
    terms = float(np.mean((1 + f) ** (1 if loss in ("hinge", "logistic") else 2)))
    yield close_to(value(problem, w, mu), got, ulps=60, scale=terms + mu * float(w @ w))
    one_class = problem._replace(y=np.ones(len(y)))
    got = target.d2ke.objective(phi, one_class.y, w, mu, loss)
    yield close_to(value(one_class, w, mu), got, ulps=60, scale=terms + mu * float(w @ w))


# the minimum -----------------------------------------------------------------------------------


@check("d2ke/algorithm-1-fit", place=STEP_3, needs="d2ke.fit", since="0.1", diagnose=DIAGNOSE)
@for_all(problem=problems(max_rows=4, max_columns=3), mu=MU, examples=[*EACH, *TRAPS])
def fit_reaches_the_smallest_objective(target: Any, problem: Problem, mu: float) -> Outcome:
    """Against the minimizer by brute force: every active set, every choice of multipliers."""
    phi, y, loss, intercept = problem
    least = definitions.fit(phi.tolist(), y.tolist(), mu, loss, intercept)
    return excess(problem, fitted(target, problem, mu), least, mu)


@check("d2ke/algorithm-1-fit", place=STEP_3, needs="d2ke.fit", since="0.1")
@for_all(
    problem=problems(SMOOTH),
    mu=MU,
    examples=[
        {"problem": each, "mu": mu}
        for shape, separable in (((40, 3), False), ((12, 2), True), ((3, 15), False))
        for each in each_loss(drawn_problem(*shape, "squared", False, separable), SMOOTH)
        for mu in (1e-4, 1.0)
    ],
)
def gradient_vanishes_at_the_minimum_of_a_smooth_loss(
    target: Any, problem: Problem, mu: float
) -> Outcome:
    """(1/n) sum loss'(f_i) phi_i + mu w = 0, recomputed from the data in 60 digits.

    The intercept's equation has no mu. By strong convexity ||w - w*|| <= ||gradient|| / mu, and
    the objective is within ||gradient||^2 / (2 mu) of the smallest.
    """
    minimizer("the gradient")
    phi, y, loss, _ = problem
    w = weights(fitted(target, problem, mu), problem.size)
    if not np.isfinite(w).all():
        return is_true(False, f"got weights={w.tolist()}, should be {problem.size} finite ones")
    gradient = definitions.gradient(phi.tolist(), y.tolist(), w.tolist(), mu, loss)
    allowed = np.sqrt(2 * mu * loosened(EXCESS[loss]) * value(problem, w, mu))
    return at_most(float(allowed), float(np.linalg.norm(gradient)))


@check("d2ke/algorithm-1-fit", place=STEP_3, needs="d2ke.fit", since="0.1")
@for_all(
    targets=st.lists(st.integers(-12, 12).map(lambda k: k / 4), min_size=8, max_size=8),
    problem=problems(("squared",)),
    mu=MU,
    examples=[{"targets": [0.5, -2.0, 3.0, 0.0] * 2, "problem": SMALL, "mu": 0.125}],
)
def squared_loss_has_a_closed_form_for_real_targets(
    target: Any, targets: list[float], problem: Problem, mu: float
) -> Outcome:
    """The normal equations in fractions; the error allowed is 1e-13 times their condition."""
    minimizer("weights")
    phi, _, loss, intercept = problem
    y = np.array(targets[: len(phi)])
    expected = definitions.fit(phi.tolist(), y.tolist(), mu, loss, intercept)
    got = target.d2ke.fit(phi, y, mu, intercept=intercept)
    rows = np.column_stack([phi, np.ones(len(phi))]) if intercept else phi
    penalty = [mu] * phi.shape[1] + [0.0] * intercept
    condition = np.linalg.cond(2 / len(phi) * rows.T @ rows + np.diag(penalty))
    size = float(np.linalg.norm(expected)) + largest(y)
    return close_to(expected, got, atol=1e-13 * float(condition) * size)


@check("d2ke/algorithm-1-fit", place=STEP_3, needs="d2ke.fit", since="0.1")
@for_all(
    rows=st.lists(st.integers(-3, 3), min_size=2, max_size=5).filter(any),
    columns=st.lists(st.integers(-3, 3), min_size=2, max_size=4).filter(any),
    mu=strategies.log_uniform(1e-12, 1e-4),
    intercept=st.booleans(),
    examples=[
        {"rows": [1, 1, 2], "columns": [1, 1], "mu": mu, "intercept": intercept}
        for mu in (1e-12, 1e-8, 1e-4)
        for intercept in (False, True)
    ],
)
def squared_loss_gives_no_weight_to_directions_that_features_lack(
    target: Any, rows: list[int], columns: list[int], mu: float, intercept: bool
) -> Outcome:
    """Features of rank one: the weights are along their direction, however small mu is.

    With m = n mu / 2 and residuals r, w = (phi'phi + m)^-1 phi'y moves by
    (phi'phi + m)^-1 (E'r - phi'E w) when the features are rounded to phi + E: by |E| |r| / m across
    their direction and |E| |w| / |phi| along it. Who forms phi'y rounds it as if r were the sum of
    |y|, |phi| |w| and the intercept's part. Who inverts a singular value that should be 0, or stops
    before the penalty counts, is off by more.
    """
    minimizer("weights")
    phi, y = np.outer(rows, columns) / 4, np.resize([1.0, 2.0, -1.0], len(rows))
    expected = definitions.fit(phi.tolist(), y.tolist(), mu, "squared", intercept)
    got = target.d2ke.fit(phi, y, mu, intercept=intercept)
    R, size = phi.shape[1], float(np.linalg.norm(phi))
    w, b = np.array(expected[:R]), expected[R] if intercept else 0.0
    r = float(np.linalg.norm(y) + size * np.linalg.norm(w) + abs(b) * np.sqrt(len(y)))
    along = float(np.linalg.norm(phi - intercept * phi.mean(axis=0))) or np.inf
    moved = size * (r / (len(y) * mu / 2) + float(np.linalg.norm(w)) / along) + np.linalg.norm(w)
    # the intercept is the mean of the residuals, in which the weights' error counts by phi
    return close_to(expected, got, atol=40 * unit() * (float(moved) * (1 + size) + abs(b)))


@check("d2ke/algorithm-1-fit", place=STEP_3, needs="d2ke.fit", since="0.1")
@for_all(
    shape=st.tuples(st.integers(2, 12), st.integers(1, 8)),
    mu=MU,
    intercept=st.booleans(),
    rng=strategies.generators(),
    examples=[
        {"shape": shape, "mu": 0.01, "intercept": intercept, "rng": np.random.default_rng(0)}
        for shape in ((60, 5), (8, 40))
        for intercept in (False, True)
    ],
)
def hinge_minimum_has_multipliers(
    target: Any, shape: Any, mu: float, intercept: bool, rng: np.random.Generator
) -> Iterator[Outcome]:
    """Problems with a known optimum: the duality gap to its multipliers a is nearly 0.

    The gap is (1/n) sum [max(0, 1 - m_i) - a_i (1 - m_i)] + (mu/2) ||w - w(a)||^2, m_i = y_i f_i,
    w(a) = sum a_i y_i phi_i / (n mu), if sum a_i y_i = 0 or there is no intercept: no term is
    negative, and whatever w is, its objective is within the gap of the smallest.
    """
    problem, least, a = known_hinge_problem(shape, mu, intercept, rng.spawn(1)[0])
    phi, y = problem.phi, problem.y
    w = weights(fitted(target, problem, mu), problem.size)
    margins = y * (phi @ w[: phi.shape[1]] + (w[-1] if intercept else 0.0))
    complementarity = np.maximum(0.0, 1 - margins) - a * (1 - margins)
    off = w[: phi.shape[1]] - (a * y) @ phi / (len(y) * mu)
    gap = float(complementarity.mean() + mu / 2 * off @ off)
    bound = loosened(EXCESS["hinge"]) * value(problem, least, mu)
    yield at_most(bound, gap)
    yield excess(problem, w, least, mu)


# theorems about minimizers ---------------------------------------------------------------------


@check("d2ke/algorithm-1-fit", place=STEP_3, needs="d2ke.fit", since="0.1")
@for_all(problem=problems(), mu=MU, order=st.permutations(range(8)))
def only_the_distribution_of_the_objects_matters(
    target: Any, problem: Problem, mu: float, order: list[int]
) -> Iterator[Outcome]:
    """Another order changes nothing, nor does every object twice: the loss is a mean.

    Labels and weights change their signs together.
    """
    R = problem.phi.shape[1]
    all_weights = weights(fitted(target, problem, mu), problem.size)
    w, far = all_weights[:R], reach(problem, all_weights, mu)
    rows = [i for i in order if i < len(problem.y)] * 2
    again = problem._replace(phi=problem.phi[rows], y=problem.y[rows])
    yield agree(w, weights(fitted(target, again, mu), problem.size)[:R], atol=far)
    opposite = problem._replace(y=-problem.y)
    yield agree(-w, weights(fitted(target, opposite, mu), problem.size)[:R], atol=far)


@check("d2ke/algorithm-1-fit", place=STEP_3, needs="d2ke.fit", since="0.1")
@for_all(problem=problems(), mu=MU, rng=strategies.generators())
def rotated_features_have_rotated_weights(
    target: Any, problem: Problem, mu: float, rng: np.random.Generator
) -> Iterator[Outcome]:
    """An orthogonal Q: phi Q gives Q'w. A column of zeros gets no weight, equal ones equal weights.

    The penalty knows no axes.
    """
    phi, R = problem.phi, problem.phi.shape[1]
    all_weights = weights(fitted(target, problem, mu), problem.size)
    w, far = all_weights[:R], reach(problem, all_weights, mu)
    Q = scipy.linalg.qr(rng.spawn(1)[0].normal(size=(R, R)))[0]
    rotated = problem._replace(phi=phi @ Q)
    # rounding the rotated features is as good as another problem this near
    slack = 1e-13 * (1 + float(np.linalg.norm(w))) * (1 + largest(phi) ** 2 * R / mu)
    yield agree(Q.T @ w, weights(fitted(target, rotated, mu), problem.size)[:R], atol=far + slack)
    wider = problem._replace(phi=np.column_stack([phi, phi[:, 0], np.zeros(len(phi))]))
    extended = weights(fitted(target, wider, mu), wider.size)
    far = reach(wider, extended, mu)
    yield agree(extended[0], extended[R], atol=far)
    yield close_to(0.0, extended[R + 1], atol=far)


@check("d2ke/algorithm-1-fit", place=STEP_3, needs="d2ke.fit", since="0.1")
@for_all(
    problem=problems(),
    mu=MU,
    power=st.sampled_from([-8, 8, -30, 30]),
    examples=[{**example, "power": -20} for example in EACH],
)
def scaled_features_have_scaled_weights(
    target: Any, problem: Problem, mu: float, power: int
) -> Iterator[Outcome]:
    """Features times s and mu times s^2 give w / s: the features of step 2 can be as small as any.

    s is a power of two, so that the scaled problem is exact.
    """
    s, R = 2.0**power, problem.phi.shape[1]
    w = weights(fitted(target, problem, mu), problem.size)
    scaled = weights(fitted(target, problem._replace(phi=s * problem.phi), mu * s**2), problem.size)
    scaled[:R] *= s
    yield agree(w[:R], scaled[:R], atol=reach(problem, w, mu))
    yield excess(problem, scaled, w, mu)


@check(
    "d2ke/algorithm-1-fit",
    place=f"{STEP_3}, with an intercept",
    needs="d2ke.fit",
    since="0.1",
    diagnose=DIAGNOSE,
)
@for_all(
    problem=problems().map(lambda problem: problem._replace(intercept=True)),
    mu=MU,
    shift=st.integers(-4, 4).map(float),
    examples=[{**example, "shift": 3.0} for example in EACH if example["problem"].intercept],
)
def intercept_is_last_and_takes_up_any_shift(
    target: Any, problem: Problem, mu: float, shift: float
) -> Iterator[Outcome]:
    """A constant row added to all features leaves w as it was, and b falls by w'(that row).

    It is not penalized. The hinge loss may leave it an interval, so the objective is compared.
    """
    phi, R = problem.phi, problem.phi.shape[1]
    w = weights(fitted(target, problem, mu), R + 1)
    moved = problem._replace(phi=phi + shift)
    back = weights(fitted(target, moved, mu), R + 1)
    back[R] += shift * back[:R].sum()
    yield agree(w[:R], back[:R], atol=reach(problem, w, mu))
    yield excess(problem, back, w, mu)
