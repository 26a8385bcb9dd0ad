"""scikit-learn: ridge and logistic regression, k-NN, the Laplacian kernel.

Its linear models have other parameters for the same minimizer: C = 1 / (n mu) before a sum of
losses, or alpha = n mu / 2 before the squared norm. An intercept of theirs may be penalized.
"""

import numpy as np
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics.pairwise import laplacian_kernel
from sklearn.neighbors import KNeighborsClassifier

distributions = ("scikit-learn",)
SOLVER = {"solver": "newton-cholesky", "tol": 1e-14, "max_iter": 10**4}


class d2ke:
    """Sections 3 and 5."""

    @staticmethod
    def fit(phi, y, mu, loss="squared"):
        """The squared and the logistic loss."""
        phi, n = np.asarray(phi, dtype=float), len(y)
        if loss == "squared":
            return Ridge(alpha=mu * n / 2, fit_intercept=False).fit(phi, y).coef_
        if loss == "logistic":
            model = LogisticRegression(C=1 / (mu * n), fit_intercept=False, **SOLVER)
            return model.fit(phi, y).coef_[0]
        raise NotImplementedError("loss")

    @staticmethod
    def knn_predict(D, y, k):
        """By precomputed distances; scikit-learn wants those among the training objects too."""
        labels, places = np.unique(np.asarray(y), return_inverse=True)
        model = KNeighborsClassifier(k, metric="precomputed")
        model.fit(np.zeros((len(places), len(places))), places)
        return labels[model.predict(np.asarray(D, dtype=float))]


class sfm:
    """Eq. (1)."""

    @staticmethod
    def laplacian_kernel(V, W, beta):
        """Its gamma is 1 / beta."""
        return laplacian_kernel(V, W, gamma=1 / beta)
