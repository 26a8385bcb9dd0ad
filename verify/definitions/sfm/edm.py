"""SFM, Section III: edit distance with moves, by breadth-first search.

The paper counts four operations, each at cost one: insertion, deletion and replacement of one
character, and the move of a substring. Its formula for a move puts S[i..j] in front of S[p] with
p > j, so to the right; a move to the left is the same exchange of two neighbors seen from the
other one, and moves to the end of the string (p = L + 1) are meant as well. Insertion is meant at
the end too. The proof that EDM is at most the L1 distance of characteristic vectors (errata, S7)
never replaces; ``replacement=False`` is the distance it is about, at least as large.
"""

from collections.abc import Iterator, Set

__all__ = [
    "edit_distance_with_moves",
    "edit_distances_with_moves_from",
    "moves",
    "moves_by_removal",
    "one_operation",
]


def moves(s: str) -> Iterator[str]:
    """All results of one move: two neighboring substrings s[i:j] and s[j:p] change places."""
    for i in range(len(s)):
        for j in range(i + 1, len(s)):
            for p in range(j + 1, len(s) + 1):
                yield s[:i] + s[j:p] + s[i:j] + s[p:]


def moves_by_removal(s: str) -> Iterator[str]:
    """The same in other words: take any substring out, put it back anywhere, left or right."""
    for i in range(len(s)):
        for j in range(i + 1, len(s) + 1):
            rest = s[:i] + s[j:]
            for p in range(len(rest) + 1):
                yield rest[:p] + s[i:j] + rest[p:]


def one_operation(s: str, letters: Set[str], replacement: bool = True) -> Iterator[str]:
    """All strings one operation of Section III away from s (s itself may be among them)."""
    for i in range(len(s) + 1):  # insertion at position i
        for a in letters:
            yield s[:i] + a + s[i:]
    for i in range(len(s)):  # deletion of s[i]
        yield s[:i] + s[i + 1 :]
    if replacement:
        for i in range(len(s)):  # replacement of s[i]
            for a in letters:
                yield s[:i] + a + s[i + 1 :]
    yield from moves(s)  # substring move


def edit_distances_with_moves_from(
    s: str, letters: Set[str], longest: int, replacement: bool = True
) -> dict[str, int]:
    """EDM from s to every string over ``letters`` of at most ``longest`` characters.

    A shortest way may delete first and insert last: what is inserted can be left out of the moves
    before (a replaced insertion is another insertion), and deletions are insertions seen from the
    other end. No string on it is then longer than both ends, so longer ones are not visited.
    """
    distances = {s: 0}
    border = [s]
    while border:
        reached = []
        for u in border:
            for v in one_operation(u, letters, replacement):
                if len(v) <= longest and v not in distances:
                    distances[v] = distances[u] + 1
                    reached.append(v)
        border = reached
    return distances


def edit_distance_with_moves(s: str, t: str, replacement: bool = True) -> int:
    """EDM(s, t): the smallest number of operations that turn s into t (Section III).

    NP-complete; for strings of up to seven or eight characters.
    """
    letters, longest = set(s + t), max(len(s), len(t))
    steps, border, seen = 0, {s}, {s}
    while t not in border:
        border = {v for u in border for v in one_operation(u, letters, replacement)} - seen
        border = {v for v in border if len(v) <= longest}
        seen |= border
        steps += 1
    return steps
