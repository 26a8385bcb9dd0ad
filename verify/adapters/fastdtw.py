"""fastdtw: its exact dynamic time warping, with the cost of two points as it is given."""

import numpy as np
from fastdtw import dtw as _dtw

from gramcheck.verify.adapters.common import as_rows

distributions = ("fastdtw",)
lacks = {"d2ke.dtw": ["window"]}


def euclidean(a, b):
    """Norm of the difference of two points."""
    return float(np.linalg.norm(a - b))


def sqeuclidean(a, b):
    """Its square."""
    return float(np.sum((a - b) ** 2))


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean"):
        """The first part of the answer; the second is the path."""
        cost = {"euclidean": euclidean, "sqeuclidean": sqeuclidean}[local_cost]
        return _dtw(as_rows(x), as_rows(y), dist=cost)[0]
