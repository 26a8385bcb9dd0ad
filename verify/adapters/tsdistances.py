"""tsdistances: dynamic time warping of one channel, squared costs; its band is a fraction."""

from tsdistances import dtw_distance

from gramcheck.verify.adapters.common import one_channel, only, pair_by_pair

distributions = ("tsdistances",)
lacks = {"d2ke.dtw": ["window"], "d2ke.cdist": ["window"]}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean"):
        """Squared costs only."""
        if local_cost != "sqeuclidean":
            raise NotImplementedError("local_cost")
        return dtw_distance(one_channel(x), one_channel(y))

    cdist = staticmethod(only("dtw")(pair_by_pair(dtw)))
