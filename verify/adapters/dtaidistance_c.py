"""dtaidistance: the same by its code in C, which takes arrays of double precision only."""

from dtaidistance import dtw_ndim

from gramcheck.verify.adapters.common import rows

distributions = ("dtaidistance",)
INNER = {"euclidean": "euclidean", "sqeuclidean": "squared euclidean"}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean", window=None):
        """The sum of local costs, as the paper's; its window is 1 for the diagonal alone."""
        window = window if window is None else window + 1
        options = {"inner_dist": INNER[local_cost], "window": window, "use_c": True}
        found = dtw_ndim.distance(rows(x), rows(y), **options)
        return found**2 if local_cost == "sqeuclidean" else found
