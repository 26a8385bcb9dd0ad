"""The nearest of many objects: a partition finds them in a tenth of the time of sorting all."""

from __future__ import annotations

import numpy as np

from gramcheck.reference.types import Array, Integers

_CELLS = 2**17  # distances of the objects looked at together, 1 MB


def smallest_columns(D: Array, k: int) -> Integers:
    """Columns of the k smallest entries of each row, ascending; of equal entries the first."""
    rows = max(1, _CELLS // D.shape[1])
    return np.concatenate([_of_block(D[i : i + rows], k) for i in range(0, len(D), rows)])


def _of_block(D: Array, k: int) -> Integers:
    """The same of some rows."""
    largest = np.partition(D, k - 1, axis=1)[:, k - 1]
    places = np.flatnonzero(largest[:, None] >= D)
    if len(places) > k * len(D):  # of those as far as the last only the first that are wanted
        rows = places // D.shape[1]
        tied = D.ravel()[places] == largest[rows]
        counts = np.bincount(rows[tied], minlength=len(D))
        wanted = k - np.bincount(rows, minlength=len(D)) + counts
        firsts = np.cumsum(counts) - counts
        kept = np.ones(len(places), bool)
        kept[tied] = np.arange(counts.sum()) < (firsts + wanted)[rows[tied]]
        places = places[kept]
    return (places % D.shape[1]).reshape(len(D), k)
