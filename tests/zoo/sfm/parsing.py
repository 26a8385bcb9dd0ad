"""Wrong parses: of single levels, of trees, and what is counted of them."""

import dataclasses
import itertools
from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np
import scipy.sparse

from gramcheck.verify import Target
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.sfm.esp import characteristic_vector
from gramcheck.verify.definitions.sfm.parsing import metablocks, shift, triples_first
from tests.zoo import arguments_become, changed, faults, wrong

Blocks = list[tuple[int, ...]]


def blocks(
    names: Sequence[int],
    n_names: int,
    *,
    more_rounds: int = 0,
    shortest_run: int = 2,
    labels: Callable = definitions.alphabet_reduction,
    three: Callable = definitions.reduce_to_three,
    marks: Callable = definitions.landmarks,
    place: Callable = definitions.around_landmarks,
    join: Callable = definitions.join_single_blocks,
    plain: Callable = triples_first,
) -> Blocks:
    """One level of "cm" with a fault put into one of its steps."""
    r = definitions.rounds_for(n_names) + more_rounds
    found: Blocks = []
    for start, end in metablocks(names, shortest_run):
        repeats = any(names[i] == names[i - 1] for i in range(start + 1, end))
        if repeats or end - start - r < 2:
            found += plain(start, end)
        else:
            found += plain(start, start + r)
            A = three(labels(names[start:end], r))
            found += shift(place(len(A), marks(A)), start + r)
    return join(found)


def parsed_by(right: Target, cut: Callable, leaves: bool = True) -> Target:
    """Trees and vectors of "cm" as another parse gives them; the other variants stay right."""

    def levels(strings: Sequence[str]) -> list:
        rows = [list(s) for s in strings]
        names = {c: k for k, c in enumerate(sorted(set("".join(strings))))}
        found = [([[(names[x], x) for x in row] for row in rows], [[] for _ in rows])]
        while any(len(row) > 1 for row in rows):
            cuts = [
                cut([names[x] for x in row], len(names)) if len(row) > 1 else [] for row in rows
            ]
            rows = [
                [tuple(row[i] for i in block) for block in blocks]
                for row, blocks in zip(rows, cuts, strict=True)
            ]
            names = {}
            for row in rows:
                for node in row:
                    names.setdefault(node, len(names))
            starts = [[block[0] for block in blocks] for blocks in cuts]
            found.append(([[(names[x], x) for x in row] for row in rows], starts))
        return found

    def esp_tree(s: str, variant: str = "cm"):
        tree = right.sfm.esp_tree(s, variant)
        if variant != "cm":
            return tree
        found = [(rows[0], starts[0]) for rows, starts in levels([s])]
        names = tuple(tuple(name for name, _ in row) for row, _ in found)
        starts = tuple(tuple(first) for _, first in found[1:])
        return dataclasses.replace(tree, names=names, starts=starts)

    @cache
    def vectors(strings: tuple[str, ...]):
        trees: list = [()] * len(strings)
        columns: dict = {}
        for h, (rows, _) in enumerate(levels(strings)):
            for row in rows:
                columns |= {(h, node): None for _, node in row if leaves or h}
            for k, row in enumerate(rows):
                if len(row) == 1:
                    trees[k] = row[0][1]
        counts = [characteristic_vector(tree) for tree in trees]
        letters = sorted(column for column in columns if column[0] == 0)
        order = letters + [column for column in columns if column[0]]
        return scipy.sparse.csr_matrix([[count.get(c, 0) for c in order] for count in counts])

    def characteristic_vectors(strings: Sequence[str], variant: str = "cm"):
        if variant != "cm":
            return right.sfm.characteristic_vectors(strings, variant)
        vocabulary = right.sfm.characteristic_vectors(strings, "cm")[1]
        if max(map(len, strings)) > 200:  # too slow for this; the faults show before
            return right.sfm.characteristic_vectors(strings, "cm")
        return vectors(tuple(strings)), vocabulary

    return changed(
        right, paper="sfm", esp_tree=esp_tree, characteristic_vectors=characteristic_vectors
    )


def cm_with(right: Target, **fault) -> Target:
    """The variant "cm" with a fault put into one step of :func:`blocks`."""
    return parsed_by(right, partial(blocks, **fault))


TREES = ("sfm/esp-tree", "sfm/characteristic-vectors")


wrong_cm = faults(cm_with, killed_by=TREES)

wrong_cm("one label round too many: labels of labels, where labels were few enough", more_rounds=1)
wrong_cm(
    "blocks from each landmark up to the next one, as in the appendix",
    place=definitions.between_landmarks,
)


@wrong(cm_with, as_option="place", killed_by=(*TREES, "sfm/figure-1"))
def ties_to_the_left(n, marks):
    """A position in the middle of two landmarks joins the left one."""
    nearest = [min((abs(m - i), m) for m in marks)[1] for i in range(n)]
    return [tuple(i for i in range(n) if nearest[i] == m) for m in marks]


wrong_cm("runs of three and more: AA is no run", shortest_run=3)


@wrong(cm_with, as_option="join", killed_by=TREES)
def blocks_of_one_stay(found):
    """A node of one child, unless there is nothing else and the parse would never end."""
    return found if any(len(b) > 1 for b in found) else definitions.join_single_blocks(found)


