"""KCR: what implementations of the rule, its bounds and the loss of (9) do instead."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gramcheck.verify.conventions.table import Conventions, Table
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.types import Array

Y = np.array([0, 1, 0, 1, 1])
POINTS = np.array([0.0, 0.5, 1.25, 2.0, 2.25])  # on a line; 0.5 and 2.25 come close to h below
D = np.abs(POINTS[:, None] - POINTS)


def gaussian_kernel_conventions() -> Table:
    """Alternatives to exp(-s ||a - b||^2)."""

    def of(exponent: Callable[[Array, float], Array]) -> Callable[..., Array]:
        def kernel(A: Array, B: Array, s: float) -> Array:
            return np.exp(-exponent(((A[:, None] - B[None]) ** 2).sum(axis=2), s))

        return kernel

    A, B = np.array([[0.0, 1.0], [1.0, 0.5]]), np.array([[0.25, 0.0], [2.0, 1.0], [0.0, 1.0]])
    return Table(
        [(A, B, 0.5), (B, A, 3.0)],
        {
            "exp(-||a - b||^2 / s)": of(lambda d, s: d / s),
            "exp(-||a - b||^2 / s^2)": of(lambda d, s: d / s**2),
            "exp(-||a - b||^2 / (2 s))": of(lambda d, s: d / (2 * s)),
            "exp(-||a - b||^2 / (2 s^2))": of(lambda d, s: d / (2 * s**2)),
            "exp(-s ||a - b||^2 / 2)": of(lambda d, s: s * d / 2),
            "distances that are not squared": of(lambda d, s: s * np.sqrt(d)),
        },
    )


# ------------------------------------------------------------------- the loss of (9)


def _double_hinge(
    d: Array, h2: float, y: Array, *, in_sum: bool = True, in_count: bool = True
) -> float:
    """The loss of (9); the own point in the inner sum and in n_i+, or not."""
    same = y[:, None] == y
    inner = np.maximum(0.0, 1 + np.where(same, 1, -1) * (d - h2))
    if not in_sum:
        inner = inner - np.diag(np.diag(inner))
    outer = 2 - (same.sum(axis=1) - (not in_count)) + inner.sum(axis=1)
    return float(np.maximum(0.0, outer).sum())


def _of_own_point(loss: Callable[..., float]) -> Conventions:
    """Other ways to count the point that is classified."""
    return {
        "the own point left out of the inner sum": lambda *g: loss(*g, in_sum=False),
        "the own point left out of n_i+": lambda *g: loss(*g, in_count=False),
        "the own point left out of the inner sum and of n_i+": (
            lambda *g: loss(*g, in_sum=False, in_count=False)
        ),
    }


def objective_from_distances_conventions() -> Table:
    """Alternatives to squared distances and h^2 in the loss of (9), the own point counted."""
    loss = _double_hinge
    return Table(
        [(D**2, 0.5, Y), (D**2, 4.0, Y)],
        {
            **_of_own_point(loss),
            "the mean over the points, 1/n of the sum": lambda d, h2, y: loss(d, h2, y) / len(y),
            "distances that are not squared": lambda d, h2, y: loss(np.sqrt(d), h2, y),
            "h in place of h^2": lambda d, h2, y: loss(d, math.sqrt(h2), y),
            "distances and h that are not squared": (
                lambda d, h2, y: loss(np.sqrt(d), math.sqrt(h2), y)
            ),
            "distances and h that are squared once more": lambda d, h2, y: loss(d**2, h2**2, y),
        },
    )


def resubstitution_bound_conventions() -> Table:
    """Alternatives to 1/n of the loss of (9) at distances and h squared."""

    def bound(distances: Array, y: Array, h: float, **own: bool) -> float:
        return _double_hinge(distances**2, h**2, y, **own) / len(y)

    def unsquared(distances: Array, y: Array, h2: float) -> float:
        return _double_hinge(distances, h2, y) / len(y)

    return Table(
        [(D, Y, 0.75), (D, Y, 2.0)],
        {
            **_of_own_point(bound),
            "the sum over the points, without 1/n": lambda d, y, h: len(y) * bound(d, y, h),
            "distances that are not squared": lambda d, y, h: unsquared(d, y, h**2),
            "h in place of h^2": lambda d, y, h: unsquared(d**2, y, h),
            "distances and h that are not squared": unsquared,
        },
    )


# ------------------------------------------------------------------- the rule


def margin_conventions() -> Table:
    """Alternatives to the others' votes less those of the own class, without the own point."""

    def of(
        inside: Callable[[Array, float], Any], own: bool = False, factor: float = 1
    ) -> Callable[..., Array]:
        def votes(distances: Array, y: Array, h: float) -> Array:
            weight = np.asarray(inside(distances, h), dtype=float)
            tau = np.where(y[:, None] == y, 1.0, -1.0)
            if not own:
                np.fill_diagonal(weight, 0.0)
            return -factor * (tau * weight).sum(axis=1)

        return votes

    def closed(d: Array, h: float) -> Any:
        return d <= h

    return Table(
        [(D, Y, 0.75), (D, Y, 2.0), (D, Y, 0.25)],
        {
            "the own point counted": of(closed, own=True),
            "the votes of the own class less those of the others": of(closed, factor=-1),
            "an open ball, rho < h": of(lambda d, h: d < h),
            "rho^2 <= h: distances squared, h not": of(lambda d, h: d**2 <= h),
            "rho <= h^2: h squared, distances not": of(lambda d, h: d <= h**2),
            "1/n of the votes": lambda d, y, h: of(closed)(d, y, h) / len(y),
        },
    )


