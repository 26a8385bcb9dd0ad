"""Multiplications are counted by their definitions, and nothing is left out in silence."""

from types import SimpleNamespace

import numpy as np
import pytest

from gramcheck.paper_checks.claims.kcr.counting import Counted, multiplications

A, B = np.ones((2, 3)), np.ones((3, 4))


def counted(function):
    """How many the function makes with A and B."""
    place = SimpleNamespace(hands=lambda *given: given)
    return multiplications(place, "hands", lambda: function(*place.hands(A, B)))


@pytest.mark.parametrize(
    ("function", "number"),
    [
        (lambda A, B: A @ B, 2 * 3 * 4),
        (lambda A, B: A @ B[:, 0], 2 * 3),
        (lambda A, B: (A @ B) @ B.T, 2 * 3 * 4 + 2 * 4 * 3),
        (lambda A, B: 2 * A + A * A + A**2, 3 * 6),
        (lambda A, B: A.sum() + B.mean(axis=0)[0], 0),
        (lambda A, B: np.multiply(A, A, out=A.copy()), 6),
    ],
)
def test_products_are_counted_by_their_definitions(function, number):
    assert counted(function) == number


def test_what_is_made_of_a_counted_array_counts_too():
    made = A.view(Counted).T - 1
    assert isinstance(made @ A, Counted)


def test_functions_that_nobody_counts_are_refused():
    with pytest.raises(TypeError, match="nobody counts what einsum multiplies"):
        counted(lambda A, B: np.einsum("ij,jk", A, B))
