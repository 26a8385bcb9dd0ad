"""torchaudio: the Levenshtein distance of two sequences, in Python."""

from torchaudio.functional import edit_distance

distributions = ("torchaudio",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(edit_distance)
