"""librosa: dynamic time warping, channels first; its band is a fraction of the lengths."""

from librosa.sequence import dtw as _dtw

from gramcheck.verify.adapters.common import as_rows, only, pair_by_pair

distributions = ("librosa",)
lacks = {"d2ke.dtw": ["window"], "d2ke.cdist": ["window"]}


class d2ke:
    """Section 5."""

    @staticmethod
    def dtw(x, y, local_cost="euclidean"):
        """The last entry of the accumulated costs."""
        return _dtw(as_rows(x).T, as_rows(y).T, metric=local_cost, backtrack=False)[-1, -1]

    cdist = staticmethod(only("dtw")(pair_by_pair(dtw)))
