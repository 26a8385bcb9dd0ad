"""Small problems that the claims of KCR share: points, labels, kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from gramcheck.paper_checks.context import generator
from gramcheck.reference import kcr
from gramcheck.reference.types import Array, Integers

SMOOTHING_KERNELS = ("naive", "gaussian", "cauchy", "epanechnikov")


def squared_distances(points: Array) -> Array:
    """Squared Euclidean distances of all pairs of rows."""
    return np.square(points[:, None] - points[None]).sum(axis=2)


def distances(points: Array) -> Array:
    """Euclidean distances of all pairs of rows."""
    return np.sqrt(squared_distances(points))


def labels(n: int, classes: int, rng: np.random.Generator) -> Integers:
    """``n`` random labels 1 to ``classes``, each there at least once."""
    rest = rng.integers(1, classes + 1, n - classes)
    return rng.permutation(np.concatenate([np.arange(1, classes + 1), rest]))


def configurations(
    count: int, rng: np.random.Generator, *, ties: bool
) -> Iterator[tuple[Array, Integers, float]]:
    """Distances, labels and a radius.

    With ties: on a grid, coincident points and equal distances among them, the radius a distance.
    Otherwise in general position, where no distance occurs twice.
    """
    for _ in range(count):
        n, classes = int(rng.integers(3, 10)), int(rng.integers(2, 4))
        points = rng.normal(size=(n, 2))
        if ties:
            points = np.rint(1.5 * points)
        D = distances(points)
        h = float(rng.choice(D[D > 0])) if (D > 0).any() else 1.0
        yield D, labels(n, classes, rng), h if ties else h * 1.01


def classes_of_points(
    n: int, rng: np.random.Generator, *, classes: int = 3
) -> tuple[Array, Integers]:
    """Points in the plane around one mean a class, with overlap, and their labels."""
    y = labels(n, classes, rng)
    angle = 2 * np.pi * y / classes
    means = 1.5 * np.column_stack([np.cos(angle), np.sin(angle)])
    return means + rng.normal(size=(n, 2)), y


def _linear(X: Array, constant: float) -> Array:
    return X @ X.T + constant


def _cubic(X: Array) -> Array:
    return (1 + X @ X.T) ** 3


KERNELS: dict[str, Callable[[Array], Array]] = {
    **{f"Gaussian, s = {s:g}": partial(kcr.gaussian_kernel, s=s) for s in (0.05, 0.3, 1.0, 4.0)},
    "linear": partial(_linear, constant=0.0),
    "linear + 1": partial(_linear, constant=1.0),
    "(1 + x'y)³": _cubic,
}


class Program(NamedTuple):
    """An instance of (9): kernel matrix (n, n), labels (n,), lambda, and the kernel's name."""

    K: Array
    y: Integers
    lam: float
    kernel: str


def program(number: int, seed: int, n: int | None = None) -> Program:
    """One program of a family: every kernel in turn, all else drawn independently of it.

    n is 15 to 30 unless given, two to four classes, log10 of lambda uniform on (-3, 1). Points are
    in the plane, so that linear kernels have rank 2 and 3, the cubic one 10, and the matrices of
    narrow Gaussian ones condition numbers of 100, of wide ones up to 1e14.
    """
    rng = generator(seed, "kcr program", number)
    size, classes = int(rng.integers(15, 31)), int(rng.integers(2, 5))
    lam = float(10 ** rng.uniform(-3, 1))
    X, y = classes_of_points(n or size, rng, classes=classes)
    kernel = list(KERNELS)[number % len(KERNELS)]
    return Program(KERNELS[kernel](X), y, lam, kernel)


def three_points() -> tuple[Array, list[int], float]:
    """Kernel, labels and λ of a program whose optimum is Σ = 0 with h~ at its lower bound."""
    return kcr.gaussian_kernel([0.0, 1.0, 2.5], s=1.0), [1, 2, 3], 10.0
