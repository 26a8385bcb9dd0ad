"""The random walk of CGK through many strings at once, and Hamming distances of what it writes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.sfm.engines.corpus import Places
from gramcheck.reference.types import AnyArray, Integers

Symbols = NDArray[np.int32]

_STEPS = 64  # output positions until it is asked again which strings are still read


def shared_walk(symbols: Symbols, lengths: Places, bits: Integers, pad: int) -> Symbols:
    """What the walk writes, a row a string.

    ``symbols`` are those of all strings, one after the other; ``bits`` (length, pad) says at each
    output position after which symbols the walk goes on.
    """
    # A pad follows every string, and on it the walk stays.
    text = np.insert(symbols, np.cumsum(lengths), pad)
    place = np.cumsum(lengths + 1) - (lengths + 1)
    length = len(bits)
    advance = np.zeros((length, pad + 1), dtype=np.intp)
    advance[:, :pad] = bits
    output = np.full((len(lengths), length), pad, dtype=np.int32)
    for begin in range(0, length, _STEPS):
        # Of the strings that are read to their ends only pads are left.
        reading = np.flatnonzero(text[place] != pad)
        if not len(reading):
            break
        walk = place[reading]
        written = np.empty((min(_STEPS, length - begin), len(reading)), dtype=np.int32)
        for current, step in zip(written, advance[begin:], strict=False):
            text.take(walk, out=current, mode="clip")  # in this mode there is no buffer
            walk += step[current]
        place[reading] = walk
        output[reading, begin : begin + len(written)] = written.T
    return output


def pairwise_hamming(X: AnyArray, Y: AnyArray) -> Integers:
    """Hamming distances of all rows of X from all rows of Y."""
    # Positions at which all rows are equal, such as pads behind the longest string, add nothing.
    varies = (X != X[0]).any(axis=0) | (Y != X[0]).any(axis=0)
    narrow = np.uint8 if max(X.max(), Y.max()) < 256 else np.int32
    X, Y = (np.ascontiguousarray(Z[:, varies], dtype=narrow) for Z in (X, Y))
    # The truth values of eight positions are counted at a time.
    different = np.zeros((len(Y), -(-X.shape[1] // 8) * 8), dtype=bool)
    result = np.empty((len(X), len(Y)), dtype=np.int64)
    for x, distances in zip(X, result, strict=True):
        np.not_equal(Y, x, out=different[:, : len(x)])
        np.bitwise_count(different.view(np.uint64)).sum(axis=1, out=distances, dtype=np.int64)
    return result
