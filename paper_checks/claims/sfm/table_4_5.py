"""Section VII-B: Tables IV and V, and what they say (erratum S16).

With β = 1 two different strings are so far apart that k is 0 in double precision. Then z(x)'z(y) is
a mean of D/2 cosines of uniform angles, about N(0, 1/D), whatever the strings: the mean error is
√(2/(πD)) and its deviation √((1 - 2/π)/D).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.sfm import printed_errors
from gramcheck.paper_checks.claims.sfm.average_errors import (
    METHODS,
    SIZES,
    Errors,
    comparisons,
    measured_errors,
    predicted,
    strings_of,
    vectors,
)
from gramcheck.paper_checks.comparisons import judge
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.corpus import generated_corpus
from gramcheck.paper_checks.experiments.sfm.costs import available
from gramcheck.paper_checks.experiments.sfm.printed import CORPORA, DIMENSIONS
from gramcheck.paper_checks.experiments.sfm.tasks import GENERATED, REAL
from gramcheck.paper_checks.findings import Finding, at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Results, Table, Unit, Verdict, claim, erratum
from gramcheck.reference import sfm

# relative; set when the tables had been seen, so that its place must not matter: any tolerance in
# the gap tells the same cells from the others
AGREED = 0.004
GAP = (0.003, 0.005)
LAST_PLACE = 0.0005
ROUNDING = 2.0**-53  # what added to 1 leaves 1, in doubles
IDS = {"table IV": "sfm/table-4", "table V": "sfm/table-5"}
# cells that differ from the closed form, and what they look like
FLAGGED = {
    "table IV": {
        ("FMEDM", 128, "DNA"): "deviation 2.664, the one of D = 512",
        ("SFMEDM", 8192, "Compound"): "smaller; cause not known",
        ("SFMEDM", 16384, "Compound"): "smaller; cause not known",
        ("FMEDM", 16384, "Protein"): "mean .628, perhaps .623",
    },
    "table V": {
        ("FMCGK", 2048, "Music"): "mean and deviation exchanged",
        ("SFMCGK", 8192, "Protein"): "deviation .662, perhaps .666",
        ("SFMCGK", 8192, "Compound"): "smaller; cause not known",
        ("SFMCGK", 16384, "Music"): "mean .632, perhaps .623",
        ("SFMCGK", 16384, "Compound"): "smaller; cause not known",
        ("FMCGK", 16384, "Music"): "mean .632, perhaps .623",
    },
}


def closed_form(D: int) -> tuple[float, float]:
    """√(2/(πD)) and √((1 - 2/π)/D), times 100: the prediction for k = 0."""
    mean, deviation = sfm.predicted_average_error(np.zeros((1, 1)), D)
    return 100 * mean, 100 * deviation


def flagged(table: str, tolerance: float = AGREED) -> list[tuple[str, int, str]]:
    """Cells of a table, mean or deviation of which differs from the closed form."""
    cells = printed_errors.table(METHODS[table])
    return [
        (method, D, name)
        for (method, D, name), cell in cells.items()
        if any(
            abs(got - wanted) > tolerance * wanted + LAST_PLACE
            for got, wanted in zip(cell, closed_form(D), strict=True)
        )
    ]


def compared(table: str, without: Container[object] = ()) -> list[Finding]:
    """The cells of a table, all or those not in ``without``, against the closed form."""
    cells = {
        key: cell
        for key, cell in printed_errors.table(METHODS[table]).items()
        if key not in without
    }
    stated = np.array([closed_form(D) for _, D, _ in cells])
    printed = np.array(list(cells.values()))
    return [
        holds(printed[:, k], stated[:, k], rtol=AGREED, atol=LAST_PLACE, name=f"{table}, {what}")
        for k, what in enumerate(("means", "deviations"))
    ]


def measure(run: Run, table: str, data: str) -> dict[str, Any]:
    """Errors of the two methods of a table on one data set: mean and deviation in each repeat."""
    # the claim's own streams, not the unit's: the same numbers as before it had units
    run = replace(run, key=IDS[table])
    strings = strings_of(run, data)
    errors = measured_errors(strings, table, SIZES[run.scale], run.rng(f"{table} {data}"))
    by_method: dict[str, dict[str, Any]] = {method: {} for method in METHODS[table]}
    for (method, D), values in errors.items():
        by_method[method][str(D)] = values.tolist()
    return {"strings": len(strings), "errors": by_method}


def units(table: str) -> Callable[[Run], list[Unit]]:
    """The generated strings; at full scale also one unit for each data set that is there."""

    def listed(run: Run) -> list[Unit]:
        tasks = available(run.data) if run.scale == "full" else [GENERATED]
        return [
            Unit(f"{task.name}/{table}", measure, {"table": table, "data": task.name})
            for task in tasks
        ]

    return listed


def _errors(record: Mapping[str, Any]) -> Errors:
    return {
        (method, int(D)): np.array(values)
        for method, by_D in record["errors"].items()
        for D, values in by_D.items()
    }


def evidence_of_table(run: Run, results: Results, table: str) -> Evidence:
    """Printed cells, the closed form, and measurements, one table."""
    records = {key.partition("/")[0]: record for key, record in results.items()}
    looked_for = [task.name for task in REAL if run.scale == "full"]
    absent = [[name, run.data.missing([name])] for name in looked_for if name not in records]
    compared_here, rows = [], []
    for name, record in records.items():
        errors, N = _errors(record), record["strings"]
        compared_here += comparisons(errors, N, name)
        rows += [
            [f"{method}, {name}", D, *values.mean(axis=0), *predicted(D, N)]
            for (method, D), values in errors.items()
        ]
    printed = printed_errors.table(METHODS[table])
    differing = flagged(table)
    return Evidence(
        printed=compared(table),
        corrected=[
            equals(
                sorted(map(str, differing)),
                sorted(map(str, FLAGGED[table])),
                name="cells that differ by more than 0.4 %",
            ),
            equals(
                [flagged(table, tolerance) == differing for tolerance in GAP],
                [True, True],
                name="the same cells at 0.3 % and at 0.5 %",
            ),
            *compared(table, without=FLAGGED[table]),
        ],
        common=judge(compared_here),
        table=[
            Table(
                ["method", "D", *CORPORA, "closed form"],
                [
                    [
                        method,
                        D,
                        *(shown(printed[method, D, name]) for name in CORPORA),
                        shown(closed_form(D)),
                    ]
                    for method in METHODS[table]
                    for D in DIMENSIONS
                ],
                title="As printed: mean (deviation), times 100",
            ),
            Table(
                ["method", "D", "data set", "printed", "closed form", "what it looks like"],
                [
                    [*key, shown(printed[key]), shown(closed_form(key[1])), FLAGGED[table].get(key)]
                    for key in differing
                ],
                title="Cells that differ",
            ),
            Table(
                ["method, strings", "D", "mean", "deviation", "mean for k = 0", "deviation"],
                rows,
                title="Measured here, and predicted for as many strings with k = 0",
            ),
            *([Table(["data", "not measured"], absent)] if absent else []),
        ],
        picture=over_D(table, rows),
        note="Closed forms are for D → ∞ and N → ∞; for D = 128 the mean is 7.059, for N = 3238 it "
        "is 0.06 % less. Both are far below the 0.4 % allowed.",
    )


def over_D(table: str, measured: Sequence[Sequence[Any]]) -> plots.Figure:
    """The mean error times √D, as printed (a mean of five data sets) and as measured, over D."""
    printed, by_name = printed_errors.table(METHODS[table]), {}
    for method in METHODS[table]:
        by_name[f"{method}, printed"] = {
            D: np.mean([printed[method, D, name][0] for name in CORPORA]) for D in DIMENSIONS
        }
    for name, D, mean, *_ in measured:
        by_name.setdefault(f"{name}, measured", {})[D] = mean
    return plots.curves(
        DIMENSIONS,
        {
            name: [means.get(D, np.nan) * np.sqrt(D) / 100 for D in DIMENSIONS]
            for name, means in by_name.items()
        },
        limit={"√(2/π)": np.sqrt(2 / np.pi)},
        xlabel="D",
        ylabel="mean error times √D",
        logx=True,
    )


def shown(cell: tuple[float, float]) -> str:
    """A cell as in the paper."""
    return f"{cell[0]:.3f} (± {cell[1]:.3f})"


@claim(
    "sfm/table-4",
    place="Section VII-B, Table IV",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units("table IV"),
)
def errors_with_esp(run: Run, results: Results) -> Evidence:
    """Table IV: average errors of SFMEDM and FMEDM for five data sets and D = 128 ... 16384.

    46 of 50 cells are, to 0.4 %, what any strings with k near 0 give: the table says that β = 1 is
    far too small to see a kernel, and nothing about the strings. Four cells differ (erratum S16).
    SFM and FM err the same, as stated, there and here. What is looked at here: at quick scale
    generated strings and D = 128, 512, 2048; at full scale all five D, and 400 strings of each of
    four public sets besides, Music and stand-ins for Protein, DNA and Compound (there is none for
    Sports).
    """
    return evidence_of_table(run, results, "table IV")


@claim(
    "sfm/table-5",
    place="Section VII-B, Table V",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units("table V"),
)
def errors_with_cgk(run: Run, results: Results) -> Evidence:
    """Table V: average errors of SFMCGK and FMCGK for five data sets and D = 128 ... 16384.

    As Table IV: 44 of 50 cells are what k = 0 gives; six differ (erratum S16). What is looked at
    here is the same, too.
    """
    return evidence_of_table(run, results, "table V")


@erratum("errata/S16", place="Section VII-B, Tables IV and V", about=("average-error",))
def errors_say_that_the_kernel_is_zero(run: Run) -> Evidence:
    """Tables IV and V show how well the kernel is approximated on five data sets.

    They show the error for k = 0, a function of D alone, in 90 of 100 cells. With β = 1 the largest
    kernel value of two different strings of the generated corpus is far below rounding. Of the ten
    other cells four have the look of misprints in the mean or the deviation by itself, one has
    the two exchanged, one is a row lower; the four of Compound with SFM at D ≥ 8192 are smaller
    in mean and deviation, which nothing here explains (S17 is one candidate). (Until a review k was
    only to be below the error, as it is for Euclidean distances in the place of L1.)
    """
    strings, _ = generated_corpus(40, run.rng())
    values = {}
    for table in METHODS:
        V = vectors(strings, table, run.rng(table))
        K = sfm.laplacian_kernel(V, V, 1.0)
        values[table] = float((K - np.eye(len(K))).max())
    cells = [key for table in METHODS for key in flagged(table)]
    return Evidence(
        printed=[
            at_least(
                value, closed_form(16384)[0] / 100, name=f"{table}: largest k, against the error"
            )
            for table, value in values.items()
        ],
        corrected=[
            *(
                at_most(value, ROUNDING, name=f"{table}: largest k, against rounding")
                for table, value in values.items()
            ),
            equals(100 - len(cells), 90, name="cells of 100 that are those of k = 0, to 0.4 %"),
            *(f for table in METHODS for f in compared(table, without=FLAGGED[table])),
        ],
        measured={"largest k": list(values.values())},
        table=Table(
            ["method", "D", "data set", "what it looks like"],
            [[*key, FLAGGED[table][key]] for table in METHODS for key in FLAGGED[table]],
        ),
    )
