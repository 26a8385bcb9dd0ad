"""wildboar: dynamic time warping of one channel, the root of the sum of squared costs."""

from wildboar.distance.dtw import dtw_distance

from gramcheck.verify.adapters.common import one_channel, only, pair_by_pair

distributions = ("wildboar",)
lacks = {"d2ke.dtw": ["window"], "d2ke.cdist": ["window"]}  # its window is a fraction


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean"):
        """Squared costs only."""
        if local_cost != "sqeuclidean":
            raise NotImplementedError("local_cost")
        return dtw_distance(one_channel(x), one_channel(y)) ** 2

    cdist = staticmethod(only("dtw")(pair_by_pair(dtw)))
