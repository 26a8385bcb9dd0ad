"""PyTorch: ``cdist`` in double precision, for distances and kernels of points."""

import torch

from gramcheck.verify.adapters.common import rows

distributions = ("torch",)


def points(A):
    """A tensor of rows."""
    return torch.from_numpy(rows(A).copy())


class d2ke:
    """Section 5, the modified Hausdorff distance from PyTorch's distances."""

    @staticmethod
    def modified_hausdorff(x, y):
        """Means of the nearest distances, the larger of the two."""
        D = torch.cdist(points(x), points(y))
        return max(D.min(dim=1).values.mean(), D.min(dim=0).values.mean()).item()


class sfm:
    """Eq. (1)."""

    @staticmethod
    def laplacian_kernel(V, W, beta):
        """Of dense rows."""
        V, W = (U.toarray() if hasattr(U, "toarray") else U for U in (V, W))
        return torch.exp(-torch.cdist(points(V), points(W), p=1) / beta).numpy()


class kcr:
    """Section 5."""

    @staticmethod
    def gaussian_kernel(A, B=None, s=1.0):
        """Euclidean distances, squared."""
        return torch.exp(-s * torch.cdist(points(A), points(A if B is None else B)) ** 2).numpy()
