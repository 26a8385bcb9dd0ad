"""The Levenshtein recurrence for patterns of several words, all words in one operation.

The last row of a word hands two bits on to the word after it in the same column, so that the words
of a column come one after another. Here each word is one column behind the word before: what is
handed on is that of the step before, and a step is one column of every word. Patterns of fewer
words begin later, so that the last words of all patterns read the same column. The recurrence and
its letters are those of :mod:`.edit_distance`, M the complement of N.

Bit 0 of a word is the row before it. There E is always 1, and so is D0; P is the HN handed on, and
M the ~HP. So HN carries into row 1 as a zero diagonal difference does, and HN and ~HP at bit 0 are
what was handed on: doubling HN and ~HP shifts it into row 1 with the others. After that bit 0 of
both is 0, and so it is in P and M, into which the next is entered.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines.parts import aligned
from gramcheck.reference.d2ke.engines.words import ROWS, Block, Words

_and, _or, _xor, _shift = np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.right_shift
_add = np.add
_TOP = np.array(63, np.uint64)  # shifting by an int takes a microsecond more
_LINE = 8  # words in a line of the cache: vectors that begin with one are a quarter faster
_WIDEST = 128  # strips; beyond it nothing is gained
_PLACES = 2**14  # of the table, looked up together


def strip_width(words: NDArray[np.int64], most: int) -> int:
    """How many patterns a strip best has, given how many words each needs, longest first.

    All patterns of a strip have the words of its longest, so that narrow strips waste less; but
    each word of a strip is one more row to be looked up, in the time of a column of one lane.
    """

    def cost(width: int) -> float:
        return int(words[::width].sum()) * (width * (1.25 if width % _LINE else 1) + 1)

    most = max(min(most, _WIDEST), 1)
    lines = range(_LINE, min(len(words) + _LINE - 1, most) + 1, _LINE)
    return min([*lines, min(len(words), most)], key=cost)


def distances(
    patterns: Block, points: NDArray[np.int32], lengths: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Distances (patterns, texts) of texts, longest first, whose letters follow one another.

    Vectors are (rows, texts, width), a row being a word of a strip of patterns. What a row gives
    stands where the next one takes it, one row further in the same memory, HN of all rows and ~HP
    after it. The first row of a strip takes zeros, as its HN is 0 and its HP 1, and not what the
    strip before has left.
    """
    rows, _, width = patterns.equal.shape
    table, lag = patterns.equal.reshape(-1, width), patterns.lag
    words = int(lag[-1]) + 1
    firsts = np.flatnonzero(np.append(True, lag[:-1] == words - 1))
    starts = np.append(firsts, rows + firsts)
    steps = int(lengths[0]) + words
    # how many texts the last words have not read to the end, before each step
    reading = np.searchsorted(-lengths, words - 1 - np.arange(steps + 1), "right").tolist()
    looked_up = _looked_up(patterns, points, lengths, reading)

    size = rows * len(lengths) * width
    state = aligned(1, 4 * size, np.uint64)[0]
    handed = aligned(1, 2 * size + len(lengths) * width, np.uint64)[0]
    D = np.empty((len(firsts), len(lengths), width), np.int64)
    n, PM = 0, state[:0]
    for step in range(steps):
        if n != reading[step]:  # flat, as calls with one axis take half the time
            n, lanes, size = reading[step], reading[step] * width, rows * reading[step] * width
            kept = PM.reshape(2, rows, -1, width)[:, :, :n].flatten()
            E, P, M, A = state[: 4 * size].reshape(4, -1)
            EP, PM = state[: 2 * size], state[size : 3 * size]
            PM[: kept.size] = kept
            P_rows, M_rows, E_rows = (v.reshape(rows, n, width) for v in (P, M, E))
            taken, given = handed[: 2 * size], handed[lanes:][: 2 * size]
            taken_rows = taken.view(f"V{8 * lanes}")  # assigned to in a third of the time
            nothing = np.zeros(1, taken_rows.dtype)[0]
        if step > 0:
            table.take(next(looked_up)[:, :n], 0, E_rows, "clip")
            _column(E, P, M, A, EP, given)
        taken_rows[starts] = nothing
        if step < words:  # what these rows did before does not count
            P_rows[lag == step] = patterns.start[lag == step][:, None]
            M_rows[lag == step] = np.iinfo(np.uint64).max - 1
        _or(PM, taken, PM)
        still = reading[step + 1]
        if still < n:
            # From D[0, j] for the first row, down each word by its P - N; from one into the next
            # back by a column, by HN - HP, which are P and 1 - M at bit 0. The first row has read
            # as many columns more as there are such steps. What is counted fits into 8 bits.
            bits = np.bitwise_count(P_rows[:, still:]) + np.bitwise_count(M_rows[:, still:])
            D[:, still:n] = np.add.reduceat(bits, firsts, axis=0, dtype=np.int64)
    D += lengths[:, None] - ROWS * np.diff(firsts, append=rows)[:, None, None]
    return D.swapaxes(1, 2).reshape(-1, len(lengths))[: len(patterns.lengths)]


def _column(E: Words, P: Words, M: Words, A: Words, EP: Words, given: Words) -> None:
    """One column of every word; ``EP`` is E and P, side by side, A room for what lies between."""
    _and(E, P, A)
    _add(A, P, A)
    _xor(A, P, A)
    _or(A, E, A)  # D0 but for N
    _and(A, M, A)
    _and(A, P, E)  # HN, where E was
    _xor(M, A, M)  # ~D0
    _or(P, A, P)  # ~HP
    _shift(EP, _TOP, given)
    _add(EP, EP, EP)
    _and(M, P, A)
    _or(M, P, M)
    _or(A, E, P)


def _looked_up(
    patterns: Block,
    points: NDArray[np.int32],
    lengths: NDArray[np.int64],
    reading: list[int],
) -> Iterator[NDArray[np.intp]]:
    """For each step but the first, where in the table its rows are, (rows, texts).

    A row reads the letter of the step less its lag, or letter 0 beyond the ends of a text. In the
    first step nothing is read, so that step s is here s - 1.
    """
    rows, letters_in_use, _ = patterns.equal.shape
    last, steps = int(patterns.lag[-1]), len(reading) - 2
    letters = np.zeros((steps + last, len(lengths)), np.intp)
    letters.T[:, last:][np.arange(steps) < lengths[:, None]] = patterns.row[points]
    offsets = letters_in_use * np.arange(rows)[:, None]
    together = max(_PLACES // (rows * len(lengths)), 1)
    columns = np.add.outer(np.arange(together), last - patterns.lag)
    for first in range(0, steps, together):
        count = min(together, steps - first)
        # only what is read, as columns of fewer texts are copied before they are taken
        some = letters[first : first + count + last, : reading[first + 1]]
        places = some.take(columns[:count], 0)
        places += offsets
        yield from places
