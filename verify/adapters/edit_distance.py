"""edit-distance: the Levenshtein distance of two sequences, in Python."""

import edit_distance

distributions = ("edit-distance",)


class d2ke:
    """Section 5."""

    @staticmethod
    def levenshtein(x, y):
        """The first part of the answer; the second is the number of matches."""
        return edit_distance.edit_distance(x, y)[0]
