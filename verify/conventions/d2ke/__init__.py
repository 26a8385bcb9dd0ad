"""D2KE: what implementations of the three distances and of the fit do instead."""

from gramcheck.verify.conventions.d2ke.sets import modified_hausdorff_conventions
from gramcheck.verify.conventions.d2ke.strings import levenshtein_conventions
from gramcheck.verify.conventions.d2ke.warping import (
    dtw_conventions,
    dtw_of_one_channel,
    dtw_transposed,
    dtw_window_conventions,
)
from gramcheck.verify.conventions.d2ke.weights import fit_conventions, fit_with_intercept

__all__ = [
    "dtw_conventions",
    "dtw_of_one_channel",
    "dtw_transposed",
    "dtw_window_conventions",
    "fit_conventions",
    "fit_with_intercept",
    "levenshtein_conventions",
    "modified_hausdorff_conventions",
]
