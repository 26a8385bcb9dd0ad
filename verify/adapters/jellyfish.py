"""jellyfish: the Levenshtein distance of two strings."""

import jellyfish

distributions = ("jellyfish",)
conventions = {"d2ke.levenshtein": "the distance of grapheme clusters, letters with their accents"}


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(jellyfish.levenshtein_distance)
