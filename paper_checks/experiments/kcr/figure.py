"""The data and the panels of KCR's Figure 1: three Gaussian classes in the plane, drawn twice.

The paper gives neither the distribution nor the parameters. Here: 50 points a class within about
10 of the origin, as its axes have it; s = 2^-4 and lambda = 1, inside its grids and not searched.
Metrics are learned from the first draw. Both draws are projected on the two largest axes of the
metric, and classified in the projection from the first draw: by 3-NN, without the point itself
where it is in the first draw; for KCR by the ball of rule (2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from gramcheck.reference.kcr import (
    embed,
    gaussian_kernel,
    kernel_rule,
    klmca,
    kmlcc,
    knn_predict,
    solve_by_splitting,
)
from gramcheck.reference.types import Array, Booleans, Integers

MEANS = ((-4.0, 0.0), (3.0, 4.0), (3.0, -4.0))
COVARIANCES = (((6.0, 2.0), (2.0, 5.0)), ((5.0, -3.0), (-3.0, 6.0)), ((9.0, 0.0), (0.0, 3.0)))
CLASS_SIZE = 50
WIDTH, LAMBDA, NEIGHBORS = 2.0**-4, 1.0, 3


@dataclass(frozen=True)
class Panel:
    """One draw as one system sees it.

    Attributes
    ----------
    points : (n, 2), in the plane for k-NN, else in the projection
    wrong : (n,), misclassified
    """

    points: Array
    wrong: Booleans

    @property
    def error(self) -> float:
        """Misclassified points in percent."""
        return 100 * float(self.wrong.mean())


def draw(rng: np.random.Generator) -> tuple[Array, Integers]:
    """Points (150, 2) and their classes."""
    points = [
        rng.multivariate_normal(m, C, CLASS_SIZE) for m, C in zip(MEANS, COVARIANCES, strict=True)
    ]
    return np.concatenate(points), np.repeat(np.arange(3), CLASS_SIZE)


@dataclass(frozen=True)
class Plane:
    """What a system learned from one draw.

    Attributes
    ----------
    project : points (m, 2) as they came to their places (m, 2) in the plane
    radius : of the ball in which KCR votes; None where three neighbors vote
    optimality : of what was learned; None where nothing was
    """

    project: Callable[[Array], Array]
    radius: float | None = None
    optimality: float | None = None


def _k_nn(X: Array, y: Integers) -> Plane:
    return Plane(lambda points: points)


def _kmlcc(X: Array, y: Integers) -> Plane:
    found = kmlcc(_kernel(X, X), y, LAMBDA, tol=1e-3)
    return Plane(lambda points: embed(found.matrix, _kernel(points, X)), optimality=found.gap)


def _klmca(X: Array, y: Integers) -> Plane:
    found = klmca(_kernel(X, X), y, 2, NEIGHBORS, 1 / LAMBDA, tol=1e-3, max_iterations=1000)
    return Plane(lambda points: _kernel(points, X) @ found.factor, optimality=found.residual)


def _kcr(X: Array, y: Integers) -> Plane:
    found = solve_by_splitting(_kernel(X, X), y, LAMBDA, tol=1e-2, max_iterations=1000)
    return Plane(
        lambda points: embed(found.Sigma, _kernel(points, X)), float(np.sqrt(found.h2)), found.gap
    )


def _kernel(points: Array, X: Array) -> Array:
    return gaussian_kernel(points, X, WIDTH)


_LEARN = {"k-NN": _k_nn, "KMLCC": _kmlcc, "KLMCA": _klmca, "KCR": _kcr}
PANELS = tuple(_LEARN)


def panels(
    first: Array, second: Array, y: Integers, names: Sequence[str] = PANELS
) -> tuple[dict[str, tuple[Panel, Panel]], dict[str, float]]:
    """Both draws as each system sees them; and the optimality of what was learned."""
    learned = {name: _LEARN[name](first, y) for name in names}
    drawn = {}
    for name, plane in learned.items():
        known, new = (plane.project(points) for points in (first, second))
        drawn[name] = (
            _panel(known, known, y, plane.radius),
            _panel(new, known, y, plane.radius),
        )
    optimality = {
        f"{name}, {'residual' if name == 'KLMCA' else 'gap'}": plane.optimality
        for name, plane in learned.items()
        if plane.optimality is not None
    }
    return drawn, optimality


def _panel(points: Array, known: Array, y: Integers, h: float | None) -> Panel:
    D = cdist(points, known)
    if h is not None:
        return Panel(points, kernel_rule(D, y, h).labels != y)
    if points is known:
        np.fill_diagonal(D, 2 * D.max() + 1)
    return Panel(points, knn_predict(D, y, NEIGHBORS) != y)
