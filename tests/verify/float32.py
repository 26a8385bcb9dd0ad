"""Targets of less precision than float64, made of the reference by NumPy's own cast."""

import copy
import dataclasses
import functools
import types

import numpy as np
import scipy.sparse


class Float32:
    """The reference with its inputs and results in float32: the best a float32 library can do.

    Numbers that sum to 1 and symmetric matrices are taken as they come: a library that rounds such
    an input makes it one again.
    """

    def __init__(self, inner):
        self._inner = inner

    def __getattr__(self, name):
        value = getattr(self._inner, name)
        if isinstance(value, types.ModuleType):
            return Float32(value)
        return _rounding(value) if callable(value) else value


def _rounding(function):
    @functools.wraps(function)
    def rounded(*args, **kwargs):
        kwargs = {name: v if name == "out" else _given(v) for name, v in kwargs.items()}
        return low(function(*map(_given, args), **kwargs))

    return rounded


def _given(value):
    if hasattr(value, "_inside"):  # a result that comes back
        return value._inside
    if isinstance(value, list | tuple):
        return type(value)(map(_given, value))
    if isinstance(value, np.ndarray) and value.dtype == np.float64:
        if value.ndim == 1 and value.size > 1 and abs(value.sum() - 1) < 1e-12:
            return value
        if value.ndim == 2 and np.array_equal(value, value.T):
            return value
    return low(value)


def low(value):
    """Every float of a value, and of the fields of a result, in float32."""
    if isinstance(value, np.ndarray | np.floating) and value.dtype == np.float64:
        with np.errstate(all="ignore"):
            return value.astype(np.float32).astype(np.float64)
    if scipy.sparse.issparse(value) and value.dtype == np.float64:
        return value.astype(np.float32).astype(np.float64)
    if isinstance(value, float):
        return float(low(np.float64(value)))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(low, value))
    if isinstance(value, list | tuple):
        return type(value)(map(low, value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        whole, value = value, copy.copy(value)
        for field in dataclasses.fields(value):
            object.__setattr__(value, field.name, low(getattr(value, field.name)))
        object.__setattr__(value, "_inside", whole)
    return value


def off_by(function, error):
    """The function with every element of its result off by so much, one up and the next down."""

    def wrong(*args, **kwargs):
        values = np.array(function(*args, **kwargs), dtype=float)
        signs = np.where(np.arange(values.size) % 2, -1, 1).reshape(values.shape)
        return values * (1 + error * signs)

    return wrong
