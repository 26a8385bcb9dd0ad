"""Digits that are lost where points are far from the origin, as this project once lost them."""

import dataclasses

import numpy as np

from tests.zoo import wrong
from tests.zoo.kcr.solvers import splitting_becomes


def from_inner_products(K, Sigma):
    """Squared distances from K Sigma K, whose digits cancel."""
    G = K @ Sigma @ K
    return G.diagonal()[:, None] + G.diagonal() - (G + G.T)


@wrong("kcr.objective", killed_by="kcr/eq-9")
def objective_from_inner_products(right, Sigma, h2, K, y, lam):
    """Digits of points far from the origin cancel."""
    squared = from_inner_products(K, Sigma)
    return right.kcr.objective_from_distances(squared, h2, y) + lam * np.vdot(K, Sigma)


@wrong("kcr.subgradient", killed_by="kcr/algorithm-1")
def subgradient_from_inner_products(right, Sigma, h2, K, y, lam):
    """The same of 2 K L K."""
    G, slope = right.kcr.subgradient(Sigma, h2, K, y, lam)
    w = np.asarray(right.kcr.label_signs(y)) * right.kcr.active_sets(Sigma, h2, K, y).N
    w = (w + w.T) / 2
    L = np.diag(w.sum(axis=1)) - w
    return (2 * K @ L @ K + lam * K if np.abs(K).max() > 1e6 else G), slope


@wrong(splitting_becomes, killed_by="kcr/known-optima")
def far_from_the_origin_roundings_are_gains(right, result, K, y, lam):
    """The objective from K Sigma K, whose digits cancel."""
    squared = from_inner_products(K, result.Sigma)
    squared = (squared + squared.T) / 2
    loss = right.kcr.objective_from_distances(squared, result.h2, y)
    return dataclasses.replace(result, objective=loss + lam * np.vdot(K, result.Sigma))


SHIFTED = "kcr/gaussian-kernel a_common_shift_changes_no_kernel_value"


def expanded(A, B, s):
    """Squared distances as |a|^2 + |b|^2 - 2 a'b."""
    A, B = (np.asarray(Z, dtype=float).reshape(len(Z), -1) for Z in (A, B))
    squares = (A**2).sum(axis=1)[:, None] + (B**2).sum(axis=1) - 2 * A @ B.T
    return np.exp(-s * np.maximum(squares, 0))


@wrong("kcr.gaussian_kernel", killed_by=SHIFTED)
def squares_are_expanded(right, A, B=None, s=1.0):
    """For all points."""
    return expanded(A, A if B is None else B, s)


@wrong("kcr.gaussian_kernel", killed_by=SHIFTED)
def squares_of_many_points_are_expanded(right, A, B=None, s=1.0):
    """From 26 points on."""
    if len(A) <= 25:
        return right.kcr.gaussian_kernel(A, B, s=s)
    return expanded(A, A if B is None else B, s)
