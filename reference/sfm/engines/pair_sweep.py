"""Dynamic programs over two sequences for many pairs at once, shared by GAK and LAK.

Tables are swept along anti-diagonals, on which the cells are independent of each other. An array
has one row for each i of a diagonal and one column, a lane, for each pair of GAK, or for several of
LAK with the same y. Pairs of similar lengths go together, padded to the longest; the cells of a
pair do not depend on its padding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference import check
from gramcheck.reference.sfm.engines.corpus import Places
from gramcheck.reference.types import AnyArray, Array, Booleans

LOG_ZERO = -1e300  # stands for log 0; sums of it stay finite, and its exponential is 0

_CELLS = 3 * 2**14  # entries of one diagonal, 384 KB
_CALLS = 2000  # cells that take as long as the calls for one diagonal
_HEIGHTS = 1, 1.5, 2  # of stacks that are tried, times the longest n
_SHORT = 64  # lengths m for which fewer entries take less time
_PAIRS = 2**16  # from which on they are halved in any case, which bounds the memory for that
_LETTERS = 2**22  # of the longer sequences of a batch
_OF_A_PAIR = 76  # bytes: its value, places, lengths, rank, and the entries of the result


class Lanes(NamedTuple):
    """Some pairs: places of their two sequences among all rows, and their lengths.

    A pair has a lane of its own, or the rows of its table follow those ``above`` it in one lane.
    """

    x: Places
    y: Places
    n: Places
    m: Places
    lane: Places
    above: Places

    def only(self, some: Places) -> Lanes:
        """Some of the pairs."""
        return Lanes(*(field[some] for field in self))


# Logarithms of the kernel for some lanes of padded sequences; the fast form also says where it
# cannot vouch for them.
LogValues = Callable[[AnyArray, Lanes], Array]
FastValues = Callable[[AnyArray, Lanes], tuple[Array, Booleans]]
# Of y, n, m of all pairs: places of those of a batch, their lanes and the rows above them.
Batches = Callable[[Places, Places, Places], Iterator[tuple[Places, Places, Places]]]


def kernel_matrix(
    X: Sequence[AnyArray],
    Y: Sequence[AnyArray],
    same: bool,
    fast: FastValues,
    plain: LogValues,
    form: str,
    batches: Batches,
) -> Array:
    """The kernel of all pairs, "normalized", its "log", or "raw"; ``same`` where Y is X.

    Lanes that leave the range of the ``fast`` form are computed again by the ``plain`` one.
    """
    check.memory_for(_OF_A_PAIR, X=len(X), Y=len(Y))
    sequences = X if same else [*X, *Y]
    rows, lengths = _padded(sequences), np.array([len(x) for x in sequences])
    x, y = np.indices((len(X), len(Y))).reshape(2, -1)
    if same:
        x, y = x[x <= y], y[x <= y]
    else:
        y = y + len(X)
        if form == "normalized":  # each with itself, in the same sweep
            every = np.arange(len(rows))
            x, y = np.append(x, every), np.append(y, every)
    # Both kernels are symmetric, and the tables hold every i: that of the shorter sequence.
    x, y = np.where(lengths[x] <= lengths[y], (x, y), (y, x))
    log_K = np.empty(len(x))
    for some, lane, above in batches(y, lengths[x], lengths[y]):
        lanes = Lanes(x[some], y[some], lengths[x[some]], lengths[y[some]], lane, above)
        values, lost = fast(rows, lanes)
        again = np.flatnonzero(lost)
        for part in _batches(lanes.n[again], lanes.m[again]) if len(again) else ():
            values[again[part]] = plain(rows, lanes.only(again[part]))
        log_K[some] = values
    return _finished(log_K, len(X), len(Y), same, form)


def _finished(log_K: Array, n: int, m: int, same: bool, form: str) -> Array:
    """The matrix in the wanted form, from the pairs in the order of :func:`kernel_matrix`."""
    if same:
        pairs = np.empty((n, n))
        pairs[np.triu_indices(n)] = log_K
        pairs.T[np.triu_indices(n)] = log_K
    else:
        pairs, own = log_K[: n * m].reshape(n, m), log_K[n * m :]
    if form == "log":
        return np.where(pairs < LOG_ZERO / 10, -np.inf, pairs)
    if form == "normalized":
        xx, yy = (np.diag(pairs),) * 2 if same else (own[:n], own[n:])
        return np.exp(pairs - (xx[:, None] + yy) / 2)
    if pairs.max() > np.log(np.finfo(float).max):
        raise ValueError(
            f'form must be "log" or "normalized" here: K is up to exp({pairs.max():.6g}), beyond '
            "float64"
        )
    return np.exp(pairs)


def log_sum(*terms: Array) -> Array:
    """log(e^a + e^b + ...), relative to the largest."""
    largest = terms[0]
    for term in terms[1:]:
        largest = np.maximum(largest, term)
    total = np.exp(terms[0] - largest)
    for term in terms[1:]:
        total += np.exp(term - largest)
    np.log(total, out=total)
    total += largest
    return total


def exponents_of(numbers: Array) -> NDArray[np.int64]:
    """Of normal numbers, as frexp, which takes ten times as long; -1022 for 0, less for -1."""
    return np.asarray((numbers.view(np.int64) >> 52) - 1022)


def power_of_two(exponents: NDArray[np.int64]) -> Array:
    """2^exponents, of 1023 at most; 0 for those below -1022."""
    return (np.maximum(exponents + 1023, 0) << 52).view(np.float64)


def _padded(sequences: Sequence[AnyArray]) -> AnyArray:
    """Sequences as rows of one array, zeros after their ends."""
    longest = max(map(len, sequences))
    result = np.zeros((len(sequences), longest, *sequences[0].shape[1:]), sequences[0].dtype)
    for row, sequence in zip(result, sequences, strict=True):
        row[: len(sequence)] = sequence
    return result


def encode(X: Sequence[str], Y: Sequence[str]) -> tuple[list[AnyArray], list[AnyArray]]:
    """Code points of the strings of both collections."""

    def codes(s: str) -> AnyArray:
        return np.frombuffer(s.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)

    return [codes(s) for s in X], [codes(s) for s in Y]


def apart(_: Places, n: Places, m: Places) -> Iterator[tuple[Places, Places, Places]]:
    """Batches where each pair has a lane of its own."""
    for some in _batches(n, m):
        yield some, np.arange(len(some)), np.zeros_like(some)


def stacked(y: Places, n: Places, m: Places) -> Iterator[tuple[Places, Places, Places]]:
    """Batches where pairs of the same y stand on each other in lanes of about equal heights.

    So the lengths n take almost no padding, and only those m of a batch have to be similar: pairs,
    in the order of m, are halved for as long as that saves time. Above each pair is a border row.
    """

    def planned(some: Places) -> tuple[Places, float, Places]:
        layout = (np.inf, some) if len(some) > _PAIRS else _stacks(y[some], n[some], m[some])
        return some, *layout

    waiting = [planned(np.lexsort((-n, y, m)))] if len(y) else []
    while waiting:
        some, cost, lane = waiting.pop()
        begins = np.flatnonzero(np.diff(y[some], prepend=-1))  # of each y
        cut = begins[np.searchsorted(begins[:-1], len(some) / 2)]
        if len(some) > _PAIRS:
            cut = cut or len(some) // 2
        if cut:
            halves = planned(some[:cut]), planned(some[cut:])
            if len(some) > _PAIRS or halves[0][1] + halves[1][1] < cost:
                waiting.extend(halves)
                continue
        order = np.argsort(lane, kind="stable")
        some, lane = some[order], lane[order]
        first = np.searchsorted(lane, lane)  # of the pairs of the same lane
        below = np.cumsum(n[some] + 1)
        above = below - n[some] - 1
        above -= above[first]
        height, longest = int((above + n[some]).max()) + 1, int(m[some].max()) + 1
        most = max(1, min(_entries(longest) // height, _LETTERS // longest))
        count = int(lane[-1]) + 1
        for lanes in np.array_split(np.arange(count), -(-count // most)):
            part = slice(*np.searchsorted(lane, (lanes[0], lanes[-1] + 1)))
            yield some[part], lane[part] - lanes[0], above[part]


def _entries(longest: int) -> int:
    """Of a table of stacks, at most.

    The system's new memory, of which large tables are made, takes longer than the cells of short y.
    """
    return _CELLS if longest > _SHORT else _CELLS // 4


def _stacks(y: Places, n: Places, m: Places) -> tuple[float, Places]:
    """Time for a batch in cells, and lanes of its pairs, at the best of some heights.

    The pairs of a y come from the longest n to the shortest, and are dealt to its lanes to and fro.
    """
    begins = np.flatnonzero(np.diff(y, prepend=-1))
    counts = np.diff(begins, append=len(y))
    totals = np.add.reduceat(n + 1, begins)
    rank = np.arange(len(y)) - np.repeat(begins, counts)
    longest, best = int(m.max()), (np.inf, rank)
    for times in _HEIGHTS:
        shares = np.clip(-(-totals // int(times * (n.max() + 1))), 1, counts)  # lanes of each y
        share = np.repeat(shares, counts)
        turn, lane = np.divmod(rank, share)
        lane = np.where(turn % 2, share - 1 - lane, lane)
        lane += np.repeat(np.cumsum(shares) - shares, counts)
        heights = np.bincount(lane, n + 1)
        height = int(heights.max())
        calls = _CALLS * (height + longest) * -(-len(heights) * height // _entries(longest))
        cost = float(len(heights) * height * longest + calls)
        if cost < best[0]:
            best = cost, lane
    return best


def _batches(n: Places, m: Places) -> Iterator[Places]:
    """Places of pairs of lengths n <= m, at most ``_CELLS`` entries on a diagonal.

    All are halved at a median, of either length, for as long as that saves more padding than the
    calls for the diagonals of one more batch cost.
    """
    waiting = [np.arange(len(n))]
    while waiting:
        some = waiting.pop()
        longest = max(int(n[some].max()), 1), max(int(m[some].max()), 1)
        most = max(1, min(_CELLS // (longest[0] + 1), _LETTERS // (longest[1] + 1)))
        halves = [(some[below], some[~below]) for below in map(_below_median, (n[some], m[some]))]
        halves = [pair for pair in halves if min(map(len, pair))]
        costs = [sum(_cost(n[half], m[half]) for half in pair) for pair in halves]
        if halves and (len(some) > most or min(costs) < _cost(n[some], m[some])):
            waiting.extend(halves[int(np.argmin(costs))])
        else:
            yield from np.array_split(some, -(-len(some) // most))


def _below_median(lengths: Places) -> Booleans:
    """The shorter half, without those that are as long as the median if there are others."""
    median = np.partition(lengths, len(lengths) // 2)[len(lengths) // 2]
    below = lengths < median
    return below if below.any() else lengths == median


def _cost(n: Places, m: Places) -> int:
    """Time for one batch, in cells."""
    longest = int(n.max()), int(m.max())
    return len(n) * longest[0] * longest[1] + _CALLS * sum(longest)
