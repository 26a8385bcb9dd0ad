"""traj-dist-rs: dynamic time warping of trajectories in the plane, contiguous arrays of doubles."""

import numpy as np
from traj_dist_rs import dtw as _dtw

from gramcheck.verify.adapters.common import rows

distributions = ("traj-dist-rs",)
lacks = {"d2ke.dtw": ["window"]}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean"):
        """Two channels and Euclidean costs only."""
        if local_cost != "euclidean":
            raise NotImplementedError("local_cost")
        if np.ndim(x) != 2 or np.shape(x)[1] != 2:
            raise NotImplementedError("series that are not in the plane")
        return _dtw(*map(np.ascontiguousarray, (rows(x), rows(y))), "euclidean").distance
