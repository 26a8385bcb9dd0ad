"""pyts: dynamic time warping of one channel, the root of the sum of squared costs."""

import numpy as np
from pyts.metrics import dtw as _dtw

from gramcheck.verify.adapters.common import one_channel

distributions = ("pyts",)
COSTS = {"euclidean": "absolute", "sqeuclidean": "square"}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean", window=None):
        """Squared costs come under a root, absolute ones do not."""
        x, y = one_channel(x), one_channel(y)
        band = {}
        if window is not None:  # below the longer length
            shorter, longer = sorted((len(x), len(y)))
            if shorter < 2:
                raise NotImplementedError("windows on series of one point")
            if shorter < longer and 2 * window < (longer - 1) / (shorter - 1):
                raise NotImplementedError("windows of less than half a step, which are widened")
            band = {"method": "sakoechiba", "options": {"window_size": min(window, longer - 1)}}
        found = _dtw(x, y, dist=COSTS[local_cost], **band)
        return np.square(found) if local_cost == "sqeuclidean" else found
