"""Limits of D2KE: gaps, roundings, sizes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import scipy.optimize

from gramcheck.reference import d2ke
from gramcheck.reference.d2ke import analysis, pseudo_euclidean, random_objects
from gramcheck.reference.d2ke.engines import edit_distances, losses, strings
from tests.reference.limits import ABOVE, BELOW, X, not_converged, refused, where


def gaps_of_a_fit(patch: pytest.MonkeyPatch) -> None:
    losses.certify("hinge", BELOW * 2e-9, 2.0)
    with not_converged():
        losses.certify("hinge", ABOVE * 2e-9, 2.0)


def gaps_of_a_plain_fit(patch: pytest.MonkeyPatch) -> None:
    """Weights on the way from the best ones to none."""
    y, mu = np.array([1.0, -1.0, 1.0, 1.0, -1.0]), 0.5
    best = d2ke.plain_fit(X, y, mu, "logistic", intercept=False)

    def relative(t: float) -> float:
        w = (1 - t) * best
        alpha = losses.MARGIN_LOSSES["logistic"].dual(losses.margins(X, y, w, 0.0))
        gap = losses.duality_gap(X, y, w, 0.0, alpha, mu, "logistic", False)
        return gap / d2ke.objective(X, y, w, mu, "logistic")

    def fit(part: float) -> None:
        found = SimpleNamespace(x=(1 - where(relative, part * 1e-9)) * best)
        patch.setattr(scipy.optimize, "minimize", lambda *_, **__: found)
        d2ke.plain_fit(X, y, mu, "logistic", intercept=False)

    fit(BELOW)
    with not_converged():
        fit(ABOVE)


def gaps_of_a_risk_minimizer(patch: pytest.MonkeyPatch) -> None:
    def minimize(part: float) -> Any:
        patch.setattr(analysis.balls, "minimize", lambda *_: (np.zeros(2), part * 4e-6))
        return d2ke.risk_minimizer(np.eye(2), [2.0, -2.0], 1.0)  # the risk of 0 is 4

    minimize(BELOW)
    with not_converged():
        minimize(ABOVE)


def lists_of_strings(patch: pytest.MonkeyPatch) -> None:
    """As many characters, of one length."""
    patch.setattr(random_objects.itertools, "product", lambda *_, **__: ["listed"])
    few, many = ("".join(map(chr, range(round((part * 2**25) ** 0.5)))) for part in (BELOW, ABOVE))
    d2ke.enumerate_strings(few, (2, 2))
    with refused():
        d2ke.enumerate_strings(many, (2, 2))


def digits_of_a_bound(patch: pytest.MonkeyPatch) -> None:
    d2ke.multiset_covering_bound(2, round(BELOW * 2**20))
    for covering, size in ((2, ABOVE * 2**20), (3, 2**20 / ABOVE)):  # told by size, and computed
        with refused():
            d2ke.multiset_covering_bound(covering, round(size))


def kernel_values_of_a_variance(patch: pytest.MonkeyPatch) -> None:
    """A value above 1, and values of which the variance is below 0."""
    for first, second, sign in (([1.0], 1.0, 1), ([0.5], 0.25, -1)):
        d2ke.random_feature_variance([second + sign * BELOW * 1e-12], first, 2)
        with refused():
            d2ke.random_feature_variance([second + sign * ABOVE * 1e-12], first, 2)


def largest_entries_of_a_vector(patch: pytest.MonkeyPatch) -> None:
    for part, sign in ((BELOW, 1.0), (ABOVE, -1.0)):
        column = np.array([[1.0], [-1 - part * 1e-8]])
        assert np.sign(pseudo_euclidean._with_fixed_signs(column))[0, 0] == sign


def letters_of_texts_together(patch: pytest.MonkeyPatch) -> None:
    """So many texts of 2^16 letters as have 2^20, each of them a bit, and beside patterns."""
    asked: list[float] = []
    for module in (strings, edit_distances):
        patch.setattr(module, "even", lambda count, most: asked.append(most) or count)
    patch.setattr(edit_distances, "_LANES", 2**27)  # lanes for all of them
    long = strings.Strings(["A" * 2**16] * 3, strings.letter_numbers("A", "A"))
    edit_distances._ByDiagonals(long, long)
    as_bits = asked[0]
    edit_distances._ByWords(long, long)
    assert (as_bits, asked[-1]) == (2**4, 2**4)
