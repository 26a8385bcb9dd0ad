"""For errata that the printed cells show by themselves: other cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gramcheck.paper_checks.falsifiers import falsify

Errors = Callable[[str], list[float]]
Printed = Mapping[tuple[str, str], tuple[float | None, ...]]


def in_tens_of_percent(right: Errors) -> Errors:
    """All errors are multiples of a tenth, as 50 repetitions of any number of patterns can give."""
    return lambda name: [10.0 * round(error / 10) for error in right(name)]


def a_hundredth_more(right: Errors) -> Errors:
    """0.01 % more: of so few patterns no number of errors has a mean like that."""
    return lambda name: [error + 0.01 for error in right(name)]


def with_alignments_that_rise(printed: Printed) -> Printed:
    """From a tenth to a fifth, on training and on test patterns."""
    rising: Any = (0.1, 0.2, 0.1, 0.2)
    return {cell: (*row[:3], *rising) for cell, row in printed.items()}


def with_one_euclidean_column(printed: Printed) -> dict[tuple[str, str], tuple[float | None, ...]]:
    """The RBF kernel has the errors of the linear one before anything is learned."""
    return {(data, k): (printed[data, "linear"][0], *row[1:]) for (data, k), row in printed.items()}


_CELLS = "paper_checks.claims.idealized.cells"
for _wrong in (in_tens_of_percent, a_hundredth_more):
    falsify("errata/K15", wrong={f"{_CELLS}.cells": _wrong})
falsify("errata/K18", wrong={f"{_CELLS}.LABELED": with_alignments_that_rise})
falsify(
    "errata/K16",
    wrong=dict.fromkeys((f"{_CELLS}.CLASSIFIED", f"{_CELLS}.LABELED"), with_one_euclidean_column),
)
