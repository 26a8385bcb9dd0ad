"""Section 3 and Appendix C: the distributions p(omega) of random objects.

The order of the draws is part of each function: first all lengths in one call of the generator,
then all entries in one call, object after object. A generator in a given state therefore gives
the same objects always, and an implementation in another language can be fed the same numbers.

A pair (low, high) of lengths or sizes makes low, ..., high equally likely, as in Section 3, which
has [2, 10] for series and [3, 15] for sets. Appendix C searches for the best length in [2, 50]; a
single length n is the pair (n, n).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gramcheck.reference import check
from gramcheck.reference.types import Array, Integers

_MOST_CHARACTERS = 2**26  # of all strings that enumerate_strings is willing to list
_STRING = 128  # bytes that Python keeps for a string, with its length and its place
_VIEW = 192  # bytes for a view, with these
_CHARACTER = 25  # bytes: an index, its place in a list, its letter's in one that grows by eighths
_INTEGER = 32  # bytes of an index in the list, which Python keeps ready up to 256


def random_strings(
    R: int, alphabet: str | Sequence[str], lengths: tuple[int, int], rng: np.random.Generator
) -> list[str]:
    """Strings with characters independent and uniform over an alphabet, Section 3, Appendix C.

    Draws: ``R`` integers of ``lengths``, then an index into ``alphabet`` for each character.

    Parameters
    ----------
    R : int
        Number of strings, at least 1.
    alphabet : str or sequence of single characters
        Without repeats.
    lengths : (low, high)
        Both included, low at least 0; :func:`.suggest_lengths` has a range to begin with.
    rng : numpy.random.Generator

    Returns
    -------
    list of R str

    Raises
    ------
    ValueError
        ``R`` of 0, an empty or repeating alphabet, a reversed range, sizes beyond memory.
    TypeError
        A seed in place of a generator, lengths that are no integers.
    """
    letters = check.alphabet("alphabet", alphabet)
    each = _CHARACTER + _INTEGER * (len(letters) > 257)
    lengths_drawn = _lengths(R, "lengths", lengths, 0, rng, _STRING, each)
    ends = lengths_drawn.cumsum()
    indices = rng.integers(len(letters), size=ends[-1])
    text = "".join([letters[i] for i in indices.tolist()])
    return [text[end - n : end] for end, n in zip(ends, lengths_drawn, strict=True)]


def random_series(
    R: int, n_channels: int, sigma: float, lengths: tuple[int, int], rng: np.random.Generator
) -> list[Array]:
    """Time series with entries independent N(0, sigma^2), Section 3, Appendix C.

    Draws: ``R`` integers of ``lengths``, then a normal for each time and channel (channels
    fastest).

    Parameters
    ----------
    R : int
        Number of series, at least 1.
    n_channels : int
        At least 1.
    sigma : float
        Standard deviation (the paper's "bandwidth"), positive, in the units of the data.
    lengths : (low, high)
        Both included, low at least 1.
    rng : numpy.random.Generator

    Returns
    -------
    list of R arrays (length, n_channels)

    Raises
    ------
    ValueError, TypeError
        As :func:`random_strings`; ``sigma`` not positive, or so large that a number is beyond
        1e100.
    """
    n_channels = check.integer("n_channels", n_channels, 1)
    sigma = check.positive("sigma", sigma)
    bytes_ = _VIEW, 8 * n_channels
    ends = _lengths(R, "lengths", lengths, 1, rng, *bytes_, n_channels=n_channels).cumsum()
    entries = rng.normal(0, sigma, size=(ends[-1], n_channels))
    check.within_range("normal numbers times sigma", entries)
    return np.split(entries, ends[:-1])


def random_sets(
    R: int, dimension: int, sizes: tuple[int, int], rng: np.random.Generator
) -> list[Array]:
    """Sets of vectors independent and uniform on the unit sphere, Section 3, Appendix C.

    Draws: ``R`` integers of ``sizes``, then a standard normal for each vector and coordinate
    (coordinates fastest); each vector is divided by its norm.

    Parameters
    ----------
    R : int
        Number of sets, at least 1.
    dimension : int
        At least 1; in dimension 1 the sphere is {-1, +1}.
    sizes : (low, high)
        Both included, low at least 1.
    rng : numpy.random.Generator

    Returns
    -------
    list of R arrays (size, dimension)

    Raises
    ------
    ValueError, TypeError
        As :func:`random_strings`.
    """
    dimension = check.integer("dimension", dimension, 1)
    each = 16 * (dimension + 1)  # bytes: coordinates and their squares, the norm and its square
    ends = _lengths(R, "sizes", sizes, 1, rng, _VIEW, each, dimension=dimension).cumsum()
    vectors = rng.standard_normal((ends[-1], dimension))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.split(vectors, ends[:-1])


def enumerate_strings(
    alphabet: str | Sequence[str], lengths: tuple[int, int]
) -> tuple[list[str], Array]:
    """All strings that :func:`random_strings` can draw, with their probabilities.

    A finite Omega makes the kernel (4) exact: give both to :func:`.kernel`.

    Parameters
    ----------
    alphabet, lengths
        As in :func:`random_strings`.

    Returns
    -------
    omegas : list of str
        Shorter first, those of one length in the order of the alphabet, last character fastest.
    weights : (R,)
        1 / (number of lengths) / (size of the alphabet)^length.

    Raises
    ------
    ValueError
        As :func:`random_strings`; more than 2^26 characters in all.
    """
    letters = check.alphabet("alphabet", alphabet)
    low, high = check.integer_range("lengths", lengths, 0)
    # the powers are not too large for the sum, which ends early: all but the empty string add to it
    characters = (n * len(letters) ** n for n in range(low, high + 1))
    if high * math.log2(len(letters)) > math.log2(_MOST_CHARACTERS) or any(
        total > _MOST_CHARACTERS for total in itertools.accumulate(characters)
    ):
        raise ValueError(
            f"lengths must leave at most {_MOST_CHARACTERS} characters in all, got "
            f"{len(letters)}^n strings for n from {low} to {high}"
        )
    omegas = [
        "".join(string)
        for n in range(low, high + 1)
        for string in itertools.product(letters, repeat=n)
    ]
    counts = [len(letters) ** n for n in range(low, high + 1)]
    return omegas, np.repeat([1 / (len(counts) * count) for count in counts], counts)


def data_sample(X: Sequence[Any], R: int, rng: np.random.Generator) -> list[Any]:
    """Independent draws from the empirical distribution, p(omega) = p(x) in Section 3.

    With replacement, as "samples from p(omega)" are. Draws: R indices in one call.

    Parameters
    ----------
    X : sequence of n objects
    R : int
        Number of draws, at least 1; it may exceed n.
    rng : numpy.random.Generator

    Returns
    -------
    list of R of the objects

    Raises
    ------
    ValueError, TypeError
        No objects, ``R`` of 0 or beyond memory, a seed in place of a generator.
    """
    X = check.collection("X", X)
    R = check.integer("R", R, 1)
    check.memory_for(17, R=R)  # an index each, and a place in a list that grows by eighths
    rng = check.generator("rng", rng)
    return [X[i] for i in rng.integers(len(X), size=R)]


def representatives(X: Sequence[Any], R: int, rng: np.random.Generator) -> list[Any]:
    """Objects held out as the representative set, Eq. (8) and Appendix B: no repeats.

    Draws: a choice of R of n without replacement, in random order. ``representatives(range(n),
    R, rng)`` gives the places of the same objects, for those who hold them out of the training.

    Parameters
    ----------
    X : sequence of n objects
    R : int
        Number of objects, 1 ... n.
    rng : numpy.random.Generator

    Returns
    -------
    list of R of the objects

    Raises
    ------
    ValueError, TypeError
        No objects, ``R`` of 0 or above their number, a seed in place of a generator.
    """
    X = check.collection("X", X)
    R = check.integer("R", R, 1, len(X))
    rng = check.generator("rng", rng)
    return [X[i] for i in rng.choice(len(X), size=R, replace=False)]


def _lengths(
    R: int,
    name: str,
    limits: tuple[int, int],
    lowest: int,
    rng: np.random.Generator,
    of_an_object: int,
    each: int,
    **width: int,
) -> Integers:
    """R lengths; objects of the largest, with so many ``each`` bytes, must fit into memory."""
    R = check.integer("R", R, 1)
    low, high = check.integer_range(name, limits, lowest)
    check.memory(R * (of_an_object + high * each), R=R, **{name: (low, high)}, **width)
    return check.generator("rng", rng).integers(low, high, size=R, endpoint=True)
