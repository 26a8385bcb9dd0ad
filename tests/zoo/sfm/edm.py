"""Wrong edit distances with moves."""

from functools import cache

from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.sfm.edm import moves
from tests.zoo import changed, wrong


def searched(right, operations):
    """The distance by breadth-first search over other operations, insertions always among them."""

    @cache
    def distance(s, t):
        letters, longest = set(s + t), max(len(s), len(t))
        steps, border, seen = 0, {s}, {s}
        while t not in border:
            border = {v for u in border for v in operations(u, letters) if len(v) <= longest} - seen
            seen |= border
            steps += 1
        return steps

    return changed(right, paper="sfm", edit_distance_with_moves=distance)


@wrong("sfm.edit_distance_with_moves", killed_by="sfm/edm")
def replacement_is_two_operations(right, s, t):
    """A deletion and an insertion."""
    return right.sfm.edit_distance_with_moves(s, t, replacements=False)


@wrong(searched, killed_by="sfm/edm")
def only_single_letters_move(u, letters):
    """A block is moved letter by letter."""
    without = [(u[i], u[:i] + u[i + 1 :]) for i in range(len(u))]
    singles = {v[:p] + c + v[p:] for c, v in without for p in range(len(u))}
    return set(definitions.one_operation(u, letters)) - (set(moves(u)) - singles)


@wrong(searched, killed_by="sfm/edm")
def moves_do_not_reach_the_end(u, letters):
    """S[p] must exist, as in the letter of the formula."""
    before_the_end = {
        u[:i] + u[j:p] + u[i:j] + u[p:]
        for i in range(len(u))
        for j in range(i + 1, len(u))
        for p in range(j + 1, len(u))
    }
    return (set(definitions.one_operation(u, letters)) - set(moves(u))) | before_the_end


@wrong(killed_by="sfm/edm")
def no_moves_at_all(right):
    """The Levenshtein distance."""
    return changed(right, paper="sfm", edit_distance_with_moves=right.d2ke.levenshtein)


@wrong("sfm.edit_distance_with_moves", killed_by="sfm/edm")
def moves_are_free_of_direction_but_insertions_are_not(right, s, t):
    """Insertions cost two, so that the distance depends on the order."""
    return right.sfm.edit_distance_with_moves(s, t) + max(0, len(t) - len(s))
