"""tslearn: dynamic time warping (the root of squared costs, squared here) and the GAK.

It has series and no strings, no taper of the GAK, and the logarithm of no kernel.
"""

import numpy as np
from tslearn.metrics import dtw as _dtw
from tslearn.metrics import gak

from gramcheck.verify.adapters.common import of_squared_costs

distributions = ("tslearn",)
lacks = {"sfm.global_alignment_kernel": ["triangular", "form"]}


class d2ke:
    """Section 5."""

    @staticmethod
    @of_squared_costs
    def dtw(x, y, window=None):
        """A band of as many diagonals on either side."""
        band = {}
        if window is not None:
            band = {"global_constraint": "sakoe_chiba", "sakoe_chiba_radius": window}
        return _dtw(x, y, **band) ** 2


class sfm:
    """Section VII."""

    @staticmethod
    def global_alignment_kernel(X, Y, sigma):
        """Normalized, of all pairs."""
        if any(isinstance(x, str) for x in (*X, *Y)):
            raise NotImplementedError("strings")
        return np.array([[gak(x, y, sigma=sigma) for y in Y] for x in X])
