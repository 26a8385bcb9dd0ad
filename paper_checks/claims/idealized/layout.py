"""How Tables 2-4 are laid out and compared: the paper's cells beside ours."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.context import SCALES
from gramcheck.paper_checks.experiments.idealized import protocol
from gramcheck.paper_checks.experiments.idealized.clustering import STARTS
from gramcheck.paper_checks.experiments.idealized.kernels import KERNELS
from gramcheck.paper_checks.experiments.idealized.protocol import FORMS
from gramcheck.paper_checks.experiments.idealized.runs import (
    Setting,
    missed,
    records,
    spread,
    unfinished,
)
from gramcheck.paper_checks.experiments.idealized.tasks import LABELED, TASKS
from gramcheck.paper_checks.ledger import Results, Spread, Table

LABELS = Setting("labels")
# where the pairs come from; of what D is in Section 4.1 there are two readings (K14)
READINGS = {"complement": "D outside S", "classes": "D of other classes", "labels": "by labels"}
SHOWN = ("Euclidean", "as-printed")  # systems whose errors are drawn
Printed = Mapping[tuple[str, str], tuple[float | None, ...]]


def errors_table(
    results: Results, setting: Setting, tasks: Sequence[str], printed: Printed
) -> Table:
    """Errors in percent: the paper's, then ours."""
    columns = ["data, kernel", "paper: Euclidean", "measured"]
    columns += ["paper: learned", *FORMS, "paper: Xing et al.", "measured", "largest residual"]
    rows = []
    for task in tasks:
        for kernel in KERNELS:
            euclidean, learned, xing = printed[task, kernel][:3]
            shown = {
                system: spread(results, setting, task, kernel, system)
                for system in ("Euclidean", *FORMS, "Xing")
            }
            rows.append(
                [
                    f"{task}, {kernel}",
                    euclidean,
                    shown["Euclidean"],
                    learned,
                    *(shown[form] for form in FORMS),
                    xing,
                    *_with_residual(shown["Xing"], *unfinished(results, setting, task, kernel)),
                ]
            )
    return Table(columns, rows, title=f"Errors in percent; {READINGS[setting.sides]}")


def dots_of(
    results: Results, setting: Setting, tasks: Sequence[str], printed: Printed
) -> plots.Figure:
    """The paper's errors and ours with their spreads, before and after learning."""
    rows = [(task, kernel) for task in tasks for kernel in KERNELS]
    values, spreads = {}, {}
    for place, (name, system) in enumerate(zip(("Euclidean", "learned"), SHOWN, strict=True)):
        found = [spread(results, setting, *row, system) for row in rows]
        values[f"{name}, paper"] = _numbers(printed[row][place] for row in rows)
        values[f"{name}, here"] = _numbers(getattr(cell, "mean", None) for cell in found)
        spreads[f"{name}, here"] = _numbers(getattr(cell, "sd", None) for cell in found)
    return plots.dots(
        [", ".join(row) for row in rows],
        values,
        value="error, %",
        of="data",
        spread=spreads,
        title=READINGS[setting.sides],
    )


def _numbers(cells: Iterable[float | None]) -> np.ndarray:
    """As an array; what is missing is drawn nowhere."""
    return np.array(list(cells), dtype=float)


def _with_residual(measured: Spread | str | None, short: int, residual: float) -> tuple:
    """The error of Xing et al. and how optimal its metrics are; marked where one is not."""
    if math.isnan(residual):  # none was learned
        return measured, None
    return (f"{measured}; {short} not certified" if short else measured), residual


def search_table(results: Results, setting: Setting, tasks: Sequence[str]) -> Table:
    """What was chosen, and what could not be solved."""
    rows = []
    for task in tasks:
        for kernel in KERNELS:
            for form in FORMS:
                found = records(results, setting, task, kernel, form)
                if not found:
                    continue
                chosen = Counter(map(_in_short, (r["parameters"] for r in found)))
                unsolved, settings = (sum(r[w] for r in found) for w in ("unsolved", "settings"))
                negative = spread(results, setting, task, kernel, form, "negative_share")
                rows.append(
                    {
                        "metric": f"{task}, {kernel}, {form}",
                        "chosen most often": chosen.most_common(1)[0][0],
                        "negative share of the spectrum": negative,
                        "lowest and highest value chosen": _at_the_ends(task, kernel, found),
                        "settings not solved": f"{unsolved} of {settings}",
                    }
                )
    return Table.of(rows, f"The search; {READINGS[setting.sides]}")


