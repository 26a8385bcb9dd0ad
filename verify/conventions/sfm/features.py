"""SFM, Sections III to VI: what implementations of features, hash and codings do instead."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.verify.conventions.table import Conventions, Table
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.types import Array

Words = NDArray[np.uint64]


# ------------------------------------------------------------------- features


def sfm_conventions() -> Table:
    """Alternatives to Algorithms 1 and 2."""
    # the first coordinate is near a pole of the tangent, where the ends of the interval matter
    array1 = np.array([2**52, 2**63 + 5, 3 * 2**60], dtype=np.uint64)
    array2 = np.array([2**51 + 12345, 2**61 + 7, 5 * 2**59 + 2**40], dtype=np.uint64)
    V = np.array([[1.0, 0.0, 2.0], [0.5, 1.0, 7.0]])
    return Table(
        [(V, 6, 1000.0, array1, array2), (V, 2, 3.0, array1, array2)],
        {
            **_of_waves(_features),
            "endpoints='closed'": lambda *given: _features(*given, endpoints="closed"),
            "keys from 0 instead of 1": lambda *given: _features(*given, first=0),
            "array1 times the key plus array2": lambda V, D, beta, a, b: _features(
                V, D, beta, b, a
            ),
            "a beta that multiplies the distance instead of dividing it": (
                lambda V, D, beta, a, b: _features(V, D, 1 / beta, a, b)
            ),
        },
    )


def rff_conventions() -> Table:
    """Alternatives to Eq. (2) in the order of Algorithm 2."""
    V = np.array([[1.0, 0.0, 2.0], [0.5, 1.0, 7.0]])
    W = np.array([[0.3, -1.0, 0.25], [2.0, 0.125, -0.7], [1.0, 0.1, 0.2]])

    def plain(V: Array, W: Array) -> Array:
        return _waves(V @ W.T)

    return Table(
        [(V, W), (V, W[:1])],
        {
            **_of_waves(plain),
            "frequencies, 2 pi W in place of W": lambda V, W: plain(V, 2 * math.pi * W),
        },
    )


def _features(
    V: Array,
    D: int,
    beta: float,
    array1: Words,
    array2: Words,
    *,
    first: int = 1,
    endpoints: str = "open",
) -> Array:
    """Algorithm 2 with keys from ``first`` on."""
    words = array1.tolist(), array2.tolist()
    keys = range(first, first + D // 2)
    W = np.array([definitions.hash_cauchy(i, *words, beta, endpoints) for i in keys])
    return _waves(V @ W.T)


def _waves(s: Array) -> Array:
    """Sine and cosine of each sum by turns, times sqrt(2/D)."""
    return np.stack([np.sin(s), np.cos(s)], axis=2).reshape(len(s), -1) / math.sqrt(s.shape[1])


def _of_waves(features: Callable[..., Array]) -> Conventions:
    """Other orders and scales of the same sines and cosines."""

    def changed(change: Callable[[Array], Array]) -> Callable[..., Array]:
        return lambda *given: change(features(*given))

    def cosine_first(z: Array) -> Array:
        return z.reshape(len(z), -1, 2)[:, :, ::-1].reshape(z.shape)

    return {
        "the cosine first, as in Eq. (2)": changed(cosine_first),
        "all sines, then all cosines": changed(lambda z: np.hstack([z[:, ::2], z[:, 1::2]])),
        "all cosines, then all sines": changed(lambda z: np.hstack([z[:, 1::2], z[:, ::2]])),
        "1/sqrt(D) in place of sqrt(2/D)": changed(lambda z: z / math.sqrt(2)),
        "sines and cosines without a factor": changed(lambda z: z * math.sqrt(z.shape[1] / 2)),
    }


def laplacian_kernel_conventions() -> Table:
    """Alternatives to exp(-||x - y||_1 / beta)."""
    V, W = np.array([[1.0, 0.0, 2.0], [3.0, 1.0, 0.5]]), np.array([[0.0, 2.0, 1.0]])

    def of(exponent: Callable[[Array, float], float]) -> Callable[..., Any]:
        def kernel(V: Array, W: Array, beta: float) -> list[list[float]]:
            return [[math.exp(-exponent(np.abs(x - y), beta)) for y in W] for x in V]

        return kernel

    return Table(
        [(V, W, 3.0), (W, V, 0.5)],
        {
            "a beta that multiplies the distance": of(lambda gap, beta: gap.sum() * beta),
            "2 beta in place of beta": of(lambda gap, beta: gap.sum() / (2 * beta)),
            "beta squared": of(lambda gap, beta: gap.sum() / beta**2),
            "the Euclidean distance": of(lambda gap, beta: math.hypot(*gap) / beta),
            "the squared Euclidean distance": of(lambda gap, beta: (gap**2).sum() / beta),
        },
    )


# ------------------------------------------------------------------- hash


def hash_uniform_conventions() -> Table:
    """Alternatives to the upper 32 bits of array1 + array2 i, in the middle of their interval."""
    array1 = np.array([2**30, 5, 2**63, 7], dtype=np.uint64)  # the first word ends in v = 0
    array2 = np.array([0, 2**32, 2**61 + 2**30 + 1, 3 * 2**50 + 9], dtype=np.uint64)

    def of(
        number: Callable[[int], float], sums: Callable[[int, int, int], int]
    ) -> Callable[..., list[list[float]]]:
        def hashed(keys: Sequence[int], a: Words, b: Words) -> list[list[float]]:
            pairs = list(zip(a.tolist(), b.tolist(), strict=True))
            return [[number(sums(x, y, i) % 2**64) for x, y in pairs] for i in keys]

        return hashed

    def printed(a: int, b: int, i: int) -> int:
        return a + b * i

    def middle(f: int) -> float:
        return ((f >> 32) + 0.5) / 2**32

    return Table(
        [([1, 2, 5], array1, array2)],
        {
            "endpoints='closed'": of(lambda f: (f >> 32) / (2**32 - 1), printed),
            "v / 2^32, with 0 but without 1": of(lambda f: (f >> 32) / 2**32, printed),
            "all 64 bits, f / 2^64": of(lambda f: f / 2**64, printed),
            "the lower 32 bits": of(lambda f: (f % 2**32 + 0.5) / 2**32, printed),
            "array1 times the key plus array2": of(middle, lambda a, b, i: a * i + b),
            "keys from 0 instead of 1": of(middle, lambda a, b, i: a + b * (i - 1)),
        },
    )


# ------------------------------------------------------------------- characteristic vectors


def characteristic_vectors_conventions() -> Table:
    """The same columns in an order that is not that of the names; Section III fixes none."""
    corpora = (["ABABABBAB", "AABABABBAB", "A"], ["CBABC", "CBA", "BBA"])

    def right(corpus: Sequence[str]) -> Array:
        return np.array(definitions.characteristic_matrix(corpus)[0], dtype=float)

    def columns(corpus: Sequence[str], *, in_order: bool) -> list[Any]:
        """Whether they are in the order of names, and then sorted."""
        return [in_order, sorted(right(corpus).T.tolist())]

    known = [right(corpus) for corpus in corpora]

    def read(result: Any) -> list[Any]:
        V = result[0].toarray() if hasattr(result[0], "toarray") else result[0]
        V = np.asarray(V, dtype=float)
        return [any(np.array_equal(V, other) for other in known), sorted(V.T.tolist())]

    return Table(
        [(corpus,) for corpus in corpora],
        {"the columns in another order": lambda corpus: columns(corpus, in_order=False)},
        read,
        definition=lambda corpus: columns(corpus, in_order=True),
    )


# ------------------------------------------------------------------- codings


def cgk_vectors_conventions() -> Table:
    """Alternatives to 1/2 at one of |Sigma| + 1 coordinates a position, the pad last."""
    codes = np.array([[0, 1, 2, 2], [1, 1, 0, 2]])

    def of(change: Callable[[Array], Array]) -> Callable[..., Array]:
        """A change of the table (strings, positions, characters and the pad)."""

        def vectors(codes: Any, n_letters: int) -> Array:
            rows = [definitions.cgk_vector(row, n_letters) for row in np.asarray(codes).tolist()]
            coded = np.array(rows, dtype=float).reshape(len(rows), -1, n_letters + 1)
            return change(coded).reshape(len(rows), -1)

        return vectors

    def silent_pad(coded: Array) -> Array:
        return np.concatenate([coded[:, :, :-1], np.zeros_like(coded[:, :, -1:])], axis=2)

    return Table(
        [(codes, 2), (codes[:, :2], 3)],
        {
            "pad='zero': no coordinate for the pad, as printed": of(lambda c: c[:, :, :-1]),
            "a zero vector for the pad, whose coordinate is kept": of(silent_pad),
            "the pad's coordinate in front of the letters'": of(lambda c: np.roll(c, 1, axis=2)),
            "positions from 1, an empty one in front": of(
                lambda c: np.concatenate([np.zeros_like(c[:, :1]), c], axis=1)
            ),
            "letter by letter, all positions of each": of(lambda c: c.transpose(0, 2, 1)),
            "1 in place of 1/2": of(lambda c: 2 * c),
        },
    )


def lpp_parse_conventions() -> Table:
    """Alternatives to pairs from the left, a triple at the end, places from 0."""

    def of(change: Callable[[list[tuple[int, ...]], int], Any]) -> Callable[..., Any]:
        return lambda level: change(definitions.lpp_parse(level), len(level))

    def mirrored(blocks: list[tuple[int, ...]], n: int) -> list[tuple[int, ...]]:
        return [tuple(n - 1 - i for i in reversed(block)) for block in reversed(blocks)]

    def pairs_alone(_: list[tuple[int, ...]], n: int) -> list[tuple[int, ...]]:
        return [tuple(range(i, min(i + 2, n))) for i in range(0, n, 2)]

    return Table(
        [("AB",), ("ABA",), ("ABABABBAB",), ("AABABABBAB",)],
        {
            "places from 1": of(lambda blocks, n: [tuple(i + 1 for i in b) for b in blocks]),
            "the triple in front": of(mirrored),
            "pairs, of an odd length the last one alone": of(pairs_alone),
            "first and last place of each block": of(lambda bs, n: [(b[0], b[-1]) for b in bs]),
            "begin and end of each block, the end excluded": of(
                lambda blocks, n: [(b[0], b[-1] + 1) for b in blocks]
            ),
            "lengths of the blocks": of(lambda blocks, n: [len(b) for b in blocks]),
        },
    )
