"""kaldialign: the edit distance of two sequences of symbols, of speech recognition."""

from kaldialign import edit_distance

distributions = ("kaldialign",)


class d2ke:
    """Section 5."""

    @staticmethod
    def levenshtein(x, y):
        """Of the counts of errors, their total."""
        return edit_distance(x, y)["total"]
