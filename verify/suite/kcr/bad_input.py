"""Bad input: a clear error before any work, which names the argument.

ValueError for wrong values and shapes, TypeError for wrong types. Where a value is wrong in either
way (a ragged list, labels that are numbers of another kind), both will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from gramcheck.verify.compare import is_true, raises
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import EITHER, NOT_FINITE, one_by_one, with_a_hint
from gramcheck.verify.registry import check

CLAIM = "kcr/bad-input"
PLACE = "any function"

POINTS = np.array([0.0, 1.0, 2.5, 4.0])
D = np.abs(POINTS[:, None] - POINTS)
K = np.exp(-(D**2))
Y = np.array(["a", "b", "a", "b"])
X = np.column_stack([POINTS, POINTS[::-1] ** 2])
ZERO = np.zeros((4, 4))

# of one entry wrong in turn
NOT_SYMMETRIC = K + np.triu(np.ones((4, 4)), 1)
INDEFINITE = K - np.eye(4)
WITH_NAN = np.where(np.eye(4) > 0, np.nan, K)
NOT_KERNELS = (K[:3], K[0], np.zeros((0, 0)), WITH_NAN, np.full((4, 4), np.inf), NOT_SYMMETRIC)

LOSSES = ("objective", "subgradient")
SOLVERS = ("solve_exactly", "solve_by_splitting", "gradient_projection")
LEARNERS = (*SOLVERS, "kmlcc", "klmca")
ON_DISTANCES = ("margin", "relaxations", "resubstitution_bound", "resubstitution_error")


def on_kernels(target: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every function of K and y, as a function of these two."""
    k = target.kcr
    for name in SOLVERS:
        function = getattr(k, name)
        yield name, partial(lambda f, K=K, y=Y, lam=1.0: f(K, y, lam), function)
    for name in ("kmlcc", "klmca"):
        function = getattr(k, name)
        more = {"k": 1} if name == "klmca" else {}
        yield name, partial(lambda f, m, K=K, y=Y: f(K, y, **m), function, more)


def needs(*names: str) -> tuple[str, ...]:
    """Dotted names."""
    return tuple(f"kcr.{name}" for name in names)


@check(CLAIM, place=PLACE, needs=needs(*LEARNERS), since="0.1")
def kernel_matrices_are_square_and_symmetric(target: Any, run: Any) -> Iterator[Outcome]:
    """Another shape, no row, NaN, infinities, an asymmetry: ValueError naming K."""
    for _, call in on_kernels(target):
        yield from one_by_one(ValueError, "K", lambda bad, call=call: call(K=bad), NOT_KERNELS)
        yield from one_by_one(EITHER, "K", lambda bad, call=call: call(K=bad), ["ab", None])


@check(CLAIM, place=PLACE, needs=needs(*LEARNERS), since="0.1")
def kernel_matrices_have_no_negative_eigenvalue(target: Any, run: Any) -> Iterator[Outcome]:
    """ValueError naming K; one that is singular is right."""
    for _, call in on_kernels(target):
        yield raises(ValueError, call, K=INDEFINITE, naming="K")
    for name in ("solve_by_splitting", "solve_exactly"):
        result = getattr(target.kcr, name)(np.outer(POINTS, POINTS), Y, 1.0)
        yield from finite(result.objective)


def finite(value: Any) -> Iterator[Outcome]:
    """A number came back."""
    yield is_true(np.isfinite(float(value)), f"got {value!r}, should be a finite number")


@check(CLAIM, place=PLACE, needs=needs(*LEARNERS), since="0.1")
def labels_go_with_the_points(target: Any, run: Any) -> Iterator[Outcome]:
    """Fewer, more, none, one class only, a table of them: refused, naming y."""
    for _, call in on_kernels(target):
        bad = [Y[:3], np.append(Y, "a"), Y[:0], np.array(["a"] * 4), Y[None]]
        yield from one_by_one(EITHER, "y", lambda y, call=call: call(y=y), bad)
        yield raises(EITHER, call, y=np.array([0.0, 1.0, np.nan, 0.0]), naming="y")
        yield raises(EITHER, call, y="abab", naming="y")


