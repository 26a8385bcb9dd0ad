"""Multiplications are counted by their definitions, and nothing is left out in silence."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from gramcheck.paper_checks.claims.kcr.counting import Counted, calls, multiplications
from gramcheck.paper_checks.claims.kcr.subgradient import from_scratch

A, B = np.ones((2, 3)), np.ones((3, 4))


def counted(function):
    """How many the function makes with A and B."""
    place = SimpleNamespace(hands=lambda *given: given)
    return multiplications(place, "hands", lambda: function(*place.hands(A, B)))


@pytest.mark.parametrize(
    ("function", "number"),
    [
        (lambda A, B: A @ B, 2 * 3 * 4),
        (lambda A, B: A.dot(B), 2 * 3 * 4),
        (lambda A, B: np.ones((5, 2)) @ A, 5 * 2 * 3),
        (lambda A, B: A @ B[:, 0], 2 * 3),
        (lambda A, B: (A @ B) @ B.T, 2 * 3 * 4 + 2 * 4 * 3),
        (lambda A, B: 2 * A + A * A + A**2 + A**2.0, 4 * 6),
        (lambda A, B: A.sum() + B.mean(axis=0)[0], 0),
        (lambda A, B: np.multiply(A, A, out=A + 0), 6),
    ],
)
def test_products_are_counted_by_their_definitions(function, number):
    assert counted(function) == number


def test_what_is_made_of_a_counted_array_counts_too():
    made = Counted(A).T - 1
    assert isinstance(made @ A, Counted)
    assert isinstance(np.diag(made), Counted)


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (lambda A, B: np.einsum("ij,jk", A, B), "einsum"),
        (lambda A, B: np.dot(A, B), "dot"),
        (lambda A, B: A**3, "power"),
        (lambda A, B: A**A, "power"),
        (lambda A, B: np.multiply.reduce(A), "multiply"),
        (lambda A, B: np.vecdot(A, A), "vecdot"),
        (lambda A, B: np.asarray(A) @ B, "a plain array"),
        (lambda A, B: np.array(A) @ B, "a plain array"),
        (lambda A, B: np.ones((5, 2)).dot(A), "a plain array"),
    ],
)
def test_what_nobody_counts_is_refused(function, what):
    with pytest.raises(TypeError, match=f"nobody counts what {what} multiplies"):
        counted(function)


@pytest.mark.parametrize(("n", "number"), [(8, 2240), (16, 17152), (32, 134144)])
def test_a_subgradient_from_scratch_takes_as_many_at_every_point(n, number):
    """Four products of n × n matrices, and three times one for each entry."""
    assert number == 4 * n**3 + 3 * n**2
    for seed in range(3):
        assert from_scratch(n, np.random.default_rng(seed)) == number


def squared(rows):
    return rows @ rows.T


def test_calls_are_listed_by_name_with_the_shape_of_an_array():
    found, listed = calls({"squared": "rows"}, lambda: (squared(A), squared(rows=B))[0])
    np.testing.assert_array_equal(found, A @ A.T)
    assert listed == [("squared", (2, 3)), ("squared", (3, 4))]
    assert sys.getprofile() is None


def test_a_name_that_is_never_called_is_missed():
    with pytest.raises(LookupError, match="never called: renamed"):
        calls({"squared": "rows", "renamed": "rows"}, squared, A)
    assert sys.getprofile() is None
