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


def of_the_linear_kernel_alone(printed: Printed) -> Printed:
    """The columns of the RBF kernel are those of the linear one."""
    return {(data, kernel): printed[data, "linear"] for data, kernel in printed}


def with_alignments_that_rise(printed: Printed) -> Printed:
    """From a tenth to a fifth, on training and on test patterns."""
    rising: Any = (0.1, 0.2, 0.1, 0.2)
    return {cell: (*row[:3], *rising) for cell, row in printed.items()}


_CELLS = "paper_checks.claims.idealized.cells"
for _wrong in (in_tens_of_percent, a_hundredth_more):
    falsify("errata/K15", wrong={f"{_CELLS}.cells": _wrong})
falsify(
    "errata/K16",
    wrong={f"{_CELLS}.{table}": of_the_linear_kernel_alone for table in ("CLASSIFIED", "LABELED")},
)
falsify("errata/K18", wrong={f"{_CELLS}.LABELED": with_alignments_that_rise})
