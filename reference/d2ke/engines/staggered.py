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


def distances(
    patterns: Block, points: NDArray[np.int32], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """Distances (texts, patterns) of texts, longest first, whose letters follow one another.

    Arrays are (texts, words, patterns). What a word gives stands where the next one takes it, one
    word further in the same memory. The first takes zeros, as ~HP shifted brings in a zero at row
    0, and what the last gives tells by how much D changes in the last row, 1 - U - H.
    """
    words, rows, width = patterns.equal.shape
    table = patterns.equal.reshape(-1, width)
    steps = int(lengths[0]) + words - 1
    letters = np.zeros((len(lengths), steps), np.intp)  # 0 beyond the end of a text
    letters[np.arange(steps) < lengths[:, None]] = patterns.row[points]
    offsets = rows * np.arange(words)
    # texts that the last word has not read to the end
    reading = np.searchsorted(-lengths, words - 1 - np.arange(steps + 1), "right")

    state = P, M, _, _ = np.empty((4, len(lengths), words, width), np.uint64)
    P[:] = patterns.start
    M[:] = np.iinfo(np.uint64).max
    handed = np.zeros((3, (len(lengths) * words + 1) * width), np.uint64)
    given, taken = (h.reshape(3, *P.shape) for h in (handed[:, width:], handed[:, :-width]))
    D = np.add.outer(lengths, patterns.lengths).astype(np.uint64)
    shape = 0, 0
    for step in range(1, steps + 1):
        if shape != (shape := (reading[step], min(step, words))):
            n, begun = shape
            P, M, A, E = state[:, :n, :begun]
            taking, giving = taken[:, :n, :begun], given[:, :n, :begun]
            change, change_by = D[:n], given[:, :n, -1]
        u, h, free = step % 3, (step + 1) % 3, (step + 2) % 3  # in turn
        table.take(letters[:n, step - 1 :: -1][:, :begun] + offsets[:begun], 0, E, "clip")
        _and(E, P, A)
        _add(A, taking[h], A)  # H is the carry of the addition, too
        _add(A, P, A)
        _xor(A, P, A)
        _or(A, E, A)  # D0 but for N
        _and(A, M, A)
        _and(A, P, E)  # HN, where E was
        _xor(M, A, M)  # ~D0
        _or(P, A, P)  # ~HP
        _shift(E, 63, giving[free])
        _add(E, E, E)
        _or(E, taking[h], E)
        _shift(P, 63, giving[h])
        _add(P, P, P)
        _or(P, taking[u], P)
        _and(M, P, A)
        _or(M, P, M)
        _or(A, E, P)
        for rest in (change_by[h], change_by[free]):  # where the next text takes its zeros
            _subtract(change, rest, change)
            rest[:] = 0
    return D
