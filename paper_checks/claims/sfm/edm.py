"""Section III: the edit distance with moves."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.sfm.esp_bounds import distances
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, claim
from gramcheck.reference import sfm
from gramcheck.verify import axioms
from gramcheck.verify.definitions import sfm as definitions


@claim(
    "sfm/edm", place="Section III", kind="definition", checks=("vectors/edit_distance_with_moves",)
)
def edit_distance_with_moves(run: Run) -> Evidence:
    """EDM(S, S'): the least number of insertions, deletions, replacements and substring moves.

    On every string over two letters up to length 4, the distances are those of a search that does
    every operation as it is printed, and they are a metric. Insertion is meant at the end too
    (in front of S[L+1]), and the printed move goes to the right, p > j; a move to the left is
    another one to the right, of the substring that is passed. So nothing is lost, and
    every operation has one that undoes it. Substrings are as long as one likes, and so is the
    distance: no operation brings more than one letter, so that of AAAAAA and BBBBBB it is 6.
    (Until a review nothing asked for replacements, nor for the least number beyond 2, and until
    another one for a move of three letters by three, nor for the least number beyond 4.)
    """
    objects, least = distances(4)
    D = np.array([[sfm.edit_distance_with_moves(s, t) for t in objects] for s in objects])
    broken = axioms.violations(D.astype(float), 0.0)
    moved = [set(definitions.moves(s)) | {s} for s in ("ABCDE", "AABBA", "ABABABB")]
    anywhere = [set(definitions.moves_by_removal(s)) for s in ("ABCDE", "AABBA", "ABABABB")]
    ones = [
        *(("ABCDE", "DEABC"), ("ABCDE", "CDABE"), ("ABCDE", "ADBCE"), ("ABC", "ABCD")),
        ("ABCDEF", "DEFABC"),
    ]
    far = [("", "ABCDE"), ("AAAAAA", "BBBBBB")]
    return Evidence(
        printed=[
            holds(D, least, name=f"EDM of {len(objects)} strings, by the definition"),
            is_true(
                not broken,
                f"{len(broken)} axioms fail on {len(objects)} strings, all triples",
                name="EDM is a metric",
            ),
            is_true(
                moved == anywhere,
                f"{[len(results) for results in anywhere]} results for three strings",
                name="moves to the right alone give what moves to both sides give",
            ),
            equals(
                [sfm.edit_distance_with_moves(s, t) for s, t in ones],
                [1] * len(ones),
                name="a move to the left, to the right, inside; an insertion at the end; halves",
            ),
            equals(
                [sfm.edit_distance_with_moves(s, t) for s, t in far],
                [definitions.edit_distance_with_moves(s, t) for s, t in far],
                name="EDM of no letter and ABCDE, of AAAAAA and BBBBBB",
            ),
            equals(sfm.edit_distance_with_moves("ABC", "CBA"), 2, name="EDM(ABC, CBA)"),
        ],
        measured={"largest EDM of two strings up to length 4": int(D.max())},
    )
