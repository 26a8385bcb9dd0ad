"""Bad input: a clear error before any work, which names the argument.

ValueError for wrong values and shapes, TypeError for wrong types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import close_to, equal, is_true, raises
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import EITHER, NOT_FINITE, NOT_NUMBERS, one_by_one, with_a_hint
from gramcheck.verify.registry import check
from gramcheck.verify.suite.idealized.kernel_version import FROM_KERNEL
from gramcheck.verify.suite.idealized.problems import LEARN, gram
from gramcheck.verify.suite.idealized.xing import XING

CLAIM = "idealized/bad-input"
PLACE = "any function"

X = np.array([[0.0, 1.0], [2.0, 0.0], [1.0, 1.0], [3.0, 2.0], [0.0, 5.0]])
S = np.array([[0, 1], [2, 3], [1, 4]])
D = np.array([[0, 2], [1, 3]])
K = gram(X) + np.eye(5)
MANY = "idealized.learn_metric_from_kernels"


def learners(target: Any) -> Iterator[Callable[..., Any]]:
    """Every way to learn a metric, with arguments to be replaced one by one."""

    def from_points(S: Any = S, D: Any = D, C_S: Any = 1.0, C_D: Any = 1.0, nu: Any = 0.5, **more):
        return target.idealized.learn_metric(X, S, D, C_S, C_D, nu, **more)

    def from_kernel(S: Any = S, D: Any = D, C_S: Any = 1.0, C_D: Any = 1.0, nu: Any = 0.5, **more):
        return target.idealized.learn_metric_from_kernel(K, S, D, C_S, C_D, nu, **more)

    yield from_points
    yield from_kernel


def on_pairs(target: Any) -> Iterator[Callable[..., Any]]:
    """Every function of points and two sets of pairs."""
    yield from learners(target)
    yield lambda S=S, D=D: target.idealized.xing_metric(X, S, D)
    yield lambda S=S, D=D: target.idealized.nearest_pairs(X, S, D, R=np.inf)


NEEDS = (LEARN, FROM_KERNEL, XING, "idealized.nearest_pairs")


@check(CLAIM, place=PLACE, needs=NEEDS, since="0.1")
def pairs_are_pairs_of_different_patterns(target: Any, run: Any) -> Iterator[Outcome]:
    """Out of range, negative, i = j, none at all, not two columns: ValueError.

    Fractions and strings: TypeError.
    """
    bad = [[[0, 5]], [[-1, 2]], [[3, 3]], np.empty((0, 2), dtype=int), [[0, 1, 2]], [0, 1]]
    wrong = [np.array([[0.5, 1.0]]), np.array([["0", "1"]]), None]
    for call in on_pairs(target):
        for value in bad:
            yield raises(ValueError, call, S=np.array(value), naming="similar")
            yield raises(ValueError, call, D=np.array(value), naming="dissimilar")
        for value in wrong:
            yield raises(TypeError, call, S=value, naming="similar")
            yield raises(TypeError, call, D=value, naming="dissimilar")


@check(CLAIM, place=PLACE, needs=NEEDS, since="0.1")
def a_pair_is_given_once(target: Any, run: Any) -> Iterator[Outcome]:
    """Repeated within a set, as (j, i) too, or in both sets: ValueError."""
    for call in on_pairs(target):
        for again in ([0, 1], [1, 0]):
            yield raises(ValueError, call, S=np.array([*S.tolist(), again]), naming="similar")
            yield raises(ValueError, call, D=np.array([*D.tolist(), again]))
        for again in ([1, 3], [3, 1]):
            yield raises(ValueError, call, D=np.array([*D.tolist(), again]), naming="dissimilar")
            yield raises(ValueError, call, S=np.array([*S.tolist(), again]))


@check(CLAIM, place=f"{PLACE}; erratum K5", needs=(LEARN, FROM_KERNEL), since="0.1")
def nu_lies_strictly_between_zero_and_one(target: Any, run: Any) -> Iterator[Outcome]:
    """At 0 gamma is 0, at 1 it is arbitrary, above 1 the dual is infeasible: ValueError."""
    for call in learners(target):
        bad = [0, 0.0, 1, 1.0, 1.5, -0.5, *NOT_FINITE]
        yield from one_by_one(ValueError, "nu", lambda nu, call=call: call(nu=nu), bad)
        yield from one_by_one(TypeError, "nu", lambda nu, call=call: call(nu=nu), NOT_NUMBERS)


@check(CLAIM, place=PLACE, needs=(LEARN, FROM_KERNEL), since="0.1")
def constants_are_positive(target: Any, run: Any) -> Iterator[Outcome]:
    """C_S or C_D zero, negative, NaN or infinite: ValueError; no number: TypeError."""
    for call in learners(target):
        for name in ("C_S", "C_D"):
            use = lambda value, call=call, name=name: call(**{name: value})  # noqa: E731
            yield from one_by_one(ValueError, name, use, [0.0, -1.0, *NOT_FINITE])
            yield from one_by_one(TypeError, name, use, NOT_NUMBERS)


@check(CLAIM, place=PLACE, needs=(LEARN, FROM_KERNEL), since="0.1")
def forms_have_names(target: Any, run: Any) -> Iterator[Outcome]:
    """A misspelled ``psd``: ValueError with the closest name; no string: an error."""
    for call in learners(target):
        yield from with_a_hint(
            "psd",
            lambda psd, call=call: call(psd=psd),
            ("as_printed", "as-printed"),
            ("clipped", "clip"),
            ("constraint", "constrained"),
        )
        yield raises(EITHER, call, psd=None, naming="psd")
        yield raises(EITHER, call, psd=True, naming="psd")


@check(CLAIM, place=PLACE, needs=LEARN, since="0.1")
def first_metric_is_a_metric(target: Any, run: Any) -> Iterator[Outcome]:
    """M not symmetric, not semidefinite, of another size, with NaN: ValueError.

    A singular one is fine.
    """
    call = next(iter(learners(target)))
    bad = [
        np.array([[1.0, 2.0], [0.0, 1.0]]),
        np.array([[1.0, 2.0], [2.0, 1.0]]),
        -np.eye(2),
        np.eye(3),
        np.ones(2),
        np.array([[1.0, np.nan], [np.nan, 1.0]]),
    ]
    yield from one_by_one(ValueError, "M", lambda M: call(M=M), bad)
    yield from one_by_one(TypeError, "M", lambda M: call(M=M), ["I", np.eye(2) * 1j])
    plain = call(M=np.eye(2))
    yield close_to(plain.matrix, call(M=None).matrix, atol=1e-6)
    yield equal((2, 2), np.shape(call(M=np.ones((2, 2))).matrix))


@check(CLAIM, place=PLACE, needs=(LEARN, XING, "idealized.nearest_pairs"), since="0.1")
def points_are_finite_rows(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN, infinities, no rows, three axes: ValueError; strings and complex numbers: TypeError.

    Patterns so far apart that no squared distance is a number: ValueError.
    """
    for call in (
        lambda X: target.idealized.learn_metric(X, S, D, 1.0, 1.0, 0.5),
        lambda X: target.idealized.xing_metric(X, S, D),
        lambda X: target.idealized.nearest_pairs(X, S, D),
    ):
        for value in NOT_FINITE:
            bad = X.copy()
            bad[1, 1] = value
            yield raises(ValueError, call, bad, naming="X")
        yield from one_by_one(ValueError, "X", call, [np.empty((0, 2)), np.ones((5, 2, 1))])
        yield raises(ValueError, call, 1e200 * X, naming="X")
        yield from one_by_one(TypeError, "X", call, [X.astype(str), X * 1j, None])


