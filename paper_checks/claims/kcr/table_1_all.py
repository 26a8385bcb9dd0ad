"""Section 5: what is said of Table 1 as a whole, of all its four data sets."""

from __future__ import annotations

from dataclasses import replace

from gramcheck.paper_checks.claims.cases import some
from gramcheck.paper_checks.claims.kcr.table_1 import (
    OTHERS,
    errors_of,
    judged,
    run_system,
    table_of_comparisons,
    units,
)
from gramcheck.paper_checks.comparisons import (
    Comparison,
    Difference,
    counted,
    judge,
    undecided,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.kcr.tasks import PRINTED, SPLITS, TASKS
from gramcheck.paper_checks.experiments.splits import measured, runs_of, split_units
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import Evidence, Results, Spread, Table, Unit, Verdict, claim
from gramcheck.paper_checks.margins import ALMOST_ALWAYS, OUTPERFORMS

RULES = ("k-NN", "Kernel-NN")


@claim(
    "kcr/table-1-all",
    place="Section 5, Table 1",
    expected=Verdict.UNDECIDED,
    units=units(*TASKS),
    data=("ionosphere",),
    stand_in="kcr/table-1",
)
def all_of_table_1(run: Run, results: Results) -> Evidence:
    """On its four data sets KCR almost always does as well as or better than the other systems.

    The sentence is about all twenty comparisons: eighteen have to be so, and three that are not
    refute it. kcr/table-1 and kcr/table-1-ionosphere count fifteen and five of them, of which two
    losses and one are too many. In the paper's cells KCR loses once, to KLMCA on Ionosphere, by
    half a point. Some splits at quick scale had been seen, which leave it open; they have no
    Balance, whose five comparisons are undecided then.
    """
    names = measured(results, TASKS)
    findings = judged(results, names) + [
        _not_measured(f"{name}: KCR, {other}")
        for name in TASKS
        if name not in names
        for other in OTHERS
    ]
    return Evidence(
        printed=counted("comparisons in which KCR outperforms or matches", findings, ALMOST_ALWAYS),
        table=table_of_comparisons(findings),
    )


def units_of_the_rules(run: Run) -> list[Unit]:
    """Table 1's own, of k-NN and Kernel-NN."""
    return [
        unit
        for task, splits in SPLITS[run.scale].items()
        for unit in split_units(run_system, [task], RULES, splits)
    ]


@claim(
    "kcr/no-consistent-behavior",
    place="Section 5, on empirical kernel maps",
    kind="statement",
    expected=Verdict.UNDECIDED,
    units=units_of_the_rules,
    data=("ionosphere",),
)
def no_consistent_behavior(run: Run, results: Results) -> Evidence:
    """There is no consistent behavior between the accuracies of k-NN and of Kernel-NN.

    Were there any, one of the two would be the better one everywhere, or no better anywhere. So
    Kernel-NN has to outperform k-NN on some data set of Table 1, and k-NN Kernel-NN on another. In
    the paper's cells it is so: Kernel-NN is 10.1 points ahead on Ionosphere and 0.7 on Balance,
    k-NN 0.8 and 1.2 on Iris and Wine, less than their deviations. Ionosphere comes out as in the
    paper. On the others k-NN is ahead by 0.2 to 1.2 points, on Balance too, five to six either way,
    and no number of splits of so few points would tell. (Written when some splits at quick scale
    had been seen, in which nothing said that k-NN is ahead anywhere.)
    """
    names = measured(results, TASKS)
    ahead = judge([_comparison(results, name, *RULES) for name in names])
    # one interval tells either way
    behind = judge([_comparison(results, name, *RULES[::-1]) for name in names])
    left_out = [_not_measured(name) for name in TASKS if name not in names]
    return Evidence(
        printed=[
            some([*ahead, *left_out], name="k-NN outperforms Kernel-NN on some data set"),
            some([*behind, *left_out], name="Kernel-NN outperforms k-NN on some data set"),
        ],
        table=Table(
            [
                "data set",
                *(f"{rule}, test error, %" for rule in RULES),
                *(f"paper, {rule}" for rule in RULES),
            ],
            [
                [
                    name,
                    *(Spread.of(errors_of(results, name, rule)) for rule in RULES),
                    *("{:.2f} ± {:.2f}".format(*PRINTED[name][rule][1]) for rule in RULES),
                ]
                for name in names
            ],
        ),
    )


def _not_measured(name: str) -> Finding:
    """A comparison that this scale leaves out, and another may decide."""
    return replace(undecided(name, "not measured at this scale"), repeats=None)


def _comparison(results: Results, task: str, better: str, worse: str) -> Comparison:
    """By how many points one rule errs less than the other on one data set."""
    first = runs_of(results, task, better)[0]
    errors, others = (errors_of(results, task, rule) for rule in (worse, better))
    difference = Difference.of(errors, others, first["n_train"], first["n_test"])
    return Comparison(f"{task}: {better}, {worse}", difference, OUTPERFORMS)
