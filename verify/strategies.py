"""Hypothesis strategies for the objects of the papers.

Sizes are small, for a counterexample has to be read, and special cases are frequent: ties,
duplicates, constants, one point, empty strings. Numbers are either small integers or moderate
floats, so that a failure is one of the mathematics and not of overflow; a check that wants extreme
numbers asks for them.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gramcheck.verify.types import AnyArray, Array

# What breaks code that works on bytes or on UTF-16: a letter of two bytes, one beyond the basic
# plane, a combining one, and the halves of a surrogate pair on their own.
UNICODE = "aé日\U0001d538\U0001f600\u0301\ud800\udc00\x00"


def strings(alphabet: str = "ab", max_size: int = 12, min_size: int = 0) -> SearchStrategy[str]:
    """Strings over a small alphabet."""
    return st.text(alphabet=list(alphabet), min_size=min_size, max_size=max_size)


def unicode_strings(max_size: int = 8) -> SearchStrategy[str]:
    """Strings of troublesome characters, lone surrogates included."""
    return strings(UNICODE, max_size)


@st.composite
def long_strings(draw: Any, sizes: tuple[int, ...], alphabet: str = "acgt") -> str:
    """Strings of exactly the given sizes, as at both sides of a word boundary.

    Long texts drawn letter by letter use up hypothesis' entropy; a seed costs one draw.
    """
    size = draw(st.sampled_from(sizes))
    letters = np.random.default_rng(draw(seeds())).choice(list(alphabet), size)
    return "".join(letters.tolist())


@st.composite
def edited_strings(
    draw: Any, base: SearchStrategy[str] | None = None, alphabet: str = "ab", max_edits: int = 4
) -> tuple[str, str, int]:
    """Two strings and the number of edits that led from the first to the second."""
    x = draw(strings(alphabet) if base is None else base)
    y, edits = list(x), draw(st.integers(0, max_edits))
    for _ in range(edits):
        operation = draw(st.sampled_from(["insert", "delete", "substitute"] if y else ["insert"]))
        place = draw(st.integers(0, len(y) if operation == "insert" else len(y) - 1))
        after = place if operation == "insert" else place + 1
        new = [] if operation == "delete" else [draw(st.sampled_from(list(alphabet)))]
        y[place:after] = new
    return x, "".join(y), edits


def string_collections(
    alphabet: str = "ab", min_size: int = 1, max_size: int = 6, max_length: int = 8
) -> SearchStrategy[list[str]]:
    """Collections of strings; duplicates and the empty string occur."""
    return st.lists(strings(alphabet, max_length), min_size=min_size, max_size=max_size)


def entries() -> SearchStrategy[float]:
    """Coordinates: small integers, for ties, or moderate floats."""
    return st.integers(-3, 3).map(float) | st.floats(-100, 100, allow_subnormal=False)


@st.composite
def points(draw: Any, dimension: int | None = None, min_size: int = 1, max_size: int = 6) -> Array:
    """Arrays (n, dimension); rows are often repeated. ``dimension=None`` draws one from 1 to 3."""
    dimension = draw(st.integers(1, 3)) if dimension is None else dimension
    row = st.lists(entries(), min_size=dimension, max_size=dimension)
    rows = draw(st.lists(row, min_size=min_size, max_size=max_size))
    if len(rows) > 1 and draw(st.booleans()):
        rows[-1] = rows[draw(st.integers(0, len(rows) - 2))]
    return np.array(rows, dtype=np.float64)


def series(channels: int | None = None, max_size: int = 6) -> SearchStrategy[Array]:
    """Time series (n, channels), n >= 1; constant ones and ties occur."""

    def constant(x: Array) -> Array:
        return np.repeat(x[:1], len(x), axis=0)

    base = points(channels, max_size=max_size)
    return base | base.map(constant)


def flat_series(max_size: int = 8) -> SearchStrategy[Array]:
    """Series of one channel as vectors (n,)."""
    return series(1, max_size).map(lambda x: x[:, 0])


def vector_sets(dimension: int | None = None, max_size: int = 5) -> SearchStrategy[Array]:
    """Sets of vectors (n, dimension), n >= 1, as multisets: duplicates occur."""
    return points(dimension, max_size=max_size)


@st.composite
def collections(
    draw: Any,
    objects: Callable[[int], SearchStrategy[Array]] = series,
    min_size: int = 1,
    max_size: int = 5,
) -> list[Array]:
    """Collections of series or sets that share a number of columns."""
    columns = draw(st.integers(1, 3))
    return draw(st.lists(objects(columns), min_size=min_size, max_size=max_size))


@st.composite
def pairs(draw: Any, objects: SearchStrategy[Any] | Callable[[int], SearchStrategy[Array]]) -> Any:
    """Two objects; of one number of columns when ``objects`` is a function of it."""
    if not isinstance(objects, SearchStrategy):
        objects = objects(draw(st.integers(1, 3)))
    x = draw(objects)
    return (x, x) if draw(st.integers(0, 9)) == 0 else (x, draw(objects))


@st.composite
def weights(draw: Any, size: int, positive: bool = True) -> Array:
    """Weights that sum to 1; zeros among them unless ``positive``."""
    low = 1 if positive else 0
    counts = draw(st.lists(st.integers(low, 20), min_size=size, max_size=size).filter(any))
    return np.array(counts, dtype=np.float64) / sum(counts)


@st.composite
def weighted_values(
    draw: Any, max_size: int = 6, largest: float = 1e5
) -> tuple[list[float], list[float]]:
    """Values at the atoms of a distribution, and the distribution."""
    size = draw(st.integers(1, max_size))
    value = st.integers(-3, 3).map(float) | st.floats(-largest, largest, allow_subnormal=False)
    values = draw(st.lists(value, min_size=size, max_size=size))
    return values, draw(weights(size)).tolist()


def log_uniform(low: float, high: float) -> SearchStrategy[float]:
    """Positive numbers, uniform on the logarithmic scale, or powers of ten, easy to read."""
    start, stop = np.log10(low), np.log10(high)
    tens = [10.0**k for k in range(int(np.ceil(start)), int(np.floor(stop)) + 1)]
    tens = [ten for ten in tens if low <= ten <= high]  # the logarithms are rounded
    drawn = st.floats(start, stop).map(lambda e: float(np.clip(10.0**e, low, high)))
    return st.sampled_from(sorted(tens, key=lambda t: abs(np.log10(t)))) | drawn if tens else drawn


@st.composite
def labels(draw: Any, size: int, classes: int = 2) -> AnyArray:
    """Labels with every class present: 0..classes-1, letters, or -1 and +1 when there are two."""
    names = [list(range(classes)), list(string.ascii_lowercase[:classes])]
    names += [[-1, 1]] if classes == 2 else []
    chosen = draw(st.sampled_from(names))
    rest = draw(st.lists(st.sampled_from(chosen), min_size=size - classes, max_size=size - classes))
    return np.array(draw(st.permutations(chosen + rest)))


@st.composite
def distance_matrices(draw: Any, max_size: int = 6, metric: bool = True) -> Array:
    """Symmetric nonnegative matrices with a zero diagonal.

    A metric one is made by shortest paths, so zeros off the diagonal and equalities occur; of one
    that is not metric the first three points violate the triangle inequality.
    """
    size = draw(st.integers(1 if metric else 3, max_size))
    entry = st.integers(0, 5).map(float) | st.floats(0, 10, allow_subnormal=False)
    D = np.zeros((size, size))
    above = np.triu_indices(size, 1)
    count = len(above[0])
    D[above] = draw(st.lists(entry, min_size=count, max_size=count))
    D += D.T
    if metric:
        for via in range(size):
            D = np.minimum(D, D[:, via, None] + D[via])
    else:
        D[0, 2] = D[2, 0] = D[0, 1] + D[1, 2] + draw(st.integers(1, 5))
    return D


@st.composite
def kernels(draw: Any, max_size: int = 6, definite: bool = True) -> Array:
    """Symmetric matrices: Gram matrices, often singular, or ones with a negative 2 x 2 minor."""
    size = draw(st.integers(1 if definite else 2, max_size))
    factor = draw(points(draw(st.integers(1, size)), min_size=size, max_size=size))
    K = factor @ factor.T
    if not definite:
        K[0, 1] = K[1, 0] = np.sqrt(K[0, 0] * K[1, 1]) + draw(st.integers(1, 5))
    return (K + K.T) / 2


def seeds() -> SearchStrategy[int]:
    """Seeds of random generators."""
    return st.integers(0, 2**32 - 1)


def generators() -> SearchStrategy[np.random.Generator]:
    """Fresh random generators; a failure can be pasted, for the seed is written out."""
    return seeds().map(np.random.default_rng)
