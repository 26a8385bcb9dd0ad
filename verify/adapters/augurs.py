"""augurs: dynamic time warping of one channel, in Rust, which takes arrays of doubles only."""

from augurs import Dtw

from gramcheck.verify.adapters.common import one_channel, rows

distributions = ("augurs",)


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean", window=None):
        """Its "euclidean" is the root of squared costs, its "manhattan" has absolute ones."""
        kind = {"euclidean": "manhattan", "sqeuclidean": "euclidean"}[local_cost]
        x, y = one_channel(rows(x)), one_channel(rows(y))
        found = Dtw(window=window, distance_fn=kind).distance(x, y)
        return found**2 if local_cost == "sqeuclidean" else found
