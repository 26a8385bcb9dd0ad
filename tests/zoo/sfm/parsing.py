"""Wrong parses: of single levels, of trees, and what is counted of them."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import scipy.sparse

from gramcheck.verify import Target
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.sfm.esp import characteristic_vector
from gramcheck.verify.definitions.sfm.parsing import metablocks, shift, triples_first
from tests.zoo import changed, wrong

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
) -> Blocks:
    """One level of "cm" with a fault put into one of its steps."""
    r = definitions.rounds_for(n_names) + more_rounds
    found: Blocks = []
    for start, end in metablocks(names, shortest_run):
        repeats = any(names[i] == names[i - 1] for i in range(start + 1, end))
        if repeats or end - start - r < 2:
            found += triples_first(start, end)
        else:
            found += triples_first(start, start + r)
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
        if variant != "cm":
            return right.sfm.esp_tree(s, variant)
        found = [(rows[0], starts[0]) for rows, starts in levels([s])]
        names = tuple(tuple(name for name, _ in row) for row, _ in found)
        starts = tuple(tuple(first) for _, first in found[1:])
        return SimpleNamespace(string=s, variant="cm", names=names, starts=starts)

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
        return scipy.sparse.csr_matrix([[count[c] for c in order] for count in counts])

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


@wrong(killed_by=TREES)
def one_label_round_too_many(right):
    """Labels of labels, where labels were few enough."""
    return cm_with(right, more_rounds=1)


@wrong(killed_by=TREES)
def blocks_between_landmarks(right):
    """From each landmark up to the next one, as in the appendix."""
    return cm_with(right, place=definitions.between_landmarks)


@wrong(killed_by=(*TREES, "sfm/figure-1"))
def ties_to_the_left(right):
    """A position in the middle of two landmarks joins the left one."""

    def place(n, marks):
        nearest = [min((abs(m - i), m) for m in marks)[1] for i in range(n)]
        return [tuple(i for i in range(n) if nearest[i] == m) for m in marks]

    return cm_with(right, place=place)


@wrong(killed_by=TREES)
def runs_of_three_and_more(right):
    """AA is no run."""
    return cm_with(right, shortest_run=3)


@wrong(killed_by=TREES)
def blocks_of_one_stay(right):
    """A node of one child, unless there is nothing else and the parse would never end."""

    def join(found):
        return found if any(len(b) > 1 for b in found) else definitions.join_single_blocks(found)

    return cm_with(right, join=join)


@wrong(killed_by=TREES)
def blocks_of_one_join_the_right_neighbor(right):
    """The left one only where there is no right one."""

    def join(found):
        total = sum(map(len, found))
        mirrored = [tuple(total - 1 - i for i in block[::-1]) for block in found[::-1]]
        joined = definitions.join_single_blocks(mirrored)
        return [tuple(total - 1 - i for i in block[::-1]) for block in joined[::-1]]

    return cm_with(right, join=join)


@wrong(killed_by=TREES)
def minima_are_no_landmarks(right):
    """Local maxima only, so that gaps are up to four long; longer blocks are cut."""

    def marks(labels):
        size = range(len(labels))
        found = [i for i in size if all(labels[i] > labels[j] for j in (i - 1, i + 1) if j in size)]
        return found or [0]

    def cut(names, n):
        found = blocks(names, n, marks=marks)
        return [part for block in found for part in in_parts(block)]

    return parsed_by(right, cut)


def in_parts(block):
    return [block] if len(block) < 4 else [block[:2], *in_parts(block[2:])]


@wrong(killed_by=("sfm/characteristic-vectors", "sfm/esp-bounds"))
def leaves_are_left_out(right):
    """Counts inner nodes only, so that strings of one letter are all the same."""
    return parsed_by(right, blocks, leaves=False)


@wrong(killed_by=("sfm/characteristic-vectors", "sfm/esp-bounds"))
def nodes_are_counted_once(right):
    """Presence instead of number."""

    def characteristic_vectors(strings, variant="cm"):
        V, vocabulary = right.sfm.characteristic_vectors(strings, variant)
        return V.minimum(1), vocabulary

    return changed(right, paper="sfm", characteristic_vectors=characteristic_vectors)


@wrong(killed_by="sfm/characteristic-vectors")
def names_belong_to_a_string(right):
    """Parses every string as a corpus of its own."""

    def characteristic_vectors(strings, variant="cm"):
        columns = definitions.characteristic_matrix(strings, variant)[1]
        trees = [
            definitions.characteristic_vector(definitions.esp_tree(s, variant)) for s in strings
        ]
        order = columns + sorted({key for v in trees for key in v} - set(columns), key=repr)
        V = scipy.sparse.csr_matrix([[v[c] for c in order] for v in trees])
        return V, right.sfm.characteristic_vectors(strings, variant)[1]

    return changed(right, paper="sfm", characteristic_vectors=characteristic_vectors)


@wrong(killed_by="sfm/characteristic-vectors")
def forgets_what_it_has_not_seen(right):
    """Unknown nodes are not counted."""

    def transform(strings, vocabulary, variant=None):
        V, unseen = right.sfm.transform(strings, vocabulary)
        return V, np.zeros_like(unseen)

    return changed(right, paper="sfm", transform=transform)


@wrong(killed_by="sfm/characteristic-vectors")
def vocabulary_of_the_last_chunk(right):
    """Each chunk begins anew."""

    def fit_vocabulary(chunks, variant="cm"):
        return right.sfm.fit_vocabulary(iter([list(chunks)[-1]]), variant)

    return changed(right, paper="sfm", fit_vocabulary=fit_vocabulary)


@wrong(killed_by=("sfm/characteristic-vectors", "sfm/esp-bounds"))
def variants_are_mixed_up(right):
    """ "cm" is parsed as "paper", and "paper" as "cm"."""
    other = {"cm": "paper", "paper": "cm", "released": "released"}

    def characteristic_vectors(strings, variant="cm"):
        return right.sfm.characteristic_vectors(strings, other[variant])

    return changed(right, paper="sfm", characteristic_vectors=characteristic_vectors)


def with_names(right, rename):
    """Trees whose names are others; their shape stays right."""

    def esp_tree(s, variant="cm"):
        tree = right.sfm.esp_tree(s, variant)
        names = tuple(tuple(rename(k, row)) for k, row in enumerate(tree.names))
        return SimpleNamespace(string=s, variant=variant, names=names, starts=tree.starts)

    return changed(right, paper="sfm", esp_tree=esp_tree)


@wrong(killed_by="sfm/esp-tree")
def every_node_has_a_name_of_its_own(right):
    """Equal nodes have different names."""
    return with_names(right, lambda level, row: range(len(row)))


@wrong(killed_by=("sfm/lpp", "sfm/figure-6"))
def triple_at_the_beginning(right):
    """The odd one is in front."""

    def lpp_parse(level):
        n = len(level)
        if n % 2 == 0 or n < 3:
            return right.sfm.lpp_parse(level)
        return [(0, 1, 2), *((i, i + 1) for i in range(3, n, 2))]

    return changed(right, paper="sfm", lpp_parse=lpp_parse)


def labels_become(right, label):
    """``label(left neighbor, name)`` is the label of one round."""

    def alphabet_reduction(names, rounds):
        names = list(names)
        for _ in range(rounds):
            names = [label(a, b) for a, b in pairwise(names)]
        return names

    return changed(right, paper="sfm", alphabet_reduction=alphabet_reduction)


@wrong(killed_by=("sfm/alphabet-reduction", "sfm/figure-7"))
def bits_are_counted_from_one(right):
    """l = 1 is the lowest bit."""
    return labels_become(right, lambda a, b: definitions.label(a, b) + 2)


@wrong(killed_by=("sfm/alphabet-reduction", "sfm/figure-7"))
def bit_of_the_left_neighbor(right):
    """The label ends in the other one's bit."""
    return labels_become(right, lambda a, b: definitions.label(a, b) ^ 1)


