"""Inputs shared by the checks of SFM, with their exact answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

import numpy as np
import scipy.sparse
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse.csgraph import shortest_path

from gramcheck.verify import strategies
from gramcheck.verify.compare import equal
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.suite.d2ke.problems import all_strings
from gramcheck.verify.types import Array, Integers

VARIANTS = ("cm", "paper", "released")
EXAMPLE = "ABABABBAB"  # the string of Figures 1 and 6

# The words of Algorithm 1 in which a wrong width or sign shows.
EXTREME_WORDS = (0, 1, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**63, 2**64 - 1)


@cache
def exact_trees(strings: tuple[str, ...], variant: str) -> tuple[Any, ...]:
    """The definition's tree of each string alone."""
    return tuple(definitions.esp_tree(s, variant) for s in strings)


@lru_cache(maxsize=32)  # slow, and asked again for every implementation; of 15 MB the largest
def exact_vectors(corpus: tuple[str, ...], variant: str) -> Array:
    """The definition's characteristic vectors, a row a string; not to be written to."""
    vectors = np.array(definitions.characteristic_matrix(corpus, variant)[0], dtype=np.float64)
    vectors.setflags(write=False)
    return vectors


@cache
def all_edit_distances(alphabet: str, longest: int) -> Integers:
    """EDM of all pairs of :func:`all_strings`: shortest paths over the definition's operations.

    No shortest way needs strings longer than its ends, as ``edit_distances_with_moves_from`` says.
    """
    strings = all_strings(alphabet, longest)
    place = {s: k for k, s in enumerate(strings)}
    links = scipy.sparse.lil_matrix((len(strings),) * 2, dtype=np.int8)
    for s in strings:
        for t in definitions.one_operation(s, set(alphabet)):
            if t in place and t != s:
                links[place[s], place[t]] = 1
    return shortest_path(links.tocsr(), unweighted=True).astype(np.int64)


def l1_matrix(V: Any) -> Array:
    """L1 distances of all pairs of rows."""
    rows = dense(V)
    return np.array([np.abs(rows - row).sum(axis=1) for row in rows])


def dense(V: Any) -> Array:
    """Whatever holds numbers, as a table of floats."""
    return np.asarray(V.toarray() if scipy.sparse.issparse(V) else V, dtype=np.float64)


@cache
def without_equal_neighbors(n_symbols: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Every sequence over 0 ... n_symbols - 1 in which neighbors differ."""
    if length == 0:
        return ((),)
    shorter = without_equal_neighbors(n_symbols, length - 1)
    return tuple((*s, c) for s in shorter for c in range(n_symbols) if not s or s[-1] != c)


def agrees_on(
    function: Any, cases: Sequence[Sequence[Any]], expected: Iterable[Any], read: Any = None
) -> Outcome:
    """Equality case by case, up to the first one that differs; ``read`` makes a result plain."""
    for arguments, want in zip(cases, expected, strict=True):
        got = function(*arguments)
        outcome = equal(want, got if read is None else read(got))
        if not outcome.passed:
            written = ", ".join(map(repr, arguments))
            call = f"{function!r}({written})"
            return replace(outcome, detail=f"{outcome.detail} for {written}", reproduce=call)
    return Outcome(0.0, 0.0, 0.0, f"got the right value in each of {len(cases)} cases")


@st.composite
def corpora(draw: Any) -> list[str]:
    """Alphabets on all sides of the numbers of label rounds, runs, long and empty strings."""
    letters = draw(st.sampled_from([1, 2, 3, 6, 7, 9, 17, 40]))
    rng = np.random.default_rng(draw(strategies.seeds()))
    corpus = []
    for _ in range(draw(st.integers(1, 4))):
        symbols = rng.integers(letters, size=rng.integers(0, draw(st.sampled_from([3, 12, 50]))))
        repeats = rng.choice([1, 1, 1, 2, 3, 6], size=len(symbols)) if draw(st.booleans()) else 1
        corpus.append("".join(chr(65 + c) for c in np.repeat(symbols, repeats).tolist()))
    return [*corpus, "A"]


def counted(tree: Any) -> tuple[int, int]:
    """How many nodes of a nested tree have two children, and how many three."""
    sizes = Counter(len(node) for node in definitions.nodes_of(tree) if isinstance(node, tuple))
    return sizes[2], sizes[3]


def nested(tree: Any) -> Any:
    """A target's tree as nested tuples; what has more than one root is no tree, and says so."""
    top = nested_levels(tree)[-1]
    return top[0] if len(top) == 1 else ("without a root", *top)


def nested_levels(tree: Any) -> list[list[Any]]:
    """Each level's nodes as nested tuples; in the variant "released" only binary ones.

    Read from ``string`` and ``starts``: of each level above the leaves, every node's first child.
    """
    levels: list[list[Any]] = [list(tree.string)]
    for starts in tree.starts:
        row = levels[-1]
        ends = [*starts[1:], len(row)]
        nodes: list[Any] = [tuple(row[i:j]) for i, j in zip(starts, ends, strict=True)]
        if tree.variant == "released":
            nodes = [(node[0], node[1:]) if len(node) == 3 else node for node in nodes]
        levels.append(nodes)
    return levels


def words(rng: np.random.Generator, size: int) -> NDArray[np.uint64]:
    """Random words of 64 bits, extreme ones often among them."""
    drawn = rng.integers(2**64, size=size, dtype=np.uint64)
    extreme = rng.choice(np.array(EXTREME_WORDS, dtype=np.uint64), size=size)
    return np.where(rng.random(size) < 0.2, extreme, drawn)


def cauchy_scale(values: Array, beta: float) -> Array:
    """What a relative error of the tangent's argument does to tan / beta, and its own roundings."""
    tangent = np.abs(values) * beta
    return (tangent + (1 + tangent**2) * np.pi / 2) / beta
