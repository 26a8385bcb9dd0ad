"""Classes on a line, where the naive rule's probability of error is known for every training set.

They are normal, of unit variance and as likely as each other, their means 2 apart. The rule is
constant between a few places, so that no test points are drawn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from gramcheck.paper_checks.findings import Finding, at_most, equals
from gramcheck.reference import kcr
from gramcheck.reference.types import AnyArray, Array, Integers
from gramcheck.verify.definitions import kcr as definitions

CLASSES = (2, 3)
EMPTY = ("tie", "nearest")  # the first as in Eq. (1); the second by default here


def means(classes: int) -> Array:
    """Their means, 2 apart, around 0."""
    return np.linspace(1 - classes, classes - 1, classes)


def draw(n: int, classes: int, rng: np.random.Generator) -> tuple[Array, Integers]:
    """Points of the line (n,), which are different from each other, and labels 0, 1, ... (n,)."""
    y = rng.integers(0, classes, n)
    return means(classes)[y] + rng.normal(size=n), y


def apart(points: Array, others: Array) -> Array:
    """Distances of points of the line, (m, n)."""
    return np.abs(points[:, None] - others)


def ends(X: Array, h: float) -> Array:
    """Places between which the decision is the same: of balls, and halfway between neighbors."""
    ordered = np.sort(X)
    return np.sort(np.concatenate([X - h, X + h, (ordered[1:] + ordered[:-1]) / 2]))


def error(X: Array, y: AnyArray, h: float, classes: int, empty: str = "nearest") -> float:
    """L(g), the probability that the rule errs at a new point, in closed form."""
    places = ends(X, h)
    middles = np.concatenate([[places[0] - 1], (places[1:] + places[:-1]) / 2, [places[-1] + 1]])
    decided = means(classes)[kcr.kernel_rule(apart(middles, X), y, h, empty=empty).labels]
    low, high = np.append(-np.inf, places), np.append(places, np.inf)
    return float(1 - (ndtr(high - decided) - ndtr(low - decided)).sum() / classes)


def deleted_error(D: Array, y: AnyArray, h: float, empty: str = "nearest") -> float:
    """The deleted estimate: the part of the points that the rule of all others misclassifies."""
    far = 4 * (D.max() + h)  # out of the ball, and nearest to nobody
    votes = kcr.kernel_rule(np.where(np.eye(len(y)) > 0, far, D), y, h, empty=empty)
    return float(np.mean(votes.labels != y))


class Bounds(NamedTuple):
    """Probabilities of error: Bayes' rule, the nearest neighbor's of very many points, a guess."""

    bayes: float
    nearest: float
    guess: float

    def midway(self, empty: str) -> float:
        """Halfway between Bayes' error and that of balls that hold one point at the most."""
        return (self.bayes + self.without_neighbors(empty)) / 2

    def without_neighbors(self, empty: str) -> float:
        """What the error tends to where n h tends to 0, so that nearly all balls are empty."""
        return self.guess if empty == "tie" else self.nearest


def bounds(classes: int) -> Bounds:
    """Of these classes; the nearest neighbor's as by Cover and Hart, E[1 - Σ P(l | x)²]."""
    x, step = np.linspace(-12, 12, 48_001, retstep=True)
    joint = np.exp(-((x - means(classes)[:, None]) ** 2) / 2) / np.sqrt(2 * np.pi) / classes
    total = joint.sum(axis=0)
    return Bounds(
        1 - float(joint.max(axis=0).sum() * step),
        1 - float(((joint**2).sum(axis=0) / total).sum() * step),
        1 - 1 / classes,
    )


def decisions_unlike_defined(rng: np.random.Generator) -> int:
    """Of decisions near the ends of all pieces and in their middle, those that are not as defined.

    The middle decides for a whole piece: that is compared with the votes, counted in fractions.
    """
    unlike = 0
    for classes in CLASSES:
        X, y = draw(8, classes, rng)
        y[:2] = 0, 1
        for h in (0.01, 0.7):
            places = ends(X, h)
            widths = np.diff(places)
            points = places[:-1] + np.outer([0.1, 0.5, 0.9], widths)
            rows = apart(points[1], X), apart(points.ravel(), X)
            for empty in EMPTY:
                got = kcr.kernel_rule(rows[0], y, h, empty=empty).labels
                exact, *_ = definitions.kernel_rule(rows[1].tolist(), y.tolist(), h, empty=empty)
                unlike += int((np.reshape(exact, (3, -1)) != got).sum())
    return unlike


_CELL = 1e-3  # width of the cells of a sum


def off_the_sum_over_cells(rng: np.random.Generator) -> tuple[list[float], list[float]]:
    """How far L(g) is from a sum over narrow cells, each decided in its middle; how far it may be.

    Cells in which the decision changes may differ: there are 3 n places, and a cell has no more of
    a class than its width times .4.
    """
    edges = np.arange(-14, 14 + _CELL, _CELL)
    middles, off, bound = (edges[1:] + edges[:-1]) / 2, [], []
    for classes in CLASSES:
        X, y = draw(12, classes, rng)
        y[:2] = 0, 1
        for h in (0.05, 0.7, 4.0):
            for empty in EMPTY:
                decided = kcr.kernel_rule(apart(middles, X), y, h, empty=empty).labels
                mean = means(classes)[decided]
                right = (ndtr(edges[1:] - mean) - ndtr(edges[:-1] - mean)).sum() / classes
                off.append(abs(error(X, y, h, classes, empty) - float(1 - right)))
                bound.append(3 * len(X) * _CELL * 0.4 / classes)
    return off, bound


def as_defined(rng: np.random.Generator) -> list[Finding]:
    """Whether decisions are those of the definition, and L(g) what they make of the densities."""
    return [
        equals(decisions_unlike_defined(rng), 0, name="decisions unlike their definition"),
        at_most(*off_the_sum_over_cells(rng), name="L(g) minus a sum over cells of .001"),
    ]
