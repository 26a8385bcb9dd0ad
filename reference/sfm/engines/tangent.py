r"""The tangent on :math:`[-\pi/2, \pi/2]` in whole-array operations, and what it is good for.

NumPy's own is vectorized for AVX-512 only, and takes three times as long as this one without. With
the nearest a of a table of :math:`\tan a`, in steps of :math:`2^{-12}`, and :math:`b = x - a`,

.. math:: \tan x = \tan a + \frac{(1 + \tan^2 a) \tan b}{1 - \tan a \tan b} , \qquad
          \tan b = b + b^3 / 3 .

In units of eps / 2 the table, which is NumPy's, right to an ulp, is wrong by 2 and the fraction by
11. At eight steps or more from 0 and from the poles the first is at most 16/15 of the sum and the
second 1/15; with 1 for the addition that is less than 4, or 2 eps. The other angles, one in 400,
have

.. math:: \tan x = \frac{r}{G(r)} \quad (q = 0), \qquad
          \tan x = \frac{-G(r)}{r} \quad (q = \pm 1), \qquad
          G(r) = r \cot r = 1 - r^2 / 3 - r^4 / 45

where :math:`q \pi / 2` is the multiple nearest to x, and :math:`r = x - q \pi / 2`. There r, G and
the quotient are wrong by 1 each: next to the poles r keeps all its digits, as the difference from
the upper half of :math:`\pi / 2` is exact, and the lower half is subtracted from it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.types import Array

_STEPS = 2**12  # of the table in a unit
_FEW = 8  # of them, within which the sum would lose digits
_ROUND = 1.5 * 2**52 / _STEPS  # what is added to it is rounded to a step
_PIECE = 2**15  # numbers in the cache, with what is made of them
_UPPER, _LOWER = np.pi / 2, float.fromhex("0x1.1a62633145c07p-54")  # pi / 2 is their sum


def _table() -> Array:
    """Tangents of the steps from -pi/2 to pi/2; NaN where those of numbers near them are open."""
    last = round(_UPPER * _STEPS)
    step = np.arange(-last, last + 1)
    distance = np.minimum(abs(step), last - abs(step))
    return np.where(distance < _FEW, np.nan, np.tan(step / _STEPS))


def table_tangent(x: Array, out: Array | None = None) -> Array:
    """Tangents of numbers in [-pi/2, pi/2]; ``out``, contiguous, may be x."""
    x = np.asarray(x)
    out = np.empty(x.shape) if out is None else out
    angles, tangents = x.reshape(-1), out.reshape(-1)
    memory = np.empty((4, min(x.size, _PIECE)))
    places, left = [], []
    for begin in range(0, x.size, _PIECE):
        piece = slice(begin, begin + _PIECE)
        few, of_few = _by_table(angles[piece], tangents[piece], memory)
        places.append(begin + few)
        left.append(of_few)
    if places:
        tangents[np.concatenate(places)] = _by_series(np.concatenate(left))
    return out


def _by_table(x: Array, out: Array, memory: Array) -> tuple[NDArray[np.intp], Array]:
    """Write tangents of x, which may be ``out``; return the places of those left open and their x.

    The last bits of a sum with ``_ROUND`` are an integer, the number of the step.
    """
    a, b, c, index = memory[:, : len(x)]
    np.add(x, _ROUND, out=a)
    step = np.subtract(a.view(np.int64), _FIRST, out=index.view(np.int64))
    np.subtract(x, np.subtract(a, _ROUND, out=a), out=b)
    _TABLE.take(step, out=a, mode="clip")
    few = np.flatnonzero(np.isnan(a))
    of_few = x[few]
    np.multiply(np.square(b, out=c), 1 / 3, out=c)
    np.add(b, np.multiply(b, c, out=c), out=b)
    np.subtract(1, np.multiply(a, b, out=c), out=c)
    np.divide(b, c, out=b)
    np.add(np.square(a, out=c), 1, out=c)
    np.add(a, np.multiply(b, c, out=b), out=out)
    return few, of_few


def _by_series(x: Array) -> Array:
    """Tangents of numbers that are close to 0 or to a pole."""
    q = np.rint(x * (2 / np.pi))
    r = (x - q * _UPPER) - q * _LOWER
    z = r * r
    G = 1 - z * (1 / 3 + z / 45)
    return np.where(q == 0, r, -G) / np.where(q == 0, G, r)


def _vectorized() -> bool:
    """Whether NumPy's own tangent of float64 has a form for this processor."""
    found = np.lib.introspect.opt_func_info(func_name="^tan$", signature="float64")
    return "baseline" not in found["tan"]["dd"]["current"]


def half_angles(x: Array) -> tuple[Array, Array]:
    r"""Sines and cosines by :math:`t = \tan(x / 2)`, off by less than 4 eps.

    .. math:: \sin x = \frac{2t}{1 + t^2}, \qquad \cos x = \frac{1 - t^2}{1 + t^2}

    A relative error of 2 eps in t is one of 2 eps sin x cos x in the sine and 2 eps sin^2 x in the
    cosine; the other operations add at most 1.75 eps.
    """
    t = np.tan(x / 2)
    square = t * t
    denominator = square + 1
    return 2 * t / denominator, (1 - square) / denominator


def sines_and_cosines(x: Array) -> tuple[Array, Array]:
    """Both, of any numbers; NumPy's own take ten times as long as a tangent that is vectorized."""
    return half_angles(x) if tangent is np.tan else (np.sin(x), np.cos(x))


_TABLE = _table()
_FIRST = np.float64(_ROUND).view(np.int64) - len(_TABLE) // 2  # the bits of its first step

tangent = np.tan if _vectorized() else table_tangent
