"""The kinds of arguments that are arrays: numbers, distances, kernels, labels, indices.

As in :mod:`.kinds`, a kind is a function from a good value to an :class:`Argument`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import ArrayLike

from gramcheck.verify.arguments.declare import Argument, Bad
from gramcheck.verify.arguments.kinds import NAN, NONE, NOT_FINITE
from gramcheck.verify.types import AnyArray, Array


def _entry(good: Array, value: float) -> Array:
    """The array with another first entry off the diagonal, and its mirror image in a square."""
    spoiled = np.array(good, dtype=float)
    index = (0,) * (spoiled.ndim - 1) + (min(1, spoiled.shape[-1] - 1),)
    spoiled[index] = value
    if spoiled.ndim == 2 and spoiled.shape[0] == spoiled.shape[1]:
        spoiled[index[::-1]] = value
    return spoiled


def _not_finite(good: Array) -> tuple[Bad, ...]:
    return tuple(replace(bad, value=_entry(good, bad.value)) for bad in NOT_FINITE)


def _not_arrays(good: Array) -> tuple[Bad, ...]:
    return (
        Bad("text", good.astype(str), "type"),
        Bad("complex", good * 1j, "type"),
        Bad("bare-string", "ab", "type"),
        Bad("ragged", [[1.0, 2.0], [3.0]], "either", flag="shapes"),
        NONE,
    )


def array(good: ArrayLike, kind: str = "array") -> Argument:
    """Finite real numbers in any shape."""
    A = np.asarray(good, dtype=float)
    empty = Bad("empty", A[:0], flag="empty_input")
    return Argument(kind, A, (*_not_finite(A), empty, *_not_arrays(A)))


def vector(good: ArrayLike, kind: str = "vector") -> Argument:
    """Finite real numbers along one axis."""
    made = array(good, kind)
    return made.refusing("two-axes", made.good[None], flag="shapes")


def nonnegative_vector(good: ArrayLike) -> Argument:
    """Nonnegative numbers along one axis."""
    made = vector(good, "nonnegative vector")
    return made.refusing("negative", _entry(made.good, -1.0))


def distribution(good: ArrayLike) -> Argument:
    """Nonnegative weights that sum to 1."""
    p = np.asarray(good, dtype=float)
    flagged = {
        "negative": np.array([1.5, -0.5, *p[2:] * 0]),
        "not-one": np.where(np.arange(len(p)) == 0, p + 0.25, p),
        "ones": np.ones(len(p)),
        "zeros": np.zeros(len(p)),
        "too-few": np.ones(1),
        "too-many": np.append(p / 2, 0.5),
    }
    bad = [Bad(name, value, flag="weights") for name, value in flagged.items()]
    lacking = ("not-a-number", "empty", "text")
    return Argument("distribution", p, (*bad, *(b for b in vector(p).bad if b.name in lacking)))


def matrix(good: ArrayLike, kind: str = "matrix") -> Argument:
    """Finite real numbers in rows and columns, one of each at least."""
    A = np.asarray(good, dtype=float)
    shapes = (
        Bad("no-rows", A[:0], flag="empty_input"),
        Bad("no-columns", A[:, :0], flag="empty_input"),
        Bad("one-axis", A[0], flag="shapes"),
        Bad("three-axes", A[None], flag="shapes"),
    )
    return Argument(kind, A, (*_not_finite(A), *shapes, *_not_arrays(A)))


def points(good: ArrayLike, kind: str = "points") -> Argument:
    """Finite points as rows; a vector of numbers is as many points on a line."""
    return matrix(good, kind).without("one-axis")


def series(good: ArrayLike) -> Argument:
    """A series or a set of points, alone: text, objects and single numbers are none."""
    made = points(good, "points of a series or a set")
    made = made.refusing("objects", np.array([[1.0, "a"]], dtype=object), "type")
    return made.refusing("one-number", np.float64(1.0), "either")


def collection_of_series(good: Sequence[ArrayLike]) -> Argument:
    """A sequence of series or sets with one number of channels."""
    one = series(good[0])
    inside = [
        replace(bad, name=f"{bad.name}-inside", value=[*good[:-1], bad.value]) for bad in one.bad
    ]
    made = Argument("collection of series or sets", list(good), tuple(inside))
    return made.refusing("channels-differ", [*good[:-1], one.good[:, :1]], flag="shapes")


def distances(good: ArrayLike, kind: str = "matrix of distances") -> Argument:
    """Nonnegative distances, rows against columns."""
    made = matrix(good, kind)
    return made.refusing("negative", _entry(made.good, -1.0))


def square_distances(good: ArrayLike, kind: str = "square matrix of distances") -> Argument:
    """Nonnegative distances of objects among themselves."""
    made = distances(good, kind)
    return made.refusing("not-square", made.good[:-1], flag="shapes")


def symmetric_distances(good: ArrayLike) -> Argument:
    """Distances of objects among themselves, alike both ways and 0 on the diagonal."""
    made = square_distances(good, "symmetric matrix of distances")
    return made.refusing("not-symmetric", np.triu(made.good)).refusing("diagonal", made.good + 1.0)


def symmetric(good: ArrayLike, kind: str = "symmetric matrix") -> Argument:
    """A real symmetric matrix."""
    made = matrix(good, kind)
    upper = np.triu(np.full_like(made.good, 0.25), 1)
    crooked = made.good + upper - upper.T  # of which the symmetric part is good
    made = made.refusing("not-square", made.good[:-1], flag="shapes")
    return made.refusing("not-symmetric", crooked)


def kernel_matrix(good: ArrayLike, kind: str = "kernel matrix") -> Argument:
    """A real symmetric matrix without negative eigenvalues."""
    made = symmetric(good, kind)
    # the square of this entry is beyond the product of any two on the diagonal
    indefinite = _entry(made.good, 2 * np.abs(made.good).max())
    return made.refusing("indefinite", indefinite, flag="indefinite")


def counts(good: ArrayLike) -> Argument:
    """Rows of whole or half nonnegative numbers, dense or sparse."""
    made = matrix(good, "rows of counts")
    made = made.refusing("negative", _entry(made.good, -1.0))
    made = made.refusing("third", _entry(made.good, 0.3))
    for bad in made.bad:
        if bad.name in ("not-a-number", "infinite", "negative-infinite", "negative", "third"):
            made = made.refusing(f"sparse-{bad.name}", scipy.sparse.csr_matrix(bad.value))
    return made


def rows(good: ArrayLike) -> Argument:
    """Vectors as rows of finite numbers, dense or sparse, that float64 holds exactly."""
    made = matrix(good, "rows of numbers")
    with_nan, long = _entry(made.good, NAN), np.full(made.good.shape, 2**53 + 1)
    made = made.refusing("sparse-not-a-number", scipy.sparse.csr_matrix(with_nan))
    made = made.refusing("long-integer", long)
    return made.refusing("sparse-long-integer", scipy.sparse.csr_matrix(long))


# labels and integers ------------------------------------------------------------------------------


def labels(good: Sequence[Any], classes: int = 2) -> Argument:
    """One label a pattern, all numbers or all strings, of so many classes at least."""
    y = np.asarray(good)
    bad = [
        Bad("bare-string", "ab" * len(y), "type"),
        Bad("not-a-number", np.where(np.arange(len(y)) == 0, NAN, 1.0), flag="not_finite"),
        Bad("mixed", ["a", *range(len(y) - 1)], "type"),
        Bad("empty", y[:0], flag="empty_input"),
        Bad("two-axes", y[None], flag="shapes"),
        Bad("no-axis", np.array(y[0]), "either"),
        Bad("no-axis-of-objects", np.array(y[0], dtype=object), "either"),
        NONE,
    ]
    if classes > 1:
        bad += [
            Bad("one-class", np.array(["a"] * len(y)), flag="one_class"),
            Bad("one-number", np.full(len(y), 3), flag="one_class"),
        ]
    return Argument("labels", y, tuple(bad))


def signs(good: ArrayLike) -> Argument:
    """The labels -1 and +1."""
    y = np.asarray(good)
    bad = (
        Bad("zero", np.where(y < 0, 0, y)),
        Bad("one-and-two", np.where(y < 0, 2, y)),
        Bad("three-labels", np.append(y[:-1], 0)),
        Bad("not-a-number", np.where(np.arange(len(y)) == 0, NAN, y), flag="not_finite"),
        Bad("text", np.where(y < 0, "a", "b"), "type"),
    )
    return Argument("signs", y, bad)


def integers(good: Sequence[Any]) -> Argument:
    """Nonnegative integers, and nothing that would have to be made into some."""
    A = np.asarray(good)
    masked = np.ma.array(A, mask=np.arange(A.size).reshape(A.shape) == 1)
    inside: list[Any] = A.tolist()
    row = inside[0] if A.ndim == 2 else inside
    flags = [[bool(row[0]), *row[1:]]] if A.ndim == 2 else [bool(row[0]), *row[1:]]
    negative = A.copy()
    negative.flat[0] = -1
    bad = (
        Bad("negative", negative),
        Bad("fraction", A + 0.5, "type"),
        Bad("text", A.astype(str), "type"),
        Bad("masked", masked, "type"),
        Bad("flag-inside", flags, "type"),
        Bad("ragged", [[1], [1, 2]], "either", flag="shapes"),
        NONE,
    )
    return Argument("integers", A, bad)


def words(good: Iterable[Any]) -> Argument:
    """64-bit words, one each coordinate: rounding or a sign would go unseen."""
    W = np.asarray(good, dtype=np.uint64)
    bad = (
        Bad("signed", W.astype(np.int64), "type"),
        Bad("floats", W.astype(np.float64), "type"),
        Bad("list", [1.5, 2.5], "type"),
        Bad("flag-inside", [*W.ravel()[1:], True], "type"),
        Bad("ragged", [[1 << 63], [1 << 63, 1]], "either"),
        NONE,
    )
    return Argument("64-bit words", W, bad)


def pairs(good: Sequence[Sequence[int]], n: int) -> Argument:
    """Unordered pairs of indices below n, each given once and none of an index with itself."""
    P = np.asarray(good)
    i, j = P[0]

    def last(*pair: int) -> AnyArray:
        return np.array([*P.tolist()[:-1], pair])

    bad = (
        Bad("index-above", last(0, n), flag="index_range"),
        Bad("index-negative", last(-1, 2), flag="index_range"),
        Bad("of-one", last(1, 1)),
        Bad("repeated", np.array([*P.tolist(), [i, j]]), flag="pair_order"),
        Bad("repeated-reversed", np.array([*P.tolist(), [j, i]]), flag="pair_order"),
        Bad("empty", np.empty((0, 2), dtype=int), flag="empty_input"),
        Bad("three-columns", np.array([[0, 1, 2]]), flag="shapes"),
        Bad("one-axis", P[0], flag="shapes"),
        Bad("fraction", P + 0.5, "type"),
        Bad("text", P.astype(str), "type"),
        NONE,
    )
    return Argument("pairs of indices", P, bad)
