"""The Levenshtein recurrence for patterns of several words, all words in one operation.

The last row of a word hands two bits on to the word after it in the same column, so that the words
of a column come one after another. Here each word is one column behind the word before: what is
handed on is that of the step before, and a step is one column of every word. Patterns of fewer
words begin later, so that the last words of all patterns read the same column. The recurrence and
its letters are those of :mod:`.edit_distance`, M the complement of N.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines.parts import aligned
from gramcheck.reference.d2ke.engines.words import Block

_and, _or, _xor, _shift = np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.right_shift
_add = np.add
_TOP = np.array(63, np.uint64)  # shifting by an int takes a microsecond more
_LINE = 8  # words in a line of the cache: vectors that begin with one are a quarter faster
_WIDEST = 128  # strips; beyond it nothing is gained


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
    """Distances (texts, patterns) of texts, longest first, whose letters follow one another.

    Arrays are (texts, rows, width), a row being a word of a strip of patterns. What a row gives
    stands where the next one takes it, one row further in the same memory. The first row of a strip
    takes zeros, as ~HP shifted brings in a zero at row 0, and not what the strip before has left.
    """
    rows, letters_in_use, width = patterns.equal.shape
    table, lag = patterns.equal.reshape(-1, width), patterns.lag
    offsets = np.tile(letters_in_use * np.arange(rows), len(lengths))
    words = int(lag[-1]) + 1
    firsts = np.flatnonzero(np.append(True, lag[:-1] == words - 1))
    steps = int(lengths[0]) + words - 1
    # 0 beyond the ends of a text; a row reads the letter of step less its lag
    letters = np.zeros((len(lengths), steps + words - 1), np.intp)
    letters[:, words - 1 :][np.arange(steps) < lengths[:, None]] = patterns.row[points]
    # texts that the last words have not read to the end, before each step
    reading = np.searchsorted(-lengths, words - 1 - np.arange(steps + 2), "right")
    column = words - 2 - lag  # that a row reads

    lanes = len(lengths) * rows * width
    state = aligned(4, lanes, np.uint64)[:, :lanes]
    handed = aligned(3, lanes + width, np.uint64)[:, : lanes + width]
    handed[:] = 0
    as_rows = handed.view(f"V{8 * width}")  # assigned to in a third of the time
    starts = np.add.outer(rows * np.arange(len(lengths)), firsts).ravel()
    nothing = np.zeros(1, as_rows.dtype)[0]
    D = np.empty((len(lengths), len(firsts), width), np.int64)
    n = 0
    for step in range(steps + 1):
        if n != reading[step]:  # flat, as calls with one axis take half the time
            n = int(reading[step])
            P, M, A, E = state[:, : n * rows * width]
            taken, given = handed[:, : len(P)], handed[:, width : width + len(P)]
            P_rows, M_rows, E_rows = (v.reshape(n, rows, width) for v in (P, M, E))
            offset, start = offsets[: n * rows], starts[: n * len(firsts)]
            read = np.empty((n, rows), np.intp)
            read_flat = read.reshape(-1)
        u, h, free = step % 3, (step + 1) % 3, (step + 2) % 3  # in turn
        if step > 0:
            column += 1
            letters[:n].take(column, 1, read, "clip")
            _add(read_flat, offset, read_flat)
            table.take(read, 0, E_rows, "clip")
            _and(E, P, A)
            _add(A, taken[h], A)  # H is the carry of the addition, too
            _add(A, P, A)
            _xor(A, P, A)
            _or(A, E, A)  # D0 but for N
            _and(A, M, A)
            _and(A, P, E)  # HN, where E was
            _xor(M, A, M)  # ~D0
            _or(P, A, P)  # ~HP
            _shift(E, _TOP, given[free])
            as_rows[free][start] = nothing
            _add(E, E, E)
            _or(E, taken[h], E)
            _shift(P, _TOP, given[h])
            as_rows[h][start] = nothing
            _add(P, P, P)
            _or(P, taken[u], P)
            _and(M, P, A)
            _or(M, P, M)
            _or(A, E, P)
        if step < words:  # what these rows did before does not count
            P_rows[:, lag == step] = patterns.start[lag == step]
            M_rows[:, lag == step] = np.iinfo(np.uint64).max
        left = int(reading[step + 1])
        if left < n:
            # from D[0, j] for the first row, down the words and, where one passes into the next,
            # back by a column: 1 - U - H; what is counted for a row fits into 8 bits
            ended = slice(left, n)
            bits = sum(
                np.bitwise_count(v.reshape(n, rows, width)[ended])
                for v in (P, M, taken[h], taken[free])
            )
            D[ended] = np.add.reduceat(bits, firsts, axis=1, dtype=np.int64)
    D += lengths[:, None, None] - 64 * np.diff(firsts, append=rows)[:, None]
    return D.reshape(len(lengths), -1)[:, : len(patterns.lengths)]
