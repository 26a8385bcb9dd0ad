"""dtaidistance: dynamic time warping, the root of the sum of squared costs.

Its ``inner_dist`` chooses between the squared and the plain Euclidean cost of two points; the first
is under a root, which the paper's sum is not, and is squared here. Its default code is in Python.
"""

import numpy as np
from dtaidistance import dtw as one
from dtaidistance import dtw_ndim as many

distributions = ("dtaidistance",)
INNER = {"euclidean": "euclidean", "sqeuclidean": "squared euclidean"}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean", window=None):
        """The sum of local costs, as the paper's; its window is 1 for the diagonal alone."""
        distance = (one if np.ndim(x) == 1 else many).distance
        band = {"inner_dist": INNER[local_cost], "window": window if window is None else window + 1}
        found = distance(np.asarray(x), np.asarray(y), **band)
        return found**2 if local_cost == "sqeuclidean" else found
