"""Left preferential parsing, Appendix A-A1 of SFM and Figure 6.

Pairs from the left, and a final triple where the number of nodes is odd. The printed index ranges
are off (erratum S13: for 9 nodes they cover 5, and the triple ends at an even place); here they
are as the text and Figure 6 have it. It is the parse of ESP's categories (ii) and (iii), and of
every group of nodes that a lone one joins (:mod:`.parsing`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference import check


def lpp_parse(level: Sequence[Any]) -> list[tuple[int, ...]]:
    """Blocks of one level: pairs from the left, the last three nodes together if odd.

    Parameters
    ----------
    level : sequence of nodes
        A string is the sequence of its characters. Only the length matters.

    Returns
    -------
    list of tuples
        The places of each block's nodes, counted from 0: ``(0, 1), (2, 3), ...``. A single node
        is a block by itself; of an empty level there are none.

    Raises
    ------
    TypeError
        ``level`` is no sequence.
    """
    if not isinstance(level, Sequence | np.ndarray) or getattr(level, "ndim", 1) == 0:
        raise TypeError(f"level must be a sequence of nodes, got {check.shown(level)}")
    starts = [*block_starts(np.array([len(level)])).tolist(), len(level)]
    return [tuple(range(*ends)) for ends in itertools.pairwise(starts)]


def block_starts(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """First places of the blocks of pieces of the given lengths, each piece counted from 0."""
    return 2 * within(block_counts(lengths))


def block_counts(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number of blocks of pieces of the given lengths."""
    return np.where(lengths == 1, 1, lengths // 2)


def within(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """0 ... count - 1 for each count, one after the other."""
    ends = np.cumsum(counts)
    return np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
