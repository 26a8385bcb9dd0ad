"""SFM, Appendix A: how one level of an ESP tree is cut into blocks of two or three.

A level is a sequence of integer names, a block a tuple of neighboring positions. ``cm_blocks`` is
the parsing of Cormode and Muthukrishnan (2007), ``paper_blocks`` the appendix as printed; both
finish by giving blocks of one position to a neighbor.

Where the appendix is silent, ``paper_blocks`` reads it so:

- a position in a run of five or more belongs to category (ii), never to (i) as well;
- category (iii) is every longest piece of what is left, so it may be long;
- the number of label rounds, the symbols without a label and short pieces are as in ``cm_blocks``;
- the block of landmark i reaches up to, not including, the next landmark, the last one to the end;
  what is in front of the first landmark is a block of its own;
- LPP of a single symbol is a block of one, and such blocks join a neighbor as in ``cm_blocks``.
"""

from collections.abc import Sequence
from itertools import pairwise

__all__ = [
    "alphabet_reduction",
    "around_landmarks",
    "between_landmarks",
    "cm_blocks",
    "join_single_blocks",
    "label",
    "landmarks",
    "lpp_parse",
    "maximal_runs",
    "paper_blocks",
    "paper_pieces",
    "reduce_to_three",
    "rounds_for",
    "triples_first",
]

Block = tuple[int, ...]


def lpp_parse(level: Sequence) -> list[Block]:
    """A-A1, left preferential parsing: pairs from the left; an odd length ends in a triple.

    The printed ranges do not cover the sequence (errata, S13). One symbol alone is one block.
    """
    n = len(level)
    if n % 2 == 0:
        return [(i, i + 1) for i in range(0, n, 2)]
    if n == 1:
        return [(0,)]
    return [(i, i + 1) for i in range(0, n - 3, 2)] + [(n - 3, n - 2, n - 1)]


def triples_first(start: int, end: int) -> list[Block]:
    """Rule 2 of ``cm``: triples while five or more remain; then 4 = 2 + 2, and 3, 2 or 1."""
    remaining = end - start
    if remaining == 0:
        return []
    if remaining >= 5 or remaining == 3:
        return [(start, start + 1, start + 2), *triples_first(start + 3, end)]
    if remaining == 4:
        return [(start, start + 1), (start + 2, start + 3)]
    return [tuple(range(start, end))]


def label(left: int, symbol: int) -> int:
    """A-B: 2 p + bit(p, symbol), p the lowest bit in which symbol and left differ (they must)."""
    p = 0
    while (left >> p) % 2 == (symbol >> p) % 2:
        p += 1
    return 2 * p + (symbol >> p) % 2


def alphabet_reduction(names: Sequence[int], rounds: int) -> list[int]:
    """A-B: ``rounds`` times, each symbol but the first is replaced by its label.

    Neighbors must differ; each round loses the first symbol, so len(names) - rounds labels remain.
    """
    symbols = list(names)
    for _ in range(rounds):
        symbols = [label(symbols[i - 1], symbols[i]) for i in range(1, len(symbols))]
    return symbols


def reduce_to_three(labels: Sequence[int]) -> list[int]:
    """A-B: from {0,...,5} to {0,1,2}: each 3, then 4, then 5 becomes the least free of 0, 1, 2."""
    A = list(labels)
    for c in (3, 4, 5):
        for i in range(len(A)):
            if A[i] == c:
                A[i] = min({0, 1, 2} - set(A[max(i - 1, 0) : i] + A[i + 1 : i + 2]))
    return A


def landmarks(labels: Sequence[int]) -> list[int]:
    """A-B: local maxima, and local minima not next to one; an end has only one neighbor to beat.

    A single label is a landmark.
    """

    def neighbors(i: int) -> list[int]:
        return [labels[j] for j in (i - 1, i + 1) if 0 <= j < len(labels)]

    positions = range(len(labels))
    maxima = [i for i in positions if all(labels[i] > a for a in neighbors(i))]
    minima = [i for i in positions if all(labels[i] < a for a in neighbors(i))]
    apart = [i for i in minima if i - 1 not in maxima and i + 1 not in maxima]
    return sorted({*maxima, *apart})


def rounds_for(n_names: int) -> int:
    """How many rounds bring ``n_names`` names to labels below 6 for sure: 0, 1, 2, 3 or 4."""
    return next(r for r, most in enumerate((6, 8, 16, 256, 2**64)) if n_names <= most)


def around_landmarks(n: int, marks: Sequence[int]) -> list[Block]:
    """Rule 4 of ``cm``: each of n positions joins its nearest landmark, of two the right one."""
    nearest = [-min((abs(m - i), -m) for m in marks)[1] for i in range(n)]
    return [tuple(i for i in range(n) if nearest[i] == m) for m in marks]


