"""RapidFuzz: the Levenshtein distance, and all pairs of two collections at once."""

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

distributions = ("rapidfuzz",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(Levenshtein.distance)

    @staticmethod
    def cdist(X, Y, distance, **options):
        """All pairs of strings; options are of other distances."""
        if distance != "levenshtein":
            raise NotImplementedError(
                f"distance {distance if isinstance(distance, str) else 'of mine'}"
            )
        return cdist(X, Y, scorer=Levenshtein.distance, dtype=np.int64)
