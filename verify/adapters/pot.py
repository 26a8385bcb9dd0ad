"""POT: ground distances, for the modified Hausdorff distance and the Gaussian kernel."""

import numpy as np
from ot import dist

from gramcheck.verify.adapters.common import rows

distributions = ("POT",)


class d2ke:
    """Section 5, the modified Hausdorff distance from POT's ground distances."""

    @staticmethod
    def modified_hausdorff(x, y):
        """Means of the nearest distances, the larger of the two."""
        D = dist(rows(x), rows(y), metric="euclidean")
        return max(D.min(axis=1).mean(), D.min(axis=0).mean())


class kcr:
    """Section 5."""

    @staticmethod
    def gaussian_kernel(A, B=None, s=1.0):
        """Its default ground distance is squared."""
        return np.exp(-s * dist(rows(A), rows(A if B is None else B)))
