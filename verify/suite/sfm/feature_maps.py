"""Sections IV and V: Algorithm 2, plain random features, and the Laplacian kernel of both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.exact import floats
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import positive_semidefinite
from gramcheck.verify.suite.allocation import allocates_at_most
from gramcheck.verify.suite.d2ke.problems import agree, all_strings
from gramcheck.verify.suite.sfm.problems import VARIANTS, cauchy_scale, dense, words
from gramcheck.verify.types import Array

ALGORITHM_2 = "Algorithm 2"
FORMATS = ("csc", "coo", "lil", "dok", "bsr")
SFM, RFF = diagnoser("sfm.sfm"), diagnoser("sfm.rff")
KERNEL = diagnoser("sfm.laplacian_kernel")


@st.composite
def counts(draw: Any, max_rows: int = 3, max_columns: int = 5) -> Array:
    """Characteristic vectors: small counts or their halves, zeros among them."""
    columns = draw(st.integers(1, max_columns))
    row = st.lists(st.sampled_from([0, 0, 1, 2, 7]), min_size=columns, max_size=columns)
    V = np.array(draw(st.lists(row, min_size=1, max_size=max_rows)), dtype=float)
    return V / draw(st.sampled_from([1, 2]))


def hash_words(seed: int, d: int) -> tuple[Any, Any]:
    """Arrays for Algorithm 1."""
    rng = np.random.default_rng(seed)
    return rng.integers(2**64, size=d, dtype=np.uint64), words(rng, d)


def summation_scale(V: Array, W: Array, beta: float | None = None) -> Array:
    """For each of the D coordinates, what roundings of W, products and sums do to the angle.

    With ``beta`` the entries of W are tangents over it, known up to a rounding of their argument.
    """
    entries = np.abs(W) if beta is None else cauchy_scale(W, beta)
    angles = np.abs(V) @ entries.T + 1
    return np.repeat(angles, 2, axis=1) * np.sqrt(2 / (2 * len(W)))


@check("sfm/algorithm-2", place=ALGORITHM_2, needs="sfm.sfm", since="0.1", diagnose=SFM)
@for_all(
    V=counts(max_rows=2, max_columns=3),
    pairs=st.integers(1, 3),
    beta=strategies.log_uniform(1e-1, 1e3),
    seed=strategies.seeds(),
    examples=[
        {"V": np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 0.0]]), "pairs": 2, "beta": 1.0, "seed": 0}
    ],
)
def features_are_those_of_algorithm_2(
    target: Any, V: Array, pairs: int, beta: float, seed: int
) -> Iterator[Outcome]:
    """sqrt(2/D) sin and cos of sum_j V_j h(i)_j to 60 digits, for i = 1, ..., D/2, sine first."""
    array1, array2 = hash_words(seed, V.shape[1])
    integers = array1.tolist(), array2.tolist()
    W = [definitions.hash_cauchy_exact(i, *integers, beta) for i in range(1, pairs + 1)]
    expected = np.array(floats([definitions.rff_exact(row, W) for row in V.tolist()]))
    scale = summation_scale(V, np.array(W, dtype=float), beta)
    got = target.sfm.sfm(scipy.sparse.csr_matrix(V), 2 * pairs, beta, array1, array2)
    yield close_to(expected, got, ulps=16, scale=scale)


@check("sfm/algorithm-2", place=ALGORITHM_2, needs="sfm.plain_sfm", since="0.1")
@for_all(
    V=counts(max_rows=2, max_columns=3),
    pairs=st.integers(1, 3),
    endpoints=st.sampled_from(("open", "closed")),
    seed=strategies.seeds(),
    examples=[{"V": np.array([[1.0, -0.3, 2.0]]), "pairs": 2, "endpoints": "closed", "seed": 0}],
)
def algorithm_2_as_it_stands(
    target: Any, V: Array, pairs: int, endpoints: str, seed: int
) -> Iterator[Outcome]:
    """The same of the plain form, whose vectors may hold any real numbers."""
    beta, (array1, array2) = 3.0, hash_words(seed, V.shape[1])
    integers = array1.tolist(), array2.tolist()
    W = [definitions.hash_cauchy_exact(i, *integers, beta, endpoints) for i in range(1, pairs + 1)]
    expected = np.array(floats([definitions.rff_exact(row, W) for row in V.tolist()]))
    scale = summation_scale(V, np.array(W, dtype=float), beta)
    got = target.sfm.plain_sfm(V, 2 * pairs, beta, array1, array2, endpoints=endpoints)
    yield close_to(expected, got, ulps=16, scale=scale)


@check(
    "sfm/algorithm-2",
    place=ALGORITHM_2,
    needs=("sfm.sfm", "sfm.hash_cauchy"),
    since="0.1",
    diagnose=SFM,
)
@for_all(
    V=counts(max_rows=4, max_columns=8),
    pairs=st.integers(1, 20),
    endpoints=st.sampled_from(("open", "closed")),
    seed=strategies.seeds(),
    examples=[
        {"V": np.ones((1, 3)), "pairs": 8, "endpoints": e, "seed": 0} for e in ("open", "closed")
    ],
)
def features_are_those_of_the_stored_matrix(
    target: Any, V: Array, pairs: int, endpoints: str, seed: int
) -> Iterator[Outcome]:
    """The same as with the numbers of ``hash_cauchy`` at the keys 1, ..., D/2 written out."""
    beta = 3.0
    rng = np.random.default_rng(seed)
    array1, array2 = rng.integers(2**64, size=(2, V.shape[1]), dtype=np.uint64)
    keys = np.arange(1, pairs + 1)
    W = np.asarray(target.sfm.hash_cauchy(keys, array1, array2, beta, endpoints), dtype=float)
    angles = V @ W.T
    expected = np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(V), -1)
    got = target.sfm.sfm(V, 2 * pairs, beta, array1, array2, endpoints)
    yield agree(expected / np.sqrt(pairs), got, ulps=16, scale=summation_scale(V, W))


@check("sfm/algorithm-2", place=ALGORITHM_2, needs="sfm.sfm", since="0.1")
@for_all(
    V=counts(max_rows=6, max_columns=12),
    pairs=st.integers(1, 40),
    cut=st.integers(0, 6),
    seed=strategies.seeds(),
    examples=[{"V": np.eye(4), "pairs": 9, "cut": 2, "seed": 0}],
)
def streams_formats_and_places_change_no_bit(
    target: Any, V: Array, pairs: int, cut: int, seed: int
) -> Iterator[Outcome]:
    """Rows in chunks, dense rows, other sparse formats and an ``out`` give the same bits."""
    array1, array2 = hash_words(seed, V.shape[1])
    D, rest = 2 * pairs, (2 * pairs, 3.0, array1, array2)
    whole = np.array(target.sfm.sfm(scipy.sparse.csr_matrix(V), *rest))
    parts = [part for part in (V[:cut], V[cut:]) if len(part)]
    chunks = [target.sfm.sfm(scipy.sparse.csr_matrix(part), *rest) for part in parts]
    yield equal(whole, np.concatenate(chunks))
    yield equal(whole, target.sfm.sfm(V, *rest))
    for name in FORMATS:
        yield equal(whole, target.sfm.sfm(scipy.sparse.csr_matrix(V).asformat(name), *rest))
    place = np.full((len(V), D), np.nan)
    target.sfm.sfm(V, *rest, out=place)
    yield equal(whole, place)


@check("sfm/space", place="Section IV-A", needs="sfm.sfm", since="0.1")
def memory_does_not_grow_with_d_times_features(target: Any, run: Any) -> Outcome:
    """The most that is allocated is a tenth of the matrix of D/2 x d numbers that FM stores."""
    d, D = 20000, 1024
    array1, array2 = run.rng.integers(2**64, size=(2, d), dtype=np.uint64)
    V = scipy.sparse.csr_matrix(np.ones((1, d)))
    call = partial(target.sfm.sfm, V, D, 1e6, array1, array2)
    return allocates_at_most(8 * d * (D // 2) / 10, call)


@check("sfm/eq-2", place="Section IV, Eq. (2)", needs="sfm.rff", since="0.1", diagnose=RFF)
@for_all(
    V=counts(),
    pairs=st.integers(1, 4),
    seed=strategies.seeds(),
    examples=[{"V": np.array([[1.0, 2.0]]), "pairs": 2, "seed": 0}],
)
def plain_features_are_those_of_the_definition(
    target: Any, V: Array, pairs: int, seed: int
) -> Iterator[Outcome]:
    """sqrt(2/D) (sin r'x, cos r'x) to 60 digits; each row has length one, so k(x, x) = 1."""
    W = np.random.default_rng(seed).standard_cauchy((pairs, V.shape[1]))
    expected = [definitions.rff(row, W.tolist()) for row in V.tolist()]
    got = target.sfm.rff(scipy.sparse.csr_matrix(V), W)
    yield close_to(expected, got, ulps=8, scale=summation_scale(V, W))
    lengths = (np.asarray(got, dtype=float) ** 2).sum(axis=1)
    yield close_to(np.ones(len(V)), lengths, ulps=16)


@check(
    "sfm/eq-1",
    place="Section V, Eq. (1)",
    needs="sfm.laplacian_kernel",
    since="0.1",
    diagnose=KERNEL,
)
@for_all(
    V=counts(),
    shift=st.integers(0, 4),
    beta=strategies.log_uniform(1e-2, 1e4),
    examples=[{"V": np.array([[1.0, 2.0], [4.0, 0.0]]), "shift": 1, "beta": b} for b in (2.0, 2.5)],
)
def kernel_is_that_of_the_definition(
    target: Any, V: Array, shift: int, beta: float
) -> Iterator[Outcome]:
    """exp(-||x - y||_1 / beta) to 60 digits, for every pair of rows; sparse or dense."""
    W = np.roll(V, shift, axis=1)[:1]
    expected = [[definitions.laplacian_kernel(x, y, beta) for y in W.tolist()] for x in V.tolist()]
    # a rounding of the exponent is one of its size in the result
    exponents = 1 + np.abs(np.log(np.maximum(expected, 1e-300)))
    scale = exponents * np.array(expected) + 1e-290
    got = target.sfm.laplacian_kernel(scipy.sparse.csr_matrix(V), scipy.sparse.csr_matrix(W), beta)
    yield close_to(expected, got, ulps=8, scale=scale)
    yield close_to(expected, target.sfm.laplacian_kernel(V, W, beta), ulps=8, scale=scale)


@check(
    "sfm/eq-1",
    place="Section V, Eq. (1); erratum S15",
    needs=("sfm.laplacian_kernel", "sfm.characteristic_vectors"),
    since="0.1",
)
def kernel_of_vectors_is_positive_semidefinite(target: Any, run: Any) -> Iterator[Outcome]:
    """On all binary strings up to 6, for beta over four decades, where exp(-EDM/beta) is not."""
    strings = list(all_strings("AB", 6))
    for variant in VARIANTS:
        V, _ = target.sfm.characteristic_vectors(strings, variant)
        V = scipy.sparse.csr_matrix(dense(V))
        for beta in (0.1, 1.0, 2.0, 10.0, 100.0, 1000.0):
            yield positive_semidefinite(target.sfm.laplacian_kernel(V, V, beta))


@check("sfm/average-error", place="Section VII-B", needs="sfm.average_error", since="0.1")
@for_all(
    seed=strategies.seeds(),
    n=st.integers(1, 5),
    D=st.integers(1, 6),
    examples=[{"seed": 0, "n": 3, "D": 4}],
)
def diagonal_counts_among_the_pairs(target: Any, seed: int, n: int, D: int) -> Outcome:
    """The mean of |k(S_i, S_j) - z_i'z_j| over all i <= j, to 60 digits."""
    rng = np.random.default_rng(seed)
    K, Z = rng.random((n, n)), rng.standard_normal((n, D))
    K = (K + K.T) / 2
    expected = definitions.average_error(K.tolist(), Z.tolist())
    return close_to(expected, target.sfm.average_error(K, Z), ulps=16 * (n + D), scale=1 + D)
