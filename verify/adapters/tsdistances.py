"""tsdistances: dynamic time warping of one channel, squared costs; its band is a fraction."""

from tsdistances import dtw_distance

from gramcheck.verify.adapters.common import of_squared_costs, one_channel

distributions = ("tsdistances",)
lacks = {"d2ke.dtw": ["window"]}


class d2ke:
    """Section 5."""

    @staticmethod
    @of_squared_costs
    def dtw(x, y):
        """Of what its band is a fraction is not said."""
        return dtw_distance(one_channel(x), one_channel(y))
