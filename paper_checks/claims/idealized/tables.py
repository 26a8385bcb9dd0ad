"""Tables 2-4: what the text says of them, data set by data set, and whether the cells come out.

All is judged by the one rule of `comparisons`. The protocol is written down in one place, the
docstring of `experiments.idealized.protocol`; its ranges are our own, since the paper has none. In
Section 4.1 the sentences are judged with D the pairs of different classes, which favors the learned
metric; with every pair outside S, as Xing et al. have it, little is learned (erratum K14), which is
shown beside it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gramcheck.paper_checks.claims.idealized.layout import (
    LABELS,
    Printed,
    alignment_table,
    dots_of,
    shared_note,
    tables_of,
)
from gramcheck.paper_checks.claims.idealized.outcomes import CELLS, FOUND, WIDE, XING
from gramcheck.paper_checks.comparisons import Comparison, Difference, counted, judge, undecided
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.idealized.kernels import KERNELS
from gramcheck.paper_checks.experiments.idealized.runs import (
    Setting,
    gain,
    measured_gain,
    records,
    units,
    values,
)
from gramcheck.paper_checks.experiments.idealized.tasks import CLASSIFIED, CLUSTERED, LABELED, TASKS
from gramcheck.paper_checks.ledger import Evidence, Finding, Results, Verdict, claim
from gramcheck.paper_checks.margins import AS_GOOD, MATCHES, OUTPERFORMS, TYPICALLY

WITH_XING = ("toy", "wine", "soybean")  # the data sets on which the paper runs it


@dataclass(frozen=True)
class PrintedTable:
    """A table of the paper: its cells, what it says, and the experiments that give the same."""

    place: str
    sentence: str
    cells: Printed
    judged: Setting
    shown: tuple[Setting, ...] = ()  # besides


TABLES = {
    2: PrintedTable(
        "Section 4.1, Table 2",
        "With similar pairs alone, 1-NN errs less under the learned metric",
        CLASSIFIED,
        Setting("classes"),
        (Setting("complement"),),
    ),
    3: PrintedTable(
        "Section 4.1, Table 3",
        "With similar pairs alone, k-means errs less under the learned metric",
        CLUSTERED,
        Setting("classes", clusters=True),
        (Setting("complement", clusters=True),),
    ),
    4: PrintedTable(
        "Section 4.2, Table 4",
        "With labels, 1-NN errs less under the learned metric",
        LABELED,
        LABELS,
    ),
}


def compared(results: Results, setting: Setting, task: str, other: str) -> list[Comparison]:
    """How the metric as printed compares with another system, by the text's word for it."""
    sentence = OUTPERFORMS if other == "Euclidean" else AS_GOOD
    found = []
    for kernel in KERNELS:
        difference = gain(results, setting, task, kernel, "as-printed", other)
        if difference is not None:
            name = f"{task}, {kernel}: as-printed to {other}, points"
            found.append(Comparison(name, difference, sentence))
    return found


def _register(number: int, task: str) -> None:
    """Whether the learned metric errs less than the original kernel, one table and data set."""
    table, (expected, found) = TABLES[number], FOUND[number, task]

    def less_than_before(run: Run, results: Results) -> Evidence:
        return Evidence(
            printed=judge(compared(results, table.judged, task, "Euclidean")),
            table=tables_of(results, [table.judged], [task], table.cells),
            note=shared_note([task]),
        )

    less_than_before.__doc__ = f"{table.sentence}: {task}.\n\n{found}"
    claim(
        f"idealized/table-{number}-{task}",
        place=f"{table.place}, {task}",
        expected=expected,
        units=units([table.judged], [task]),
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
        units=lambda run: units([table.judged, *table.shown], there(run, tasks))(run),
        decided="full",
    )


