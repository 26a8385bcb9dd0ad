"""Appendix A-A1: left preferential parsing, Figure 6 of SFM.

Nodes are paired from the left, and an odd number of nodes ends in a triple. The printed ranges of
indices are wrong (erratum S13: for 9 nodes they cover 5, and the triple ends at an even place);
here they are as the text and Figure 6 have it. ESP parses its categories (ii) and (iii) so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gramcheck.reference import check


def lpp_parse(level: Sequence[Any]) -> list[tuple[int, ...]]:
    """Blocks of one level, Appendix A-A1: pairs from the left, the last three together if odd.

    Parameters
    ----------
    level : sequence of nodes
        A string is the sequence of its characters, and a Series that of its values. Only the length
        matters.

    Returns
    -------
    list of tuples
        The places of each block's nodes, counted from 0: ``(0, 1), (2, 3), ...``. A single node
        is a block by itself; of an empty level there are none.

    Raises
    ------
    TypeError
        ``level`` is no sequence.
    ValueError
        Missing values in a Series.
    """
    level = check.listed("level", level)
    if not isinstance(level, np.ndarray | Sequence) or getattr(level, "ndim", 1) == 0:
        raise TypeError(f"level must be a sequence of nodes, got {check.shown(level)}")
    n = len(level)
    if n < 2:
        return [(0,)] * n
    pairs: list[tuple[int, ...]] = [(i, i + 1) for i in range(0, n - 1, 2)]
    return pairs if n % 2 == 0 else [*pairs[:-1], (n - 3, n - 2, n - 1)]
