"""aeon: dynamic time warping with squared costs, channels first; its window is a fraction."""

from aeon.distances import dtw_distance

from gramcheck.verify.adapters.common import only, pair_by_pair, rows

distributions = ("aeon",)
lacks = {"d2ke.dtw": ["window"], "d2ke.cdist": ["window"]}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean"):
        """Squared costs only."""
        if local_cost != "sqeuclidean":
            raise NotImplementedError("local_cost")
        return dtw_distance(rows(x).T, rows(y).T)

    cdist = staticmethod(only("dtw")(pair_by_pair(dtw)))
