r"""KMLCC's objective: the divergence sum_i KL(p0(.|i) || p(.|i)), and its dual bound's entropies.

p(j|i) is proportional to exp(-d_ij), j != i, and p0 is uniform on the other points of i's class.
Near p0 both are small differences of large numbers, and are summed so that their digits stay.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy as sp

from gramcheck.reference.kcr.engines.pairs import gram_distances
from gramcheck.reference.types import AnyArray, Array, Booleans

_NEAR = 0.1  # divergences of a row that are summed without the 1 beside them
_SMALL = 1e-4  # numbers whose cube is nothing beside 1


class Ideal(NamedTuple):
    """p0 (n, n); which rows have one, and of how many others (n,), 1 where there is none."""

    p0: Array
    has: Booleans
    others: Array


class Divergence(NamedTuple):
    """sum_i KL(p0 || p), p (n, n), and the derivative p0 - p for each squared distance."""

    value: float
    p: Array
    weights: Array


def ideal_of(y: AnyArray) -> Ideal:
    """p0, uniform on the other points of each class.

    Raises
    ------
    ValueError
        No class has two members.
    """
    same = (y[:, None] == y).astype(np.float64)
    np.fill_diagonal(same, 0.0)
    others = same.sum(axis=1)
    has = others > 0
    if not has.any():
        raise ValueError("y must have a class of two members or more, got every label once")
    others = np.maximum(others, 1.0)
    return Ideal(same / others[:, None], has, others)


def divergence(Y: Array, ideal: Ideal) -> Divergence:
    """The sum for images Y (n, q) of the points."""
    return divergence_at(gram_distances(Y @ Y.T), ideal)


def divergence_at(squared: Array, ideal: Ideal) -> Divergence:
    """KL of row i = log (1 / K) sum_{j != i} exp(x_j), x_j = m - d_ij, and what it needs of p.

    K and m are the number and the mean distance of those of its class. Near p0 the sum is K and
    little more, in which the digits of the divergence would be lost; as the x of a class have the
    sum 0, those of exp(x) - 1 - x are summed there. The diagonal of ``squared`` is set to 0.
    """
    np.fill_diagonal(squared, np.inf)
    nearest = squared.min(axis=1)
    p = np.exp(nearest[:, None] - squared)
    sums = p.sum(axis=1)
    np.fill_diagonal(squared, 0.0)
    means = (ideal.p0 * squared).sum(axis=1)
    rows = np.log(sums / ideal.others) + (means - nearest)
    near = np.flatnonzero(ideal.has & (rows < _NEAR))
    if len(near):
        same, of_pairs = ideal.p0[near] > 0, np.exp(means - nearest)[near, None] * p[near]
        of_pairs[same] = _beyond_linear_exp((means[near, None] - squared[near])[same])
        rows[near] = np.log1p(of_pairs.sum(axis=1) / ideal.others[near])
    p *= (ideal.has / sums)[:, None]
    return Divergence(max(float(rows[ideal.has].sum()), 0.0), p, ideal.p0 - p)


def entropy_gain(ideal: Ideal, p: Array, theta: float) -> float:
    """Entropies of the rows of q, theta p and 1 - theta times p0, less those of p0.

    Of a row it is -sum_j q_j log(K q_j), in which K q = 1 + u for those of its class, whose u have
    K times the sum of the other q with the opposite sign.
    """
    same, K = ideal.p0 > 0, ideal.others[:, None]
    u = (theta * K * (p - ideal.p0))[same]
    q = np.where(same, 0.0, theta * p)
    of_others = (q + sp.special.entr(q) - q * np.log(K)).sum()
    return float(of_others - _beyond_linear_entropy(u) @ ideal.p0[same])


def _beyond_linear_exp(x: Array) -> Array:
    """exp(x) - 1 - x; where x is small by its series, whose next term is a part of 2e-14."""
    return np.where(np.abs(x) < _SMALL, x**2 / 2 * (1 + x / 3 * (1 + x / 4)), np.expm1(x) - x)


def _beyond_linear_entropy(u: Array) -> Array:
    """(1 + u) log(1 + u) - u; where u is small by its series, to a part of 1e-13."""
    series = u**2 / 2 * (1 - u / 3 * (1 - u / 2))
    return np.where(np.abs(u) < _SMALL, series, sp.special.xlog1py(1 + u, u) - u)
