"""Sections 1 and 5: what is said of Table 1 as a whole, of all its four data sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from gramcheck.paper_checks.claims.kcr.table_1 import (
    OTHERS,
    comparison,
    errors_of,
    judged,
    run_system,
    table_of_comparisons,
    units,
)
from gramcheck.paper_checks.comparisons import counted, judge, some, undecided
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.kcr.tasks import PRINTED, SPLITS, TASKS
from gramcheck.paper_checks.experiments.splits import measured, split_units
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import Evidence, Results, Spread, Table, Unit, Verdict, claim
from gramcheck.paper_checks.margins import ALMOST_ALWAYS, AS_GOOD, OUTPERFORMS, Sentence

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
    half a point.

    Said before the full run: it can hardly hold. An interval is at the least 6.2 (Iris), 5.3
    (Wine), 2.7 (Ionosphere) and 1.5 (Balance) points wide to either side, so that rivals have to
    lose by 5.2 points on Iris and by 4.3 on Wine. Two comparisons may stay open besides, those with
    KLMCA on Iris and Balance, whose fits do not all converge. What had been seen is said in
    kcr/table-1. So it came: two of the twenty are decided, with Kernel-NN on Balance and k-NN on
    Ionosphere. The quick scale has no Balance, whose comparisons are undecided then.
    """
    findings = _whole(results, OTHERS, AS_GOOD)
    return Evidence(
        printed=counted("comparisons in which KCR outperforms or matches", findings, ALMOST_ALWAYS),
        table=table_of_comparisons(findings),
    )


@claim(
    "kcr/performs-better",
    place="Section 1",
    kind="statement",
    expected=Verdict.UNDECIDED,
    units=units(*TASKS),
    data=("ionosphere",),
    stand_in="kcr/table-1",
)
def better_than_metric_learning(run: Run, results: Results) -> Evidence:
    """On its four data sets KCR performs better than k-NN, LMNN, KMLCC and KLMCA.

    The introduction says so without "almost always", of k-NN and the metrics that are learned for
    it, so that one comparison of sixteen which is not so refutes it. The abstract asks less, and
    not of k-NN: "either better or as good"; a loss of more than a point is against both. In the
    paper's cells it is so fifteen times, and KLMCA errs on half a point less on Ionosphere (erratum
    C20). The conclusion calls the performance comparable.

    Written when the splits of kcr/table-1 had been seen, under the former rule for empty balls: on
    Balance KMLCC errs on 3.9 points less than KCR, some 7 either way, and KLMCA on 1.9 less, 1.5
    either way, but for a fit that did not converge. As there, it can hardly hold: KCR would have to
    be 6.1 points ahead on Iris, and 5.1 on Wine.
    """
    findings = _whole(results, ("k-NN", "LMNN", "KMLCC", "KLMCA"), OUTPERFORMS)
    return Evidence(printed=findings, table=table_of_comparisons(findings))


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
    # one interval tells either way
    ahead, behind = (
        judge([comparison(results, name, *rules, OUTPERFORMS) for name in names])
        for rules in (RULES, RULES[::-1])
    )
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


def _whole(results: Results, others: Sequence[str], sentence: Sentence) -> list[Finding]:
    """KCR and these systems on all four data sets, those that this scale leaves out undecided."""
    names = measured(results, TASKS)
    return judged(results, product(names, others), sentence) + [
        _not_measured(f"{name}: KCR, {other} ({sentence.words})")
        for name in TASKS
        if name not in names
        for other in others
    ]


def _not_measured(name: str) -> Finding:
    """A comparison that this scale leaves out, and another may decide."""
    return replace(undecided(name, "not measured at this scale"), repeats=None)
