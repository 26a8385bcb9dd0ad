r"""The tangent on :math:`[-\pi/2, \pi/2]` in whole-array operations, and what it is good for.

NumPy's own is vectorized for AVX-512 only, and takes ten to twenty times as long without. There
this one comes in: with the multiple :math:`q \pi / 2` that is nearest to x and
:math:`r = x - q \pi / 2`,

.. math:: \tan x = \frac{r}{G(r)} \quad (q = 0), \qquad
          \tan x = \frac{-G(r)}{r} \quad (q = \pm 1), \qquad
          G(r) = r \cot r = 1 - r^2 S(r^2) .

G lies between 0.78 and 1 and has its first pole at :math:`\pi`, far from the largest r of
:math:`\pi / 4`, so that a short polynomial S suffices.

The relative error is below 2 eps = :math:`2^{-51}`. In units of eps / 2 the quotient is wrong by 1,
G by 1.4 (0.64 its last subtraction, 0.46 the product r^2 S, 0.3 the square), and r, where q is not
0, by 1 times the condition :math:`2r / \sin 2r \le 1.6`, which sums to at most 4. Near the poles r
keeps all its digits: the difference from the upper half of :math:`\pi / 2` is exact, and the lower
half is subtracted from it.
"""

from __future__ import annotations

import numpy as np

from gramcheck.reference.types import Array

# S interpolates (1 - r cot r) / r^2 at the Chebyshev points of 0 <= r^2 <= (pi / 4)^2; the error
# of G is a fortieth of the last digit
_S = (
    float.fromhex("0x1.9c9fed4576d1dp-29"),
    float.fromhex("0x1.6de36255fe538p-26"),
    float.fromhex("0x1.d81df74c650adp-23"),
    float.fromhex("0x1.2278eb73af379p-19"),
    float.fromhex("0x1.66a9261a08d97p-16"),
    float.fromhex("0x1.bbd7786d01370p-13"),
    float.fromhex("0x1.1566abc0d0affp-9"),
    float.fromhex("0x1.6c16c16c16338p-6"),
    float.fromhex("0x1.5555555555556p-2"),
)
_PIECE = 2**14  # numbers in the cache, with what is made of them
_UPPER, _LOWER = np.pi / 2, float.fromhex("0x1.1a62633145c07p-54")  # pi / 2 is their sum


def polynomial_tangent(x: Array, out: Array | None = None) -> Array:
    """Tangents of numbers in [-pi/2, pi/2]; ``out``, contiguous, may be x."""
    x = np.asarray(x)
    out = np.empty(x.shape) if out is None else out
    angles, tangents = x.reshape(-1), out.reshape(-1)
    memory = np.empty((3, min(x.size, _PIECE)))
    for begin in range(0, x.size, _PIECE):
        piece = slice(begin, begin + _PIECE)
        _tangent(angles[piece], tangents[piece], *memory[:, : len(angles[piece])])
    return out


def _tangent(x: Array, r: Array, z: Array, G: Array, memory: Array) -> None:
    """Write tangents of x to r, in the cache."""
    q = np.rint(np.multiply(x, 2 / np.pi, out=z), out=z)
    np.subtract(x, np.multiply(q, _UPPER, out=G), out=r)
    np.subtract(r, np.multiply(q, _LOWER, out=G), out=r)
    near_a_pole = q != 0
    np.square(r, out=z)
    np.multiply(z, _S[0], out=G)
    for coefficient in _S[1:]:
        np.add(G, coefficient, out=G)
        np.multiply(G, z, out=G)
    np.subtract(1, G, out=G)
    # near a pole -r and G change places; as bits, since branches would be guessed wrong too often
    mask, swap = memory.view(np.int64), z.view(np.int64)
    numerator, denominator = r.view(np.int64), G.view(np.int64)
    np.negative(near_a_pole.view(np.int8), out=mask)
    np.bitwise_xor(numerator, np.left_shift(mask, 63, out=swap), out=numerator)
    np.bitwise_and(np.bitwise_xor(numerator, denominator, out=swap), mask, out=swap)
    np.bitwise_xor(numerator, swap, out=numerator)
    np.bitwise_xor(denominator, swap, out=denominator)
    np.divide(r, G, out=r)


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


tangent = np.tan if _vectorized() else polynomial_tangent
