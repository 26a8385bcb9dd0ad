"""polyleven: the Levenshtein distance of two strings."""

import polyleven

distributions = ("polyleven",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(polyleven.levenshtein)
