"""scikit-learn: linear models, which have other parameters for the same minimizer.

C = 1 / (n mu) before a sum of losses, or alpha = n mu / 2 before the squared norm. An intercept of
theirs may be penalized.
"""

import numpy as np
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.svm import LinearSVC

distributions = ("scikit-learn",)
SVC = {"dual": True, "tol": 1e-10, "max_iter": 10**6, "random_state": 0}
SOLVER = {"solver": "newton-cholesky", "tol": 1e-14, "max_iter": 10**4}


class d2ke:
    """Section 3, Algorithm 1."""

    @staticmethod
    def fit(phi, y, mu, loss="squared"):
        """The losses of Ridge, LogisticRegression and LinearSVC."""
        phi, n = np.asarray(phi, dtype=float), len(y)
        if loss == "squared":
            # the solver that its documentation calls the most stable
            return Ridge(alpha=mu * n / 2, fit_intercept=False, solver="svd").fit(phi, y).coef_
        if loss == "logistic":
            model = LogisticRegression(C=1 / (mu * n), fit_intercept=False, **SOLVER)
        else:
            model = LinearSVC(C=1 / (mu * n), loss=loss, fit_intercept=False, **SVC)
        return model.fit(phi, y).coef_[0]
