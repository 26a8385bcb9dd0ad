"""Vectors are what they are, whatever integers hold them, and however a sparse matrix does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse

from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.exact import floats
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import STORED
from gramcheck.verify.suite.sfm.feature_maps import hash_words, summation_scale
from gramcheck.verify.types import Array


def forms(x: Any, kinds: tuple[str, ...]) -> Iterator[Any]:
    """The rows of ``x`` in integers of each kind, dense and sparse, and scattered over a matrix."""
    for kind in kinds:
        yield x.astype(kind)
        yield scipy.sparse.csr_matrix(x.astype(kind))
    yield scattered(x.astype(float))


def scattered(x: Array) -> Any:
    """CSR from right to left, each entry in halves with a 0 between them, which all add up."""
    n, d = x.shape
    parts = np.stack([x / 2, 0 * x, x / 2], axis=1)[:, :, ::-1]
    columns = np.tile(np.arange(d)[::-1], 3 * n)
    return scipy.sparse.csr_matrix((parts.ravel(), columns, 3 * d * np.arange(n + 1)), x.shape)


def pairs() -> Iterator[tuple[Any, Any, Any, Any]]:
    """Two tables of vectors as integers of 64 bits, and in all forms."""
    for x, y, kinds in STORED:
        for V, W in zip(forms(x, kinds), forms(y, kinds), strict=True):
            yield x, y, V, W


@check("sfm/eq-1", place="Section V, Eq. (1)", needs="sfm.l1_distances", since="0.3")
def distances_do_not_depend_on_how_vectors_are_stored(target: Any, run: Any) -> Iterator[Outcome]:
    """Integers whose differences would wrap around; CSR unsorted, with zeros and duplicates.

    The same of two tables of different forms, and of one table that is given twice.
    """
    for x, y, V, W in pairs():
        for a, b, first, second in ((x, y, V, W), (x, y, V, y), (x, y, x, W), (x, x, V, V)):
            expected = np.abs(a[:, None] - b[None]).sum(axis=2).tolist()
            yield equal(expected, np.asarray(target.sfm.l1_distances(first, second)).tolist())


@check("sfm/eq-1", place="Section V, Eq. (1)", needs="sfm.laplacian_kernel", since="0.3")
def kernel_does_not_depend_on_how_vectors_are_stored(target: Any, run: Any) -> Iterator[Outcome]:
    """The same of exp(-||x - y||_1 / beta)."""
    for x, y, V, W in pairs():
        rows, others = x.tolist(), y.tolist()
        expected = [[definitions.laplacian_kernel(a, b, 1e4) for b in others] for a in rows]
        yield close_to(expected, target.sfm.laplacian_kernel(V, W, 1e4), ulps=64)


@check("sfm/eq-2", place="Section IV, Eq. (2)", needs="sfm.rff", since="0.3")
def plain_features_do_not_depend_on_how_vectors_are_stored(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Products that would wrap around, where both are integers; a sparse V beside a dense W."""
    for x, y, V, W in pairs():
        expected = [definitions.rff(row, y.tolist()) for row in x.tolist()]
        dense = W.toarray() if scipy.sparse.issparse(W) else W
        yield close_to(expected, target.sfm.rff(V, dense), ulps=8, scale=summation_scale(x, y))


@check("sfm/algorithm-2", place="Algorithm 2", needs="sfm.sfm", since="0.3")
def features_do_not_depend_on_how_counts_are_stored(target: Any, run: Any) -> Iterator[Outcome]:
    """The same of counts, whose sums are those of all their parts."""
    beta, (array1, array2) = 100.0, hash_words(0, 2)
    words = array1.tolist(), array2.tolist()
    W = [definitions.hash_cauchy_exact(i, *words, beta) for i in (1, 2)]
    x, _, kinds = STORED[0]
    expected = np.array(floats([definitions.rff_exact(row, W) for row in x.tolist()]))
    scale = summation_scale(x.astype(float), np.array(W, dtype=float), beta)
    for V in forms(x, kinds):
        yield close_to(expected, target.sfm.sfm(V, 4, beta, array1, array2), ulps=16, scale=scale)
