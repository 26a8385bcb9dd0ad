"""metric-learn: the metrics of Xing et al. (its MMC) and of Weinberger and Saul (its LMNN).

It reports no objective of either; those of the papers are computed of its matrices.
"""

from types import SimpleNamespace

import numpy as np
from metric_learn import LMNN, MMC

from gramcheck.verify.definitions.idealized import xing_constraint, xing_objective
from gramcheck.verify.definitions.kcr import lmnn_objective

distributions = ("metric-learn", "scikit-learn")  # the second is what breaks the first


class idealized:
    """Section 4."""

    @staticmethod
    def xing_metric(X, similar, dissimilar, t=1.0):
        """Its matrix has a scale of its own, and is brought to the bound t."""
        pairs = np.vstack([similar, dissimilar])
        signs = np.repeat([1, -1], [len(similar), len(dissimilar)])
        M = MMC(max_iter=10000, tol=1e-9).fit(np.asarray(X)[pairs], signs)
        M = M.get_mahalanobis_matrix()
        M = M * (t / xing_constraint(M, X, similar))
        return SimpleNamespace(matrix=M, value=xing_objective(M, X, dissimilar))


class kcr:
    """Section 5."""

    @staticmethod
    def lmnn(X, y, k=3, c=1.0):
        """Its regularization weighs pull and push by two numbers whose sum is 1."""
        model = LMNN(
            n_neighbors=k, regularization=c / (1 + c), max_iter=10000, convergence_tol=1e-9
        )
        M = model.fit(X, np.unique(y, return_inverse=True)[1]).get_mahalanobis_matrix()
        objective = lmnn_objective(M.tolist(), np.asarray(X).tolist(), list(y), k, c)
        return SimpleNamespace(matrix=M, factor=model.components_.T, objective=objective)