@check(CLAIM, place=PLACE, needs=needs(*SOLVERS, "kmlcc", "lower_bound"), since="0.1")
def weights_of_penalties_are_not_negative(target: Any, run: Any) -> Iterator[Outcome]:
    """A lambda below 0, NaN or infinite: ValueError; no number: TypeError."""
    k = target.kcr
    calls = [partial(lambda f, lam: f(K, Y, lam), getattr(k, name)) for name in SOLVERS]
    calls.append(lambda lam: k.kmlcc(K, Y, lam=lam))
    calls.append(lambda lam: k.lower_bound(ZERO, K, Y, lam))
    for call in calls:
        yield from one_by_one(ValueError, "lam", call, [-1.0, *NOT_FINITE])
        yield from one_by_one(TypeError, "lam", call, ["1", None])


@check(
    CLAIM,
    place=PLACE,
    needs=needs("kernel_rule", "smoothing_kernel", *ON_DISTANCES),
    since="0.1",
)
def radii_are_positive(target: Any, run: Any) -> Iterator[Outcome]:
    """An h of 0, below it, NaN or infinite: ValueError; no number: TypeError. Exponents too."""
    k = target.kcr
    calls = [partial(lambda f, h: f(D, Y, h), getattr(k, name)) for name in ON_DISTANCES]
    calls.append(lambda h: k.kernel_rule(D, Y, h))
    calls.append(lambda h: k.smoothing_kernel(D, h))
    for call in calls:
        yield from one_by_one(ValueError, "h", call, [0.0, -1.0, *NOT_FINITE])
        yield from one_by_one(TypeError, "h", call, ["1", None])
    steep = lambda p: k.smoothing_kernel(D, 1.0, "cauchy", cauchy_exponent=p)  # noqa: E731
    yield from one_by_one(ValueError, "cauchy_exponent", steep, [0.0, -1.0, *NOT_FINITE])


@check(CLAIM, place=PLACE, needs=needs("kernel_rule", *ON_DISTANCES), since="0.1")
def distances_are_nonnegative_and_fit(target: Any, run: Any) -> Iterator[Outcome]:
    """Negative ones, NaN, other numbers of columns than labels, not square: ValueError."""
    k = target.kcr
    calls = [partial(lambda f, d: f(d, Y, 1.0), getattr(k, name)) for name in ON_DISTANCES]
    for call in calls:
        yield from one_by_one(ValueError, "distances", call, [-D, D * np.nan, D[:3], D[0], D - 0.5])
        yield raises(EITHER, call, D[:, :3])
    rule = lambda d: k.kernel_rule(d, Y, 1.0)  # noqa: E731
    yield from one_by_one(ValueError, "distances", rule, [-D, D * np.nan, D[0]])
    yield raises(ValueError, rule, D[:, :3])
    yield raises(EITHER, k.kernel_rule, D, "abab", 1.0, naming="y")


