"""Wrong average errors, and one more wrong cell in a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.sfm.printed_errors import Cell
from gramcheck.paper_checks.claims.sfm.table_4_5 import closed_form
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    half,
    instead,
    squared,
    times,
    twice,
)
from gramcheck.paper_checks.falsifiers.sfm.esp import VECTORS
from gramcheck.paper_checks.falsifiers.sfm.feature_maps import (
    KERNEL,
    RFF,
    SFM,
    one_key_for_all,
    with_a_matrix,
    with_another_beta,
)

PREDICTED = "sfm.predicted_average_error"
MEASURED = "paper_checks.claims.sfm.table_4_5.measured_errors"  # of no table, and no prediction


def _with_a_cell(printed: Any, method: str, change: Callable[[Cell], Cell]) -> Any:
    """The tables, with the cell of Sports at D = 512 changed."""
    row = list(printed[method][512])
    row[3] = change(row[3])
    return {**printed, method: {**printed[method], 512: tuple(row)}}


def another_wrong_cell(method: str, printed: Any) -> Any:
    """Mean and deviation of one more cell are not what k = 0 gives."""
    return _with_a_cell(printed, method, lambda cell: (1.02 * cell[0], 1.02 * cell[1]))


def a_cell_in_the_gap(method: str, printed: Any) -> Any:
    """Whether the mean of a cell is what k = 0 gives hangs on the tolerance."""
    return _with_a_cell(printed, method, lambda cell: (1.0047 * cell[0], cell[1]))


def as_k_0_gives(printed: Any) -> Any:
    """Every cell is, to its last place, what strings give that have nothing in common."""
    return {
        method: {D: (tuple(np.round(closed_form(D), 3)),) * len(row) for D, row in rows.items()}
        for method, rows in printed.items()
    }


def a_hundredth_more(predicted: Any) -> Any:
    """Both numbers of a prediction are too large."""
    return lambda K, D: tuple(1.01 * value for value in predicted(K, D))


@instead
def as_if_k_were_0(predicted: Function, K: Any, D: int) -> Any:
    """The errors of strings that have nothing in common, whatever they have."""
    return predicted(np.zeros_like(K), D)


@instead
def of_zeros_and_ones(vectors: Function, corpus: Any, variant: str = "cm") -> Any:
    """Whether a node occurs, and not how often."""
    V, vocabulary = vectors(corpus, variant)
    return V.sign(), vocabulary


@instead
def of_euclidean_distances(_: Function, X: Any, Y: Any, beta: float) -> Any:
    """exp(-‖x - y‖₂/β)."""
    X, Y = (V.toarray().astype(float) for V in (X, Y))
    squares = (X**2).sum(axis=1)[:, None] + (Y**2).sum(axis=1) - 2 * X @ Y.T
    return np.exp(-np.sqrt(np.maximum(squares, 0)) / beta)


falsify("sfm/average-error", wrong={"sfm.average_error": a_thousandth_more})
for _place, _wrong in (
    (KERNEL, squared),
    (SFM, partial(with_another_beta, 2.0)),
    (VECTORS, of_zeros_and_ones),
    (PREDICTED, as_if_k_were_0),
):
    falsify("sfm/average-error", wrong={_place: _wrong})
falsify("sfm/average-error", "errata/S16", wrong={PREDICTED: a_hundredth_more})
falsify("sfm/table-4", "sfm/table-5", wrong={PREDICTED: a_hundredth_more}, untouched=[MEASURED])
falsify("errata/S17", wrong={SFM: one_key_for_all})
falsify("errata/S17", wrong={SFM: with_a_matrix})
falsify("errata/S17", wrong={RFF: one_key_for_all})
falsify("errata/S16", wrong={KERNEL: partial(with_another_beta, 1000.0)})
falsify("errata/S16", wrong={KERNEL: of_euclidean_distances})
falsify(
    "sfm/table-4",
    "sfm/table-5",
    wrong={"paper_checks.claims.sfm.printed_errors.PRINTED": as_k_0_gives},
    untouched=[MEASURED],
)
falsify("sfm/table-4", wrong={SFM: times(1.05)})
falsify("sfm/table-4", wrong={"sfm.cauchy_matrix": times(0.001)})
falsify("sfm/table-5", wrong={RFF: times(0.95)})
falsify("sfm/table-5", wrong={"sfm.average_error": twice})
falsify("sfm/table-5", wrong={SFM: half})
falsify("sfm/table-5", wrong={RFF: half})
for _table, _method in (("sfm/table-4", "FMEDM"), ("sfm/table-5", "FMCGK")):
    for _wrong in (another_wrong_cell, a_cell_in_the_gap):
        _cell = {"paper_checks.claims.sfm.printed_errors.PRINTED": partial(_wrong, _method)}
        falsify(_table, wrong=_cell, untouched=[MEASURED])
        falsify("errata/S16", wrong=_cell)
