"""Metric-learning problems whose optimum is known beforehand, in both forms; no solver is involved.

The multipliers are chosen first. By (11) they give Sigma, which is AA' in the printed form; with
the cone it is AA' - Z, so by Moreau's decomposition AA' is the positive part of Sigma and Z the
negative one. All pairs start at one point and lie in as many directions as there are dimensions;
M, which (11) does not contain, then makes d^2 along each direction what Proposition 2 asks of the
multipliers there.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gramcheck.verify.sets import moreau
from gramcheck.verify.types import Array

__all__ = ["MetricProgram", "metric_program"]


@dataclass(frozen=True)
class MetricProgram:
    """A problem, and its only optimal matrix and gamma with multipliers that prove it."""

    X: Array
    similar: NDArray[np.int64]
    dissimilar: NDArray[np.int64]
    C_S: float
    C_D: float
    nu: float
    M: Array
    matrix: Array
    gamma: float
    alpha_S: Array
    alpha_D: Array
    cone_multiplier: Array  # zero in the printed form
    value: float


def metric_program(rng: np.random.Generator, dimension: int, cone: bool = False) -> MetricProgram:
    """A problem in which every kind of pair occurs: free, at its bound, and without weight.

    Along each direction dt^2 - d^2 = r times the squared length. Where r > 0, similar pairs are at
    their bound, and dissimilar ones are free at the length where this is gamma, at their bound when
    shorter, and without weight when longer. Where r <= 0, dissimilar pairs are at their bound, and
    similar ones without weight (r < 0) or free (r = 0).
    """
    while True:  # of some draws no positive semidefinite M exists
        found = _draw(rng, dimension, cone)
        if found is not None:
            return found


def _draw(rng: np.random.Generator, p: int, cone: bool) -> MetricProgram | None:
    signs = np.array([1, *rng.choice([-1, 0, 1], size=p - 1)])
    directions = np.eye(p) + 0.6 * rng.standard_normal((p, p))
    if np.linalg.cond(directions) > 20:  # M would be all roundings
        return None
    free_length = rng.uniform(0.8, 1.2, size=p)  # of the dissimilar pair at gamma exactly

    # along each direction: (index, length, share of the bound that the multiplier is)
    similar, dissimilar = [(0, rng.uniform(0.3, 0.7), 1.0)], []
    for k, sign in enumerate(signs):
        if sign > 0:
            dissimilar += [(k, 1.0 * free_length[k], rng.uniform(0.3, 0.7))]
            dissimilar += [(k, rng.uniform(0.5, 0.7) * free_length[k], 1.0)]
            dissimilar += [(k, rng.uniform(1.3, 2.0) * free_length[k], 0.0)]
        else:
            dissimilar += [(k, rng.uniform(0.3, 0.6), 1.0)]
            similar += [(k, rng.uniform(0.5, 1.5), 0.0 if sign else rng.uniform(0.1, 0.6))]
    C_S, C_D = rng.uniform(0.5, 4.0), rng.uniform(2.0, 6.0)
    alpha_S = np.array([share for *_, share in similar]) * C_S / len(similar)
    alpha_D = np.array([share for *_, share in dissimilar]) * C_D / len(dissimilar)

    z_S, z_D = (
        np.array([length * directions[k] for k, length, _ in pairs])
        for pairs in (similar, dissimilar)
    )
    sigma = (z_D.T * alpha_D) @ z_D - (z_S.T * alpha_S) @ z_S
    sigma = (sigma + sigma.T) / 2
    matrix, multiplier = moreau(sigma) if cone else (sigma, np.zeros((p, p)))

    after = np.einsum("ki,ij,kj->k", directions, matrix, directions)
    pushed = signs > 0
    if (after[pushed] <= 0.01).any() or (after[signs == 0] < 0).any():
        return None
    gamma = rng.uniform(0.3, 0.9) * float((after * free_length**2)[pushed].min())
    excess = np.zeros(p)
    excess[pushed] = gamma / free_length[pushed] ** 2
    excess[signs < 0] = np.minimum(after[signs < 0], 0) - rng.uniform(0.1, 1.0)
    dual_basis = np.linalg.inv(directions)  # its columns: M = sum of (after - excess) b b'
    M = (dual_basis * (after - excess)) @ dual_basis.T

    before_S, before_D = (np.einsum("ki,ij,kj->k", z, M, z) for z in (z_S, z_D))
    value = float(alpha_D @ before_D - alpha_S @ before_S - (matrix**2).sum() / 2)
    order = rng.permutation(1 + len(z_S) + len(z_D))  # where the common start and the ends go
    X = np.empty((len(order), p))
    X[order] = np.concatenate([np.zeros((1, p)), z_S, z_D])
    pairs = np.sort(np.stack([np.full(len(order) - 1, order[0]), order[1:]], axis=1), axis=1)
    nu = float(alpha_D.sum() / C_D)
    return MetricProgram(
        X,
        pairs[: len(z_S)],
        pairs[len(z_S) :],
        C_S,
        C_D,
        nu,
        (M + M.T) / 2,
        matrix,
        gamma,
        alpha_S,
        alpha_D,
        multiplier,
        value,
    )
