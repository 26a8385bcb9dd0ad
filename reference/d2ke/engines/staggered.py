"""The Levenshtein recurrence for patterns of several words, all words in one operation.

The last row of a word hands two bits on to the word after it in the same column, so that the words
of a column come one after another. Here each word is one column behind the word before: what is
handed on is that of the step before, and a step is one column of every word. The recurrence and its
letters are those of :mod:`.edit_distance`, M the complement of N.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.d2ke.engines.bit_parallel import Block

_and, _or, _xor, _shift = np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.right_shift
_add, _subtract = np.add, np.subtract
_TOP = np.array(63, np.uint64)  # shifting by an int takes a microsecond more


def distances(
    patterns: Block, points: NDArray[np.int32], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """Distances (texts, patterns) of texts, longest first, whose letters follow one another.

    Arrays are (texts, words, patterns). What a word gives stands where the next one takes it, one
    word further in the same memory. The first takes zeros, as ~HP shifted brings in a zero at row
    0, and what the last gives tells by how much D changes in the last row, 1 - U - H.
    """
    words, rows, width = patterns.equal.shape
    table, offsets = patterns.equal.reshape(-1, width), rows * np.arange(words)
    steps = int(lengths[0]) + words - 1
    # backwards, so that the words read from left to right; 0 beyond the ends of a text
    letters = np.zeros((len(lengths), steps + words - 1), np.intp)
    forwards = letters[:, steps - 1 :: -1]
    forwards[np.arange(steps) < lengths[:, None]] = patterns.row[points]
    # texts that the last word has not read to the end
    reading = np.searchsorted(-lengths, words - 1 - np.arange(steps + 1), "right")

    lanes = len(lengths) * words * width
    state = np.empty((4, lanes), np.uint64)
    handed = np.zeros((3, lanes + width), np.uint64)
    given, taken = handed[:, width:], handed[:, :-width]
    given_last = given.reshape(3, len(lengths), words, width)[:, :, -1]
    D = np.add.outer(lengths, patterns.lengths).astype(np.uint64)
    n = 0
    for step in range(1, steps + 1):
        if n != reading[step]:  # flat, as calls with one axis take half the time
            n = reading[step]
            P, M, A, E = state[:, : n * words * width]
            taking, giving = taken[:, : len(P)], given[:, : len(P)]
            P_words, M_words, E_words = (v.reshape(n, words, width) for v in (P, M, E))
            change, change_by = D[:n], given_last[:, :n]
        if step <= words:  # what this word did before does not count
            P_words[:, step - 1] = patterns.start[step - 1]
            M_words[:, step - 1] = np.iinfo(np.uint64).max
        u, h, free = step % 3, (step + 1) % 3, (step + 2) % 3  # in turn
        read = letters[:n, steps - step :][:, :words]
        table.take(read + offsets, 0, E_words, "clip")
        _and(E, P, A)
        _add(A, taking[h], A)  # H is the carry of the addition, too
        _add(A, P, A)
        _xor(A, P, A)
        _or(A, E, A)  # D0 but for N
        _and(A, M, A)
        _and(A, P, E)  # HN, where E was
        _xor(M, A, M)  # ~D0
        _or(P, A, P)  # ~HP
        _shift(E, _TOP, giving[free])
        _add(E, E, E)
        _or(E, taking[h], E)
        _shift(P, _TOP, giving[h])
        _add(P, P, P)
        _or(P, taking[u], P)
        _and(M, P, A)
        _or(M, P, M)
        _or(A, E, P)
        for rest in (change_by[h], change_by[free]):
            if step >= words:
                _subtract(change, rest, change)
            rest.fill(0)  # where the next text takes its zeros
    return D
