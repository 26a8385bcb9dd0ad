"""Sections 1 and 2: what a wrong bandwidth costs, and the one with the least resubstitution error.

Classes are normal on a line, of unit variance and as likely as each other, their means 2 apart. On
a line the naive rule is constant between a few places, so that its probability of error is known
for every training set, and no test points are drawn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, below, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Spread, Table, claim
from gramcheck.reference import kcr
from gramcheck.reference.types import AnyArray, Array, Integers
from gramcheck.verify.definitions import kcr as definitions

CLASSES = (2, 3)
EMPTY = ("tie", "nearest")  # the first as in Eq. (1); the second by default here

# ---------------------------------------------------------------------------------------------
# classes on a line


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


# ---------------------------------------------------------------------------------------------
# Section 1: a wrong h

WIDTHS = 2.0 ** np.arange(-8, 4)
_BEYOND = 40.0  # more than any two points are apart
_REPEATS = {"quick": 30, "full": 200}


@claim(
    "kcr/wrong-h",
    place="Section 1",
    kind="statement",
    checks=("vectors/kernel_rule",),
)
def a_wrong_width(run: Run) -> Evidence:
    """Selecting the wrong value of h may lead to very poor error rates.

    Very poor is an error that is nearer to a guess's than to Bayes'. Two classes, 50 points: .17 at
    the best h, Bayes' .16, and .50 at h = 8 and beyond, where all points are in every ball and one
    class wins everywhere. Three classes: .24, Bayes' .21, and .67. A small h is as bad only if
    points with an empty ball go to a fixed class, as in Eq. (1): .48 at h = 1/256; if the nearest
    point decides, it is the nearest-neighbor rule, with .23 for two classes. (Such numbers had been
    seen when "very poor" was given its meaning.)
    """
    rows, finds = [], []
    for classes in CLASSES:
        rng, of = run.rng(str(classes)), bounds(classes)
        found, constant = [], []
        for _ in range(_REPEATS[run.scale]):
            X, y = draw(50, classes, rng)
            found.append([[error(X, y, h, classes, e) for h in WIDTHS] for e in EMPTY])
            constant.append(error(X, y, _BEYOND, classes))
        mean = np.mean(found, axis=0)
        very_poor, name = of.midway("tie"), f"{classes} classes"
        finds += [
            below(mean.min(axis=1), very_poor, name=f"{name}: error at the best h"),
            holds(constant, of.guess, name=f"{name}: h beyond all distances, error of a guess"),
            at_least(mean[0, 0], very_poor, name=f"{name}: h = 1/256, empty balls as in (1)"),
        ]
        by_width = np.array(found).transpose(2, 1, 0)
        rows += [[classes, h, *map(Spread.of, e)] for h, e in zip(WIDTHS, by_width, strict=True)]
    return Evidence(
        common=equals(
            decisions_unlike_defined(run.rng("pieces")), 0, name="decisions unlike their definition"
        ),
        printed=finds,
        measured={f"{c} classes: Bayes, nearest neighbor, guess": bounds(c) for c in CLASSES},
        table=Table(
            ["classes", "h", "empty balls to a fixed class", "empty balls to the nearest point's"],
            rows,
            title="probability of error, 50 points",
        ),
    )


# ---------------------------------------------------------------------------------------------
# Section 2: the h with the least resubstitution error

SIZES = {"quick": (50, 200), "full": (50, 200, 800)}
_SMALLER = 5  # widths between the smallest distance and the least of the others
_NEAR = 0.025  # less than half of the way from any of these limits to Bayes' error


class Picked(NamedTuple):
    """n h for the h of the least resubstitution error; errors with it, and by the deleted one."""

    width: float
    tie: float
    nearest: float
    deleted: float


def picked(X: Array, y: AnyArray, classes: int) -> Picked:
    """Of several h with the least estimate the largest; one is below the smallest distance.

    The deleted estimate is not asked between that and 1/256, where it is nearly the same as below.
    """
    D = apart(X, X)
    smallest = D[~np.eye(len(X), dtype=bool)].min()
    between = np.geomspace(smallest / 2, WIDTHS[0], _SMALLER + 1)[:-1]
    small, grid = np.append(between, WIDTHS), np.append(smallest / 2, WIDTHS)
    h = largest_minimizer(small, [kcr.resubstitution_error(D, y, h) for h in small])
    by_deletion = largest_minimizer(grid, [deleted_error(D, y, h) for h in grid])
    tie, nearest = (error(X, y, h, classes, empty) for empty in EMPTY)
    return Picked(len(X) * h, tie, nearest, error(X, y, by_deletion, classes))


def largest_minimizer(grid: Array, values: list[float]) -> float:
    """Of the widths with the least value the largest."""
    return float(grid[np.equal(values, min(values))].max())


def errors_below_the_smallest_distance(rng: np.random.Generator) -> list[float]:
    """Resubstitution errors of points and labels that have nothing to do with each other."""
    found = []
    for _ in range(30):
        X, y = rng.normal(size=20), np.append([0, 1], rng.integers(0, 4, 18))
        D = apart(X, X)
        smallest = D[~np.eye(len(X), dtype=bool)].min()
        found += [kcr.resubstitution_error(D, y, part * smallest) for part in (0.99, 0.5, 1e-3)]
    return found


@claim(
    "kcr/inconsistent-bandwidth",
    place="Section 2",
    kind="statement",
    checks=("vectors/kernel_rule", "vectors/resubstitution_error"),
)
def picked_by_resubstitution(run: Run) -> Evidence:
    """Kernel rules picked by minimizing the resubstitution error are generally inconsistent.

    If X is nonatomic, no two points coincide, and the resubstitution error is 0 at every h below
    the smallest distance, whatever the labels, as each point votes for itself alone. Such an h is
    picked, or one that is hardly larger: in the geometric mean over both numbers of classes n h is
    .16 with 50 points, and .04 with 200; the table has arithmetic means. So nearly all balls around
    new points are empty, and the rule tends to what is done there. With two classes and 200 points
    it errs with .495 if a fixed class is taken, as in Eq. (1), and with .22 if the nearest point
    decides, which is the limit of the nearest-neighbor rule; Bayes' error is .16. The same argument
    extends to more classes, as the paper says: with three it is .66 and .30, where Bayes' is .21.
    (Errors count as at the limit within .025, which was set after a first look.)

    The control: the deleted estimate, in which no point votes for itself, picks an h that errs with
    .17 with 50 points of two classes and with .16 with 200.
    """
    rows, finds, sizes = [], [], SIZES[run.scale]
    widths: dict[int, list[float]] = {n: [] for n in sizes}  # log n h
    for classes in CLASSES:
        of, rng = bounds(classes), run.rng(str(classes))
        for n in sizes:
            drawn = (draw(n, classes, rng) for _ in range(_REPEATS[run.scale]))
            found = np.array([picked(*each, classes) for each in drawn])
            rows.append([classes, n, *map(Spread.of, found.T), of.bayes])
            widths[n] += np.log(found[:, 0]).tolist()
        name, (_, tie, nearest, deleted) = f"{classes} classes, {sizes[-1]} points", found.mean(0)
        finds += [
            holds(tie, of.guess, atol=_NEAR, name=f"{name}: error, empty balls to class 0"),
            holds(
                nearest,
                of.nearest,
                atol=_NEAR,
                name=f"{name}: error, empty balls to the nearest point, and the limit of that rule",
            ),
            below(
                deleted,
                of.midway("nearest"),
                name=f"{name}: error by the deleted estimate, halfway from Bayes' to that limit",
            ),
        ]
    unlike = decisions_unlike_defined(run.rng("pieces"))
    picked_by_size = [float(np.exp(np.mean(widths[n]))) for n in sizes]
    return Evidence(
        common=[
            equals(unlike, 0, name="decisions unlike their definition"),
            holds(
                [bounds(c).bayes for c in CLASSES],
                [2 * (1 - 1 / c) * ndtr(-1.0) for c in CLASSES],
                atol=1e-6,
                name="Bayes' errors in closed form",
            ),
        ],
        printed=[
            equals(
                max(errors_below_the_smallest_distance(run.rng("any labels"))),
                0.0,
                name="h below the smallest distance, random labels: largest resubstitution error",
            ),
            below(
                picked_by_size[1:],
                picked_by_size[:-1],
                name=f"n h in the geometric mean, {', '.join(map(str, sizes))} points: each size",
            ),
            *finds,
        ],
        table=Table(
            [
                *("classes", "points", "n h by resubstitution", "empty balls to a fixed class"),
                *("empty balls to the nearest point's", "by the deleted estimate", "Bayes"),
            ],
            rows,
            title="n h with the least resubstitution error, and probabilities of error",
        ),
        measured={f"n h, {n} points": h for n, h in zip(sizes, picked_by_size, strict=True)},
    )
