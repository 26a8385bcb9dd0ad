"""jellyfish: the Levenshtein distance of two strings."""

import jellyfish

distributions = ("jellyfish",)
conventions = {"d2ke.levenshtein": "letters are grapheme clusters"}


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(jellyfish.levenshtein_distance)
