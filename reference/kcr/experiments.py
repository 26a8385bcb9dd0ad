"""Section 5: the Gaussian kernel and the balance data, which its experiments are run on."""

from __future__ import annotations

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check
from gramcheck.reference.types import Array


def gaussian_kernel(A: ArrayLike, B: ArrayLike | None = None, s: float = 1.0) -> Array:
    """The reproducing kernel exp(-s ||a - b||^2) of Section 5, between all rows of two arrays.

    Parameters
    ----------
    A : (n, p)
        Points; a vector of n numbers is n points on a line.
    B : (m, p), optional
        Points; those of ``A`` when None.
    s : float
        Positive, in 1 / (units of the points)^2; the paper searches 2^-4 to 2^4.

    Returns
    -------
    (n, m), in [0, 1]

    Raises
    ------
    ValueError
        ``s`` not positive, NaN, points of different dimension, a matrix beyond memory.
    """
    s = check.positive("s", s)
    A = check.patterns("A", A)
    B = A if B is None else check.patterns("B", B)
    if A.shape[1] != B.shape[1]:
        raise ValueError(f"B must have {A.shape[1]} column(s) as A has, got {B.shape[1]}")
    check.memory_for(17, A=len(A), B=len(B))
    with np.errstate(over="ignore"):  # exp(-inf) = 0
        return np.exp(-s * sp.spatial.distance.cdist(A, B, "sqeuclidean"))


def balance_scale() -> tuple[Array, NDArray[np.str_]]:
    """The balance data of Section 5 from their rule, none of it measured.

    Every combination of 1 to 5 in each of four columns: left weight, left distance, right weight,
    right distance. The class is the side of the larger product of weight and distance.

    Returns
    -------
    X (625, 4), in lexicographic order, and y (625,): 288 "L", 49 "B" (balanced), 288 "R"
    """
    X = np.stack(np.meshgrid(*[np.arange(1.0, 6.0)] * 4, indexing="ij"), axis=-1).reshape(-1, 4)
    left, right = X[:, 0] * X[:, 1], X[:, 2] * X[:, 3]
    return X, np.where(left > right, "L", np.where(left < right, "R", "B"))