def between_landmarks(n: int, marks: Sequence[int]) -> list[Block]:
    """A-B, last sentence: from each landmark up to the next one; see the module's docstring."""
    cuts = sorted({0, *marks, n})
    return [tuple(range(i, j)) for i, j in pairwise(cuts)]


def maximal_runs(names: Sequence[int]) -> list[tuple[int, int]]:
    """(start, end) of each longest stretch of one symbol, from left to right, end excluded."""
    cuts = [i for i in range(1, len(names)) if names[i] != names[i - 1]]
    return list(zip([0, *cuts], [*cuts, len(names)], strict=True)) if names else []


def maximal_stretches(names: Sequence[int], start: int, end: int) -> list[tuple[int, int]]:
    """(start, end) of each longest stretch without equal neighbors between two positions."""
    cuts = [i for i in range(start + 1, end) if names[i] == names[i - 1]]
    return list(zip([start, *cuts], [*cuts, end], strict=True))


def shift(blocks: Sequence[Block], by: int) -> list[Block]:
    """The same blocks ``by`` positions further to the right."""
    return [tuple(i + by for i in block) for block in blocks]


def join_single_blocks(blocks: Sequence[Block]) -> list[Block]:
    """Rule 5 of ``cm``: from left to right, a block of one joins its left neighbor, else the right.

    1 + 1 = 2, 1 + 2 = 3, and four positions are cut into 2 + 2. A lone block of one stays.
    """
    blocks = list(blocks)
    k = 0
    while k < len(blocks):
        if len(blocks[k]) == 1 and len(blocks) > 1:
            first = max(k - 1, 0)  # the left one of the two that join
            joined = blocks[first] + blocks[first + 1]
            parts = [joined] if len(joined) < 4 else [joined[:2], joined[2:]]
            blocks[first : first + 2] = parts
            k = first + len(parts)
        else:
            k += 1
    return blocks


def cm_blocks(names: Sequence[int], n_names: int) -> list[Block]:
    """The parsing of Cormode and Muthukrishnan; ``n_names`` counts the names of the whole corpus.

    Rule 1: runs of two or more are metablocks of type 1, what is between them of type 2 or 3.
    """
    r = rounds_for(n_names)
    blocks: list[Block] = []
    for start, end in metablocks(names):
        of_type_1 = end - start >= 2 and names[start] == names[start + 1]
        of_type_3 = not of_type_1 and end - start - r < 2
        if of_type_1 or of_type_3:
            blocks += triples_first(start, end)
        else:  # of type 2, rule 3: the first r symbols have no label and are parsed as type 3
            blocks += triples_first(start, start + r)
            A = reduce_to_three(alphabet_reduction(names[start:end], r))
            blocks += shift(around_landmarks(len(A), landmarks(A)), start + r)
    return join_single_blocks(blocks)


def metablocks(names: Sequence[int], shortest: int = 2) -> list[tuple[int, int]]:
    """Runs of ``shortest`` or more, whole, and the longest pieces between them, left to right."""
    pieces: list[tuple[int, int]] = []
    between = 0  # where the piece began that no long run has ended yet
    for start, end in maximal_runs(names):
        if end - start >= shortest:
            if between < start:
                pieces.append((between, start))
            pieces.append((start, end))
            between = end
    if between < len(names):
        pieces.append((between, len(names)))
    return pieces


def paper_blocks(names: Sequence[int], n_names: int) -> list[Block]:
    """The appendix as printed (A-B), completed as the module's docstring says."""
    r = rounds_for(n_names)
    blocks: list[Block] = []
    for category, start, end in paper_pieces(names):
        if category == "i" and end - start - r >= 2:
            blocks += shift(lpp_parse(names[start : start + r]), start)
            A = reduce_to_three(alphabet_reduction(names[start:end], r))
            blocks += shift(between_landmarks(len(A), landmarks(A)), start + r)
        else:
            blocks += shift(lpp_parse(names[start:end]), start)
    return join_single_blocks(blocks)


def paper_pieces(names: Sequence[int]) -> list[tuple[str, int, int]]:
    """(category, start, end) from left to right: runs are (ii), then (i); what is left is (iii)."""
    pieces: list[tuple[str, int, int]] = []
    for start, end in metablocks(names, shortest=5):
        if end - start >= 5 and len(set(names[start:end])) == 1:
            pieces.append(("ii", start, end))
            continue
        left_over = start
        for i, j in maximal_stretches(names, start, end):
            if j - i >= 5:
                if left_over < i:
                    pieces.append(("iii", left_over, i))
                pieces.append(("i", i, j))
                left_over = j
        if left_over < end:
            pieces.append(("iii", left_over, end))
    return pieces
