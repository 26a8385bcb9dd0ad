"""pyxDamerauLevenshtein: an edit distance in which an exchange of neighbors is one edit."""

from pyxdameraulevenshtein import damerau_levenshtein_distance

distributions = ("pyxDamerauLevenshtein",)
conventions = {"d2ke.levenshtein": "a count in which a transposition is one edit"}


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(damerau_levenshtein_distance)
