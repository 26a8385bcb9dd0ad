"""wildboar: dynamic time warping of one channel, the root of the sum of squared costs."""

from wildboar.distance.dtw import dtw_distance

from gramcheck.verify.adapters.common import of_squared_costs, one_channel

distributions = ("wildboar", "scikit-learn")  # with 1.8 of the second the first raises


class d2ke:
    """Section 5."""

    @staticmethod
    @of_squared_costs
    def dtw(x, y, window=None):
        """Of the longer length its window is a fraction, rounded down."""
        share = 1.0 if window is None else min(1.0, (window + 0.5) / max(len(x), len(y)))
        return dtw_distance(one_channel(x), one_channel(y), r=share) ** 2
