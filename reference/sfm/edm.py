"""Section III: the edit distance with moves, exact for short strings.

EDM(S, S') is the least number of operations that turn S into S', each the insertion, deletion or
replacement of a character or the move of a substring. Finding it is NP-complete. Here it is found
by breadth-first search from both ends, which is feasible up to about ten characters.

Every operation can be undone by one operation, so EDM is a metric, that of the graph whose edges
are operations. Letters that occur in neither string never help: if they are left out of a shortest
sequence, each of its operations is still one operation or none.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from gramcheck.reference import check

_MOST_STRINGS = 2_000_000


def edit_distance_with_moves(
    s: str, t: str, replacements: bool = True, most_strings: int = _MOST_STRINGS
) -> int:
    """EDM of two short strings, Section III.

    The search goes on from s or from t, always from the side whose last level has fewer strings,
    until the two sides meet. Since whole levels are compared, they first meet on a shortest path.

    Parameters
    ----------
    s, t : str
        May be empty.
    replacements : bool
        Whether a replacement is one operation, as in the paper, or two.
    most_strings : int
        Where the search would visit more strings, or a string has more moves, it is refused. A
        string takes some 50 bytes and its letters.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        ``s`` or ``t`` no str, ``replacements`` not True or False.
    ValueError
        The search exceeds ``most_strings``: the strings are too long, or too different.
    """
    s, t = check.string("s", s), check.string("t", t)
    replacements = check.flag("replacements", replacements)
    most_strings = check.integer("most_strings", most_strings, 1)
    letters = "".join(sorted(set(s + t)))
    near, far = {s}, {t}
    edge_near, edge_far = near, far  # the strings of the last level
    distance = 0
    while near.isdisjoint(edge_far):
        if len(edge_near) > len(edge_far):
            near, far, edge_near, edge_far = far, near, edge_far, edge_near
        reached: set[str] = set()
        for string in edge_near:
            too_long = comb(len(string) + 1, 3) > most_strings  # moves, one for each i < j < k
            if not too_long:
                reached |= set(_one_operation(string, letters, replacements)) - near
            if too_long or len(near) + len(far) + len(reached) > most_strings:
                raise ValueError(
                    f"s and t must be shorter or closer, got {check.shown(s)} and "
                    f"{check.shown(t)}: more than {most_strings} strings to visit"
                )
        edge_near = reached
        near = near | reached
        distance += 1
    return distance


def _one_operation(s: str, letters: str, replacements: bool) -> Iterator[str]:
    """The strings that one operation makes of s, some more than once, and s itself among them."""
    n = len(s)
    for i in range(n + 1):
        for letter in letters:
            yield s[:i] + letter + s[i:]
    for i in range(n):
        yield s[:i] + s[i + 1 :]
        if replacements:
            for letter in letters:
                yield s[:i] + letter + s[i + 1 :]
    # A move exchanges a substring with the one next to it that it passes.
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n + 1):
                yield s[:i] + s[j:k] + s[i:j] + s[k:]
