"""SciPy: ground distances, for distances of sets and vectors and for the Gaussian kernel."""

import numpy as np
from scipy.spatial.distance import cdist

from gramcheck.verify.adapters.common import as_rows

distributions = ("scipy",)


class d2ke:
    """Section 5, the modified Hausdorff distance from SciPy's ground distances."""

    @staticmethod
    def modified_hausdorff(x, y):
        """Means of the nearest distances, the larger of the two."""
        D = cdist(as_rows(x), as_rows(y))
        return max(D.min(axis=1).mean(), D.min(axis=0).mean())


class sfm:
    """Section III: distances of the vectors."""

    @staticmethod
    def l1_distances(A, B):
        """City-block distances of dense rows."""
        A, B = (
            np.asarray(V.todense() if hasattr(V, "todense") else V, dtype=float) for V in (A, B)
        )
        return cdist(A, B, "cityblock")


class kcr:
    """Section 5."""

    @staticmethod
    def gaussian_kernel(A, B=None, s=1.0):
        """Of squared distances."""
        return np.exp(-s * cdist(as_rows(A), as_rows(A if B is None else B), "sqeuclidean"))