def clusterings_tables(results: Results, setting: Setting, tasks: Sequence[str]) -> list[Table]:
    """How good the minima of k-means are: starts that agree, and the cost of the classes."""
    if not setting.clusters:
        return []
    rows = []
    for task in tasks:
        for kernel in KERNELS:
            for system in ("Euclidean", *FORMS, "Xing"):
                found = records(results, setting, task, kernel, system)
                agreeing = [each["agreeing"] for each in found if each["error"] is not None]
                if not agreeing:
                    continue
                rows.append(
                    {
                        "k-means": f"{task}, {kernel}, {system}",
                        f"of {STARTS} starts at the lowest cost": Spread.of(agreeing),
                        "fewest": min(agreeing),
                        "the classes cost less in": missed(results, setting, task, kernel, system),
                    }
                )
    return [Table.of(rows, f"k-means; {READINGS[setting.sides]}")]


def _in_short(parameters: Mapping[str, float]) -> str:
    ratio = parameters["C_S"] / parameters["C_D"]
    return f"C_D {parameters['C_D']:.0e}, C_S/C_D {ratio:g}, ν {parameters['nu']:g}"


def _at_the_ends(task: str, kernel: str, found: Sequence[Mapping[str, Any]]) -> str:
    """How often the lowest and the highest value won, of each constant that was searched."""
    grids = [protocol.grid(TASKS[task], kernel, scale) for scale in SCALES]
    searched = next(g for g in grids if len(list(g)) == found[0]["settings"])
    chosen = [record["parameters"] for record in found]
    ranges = {
        "C_D": (searched.C_D, [p["C_D"] for p in chosen]),
        "C_S/C_D": (searched.ratio, [p["C_S"] / p["C_D"] for p in chosen]),
        "ν": (searched.nu, [p["nu"] for p in chosen]),
    }
    counts = (
        f"{name} {values.count(min(tried))} and {values.count(max(tried))}"
        for name, (tried, values) in ranges.items()
        if len(tried) > 1
    )
    return f"{', '.join(counts)} of {len(chosen)}"


def alignment_table(results: Results, tasks: Sequence[str]) -> Table:
    """Alignments before and after, on training and on test patterns: the paper's and ours."""
    rows = []
    for task in tasks:
        for kernel in KERNELS:
            paper = LABELED[task, kernel][3:]
            for part, stated in (("train", paper[:2]), ("test", paper[2:])):
                what = f"alignment_{part}"
                measured = [
                    spread(results, LABELS, task, kernel, system, what)
                    for system in ("Euclidean", *FORMS)
                ]
                rows.append([f"{task}, {kernel}, {part}", *stated, *measured])
    return Table(
        ["", "paper: before", "paper: after", "before", *(f"after, {form}" for form in FORMS)],
        rows,
        title="Alignments",
    )


def shared_note(tasks: Sequence[str]) -> str:
    """Choices that the paper leaves open."""
    each = " ".join(f"{task}: {TASKS[task].choices}." for task in tasks)
    general = " ".join((protocol.__doc__ or "").partition("\n\n")[2].split()).replace(" * ", " • ")
    return f"{each} {general} Spreads are standard deviations over repetitions."


def tables_of(
    results: Results, settings: Sequence[Setting], tasks: Sequence[str], printed: Printed
) -> list[Table]:
    """Errors and search for each setting, and where patterns were clustered, the minima."""
    return [
        table
        for setting in settings
        for table in (
            errors_table(results, setting, tasks, printed),
            search_table(results, setting, tasks),
            *clusterings_tables(results, setting, tasks),
        )
    ]
