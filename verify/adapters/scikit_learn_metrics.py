"""scikit-learn: distances and kernels of points, and the Rand index."""

from sklearn.metrics import pairwise_distances, rand_score
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel

from gramcheck.verify.adapters.common import as_rows, modified_hausdorff_by

distributions = ("scikit-learn",)


class d2ke:
    """Section 5."""

    modified_hausdorff = staticmethod(modified_hausdorff_by(pairwise_distances))


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
    def gaussian_kernel(A, B=None, s=1.0):
        """Its gamma is s."""
        return rbf_kernel(as_rows(A), B if B is None else as_rows(B), gamma=s)
