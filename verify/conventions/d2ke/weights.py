"""Algorithm 1, step 3: what implementations of the fit minimize instead."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gramcheck.verify.conventions.table import Table
from gramcheck.verify.definitions.d2ke import fit
from gramcheck.verify.types import Array

PHI = np.array([[1.0, 2.0], [0.5, -1.0], [3.0, 0.25], [-1.0, 1.0], [2.0, 2.0]])
Y = np.array([3.0, -1.0, 2.0, 0.5, 4.0])
BATTERY = [(PHI, Y, 0.5), (PHI[:4], Y[1:], 2.0), (PHI, Y, 0.03)]


def _fitted(phi: Array, y: Array, mu: float, intercept: bool = False) -> Array:
    """The right weights, as an array."""
    return np.array(fit(phi.tolist(), y.tolist(), mu, "squared", intercept))


def fit_conventions() -> Table:
    """Alternatives to (1/n) sum (f_i - y_i)^2 + (mu / 2) ||w||^2 without an intercept."""

    def of(constant: Callable[[float, int], float]) -> Callable[..., Array]:
        """Another mu."""
        return lambda phi, y, mu: _fitted(phi, y, constant(mu, len(y)))

    def centered(phi: Array, y: Array, mu: float) -> Array:
        return _fitted(phi, y, mu, intercept=True)[:-1]

    return Table(
        BATTERY,
        {
            "the sum of the losses in place of their mean": of(lambda mu, n: mu / n),
            "the mean of the losses once more, n mu in place of mu": of(lambda mu, n: mu * n),
            "1 / mu in place of mu, a constant C": of(lambda mu, n: 1 / mu),
            "1 / mu in place of mu, before the sum of the losses": of(lambda mu, n: 1 / (n * mu)),
            "mu ||w||^2 without its half (or half the squared loss)": of(lambda mu, n: 2 * mu),
            "mu ||w||^2 without its half, with the sum of the losses": of(lambda mu, n: 2 * mu / n),
            "(mu / 4) ||w||^2": of(lambda mu, n: mu / 2),
            "no regularization": of(lambda mu, n: 1e-15),
            "weights beside an intercept that is fitted and not returned": centered,
            "an intercept fitted though none was asked for": (
                lambda phi, y, mu: _fitted(phi, y, mu, intercept=True)
            ),
        },
        definition=fit,
    )


def fit_with_intercept() -> Table:
    """Alternatives to an intercept that is last, and not penalized."""

    def with_ones(phi: Array) -> Array:
        return np.column_stack([phi, np.ones(len(phi))])

    def right(phi: Array, y: Array, mu: float) -> Array:
        return _fitted(phi, y, mu, intercept=True)

    def about_means(phi: Array, y: Array, mu: float) -> Array:
        return np.append(_fitted(phi - phi.mean(axis=0), y - y.mean(), mu), y.mean())

    alternatives = {
        "a penalized intercept, a feature that is 1": (
            lambda phi, y, mu: _fitted(with_ones(phi), y, mu)
        ),
        "the intercept first": lambda phi, y, mu: np.roll(right(phi, y, mu), 1),
        "no intercept": lambda phi, y, mu: _fitted(phi, y, mu),
        "weights about the means of the features, the mean of y last": about_means,
        "an intercept fitted and not returned": lambda phi, y, mu: right(phi, y, mu)[:-1],
        "the sum of the losses in place of their mean": (
            lambda phi, y, mu: right(phi, y, mu / len(y))
        ),
        "1 / mu in place of mu, a constant C": lambda phi, y, mu: right(phi, y, 1 / mu),
    }
    return Table(
        [(*given, "squared", True) for given in BATTERY],
        {
            name: lambda phi, y, mu, loss, intercept, of=of: of(phi, y, mu)
            for name, of in alternatives.items()
        },
        definition=fit,
        form="with an intercept",
    )
