"""Alphabet reduction and landmarks, Appendix A-B of SFM and Figure 7.

Three steps turn a sequence of names without equal neighbors into places to cut it, such that the
cuts depend on a few neighbors of a place only:

1. :func:`alphabet_reduction`: each name is replaced by the lowest bit in which it differs from
   its left neighbor, as 2 (index of the bit) + (its value); repeated until labels are 0 ... 5.
2. :func:`reduce_to_three`: every 3, then every 4, then every 5 becomes a free one of 0, 1, 2.
3. :func:`landmarks`: local maxima, and local minima that are not adjacent to one.

The functions named ``..._inside`` do the same for a whole corpus at once. There a label c is held
as the bit ``1 << c`` of a uint8, and 0 marks a place without one: the labels that a neighborhood
uses are then one bitwise or, the least free one is the lowest zero bit of it, and comparisons
keep their meaning.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check

ROUNDS = 4  # enough for every name of 64 bits
_NAMES_AFTER = (6, 8, 16, 256, 2**64)  # r rounds bring this many names, entry r, down to 6

Bits = NDArray[np.uint8]


def alphabet_reduction(names: ArrayLike, rounds: int) -> NDArray[np.integer[Any]]:
    """Labels of a sequence after some rounds of alphabet reduction, Appendix A-B.

    One round replaces the name at each place by ``2 l + bit(l, name)``, where l, counted from 0,
    is the lowest bit in which it differs from the name to its left. Labels of neighbors differ
    again. The first place has no left neighbor and loses its label, so each round shortens the
    sequence by one. With n names there are at most 2 ceil(log2 n) labels (printed: 2 log n,
    erratum S11).

    Parameters
    ----------
    names : (length,)
        Nonnegative integers, neighbors different.
    rounds : int
        At least 0; see :func:`rounds_needed`.

    Returns
    -------
    (length - rounds,)
        Labels of the places ``rounds`` ... ``length - 1``; empty for a shorter sequence. In int64,
        save names from 2^63 on that no round has replaced, in uint64.

    Raises
    ------
    ValueError
        Equal neighbors, negative names or rounds.
    TypeError
        Names that are no integers.
    """
    labels: NDArray[Any] = _without_repeats("names", names)
    rounds = check.integer("rounds", rounds, 0)
    for _ in range(min(rounds, len(labels))):
        labels = label(labels)[1:]
    return labels.astype(np.int64 if labels.max(initial=0) < 2**63 else np.uint64)


def rounds_needed(n_names: int) -> int:
    """Number of rounds that brings names 0 ... ``n_names - 1`` down to labels 0 ... 5.

    0, 1, 2, 3, 4 for up to 6, 8, 16, 256, 2^64 names. The paper iterates "until its alphabet size
    is at most 6"; a number that depends on the count of names alone keeps the parse local.

    Raises
    ------
    ValueError
        ``n_names`` negative or above 2^64.
    """
    n_names = check.integer("n_names", n_names, 0, _NAMES_AFTER[ROUNDS])
    return next(rounds for rounds, most in enumerate(_NAMES_AFTER) if n_names <= most)


def reduce_to_three(labels: ArrayLike, take: str = "least") -> NDArray[np.int64]:
    """Labels 0 ... 5 reduced to {0, 1, 2}, Appendix A-B.

    Every 3 becomes an element of {0, 1, 2} that neither neighbor has at that time, then every 4,
    then every 5. Neighbors stay different.

    Parameters
    ----------
    labels : (length,)
        Integers 0 ... 5, neighbors different.
    take : "least" or "largest"
        Which of the free elements: the least as printed, or the largest as the authors'
        published program does.

    Returns
    -------
    (length,)
        In {0, 1, 2}.

    Raises
    ------
    ValueError
        Equal neighbors, labels above 5 or negative, an unknown ``take``.
    TypeError
        Labels that are no integers.
    """
    take = check.choice("take", take, ("least", "largest"))
    sequence = _without_repeats("labels", labels)
    if sequence.size and sequence.max() > 5:
        raise ValueError(f"labels must lie in 0 ... 5, got {sequence.max()}")
    bits = np.left_shift(np.uint8(1), sequence.astype(np.uint8))
    reduce_inside(bits, np.empty(0, dtype=np.intp), take)
    return np.bitwise_count(bits - np.uint8(1)).astype(np.int64)


def landmarks(labels: ArrayLike) -> NDArray[np.int64]:
    """Landmarks of a sequence over {0, 1, 2}, Appendix A-B.

    All local maxima, and those local minima that are not adjacent to a local maximum; an end is
    compared with its one neighbor, a single label is a landmark. Successive landmarks are 2 or 3
    apart, the first is at place 0 or 1, and the last at one of the last two.

    Parameters
    ----------
    labels : (length,)
        In {0, 1, 2}, neighbors different.

    Returns
    -------
    (number,)
        Increasing places, counted from 0.

    Raises
    ------
    ValueError
        Equal neighbors, labels above 2 or negative.
    TypeError
        Labels that are no integers.
    """
    sequence = _without_repeats("labels", labels)
    if sequence.size and sequence.max() > 2:
        raise ValueError(f"labels must lie in 0 ... 2, got {sequence.max()}")
    bits = np.left_shift(np.uint8(1), sequence.astype(np.uint8))
    return np.flatnonzero(landmarks_inside(bits, np.empty(0, dtype=np.intp)))


def label(names: NDArray[Any]) -> Bits:
    """One round: ``2 l + bit(l, name)`` at every place (unsigned names); the first is arbitrary.

    Equal neighbors, which only a place that is not to be labeled may have, are said to differ in
    the bit after the last.
    """
    lowest = np.empty_like(names)
    lowest[:1] = 0
    np.bitwise_xor(names[1:], names[:-1], out=lowest[1:])
    lowest &= np.negative(lowest)  # the lowest bit that differs, alone
    is_set = (names & lowest) != 0
    lowest -= lowest.dtype.type(1)
    index = np.bitwise_count(lowest)  # ones below that bit
    index += index
    index += is_set
    return index


def reduce_inside(bits: Bits, cuts: NDArray[np.intp], take: str = "least") -> None:
    """:func:`reduce_to_three` in place, for many sequences in one array.

    Sequences are kept apart by places without a label, or where they touch by ``cuts``, the first
    places of the right ones.
    """
    for high in (8, 16, 32):  # the labels 3, 4, 5
        used = neighbors(bits, cuts, np.bitwise_or)
        if take == "least":
            free = ~used
            used += np.uint8(1)
            free &= used  # the lowest zero bit
        else:
            used &= np.uint8(7)
            free = _HIGHEST_FREE[used]
        # a ^ (a ^ b) = b, only where the label is the high one
        free ^= bits
        free *= bits == high
        bits ^= free


def landmarks_inside(bits: Bits, cuts: NDArray[np.intp]) -> NDArray[np.bool_]:
    """:func:`landmarks` as a mask, for many sequences in one array, as :func:`reduce_inside`."""
    # no label is 0, below all others, so an end is a local maximum if above its one neighbor
    maximum = bits > neighbors(bits, cuts, np.maximum)
    # less 1, no label is 255, above all others; places without one are no minima
    lowered = bits - np.uint8(1)
    minimum = lowered < neighbors(lowered, cuts, np.minimum, outside=255)
    minimum &= neighbors(maximum, cuts, np.logical_or) == 0
    maximum |= minimum
    return maximum


def neighbors(
    values: NDArray[Any], cuts: NDArray[np.intp], combine: np.ufunc, outside: int = 0
) -> NDArray[Any]:
    """``combine`` of the values to the left and to the right, ``outside`` beyond an end."""
    left = np.empty_like(values)
    left[:1] = outside
    left[1:] = values[:-1]
    left[cuts] = outside
    right = np.empty_like(values)
    right[-1:] = outside
    right[:-1] = values[1:]
    right[cuts - 1] = outside
    return combine(left, right, out=left)


def _highest_free() -> Bits:
    """The largest of the bits 1, 2, 4 that is not in a set of at most two of them."""
    return np.array([next((b for b in (4, 2, 1) if not b & s), 0) for s in range(8)], np.uint8)


_HIGHEST_FREE = _highest_free()


def _without_repeats(name: str, value: ArrayLike) -> NDArray[np.uint64]:
    """A sequence of nonnegative integers in which neighbors differ."""
    sequence = check.integers(name, value, 1, empty=True)
    if sequence.size and sequence.min() < 0:
        raise ValueError(f"{name} must be nonnegative, got {sequence.min()}")
    equal = np.flatnonzero(sequence[1:] == sequence[:-1])
    if equal.size:
        raise ValueError(
            f"{name} must differ from neighbor to neighbor, got {sequence[equal[0]]} at places "
            f"{equal[0]} and {equal[0] + 1}"
        )
    return sequence.astype(np.uint64)
