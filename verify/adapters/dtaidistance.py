"""dtaidistance: dynamic time warping, the root of the sum of squared costs.

Its ``inner_dist`` chooses between the squared and the plain Euclidean cost of two points; the first
is under a root, which the paper's sum is not, and is squared here.
"""

from dtaidistance import dtw_ndim

from gramcheck.verify.adapters.common import only, pair_by_pair, rows

distributions = ("dtaidistance",)
INNER = {"euclidean": "euclidean", "sqeuclidean": "squared euclidean"}
lacks = {"d2ke.dtw": ["window"], "d2ke.cdist": ["window"]}  # its window counts otherwise


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean"):
        """The sum of local costs, as the paper's."""
        found = dtw_ndim.distance(rows(x), rows(y), inner_dist=INNER[local_cost], use_c=True)
        return found**2 if local_cost == "sqeuclidean" else found

    cdist = staticmethod(only("dtw")(pair_by_pair(dtw)))
