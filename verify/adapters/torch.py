"""PyTorch: ``cdist`` in double precision, for distances and kernels of points."""

import torch

from gramcheck.verify.adapters.common import (
    dense,
    gaussian_kernel_by,
    modified_hausdorff_by,
    rows,
)

distributions = ("torch",)


def distances(A, B):
    """Euclidean ones."""
    return torch.cdist(torch.tensor(rows(A)), torch.tensor(rows(B)))


class d2ke:
    """Section 5."""

    modified_hausdorff = staticmethod(modified_hausdorff_by(distances))


class sfm:
    """Eq. (1)."""

    @staticmethod
    def laplacian_kernel(V, W, beta):
        """Of dense rows."""
        V, W = (torch.tensor(dense(U)) for U in (V, W))
        return torch.exp(-torch.cdist(V, W, p=1) / beta).numpy()


class kcr:
    """Section 5."""

    gaussian_kernel = staticmethod(gaussian_kernel_by(lambda A, B: distances(A, B) ** 2))
