"""fast-edit-distance: the Levenshtein distance of two strings."""

from fast_edit_distance import edit_distance

distributions = ("fast-edit-distance",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(edit_distance)
