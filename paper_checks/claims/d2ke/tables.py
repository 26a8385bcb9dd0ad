"""Tables 1-3: six systems on every data set of the paper that is public, and on stand-ins.

Accuracies of the paper are shown beside ours, with the spread over random splits; what is judged
is the order of the systems, which is what the paper concludes from the tables. Two systems are
compared by their difference split by split, whose standard error allows for overlapping splits
(`splits.variance_factor`). "Outperforms or matches" means: not contradicted at 95 %, each
comparison by itself; of ten between equals one or another would be, one time in five. The finding
says from how many points on it would have been, in 4 of 5 cases; where that is more than `COARSE`,
as on data of few objects, or where a last fit did not converge, nothing is judged. "Above" means
that the mean is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from gramcheck.paper_checks.claims.d2ke.layout import (
    MEASURED,
    above,
    accuracies,
    cells_of_the_paper,
    difference,
    near,
    not_below,
    not_to_be_compared,
    picture_of,
    tables_of,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import NotRun
from gramcheck.paper_checks.experiments.d2ke.runs import run_system
from gramcheck.paper_checks.experiments.d2ke.tasks import SYSTEMS, TASKS
from gramcheck.paper_checks.experiments.splits import split_units
from gramcheck.paper_checks.ledger import (
    Evidence,
    Finding,
    Results,
    Unit,
    Verdict,
    at_least,
    claim,
)

QUICK_SPLITS = 3


def units(*names: str, splits: int = 10) -> Callable[[Run], list[Unit]]:
    """One unit for each data set, system and split, so many at full scale.

    A run at quick scale leaves out data without a grid for it (NotRun).
    """

    def listed(run: Run) -> list[Unit]:
        if run.scale == "full":
            return split_units(run_system, names, MEASURED, splits)
        if any(TASKS[name].quick is None for name in names):
            raise NotRun("takes hours; run it with --scale full")
        return split_units(run_system, names, MEASURED, QUICK_SPLITS)

    return listed


def evidence(
    results: Results,
    names: Sequence[str],
    printed: Sequence[Finding],
    corrected: Sequence[Finding] = (),
    paper_only: Sequence[str] = (),
    note: str = "",
) -> Evidence:
    """Tables and pictures of the named data sets, around the findings."""
    tasks = [TASKS[name] for name in names]
    tables = [table for task in tasks for table in tables_of(results, task)]
    if paper_only:
        tables.append(cells_of_the_paper(paper_only))
    return Evidence(
        printed=printed,
        corrected=corrected,
        reason="" if printed else "no two systems can be compared, see the note",
        table=tables,
        picture=[picture_of(results, task) for task in tasks],
        note=" ".join(f"{task.name}: {task.choices}." for task in tasks)
        + " Spreads are standard deviations over splits. Times are of one thread while other units "
        "may run beside it; distances among the objects are computed once, and each system is "
        "charged for those that it needs, at one rate for all splits. Linear machines are "
        "Algorithm 1, certified; those with a kernel are LIBSVM's, through scikit-learn." + note,
    )


def _compared(
    results: Results,
    names: Sequence[str],
    others: Sequence[str] = SYSTEMS[1:],
    further: Sequence[Finding] = (),
    corrected: Sequence[Finding] = (),
    paper_only: Sequence[str] = (),
) -> Evidence:
    """Judge whether D2KE outperforms or matches the others on each data set, where that shows."""
    findings, left_out = [], []
    for name, other in product(names, others):
        if why := not_to_be_compared(results, name, other):
            left_out.append(f"{name}, D2KE and {other} ({why})")
        else:
            findings.append(not_below(results, name, "D2KE", other))
    note = f" Not judged: {'; '.join(left_out)}." if left_out else ""
    findings += further
    return evidence(results, names, findings, corrected, paper_only, note)


_SERIES = ("character-trajectories", "auslan")
_SETS = ("musk1", "musk2", "elephant")
_MNIST = ("mnist-t10k-str4", "mnist-t10k-str8")
_DIGITS = ("digits-str4", "digits-str8")


@claim(
    "d2ke/table-1",
    place="Appendix C.1, Table 1",
    kind="table",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units(*_SERIES, splits=4),
    data=_SERIES,
)
def time_series(run: Run, results: Results) -> Evidence:
    """On multivariate time series D2KE outperforms or matches every other system (Auslan, pentip).

    "Matches" means here also that its mean is at most a point below the best (the paper: 0.12).
    Corrected: on Auslan not so beside GDK_LED, which the paper has above D2KE too, and DSK_RBF;
    both use the distances between all pairs of training objects. Accuracies of D2KE, KNN and
    DSK_RBF are within 4 points of the paper's. Its 70.40 of DSK_ND on pentip is not found again, by
    28 points.

    ActRecog is public only as an uncut stream whose division into series is not documented, and
    IQ_radio is not public: of these the paper's cells are shown alone.
    """
    weaker = {"character-trajectories": SYSTEMS[1:], "auslan": ("KNN", "DSK_ND", "RSM")}
    corrected = [
        *(not_below(results, name, "D2KE", other) for name in _SERIES for other in weaker[name]),
        *(above(results, name, "D2KE", "KNN") for name in _SERIES),
        *(near(results, name, system, 4.0) for name in _SERIES
          for system in ("D2KE", "KNN", "DSK_RBF")),
    ]  # fmt: skip
    return _compared(
        results,
        _SERIES,
        further=[_near_the_best(results, name) for name in _SERIES],
        corrected=corrected,
        paper_only=("ActRecog", "IQ_radio"),
    )


def _near_the_best(results: Results, name: str) -> Finding:
    """Whether D2KE's mean is at most a point below the best of the others; chance is left out."""
    points, best = min(
        (difference(results, name, "D2KE", other)[0], other) for other in SYSTEMS[1:]
    )
    return at_least(points, -1.0, name=f"{name}: D2KE minus the best other, {best}, points")


