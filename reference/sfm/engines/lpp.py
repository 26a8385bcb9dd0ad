"""Left preferential parsing of many pieces at once; :func:`.lpp_parse` is the plain form."""

from __future__ import annotations

import numpy as np

from gramcheck.reference.types import Integers


def block_starts(lengths: Integers) -> Integers:
    """First places of the blocks of pieces of the given lengths, each piece counted from 0."""
    return 2 * within(block_counts(lengths))


def block_counts(lengths: Integers) -> Integers:
    """Number of blocks of pieces of the given lengths."""
    return np.where(lengths == 1, 1, lengths // 2)


def within(counts: Integers) -> Integers:
    """0 ... count - 1 for each count, one after the other."""
    ends = np.cumsum(counts)
    return np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
