"""genieclust: the Rand index of two partitions."""

import numpy as np
from genieclust.compare_partitions import rand_score

distributions = ("genieclust",)


class idealized:
    """Section 4, footnote 9."""

    @staticmethod
    def rand_index(labels, clusters):
        """Partitions are integers from 0 for it."""
        return rand_score(*(np.unique(each, return_inverse=True)[1] for each in (labels, clusters)))