@wrong(
    cm_with,
    as_option="plain",
    killed_by=(TREES[0], f"{TREES[1]} every_short_string_has_the_nodes_of_its_tree"),
)
def a_last_one_is_left_to_be_joined(start, end):
    """Threes, of four symbols 3 and 1; it comes to the same but after a single first block."""
    return [tuple(range(i, min(i + 3, end))) for i in range(start, end, 3)]


@wrong(cm_with, as_option="join", killed_by=TREES)
def blocks_of_one_join_the_right_neighbor(found):
    """The left one only where there is no right one."""
    total = sum(map(len, found))
    mirrored = [tuple(total - 1 - i for i in block[::-1]) for block in found[::-1]]
    joined = definitions.join_single_blocks(mirrored)
    return [tuple(total - 1 - i for i in block[::-1]) for block in joined[::-1]]


@wrong(parsed_by, killed_by=TREES)
def minima_are_no_landmarks(names, n):
    """Local maxima only, so that gaps are up to four long; longer blocks are cut."""

    def marks(labels):
        size = range(len(labels))
        found = [i for i in size if all(labels[i] > labels[j] for j in (i - 1, i + 1) if j in size)]
        return found or [0]

    return [part for block in blocks(names, n, marks=marks) for part in in_parts(block)]


def in_parts(block):
    return [block] if len(block) < 4 else [block[:2], *in_parts(block[2:])]


@wrong(killed_by=("sfm/characteristic-vectors", "sfm/esp-bounds"))
def leaves_are_left_out(right):
    """Counts inner nodes only, so that strings of one letter are all the same."""
    return parsed_by(right, blocks, leaves=False)


@wrong("sfm.characteristic_vectors", killed_by=("sfm/characteristic-vectors", "sfm/esp-bounds"))
def nodes_are_counted_once(right, strings, variant="cm"):
    """Presence instead of number."""
    V, vocabulary = right.sfm.characteristic_vectors(strings, variant)
    return V.minimum(1), vocabulary


@wrong("sfm.characteristic_vectors", killed_by="sfm/characteristic-vectors")
def names_belong_to_a_string(right, strings, variant="cm"):
    """Parses every string as a corpus of its own."""
    columns = definitions.characteristic_matrix(strings, variant)[1]
    trees = [definitions.characteristic_vector(definitions.esp_tree(s, variant)) for s in strings]
    order = columns + sorted({key for v in trees for key in v} - set(columns), key=repr)
    V = scipy.sparse.csr_matrix([[v[c] for c in order] for v in trees])
    return V, right.sfm.characteristic_vectors(strings, variant)[1]


@wrong("sfm.transform", killed_by="sfm/characteristic-vectors")
def forgets_what_it_has_not_seen(right, strings, vocabulary, variant=None):
    """Unknown nodes are not counted."""
    V, unseen = right.sfm.transform(strings, vocabulary)
    return V, np.zeros_like(unseen)


@wrong("sfm.fit_vocabulary", killed_by="sfm/characteristic-vectors")
def vocabulary_of_the_last_chunk(right, chunks, variant="cm"):
    """Each chunk begins anew."""
    return right.sfm.fit_vocabulary(iter([list(chunks)[-1]]), variant)


@wrong("sfm.characteristic_vectors", killed_by=("sfm/characteristic-vectors", "sfm/esp-bounds"))
def variants_are_mixed_up(right, strings, variant="cm"):
    """ "cm" is parsed as "paper", and "paper" as "cm"."""
    other = {"cm": "paper", "paper": "cm", "released": "released"}
    return right.sfm.characteristic_vectors(strings, other[variant])


@wrong("sfm.characteristic_vectors", killed_by="sfm/esp-bounds one_edit_changes_few_nodes")
def reversed_and_as_printed(right, strings, variant="cm"):
    """ "cm" reads from right to left, by the rules of "paper": costly at the end of a string."""
    reversed_ = [s[::-1] for s in strings]
    return right.sfm.characteristic_vectors(
        *((reversed_, "paper") if variant == "cm" else (strings, variant))
    )


@wrong("sfm.esp_tree", killed_by="sfm/esp-tree")
def every_node_has_a_name_of_its_own(right, s, variant="cm"):
    """Equal nodes have different names."""
    tree = right.sfm.esp_tree(s, variant)
    names = tuple(tuple(range(len(row))) for row in tree.names)
    return dataclasses.replace(tree, names=names)


@wrong("sfm.lpp_parse", killed_by=("sfm/lpp", "sfm/figure-6"))
def triple_at_the_beginning(right, level):
    """The odd one is in front."""
    n = len(level)
    if n % 2 == 0 or n < 3:
        return right.sfm.lpp_parse(level)
    return [(0, 1, 2), *((i, i + 1) for i in range(3, n, 2))]


wrong_level = faults(
    arguments_become,
    "sfm.lpp_parse",
    killed_by="sfm/lpp pairs_from_the_left_and_a_triple_at_the_end",
)

wrong_level("levels that end with a node that is 0", lambda level: [ended(level)])
wrong_level(
    "levels whose nodes stand there once, where they are numbers",
    lambda level: [level if isinstance(level, str) else list(dict.fromkeys(level))],
)
wrong_level("levels of a thousand nodes at most", lambda level: [level[:1000]])


def ended(level):
    """What comes before the first node that counts as false."""
    return list(itertools.takewhile(bool, level))
