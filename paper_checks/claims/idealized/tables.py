"""Tables 2-4: five data sets, two base kernels, three forms of the metric, Xing et al.

Errors of the paper are shown beside ours, with the spread over repetitions; what is judged is the
order of the systems, which is what the paper concludes. “Errs less” means that the mean difference
says so; beside it stand what chance explains at 95 % and the smallest difference that these
repetitions would have shown (`runs.Difference`). “Alike” means: not told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gramcheck.paper_checks.claims.idealized.layout import (
    LABELS,
    Printed,
    alignment_table,
    compared,
    errors_of,
    euclidean_as_printed,
    shared_note,
    tables_of,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.idealized.runs import (
    Difference,
    Setting,
    unfinished,
    units,
)
from gramcheck.paper_checks.experiments.idealized.tasks import CLASSIFIED, CLUSTERED, LABELED, TASKS
from gramcheck.paper_checks.ledger import (
    Evidence,
    Finding,
    Results,
    Verdict,
    at_least,
    at_most,
    claim,
)

CLASSES, COMPLEMENT = Setting("classes"), Setting("complement")
GROUPED, UNGROUPED = Setting("classes", clusters=True), Setting("complement", clusters=True)
EMBEDDED, SOYBEAN, MICROARRAYS = ("toy", "wine"), ("soybean",), ("colon", "lymphoma")


def entry(
    name: str, place: str, settings: Sequence[Setting], tasks: Sequence[str], expected: Verdict
) -> Callable[[Callable[..., Evidence]], Callable[..., Evidence]]:
    """Register the rows of a table that some data sets have; the results are of their units."""
    return claim(
        f"idealized/{name}",
        place=place,
        kind="table",
        expected=expected,
        units=units(settings, tasks),
        data=[needed for task in tasks for needed in TASKS[task].data],
    )


# ---------------------------------------------------------------------------------------------
# Section 4.1: similar pairs alone


def with_similarity(
    results: Results,
    settings: tuple[Setting, Setting],
    tasks: Sequence[str],
    printed: Printed,
    corrected: Sequence[Finding],
) -> Evidence:
    """Tables 2 and 3, judged with D of different classes; the other reading is shown."""
    _, classes = settings
    return Evidence(
        printed=[
            *euclidean_as_printed(results, classes, tasks, printed),
            *compared(results, classes, tasks, "as-printed", ["Euclidean"]),
        ],
        corrected=corrected,
        table=tables_of(results, settings, tasks, printed),
        note=shared_note(tasks),
    )


def linear_and_constrained(results: Results, setting: Setting) -> list[Finding]:
    """Toy and wine: what remains with the linear kernel, and with the cone."""
    below = ["Euclidean"]
    return [
        *compared(results, setting, ["toy"], "as-printed", below, kernels=["linear"]),
        *compared(results, setting, EMBEDDED, "constrained", below, kernels=["linear"]),
    ]


TABLE_2, TABLE_3 = (COMPLEMENT, CLASSES), (UNGROUPED, GROUPED)


@entry("table-2", "Section 4.1, Table 2", TABLE_2, EMBEDDED, Verdict.HOLDS_WITH_CORRECTION)
def classification_from_similarity(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, 1-NN errs less under the learned metric: toy, wine.

    So it is with the linear kernel, most with the cone constraint. On wine with the RBF kernel the
    metric as printed errs more, by some points where the smallest C_D may be chosen, and more than
    guessing where it may not. The paper does not say what D is: judged with pairs of different
    classes. With every pair outside S, as Xing et al. have it, the nearest of them are mostly pairs
    of one class, and little is learned.
    """
    return with_similarity(
        results, TABLE_2, EMBEDDED, CLASSIFIED, linear_and_constrained(results, CLASSES)
    )


