"""sktime: dynamic time warping of series of one length with squared costs, channels first."""

from sktime.dists_kernels._numba_distances import dtw_distance

from gramcheck.verify.adapters.common import of_squared_costs, rows

distributions = ("sktime", "numba")
lacks = {"d2ke.dtw": ["window"]}  # its window is a fraction


class d2ke:
    """Section 5."""

    @staticmethod
    @of_squared_costs
    def dtw(x, y):
        """A table of one column is a series of one channel for it, whatever its other is."""
        x, y = rows(x), rows(y)
        if len(x) != len(y):
            raise NotImplementedError("series of different lengths")
        if len(x) == 1 < x.shape[1]:
            raise NotImplementedError("one point of several channels")
        return dtw_distance(x.T, y.T)
