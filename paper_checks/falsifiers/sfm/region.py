"""Hashes, kernels and bounds with which a region is not approximated, or not shown to be."""

from __future__ import annotations

import math
from typing import Any

from gramcheck.paper_checks.claims.sfm.region_bounds import EPSILON
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, times
from gramcheck.paper_checks.falsifiers.sfm.tail_bounds import of_two_coefficients, two_are_drawn


@instead
def one_is_drawn(sample: Function, *arguments: Any) -> Any:
    """One coefficient, those of the powers 0: all vectors are the same."""
    coefficients = sample(*arguments)
    coefficients[1:] = 0
    return coefficients


@instead
def one_for_all_powers(sample: Function, *arguments: Any) -> Any:
    """Each coordinate has one number for all of its coefficients."""
    coefficients = sample(*arguments)
    coefficients[:] = coefficients[:1]
    return coefficients


@instead
def half_of_them_twice(sample: Function, d: int, t: int, *rest: Any) -> Any:
    """Half of the coefficients are those of the other half."""
    coefficients = sample(d, t, *rest)
    coefficients[t // 2 : t // 2 * 2] = coefficients[: t // 2]
    return coefficients


@instead
def one_for_all_coordinates(sample: Function, *arguments: Any) -> Any:
    """All coordinates have the same coefficients."""
    coefficients = sample(*arguments)
    coefficients[:] = coefficients[:, :1]
    return coefficients


@instead
def of_twice_the_width(kernel: Function, x: Any, y: Any, beta: float) -> Any:
    """The kernel with 2 β."""
    return kernel(x, y, 2 * beta)


@instead
def without_the_factorial(bound: Function, t: int, D: int) -> float:
    """As if the moments of a mean grew as powers."""
    return float(bound(t, D)) - math.lgamma(t / 2 + 1)


@instead
def of_twice_the_features(bound: Function, t: int, D: int) -> float:
    """As if D were the number of cosines."""
    return float(bound(t, 2 * D))


def all_of_it(tolerance: Any) -> Any:
    """The points may be off by all of ε."""
    return property(lambda net: EPSILON)


def of_one_dimension(log_points: Any) -> Any:
    """The points of one axis."""
    return property(lambda net: log_points.fget(net) / net.d)


def of_four_times_as_many(features: Any) -> Any:
    """Four times as many features."""
    return property(lambda net: 4 * features.fget(net))


@instead
def of_one_more(every: Function, t: int, p: int) -> Any:
    """A coefficient more than was asked for."""
    return every(t + 1, p)


@instead
def half_of_it(axis: Function) -> Any:
    """The points of half of the region."""
    points = axis()
    return points[abs(points) < abs(points).max() / 2]


CLAIM = "sfm/theorem-1-region"
MODULE, BOUNDS = "paper_checks.claims.sfm.region", "paper_checks.claims.sfm.region_bounds"
falsify(CLAIM, wrong={"sfm.t_wise_hash": of_two_coefficients})
for _wrong in (
    one_is_drawn,
    two_are_drawn,
    one_for_all_powers,
    half_of_them_twice,
    one_for_all_coordinates,
):
    falsify(CLAIM, wrong={"sfm.sample_t_wise": _wrong})
falsify(CLAIM, wrong={"sfm.cauchy_quantile": times(0.5)})
falsify(CLAIM, wrong={"verify.definitions.sfm.laplacian_kernel": of_twice_the_width})
for _wrong in (without_the_factorial, of_twice_the_features):
    falsify(CLAIM, wrong={f"{BOUNDS}.log_moment": _wrong})
falsify(CLAIM, wrong={f"{BOUNDS}.polynomials": of_one_more})
for _name, _change in (
    ("tolerance", all_of_it),
    ("log_points", of_one_dimension),
    ("D", of_four_times_as_many),
):
    falsify(CLAIM, wrong={f"{BOUNDS}.Net.{_name}": _change})
falsify(CLAIM, wrong={f"{BOUNDS}.overshoot": times(0.5)})
falsify(CLAIM, wrong={f"{MODULE}.axis": half_of_it})
falsify(CLAIM, wrong={f"{MODULE}.between": times(0.0)})
