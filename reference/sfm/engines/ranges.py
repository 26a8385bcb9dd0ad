"""The range of numbers, up to 1e100 in magnitude, in which sums of products stay within float64."""

from __future__ import annotations

from typing import Any

from scipy import sparse

from gramcheck.reference import check
from gramcheck.reference.types import Array

LARGEST = 1e100


def in_range(name: str, values: Array) -> None:
    """Refuse values beyond the range."""
    largest = max(values.max(initial=0.0), -values.min(initial=0.0))
    if largest > LARGEST:
        raise ValueError(f"{name} must be at most {LARGEST:g} in magnitude, got {largest:g}")


def rows_in_range(name: str, value: Any, columns: int | None = None) -> sparse.csr_array:
    """Vectors as rows of a CSR array, whose entries are within the range."""
    rows = check.sparse_rows(name, value, columns)
    in_range(name, rows.data)
    return rows
