"""Wrong average errors, and one more wrong cell in a table."""

from __future__ import annotations

from functools import partial
from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import a_thousandth_more, times, twice
from gramcheck.paper_checks.falsifiers.sfm.feature_maps import (
    KERNEL,
    RFF,
    SFM,
    one_key_for_all,
    with_a_matrix,
    with_another_beta,
)

PREDICTED = "sfm.predicted_average_error"


def another_wrong_cell(method: str, printed: Any) -> Any:
    """The deviation of one more cell is not what k = 0 gives."""
    row = list(printed[method][512])
    row[3] = (3.526, 2.700)
    return {**printed, method: {**printed[method], 512: tuple(row)}}


def a_hundredth_more(predicted: Any) -> Any:
    """Both numbers of a prediction are too large."""
    return lambda K, D: tuple(1.01 * value for value in predicted(K, D))


falsify("sfm/average-error", wrong={"sfm.average_error": a_thousandth_more})
falsify(
    "sfm/average-error",
    "sfm/table-4",
    "sfm/table-5",
    "errata/S16",
    wrong={PREDICTED: a_hundredth_more},
)
falsify("errata/S17", wrong={SFM: one_key_for_all})
falsify("errata/S17", wrong={SFM: with_a_matrix})
falsify("errata/S17", wrong={RFF: one_key_for_all})
falsify("errata/S16", wrong={KERNEL: partial(with_another_beta, 1000.0)})
falsify("sfm/table-4", wrong={SFM: times(1.05)})
falsify("sfm/table-4", wrong={"sfm.cauchy_matrix": times(0.001)})
falsify("sfm/table-5", wrong={RFF: times(0.95)})
falsify("sfm/table-5", wrong={"sfm.average_error": twice})
for _table, _method in (("sfm/table-4", "FMEDM"), ("sfm/table-5", "FMCGK")):
    falsify(
        _table,
        wrong={
            "paper_checks.claims.sfm.printed_errors.PRINTED": partial(another_wrong_cell, _method)
        },
    )
