"""Wrong average errors, and one more wrong cell in a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.sfm.printed_errors import Cell
from gramcheck.paper_checks.claims.sfm.table_4_5 import closed_form, units
from gramcheck.paper_checks.evidence import Results
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
from gramcheck.paper_checks.falsifiers.measuring import measured_anew
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


def _with_errors(results: Results, method: str, factor: float) -> Results:
    """The errors of one method, of SFM or of FM, changed on each data set."""

    def changed(record: Any) -> Any:
        errors = {
            name: {
                D: (np.array(values) * (factor if name.startswith(method) else 1.0)).tolist()
                for D, values in by_D.items()
            }
            for name, by_D in record["errors"].items()
        }
        return {**record, "errors": errors}

    return {key: changed(record) for key, record in results.items()}


def sfm_errs_a_tenth_more(results: Results) -> Results:
    """Than strings with k = 0 do, and than FM."""
    return _with_errors(results, "SFM", 1.1)


def fm_errs_a_tenth_less(results: Results) -> Results:
    """Than strings with k = 0 do, and than SFM."""
    return _with_errors(results, "FM", 0.9)


falsify("sfm/average-error", wrong={"sfm.average_error": a_thousandth_more})
for _place, _wrong in (
    (KERNEL, squared),
    (SFM, partial(with_another_beta, 2.0)),
    (VECTORS, of_zeros_and_ones),
    (PREDICTED, as_if_k_were_0),
):
    falsify("sfm/average-error", wrong={_place: _wrong})
falsify("sfm/average-error", "errata/S16", wrong={PREDICTED: a_hundredth_more})
falsify("errata/S17", wrong={SFM: one_key_for_all})
falsify("errata/S17", wrong={SFM: with_a_matrix})
falsify("errata/S17", wrong={RFF: one_key_for_all})
falsify("errata/S16", wrong={KERNEL: partial(with_another_beta, 1000.0)})
falsify("errata/S16", wrong={KERNEL: of_euclidean_distances})
TABLES = ("sfm/table-4", "sfm/table-5")
PRINTED = "paper_checks.claims.sfm.printed_errors.PRINTED"
falsify(*TABLES, wrong={PREDICTED: a_hundredth_more})
falsify(*TABLES, wrong={PRINTED: as_k_0_gives})
for _errors in (sfm_errs_a_tenth_more, fm_errs_a_tenth_less):
    falsify(*TABLES, results=_errors)
for _place, _wrong in ((SFM, times(1.05)), ("sfm.cauchy_matrix", times(0.001))):
    falsify("sfm/table-4", wrong={_place: _wrong}, results=measured_anew(units("table IV")))
for _place, _wrong in (
    (RFF, times(0.95)),
    ("sfm.average_error", twice),
    (SFM, half),
    (RFF, half),
):
    falsify("sfm/table-5", wrong={_place: _wrong}, results=measured_anew(units("table V")))
for _table, _method in zip(TABLES, ("FMEDM", "FMCGK"), strict=True):
    for _wrong in (another_wrong_cell, a_cell_in_the_gap):
        _cell = {PRINTED: partial(_wrong, _method)}
        falsify(_table, wrong=_cell)
        falsify("errata/S16", wrong=_cell)
