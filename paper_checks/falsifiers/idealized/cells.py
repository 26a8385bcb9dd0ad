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


def with_alignments_that_rise(printed: Printed) -> Printed:
    """From a tenth to a fifth, on training and on test patterns."""
    rising: Any = (0.1, 0.2, 0.1, 0.2)
    return {cell: (*row[:3], *rising) for cell, row in printed.items()}


_CELLS = "paper_checks.claims.idealized.cells"
falsify("errata/K15", wrong={f"{_CELLS}.cells": in_tens_of_percent})
falsify("errata/K18", wrong={f"{_CELLS}.LABELED": with_alignments_that_rise})