@check(CLAIM, place=PLACE, needs=(FROM_KERNEL, MANY), since="0.1")
def kernel_is_a_kernel(target: Any, run: Any) -> Iterator[Outcome]:
    """Not symmetric, not square, NaN, or not semidefinite: ValueError, the last with its evidence.

    Roundings of a singular kernel are forgiven; rows of an asymmetric one are not averaged.
    """
    i = target.idealized
    rest = S, D, 1.0, 1.0, 0.5
    crooked = K.copy()
    crooked[0, 1] += 1.0
    indefinite = K - 5 * np.eye(5)
    bad = [crooked, K[:4], K * np.nan, indefinite]
    for kernel in bad:
        yield raises(ValueError, i.learn_metric_from_kernel, kernel, *rest, naming="K")
        yield raises(ValueError, i.learn_metric_from_kernels, [K, kernel], *rest)
    yield raises(ValueError, i.learn_metric_from_kernels, [], *rest, naming="kernels")
    yield raises(ValueError, i.learn_metric_from_kernels, [K, np.eye(4)], *rest)
    try:
        i.learn_metric_from_kernel(indefinite, *rest)
    except ValueError as error:
        lowest = f"{np.linalg.eigvalsh(indefinite)[0]:.2g}"[:4]
        said = lowest in str(error)
        yield is_true(said, f"got={error}, should tell the smallest eigenvalue, {lowest}...")
    else:
        yield is_true(False, "got a metric, should be ValueError: the kernel is indefinite")
    singular = i.learn_metric_from_kernel(gram(X), *rest)
    yield equal((5, 5), np.shape(singular.matrix))


