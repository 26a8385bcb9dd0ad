"""Levenshtein: the Levenshtein distance of two strings."""

import Levenshtein

distributions = ("Levenshtein",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(Levenshtein.distance)
