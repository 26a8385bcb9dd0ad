"""aeon: dynamic time warping with squared costs, channels first; its window is a fraction."""

from aeon.distances import dtw_distance

from gramcheck.verify.adapters.common import only, pair_by_pair, rows

distributions = ("aeon",)


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean", window=None):
        """Squared costs only; of the shorter length its window is a fraction, rounded down."""
        if local_cost != "sqeuclidean":
            raise NotImplementedError("local_cost")
        share = None if window is None else min(1.0, (window + 0.5) / min(len(x), len(y)))
        return dtw_distance(rows(x).T, rows(y).T, window=share)

    cdist = staticmethod(only("dtw")(pair_by_pair(dtw)))
