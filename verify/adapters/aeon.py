"""aeon: dynamic time warping with squared costs, channels first; its window is a fraction."""

from aeon.distances import dtw_distance

from gramcheck.verify.adapters.common import of_squared_costs, rows

distributions = ("aeon",)


class d2ke:
    """Section 5."""

    @staticmethod
    @of_squared_costs
    def dtw(x, y, window=None):
        """Of the shorter length its window is a fraction, rounded down."""
        share = None if window is None else min(1.0, (window + 0.5) / min(len(x), len(y)))
        return dtw_distance(rows(x).T, rows(y).T, window=share)
