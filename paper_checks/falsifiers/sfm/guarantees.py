"""Other vectors than hashed ones, and other bounds than those of independent ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, a_thousandth_more, instead
from gramcheck.reference import sfm


@instead
def of_independent_vectors(
    features: Function, V: Any, D: int, beta: float, array1: Any, array2: Any
) -> Any:
    """The plain map, with a matrix that the words of the hash determine."""
    rng = np.random.default_rng(int(array1[0]))
    return sfm.rff(V, sfm.cauchy_matrix(D, V.shape[1], beta, rng))


def one_row_for_all(matrix: Function) -> Function:
    """One row of the matrix serves all features."""
    return lambda D, d, *arguments: np.broadcast_to(matrix(2, d, *arguments), (D // 2, d))


@instead
def of_one_key(features: Function, V: Any, D: int, *arguments: Any) -> Any:
    """Every pair of features has the same random vector."""
    return np.tile(features(V, 2, *arguments), D // 2) / np.sqrt(D / 2)


@instead
def exponentially_rare(chance: Function, epsilon: float, k: float, D: int) -> float:
    """Cosines are alike as rarely as those of independent vectors."""
    return float(chance(epsilon, k, 4) ** (D / 2))


CLAIM = "sfm/guarantees-preserved"
for _wrong in (of_independent_vectors, of_one_key):
    falsify(CLAIM, wrong={"sfm.sfm": _wrong})
falsify(
    CLAIM,
    wrong={
        "sfm.sfm": of_independent_vectors,
        "paper_checks.claims.sfm.guarantees.alike": exponentially_rare,
    },
)
falsify(CLAIM, wrong={"sfm.cauchy_matrix": one_row_for_all})
falsify(CLAIM, wrong={"sfm.concentration_bound": a_thousandth_more})
