"""SciPy: ground distances, for distances of sets and vectors and for the Gaussian kernel."""

from scipy.spatial.distance import cdist

from gramcheck.verify.adapters.common import dense, gaussian_kernel_by, modified_hausdorff_by

distributions = ("scipy",)


class d2ke:
    """Section 5, the modified Hausdorff distance from SciPy's ground distances."""

    modified_hausdorff = staticmethod(modified_hausdorff_by(cdist))


class sfm:
    """Section III: distances of the vectors."""

    @staticmethod
    def l1_distances(A, B):
        """City-block distances of dense rows."""
        return cdist(dense(A), dense(B), "cityblock")


class kcr:
    """Section 5."""

    gaussian_kernel = staticmethod(gaussian_kernel_by(lambda A, B: cdist(A, B, "sqeuclidean")))
