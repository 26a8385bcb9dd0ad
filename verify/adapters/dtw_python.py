"""dtw-python: dynamic time warping with the step pattern "symmetric1", which weighs steps alike."""

from dtw import dtw as _dtw

from gramcheck.verify.adapters.common import as_rows

distributions = ("dtw-python",)
conventions = {
    "d2ke.dtw": "the window as |i - j| <= w: a band that is not widened where lengths differ"
}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean", window=None):
        """Of the alignment, the distance."""
        options = {"step_pattern": "symmetric1", "dist_method": local_cost, "distance_only": True}
        if window is not None:
            options |= {"window_type": "sakoechiba", "window_args": {"window_size": window}}
        return _dtw(as_rows(x), as_rows(y), **options).distance
