"""sktime: dynamic time warping of series of one length with squared costs, channels first."""

from sktime.dists_kernels._numba_distances import dtw_distance

from gramcheck.verify.adapters.common import all_pairs, of_squared_costs, rows

distributions = ("sktime", "numba")
lacks = {"d2ke.dtw": ["window"], "d2ke.cdist": ["window"]}  # its window is a fraction


class d2ke:
    """Section 5."""

    @staticmethod
    @of_squared_costs
    def dtw(x, y):
        """One point of several channels would be taken for a series of one."""
        if len(x) != len(y):
            raise NotImplementedError("series of different lengths")
        return dtw_distance(rows(x).T, rows(y).T)

    cdist = staticmethod(all_pairs(dtw))
