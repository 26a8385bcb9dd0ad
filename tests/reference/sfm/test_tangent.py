"""The tangent, the sine and the cosine beside 60 digits: as near as they say, everywhere."""

from decimal import Decimal
from functools import cache

import numpy as np
import pytest

from gramcheck.reference.sfm.engines import tangent as engine
from gramcheck.verify.definitions.exact import exact
from gramcheck.verify.definitions.trigonometry import cosine, sine, tangent


def angles():
    """Those of Algorithm 1, at random, next to the poles, and half way between steps of the table.

    Steps are those around 0 and the pole, and further ones.
    """
    rng = np.random.default_rng(1)
    v = np.concatenate([rng.integers(0, 2**32, 1000), np.arange(20), 2**32 - 1 - np.arange(20)])
    steps = np.concatenate([np.arange(30), 6434 - np.arange(30), np.arange(30, 6400, 50)])
    between = np.outer([1, -1], (steps + 0.5) / 2**12)
    between = between[abs(between) < np.pi / 2]
    return np.concatenate(
        [
            np.pi * ((v + 0.5) / 2**32 - 0.5),
            *(between * (1 + shift) for shift in (-1e-12, 1e-12)),
            [np.pi / 2, -np.pi / 2, 5e-324, 1e-300, -1e-10],
        ]
    )


@cache
def exact_of(wave, numbers):
    """In 60 digits, of each of the numbers."""
    with exact():
        return [wave(Decimal(float(x))) for x in numbers()]


def worst_error(tangents):
    """Largest relative error, in eps."""
    wanted = exact_of(tangent, angles)
    with exact():
        errors = [
            abs(Decimal(float(t)) / w - 1) for t, w in zip(tangents(angles()), wanted, strict=True)
        ]
    return float(max(errors)) / np.finfo(float).eps


@pytest.mark.parametrize("form", [engine.table_tangent, engine.tangent])
def test_two_roundings(form):
    assert worst_error(form) < 2


TABLE = engine._TABLE
EVERY = np.tan((np.arange(len(TABLE)) - len(TABLE) // 2) / 2**12)  # in vain next to the poles


@pytest.mark.parametrize(
    ("name", "worse"),
    [
        ("_LOWER", 0.99 * engine._LOWER),
        ("_TABLE", TABLE * (1 + 2.0**-50)),
        ("_TABLE", EVERY),
        ("_FIRST", engine._FIRST - 1),
    ],
)
def test_a_worse_one_is_seen(monkeypatch, name, worse):
    """A wrong lower half of pi / 2; a table that is off, used everywhere, or read a step aside."""
    monkeypatch.setattr(engine, name, worse)
    assert worst_error(engine.table_tangent) > 2


def test_blocks_and_memory_of_the_argument_change_nothing(monkeypatch):
    x = angles()[:1200].reshape(30, 40)
    whole = engine.table_tangent(x)
    monkeypatch.setattr(engine, "_PIECE", 7)
    assert np.array_equal(engine.table_tangent(x), whole)
    assert np.array_equal(engine.table_tangent(x.T.copy()), whole.T)
    assert engine.table_tangent(x, out=x) is x
    assert np.array_equal(x, whole)
    assert engine.table_tangent(np.float64(0.0)) == 0


def sums():
    """Of any size, next to multiples of pi / 2 and at random; Cauchy numbers have no mean."""
    rng = np.random.default_rng(2)
    multiples = np.arange(-8, 9) * np.pi / 2
    return np.concatenate(
        [
            rng.uniform(-10, 10, 300),
            *(rng.standard_cauchy(100) * scale for scale in (1, 1e3, 1e9, 1e20)),
            *(multiples * (1 + shift) for shift in (0, 1e-15, -1e-15, 1e-8, 1e-3)),
            [5e-324, 1e-300, -1e-10, 1e40],
        ]
    )


def worst_wave(waves):
    """Largest error of a sine or a cosine, in eps."""
    with exact():
        errors = [
            abs(Decimal(float(got)) - wanted)
            for values, wave in zip(waves(sums()), (sine, cosine), strict=True)
            for got, wanted in zip(values, exact_of(wave, sums), strict=True)
        ]
    return float(max(errors)) / np.finfo(float).eps


@pytest.mark.parametrize("form", [engine.half_angles, engine.sines_and_cosines])
def test_sines_and_cosines(form):
    assert worst_wave(form) < 4


def test_waves_of_worse_half_angles_are_seen(monkeypatch):
    right = np.tan
    monkeypatch.setattr(engine.np, "tan", lambda x: right(x) * (1 + 2.0**-48))
    assert worst_wave(engine.half_angles) > 4
