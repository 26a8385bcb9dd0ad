"""weighted-levenshtein: the Levenshtein distance of two strings of ASCII letters, weights all 1."""

from weighted_levenshtein import lev

distributions = ("weighted-levenshtein",)


class d2ke:
    """Section 5."""

    @staticmethod
    def levenshtein(x, y):
        """Its tables of weights have 128 letters."""
        if not (x + y).isascii():
            raise NotImplementedError("letters beyond ASCII")
        return lev(x, y)
