"""editdistance: the Levenshtein distance of two strings."""

import editdistance

distributions = ("editdistance",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(editdistance.eval)
