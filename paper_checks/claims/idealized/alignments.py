"""Table 4: the alignments with the ideal kernel, before learning from labels and after."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gramcheck.paper_checks.claims.idealized.layout import LABELS, alignment_table, shared_note
from gramcheck.paper_checks.claims.idealized.tables import measured, on_all
from gramcheck.paper_checks.comparisons import Comparison, Difference, counted, judge
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.idealized.kernels import KERNELS, Array
from gramcheck.paper_checks.experiments.idealized.runs import measured_gain, values
from gramcheck.paper_checks.experiments.idealized.tasks import LABELED, TASKS
from gramcheck.paper_checks.ledger import Evidence, Results, Verdict
from gramcheck.paper_checks.margins import MATCHES, OUTPERFORMS, TYPICALLY

PARTS = ("train", "test")
SYSTEMS = ("Euclidean", "as-printed")  # before learning, and after


def percent(
    results: Results, task: str, kernel: str, part: str
) -> tuple[Array | None, Array | None]:
    """Alignments before and after, in percent; None where one of the kernels was zero."""
    found = (values(results, LABELS, task, kernel, s, f"alignment_{part}") for s in SYSTEMS)
    before, after = (None if each is None else 100 * each for each in found)
    return before, after


def places(tasks: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Data set, kernel and part of each pair of cells."""
    return itertools.product(tasks, KERNELS, PARTS)


@on_all(4, "-alignments", list(TASKS), Verdict.UNDECIDED)
def alignments_improve(run: Run, results: Results) -> Evidence:
    """The alignments on both the training and test sets typically improve after adaptation.

    “Typically” is read as in more than half of the cases: each data set, two kernels, two parts.
    Of 20 they rise in 4 and fall in 3; no number of splits of so few patterns would tell of 12
    others. With the RBF kernel they fall on wine and, in the test, on toy data (in the paper on
    colon and wine). (Until a review the cases were the eight of toy data and wine, which refuted
    it, and a step of accuracy stood for one of alignments, which have none.)
    """
    found = measured(results, LABELS, list(TASKS))
    cases = []
    for task, kernel, part in places(found):
        before, after = percent(results, task, kernel, part)
        if before is None or after is None:
            continue  # the zero matrix has no alignment
        rise = replace(measured_gain(after - before, LABELS, task), resolution=0.0)
        cases.append(Comparison(f"{task}, {kernel}, {part}: rise, %", rise, OUTPERFORMS))
    judged = judge(cases)
    return Evidence(
        printed=counted("cases in which the alignment rises", judged, TYPICALLY),
        measured={f.name: f"{f.measured:.1f} {f.tolerance}: {f.outcome}" for f in judged},
        table=alignment_table(results, found),
        note=shared_note(found),
    )


@on_all(4, "-alignment-cells", list(TASKS))
def alignments_come_out(run: Run, results: Results) -> Evidence:
    """The alignments in Table 4 come out, each cell to a hundredth, the last digit printed.

    Of 40 cells 13 are others, and 4 the same. 9 of the others are of the 20 before learning, where
    only data and preparation tell. On lymphoma it is all four, by 5 to 9 hundredths, so that the
    authors prepared these data in another way. Colon is prepared as it is because the first of its
    cells, linear in training, is nearest then, which is no evidence; in the test the same kernel is
    7 off. After learning from labels 4 are others, RBF on wine by 16 and 5. (Nothing judged these
    cells until a review.)
    """
    found = measured(results, LABELS, list(TASKS))
    cells = []
    for task, kernel, part in places(found):
        printed = LABELED[task, kernel][3 + 2 * PARTS.index(part) :]
        for when, ours, cell in zip(
            ("before", "after"), percent(results, task, kernel, part), printed, strict=False
        ):
            if ours is None or cell is None:
                continue
            # 30 repetitions on toy data, where the paper says 50 (K15)
            difference = Difference.to_printed(ours, 100 * cell, 30 if task == "toy" else 50)
            name = f"{task}, {kernel}, {part}, {when}: to the printed {cell}, hundredths"
            cells.append(Comparison(name, difference, MATCHES))
    return Evidence(
        printed=judge(cells), table=alignment_table(results, found), note=shared_note(found)
    )
