"""Section VII-C: the support vector machines, each by the conditions of its optimum.

At an optimum the margins say all: which training strings have a multiplier at a bound, and what the
others have to be. The decision values that follow are held against those of the learner, on all
strings, so that no solver is asked about itself. A margin is 1; what solvers leave was 0.004 at
most on three seeds when `AGREED` was fixed. With a tenth less or more of its C each of the ten
systems is off by 0.08 at least. That asks for multipliers that reach C: GAK and EDMKernel at C = 10
have none, and there any C that is half as large or larger has the same optimum.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy
from numpy.typing import NDArray

from gramcheck.paper_checks.experiments.sfm.protocol import Indices, Learner, folds_of
from gramcheck.paper_checks.findings import Finding, at_most
from gramcheck.reference.types import Array

AGREED = 0.02
ON_THE_MARGIN = 2e-3  # LIBSVM ends where margins are right to 1e-3

Labels = NDArray[np.bool_]
# from a matrix, classes, training strings, decision values of all strings and C to decision values
Machine = Callable[[Array, Labels, Indices, Array, float], Array]


def squared_hinge(Z: Array, y: Labels, learn: Indices, values: Array, C: float) -> Array:
    """Minimize (w'w + b²)/2 + C Σ max(0, 1 - y f)², f = w'x + b, LIBLINEAR's, on rows of features.

    The multipliers 2 C (1 - y f) of the strings within the margin are a linear system.
    """
    K = Z @ Z.T / np.mean(np.sum(Z[learn] ** 2, axis=1)) + 1  # of rows with a 1 for the intercept
    signs = np.where(y, 1.0, -1.0)
    within = learn[(signs * values)[learn] < 1]
    inside = K[np.ix_(within, within)] + np.eye(len(within)) / (2 * C)
    return K[:, within] @ np.linalg.solve(inside, signs[within])


def hinge(K: Array, y: Labels, learn: Indices, values: Array, C: float) -> Array:
    """Minimize w'w/2 + C Σ max(0, 1 - y f), f = w'x + b, LIBSVM's, on a kernel matrix.

    Multipliers are C within the margin, 0 beyond it and between these on it, and their sum over
    either class is the same. Of those on it the ones are taken that come nearest to the values.
    """
    A, signs = K[:, learn] / np.mean(np.diag(K)[learn]), np.where(y, 1.0, -1.0)[learn]
    beyond = signs * values[learn] - 1
    low, high = np.where(beyond < -ON_THE_MARGIN, C, 0.0), np.where(beyond > ON_THE_MARGIN, 0.0, C)
    free = low < high
    rows = np.vstack([A * signs, signs])  # values of all strings, and the sum over the classes
    fixed = rows[:, ~free] @ low[~free]
    columns = np.column_stack([rows[:, free], np.append(np.ones(len(A)), 0.0)])
    wanted = np.append(values, 0.0) - fixed
    bounds = np.append(low[free], -np.inf), np.append(high[free], np.inf)
    found = scipy.optimize.lsq_linear(columns, wanted, bounds, tol=1e-12).x
    return (columns @ found + fixed)[:-1]


def shifted_hinge(K: Array, y: Labels, learn: Indices, values: Array, C: float) -> Array:
    """The same with the smallest eigenvalue of the training part, if negative, off its diagonal."""
    K = K.copy()
    K[learn, learn] -= min(0.0, np.linalg.eigvalsh(K[np.ix_(learn, learn)])[0])
    return hinge(K, y, learn, values, C)


def optimal(
    learner: Learner, machine: Machine, matrix: Array, y: Labels, C: float, of: str = ""
) -> Finding:
    """Decision values of all strings against those of the optimum, on three training parts.

    Values that do not follow from their own margins are not those of an optimum.
    """
    everything, apart = np.arange(len(y)), []
    for learn, _ in folds_of(y, 0):
        values = np.asarray(learner(matrix, y, learn, everything, C).scores)
        apart.append(np.abs(values - machine(matrix, y, learn, values, C)).max())
    name = f"decision values{of}, from those of the SVM with their margins"
    return at_most(apart, AGREED, name=name)
