r"""Sections II and VII: the global alignment kernel GAK, a baseline of SFM (Cuturi, ICML 2011).

GAK is the sum over all alignments of the product of local kernels,

.. math:: K(i, j) = \kappa(x_i, y_j) \, (K(i-1, j-1) + K(i-1, j) + K(i, j-1)), \quad K(0, 0) = 1,

with :math:`\kappa = k / (2 - k)` and :math:`k = \exp(-\|x_i - y_j\|^2 / (2 \sigma^2))`. Characters
are unit vectors: k is 1 for equal ones and :math:`\exp(-1 / \sigma^2)` for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from gramcheck.reference import check
from gramcheck.reference.antidiagonals import diagonals
from gramcheck.reference.sfm.engines.linear_sums import global_sums
from gramcheck.reference.sfm.engines.pair_sweep import (
    LOG_ZERO,
    Lanes,
    apart,
    encode,
    kernel_matrix,
    log_sum,
)
from gramcheck.reference.types import AnyArray, Array

FORMS = ("normalized", "log", "raw")
_WIDEST = 2**1000  # of tapers, which are 1 everywhere long before; float64 holds it


def global_alignment_kernel(
    X: Sequence[Any],
    Y: Sequence[Any],
    sigma: float,
    triangular: int = 0,
    form: str = "normalized",
) -> Array:
    r"""Global alignment kernel GAK of all pairs, Section VII, of any size.

    Parameters
    ----------
    X, Y : sequences of n and m str, or of series (length,) or (length, channels)
        Strings may be empty.
    sigma : float
        Bandwidth, positive, in the units of the series.
    triangular : int
        T > 0 multiplies k by the taper :math:`(1 - |i - j| / T)_+` before :math:`\kappa` is formed,
        which keeps the kernel positive semidefinite; 0 stands for no taper. Sequences whose lengths
        differ by T or more have K = 0. (The published C code divides integers, which makes a hard
        band and an indefinite kernel, erratum S26.)
    form : "normalized", "log" or "raw"
        :math:`K(x, y) / \sqrt{K(x, x) K(y, y)}`; log K, -inf for 0 and below -1e299; or K.

    Returns
    -------
    (n, m)

    Raises
    ------
    ValueError
        ``sigma`` not between 1e-100 and 1e100, ``triangular`` negative, unequal numbers of
        channels, an unknown ``form``, "raw" where K is beyond float64, a matrix beyond memory.
    TypeError
        A bare string, strings mixed with series, values that are no real numbers.
    """
    sigma = check.positive("sigma", sigma)
    triangular = min(check.integer("triangular", triangular, 0), _WIDEST)
    form = check.choice("form", form, FORMS)
    same = Y is X
    X, Y = _sequences(X, Y)

    options: dict[str, Any] = {"sigma": sigma, "triangular": triangular}
    fast, plain = partial(global_sums, **options), partial(_log_values, **options)
    return kernel_matrix(X, Y, same, fast, plain, form, apart)


def _log_values(rows: AnyArray, lanes: Lanes, sigma: float, triangular: int) -> Array:
    """Logarithms of K of some pairs, whatever their range."""
    n, m = lanes.n.max(), lanes.m.max()
    x = np.swapaxes(rows[lanes.x, :n], 0, 1)
    y = np.swapaxes(rows[lanes.y, :m], 0, 1)[::-1]
    ends = lanes.n + lanes.m
    # Diagonals are indexed by i. The borders i = 0 and j = 0 are 0, but for K(0, 0) = 1.
    before = np.full((n + 1, len(ends)), LOG_ZERO)
    last = before.copy()
    before[0] = 0
    result = np.where(ends == 0, 0.0, LOG_ZERO)
    for s, low, high in diagonals(n, m):
        current = np.full_like(last, LOG_ZERO)
        # y is reversed, so that y_j for j = s - i comes in the order of i
        local = _log_local(
            x[low - 1 : high], y[m - s + low : m - s + high + 1], s, low, sigma, triangular
        )
        total = log_sum(before[low - 1 : high], last[low - 1 : high], last[low : high + 1])
        current[low : high + 1] = np.maximum(total + local, LOG_ZERO)
        done = np.flatnonzero(ends == s)  # where one is empty, at a border
        result[done] = current[lanes.n[done], done]
        before, last = last, current
    return result


def _log_local(x: AnyArray, y: AnyArray, s: int, low: int, sigma: float, triangular: int) -> Array:
    """Logarithms of kappa at the cells of diagonal s, from i = ``low`` on."""
    taper = np.ones((1, 1))
    if triangular:
        i = np.arange(low, low + len(x))[:, None]
        taper = np.maximum(0, 1 - np.abs(2 * i - s) / triangular)
    with np.errstate(over="ignore", divide="ignore"):  # where k = 0, its logarithm is -inf
        if x.ndim == 2:  # characters
            unequal = _log_kappa(-np.square(1 / np.float64(sigma)), taper)
            return np.where(x == y, _log_kappa(0.0, taper), unequal)
        return _log_kappa(np.square((x - y) / sigma).sum(axis=-1) / -2, taper)


def _log_kappa(log_k: Array | float, taper: Array) -> Array:
    """Logarithms of t k / (2 - t k), with t the taper."""
    log_k = log_k + np.log(taper)
    return np.asarray(log_k - np.log(2 - np.exp(log_k)))


def _sequences(X: Any, Y: Any) -> tuple[list[AnyArray], list[AnyArray]]:
    """Both collections as arrays of code points, or of points."""
    X, Y = check.collection("X", X), check.collection("Y", Y)
    if isinstance(X[0], str):
        return encode(check.strings("X", X), check.strings("Y", Y))
    series_x, series_y = check.point_collections(X=X, Y=Y)
    return series_x, series_y
