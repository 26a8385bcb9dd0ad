"""similaritymeasures: dynamic time warping of curves, with the local costs of SciPy."""

from similaritymeasures import dtw as _dtw

from gramcheck.verify.adapters.common import as_rows

distributions = ("similaritymeasures",)
lacks = {"d2ke.dtw": ["window"]}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean"):
        """The first part of the answer; the second are the accumulated costs."""
        return _dtw(as_rows(x), as_rows(y), metric=local_cost)[0]
