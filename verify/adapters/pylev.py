"""pylev: the Levenshtein distance of two strings, in Python."""

import pylev

distributions = ("pylev",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(pylev.levenshtein)