@check(CLAIM, place=PLACE, needs=(LEARN, FROM_KERNEL), since="0.1")
def new_points_have_as_many_columns(target: Any, run: Any) -> Iterator[Outcome]:
    """Rows of another length are not cut or broadcast: ValueError."""
    for call, width in zip(learners(target), (2, 5), strict=True):
        metric = call()
        for method in (metric.squared_distances, metric.kernel):
            for columns in (1, width - 1, width + 1):
                yield raises(ValueError, method, np.ones((3, columns)))
                yield raises(ValueError, method, np.ones((3, width)), np.ones((3, columns)))
            yield raises(ValueError, method, np.full((1, width), np.nan))


@check(
    CLAIM,
    place=PLACE,
    needs=("idealized.ideal_kernel", "idealized.alignment", "idealized.idealize"),
    since="0.1",
)
def kernels_meet_their_labels(target: Any, run: Any) -> Iterator[Outcome]:
    """Shapes that do not meet, asymmetry, zero matrices, negative gamma, weights that lack a class.

    One class alone is fine for the ideal kernel.
    """
    i = target.idealized
    yield raises(ValueError, i.alignment, np.eye(2), np.eye(3))
    yield raises(ValueError, i.alignment, np.zeros((2, 2)), np.eye(2), naming="K")
    yield raises(ValueError, i.alignment, np.eye(2), np.zeros((2, 2)), naming="L")
    yield raises(ValueError, i.alignment, np.array([[1.0, 2], [0, 1]]), np.eye(2), naming="K")
    yield raises(ValueError, i.alignment, np.eye(2), np.array([[1.0, np.nan], [np.nan, 1]]))
    yield raises(ValueError, i.idealize, np.eye(2), [1, 2, 2], 1.0)
    yield from one_by_one(
        ValueError, "gamma", lambda g: i.idealize(np.eye(2), [1, 2], g), [-1.0, *NOT_FINITE]
    )
    weights = lambda w: i.ideal_kernel(["a", "b"], class_weights=w)  # noqa: E731
    bad = [{"a": 1.0}, {"a": 1.0, "b": 1.0, "c": 1.0}, {"a": 1.0, "b": 0.0}, {"a": 1.0, "b": -2.0}]
    yield from one_by_one(ValueError, "class_weights", weights, bad)
    yield from one_by_one(TypeError, "y", i.ideal_kernel, ["ab", None, 3])
    yield equal(np.ones((2, 2)), i.ideal_kernel(["a", "a"]))


