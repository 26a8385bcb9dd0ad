"""The data and the panels of KCR's Figure 1: three Gaussian classes in the plane, drawn twice.

The paper gives neither the distribution nor the parameters. Here: 50 points a class within about
10 of the origin, as its axes have it; s = 2^-4 and lambda = 1, inside its grids and not searched.
Metrics are learned from the first draw. Both draws are projected on the two largest axes of the
metric, and classified in the projection from the first draw: by 3-NN, without the point itself
where it is in the first draw; for KCR by the ball of rule (2).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from reference.kcr import (
    embed,
    gaussian_kernel,
    kernel_rule,
    klmca,
    kmlcc,
    knn_predict,
    solve_by_splitting,
)

Array = NDArray[np.float64]

MEANS = ((-4.0, 0.0), (3.0, 4.0), (3.0, -4.0))
COVARIANCES = (((6.0, 2.0), (2.0, 5.0)), ((5.0, -3.0), (-3.0, 6.0)), ((9.0, 0.0), (0.0, 3.0)))
CLASS_SIZE = 50
WIDTH, LAMBDA, NEIGHBORS = 2.0**-4, 1.0, 3
PANELS = ("k-NN", "KMLCC", "KLMCA", "KCR")


@dataclass(frozen=True)
class Panel:
    """One draw as one system sees it.

    Attributes
    ----------
    points : (n, 2), in the plane for k-NN, else in the projection
    wrong : (n,), misclassified
    """

    points: Array
    wrong: NDArray[np.bool_]

    @property
    def error(self) -> float:
        """Misclassified points in percent."""
        return 100 * float(self.wrong.mean())


def draw(rng: np.random.Generator) -> tuple[Array, NDArray[np.intp]]:
    """Points (150, 2) and their classes."""
    points = [
        rng.multivariate_normal(m, C, CLASS_SIZE) for m, C in zip(MEANS, COVARIANCES, strict=True)
    ]
    return np.concatenate(points), np.repeat(np.arange(3), CLASS_SIZE)


def panels(
    first: Array, second: Array, y: NDArray[np.intp]
) -> tuple[dict[str, tuple[Panel, Panel]], dict[str, float]]:
    """Both draws as each system sees them; and the optimality of what was learned."""
    K, K_new = (gaussian_kernel(draw, first, WIDTH) for draw in (first, second))
    collapsed = kmlcc(K, y, LAMBDA, tol=1e-3)
    component = klmca(K, y, d=2, k=NEIGHBORS, c=1 / LAMBDA, tol=1e-3, max_iterations=1000)
    ball = solve_by_splitting(K, y, LAMBDA, tol=1e-2, max_iterations=1000)
    projections = {
        "k-NN": (first, second),
        "KMLCC": (embed(collapsed.matrix, K), embed(collapsed.matrix, K_new)),
        "KLMCA": (K @ component.factor, K_new @ component.factor),
        "KCR": (embed(ball.Sigma, K), embed(ball.Sigma, K_new)),
    }
    drawn = {
        name: (
            _panel(known, known, y, np.sqrt(ball.h2) if name == "KCR" else None),
            _panel(new, known, y, np.sqrt(ball.h2) if name == "KCR" else None),
        )
        for name, (known, new) in projections.items()
    }
    optimality = {
        "KMLCC, gap": collapsed.gap,
        "KLMCA, residual": component.residual,
        "KCR, gap": ball.gap,
    }
    return drawn, optimality


def _panel(points: Array, known: Array, y: NDArray[np.intp], h: float | None) -> Panel:
    D = cdist(points, known)
    if h is not None:
        return Panel(points, kernel_rule(D, y, h).labels != y)
    if points is known:
        np.fill_diagonal(D, 2 * D.max() + 1)
    return Panel(points, knn_predict(D, y, NEIGHBORS) != y)