@claim(
    "d2ke/table-2",
    place="Appendix C.2, Table 2",
    kind="table",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units("splice"),
    data=("splice",),
    stand_in="d2ke/table-2-digits",
)
def splice(run: Run, results: Results) -> Evidence:
    """On the splice strings D2KE outperforms or matches every other system (90.17 % and first).

    The data are exactly the paper's, the division is not known. It is not first, whatever so few
    splits leave open. Corrected: DSK_RBF with a well chosen width is above D2KE; D2KE is above KNN,
    and within 4 points of the paper's accuracy.
    """
    means = {name: splits.mean() for name, splits in accuracies(results, "splice").items()}
    strongest = max(SYSTEMS[1:], key=means.__getitem__)
    return evidence(
        results,
        ["splice"],
        printed=[
            *(not_below(results, "splice", "D2KE", other) for other in SYSTEMS[1:]),
            above(results, "splice", "D2KE", strongest),
        ],
        corrected=[
            above(results, "splice", "DSK_RBF", "D2KE"),
            above(results, "splice", "D2KE", "KNN"),
            near(results, "splice", "D2KE", 4.0),
            near(results, "splice", "DSK_RBF", 5.0),
        ],
        paper_only=("bit-str4", "mnist-str4", "mnist-str8"),
    )


@claim(
    "d2ke/table-2-digits",
    place="Appendix C.2, Table 2, bit-str4",
    kind="table",
    expected=Verdict.HOLDS,
    units=units(*_DIGITS),
)
def digits(run: Run, results: Results) -> Evidence:
    """On chain codes of digits D2KE outperforms or matches every other system.

    The paper's strings (bit-str4, 200 of them) are not public. The 1,797 digits of 8 x 8 pixels
    that scikit-learn ships, traced in 4 and in 8 directions, stand in for them.
    """
    return _compared(results, _DIGITS)


@claim(
    "d2ke/table-2-mnist",
    place="Appendix C.2, Table 2, mnist-str4 and mnist-str8",
    kind="table",
    expected=Verdict.HOLDS,
    units=units(*_MNIST, splits=3),
    data=("mnist-t10k",),
    stand_in="d2ke/table-2-digits",
)
def mnist(run: Run, results: Results) -> Evidence:
    """On chain codes of MNIST D2KE outperforms or matches every other system.

    The paper's 70,000 strings are not public. The 10,000 test images, traced, are divided 70/30.
    """
    return _compared(results, _MNIST)


@claim(
    "d2ke/table-3",
    place="Appendix C.3, Table 3",
    kind="table",
    expected=Verdict.NOT_TESTABLE,
)
def sets_of_descriptors(run: Run) -> Evidence:
    """On sets of SIFT descriptors D2KE is near the other systems and much better than KNN."""
    return Evidence.not_testable(
        "neither the images nor the descriptors are public; table-3-substitute runs the systems "
        "on other sets of vectors",
        table=cells_of_the_paper(("flower", "decor", "style", "letters2")),
    )


@claim(
    "d2ke/table-3-substitute",
    place="Appendix C.3, Table 3, other data",
    kind="table",
    expected=Verdict.HOLDS,
    units=units(*_SETS),
    data=_SETS,
)
def sets_of_vectors(run: Run, results: Results) -> Evidence:
    """On sets of vectors D2KE is at least as accurate as KNN.

    Multiple-instance data stand in for the paper's images; of its Table 3 only this one
    comparison is carried over, since neither the data nor the ground space are the same.
    """
    return _compared(results, _SETS, ["KNN"])
