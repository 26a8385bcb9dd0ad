"""Tables 1-3: six systems on every data set of the paper that is public, and on stand-ins.

Protocols are those of `experiments.d2ke.tasks`; sentences are judged by the one rule of
`comparisons`. "Outperforms or matches" is `AS_GOOD` everywhere, and a cell is found again within 4
points, `D2KE_CELL`. That was the yardstick for D2KE, KNN and DSK_RBF before; it is now that of all
cells, also where 5 points had been allowed after measuring (DSK_RBF on splice). A cell is of one
division, whose chance counts besides that of ours (`Difference.to_printed`). Until a review it was
left out, and the overlap of our splits was counted instead; no verdict that is kept depends on it.

D2KE has the paper's largest R, 4096; its γ, p(ω) and C are chosen with up to 512. The sentences
were first judged at R = 512, as many as GDK_LED and RSM have at most, which is not what the paper
prints: that is own/d2ke-equal-R now. Budgets are not the same: a table says how many settings each
system may choose from, of which D2KE has the most.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from itertools import product

from gramcheck.paper_checks.claims.d2ke.layout import (
    PAPERS_ROW,
    Said,
    cells_of_the_paper,
    judged,
    picture_of,
    tables_of,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import NotRun
from gramcheck.paper_checks.experiments.d2ke.printed import PRINTED, SYSTEMS
from gramcheck.paper_checks.experiments.d2ke.runs import run_system
from gramcheck.paper_checks.experiments.d2ke.tasks import TASKS
from gramcheck.paper_checks.experiments.splits import measured, split_units
from gramcheck.paper_checks.ledger import Evidence, Results, Unit, Verdict, claim
from gramcheck.paper_checks.margins import AS_GOOD, D2KE_CELL, MUCH_BETTER

QUICK_SPLITS = 3


def units(*names: str, splits: int = 10) -> Callable[[Run], list[Unit]]:
    """One unit for each data set, system and split, so many at full scale.

    A run at quick scale leaves out data without a grid for it, and is NotRun where all are.
    """
    (rows,) = {TASKS[name].rows for name in names}

    def listed(run: Run) -> list[Unit]:
        if run.scale == "full":
            return split_units(run_system, names, rows, splits)
        quick = [name for name in names if TASKS[name].quick]
        if not quick:
            raise NotRun("takes hours; run it with --scale full")
        return split_units(run_system, quick, rows, QUICK_SPLITS)

    return listed


def evidence(
    run: Run,
    results: Results,
    names: Sequence[str],
    printed: Iterable[Said],
    paper_only: Sequence[str] = (),
) -> Evidence:
    """The sentences judged, with tables and pictures of the named data sets."""
    tasks = [TASKS[name] for name in names]
    tables = [table for task in tasks for table in tables_of(run, results, task)]
    if paper_only:
        tables.append(cells_of_the_paper(paper_only))
    return Evidence(
        printed=judged(results, printed),
        table=tables,
        picture=[picture_of(results, task) for task in tasks],
        note=" ".join(f"{task.name}: {task.choices}." for task in tasks)
        + " D2KE may choose from several times as many settings as any other, as the lengths or "
        "sizes of its random objects are searched, too: what it is ahead by may owe to that, "
        "what it is behind by does not. Spreads are standard deviations over splits. Validation "
        "is with the R of the search, for D2KE up to 512, whatever the row has. Times are of one "
        "thread while other units may run beside it; distances among the objects are computed "
        "once, and each system is charged for those that it needs, at one rate for all splits. "
        "Linear machines are Algorithm 1, certified; those with a kernel are LIBSVM's, through "
        "scikit-learn.",
    )


def as_good(names: Sequence[str], row: str = PAPERS_ROW) -> list[Said]:
    """D2KE outperforms or matches every other system on each data set."""
    return [Said(name, row, other, AS_GOOD) for name, other in product(names, SYSTEMS[1:])]


def cells(name: str) -> list[Said]:
    """The accuracies of a row of the paper are found again."""
    row = zip((PAPERS_ROW, *SYSTEMS[1:]), PRINTED[str(TASKS[name].printed)], strict=True)
    return [Said(name, system, accuracy, D2KE_CELL) for system, (accuracy, _) in row]


SERIES = ("character-trajectories", "auslan")
SETS = ("musk1", "musk2", "elephant")
MNIST = ("mnist-t10k-str4", "mnist-t10k-str8")
DIGITS = ("digits-str4", "digits-str8")

full_table = functools.partial(claim, kind="table", decided="full")  # a quick run is undecided


@full_table(
    "d2ke/table-1",
    place="Appendix C.1, Table 1",
    expected=Verdict.UNDECIDED,
    units=units(*SERIES, splits=4),
    data=SERIES,
)
def time_series(run: Run, results: Results) -> Evidence:
    """On multivariate time series D2KE outperforms or matches every other system (Auslan, pentip).

    The paper has GDK_LED 0.12 points above D2KE on Auslan, which is a match.

    ActRecog is public only as an uncut stream whose division into series is not documented, and
    IQ_radio is not public: of these the paper's cells are shown alone.
    """
    return evidence(run, results, SERIES, as_good(SERIES), ("ActRecog", "IQ_radio"))


@full_table(
    "d2ke/table-1-cells",
    place="Appendix C.1, Table 1, cells",
    expected=Verdict.REFUTED,
    units=units(*SERIES, splits=4),
    data=SERIES,
)
def cells_of_time_series(run: Run, results: Results) -> Evidence:
    """The accuracies of Table 1 on Auslan and pentip are found again, within 4 points.

    Its 70.40 of DSK_ND on pentip never was, by 28 points: so it was in runs of former protocols. No
    full run of today's is kept, and until then that it is refuted is a guess. The divisions are not
    known: what chance adds to a cell is guessed from ours. (It was not counted until a review,
    after results had been seen.)
    """
    return evidence(run, results, SERIES, [said for name in SERIES for said in cells(name)])


@full_table(
    "d2ke/table-2",
    place="Appendix C.2, Table 2",
    expected=Verdict.UNDECIDED,
    units=units("splice"),
    data=("splice",),
    stand_in="d2ke/table-2-digits",
)
def splice(run: Run, results: Results) -> Evidence:
    """On the splice strings D2KE outperforms or matches every other system.

    The data are exactly the paper's, the division is not known. Lengths beyond the paper's range of
    [2, 50] are a row of the table, and not judged. ("Refuted" was expected, as longer runs under an
    earlier protocol had DSK_RBF above D2KE. Ten splits at full scale have it some 3 points above,
    in an interval that still reaches the point that is allowed. What is expected was changed after
    they had been seen; the rule, its margin and the number of splits were not.)
    """
    names, others = ("splice",), ("bit-str4", "mnist-str4", "mnist-str8")
    return evidence(run, results, names, as_good(names), others)


@full_table(
    "d2ke/table-2-cells",
    place="Appendix C.2, Table 2, cells",
    expected=Verdict.UNDECIDED,
    units=units("splice"),
    data=("splice",),
)
def cells_of_splice(run: Run, results: Results) -> Evidence:
    """The accuracies of Table 2 on splice are found again, within 4 points.

    What chance adds to a cell, of one division that is not known, is guessed from ours. (It was not
    counted until a review, after three splits had been seen: they leave the claim undecided with it
    and without it.)
    """
    return evidence(run, results, ("splice",), cells("splice"))


@claim(
    "d2ke/table-2-digits",
    place="Appendix C.2, Table 2, bit-str4",
    expected=Verdict.UNDECIDED,
    units=units(*DIGITS),
)
def digits(run: Run, results: Results) -> Evidence:
    """On chain codes of digits D2KE outperforms or matches every other system.

    The paper's strings (bit-str4, 200 of them) are not public. The 1,797 digits of 8 x 8 pixels
    that scikit-learn ships, traced in 4 and in 8 directions, stand in for them.
    """
    found = measured(results, DIGITS)
    return evidence(run, results, found, as_good(found))


@full_table(
    "d2ke/table-2-mnist",
    place="Appendix C.2, Table 2, mnist-str4 and mnist-str8",
    expected=Verdict.UNDECIDED,
    units=units(*MNIST, splits=3),
    data=("mnist-t10k",),
    stand_in="d2ke/table-2-digits",
)
def mnist(run: Run, results: Results) -> Evidence:
    """On chain codes of MNIST D2KE outperforms or matches every other system.

    The paper's 70,000 strings are not public. The 10,000 test images, traced, are divided 70/30.
    """
    return evidence(run, results, MNIST, as_good(MNIST))


@claim("d2ke/table-3", place="Appendix C.3, Table 3", expected=Verdict.NOT_TESTABLE)
def sets_of_descriptors(run: Run) -> Evidence:
    """On SIFT descriptors D2KE is near other systems in most cases, and much better than KNN."""
    return Evidence.not_testable(
        "neither the images nor the descriptors are public; table-3-substitute runs the systems "
        "on other sets of vectors, and errata/D23 counts where the cells have D2KE much better",
        table=cells_of_the_paper(("flower", "decor", "style", "letters2")),
    )


@full_table(
    "d2ke/table-3-substitute",
    place="Appendix C.3, Table 3, other data",
    expected=Verdict.UNDECIDED,
    units=units(*SETS),
    data=SETS,
)
def sets_of_vectors(run: Run, results: Results) -> Evidence:
    """On sets of vectors D2KE is much better than KNN.

    Multiple-instance data stand in for the paper's images; of its Table 3 only this comparison is
    carried over, since neither the data nor the ground space are the same.

    The ten splits were measured again after a review had found columns of elephant divided by
    1e-17: GDK_LED, which is not judged here, has 83.3 % there and had had 53, with 50.0 in nine of
    ten splits. D2KE is 3.2 points above KNN on elephant; it had been 1.5 at first, and 2.5 before C
    got its unit. All three runs leave it open.
    """
    return evidence(
        run, results, SETS, [Said(name, PAPERS_ROW, "KNN", MUCH_BETTER) for name in SETS]
    )
