"""NLTK: the Levenshtein distance of two strings, its ``edit_distance`` without transpositions."""

from nltk.metrics.distance import edit_distance

distributions = ("nltk",)


class d2ke:
    """Section 5."""

    @staticmethod
    def levenshtein(x, y):
        """It refuses strings of more than 2000 letters, for safety."""
        if max(len(x), len(y)) > 2000:
            raise NotImplementedError("strings of more than 2000 letters")
        return edit_distance(x, y)