def with_xing(number: int, results: Results) -> Evidence:
    """The learned metric beside that of Xing et al., where it has an optimum."""
    table = TABLES[number]
    found = measured(results, table.judged, WITH_XING)
    comparisons = {task: compared(results, table.judged, task, "Xing") for task in found}
    missing = [
        undecided(f"{task}: Xing et al.", "no optimum: the similar pairs do not span the others")
        for task, made in comparisons.items()
        if not made
    ]
    return Evidence(
        printed=[*judge([c for made in comparisons.values() for c in made]), *missing],
        table=tables_of(results, [table.judged], found, table.cells),
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
    table, found = TABLES[number], []
    for task in measured(results, table.judged, list(TASKS)):
        for kernel in KERNELS:
            systems = zip(
                ("Euclidean", "as-printed", "Xing"), table.cells[task, kernel], strict=False
            )
            for system, cell in systems:
                errors = values(results, table.judged, task, kernel, system)
                if cell is None or errors is None:
                    continue
                step = 0.0 if table.judged.clusters else 100 / TASKS[task].n_test
                splits = 30 if task == "toy" and not table.judged.clusters else 50
                points = Difference.to_printed(errors, cell, splits, resolution=step)
                name = f"{task}, {kernel}: {system}, to the printed {cell}"
                found.append(Comparison(name, points, MATCHES))
    return judge(found)


def cells_of(number: int, results: Results) -> Evidence:
    """The cells one by one, with all that was measured."""
    table = TABLES[number]
    found = measured(results, table.judged, list(TASKS))
    shown = tables_of(results, [table.judged, *table.shown], found, table.cells)
    return Evidence(
        printed=reproduced(number, results),
        table=[*shown, alignment_table(results, found)] if number == 4 else shown,
        picture=dots_of(results, table.judged, found, table.cells),
        note=shared_note(found),
    )


def _register_whole(number: int) -> None:
    """A table beside Xing et al., and its cells."""

    def against_xing(run: Run, results: Results) -> Evidence:
        return with_xing(number, results)

    def cells(run: Run, results: Results) -> Evidence:
        return cells_of(number, results)

    favorably = TABLES[number].sentence.replace("less", "no more") + " than with Xing et al."
    against_xing.__doc__ = f"{favorably}\n\n{XING[number]}"
    cells.__doc__ = (
        f"The errors in Table {number} come out, each cell to one point.\n\n{CELLS[number]} A "
        "printed mean is itself not known to a point where errors vary much from split to split: "
        f"{WIDE[number]} can be found to differ, and not to be the same, so that the sentence can "
        "be refuted or left open, and cannot hold."
    )
    expected = Verdict.UNDECIDED if number == 4 else Verdict.REFUTED  # of fifty splits
    on_all(number, "-xing", WITH_XING, expected)(against_xing)
    on_all(number, "", list(TASKS))(cells)


for _number in TABLES:
    _register_whole(_number)


@on_all(4, "-alignments", list(TASKS), Verdict.UNDECIDED)
def alignments_improve(run: Run, results: Results) -> Evidence:
    """The alignments on both the training and test sets typically improve after adaptation.

    “Typically” is read as in more than half of the cases: each data set, two kernels, two parts.
    Of 20 they rise in 5 and fall in 4; no number of splits of so few patterns would tell of the
    others. With the RBF kernel they fall on toy data and wine (in the paper on wine alone). (Until
    a review the cases were the eight of these two, which refuted it, and a step of accuracy stood
    for one of alignments, which have none.)
    """
    found = measured(results, LABELS, list(TASKS))
    cases = []
    for task, kernel, part in itertools.product(found, KERNELS, ("train", "test")):
        before, after = (
            values(results, LABELS, task, kernel, system, f"alignment_{part}")
            for system in ("Euclidean", "as-printed")
        )
        if before is None or after is None:
            continue  # the zero matrix has no alignment
        change = replace(measured_gain(100 * (after - before), LABELS, task), resolution=0.0)
        cases.append(Comparison(f"{task}, {kernel}, {part}: rise, %", change, OUTPERFORMS))
    judged = judge(cases)
    return Evidence(
        printed=counted("cases in which the alignment rises", judged, TYPICALLY),
        measured={f.name: f"{f.measured:.1f} {f.tolerance}: {f.outcome}" for f in judged},
        table=alignment_table(results, found),
        note=shared_note(found),
    )
