"""GPyTorch: the Gaussian kernel exp(-||a - b||^2 / (2 l^2)) of a length scale l, in doubles."""

import gpytorch
import torch

from gramcheck.verify.adapters.common import rows

distributions = ("gpytorch",)


class kcr:
    """Section 5."""

    @staticmethod
    def gaussian_kernel(A, B=None, s=1.0):
        """A length scale that is a Python number would be rounded to single precision."""
        kernel = gpytorch.kernels.RBFKernel().double()
        kernel.lengthscale = torch.tensor(2 * s, dtype=torch.double) ** -0.5
        A, B = (torch.tensor(rows(points)) for points in (A, A if B is None else B))
        return kernel(A, B).to_dense().detach().numpy()
