"""librosa: dynamic time warping, channels first; its band is a fraction of the lengths."""

from librosa.sequence import dtw as _dtw

from gramcheck.verify.adapters.common import as_rows

distributions = ("librosa",)


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean", window=None):
        """The last entry of the accumulated costs; the band excludes its edge."""
        options = {"metric": local_cost, "backtrack": False}
        if window is not None:
            options |= {"global_constraints": True, "band_rad": (window + 1) / min(len(x), len(y))}
        return _dtw(as_rows(x).T, as_rows(y).T, **options)[-1, -1]
