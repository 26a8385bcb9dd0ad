"""Labels and landmarks of all strings of a corpus at once, as :mod:`...alphabet_reduction` says.

A label c is held as the bit ``1 << c`` of a uint8, and 0 marks a place without a label. The labels
of a neighborhood are then one bitwise or, the least free one is its lowest zero bit, and
comparisons keep their meaning.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.types import AnyArray, Booleans

Bits = NDArray[np.uint8]

# The largest of the bits 1, 2, 4 that is not in a set of at most two of them.
_HIGHEST_FREE = np.array([4, 4, 4, 4, 2, 2, 1, 0], dtype=np.uint8)


def label(names: AnyArray) -> Bits:
    """One round of labels, ``2 l + bit(l, name)``; that of the first place is arbitrary.

    Names are unsigned. Equal neighbors occur only where no label is wanted; they count as different
    in the bit after the last.
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
    """Reduce the labels of many sequences in one array to {0, 1, 2}, in place.

    Places without a label keep sequences apart. Where two sequences touch, ``cuts`` holds the first
    place of the right one.
    """
    for high in (8, 16, 32):  # the labels 3, 4, 5
        is_high = bits == high
        if not is_high.any():
            continue
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
        free *= is_high
        bits ^= free


def landmarks_inside(bits: Bits, cuts: NDArray[np.intp]) -> Booleans:
    """A mask of the landmarks of many sequences in one array; ``cuts`` as in `reduce_inside`."""
    # Where there is no label the value is 0, below all others: an end has one neighbor to beat.
    maximum = bits > neighbors(bits, cuts, np.maximum)
    # Less 1, such a value is 255, above all others, so that places without a label are no minima.
    lowered = bits - np.uint8(1)
    minimum = lowered < neighbors(lowered, cuts, np.minimum, outside=255)
    minimum &= neighbors(maximum, cuts, np.logical_or) == 0
    maximum |= minimum
    return maximum


def neighbors(
    values: AnyArray, cuts: NDArray[np.intp], combine: np.ufunc, outside: int = 0
) -> AnyArray:
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
