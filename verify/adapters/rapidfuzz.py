"""RapidFuzz: the Levenshtein distance, and all pairs of two collections at once."""

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from gramcheck.verify.adapters.common import only

distributions = ("rapidfuzz",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(Levenshtein.distance)

    @staticmethod
    @only("levenshtein")
    def cdist(X, Y):
        """All pairs."""
        return cdist(X, Y, scorer=Levenshtein.distance, dtype=np.int64)
