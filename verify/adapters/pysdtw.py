"""pysdtw: soft dynamic time warping in PyTorch, which is -log of the global alignment kernel.

Its local costs are a function of one's own: here those of Cuturi's kernel.
"""

import numpy as np
import pysdtw
import torch

from gramcheck.verify.adapters.common import rows

distributions = ("pysdtw",)
lacks = {"sfm.global_alignment_kernel": ["triangular"]}


class sfm:
    """Section VII."""

    @staticmethod
    def global_alignment_kernel(X, Y, sigma, form="normalized"):
        """Soft minima with gamma = 1 add the kernel values of all alignments."""
        if any(isinstance(x, str) for x in (*X, *Y)):
            raise NotImplementedError("strings")

        def costs(x, y):
            half = ((x[:, :, None] - y[:, None]) ** 2).sum(-1) / (2 * sigma**2)
            return half + torch.log(2 - torch.exp(-half))

        soft_dtw = pysdtw.SoftDTW(gamma=1.0, dist_func=costs, use_cuda=False)

        def log_kernel(x, y):
            return -soft_dtw(*(torch.tensor(rows(z))[None] for z in (x, y))).item()

        K = np.array([[log_kernel(x, y) for y in Y] for x in X])
        if form == "normalized":
            K = K - np.add.outer(*([log_kernel(z, z) / 2 for z in Z] for Z in (X, Y)))
        return K if form == "log" else np.exp(K)
