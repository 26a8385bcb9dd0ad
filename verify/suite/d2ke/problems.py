"""Inputs shared by the checks of D2KE, with their exact answers."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to, is_true
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.types import Array, Integers

DISTANCES = ("levenshtein", "dtw", "modified_hausdorff")

# At both sides of every boundary between 64-bit words that a bit-parallel algorithm may have.
WORD_BOUNDARIES = (1, 2, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 130)

# Lengths of two strings without a common letter, whose distance is the greater one: beyond what 8,
# 15 and 16 bits hold, at few cells of a table.
LARGE_DISTANCES = ((300, 290), (2**15, 3), (33_000, 3), (66_000, 3))

MANY = (300, 33_000, 66_000)  # more than 8, 15 and 16 bits hold

# Two objects whose differences or squares are beyond the integers of these kinds.
STORED: tuple[tuple[Integers, Integers, tuple[str, ...]], ...] = (
    (
        np.array([[0, 250], [200, 3]]),
        np.array([[255, 1], [7, 90], [8, 8]]),
        ("uint8", "int16", "uint64", "float32"),
    ),
    (np.array([[-100, 7], [100, 0]]), np.array([[100, -100]]), ("int8",)),
    (np.array([[0], [70_000]]), np.array([[0]]), ("int32", "uint32")),
)

# Distances this small come from coordinates whose squares underflow; the absolute error is tiny.
TINY = 1e-140


@cache
def all_strings(alphabet: str, longest: int, shortest: int = 0) -> tuple[str, ...]:
    """Every string over the alphabet, shorter ones first."""
    sizes = range(shortest, longest + 1)
    return tuple("".join(letters) for n in sizes for letters in product(alphabet, repeat=n))


@cache
def exact_levenshtein(x: str, y: str) -> int:
    """The definition, remembered: it is slow and does not depend on the target."""
    return definitions.levenshtein(x, y)


@cache
def all_levenshtein(alphabet: str, longest: int) -> NDArray[np.int64]:
    """Matrix of the definition on :func:`all_strings`."""
    strings = all_strings(alphabet, longest)
    return np.array([[exact_levenshtein(x, y) for y in strings] for x in strings])


def number_series(alphabet: str = "012", longest: int = 3) -> list[Array]:
    """Every nonempty string of digits as a series of one channel."""
    return [np.array([*map(float, s)]) for s in all_strings(alphabet, longest, shortest=1)]


def exact_cdist(X: Any, Y: Any, distance: str, **options: Any) -> Array:
    """Matrix of the definition."""
    return np.array(definitions.cdist(X, Y, distance, **options), dtype=np.float64)


def objects_for(distance: str, columns: int) -> st.SearchStrategy[Any]:
    """Strings, series or sets, as the distance wants them."""
    if distance == "levenshtein":
        return strategies.strings("ab", 6)
    if distance == "dtw":
        return strategies.series(columns, max_size=4)
    return strategies.vector_sets(columns, max_size=4)


@st.composite
def two_collections(
    draw: Any, max_size: int = 4
) -> tuple[str, dict[str, Any], list[Any], list[Any]]:
    """A distance with options, and two collections of objects that it applies to."""
    distance = draw(st.sampled_from(DISTANCES))
    options: dict[str, Any] = {}
    if distance == "dtw":
        options = draw(st.sampled_from([{}, {"local_cost": "sqeuclidean"}, {"window": 1}]))
    objects = objects_for(distance, draw(st.integers(1, 2)))
    X, Y = (draw(st.lists(objects, min_size=1, max_size=max_size)) for _ in "XY")
    return distance, options, X, Y


@st.composite
def weighted_collections(
    draw: Any, max_size: int = 4
) -> tuple[str, list[Any], list[Any], list[Any], Array]:
    """A distance, collections X and Y, a finite Omega and its probabilities (some may be 0)."""
    distance = draw(st.sampled_from(DISTANCES))
    objects = objects_for(distance, draw(st.integers(1, 2)))
    X, Y, omegas = (draw(st.lists(objects, min_size=1, max_size=max_size)) for _ in range(3))
    return distance, X, Y, omegas, draw(strategies.weights(len(omegas), positive=False))


def agree(first: Any, second: Any, **tolerance: Any) -> Outcome:
    """Two results of the target are the same; NaN in the first one is its fault, not the check's.

    ``tolerance`` as in ``close_to``.
    """
    numbers = np.asarray(first)
    if numbers.dtype.kind not in "iuf" or np.isnan(numbers).any():
        return is_true(False, f"got={first!r}, should be real numbers")
    return close_to(numbers, second, **tolerance)


# A small example of each kind, tried before any drawn one.
STRINGS = ["", "a", "ba", "abb"]
SERIES = [np.array([[0.0], [3.0]]), np.array([[1.0]]), np.array([[2.0], [2.0], [-1.0]])]
PLANE_SETS = [
    np.array([[0.0, 0.0], [3.0, 4.0]]),
    np.array([[1.0, 1.0]]),
    np.array([[0.0, 0.0], [0.0, 0.0], [-2.0, 1.0]]),
]
EXAMPLES: dict[str, list[Any]] = {
    "levenshtein": STRINGS,
    "dtw": SERIES,
    "modified_hausdorff": PLANE_SETS,
}


# per cent of the residues in Swiss-Prot, rounded
RESIDUES = {
    "A": 8.2, "R": 5.5, "N": 4.1, "D": 5.5, "C": 1.4, "Q": 3.9, "E": 6.7, "G": 7.1, "H": 2.3,
    "I": 5.9, "L": 9.7, "K": 5.8, "M": 2.4, "F": 3.9, "P": 4.7, "S": 6.6, "T": 5.4, "W": 1.1,
    "Y": 2.9, "V": 6.9,
}  # fmt: skip


def protein(rng: np.random.Generator, length: int) -> str:
    """Letters as frequent as in proteins, independent of each other."""
    frequencies = np.array([*RESIDUES.values()])
    return "".join(rng.choice([*RESIDUES], length, p=frequencies / frequencies.sum()))
