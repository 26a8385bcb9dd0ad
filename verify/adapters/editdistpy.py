"""editdistpy: the Levenshtein distance of two strings, up to a largest one that must be given."""

from editdistpy import levenshtein_distance

distributions = ("editdistpy",)


class d2ke:
    """Section 5."""

    @staticmethod
    def levenshtein(x, y):
        """No distance is above the longer length."""
        return levenshtein_distance(x, y, max(len(x), len(y)))
