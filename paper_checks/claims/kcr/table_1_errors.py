"""Table 1: whether KCR's own test errors come out, up to a point, and all others; C18, C19.

Here and in the paper the same points are divided at random again and again: `to_printed` says what
follows from that.
"""

from __future__ import annotations

from gramcheck.paper_checks.claims.kcr.table_1 import errors_of, run_system, tables_of, unfinished
from gramcheck.paper_checks.claims.kcr.table_1 import units as units_of_table_1
from gramcheck.paper_checks.comparisons import Comparison, Difference, judge
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.kcr.tasks import (
    PRINTED,
    SPLITS,
    SPLITS_OF_KCR,
    SYSTEMS,
    TASKS,
)
from gramcheck.paper_checks.experiments.splits import measured
from gramcheck.paper_checks.findings import is_true
from gramcheck.paper_checks.ledger import (
    Evidence,
    Results,
    Spread,
    Table,
    Unit,
    Verdict,
    claim,
    erratum,
)
from gramcheck.paper_checks.margins import MATCHES
from gramcheck.reference.types import Array

_OF_THE_PAPER = 20  # splits
_RESOLUTION = 0.5  # points: what one test point more or less makes, of two hundred
POINTS = {"balance": 625, "ionosphere": 351, "iris": 150, "wine": 178}  # in all


def units(run: Run) -> list[Unit]:
    """KCR on each split of each data set that is there; the first ones are Table 1's own."""
    return [
        Unit(
            f"{task}/KCR/split-{split}",
            run_system,
            {"task": task, "split": split, "system": "KCR"},
            repeat=True,
        )
        for task, splits in (SPLITS_OF_KCR if run.scale == "full" else SPLITS["quick"]).items()
        if not run.data.missing([TASKS[task]])
        for split in range(splits)
    ]


@claim(
    "kcr/table-1-errors",
    place="Section 5, Table 1, column KCR",
    expected=Verdict.UNDECIDED,
    units=units,
)
def errors_of_kcr(run: Run, results: Results) -> Evidence:
    """The test errors of KCR are those of Table 1.

    What the text leaves open may part them (erratum C19): how columns are scaled, how splits are
    drawn, and which class a point gets in whose ball nobody is. That columns are scaled to [0, 1]
    is not in the paper, and was chosen with the printed errors in view: a refutation is one of this
    protocol. By its own deviations the mean of the paper's 20 splits is known to a point on Wine
    alone (to 1.04 on Iris, 1.5 on Ionosphere, 1.7 on Balance): the other three can be found to be
    others, and not the same, so that the sentence can be refuted or left open, and cannot hold.
    (Until a review a cell was reproduced where chance explains the difference; now where it is a
    point at most.)
    """
    names = measured(results, TASKS)
    findings = judge(
        [
            Comparison(
                f"{task}: KCR's error in the paper, ours",
                to_printed(errors_of(results, task, "KCR"), *PRINTED[task]["KCR"][1]),
                MATCHES,
                unfinished(results, task, "KCR"),
            )
            for task in names
        ]
    )
    return Evidence(
        printed=findings,
        table=Table(
            ["data set", "test error, %", "paper, %"],
            [
                [
                    task,
                    Spread.of(errors_of(results, task, "KCR")),
                    Spread(*PRINTED[task]["KCR"][1], _OF_THE_PAPER),
                ]
                for task in names
            ],
        ),
    )


@claim(
    "kcr/table-1-cells",
    place="Section 5, Table 1",
    expected=Verdict.REFUTED,
    units=units_of_table_1(*TASKS),
    data=("ionosphere",),
    stand_in="kcr/table-1-errors",
    decided="full",
)
def all_other_cells(run: Run, results: Results) -> Evidence:
    """The training errors of all systems, and the test errors of the other five, are those printed.

    What may part them is said in kcr/table-1-errors. A training error is of resubstitution for KCR,
    and leaves the point itself out for the k-NN rules, which the paper does not say.

    The run that is kept refutes it by nine cells: test errors on Balance of k-NN, Kernel-NN and
    KMLCC, 6.5, 3.9 and 5.0 points below the printed ones, and six training errors. For k-NN it is
    the k, which is searched here: with k = 3 on all splits, a row that is shown and not judged, it
    errs on 18.0, 16.1, 4.2 and 4.8 % in the tests, where 18.18, 15.95, 4.02 and 6.22 are printed.
    By their printed deviations few of these means are known to a point, so that the sentence can be
    refuted or left open, and cannot hold. (Written when twenty splits of k-NN and Kernel-NN had
    been seen, in kcr/no-consistent-behavior, and of the other systems those that kcr/table-1
    names.)
    """
    names = measured(results, TASKS)
    cells = [
        Comparison(
            f"{task}: {part} error of {system} in the paper, ours",
            to_printed(errors_of(results, task, system, part), *printed),
            MATCHES,
            unfinished(results, task, system),
        )
        for task in names
        for system in SYSTEMS
        for part, printed in zip(("train", "test"), PRINTED[task][system], strict=True)
        if (system, part) != ("KCR", "test")
    ]
    return Evidence(
        printed=judge(cells), table=[table for name in names for table in tables_of(results, name)]
    )


def to_printed(errors: Array, printed: float, deviation: float) -> Difference:
    """The printed mean minus ours, with the printed deviation."""
    return Difference.to_printed(errors, printed, _OF_THE_PAPER, deviation, _RESOLUTION)


def is_a_mean_of_errors(printed: str, tests: int) -> bool:
    """Whether some whole number of errors in 20 tests of so many points is printed like this."""
    points = _OF_THE_PAPER * tests
    guess = round(float(printed) / 100 * points)
    return any(f"{100 * k / points:.2f}" == printed for k in (guess - 1, guess, guess + 1))


@erratum("errata/C18", place="Section 5, Table 1", expected=Verdict.REFUTED)
def not_multiples(run: Run) -> Evidence:
    """The errors of Table 1 are means over 20 splits, 30 % of the points for testing.

    Then each is a whole number of errors over 20 tests: for Iris k/900. Some are not, whichever way
    30 % is rounded.
    """
    rows, possible = [], []
    for name, n in POINTS.items():
        sizes = {int(0.3 * n), round(0.3 * n), -int(-0.3 * n // 1)}
        for algorithm in SYSTEMS:
            printed = f"{PRINTED[name][algorithm][1][0]:.2f}"
            good = sorted(size for size in sizes if is_a_mean_of_errors(printed, size))
            possible.append(bool(good))
            if not good:
                rows.append([name, algorithm, printed, ", ".join(map(str, sorted(sizes)))])
    return Evidence(
        printed=is_true(
            all(possible),
            f"{len(rows)} of {len(possible)} printed errors are no mean of 20 whole numbers",
            name="every test error of Table 1 is k/(20 n_test)",
        ),
        table=Table(["data set", "algorithm", "test error, %", "test points tried"], rows),
        note="Test sizes that differ between splits would explain it, as would the mean of rounded "
        "errors; the paper says neither.",
    )


@erratum("errata/C19", place="Section 5", expected=Verdict.NOT_TESTABLE)
def what_table_1_leaves_open(run: Run) -> Evidence:
    """Table 1 is reproducible from the text."""
    return Evidence.not_testable(
        "the text gives no k of k-NN, no k and c of LMNN and KLMCA, no step size and no rule for "
        "ending; sigma and lambda are given as ranges of exponents, with neither the kernel's "
        "scaling nor that of the features; kcr/table-1 names each choice made for it"
    )
