"""Sections 2 and 3.1: ideal kernel, alignment, idealized kernel, Proposition 1; footnote 9."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, equal, largest
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.precision import unit
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import positive_semidefinite
from gramcheck.verify.suite.idealized.problems import Array, gram

EQ_1 = "Section 2, Eq. (1)"
EQ_2 = "Section 3.1, Eq. (2)"
PROPOSITION_1 = "Section 3.1, Proposition 1; erratum K1"
GAMMAS = (0.0, 1e-3, 0.1, 1.0, 2.0, 10.0, 1e3)


@st.composite
def labels(draw: Any, least: int = 1) -> list[Any]:
    """Numbers or words, of one class up to four, in any order."""
    names = draw(st.sampled_from([[-1, 1], [3, 1, 2], ["b", "a"], ["x", "y", "z", "w"]]))
    return draw(st.lists(st.sampled_from(names), min_size=max(2, least), max_size=7))


@st.composite
def kernels_with_labels(draw: Any, definite: bool = True) -> tuple[Array, list[Any]]:
    """A symmetric matrix, a Gram matrix if definite, and labels of its rows."""
    y = draw(labels())
    rng = np.random.default_rng(draw(strategies.seeds()))
    entries = rng.integers(-3, 4, size=(len(y), len(y))) / draw(st.sampled_from([1.0, 3.0]))
    return (gram(entries) + np.eye(len(y)) if definite else entries + entries.T + np.eye(len(y))), y


@check(
    "idealized/eq-1",
    place=EQ_1,
    needs="idealized.ideal_kernel",
    since="0.1",
    diagnose=diagnoser("idealized.ideal_kernel"),
)
@for_all(y=labels(), seed=strategies.seeds(), examples=[{"y": ["a", "b", "a"], "seed": 0}])
def ones_within_classes(target: Any, y: list[Any], seed: int) -> Iterator[Outcome]:
    """One where labels agree, zero elsewhere, for any number of classes; a kernel.

    With class weights, the weight of the class in place of one.
    """
    yield equal(np.array(definitions.ideal_kernel(y)), target.idealized.ideal_kernel(y))
    rng = np.random.default_rng(seed)
    weights = {label: float(rng.uniform(0.1, 5)) for label in set(y)}
    got = target.idealized.ideal_kernel(y, class_weights=weights)
    yield equal(np.array(definitions.ideal_kernel(y, weights)), got)
    yield positive_semidefinite(got)


@check(
    "idealized/alignment",
    place="Section 2",
    needs="idealized.alignment",
    since="0.1",
    diagnose=diagnoser("idealized.alignment"),
)
@for_all(
    K=kernels_with_labels(),
    L=kernels_with_labels(definite=False),
    scale=strategies.log_uniform(1e-6, 1e6),
    examples=[
        {"K": (np.eye(2), [1, 2]), "L": (sign * np.ones((2, 2)), [1, 2]), "scale": 1e3}
        for sign in (1, -1)
    ],
)
def cosine_between_matrices(target: Any, K: Any, L: Any, scale: float) -> Iterator[Outcome]:
    """<K, L> / (|K| |L|) to 60 digits: normalized, not centered, of the whole matrices."""
    n = min(len(K[1]), len(L[1]))
    A, B = K[0][:n, :n], scale * L[0][:n, :n]
    got = target.idealized.alignment(A, B)
    yield close_to(float(definitions.alignment(A, B)), got, ulps=8 * n, scale=1.0)
    yield close_to(1.0, target.idealized.alignment(A, scale * A), ulps=8 * n)


@check(
    "idealized/eq-2",
    place=EQ_2,
    needs="idealized.idealize",
    since="0.1",
    diagnose=diagnoser("idealized.idealize"),
)
@for_all(
    problem=kernels_with_labels(),
    gamma=strategies.log_uniform(1e-3, 1e3) | st.just(0.0),
    weight=st.sampled_from([0.5, 2.0]),
    examples=[{"problem": (np.array([[1.0, 2], [2, 5]]), [1, 2]), "gamma": 2.0, "weight": 2.0}],
)
def half_gamma_is_added_within_classes(
    target: Any, problem: Any, gamma: float, weight: float
) -> Iterator[Outcome]:
    """K + (gamma / 2) K*, with class weights too; the kernel that is given is not changed."""
    K, y = problem
    before = K.copy()
    expected = np.array(definitions.idealize(K, y, gamma), dtype=float)
    yield close_to(
        expected, target.idealized.idealize(K, y, gamma), ulps=4, scale=np.abs(K) + gamma
    )
    weights = {label: weight * (k + 1) for k, label in enumerate(sorted(set(y)))}
    expected = np.array(definitions.idealize(K, y, gamma, weights), dtype=float)
    got = target.idealized.idealize(K, y, gamma, class_weights=weights)
    yield close_to(expected, got, ulps=4, scale=np.abs(K) + 8 * gamma)
    yield equal(before, K)


@check(
    "idealized/eq-3",
    place="Section 3.2, Eq. (3)",
    needs="idealized.idealize",
    since="0.1",
    diagnose=diagnoser("idealized.idealize"),
)
@for_all(
    problem=kernels_with_labels(),
    gamma=strategies.log_uniform(1e-2, 1e2),
    examples=[{"problem": (np.eye(3), ["a", "b", "a"]), "gamma": 1.0}],
)
def distances_grow_between_classes_by_gamma(target: Any, problem: Any, gamma: float) -> Outcome:
    """The squared distance of the idealized kernel is that of K, plus gamma between classes."""
    K, y = problem
    between = np.array([[gamma * (a != b) for b in y] for a in y])
    squared = [
        L.diagonal()[:, None] + L.diagonal()[None] - 2 * L
        for L in (K, np.asarray(target.idealized.idealize(K, y, gamma)))
    ]
    return close_to(squared[0] + between, squared[1], ulps=16, scale=largest(K) + gamma)


@check(
    "idealized/proposition-1",
    place=PROPOSITION_1,
    needs=("idealized.alignment", "idealized.idealize", "idealized.ideal_kernel"),
    since="0.1",
)
@for_all(
    problem=kernels_with_labels() | kernels_with_labels(definite=False),
    weights=st.none() | st.lists(st.sampled_from([0.5, 1.0, 3.0, 8.0]), min_size=4, max_size=4),
    examples=[
        {"problem": (np.array([[1.0, -2], [-2, 1]]), [1, 1]), "weights": None},
        # far below the printed threshold
        {"problem": (np.array([[-5.0, 1], [1, -4]]), [1, 2]), "weights": None},
        {"problem": (np.array([[2.0, 1], [1, 2]]), [1, 2]), "weights": [0.5, 8.0, 1.0, 1.0]},
    ],
)
def alignment_grows_with_every_gamma(
    target: Any, problem: Any, weights: list[float] | None
) -> Iterator[Outcome]:
    """As the definition says to 60 digits, where any gamma > 0 makes it greater.

    No condition is needed, for indefinite K neither, unless K is a multiple of K*; with weights of
    the classes K* is the weighted one.
    """
    K, y = problem
    of_classes = weights and dict(zip(sorted(set(y)), weights, strict=False))
    more = {"class_weights": of_classes} if of_classes else {}
    star = target.idealized.ideal_kernel(y, **more)
    exact = [definitions.alignment(definitions.idealize(K, y, g, **more), star) for g in GAMMAS]
    got = [
        target.idealized.alignment(target.idealized.idealize(K, y, g, **more), star) for g in GAMMAS
    ]
    for (low, high), (g_low, g_high) in zip(pairwise(exact), pairwise(got), strict=True):
        # a gain below the roundings of two alignments cannot be seen
        if float(high - low) > 64 * len(y) * unit():
            yield at_least(0.5 * float(high - low), float(g_high) - float(g_low))
    yield close_to([float(v) for v in exact], got, ulps=16 * len(y), scale=1.0)


@check(
    "idealized/proposition-1",
    place=PROPOSITION_1,
    needs=("idealized.alignment", "idealized.idealize", "idealized.ideal_kernel"),
    since="0.1",
)
@for_all(y=labels(), factor=strategies.log_uniform(1e-2, 1e2), examples=[])
def alignment_of_a_multiple_stays_at_one(target: Any, y: list[Any], factor: float) -> Outcome:
    """For K proportional to K* it is 1 before and after: "greater" fails."""
    star = np.asarray(target.idealized.ideal_kernel(y))
    got = [
        target.idealized.alignment(target.idealized.idealize(factor * star, y, g), star)
        for g in GAMMAS
    ]
    return close_to(np.ones(len(GAMMAS)), got, ulps=16 * len(y))


@check(
    "idealized/proposition-1",
    place="Section 3.1, Proposition 1",
    needs="idealized.alignment_threshold",
    since="0.1",
)
@for_all(
    problem=kernels_with_labels() | kernels_with_labels(definite=False),
    examples=[{"problem": (np.array([[1.0, 2], [2, 5]]), [1, 1])}],
)
def threshold_is_the_printed_one(target: Any, problem: Any) -> Iterator[Outcome]:
    """-<K, K*> / sum of n_c^2, for any number of classes; never positive for a kernel."""
    K, y = problem
    got = target.idealized.alignment_threshold(K, y)
    scale = largest(K)
    yield close_to(definitions.alignment_threshold(K, y), got, ulps=8 * len(y), scale=scale)
    if positive_semidefinite(K).passed:
        yield at_most(8 * len(y) * unit() * scale, got)


@check(
    "idealized/rand-index",
    place="Footnote 9",
    needs="idealized.rand_index",
    since="0.1",
    diagnose=diagnoser("idealized.rand_index"),
)
@for_all(
    y=labels(),
    seed=strategies.seeds(),
    examples=[{"y": ["a", "a", "b", "b"], "seed": 0}, {"y": [1, 1], "seed": 1}],
)
def fraction_of_pairs_that_agree(target: Any, y: list[Any], seed: int) -> Iterator[Outcome]:
    """Counted pair by pair; names of clusters play no role, and labels agree with themselves."""
    rng = np.random.default_rng(seed)
    clusters = rng.integers(3, size=len(y)).tolist()
    expected = definitions.rand_index(y, clusters)
    yield close_to(expected, target.idealized.rand_index(y, clusters), ulps=4)
    renamed = [["u", "v", "w"][c] for c in clusters]
    yield close_to(expected, target.idealized.rand_index(y, renamed), ulps=4)
    yield close_to(1.0, target.idealized.rand_index(y, y), ulps=0)


@check("idealized/rand-index", place="Footnote 9", needs="idealized.rand_index", since="0.2")
def pairs_of_many_patterns_are_counted_in_full(target: Any, run: Any) -> Iterator[Outcome]:
    """Pairs beyond 15 and beyond 31 bits: halves against the whole keep half of them together."""
    for n in (300, 100_000):
        together = 2 * math.comb(n // 2, 2) / math.comb(n, 2)
        got = target.idealized.rand_index(np.arange(n) % 2, np.zeros(n, dtype=int))
        yield close_to(together, got, ulps=4)


@check("idealized/alignment", place="Section 2", needs="idealized.alignment", since="0.2")
def products_of_small_integers_do_not_overflow(target: Any, run: Any) -> Iterator[Outcome]:
    """Matrices of integers of 8 bits are those of the same numbers."""
    A = run.rng.integers(60, 120, size=(9, 9))
    A, B = A + A.T, np.diag(np.arange(1, 10))
    small = [(M // 2).astype(np.int8) for M in (A, B)]
    expected = definitions.alignment(*(M.tolist() for M in small))
    yield close_to(float(expected), target.idealized.alignment(*small), ulps=64, scale=1.0)


@check("idealized/alignment", place="Section 2", needs="idealized.alignment", since="0.3")
def a_cosine_is_never_above_one(target: Any, run: Any) -> Iterator[Outcome]:
    """Of a matrix with itself and with its negative, where a rounding may lead beyond."""
    for n in range(1, 40):
        A = run.rng.normal(size=(n, n))
        K = A @ A.T
        K = (K + K.T) / 2
        yield at_most(1.0, target.idealized.alignment(K, K))
        yield at_least(-1.0, target.idealized.alignment(K, -K))
