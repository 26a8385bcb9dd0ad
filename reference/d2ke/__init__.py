"""D2KE: From Distance to Kernel and Embedding (Wu, Yen, Xu, Ravikumar, Witbrock 2018)."""

from reference.d2ke.distances import cdist, dtw, levenshtein, modified_hausdorff
from reference.d2ke.kernel import feature_map, kernel, soft_distance, softmin
from reference.d2ke.random_objects import (
    data_sample,
    enumerate_strings,
    random_series,
    random_sets,
    random_strings,
    representatives,
)

__all__ = [
    "cdist",
    "data_sample",
    "dtw",
    "enumerate_strings",
    "feature_map",
    "kernel",
    "levenshtein",
    "modified_hausdorff",
    "random_series",
    "random_sets",
    "random_strings",
    "representatives",
    "soft_distance",
    "softmin",
]
