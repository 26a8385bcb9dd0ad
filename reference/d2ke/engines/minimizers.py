"""Minimizers of Algorithm 1, step 3, one a kind of loss; those of the margin losses are certified.

====================  =============================================================
``phi`` (n, R)        the features
``y`` (n,)            targets, or labels -1 and +1
``w`` (R,), ``b``     the weights and the unpenalized intercept (0 when there is none)
``mu``                the weight of the penalty (mu / 2) ||w||^2
``alpha`` (n,)        dual variables, see :mod:`.losses`
====================  =============================================================
"""

from __future__ import annotations

import numpy as np

from gramcheck.reference.d2ke.engines.hinge import hinge
from gramcheck.reference.d2ke.engines.newton import newton
from gramcheck.reference.d2ke.engines.ridge import ridge
from gramcheck.reference.types import Array


def minimize(phi: Array, Y: Array, mu: float, loss: str, intercept: bool) -> Array:
    """One row of weights, the intercept last, for each column of targets or labels.

    A minimizer lies in the row space of phi, as a part orthogonal to it only adds to the penalty.
    A wide problem with a margin loss is therefore solved in an orthonormal basis of that space.
    """
    if loss == "squared":
        return ridge(phi, Y, mu, intercept)
    n, R = phi.shape
    if R > n:
        basis, coordinates = np.linalg.qr(phi.T)
        rows = minimize(coordinates.T, Y, mu, loss, intercept)
        return np.column_stack([rows[:, :n] @ basis.T, rows[:, n:]])
    if loss == "hinge":
        return np.array([hinge(phi, y, mu, intercept) for y in Y.T])
    # Newton's method starts with the step from 0, where all points count: a start near separation
    # leaves too few of them and takes ten times the steps. For the squared hinge that step is
    # ridge regression, one system for all columns.
    starts = np.zeros((Y.shape[1], R + intercept))
    if loss == "squared_hinge":
        starts = ridge(phi, Y, mu, intercept)
    return np.array(
        [newton(phi, y, mu, loss, intercept, u) for y, u in zip(Y.T, starts, strict=True)]
    )
