"""Comparisons under all readings of what the text leaves open: in Section 4.1, what D is (K14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from gramcheck.paper_checks.claims.idealized.layout import READINGS
from gramcheck.paper_checks.comparisons import (
    Comparison,
    Difference,
    judge,
    undecided,
    under_all,
)
from gramcheck.paper_checks.experiments.idealized.runs import Setting, missed, records
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import Results
from gramcheck.paper_checks.margins import Sentence

Row = Mapping[str, Comparison | Finding]  # by the reading; a finding says why there is none


def row_of(
    results: Results,
    readings: Sequence[Setting],
    place: tuple[str, str],
    systems: Sequence[str],
    name: str,
    sentence: Sentence,
    difference: Callable[[Setting], Difference | None],
) -> Row:
    """One comparison under each reading; empty where there is none under any of them.

    ``place`` is the data set and the kernel, ``difference`` that of the two systems, or of the one
    to a printed number; None where one of them has no value. Where a k-means missed its minimum,
    the comparison is undecided.
    """
    row: dict[str, Comparison | Finding] = {}
    for setting in readings:
        found = difference(setting)
        if found is not None:
            short = [system for system in systems if missed(results, setting, *place, system)]
            row[READINGS[setting.sides]] = Comparison(
                name, found, sentence, short, "missed a minimum of k-means"
            )
        elif all(records(results, setting, *place, system) for system in systems):
            row[READINGS[setting.sides]] = undecided(name, "no optimum")
        else:  # another scale tells
            missing = undecided(name, "not run at this scale")
            row[READINGS[setting.sides]] = replace(missing, repeats=None)
    return row if any(isinstance(each, Comparison) for each in row.values()) else {}


def judge_rows(rows: Sequence[Row]) -> list[Finding]:
    """A finding a row, under all its readings; their comparisons are right together."""
    judged = iter(
        judge([each for row in rows for each in row.values() if isinstance(each, Comparison)])
    )
    found = [
        {name: next(judged) if isinstance(each, Comparison) else each for name, each in row.items()}
        for row in rows
    ]
    return [under_all(row) if len(row) > 1 else next(iter(row.values())) for row in found]
