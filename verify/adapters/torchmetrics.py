"""TorchMetrics: the edit distance of texts, the Rand index, and distances of points in PyTorch.

Its Rand index is of PyTorch's default type, which is set to doubles.
"""

import numpy as np
import torch
from torchmetrics.functional import pairwise_euclidean_distance, pairwise_manhattan_distance
from torchmetrics.functional.clustering import rand_score
from torchmetrics.functional.text import edit_distance

from gramcheck.verify.adapters.common import rows

distributions = ("torchmetrics", "torch")
torch.set_default_dtype(torch.float64)


class d2ke:
    """Section 5."""

    @staticmethod
    def levenshtein(x, y):
        """Of two collections of one text each."""
        return edit_distance([x], [y], reduction=None).item()


class sfm:
    """Eq. (1)."""

    @staticmethod
    def laplacian_kernel(V, W, beta):
        """Of dense rows."""
        V, W = (torch.tensor(rows(U.toarray() if hasattr(U, "toarray") else U)) for U in (V, W))
        return torch.exp(-pairwise_manhattan_distance(V, W) / beta).numpy()


class idealized:
    """Section 4, footnote 9."""

    @staticmethod
    def rand_index(labels, clusters):
        """Of labels by their places among all."""
        places = (np.unique(each, return_inverse=True)[1] for each in (labels, clusters))
        return rand_score(*map(torch.tensor, places)).item()


class kcr:
    """Section 5."""

    @staticmethod
    def gaussian_kernel(A, B=None, s=1.0):
        """Euclidean distances, squared."""
        A, B = (torch.tensor(rows(points)) for points in (A, A if B is None else B))
        return torch.exp(-s * pairwise_euclidean_distance(A, B) ** 2).numpy()
