"""CGK embedding of edit distance into Hamming distance, Section VI of SFM.

A string is read with one random walk that all strings share: at output position j the current
character c is written, and a fair bit of (j, c) says whether to go on to the next one. Once the
string is read, a pad follows. For strings at edit distance k the Hamming distance of the outputs is
at least k / 2 (whenever both are read) and O(k^2) with large probability.

The output must have length 3 N for inputs of length up to N; with length N, as printed, about half
of a string is read and differences in the rest go unseen (erratum S23). In the coding by vectors
the pad is a symbol by itself, else L1 and Hamming distance differ (erratum S24).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from gramcheck.reference import check
from gramcheck.reference.sfm.corpus import LARGEST_CODE, code_points, letters_in, level_zero

_EXPANSION = 3  # output characters for each of the longest input
_STEPS = 64  # output positions between looks at which strings are read


def cgk_embed(
    strings: Sequence[str],
    rng: np.random.Generator,
    length: int | None = None,
    alphabet: str | Sequence[str] | None = None,
) -> NDArray[np.int32]:
    """Embed strings into Hamming space, Section VI.

    Draws: ``length * len(alphabet)`` bits in one call, all characters of an output position, then
    of the next. New strings are embedded as the old ones by a generator in the same state with the
    same ``length`` and ``alphabet``.

    Parameters
    ----------
    strings : sequence of n str
    rng : numpy.random.Generator
    length : int, optional
        Of the output; None for three times the longest string, printed: the longest string.
    alphabet : str or sequence of characters, optional
        None for the characters that occur, sorted.

    Returns
    -------
    (n, length) int32
        Places in the alphabet, and its size for the pad.

    Raises
    ------
    ValueError
        No strings, only empty ones without both ``length`` and ``alphabet``, ``length`` below 1, a
        character outside the alphabet.
    TypeError
        A bare string, anything but str in the sequence, a seed in place of a generator.
    """
    strings = check.strings("strings", strings)
    rng = check.generator("rng", rng)
    codes, lengths = code_points(strings), np.array([len(s) for s in strings])
    if not lengths.any() and (length is None or alphabet is None):
        raise ValueError("strings must not all be empty, unless length and alphabet are given")
    length = check.integer("length", _EXPANSION * lengths.max() if length is None else length, 1)
    if alphabet is None:
        letters = letters_in(codes)
    else:
        letters = np.array([ord(letter) for letter in check.alphabet("alphabet", alphabet)])
    order = np.argsort(letters)
    pad = len(letters)
    names = level_zero(codes, lengths, letters[order]).names
    if (names == pad).any():
        stranger = chr(codes[np.flatnonzero(names == pad)[0]])
        raise ValueError(f"strings must be over the alphabet, got the character {stranger!r}")
    # every string followed by a pad, on which the walk stays
    symbols = np.append(order, pad).astype(np.int32)
    text = np.insert(symbols[names], np.cumsum(lengths), pad)
    place = np.cumsum(lengths + 1) - (lengths + 1)
    advance = np.zeros((length, pad + 1), dtype=np.intp)
    advance[:, :pad] = rng.integers(2, size=(length, pad))
    output = np.full((len(strings), length), pad, dtype=np.int32)
    for begin in range(0, length, _STEPS):
        # the strings that are not read to their ends; of the others only pads are left
        reading = np.flatnonzero(text[place] != pad)
        if not len(reading):
            break
        walk = place[reading]
        written = np.empty((min(_STEPS, length - begin), len(reading)), dtype=np.int32)
        for current, step in zip(written, advance[begin:], strict=False):
            text.take(walk, out=current, mode="clip")  # which all are inside
            walk += step[current]
        place[reading] = walk
        output[reading, begin : begin + len(written)] = written.T
    return output


def cgk_vectors(embedded: ArrayLike, n_letters: int, pad: str = "symbol") -> sparse.csr_matrix:
    """Code embedded strings as vectors, 0.5 at one coordinate for each output position.

    Distances are kept: half the positions' two coordinates each, ||V - V'||_1 = Ham.

    Parameters
    ----------
    embedded : (n, length) integers
        From :func:`cgk_embed`, in 0 ... ``n_letters``.
    n_letters : int
        Size of the alphabet, which is also the pad.
    pad : "symbol" or "zero"
        A coordinate for the pad at every position, or, as "of dimension L |Sigma|" has it, none;
        then a character against the pad is at distance 0.5 instead of 1.

    Returns
    -------
    (n, length * (n_letters + 1)) or (n, length * n_letters) CSR matrix of float64

    Raises
    ------
    ValueError
        Values outside 0 ... ``n_letters``, no position, an unknown ``pad``.
    TypeError
        Values that are no integers.
    """
    pad = check.choice("pad", pad, ("symbol", "zero"))
    n_letters = check.integer("n_letters", n_letters, 1, LARGEST_CODE + 1)
    symbols = _symbols("embedded", embedded, n_letters)
    n, length = symbols.shape
    width = n_letters + (pad == "symbol")
    # the first coordinate of each position, in the type of indices that the matrix will have
    firsts = np.arange(0, length * width, width)
    firsts = firsts.astype(np.int32 if length * width < 2**31 else np.int64)
    columns, ends = (symbols + firsts).ravel(), np.arange(n + 1) * length
    if pad == "zero":
        coded = symbols < width
        columns, ends = columns[coded.ravel()], np.append(0, np.cumsum(coded.sum(axis=1)))
    data = np.full(len(columns), 0.5)
    return sparse.csr_matrix((data, columns, ends), shape=(n, length * width))


def hamming_distances(X: ArrayLike, Y: ArrayLike) -> NDArray[np.int64]:
    """Hamming distances of embedded strings, which are the L1 distances of their vectors.

    Where the pad is coded as a symbol; without the vectors it takes a fraction of the time.

    Parameters
    ----------
    X, Y : (n, length), (m, length) integers
        From :func:`cgk_embed`, with one alphabet.

    Returns
    -------
    (n, m)

    Raises
    ------
    ValueError
        Lengths that differ, no string or no position, values that no alphabet has.
    TypeError
        Values that are no integers.
    """
    X, Y = _symbols("X", X, LARGEST_CODE + 1), _symbols("Y", Y, LARGEST_CODE + 1)
    if X.shape[1] != Y.shape[1]:
        raise ValueError(f"Y must have {X.shape[1]} columns as X has, got {Y.shape[1]}")
    # positions at which all are equal, such as pads behind the longest string, add nothing
    varies = (X != X[0]).any(axis=0) | (Y != X[0]).any(axis=0)
    narrow = np.uint8 if max(X.max(), Y.max()) < 256 else np.int32
    X, Y = (np.ascontiguousarray(Z[:, varies], dtype=narrow) for Z in (X, Y))
    # the truth values of eight positions are counted at a time
    different = np.zeros((len(Y), -(-X.shape[1] // 8) * 8), dtype=bool)
    result = np.empty((len(X), len(Y)), dtype=np.int64)
    for x, distances in zip(X, result, strict=True):
        np.not_equal(Y, x, out=different[:, : len(x)])
        np.bitwise_count(different.view(np.uint64)).sum(axis=1, out=distances, dtype=np.int64)
    return result


def _symbols(name: str, embedded: Any, largest: int) -> NDArray[np.int32]:
    array = check.integers(name, embedded, 2)
    if array.min() < 0 or array.max() > largest:
        raise ValueError(f"{name} must lie in 0 ... {largest}, got {array.min()} to {array.max()}")
    return array.astype(np.int32, copy=False)
