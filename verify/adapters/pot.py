"""POT: ground distances of doubles, for the modified Hausdorff distance and the Gaussian kernel."""

from ot import dist

from gramcheck.verify.adapters.common import gaussian_kernel_by, modified_hausdorff_by, rows

distributions = ("POT",)


class d2ke:
    """Section 5."""

    modified_hausdorff = staticmethod(
        modified_hausdorff_by(lambda x, y: dist(rows(x), rows(y), metric="euclidean"))
    )


class kcr:
    """Section 5, by its default ground distance, which is squared."""

    gaussian_kernel = staticmethod(gaussian_kernel_by(lambda A, B: dist(rows(A), rows(B))))
