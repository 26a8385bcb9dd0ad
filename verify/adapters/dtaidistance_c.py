"""dtaidistance: the same by its code in C, which takes arrays of double precision only."""

from dtaidistance import dtw_ndim

from gramcheck.verify.adapters.common import all_pairs, rows

distributions = ("dtaidistance",)
INNER = {"euclidean": "euclidean", "sqeuclidean": "squared euclidean"}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean", window=None):
        """The sum of local costs, as the paper's; its window counts the diagonal as 1."""
        options = {"inner_dist": INNER[local_cost], "window": window, "use_c": True}
        found = dtw_ndim.distance(rows(x), rows(y), **options)
        return found**2 if local_cost == "sqeuclidean" else found

    cdist = staticmethod(all_pairs(dtw))
