"""Targets of less precision than float64, made of the reference by NumPy's own cast."""

from functools import partial

import numpy as np

from gramcheck.verify.rounded import Rounded, every_float


class Float32(Rounded):
    """The reference with its inputs and results in float32: the best a float32 library can do.

    Numbers that sum to 1 and symmetric matrices are taken as they come: a library that rounds such
    an input makes it one again.
    """

    def _given(self, value):
        if hasattr(value, "_whole"):  # a result that comes back
            return value._whole
        if isinstance(value, list | tuple):
            return type(value)(map(self._given, value))
        if isinstance(value, np.ndarray) and value.dtype == np.float64:
            if value.ndim == 1 and value.size > 1 and abs(value.sum() - 1) < 1e-12:
                return value
            if value.ndim == 2 and np.array_equal(value, value.T):
                return value
        return low(value)

    def _result(self, value):
        return low(value)


def cast(values):
    with np.errstate(all="ignore"):
        return values.astype(np.float32).astype(np.float64)


low = partial(every_float, change=cast)


def off_by(function, error):
    """The function with every element of its result off by so much, one up and the next down."""

    def wrong(*args, **kwargs):
        values = np.array(function(*args, **kwargs), dtype=float)
        signs = np.where(np.arange(values.size) % 2, -1, 1).reshape(values.shape)
        return values * (1 + error * signs)

    return wrong
