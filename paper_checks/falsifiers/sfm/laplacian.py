"""Other distances for the kernel of Eq. (1) to be near to."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.sfm.strings import short_runs
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.reference.d2ke import levenshtein


@instead
def at_twice_the_cost(distances: Function, longest: int) -> Any:
    """Every operation costs 2, and so a typical distance is within a factor of 2 of L1."""
    corpus, EDM = distances(longest)
    return corpus, 2 * EDM


@instead
def without_moves(distances: Function, longest: int) -> Any:
    """The edit distance: some pairs are further apart than by L1."""
    corpus, _ = distances(longest)
    return corpus, np.array([[levenshtein(s, t) for t in corpus] for s in corpus])


@instead
def by_the_appendix(cost: Function, draw: Any, lengths: Any, variant: str, *rest: Any) -> Any:
    """Short runs, parsed as the appendix is printed: the cost grows with the length."""
    return cost(short_runs, lengths, "paper", *rest)


DISTANCES = "paper_checks.claims.sfm.laplacian.distances"
for _wrong in (at_twice_the_cost, without_moves):
    falsify("sfm/eq-1", wrong={DISTANCES: _wrong})
falsify("sfm/eq-1", wrong={"paper_checks.claims.sfm.strings.cost_of_doubling": by_the_appendix})
