"""pyts: dynamic time warping of one channel, the root of the sum of squared costs."""

import numpy as np
from pyts.metrics import dtw as _dtw

from gramcheck.verify.adapters.common import one_channel, only, pair_by_pair

distributions = ("pyts",)
lacks = {"d2ke.dtw": ["window"], "d2ke.cdist": ["window"]}  # its window counts otherwise
COSTS = {"euclidean": "absolute", "sqeuclidean": "square"}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean"):
        """Squared costs come under a root, absolute ones do not."""
        x, y = one_channel(x), one_channel(y)
        found = _dtw(x, y, dist=COSTS[local_cost])
        return np.square(found) if local_cost == "sqeuclidean" else found

    cdist = staticmethod(only("dtw")(pair_by_pair(dtw)))
