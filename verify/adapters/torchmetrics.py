"""TorchMetrics: the edit distance of texts, the Rand index, and distances of points in PyTorch.

Its Rand index is of PyTorch's default type, which is set to doubles.
"""

import torch
from torchmetrics.functional import pairwise_euclidean_distance, pairwise_manhattan_distance
from torchmetrics.functional.clustering import rand_score
from torchmetrics.functional.text import edit_distance

from gramcheck.verify.adapters.common import dense, gaussian_kernel_by, places, rows

distributions = ("torchmetrics", "torch")
torch.set_default_dtype(torch.float64)


def euclidean(A, B):
    """Distances of all pairs of points."""
    return pairwise_euclidean_distance(torch.tensor(rows(A)), torch.tensor(rows(B)))


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
        V, W = (torch.tensor(dense(U)) for U in (V, W))
        return torch.exp(-pairwise_manhattan_distance(V, W) / beta).numpy()


class idealized:
    """Section 4, footnote 9."""

    @staticmethod
    def rand_index(labels, clusters):
        """Of labels by their places among all."""
        return rand_score(*(torch.tensor(places(each)) for each in (labels, clusters))).item()


class kcr:
    """Section 5."""

    gaussian_kernel = staticmethod(gaussian_kernel_by(lambda A, B: euclidean(A, B) ** 2))
