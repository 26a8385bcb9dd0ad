"""Bad input of the feature maps and the hash: errors that name it, as in ``bad_input``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import scipy.sparse

from gramcheck.verify.compare import equal, is_true, raises
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import (
    EITHER,
    NOT_COUNTS,
    NOT_FINITE,
    NOT_NUMBERS,
    one_by_one,
    with_a_hint,
)
from gramcheck.verify.registry import check
from gramcheck.verify.suite.sfm.bad_input import CLAIM, PLACE

COUNTS = scipy.sparse.csr_matrix(np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]]))
ARRAYS = tuple(np.arange(start, start + 3, dtype=np.uint64) << np.uint64(60) for start in (1, 5))


def maps(target: Any) -> Callable[..., Any]:
    """``sfm`` with arguments to be replaced one by one."""

    def call(
        V: Any = COUNTS, D: Any = 4, beta: Any = 1.0, arrays: Any = ARRAYS, **more: Any
    ) -> Any:
        return target.sfm.sfm(V, D, beta, *arrays, **more)

    return call


@check(CLAIM, place=PLACE, needs="sfm.sfm", since="0.1")
def number_of_features_is_even(target: Any, run: Any) -> Iterator[Outcome]:
    """D odd, below 2, or so large that keys D/2 leave the exact range of the hash: ValueError."""
    call = maps(target)
    bad = [0, 1, 3, -2, 2 * 2**33]
    yield from one_by_one(ValueError, "D", lambda D: call(D=D), bad)
    yield from one_by_one(TypeError, "D", lambda D: call(D=D), NOT_COUNTS)


@check(
    CLAIM,
    place=PLACE,
    needs=("sfm.sfm", "sfm.laplacian_kernel", "sfm.hash_cauchy"),
    since="0.1",
)
def beta_is_positive(target: Any, run: Any) -> Iterator[Outcome]:
    """Zero, negative, NaN or infinite: ValueError; no number: TypeError."""
    for call in (
        lambda beta: target.sfm.sfm(COUNTS, 4, beta, *ARRAYS),
        lambda beta: target.sfm.laplacian_kernel(COUNTS, COUNTS, beta),
        lambda beta: target.sfm.hash_cauchy([1], *ARRAYS, beta),
    ):
        yield from one_by_one(ValueError, "beta", call, [0, 0.0, -1.0, *NOT_FINITE])
        yield from one_by_one(TypeError, "beta", call, NOT_NUMBERS)


@check(CLAIM, place=PLACE, needs=("sfm.hash_uniform", "sfm.hash_cauchy"), since="0.1")
def keys_stay_where_the_hash_is_exact(target: Any, run: Any) -> Iterator[Outcome]:
    """Negative keys and those from 2^33 on: ValueError; fractions and strings: TypeError."""
    for call in (
        lambda i: target.sfm.hash_uniform(i, *ARRAYS),
        lambda i: target.sfm.hash_cauchy(i, *ARRAYS, 1.0),
    ):
        yield from one_by_one(ValueError, "i", call, [[-1], [1, 2**33], [2**40]])
        yield from one_by_one(TypeError, "i", call, [[1.5], ["1"]])


@check(CLAIM, place=PLACE, needs="sfm.sample_t_wise", since="0.1")
def t_is_at_least_one(target: Any, run: Any) -> Iterator[Outcome]:
    """A t or d below 1: ValueError; a fraction, a string or None: TypeError."""
    for naming, call in (
        ("t", lambda t: target.sfm.sample_t_wise(3, t, run.rng)),
        ("d", lambda d: target.sfm.sample_t_wise(d, 2, run.rng)),
    ):
        yield from one_by_one(ValueError, naming, call, [0, -1])
        yield from one_by_one(TypeError, naming, call, NOT_COUNTS)


@check(CLAIM, place=PLACE, needs=("sfm.sfm", "sfm.hash_uniform"), since="0.1")
def hash_arrays_are_words(target: Any, run: Any) -> Iterator[Outcome]:
    """Signed words, floats or lists of them: TypeError; lengths that are not d: ValueError."""
    array1, array2 = ARRAYS
    for call in (
        lambda a, b: target.sfm.sfm(COUNTS, 4, 1.0, a, b),
        lambda a, b: target.sfm.hash_uniform([1], a, b),
    ):
        for dtype in (np.int64, np.float64):
            yield raises(TypeError, call, array1.astype(dtype), array2, naming="array1")
            yield raises(TypeError, call, array1, array2.astype(dtype), naming="array2")
        # of two lengths that do not meet, either one may be named
        yield raises(ValueError, call, array1[:2], array2)
        yield raises(ValueError, call, array1, array2[:2])
    yield raises(ValueError, maps(target), arrays=(array1[:2], array2[:2]))


@check(CLAIM, place=PLACE, needs="sfm.sfm", since="0.1")
def counts_are_nonnegative_and_whole(target: Any, run: Any) -> Iterator[Outcome]:
    """Negative numbers, fractions, NaN, infinities, other numbers of columns: ValueError.

    Strings, complex numbers and objects: TypeError. Halves are what CGK makes; they are right.
    """
    call = maps(target)
    for value in (-1.0, 0.3, *NOT_FINITE):
        V = np.array([[1.0, value, 0.0]])
        yield raises(ValueError, call, V, naming="V")
        yield raises(ValueError, call, scipy.sparse.csr_matrix(V), naming="V")
    for V in (np.ones((1, 2)), np.ones((1, 4)), np.ones(3), np.ones((1, 1, 3))):
        yield raises(ValueError, call, V, naming="V")
    yield raises(EITHER, call, [[1, 2, 3], [4]], naming="V")
    for V in ("ab", None, np.array([["1", "2", "3"]]), np.array([[1j, 0, 0]])):
        yield raises(TypeError, call, V, naming="V")
    halves = np.asarray(call(COUNTS / 2))
    yield equal(np.asarray(call(COUNTS, beta=2.0)).shape, halves.shape)


@check(CLAIM, place=PLACE, needs=("sfm.laplacian_kernel", "sfm.rff"), since="0.1")
def columns_of_two_matrices_agree(target: Any, run: Any) -> Iterator[Outcome]:
    """Other numbers of columns are not broadcast; NaN is refused: ValueError."""
    kernel, rff = target.sfm.laplacian_kernel, target.sfm.rff
    for columns in (1, 2, 4):
        yield raises(ValueError, kernel, COUNTS, np.ones((1, columns)), 1.0)
        yield raises(ValueError, rff, COUNTS, np.ones((2, columns)))
    bad = np.array([[1.0, np.nan, 0.0]])
    yield raises(ValueError, kernel, bad, COUNTS, 1.0, naming="V")
    yield raises(ValueError, kernel, COUNTS, bad, 1.0, naming="W")
    yield raises(ValueError, rff, COUNTS, bad, naming="W")


@check(CLAIM, place=PLACE, needs=("sfm.sfm", "sfm.hash_uniform"), since="0.1")
def endpoints_have_names(target: Any, run: Any) -> Iterator[Outcome]:
    """A misspelled name: ValueError with the closest one."""
    for call in (
        lambda name: maps(target)(endpoints=name),
        lambda name: target.sfm.hash_uniform([1], *ARRAYS, name),
    ):
        yield from with_a_hint("endpoints", call, ("opne", "open"), ("close", "closed"))


@check(CLAIM, place=PLACE, needs="sfm.sample_hash", since="0.1")
def refusal_draws_nothing(target: Any, run: Any) -> Iterator[Outcome]:
    """No random number is drawn when an argument is refused."""
    rng = np.random.default_rng(0)
    yield raises(ValueError, target.sfm.sample_hash, 0, rng, naming="d")
    unused = rng.bit_generator.state == np.random.default_rng(0).bit_generator.state
    yield is_true(unused, "got a generator that has been used, should be as it was")
