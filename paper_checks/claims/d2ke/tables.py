"""Tables 1-3: six systems on every data set of the paper that is public, and on stand-ins.

Accuracies of the paper are shown beside ours, with the spread over random splits; what is judged
is the order of the systems, which is what the paper concludes from the tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from paper_checks import plots
from paper_checks.context import Run
from paper_checks.data import NotRun
from paper_checks.experiments.d2ke_systems import systems
from paper_checks.experiments.d2ke_tasks import PRINTED, SYSTEMS, TASKS, Task
from paper_checks.experiments.protocol import evaluate, make_split
from paper_checks.ledger import Evidence, Finding, Spread, Table, Unit, Verdict, at_least, claim

MEASURED = (*SYSTEMS, "GDK_LED (train only)")
MATCH = 1.0  # percentage points within which two systems "match"
SPLITS = {"quick": 3, "full": 10}
FOLDS = {"quick": 3, "full": 10}  # appendix B: 10
Results = Mapping[str, Mapping[str, Any]]


def run_system(run: Run, task: str, split: int, system: str) -> dict[str, Any]:
    """One system on one random split of one data set."""
    chosen = TASKS[task]
    objects, labels = chosen.load(run.data)
    test_size = chosen.test_size or round(0.3 * len(labels))
    divided = make_split(
        objects,
        labels,
        chosen.distance,
        chosen.options,
        chosen.draw,
        seed=1000 * run.seed + split,
        test_size=test_size,
    )
    grids = chosen.grids(run.scale)
    return evaluate(systems(grids, len(divided.train))[system], divided, FOLDS[run.scale])


def units(*names: str, only_full: bool = False) -> Callable[[Run], list[Unit]]:
    """One unit for each data set, system and split; the slowest system first."""

    def listed(run: Run) -> list[Unit]:
        if only_full and run.scale != "full":
            raise NotRun("takes hours; run it with --scale full")
        return [
            Unit(
                f"{name}/{system}/split-{split}",
                run_system,
                {"task": name, "split": split, "system": system},
            )
            for name in names
            for system in MEASURED
            for split in range(SPLITS[run.scale])
        ]

    return listed


def accuracies(results: Results, task: str) -> dict[str, np.ndarray]:
    """Test accuracies in percent by system, split by split."""
    return {system: np.array([r["accuracy"] for r in _runs(results, task, system)])
            for system in MEASURED}  # fmt: skip


def against(results: Results, task: str, other: str, by: float) -> Finding:
    """Whether D2KE's accuracy is at least that of another system plus ``by`` points."""
    measured = accuracies(results, task)
    difference = Spread.of(measured["D2KE"] - measured[other])
    return at_least(
        difference.mean,
        by,
        name=f"{task}: D2KE minus {other}, mean of {difference.n} paired splits",
    )


def table_of(results: Results, task: Task) -> Table:
    """The paper's row beside ours: accuracy, spread, seconds, chosen parameters."""
    printed = dict(zip(SYSTEMS, PRINTED.get(task.printed, ()), strict=False))
    rows = []
    for system in MEASURED:
        runs = _runs(results, task.name, system)
        accuracy, seconds = printed.get(system, (None, None))
        rows.append(
            (
                system,
                accuracy,
                Spread.of([r["accuracy"] for r in runs]),
                seconds,
                Spread.of([r["seconds"] for r in runs]),
                float(np.sum([r["search_seconds"] for r in runs])),
                _most_frequent(runs),
                f"{sum(r['settings_unfinished'] for r in runs)}"
                f" of {sum(r['settings_tried'] for r in runs)}",
            )
        )
    first = _runs(results, task.name, "KNN")[0]
    return Table(
        columns=(
            "system",
            "paper, %",
            "measured, % (mean ± deviation over splits)",
            "paper, s",
            "one pass, s",
            "search, s in all",
            "chosen most often",
            "settings whose solver did not converge",
        ),
        rows=rows,
        title=f"{task.name}: {first['n_train']} training and {first['n_test']} test objects",
    )


def picture_of(results: Results, task: Task) -> Any:
    """Bars of the accuracies, the paper's beside ours."""
    measured = accuracies(results, task.name)
    values = {"measured": [np.mean(measured[s]) for s in SYSTEMS]}
    spread = {"measured": [np.std(measured[s], ddof=1) for s in SYSTEMS]}
    if task.printed:
        values = {"paper": [accuracy for accuracy, _ in PRINTED[task.printed]], **values}
    lowest = min(min(v) for v in values.values())
    return plots.bars(
        SYSTEMS,
        values,
        spread=spread,
        ylabel="test accuracy, %",
        start=max(0.0, 10 * np.floor(lowest / 10 - 0.5)),
        title=f"{task.name}, {len(measured['KNN'])} splits",
    )


