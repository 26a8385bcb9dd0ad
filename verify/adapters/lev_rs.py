"""lev-rs: the Levenshtein distance of two strings, in Rust."""

import lev

distributions = ("lev-rs",)


class d2ke:
    """Section 5."""

    levenshtein = staticmethod(lev.distance)
