"""scikit-learn: linear models, k-NN, distances and kernels of points, the Rand index.

Its linear models have other parameters for the same minimizer: C = 1 / (n mu) before a sum of
losses, or alpha = n mu / 2 before the squared norm. An intercept of theirs may be penalized.
"""

import numpy as np
import scipy.sparse
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import pairwise_distances, rand_score
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC

from gramcheck.verify.adapters.common import as_rows

distributions = ("scikit-learn",)
conventions = {
    "d2ke.modified_hausdorff": "distances by a matrix product, whose cancellation is documented",
    "d2ke.knn_predict": "which of several neighbors at one distance are nearer is left open",
    "kcr.knn_predict": "which of several neighbors at one distance are nearer is left open",
}
SVC = {"dual": True, "tol": 1e-10, "max_iter": 10**6, "random_state": 0}
SOLVER = {"solver": "newton-cholesky", "tol": 1e-14, "max_iter": 10**4}


class d2ke:
    """Sections 3 and 5."""

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

    @staticmethod
    def knn_predict(D, y, k):
        """By precomputed distances; those among the training objects are not looked at."""
        labels, places = np.unique(np.asarray(y), return_inverse=True)
        model = KNeighborsClassifier(k, metric="precomputed")
        model.fit(scipy.sparse.eye_array(len(places), format="csr"), places)
        return labels[model.predict(np.asarray(D, dtype=float))]

    @staticmethod
    def modified_hausdorff(x, y):
        """Means of the nearest distances, the larger of the two."""
        D = pairwise_distances(as_rows(x), as_rows(y))
        return max(D.min(axis=1).mean(), D.min(axis=0).mean())


class sfm:
    """Eq. (1)."""

    @staticmethod
    def laplacian_kernel(V, W, beta):
        """Its gamma is 1 / beta."""
        return laplacian_kernel(V, W, gamma=1 / beta)


class idealized:
    """Section 4, footnote 9."""

    rand_index = staticmethod(rand_score)


class kcr:
    """Section 5."""

    @staticmethod
    def knn_predict(distances, y, k=1):
        """The same rule."""
        return d2ke.knn_predict(distances, y, k)

    @staticmethod
    def gaussian_kernel(A, B=None, s=1.0):
        """Its gamma is s."""
        return rbf_kernel(as_rows(A), B if B is None else as_rows(B), gamma=s)