def evidence(
    results: Results, names: Sequence[str], findings: Sequence[Finding], note: str = ""
) -> Evidence:
    """Tables and pictures of the named data sets, around the findings."""
    tasks = [TASKS[name] for name in names]
    return Evidence(
        printed=findings,
        table=[table_of(results, task) for task in tasks],
        picture=[picture_of(results, task) for task in tasks],
        note=" ".join(
            [*(f"{task.name}: {task.choices}." for task in tasks), note, f"'Match' means within "
             f"{MATCH:g} percentage point. LIBSVM and LIBLINEAR through scikit-learn."]
        ),
    )  # fmt: skip


def _runs(results: Results, task: str, system: str) -> list[Mapping[str, Any]]:
    prefix = f"{task}/{system}/"
    return [results[key] for key in sorted(results) if key.startswith(prefix)]


def _most_frequent(runs: Sequence[Mapping[str, Any]]) -> str:
    settings = Counter(", ".join(f"{k} = {v}" for k, v in r["parameters"].items()) for r in runs)
    return settings.most_common(1)[0][0]


def _matches_all(results: Results, name: str) -> list[Finding]:
    return [against(results, name, other, by=-MATCH) for other in SYSTEMS[1:]]


_SERIES = ("character-trajectories", "auslan")
_SETS = ("musk1", "musk2", "elephant")
_MNIST = ("mnist-t10k-str4", "mnist-t10k-str8")
_DIGITS = ("digits-str4", "digits-str8")


@claim(
    "d2ke/table-1",
    place="Appendix C.1, Table 1",
    kind="table",
    expected=Verdict.HOLDS,
    units=units(*_SERIES, only_full=True),
    data=_SERIES,
)
def time_series(run: Run, results: Results) -> Evidence:
    """On multivariate time series D2KE outperforms or matches every other system (Auslan, pentip).

    ActRecog is public only as an uncut stream whose division into series is not documented, and
    IQ_radio is not public: their cells keep the paper's numbers only.
    """
    findings = [finding for name in _SERIES for finding in _matches_all(results, name)]
    return evidence(results, _SERIES, findings)


@claim(
    "d2ke/table-2",
    place="Appendix C.2, Table 2",
    kind="table",
    expected=Verdict.REFUTED,
    units=units("splice"),
    data=("splice",),
)
def splice(run: Run, results: Results) -> Evidence:
    """On the splice strings D2KE outperforms or matches every other system (90.17 % against 87.88 % and less).

    The data are exactly the paper's, the division is not known. DSK_RBF with a well chosen width
    comes out above D2KE, which is well above KNN.
    """  # noqa: E501 - the first line is the statement
    findings = [*_matches_all(results, "splice"), against(results, "splice", "KNN", by=MATCH)]
    return evidence(
        results,
        ["splice"],
        findings,
        note="bit-str4, mnist-str4 and mnist-str8 are not public as strings: see table-2-digits "
        "and table-2-mnist.",
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
    findings = [finding for name in _DIGITS for finding in _matches_all(results, name)]
    return evidence(results, _DIGITS, findings)


@claim(
    "d2ke/table-2-mnist",
    place="Appendix C.2, Table 2, mnist-str4 and mnist-str8",
    kind="table",
    expected=Verdict.HOLDS,
    units=units(*_MNIST, only_full=True),
    data=("mnist-t10k",),
)
def mnist(run: Run, results: Results) -> Evidence:
    """On chain codes of MNIST D2KE outperforms or matches every other system.

    The paper's 70,000 strings are not public. The 10,000 test images, traced, are divided 70/30.
    """
    findings = [finding for name in _MNIST for finding in _matches_all(results, name)]
    return evidence(results, _MNIST, findings)


@claim(
    "d2ke/table-3",
    place="Appendix C.3, Table 3",
    kind="table",
    expected=Verdict.HOLDS,
    units=units(*_SETS, only_full=True),
    data=_SETS,
)
def sets_of_vectors(run: Run, results: Results) -> Evidence:
    """On sets of vectors D2KE performs much better than KNN.

    The paper's sets of SIFT descriptors are not public; multiple-instance data stand in for them,
    so the paper's cells have no counterpart here. In three of its four rows GDK_LED is the best.
    """
    findings = [against(results, name, "KNN", by=MATCH) for name in _SETS]
    return evidence(results, _SETS, findings)
