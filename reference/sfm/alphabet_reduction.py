"""Appendix A-B: alphabet reduction and landmarks, Figure 7 of SFM.

Three steps turn a sequence of names without equal neighbors into places to cut it. Whether it is
cut at a place depends on a few neighbors of that place alone.

1. :func:`alphabet_reduction` replaces each name by a label that says what the lowest bit is in
   which it differs from its left neighbor. This is repeated until labels are 0 ... 5.
2. :func:`reduce_to_three` makes every 3, then every 4, then every 5 a free one of 0, 1, 2.
3. :func:`landmarks` finds local maxima, and the local minima that are not adjacent to one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check
from gramcheck.reference.types import Integers

_MOST_NAMES = (6, 8, 16, 256, 2**64)  # entry r: so many names need r rounds at most


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
        Labels of the places ``rounds`` ... ``length - 1``; empty for a shorter sequence. They are
        int64, or uint64 where no round has replaced a name from 2^63 on.

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
        different = labels[1:] ^ labels[:-1]
        lowest = different & np.negative(different)  # 2^l
        l = np.bitwise_count(lowest - np.uint64(1)).astype(np.uint64)  # noqa: E741
        labels = 2 * l + (labels[1:] & lowest != 0)
    return labels.astype(np.int64 if labels.max(initial=0) < 2**63 else np.uint64)


def rounds_needed(n_names: int) -> int:
    """Number of rounds that bring so many names down to labels 0 ... 5, Appendix A-B.

    It is 0, 1, 2, 3, 4 for up to 6, 8, 16, 256, 2^64 names. The paper iterates "until its alphabet
    size is at most 6"; a number that depends on the count of names alone keeps the parse local.

    Parameters
    ----------
    n_names : int
        Names are 0 ... ``n_names - 1``, at most 2^64 of them.

    Raises
    ------
    ValueError
        ``n_names`` negative or above 2^64.
    """
    n_names = check.integer("n_names", n_names, 0, _MOST_NAMES[-1])
    return next(rounds for rounds, most in enumerate(_MOST_NAMES) if n_names <= most)


def reduce_to_three(labels: ArrayLike, take: str = "least") -> Integers:
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
    reduced = sequence.tolist()
    choose = min if take == "least" else max
    for high in (3, 4, 5):
        for i, label in enumerate(reduced):
            if label == high:
                neighbors = {*reduced[max(i - 1, 0) : i], *reduced[i + 1 : i + 2]}
                reduced[i] = choose({0, 1, 2} - neighbors)
    return np.array(reduced, dtype=np.int64)


def landmarks(labels: ArrayLike) -> Integers:
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
    sequence = _without_repeats("labels", labels).astype(np.int64)
    if sequence.size and sequence.max() > 2:
        raise ValueError(f"labels must lie in 0 ... 2, got {sequence.max()}")
    # beyond an end there is nothing to beat
    low, high = np.pad(sequence, 1, constant_values=-1), np.pad(sequence, 1, constant_values=3)
    maximum = (sequence > low[:-2]) & (sequence > low[2:])
    minimum = (sequence < high[:-2]) & (sequence < high[2:])
    maxima = np.pad(maximum, 1)
    return np.flatnonzero(maximum | (minimum & ~maxima[:-2] & ~maxima[2:]))


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