@wrong(killed_by="sfm/alphabet-reduction")
def names_of_32_bits(right):
    """Drops what is above."""

    def alphabet_reduction(names, rounds):
        names = [int(a) % 2**32 for a in names]
        names = [a for k, a in enumerate(names) if k == 0 or a != names[k - 1]]
        return right.sfm.alphabet_reduction(names, rounds)

    return changed(right, paper="sfm", alphabet_reduction=alphabet_reduction)


@wrong(killed_by="sfm/alphabet-reduction")
def names_with_a_sign(right):
    """Those of 64 bits turn negative where no round replaces them."""

    def alphabet_reduction(names, rounds):
        return np.asarray(right.sfm.alphabet_reduction(names, rounds)).astype(np.int64)

    return changed(right, paper="sfm", alphabet_reduction=alphabet_reduction)


@wrong(killed_by="sfm/alphabet-reduction")
def rounds_as_for_one_name_fewer(right):
    """Six names are taken to need a round."""

    def rounds_needed(n_names):
        return right.sfm.rounds_needed(min(n_names + 1, 2**64))

    return changed(right, paper="sfm", rounds_needed=rounds_needed)


@wrong(killed_by=("sfm/alphabet-reduction", "sfm/figure-7"))
def takes_the_largest_free_label(right):
    """As the published program does."""

    def reduce_to_three(labels):
        return right.sfm.reduce_to_three(labels, "largest")

    return changed(right, paper="sfm", reduce_to_three=reduce_to_three)


@wrong(killed_by="sfm/alphabet-reduction")
def five_goes_before_three(right):
    """5, 4, 3 in this order."""

    def reduce_to_three(labels):
        A = list(labels)
        for c in (5, 4, 3):
            for i in range(len(A)):
                if A[i] == c:
                    A[i] = min({0, 1, 2} - {*A[max(i - 1, 0) : i], *A[i + 1 : i + 2]})
        return A

    return changed(right, paper="sfm", reduce_to_three=reduce_to_three)


@wrong(killed_by=("sfm/landmarks", "sfm/figure-7"))
def ends_are_no_landmarks(right):
    """Only positions with two neighbors are compared."""

    def landmarks(labels):
        last = len(labels) - 1
        return [i for i in right.sfm.landmarks(labels) if 0 < i < last] or [0]

    return changed(right, paper="sfm", landmarks=landmarks)


@wrong(killed_by="sfm/landmarks")
def every_extremum_is_a_landmark(right):
    """Minima next to maxima as well."""

    def landmarks(labels):
        A = list(labels)
        near = lambda i: [A[j] for j in (i - 1, i + 1) if 0 <= j < len(A)]  # noqa: E731
        return [
            i
            for i in range(len(A))
            if all(A[i] > a for a in near(i)) or all(A[i] < a for a in near(i))
        ]

    return changed(right, paper="sfm", landmarks=landmarks)