@check(
    CLAIM,
    place=PLACE,
    needs=(
        "idealized.pairs_from_labels",
        "idealized.pairs_from_side_information",
        "idealized.random_similar_pairs",
    ),
    since="0.1",
)
def pairs_can_be_made(target: Any, run: Any) -> Iterator[Outcome]:
    """One class only, nothing or everything similar, too few components, a seed for a generator."""
    i = target.idealized
    yield raises(ValueError, i.pairs_from_labels, ["a", "a"], naming="y")
    every = np.array([[0, 1], [0, 2], [1, 2]])
    side = i.pairs_from_side_information
    bad = [every, np.empty((0, 2), dtype=int), [[0, 3]], [[1, 1]], [[0, 1], [1, 0]]]
    yield from one_by_one(ValueError, "similar", lambda s: side(np.array(s), 3), bad)
    draw = i.random_similar_pairs
    y = [0, 0, 0, 1, 1, 1]
    shares = [0.1, 0.0, -0.5, 1.5, np.nan]
    use = lambda c: draw(y, run.rng, components=c)  # noqa: E731
    yield from one_by_one(ValueError, "components", use, shares)
    yield from one_by_one(TypeError, "rng", lambda rng: draw(y, rng), [0, None])


@check(
    CLAIM,
    place=PLACE,
    needs=("idealized.nearest_pairs", "idealized.nearest_pairs_from_kernel"),
    since="0.1",
)
def neighborhoods_have_a_size(target: Any, run: Any) -> Iterator[Outcome]:
    """M below 1, R not positive or no known word: ValueError; a fraction for m: TypeError."""
    i = target.idealized
    for call in (
        lambda **more: i.nearest_pairs(X, S, D, **more),
        lambda **more: i.nearest_pairs_from_kernel(K, S, D, **more),
    ):
        yield from one_by_one(ValueError, "m", lambda m, call=call: call(m=m), [0, -1])
        yield from one_by_one(TypeError, "m", lambda m, call=call: call(m=m), [1.5, "2", None])
        use = lambda R, call=call: call(R=R)  # noqa: E731
        yield from one_by_one(ValueError, "R", use, [0.0, -1.0, np.nan, "mean"])
        yield raises(ValueError, call, R="medain", naming="median")
        yield raises(ValueError, call, R=1e-9)


@check(CLAIM, place=PLACE, needs=XING, since="0.1")
def baseline_has_its_conventions(target: Any, run: Any) -> Iterator[Outcome]:
    """T not positive, tolerances that are none, an unknown objective: ValueError."""
    call = lambda **more: target.idealized.xing_metric(X, S, D, **more)  # noqa: E731
    yield from one_by_one(ValueError, "t", lambda t: call(t=t), [0.0, -1.0, *NOT_FINITE])
    yield from one_by_one(ValueError, "tol", lambda tol: call(tol=tol), [-1e-6, np.nan])
    use = lambda value: call(max_iterations=value)  # noqa: E731
    yield from one_by_one(ValueError, "max_iterations", use, [0, -3])
    named = lambda objective: call(objective=objective)  # noqa: E731
    yield from with_a_hint("objective", named, ("sqr", "sqrt"), ("logs", "log"))


@check(CLAIM, place=PLACE, needs=("idealized.rand_index", "idealized.make_toy"), since="0.1")
def experiments_have_sound_arguments(target: Any, run: Any) -> Iterator[Outcome]:
    """Labelings of different lengths or of one pattern, counts below 1, a seed for a generator."""
    i = target.idealized
    yield raises(ValueError, i.rand_index, [1, 2], [1, 2, 3])
    yield raises(ValueError, i.rand_index, [1], [1])
    toy = lambda n: i.make_toy(n, run.rng)  # noqa: E731
    yield from one_by_one(ValueError, "n_per_class", toy, [0, -1])
    yield from one_by_one(TypeError, "n_per_class", toy, [1.5, "2", None])
    yield from one_by_one(TypeError, "rng", lambda rng: i.make_toy(3, rng), [0, None])


@check(CLAIM, place=PLACE, needs="idealized.dual_objective", since="0.1")
def multipliers_belong_to_pairs(target: Any, run: Any) -> Iterator[Outcome]:
    """One multiplier for each pair, finite: else ValueError."""
    call = target.idealized.dual_objective
    yield raises(ValueError, call, [1.0], [1.0, 1.0], X, S, D, naming="alpha_S")
    yield raises(ValueError, call, [1.0] * 3, [1.0], X, S, D, naming="alpha_D")
    yield raises(ValueError, call, [1.0, np.nan, 1.0], [1.0, 1.0], X, S, D, naming="alpha_S")
