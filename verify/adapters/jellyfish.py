"""jellyfish: the Levenshtein distance of two strings."""

import jellyfish

distributions = ("jellyfish",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(jellyfish.levenshtein_distance)