@check(
    CLAIM,
    place=PLACE,
    needs=needs("kernel_rule", "gradient_projection", "objective_8", "klmca", "klmca_gradient"),
    since="0.1",
)
def options_have_names(target: Any, run: Any) -> Iterator[Outcome]:
    """A misspelled name: ValueError that says which one may have been meant."""
    k = target.kcr

    def descend(**option: Any) -> Any:
        return k.gradient_projection(K, Y, 1.0, max_iterations=1, **option)

    for call, naming, misspelled, meant in (
        (lambda kernel: k.kernel_rule(D, Y, 1.0, kernel), "kernel", "guassian", "gaussian"),
        (lambda kernel: k.smoothing_kernel(D, 1.0, kernel), "kernel", "naiv", "naive"),
        (lambda kernel: k.margin(D, Y, 1.0, kernel), "kernel", "cauchi", "cauchy"),
        (lambda e: k.kernel_rule(D, Y, 1.0, empty=e), "empty", "nearst", "nearest"),
        (lambda t: k.kernel_rule(D, Y, 1.0, ties=t), "ties", "smalest", "smallest"),
        (lambda s: k.objective_8(D, Y, 1.0, surrogate=s), "surrogate", "logistik", "logistic"),
        (lambda p: descend(projection=p), "projection", "dijkstra", "dykstra"),
        (lambda v: descend(variable=v), "variable", "sigma", "Sigma"),
        (lambda s: descend(step=s), "step", "normalised", "normalized"),
        (lambda u: k.klmca(K, Y, k=1, update=u), "update", "euclidian", "euclidean"),
        (
            lambda p: k.klmca_gradient(K[:2], K, Y, 1, 1.0, inner_product=p),
            "inner_product",
            "rhks",
            "rkhs",
        ),
    ):
        yield from with_a_hint(naming, call, (misspelled, meant))


@check(CLAIM, place=PLACE, needs=needs("solve_by_splitting"), since="0.1")
def test_rows_are_as_wide_as_the_training_set(target: Any, run: Any) -> Iterator[Outcome]:
    """Rows of kernel values of another width, NaN among them, half a row: ValueError."""
    result = target.kcr.solve_by_splitting(K, Y, 1.0)
    for method in (result.predict, result.squared_distances, result.vote):
        for bad in (K[:, :3], np.column_stack([K, K]), WITH_NAN, K[0, :2]):
            yield raises(ValueError, method, bad, naming="A")
    yield raises(ValueError, result.squared_distances, K, K[:, :3], naming="B")


LIMITED = ("solve_by_splitting", "gradient_projection", "kmlcc", "klmca")


@check(CLAIM, place=PLACE, needs=needs(*LIMITED), since="0.1")
def iterations_are_counted_from_one(target: Any, run: Any) -> Iterator[Outcome]:
    """A limit of 0 or below: ValueError; a fraction, a string: TypeError. tol not positive too."""
    for name in LIMITED:
        function = getattr(target.kcr, name)
        first = (K, Y, 1.0) if name in SOLVERS else (K, Y)
        function = partial(function, **({"k": 1} if name == "klmca" else {}))
        limit = partial(lambda f, a, m: f(*a, max_iterations=m), function, first)
        yield from one_by_one(ValueError, "max_iterations", limit, [0, -1])
        yield from one_by_one(TypeError, "max_iterations", limit, [1.5, "2", None])
        tolerance = partial(lambda f, a, t: f(*a, tol=t), function, first)
        yield from one_by_one(ValueError, "tol", tolerance, [-1e-3, *NOT_FINITE])


@check(CLAIM, place=PLACE, needs=needs("solve_by_splitting", "gradient_projection"), since="0.1")
def starts_belong_to_the_same_kernel(target: Any, run: Any) -> Iterator[Outcome]:
    """A result for another K, be it a multiple: ValueError naming start; another lambda is fine."""
    first = target.kcr.solve_by_splitting(K, Y, 1.0)
    for name in ("solve_by_splitting", "gradient_projection"):
        function = getattr(target.kcr, name)
        again = partial(lambda f, K: f(K, Y, 1.5, start=first, max_iterations=1), function)
        others = [1e6 * K, 0.9 * K, K + np.eye(4)]
        yield from one_by_one(ValueError, "start", again, others)
        yield from finite(again(K).objective)


HUGE = 1e200 * np.eye(4)


