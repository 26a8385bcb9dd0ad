"""Tables 2-4: what the text says of them, data set by data set, and whether the cells come out.

All is judged by the one rule of `comparisons`. The protocol is written down in one place, the
docstring of `experiments.idealized.protocol`; its grid is our own, since the paper has none, and
what is refuted is refuted for this grid.

Section 4.1 does not say what D is (erratum K14). Each comparison is judged under both readings, D
outside S and D of other classes, and decided where both decide alike (`comparisons.under_all`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gramcheck.paper_checks.claims.idealized.layout import (
    LABELS,
    Printed,
    alignment_table,
    dots_of,
    shared_note,
    tables_of,
)
from gramcheck.paper_checks.claims.idealized.outcomes import (
    CELLS,
    CONE_TOO,
    FOUND,
    LEFT_OPEN,
    SEE,
    WIDE,
    XING,
)
from gramcheck.paper_checks.claims.idealized.readings import Row, judge_rows, row_of
from gramcheck.paper_checks.comparisons import (
    Difference,
    undecided,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.idealized.kernels import KERNELS
from gramcheck.paper_checks.experiments.idealized.runs import (
    Setting,
    gain,
    records,
    units,
    values,
)
from gramcheck.paper_checks.experiments.idealized.tasks import CLASSIFIED, CLUSTERED, LABELED, TASKS
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import Evidence, Results, Verdict, claim
from gramcheck.paper_checks.margins import AS_GOOD, MATCHES, OUTPERFORMS

WITH_XING = ("toy", "wine", "soybean")  # the data sets on which the paper runs it


@dataclass(frozen=True)
class PrintedTable:
    """A table of the paper: its cells, what it says, and the experiments that give the same."""

    place: str
    sentence: str
    cells: Printed
    readings: tuple[Setting, ...]  # of what the text leaves open


TABLES = {
    2: PrintedTable(
        "Section 4.1, Table 2",
        "Learned from random similar pairs, the metric lets 1-NN err less",
        CLASSIFIED,
        (Setting("complement"), Setting("classes")),
    ),
    3: PrintedTable(
        "Section 4.1, Table 3",
        "Learned from random similar pairs, the metric lets k-means err less",
        CLUSTERED,
        (Setting("complement", clusters=True), Setting("classes", clusters=True)),
    ),
    4: PrintedTable(
        "Section 4.2, Table 4",
        "Learned from labels, the metric lets 1-NN err less",
        LABELED,
        (LABELS,),
    ),
}


def compared(
    results: Results, number: int, task: str, other: str, form: str = "as-printed"
) -> list[Row]:
    """How the learned metric compares with another system, by the text's word for it."""
    sentence = OUTPERFORMS if other == "Euclidean" else AS_GOOD
    rows = [
        row_of(
            results,
            TABLES[number].readings,
            (task, kernel),
            (form, other),
            f"{task}, {kernel}: {form} to {other}, points",
            sentence,
            functools.partial(gain, results, task=task, kernel=kernel, system=form, other=other),
        )
        for kernel in KERNELS
    ]
    return [row for row in rows if row]


def _register(number: int, task: str) -> None:
    """Whether the learned metric errs less than the original kernel, one table and data set."""
    table, (expected, found) = TABLES[number], FOUND[number, task]

    def less_than_before(run: Run, results: Results) -> Evidence:
        return Evidence(
            printed=judge_rows(compared(results, number, task, "Euclidean")),
            table=tables_of(results, table.readings, [task], table.cells),
            note=shared_note([task]),
        )

    less_than_before.__doc__ = f"{table.sentence}: {task}.\n\n{found}{SEE[number]}"
    claim(
        f"idealized/table-{number}-{task}",
        place=f"{table.place}, {task}",
        expected=expected,
        units=units(table.readings, [task]),
        data=TASKS[task].data,
        decided="quick" if expected is Verdict.UNDECIDED else "full",
    )(less_than_before)


for _number, _task in FOUND:
    _register(_number, _task)


# ---------------------------------------------------------------------------------------------
# On all data sets that are there


def there(run: Run, names: Sequence[str]) -> list[str]:
    """Those of the data sets that need not be fetched."""
    return [name for name in names if not run.data.missing(TASKS[name].data)]


def measured(results: Results, setting: Setting, names: Sequence[str]) -> list[str]:
    """Those of the data sets of which there are results."""
    return [name for name in names if records(results, setting, name, "linear", "Euclidean")]