@entry("table-2-soybean", "Section 4.1, Table 2, soybean", TABLE_2, SOYBEAN, Verdict.HOLDS)
def soybean_from_similarity(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, 1-NN errs less under the learned metric: soybean.

    Xing et al. have no optimum here: the similar pairs do not span what the dissimilar ones need.
    """
    return with_similarity(results, TABLE_2, SOYBEAN, CLASSIFIED, ())


@entry(
    "table-2-microarrays",
    "Section 4.1, Table 2, colon and lymphoma",
    TABLE_2,
    MICROARRAYS,
    Verdict.HOLDS_WITH_CORRECTION,
)
def microarrays_from_similarity(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, 1-NN errs less under the learned metric: colon, lymphoma.

    On colon. On lymphoma the original kernel errs by about 6 % on the public data, not by 14, and
    little is left to gain: the learned metric errs alike, if not more. So few patterns would not
    show a difference of some points.
    """
    evidence = with_similarity(
        results, TABLE_2, MICROARRAYS, CLASSIFIED, colon_alone(results, CLASSES)
    )
    return replace(evidence, printed=(*evidence.printed, lymphoma_before(results, CLASSES)))


def lymphoma_before(results: Results, setting: Setting) -> Finding:
    """Whether there is anything to gain: the paper's original kernel errs by 14.17 %."""
    error = float(errors_of(results, setting, "lymphoma", "linear", "Euclidean").mean())
    return at_least(error, 10.0, name="lymphoma, linear: Euclidean, %, the paper 14.17")


def colon_alone(results: Results, setting: Setting) -> list[Finding]:
    """On colon the learned metric errs less; on lymphoma little is wrong, before as after."""
    below = ["Euclidean"]
    error = float(errors_of(results, setting, "lymphoma", "linear", "Euclidean").mean())
    return [
        *compared(results, setting, ["colon"], "as-printed", below),
        at_most(error, 10.0, name="lymphoma, linear: Euclidean, %"),
        *compared(results, setting, ["lymphoma"], "as-printed", below, judge=Difference.is_alike),
    ]


@entry("table-3", "Section 4.1, Table 3", TABLE_3, EMBEDDED, Verdict.HOLDS_WITH_CORRECTION)
def clustering_from_similarity(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, k-means errs less (1 - Rand index) under the learned metric.

    On toy data it does. On wine the metric as printed gains nothing with the linear kernel and
    loses ten points with the RBF kernel; with the linear kernel and the cone it gains twenty.
    """
    return with_similarity(
        results, TABLE_3, EMBEDDED, CLUSTERED, linear_and_constrained(results, GROUPED)
    )


@entry("table-3-soybean", "Section 4.1, Table 3, soybean", TABLE_3, SOYBEAN, Verdict.HOLDS)
def soybean_clusters(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, k-means errs less under the learned metric: soybean."""
    return with_similarity(results, TABLE_3, SOYBEAN, CLUSTERED, ())


@entry(
    "table-3-microarrays",
    "Section 4.1, Table 3, colon and lymphoma",
    TABLE_3,
    MICROARRAYS,
    Verdict.HOLDS_WITH_CORRECTION,
)
def microarray_clusters(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, k-means errs less under the learned metric: colon, lymphoma.

    It does; but k-means with the original kernel is no better than guessing here, 45 to 50 %,
    where the paper has about 20.
    """
    corrected = compared(results, GROUPED, MICROARRAYS, "as-printed", ["Euclidean"])
    return with_similarity(results, TABLE_3, MICROARRAYS, CLUSTERED, corrected)


# ---------------------------------------------------------------------------------------------
# Section 4.2: class labels


def with_labels(
    results: Results,
    tasks: Sequence[str],
    more: Sequence[Finding] = (),
    corrected: Sequence[Finding] = (),
) -> Evidence:
    """Table 4: errors and alignments."""
    return Evidence(
        printed=[
            *euclidean_as_printed(results, LABELS, tasks, LABELED),
            *compared(results, LABELS, tasks, "as-printed", ["Euclidean", "Xing"]),
            *more,
        ],
        corrected=corrected,
        table=[*tables_of(results, [LABELS], tasks, LABELED), alignment_table(results, tasks)],
        note=shared_note(tasks),
    )


def learned_below(results: Results) -> list[Finding]:
    """Linear kernel: the metric errs less than the original; as printed, on wine, not more."""
    asked = (
        ("toy", "as-printed", Difference.is_below),
        ("toy", "constrained", Difference.is_below),
        ("wine", "as-printed", Difference.is_not_above),
        ("wine", "constrained", Difference.is_below),
    )
    return [
        finding
        for task, form, judge in asked
        for finding in compared(results, LABELS, [task], form, ["Euclidean"], ["linear"], judge)
    ]


@entry("table-4", "Section 4.2, Table 4", [LABELS], EMBEDDED, Verdict.HOLDS_WITH_CORRECTION)
def classification_from_labels(run: Run, results: Results) -> Evidence:
    """With labels, the learned metric errs less than the original kernel and than Xing et al.

    Than the original kernel, yes, with the linear one, on toy data, and on wine with the cone. As
    printed the metric on wine depends on its constants (10 % to over 30, see table-4-cone), so that
    few splits on a thin grid show no more than that it is not worse. With the RBF kernel it gains
    nothing on wine. The optimum of Xing et al., certified, errs on wine by 6 to 11 % and not by
    22.58, as the program did that the authors had; the metric with the cone errs no more.
    """
    xing = float(errors_of(results, LABELS, "wine", "linear", "Xing").mean())
    residual = unfinished(results, LABELS, "wine", "linear")[1]
    return with_labels(
        results,
        EMBEDDED,
        more=[at_least(xing, 15.0, name="wine: Xing et al., %, the paper 22.58")],
        corrected=[
            *learned_below(results),
            at_most(xing, 15.0, name=f"wine: Xing et al., %, residuals up to {residual:.1g}"),
            *compared(
                results,
                LABELS,
                ["wine"],
                "constrained",
                ["Xing"],
                ["linear"],
                Difference.is_not_above,
            ),
        ],
    )


@entry("table-4-soybean", "Section 4.2, Table 4, soybean", [LABELS], SOYBEAN, Verdict.HOLDS)
def soybean_from_labels(run: Run, results: Results) -> Evidence:
    """With labels, the learned metric errs less than the original kernel: soybean."""
    return with_labels(results, SOYBEAN)


@entry(
    "table-4-microarrays",
    "Section 4.2, Table 4, colon and lymphoma",
    [LABELS],
    MICROARRAYS,
    Verdict.HOLDS_WITH_CORRECTION,
)
def microarrays_from_labels(run: Run, results: Results) -> Evidence:
    """With labels, the learned metric errs less than the original kernel: colon, lymphoma.

    On colon. On lymphoma the original kernel errs by about 6 % on the public data, not by 14: there
    is little to gain, and the learned metric errs alike.
    """
    return with_labels(
        results,
        MICROARRAYS,
        more=[lymphoma_before(results, LABELS)],
        corrected=colon_alone(results, LABELS),
    )
