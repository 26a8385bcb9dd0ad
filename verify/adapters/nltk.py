"""NLTK: the Levenshtein distance of two strings, its ``edit_distance`` without transpositions."""

from nltk.metrics.distance import edit_distance

distributions = ("nltk",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(edit_distance)
