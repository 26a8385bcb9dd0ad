"""textdistance: the Levenshtein distance of two strings, by its own code alone."""

from textdistance import Levenshtein

distributions = ("textdistance",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(Levenshtein(external=False))
