"""Wrong left preferential parsing."""

from __future__ import annotations

from itertools import groupby, pairwise

from gramcheck.paper_checks.claims.sfm.lpp import mended_blocks
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, one_more

LPP = "sfm.lpp_parse"


def pairs_alone(parse: Function) -> Function:
    """A single node remains where the number is odd."""
    return lambda level: [tuple(range(i, min(i + 2, len(level)))) for i in range(0, len(level), 2)]


@instead
def from_the_right(parse: Function, level: list) -> list[tuple[int, ...]]:
    """Pairs from the right, the triple in front: an insertion in front shifts nothing."""
    last = len(level) - 1
    return [tuple(last - i for i in reversed(block)) for block in reversed(parse(level))]


def a_triple_always(parse: Function) -> Function:
    """The last block is a triple for an even number, too, and one node is alone before it."""

    def wrong(level: list) -> list[tuple[int, ...]]:
        *others, last = parse(level)
        if len(last) == 3 or not others:
            return [*others, last]
        return [*others[:-1], others[-1][:1], (others[-1][1], *last)]

    return wrong


@instead
def pairs_of_three_and_five(parse: Function, level: list) -> list[tuple[int, ...]]:
    """A single node remains of three or five nodes; all other levels are right."""
    return pairs_alone(parse)(level) if len(level) in (3, 5) else parse(level)


@instead
def each_run_by_itself(parse: Function, level: list) -> list[tuple[int, ...]]:
    """No block has two letters; one that stands alone is its own block."""
    ends = [0]
    for _, run in groupby(level):
        ends.append(ends[-1] + len(list(run)))
    blocks = []
    for begin, end in pairwise(ends):
        of_run = parse(level[begin:end]) if end - begin > 1 else [(0,)]
        blocks += [tuple(begin + place for place in block) for block in of_run]
    return blocks


def as_mended(blocks: Function) -> Function:
    """Ranges of pairs and of the triple that cover every place."""
    return mended_blocks


for _wrong in (pairs_alone, from_the_right):
    falsify("sfm/lpp", "errata/S13", "sfm/figure-6-text", wrong={LPP: _wrong})
for _wrong in (a_triple_always, pairs_of_three_and_five, each_run_by_itself):
    falsify("sfm/lpp", "errata/S13", wrong={LPP: _wrong})
falsify("sfm/lpp", "errata/S13", wrong={"paper_checks.claims.sfm.lpp.printed_blocks": as_mended})
falsify("sfm/lpp-drawback", wrong={LPP: from_the_right})
falsify("sfm/lpp-drawback", wrong={"sfm.edit_distance_with_moves": one_more})
