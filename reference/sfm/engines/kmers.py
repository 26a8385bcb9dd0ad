"""The k-mers of many strings, and four ways to the mismatch kernel of all pairs of strings.

With :math:`C` the counts of the k-mers that occur, strings as rows, and :math:`B` the intersections
of the balls around them, the kernel is :math:`C_X B C_Y'`. Either B is computed entry by entry
(:meth:`KMers.by_comparison`), or as :math:`N N'` from the words N around each k-mer
(:meth:`KMers.by_neighborhoods`), or :math:`C N` from a table of the counts of all words
(:meth:`KMers.by_table`), or, as the paper's source has it, from the pairs that agree at some
positions (:meth:`KMers.agreeing`). All are sums of products of integers, exact below 2^53.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import scipy as sp

from gramcheck.reference import check
from gramcheck.reference.sfm.engines.corpus import Places, count, starts_of
from gramcheck.reference.types import AnyArray, Array, Integers

_MOST_COLUMNS = 2**22  # words are renumbered beyond
_MOST_NEIGHBORS = 2**26  # some 2 GiB: an index, its rank, its order and a count for each
_DENSE = 0.1  # share of nonzeros from which a dense product is faster
_CELLS = 2**18  # of a block of distances: 2 MiB
# Cells of a table of all words of each string that take as long as a k-mer in the other forms, and,
# for each of m k sweeps, as the calls that make these.
_A_MER, _CALLS = 16, 2**18


class Named(NamedTuple):
    """A number below ``distinct`` for each k-mer, the same for equal ones."""

    names: Integers
    distinct: int


class KMers:
    """All k-mers of strings, of which the first ``n_x`` are X and the rest, or the same, are Y.

    ``names`` are the letters of one string after the other, counted from 0.
    """

    def __init__(self, names: AnyArray, lengths: Places, k: int, n_x: int) -> None:
        starts = starts_of(lengths)
        inside = np.ones(len(names) - k + 1, dtype=bool)
        for i in range(1, k):  # a window that begins here runs over the end of a string
            ends = starts[1:] - i
            inside[ends[ends < len(inside)]] = False
        self._all_letters, self._k, self._inside = names, k, inside
        self._owner = np.repeat(np.arange(len(lengths)), lengths - k + 1)
        self._n, self._n_x = len(lengths), n_x
        self._size = int(names.max()) + 1
        self.shape = n_x, self._n - n_x or n_x

    def __len__(self) -> int:
        """How many there are, equal ones included."""
        return len(self._owner)

    @cached_property
    def letters(self) -> AnyArray:
        """(k, N) the k-mers as columns, string after string."""
        return np.stack([self._at(p)[self._inside] for p in range(self._k)])

    def _at(self, position: int) -> AnyArray:
        """Letters at a position of all windows, of those that run over the end of a string, too."""
        return self._all_letters[position : position + len(self._inside)]

    @cached_property
    def counts(self) -> sp.sparse.csr_array:
        """How often each of the k-mers named by :meth:`_all` occurs in each string."""
        return self._counted(self._all)

    @cached_property
    def _all(self) -> Named:
        """Names of whole k-mers, no more than there are k-mers."""
        names, distinct = self._named(range(self._k))
        return _renumbered(names) if distinct > len(names) else Named(names, distinct)

    def agreeing(self, positions: Iterable[int]) -> Array:
        """(n, m) pairs of k-mers, one of X and one of Y, that agree on the positions."""
        return self._inner(self._counted(self._named(positions)))

    def by_comparison(self, balls: Sequence[int]) -> Array:
        """The kernel from the distances of all k-mers of X and Y; ``balls[d]`` at distance d."""
        words, (of_x, of_y) = self._words(), self._sides(self.counts)
        in_x, in_y = (np.flatnonzero(side.sum(axis=0)) for side in (of_x, of_y))
        of_x, of_y = of_x[:, in_x].tocsc(), of_y[:, in_y]
        B = np.zeros(len(words) + 1)
        B[: len(balls)] = balls
        kernel = np.zeros(self.shape)
        rows = max(1, _CELLS // len(in_y))
        for begin in range(0, len(in_x), rows):
            block = slice(begin, begin + rows)
            distances = np.zeros((len(in_x[block]), len(in_y)), dtype=np.intp)
            for letters in words:
                distances += letters[in_x[block], None] != letters[in_y]
            kernel += of_x[:, block] @ (of_y @ B[distances].T).T
        return kernel

    def by_neighborhoods(self, m: int, size: int) -> Array:
        """The kernel as inner products of features, the words over ``size`` letters within m."""
        words, counts = self._words(), self.counts
        around = _neighborhoods(words, m, size)
        columns = size ** len(words)
        if columns > _MOST_COLUMNS:
            around, columns = _renumbered(around)
        ends = np.arange(words.shape[1] + 1) * len(around)
        near = sp.sparse.csr_array(
            (np.ones(around.size), around.T.ravel(), ends), shape=(words.shape[1], columns)
        )
        if counts.nnz > _DENSE * np.prod(counts.shape):
            return self._inner((near.T @ counts.toarray().T).T)
        return self._inner(counts @ near)

    def table_is_cheaper(self, m: int, size: int) -> bool:
        """Whether a table of all words of each string takes less time than other forms.

        And is as exact: its sums are at most 3^k times the number of k-mers.
        """
        cells = size**self._k * self._n
        return (
            cells <= _A_MER * len(self) + _CALLS // max(1, m * self._k)
            and (m + 2) * cells <= _MOST_NEIGHBORS
            and 3**self._k * len(self) <= 2**53
        )

    def by_table(self, m: int, size: int) -> Array:
        r"""The kernel as inner products of features, from the counts of all words over ``size``.

        With :math:`E_e` the counts summed over all letters at e of the k positions, for all sets of
        these, the words of a string within m substitutions of each word are

        .. math:: \sum_{e \le m} c_e E_e, \qquad
            c_e = \sum_{j \le m - e} (-1)^j \binom{k - e}{j} ,

        as the letters other than one are all letters without it.
        """
        k, cells = self._k, size**self._k * self._n
        # integers beside the real numbers of their counts, or sums beside a marginal or the result
        beside = max(math.prod(self.shape), cells // size)
        table = max(cells + len(self), 2 * cells, (m + 1) * cells + beside)
        check.memory(8 * table + 15 * len(self), k=k, m=m)
        numbers = self._at(0).astype(np.int32)  # below 2^26
        for position in range(1, k):
            numbers *= size
            numbers += self._at(position)
        numbers = numbers[self._inside]
        numbers *= self._n
        numbers += self._owner
        counts = np.bincount(numbers, minlength=cells).astype(np.float64)
        sums = [counts, *np.zeros((m, cells))]  # E_0, E_1, ...
        for position in range(k):
            at = -1, size, size ** (k - 1 - position) * self._n
            for e in range(m, 0, -1):
                sums[e].reshape(at)[:] += sums[e - 1].reshape(at).sum(axis=1, keepdims=True)
        features = sums[m]  # c_m = 1
        for e in range(m):
            sums[e] *= sum((-1) ** j * math.comb(k - e, j) for j in range(m - e + 1))
            features += sums[e]
        of_x, of_y = self._sides(features.reshape(-1, self._n).T)
        return np.asarray(of_x @ of_y.T)

    def _named(self, positions: Iterable[int]) -> Named:
        """Names for the letters at some positions."""
        names = np.zeros(self.letters.shape[1], dtype=np.int64)
        distinct = 1
        for position in positions:
            names *= self._size
            names += self.letters[position]
            distinct *= self._size
            if distinct > _MOST_COLUMNS:
                names, distinct = _renumbered(names)
        return Named(names, distinct)

    def _words(self) -> AnyArray:
        """The letters of each name, as columns; of a name that does not occur, those of another."""
        names, distinct = self._all
        example = np.zeros(distinct, dtype=np.intp)
        example[names] = np.arange(len(names))
        return self.letters[:, example]

    def _counted(self, named: Named) -> sp.sparse.csr_array:
        data, indices, ends = count(named.names, self._owner, self._n, named.distinct)
        return sp.sparse.csr_array(
            (data.astype(np.float64), indices, ends), shape=(self._n, named.distinct)
        )

    def _sides(self, rows: Any) -> tuple[Any, Any]:
        """What belongs to X and what belongs to Y."""
        return rows[: self._n_x], rows[self._n_x :] if self._n > self._n_x else rows

    def _inner(self, features: Any) -> Array:
        """Inner products of the features of X and Y."""
        if sp.sparse.issparse(features) and features.nnz > _DENSE * np.prod(features.shape):
            features = features.toarray()
        of_x, of_y = self._sides(features)
        products = of_x @ of_y.T
        return products.toarray() if sp.sparse.issparse(products) else products


def _renumbered(names: Integers) -> Named:
    """The names by their ranks."""
    found, ranks = np.unique(names, return_inverse=True)
    return Named(ranks.reshape(names.shape), len(found))


def _neighborhoods(words: AnyArray, m: int, size: int) -> Integers:
    """(neighbors, words) all words within m substitutions of each column, as numbers base size."""
    k = len(words)
    place = size ** np.arange(k, dtype=np.int64)
    around = [(place @ words.astype(np.int64))[None]]  # by the number of letters changed so far
    for letters, unit in zip(words.astype(np.int64), place, strict=True):
        others = (letters + np.arange(1, size)[:, None]) % size
        changes = (others - letters) * unit
        changed = [(some[:, None] + changes).reshape(-1, len(letters)) for some in around]
        kept = [*around, np.empty((0, len(letters)), dtype=np.int64)]
        around = [around[0], *map(np.concatenate, zip(kept[1:], changed, strict=True))][: m + 1]
    return np.concatenate(around)


def can_enumerate(k: int, size: int, neighbors: int, distinct: int) -> bool:
    """Whether all words have numbers of 64 bits, and those around the k-mers can be held."""
    return size**k < 2**63 and neighbors * distinct <= _MOST_NEIGHBORS