@check(
    CLAIM,
    place=PLACE,
    needs=needs(
        "sigma_from_coefficients",
        "squared_norm",
        "mahalanobis",
        "squared_distances",
        "embed",
        "project",
        "kmlcc",
    ),
    since="0.1",
)
def results_that_overflow_are_refused(target: Any, run: Any) -> Iterator[Outcome]:
    """Numbers whose products are none: ValueError, and no infinity or NaN in silence."""
    k = target.kcr
    metric = k.kmlcc(K, Y, lam=0.1, max_iterations=2)
    for call, naming in (
        (lambda: k.sigma_from_coefficients(HUGE), "c"),
        (lambda: k.squared_norm(HUGE, HUGE), "Sigma"),
        (lambda: k.mahalanobis(HUGE, HUGE), "Sigma"),
        (lambda: k.squared_distances(HUGE, HUGE), "Sigma"),
        (lambda: k.embed(HUGE, 1e100 * HUGE), "Sigma"),
        (lambda: k.project(1e108 * HUGE), "S"),
        (lambda: metric.squared_distances(1e200 * K), "A"),
    ):
        yield raises(ValueError, call, naming=naming)


@check(CLAIM, place=PLACE, needs=needs(*LOSSES, "active_sets"), since="0.1")
def sigma_and_h2_are_points_of_the_program(target: Any, run: Any) -> Iterator[Outcome]:
    """A Sigma of another shape, with NaN, not symmetric; an h2 that is not positive: ValueError."""
    for name in (*LOSSES, "active_sets"):
        function, more = getattr(target.kcr, name), () if name == "active_sets" else (1.0,)
        sigma = partial(lambda f, m, S: f(S, 1.0, K, Y, *m), function, more)
        bad = [ZERO[:3, :3], ZERO[0], ZERO * np.nan, np.triu(np.ones((4, 4)))]
        yield from one_by_one(ValueError, "Sigma", sigma, bad)
        h2 = partial(lambda f, m, h: f(ZERO, h, K, Y, *m), function, more)
        yield from one_by_one(ValueError, "h2", h2, [-1.0, *NOT_FINITE])


@check(CLAIM, place=PLACE, needs=needs("project", "project_alternating"), since="0.1")
def projected_matrices_are_symmetric(target: Any, run: Any) -> Iterator[Outcome]:
    """Not square, not symmetric, NaN: ValueError naming S; no round at all: ValueError."""
    for function in (target.kcr.project, target.kcr.project_alternating):
        yield from one_by_one(ValueError, "S", function, [K[:3], WITH_NAN, NOT_SYMMETRIC, K[0]])
    rounds = lambda m: target.kcr.project_alternating(K, max_iterations=m)  # noqa: E731
    yield from one_by_one(ValueError, "max_iterations", rounds, [0, -1])


@check(CLAIM, place=PLACE, needs=needs("knn_predict", "kernel_nn", "lmnn", "klmca"), since="0.1")
def numbers_of_neighbors_fit(target: Any, run: Any) -> Iterator[Outcome]:
    """A k of 0, or of more points than there are: ValueError; a fraction: TypeError."""
    k = target.kcr
    for call in (
        lambda m: k.knn_predict(D, Y, m),
        lambda m: k.kernel_nn(K, K, Y, m),
        lambda m: k.lmnn(X, Y, k=m, max_iterations=2),
        lambda m: k.klmca(K, Y, k=m, max_iterations=2),
    ):
        yield from one_by_one(ValueError, "k", call, [0, -1, 5])
        yield from one_by_one(TypeError, "k", call, [1.5, "1", None])


@check(CLAIM, place=PLACE, needs=needs("lmnn"), since="0.1")
def points_of_lmnn_are_rows(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN, three dimensions, another number of labels, one class: refused, naming X or y."""
    lmnn = lambda X=X, y=Y, **more: target.kcr.lmnn(X, y, k=1, **more)  # noqa: E731
    yield from one_by_one(ValueError, "X", lambda bad: lmnn(bad), [X * np.nan, X[None]])
    yield raises(EITHER, lmnn, y=Y[:3])
    yield raises(EITHER, lmnn, y=np.array(["a"] * 4), naming="y")
    for name in ("c", "margin"):
        yield raises(ValueError, lmnn, naming=name, **{name: -1.0})