def kernel_rule_conventions() -> Table:
    """Alternatives to the closed ball, and to the smallest label of those with as many votes."""

    def labels(distances: Array, y: Array, h: float) -> list[float]:
        found = definitions.kernel_rule(distances.tolist(), y.tolist(), h)[0]
        return [float(label) for label in found]

    def mirrored(distances: Array, y: Array, h: float) -> list[float]:
        """Ties go to the smallest of the negative labels, which is the largest."""
        return [-label for label in labels(distances, -y, h)]

    def smaller_ball(distances: Array, y: Array, h: float) -> list[float]:
        return labels(np.where(distances < h, distances, 2 * h + distances), y, h)

    return Table(
        [(D, Y, h) for h in (0.25, 0.5, 0.75, 1.1, 1.75, 2.1)],
        {
            "ties go to the largest label": mirrored,
            "an open ball, rho < h": smaller_ball,
            "rho^2 <= h: distances squared, h not": lambda d, y, h: labels(d**2, y, h),
            "rho <= h^2: h squared, distances not": lambda d, y, h: labels(d, y, h**2),
        },
        read=lambda result: np.asarray(result[0], dtype=float),
    )


def resubstitution_error_conventions() -> Table:
    """Alternatives to the share of points that the rule gets wrong, their own vote included."""

    def error(distances: Array, y: Array, h: float, strict: bool = False) -> float:
        exact = distances.tolist(), y.tolist(), h
        return definitions.resubstitution_error(*exact, strict=strict)

    def left_out(distances: Array, y: Array, h: float) -> float:
        far = 10 * (distances.max() + h)
        return error(distances + far * np.eye(len(y)), y, h)

    def smaller_ball(distances: Array, y: Array, h: float) -> float:
        """Only points nearer than h."""
        return error(np.where(distances < h, distances, 2 * h + distances), y, h)

    return Table(
        [(D, Y, h) for h in (0.25, 0.5, 0.75, 1.1, 1.75, 2.1)],
        {
            "the own point left out (leave-one-out)": left_out,
            "strict=True: every tie is an error": lambda d, y, h: error(d, y, h, strict=True),
            "the number of errors, without 1/n": lambda d, y, h: len(y) * error(d, y, h),
            "the share of right labels": lambda d, y, h: 1 - error(d, y, h),
            "an open ball, rho < h": smaller_ball,
            "rho^2 <= h: distances squared, h not": lambda d, y, h: error(d**2, y, h),
            "rho <= h^2: h squared, distances not": lambda d, y, h: error(d, y, h**2),
        },
    )