def on_all(
    number: int, name: str, tasks: Sequence[str], expected: Verdict = Verdict.REFUTED
) -> Callable[[Callable[..., Evidence]], Callable[..., Evidence]]:
    """Register what is said of a whole table; what refutes it does so at full scale."""
    table = TABLES[number]
    return claim(
        f"idealized/table-{number}{name}",
        place=table.place,
        expected=expected,
        units=lambda run: units(table.readings, there(run, tasks))(run),
        decided="full",
    )


def with_xing(number: int, results: Results) -> Evidence:
    """The learned metric beside that of Xing et al., where it has an optimum.

    As printed and, since that dual is wrong (K2), with the cone; all comparisons together.
    """
    table = TABLES[number]
    found = measured(results, table.readings[0], WITH_XING)
    printed, corrected = (
        {task: compared(results, number, task, "Xing", form) for task in found}
        for form in ("as-printed", "constrained")
    )
    rows = [[row for made in form.values() for row in made] for form in (printed, corrected)]
    judged = judge_rows([*rows[0], *rows[1]])
    missing = [
        undecided(f"{task}: Xing et al.", "no optimum: the similar pairs do not span the others")
        for task, made in printed.items()
        if not made
    ]
    return Evidence(
        printed=[*judged[: len(rows[0])], *missing],
        corrected=[*judged[len(rows[0]) :], *missing],
        table=tables_of(results, table.readings, found, table.cells),
        note=shared_note(found),
    )


def reproduced(number: int, results: Results) -> list[Finding]:
    """Whether each printed error is that of the experiment, to one point.

    The paper says 50 repetitions; on toy data its 1-NN errors are of 30 (K15). By their deviation,
    which is ours as it prints none, such a mean is mostly not known to a point, so that a cell can
    be found another, and not the same; each says so (`WIDE`).
    (Until a review, the overlap of splits was counted here too, and left most cells undecided;
    until another one, after full results, toy data were taken for 50 repetitions: one cell of Table
    2, decided before, is open since.)
    """
    table, rows = TABLES[number], []
    for task in measured(results, table.readings[0], list(TASKS)):
        for kernel in KERNELS:
            systems = zip(
                ("Euclidean", "as-printed", "Xing"), table.cells[task, kernel], strict=False
            )
            for system, cell in systems:
                if cell is None:
                    continue
                # the original kernel learns from no pairs
                row = row_of(
                    results,
                    table.readings[:1] if system == "Euclidean" else table.readings,
                    (task, kernel),
                    [system],
                    f"{task}, {kernel}: {system}, to the printed {cell}",
                    MATCHES,
                    functools.partial(_to_cell, results, (task, kernel), system, cell),
                )
                rows.append(row)
    return judge_rows([row for row in rows if row])


def _to_cell(
    results: Results, place: tuple[str, str], system: str, cell: float, setting: Setting
) -> Difference | None:
    errors, task = values(results, setting, *place, system), place[0]
    if errors is None:
        return None
    step = 0.0 if setting.clusters else 100 / TASKS[task].n_test
    splits = 30 if task == "toy" and not setting.clusters else 50
    return Difference.to_printed(errors, cell, splits, resolution=step)


def cells_of(number: int, results: Results) -> Evidence:
    """The cells one by one, with all that was measured."""
    table = TABLES[number]
    found = measured(results, table.readings[0], list(TASKS))
    shown = tables_of(results, table.readings, found, table.cells)
    return Evidence(
        printed=reproduced(number, results),
        table=[*shown, alignment_table(results, found)] if number == 4 else shown,
        picture=[dots_of(results, each, found, table.cells) for each in table.readings],
        note=shared_note(found),
    )


def _register_whole(number: int) -> None:
    """A table beside Xing et al., and its cells."""

    def against_xing(run: Run, results: Results) -> Evidence:
        return with_xing(number, results)

    def cells(run: Run, results: Results) -> Evidence:
        return cells_of(number, results)

    favorably = TABLES[number].sentence.replace("less", "no more") + " than that of Xing et al."
    against_xing.__doc__ = f"{favorably}\n\n{XING[number]} {CONE_TOO}{SEE[number]}"
    cells.__doc__ = (
        f"The errors in Table {number} come out, each cell to one point.\n\n{CELLS[number]} A "
        "printed mean is itself not known to a point where errors vary much from split to split: "
        f"{WIDE[number]} can be found to differ, and not to be the same, so that the sentence can "
        f"be refuted or left open, and cannot hold.{LEFT_OPEN[number]}"
    )
    expected = Verdict.UNDECIDED if number == 4 else Verdict.REFUTED  # of fifty splits
    on_all(number, "-xing", WITH_XING, expected)(against_xing)
    on_all(number, "", list(TASKS))(cells)


for _number in TABLES:
    _register_whole(_number)
