"""pyxDamerauLevenshtein: an edit distance in which an exchange of neighbors is one edit."""

from pyxdameraulevenshtein import damerau_levenshtein_distance

distributions = ("pyxDamerauLevenshtein",)
conventions = {"d2ke.levenshtein": "an exchange of two neighbors is one edit (Damerau)"}


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(damerau_levenshtein_distance)
