"""Section VI: the CGK embedding of edit distance into Hamming distance.

A string is read by one random walk that all strings share. At output position j the current
character c is written, and a fair bit of (j, c) says whether to go on to the next character; once
the string is read, a pad follows. Where strings at edit distance k are both read to their ends, the
Hamming distance of the outputs is at least k / 2, and it is O(k^2) with large probability.

The output must have length 3 N for inputs of length up to N. With length N, as printed, about half
of a string is read, and differences in the rest go unseen (erratum S23). In the coding by vectors
the pad is a symbol by itself, for else L1 and Hamming distance differ (erratum S24).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check
from gramcheck.reference.sfm.engines.corpus import CODE_POINTS, code_points, letters_in, level_zero
from gramcheck.reference.sfm.engines.embedded import pairwise_hamming, shared_walk
from gramcheck.reference.types import Integers

_EXPANSION = 3  # output characters for each character of the longest input


def cgk_embed(
    strings: Sequence[str],
    rng: np.random.Generator,
    length: int | None = None,
    alphabet: str | Sequence[str] | None = None,
) -> NDArray[np.int32]:
    """Embed strings into Hamming space, Section VI.

    The ``length * len(alphabet)`` bits are drawn in one call, those of an output position one after
    the other. A generator in the same state, with the same ``length`` and ``alphabet``, embeds new
    strings as it did the old ones.

    Parameters
    ----------
    strings : sequence of n str
    rng : numpy.random.Generator
    length : int, optional
        Of the output. None stands for three times the longest string; the paper prints once.
    alphabet : str or sequence of characters, optional
        None stands for the characters that occur, sorted.

    Returns
    -------
    (n, length) int32
        Places in the alphabet, and its size for the pad.

    Raises
    ------
    ValueError
        No strings, only empty ones without both ``length`` and ``alphabet``, ``length`` below 1 or
        beyond memory, a character outside the alphabet.
    TypeError
        A bare string, anything but str in the sequence, a seed in place of a generator.
    """
    strings = check.strings("strings", strings)
    rng = check.generator("rng", rng)
    codes, lengths = code_points(strings), np.array([len(s) for s in strings])
    if not lengths.any() and (length is None or alphabet is None):
        raise ValueError("strings must not all be empty, unless length and alphabet are given")
    length = output_length(strings, length)
    if alphabet is None:
        letters = letters_in(codes)
    else:
        letters = np.array([ord(letter) for letter in check.alphabet("alphabet", alphabet)])
    order = np.argsort(letters)
    pad = len(letters)
    names = level_zero(codes, lengths, letters[order]).names
    strangers = codes[names == pad]
    if len(strangers):
        raise ValueError(
            f"strings must be over the alphabet, got the character {chr(strangers[0])!r}"
        )
    # the bits and the steps that they say are of 8 bytes, what is written is of 4
    check.memory(length * (16 * (pad + 1) + 4 * len(strings)), length=length)
    bits = rng.integers(2, size=(length, pad))
    symbols = np.append(order, pad).astype(np.int32)
    return shared_walk(symbols[names], lengths, bits, pad)


def cgk_vectors(embedded: ArrayLike, n_letters: int, pad: str = "symbol") -> sp.sparse.csr_matrix:
    """Code embedded strings as vectors, 0.5 at one coordinate for each output position.

    Distances are kept, ||V - V'||_1 = Ham: two vectors differ by 0.5 at two coordinates for each
    position at which the strings differ.

    Parameters
    ----------
    embedded : (n, length) integers
        From :func:`cgk_embed`, in 0 ... ``n_letters``.
    n_letters : int
        Size of the alphabet, which is also the pad.
    pad : "symbol" or "zero"
        Whether the pad has a coordinate at every position, or none, as the printed dimension
        L |Sigma| has it. With none, a character is at distance 0.5 from the pad instead of 1.

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
    n_letters = check.integer("n_letters", n_letters, 1, CODE_POINTS)
    symbols = _symbols("embedded", embedded, n_letters)
    n, length = symbols.shape
    width = n_letters + (pad == "symbol")
    # first coordinate of each position, in the type of indices that the matrix will have
    dtype: type[np.integer] = np.int32 if length * width < 2**31 else np.int64
    firsts = np.arange(0, length * width, width, dtype=dtype)
    columns, ends = (symbols + firsts).ravel(), np.arange(n + 1) * length
    if pad == "zero":
        coded = symbols < width
        columns, ends = columns[coded.ravel()], np.append(0, np.cumsum(coded.sum(axis=1)))
    data = np.full(len(columns), 0.5)
    return sp.sparse.csr_matrix((data, columns, ends), shape=(n, length * width))


def hamming_distances(X: ArrayLike, Y: ArrayLike) -> Integers:
    """Hamming distances of embedded strings, which are the L1 distances of their vectors.

    They are equal where the pad is coded as a symbol. Without the vectors it takes a fraction of
    the time.

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
        Lengths that differ, no string or no position, values that no alphabet has, a matrix beyond
        memory.
    TypeError
        Values that are no integers.
    """
    X, Y = _symbols("X", X, CODE_POINTS), _symbols("Y", Y, CODE_POINTS)
    if X.shape[1] != Y.shape[1]:
        raise ValueError(f"Y must have {X.shape[1]} columns as X has, got {Y.shape[1]}")
    check.memory_for(9, X=len(X), Y=len(Y))
    return pairwise_hamming(X, Y)


def output_length(strings: Sequence[str], length: int | None) -> int:
    """Of the embedded strings: what was asked for, or three times the longest of the strings."""
    return (
        _EXPANSION * max(map(len, strings))
        if length is None
        else check.integer("length", length, 1)
    )


def _symbols(name: str, embedded: Any, largest: int) -> NDArray[np.int32]:
    array = check.integers(name, embedded, 2)
    if array.min() < 0 or array.max() > largest:
        raise ValueError(f"{name} must lie in 0 ... {largest}, got {array.min()} to {array.max()}")
    return array.astype(np.int32, copy=False)
