"""strsimpy: the Levenshtein distance of two strings, in Python."""

from strsimpy.levenshtein import Levenshtein

distributions = ("strsimpy",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(Levenshtein().distance)
