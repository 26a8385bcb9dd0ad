"""sktime: dynamic time warping of series of one length with squared costs, channels first."""

from sktime.dists_kernels._numba_distances import dtw_distance

from gramcheck.verify.adapters.common import only, pair_by_pair, rows

distributions = ("sktime", "numba")
lacks = {"d2ke.dtw": ["window"], "d2ke.cdist": ["window"]}  # its window is a fraction


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean"):
        """Squared costs only."""
        if local_cost != "sqeuclidean":
            raise NotImplementedError("local_cost")
        if len(x) != len(y):
            raise NotImplementedError("series of different lengths")
        return dtw_distance(rows(x).T, rows(y).T)

    cdist = staticmethod(only("dtw")(pair_by_pair(dtw)))
