"""symspellpy: the Levenshtein distance of two strings, up to a largest one that must be given."""

from symspellpy.editdistance import DistanceAlgorithm, EditDistance

distributions = ("symspellpy",)
COMPARER = EditDistance(DistanceAlgorithm.LEVENSHTEIN)


class d2ke:
    """Section 5."""

    @staticmethod
    def levenshtein(x, y):
        """No distance is above the longer length."""
        return COMPARER.compare(x, y, max(len(x), len(y)))
