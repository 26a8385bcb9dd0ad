"""Limits of SFM: sizes."""

from __future__ import annotations

from math import comb

import pytest

from gramcheck.reference.sfm import mismatch
from tests.reference.limits import ABOVE, BELOW, refused


def values_of_a_mismatch_kernel(patch: pytest.MonkeyPatch) -> None:
    """The words around a k-mer, or the sets of positions that are sampled, times the pairs."""
    cases = (
        (300, 150, 2, False, comb(300, 150)),
        (100, 30, 20, False, comb(100, 30) * 19**30),
        (400, 40, 2, True, comb(400, 80)),
        (300, 100, 2, True, comb(300, 150)),
    )
    for k, m, size, sampled, largest in cases:
        few, many = (round((part * 1e100 / largest) ** 0.5) for part in (BELOW, ABOVE))
        mismatch._refuse_beyond_range(k, m, size, few, sampled)
        with refused():
            mismatch._refuse_beyond_range(k, m, size, many, sampled)
