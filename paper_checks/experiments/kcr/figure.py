"""The data and the panels of KCR's Figure 1: three Gaussian classes in the plane, drawn twice.

The paper gives neither the distribution nor the parameters. Here: 50 points a class within about
10 of the origin, as its axes have it; s = 2^-4 and lambda = 1, inside its grids and not searched.
Metrics are learned from the first draw. Both draws are projected on the two largest axes of the
metric, and classified in the projection from the first draw: by 3-NN, without the point itself
where it is in the first draw; for KCR by the ball of rule (2).

**KLMCA** does not come to an end on all draws: nothing in its objective keeps it from 0
(`reference.kcr.klmca`), and it goes on falling. On the first twenty draws of seed 0, 12 fits have a
gradient of 0.001 within 1,000 steps, and 17 within 20,000, at almost four times the cost of a draw.
Between the two the objective of the other eight falls by 1 to 64 %. Nor is a larger tolerance an
end. All twenty reach 0.01 within 23 steps and 0.003 within 95, but other planes and errors belong
to it: 6.5 % in training and 8.1 % on the new draw at 0.01, 5.2 and 8.8 at 0.003, 3.8 and 10.3 at
0.001, or after 1,000 steps. The planes at the first and at the last are 0.04 to 0.26 apart, by the
measure of kcr/figure-1-embeddings; those of KCR, at gaps of 0.01 and 0.001, 0.0004 at most, with
the same errors to 0.03 points. So 0.001 is asked, as before any of this was measured, and where a
fit falls short, its comparisons stay undecided. Both larger tolerances are shown beside it.

KCR had 1,000 iterations, too, until four of 500 draws of seed 1 had a gap of more than 0.01; they
need 1,140 at the most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

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
N_POINTS = CLASS_SIZE * len(MEANS)
WIDTH, LAMBDA, NEIGHBORS = 2.0**-4, 1.0, 3
# what is asked of a fit: a relative gap, of KLMCA the size of its gradient; within so many steps
TOLERANCES = {"KMLCC": 1e-3, "KLMCA": 1e-3, "KCR": 1e-2}
ITERATIONS = {"KLMCA": 1000, "KCR": 5000}
ENDED_EARLIER = {f"KLMCA, ended at {tol:g}": tol for tol in (1e-2, 3e-3)}


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
    found = kmlcc(_kernel(X, X), y, LAMBDA, tol=TOLERANCES["KMLCC"])
    return Plane(lambda points: embed(found.matrix, _kernel(points, X)), optimality=found.gap)


def _klmca(X: Array, y: Integers, tol: float = TOLERANCES["KLMCA"]) -> Plane:
    K, most = _kernel(X, X), ITERATIONS["KLMCA"]
    found = klmca(K, y, 2, NEIGHBORS, 1 / LAMBDA, tol=tol, max_iterations=most)
    return Plane(lambda points: _kernel(points, X) @ found.factor, optimality=found.residual)


def _kcr(X: Array, y: Integers) -> Plane:
    K, most = _kernel(X, X), ITERATIONS["KCR"]
    found = solve_by_splitting(K, y, LAMBDA, tol=TOLERANCES["KCR"], max_iterations=most)
    return Plane(
        lambda points: embed(found.Sigma, _kernel(points, X)), float(np.sqrt(found.h2)), found.gap
    )


def _kernel(points: Array, X: Array) -> Array:
    return gaussian_kernel(points, X, WIDTH)


_LEARN = {"k-NN": _k_nn, "KMLCC": _kmlcc, "KLMCA": _klmca, "KCR": _kcr}
PANELS = tuple(_LEARN)
_LEARN |= {name: partial(_klmca, tol=tol) for name, tol in ENDED_EARLIER.items()}


def optimality_of(name: str) -> str:
    """What says how good a fit of this system is, as `panels` calls it."""
    return f"{name}, {'residual' if name.startswith('KLMCA') else 'gap'}"


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
        optimality_of(name): plane.optimality
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
