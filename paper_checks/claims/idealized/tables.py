"""Tables 2-4: five data sets, two base kernels, three forms of the metric, Xing et al.

Errors of the paper are shown beside ours, with the spread over repetitions; what is judged is the
order of the systems, which is what the paper concludes. “Not above” means: not contradicted at
95 % (`idealized_runs.difference`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from paper_checks.context import Run
from paper_checks.experiments import idealized_protocol as protocol
from paper_checks.experiments.idealized_kernels import KERNELS
from paper_checks.experiments.idealized_protocol import FORMS
from paper_checks.experiments.idealized_runs import (
    CONFIDENCE,
    Results,
    Setting,
    not_above,
    records,
    spread,
    units,
    values,
)
from paper_checks.experiments.idealized_tasks import CLASSIFIED, CLUSTERED, LABELED, TASKS
from paper_checks.ledger import (
    Evidence,
    Finding,
    Spread,
    Table,
    Verdict,
    at_least,
    at_most,
    claim,
    holds,
)

CLASSES, COMPLEMENT = Setting("classes"), Setting("complement")
GROUPED, UNGROUPED = Setting("classes", clusters=True), Setting("complement", clusters=True)
LABELS = Setting("labels")
_D = {
    "classes": "D: pairs of different classes",
    "complement": "D: all pairs outside S",
    "labels": "all pairs, by class",
}
EMBEDDED, SOYBEAN, MICROARRAYS = ("toy", "wine"), ("soybean",), ("colon", "lymphoma")
Printed = Mapping[tuple[str, str], tuple[float | None, ...]]


def errors_table(
    results: Results, setting: Setting, tasks: Sequence[str], printed: Printed
) -> Table:
    """Errors in percent: the paper's, then ours."""
    columns = ["data, kernel", "paper: Euclidean", "measured"]
    columns += ["paper: learned", *FORMS, "paper: Xing et al.", "measured (certified)"]
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
                    shown["Xing"],
                ]
            )
    return Table(columns, rows, title=f"Errors in percent; {_D[setting.sides]}")


def search_table(results: Results, setting: Setting, tasks: Sequence[str]) -> Table:
    """What was chosen, and how much a choice by test error would have gained."""
    rows = []
    for task in tasks:
        for kernel in KERNELS:
            for form in FORMS:
                found = records(results, setting, task, kernel, form)
                if not found:
                    continue
                chosen = Counter(
                    ", ".join(f"{k} = {v:g}" for k, v in r["parameters"].items()) for r in found
                )
                rows.append(
                    [
                        f"{task}, {kernel}, {form}",
                        chosen.most_common(1)[0][0],
                        spread(results, setting, task, kernel, form, "least"),
                        spread(results, setting, task, kernel, form, "negative_share"),
                        f"{sum(r['unsolved'] for r in found)} of "
                        f"{sum(len(r['errors']) for r in found)}",
                    ]
                )
    return Table(
        [
            "metric",
            "chosen most often",
            "least error over the grid, on the test patterns (an optimistic bound), %",
            "negative share of the spectrum",
            "settings not solved",
        ],
        rows,
        title=f"The search; {_D[setting.sides]}",
    )


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


def compared(
    results: Results,
    setting: Setting,
    tasks: Sequence[str],
    system: str,
    others: Sequence[str],
    kernels: Sequence[str] = KERNELS,
) -> list[Finding]:
    """``system`` not above the others, each data set and kernel."""
    return [
        finding
        for task in tasks
        for kernel in kernels
        for other in others
        for finding in not_above(results, setting, task, kernel, system, other)
    ]


def euclidean_as_printed(
    results: Results, setting: Setting, tasks: Sequence[str], printed: Printed
) -> list[Finding]:
    """Whether the original linear kernel errs as the paper says, to 10 points and chance."""
    found = []
    for task in tasks:
        errors = Spread.of(values(results, setting, task, "linear", "Euclidean"))
        found.append(
            holds(
                errors.mean,
                printed[task, "linear"][0],
                atol=10.0,
                standard_error=errors.standard_error,
                confidence=CONFIDENCE,
                name=f"{task}, linear: Euclidean, %",
            )
        )
    return found


def shared_note(tasks: Sequence[str]) -> str:
    """Choices that the paper leaves open."""
    each = " ".join(f"{task}: {TASKS[task].choices}." for task in tasks)
    general = " ".join((protocol.__doc__ or "").partition("\n\n")[2].split())
    return f"{each} {general} Spreads are standard deviations over repetitions."


def tables_of(
    results: Results, settings: Sequence[Setting], tasks: Sequence[str], printed: Printed
) -> list[Table]:
    """Errors and search for each setting."""
    return [
        table
        for setting in settings
        for table in (
            errors_table(results, setting, tasks, printed),
            search_table(results, setting, tasks),
        )
    ]


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


@claim(
    "idealized/table-2",
    place="Section 4.1, Table 2",
    kind="table",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units(TABLE_2, EMBEDDED),
)
def classification_from_similarity(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, 1-NN errs less under the learned metric: toy, wine.

    So it is with the linear kernel, most with the cone constraint. On wine with the RBF kernel the
    metric as printed is far from one, and errs more than guessing. The paper does not say what D
    is: judged with pairs of different classes. With every pair outside S, as Xing et al. have it,
    the nearest of them are mostly pairs of one class, and little is learned.
    """
    return with_similarity(
        results, TABLE_2, EMBEDDED, CLASSIFIED, linear_and_constrained(results, CLASSES)
    )


@claim(
    "idealized/table-2-soybean",
    place="Section 4.1, Table 2, soybean",
    kind="table",
    expected=Verdict.HOLDS,
    units=units(TABLE_2, SOYBEAN),
    data=("soybean-small",),
)
def soybean_from_similarity(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, 1-NN errs less under the learned metric: soybean.

    Xing et al. have no optimum here: the similar pairs do not span what the dissimilar ones need.
    """
    return with_similarity(results, TABLE_2, SOYBEAN, CLASSIFIED, ())


@claim(
    "idealized/table-2-microarrays",
    place="Section 4.1, Table 2, colon and lymphoma",
    kind="table",
    expected=Verdict.HOLDS,
    units=units(TABLE_2, MICROARRAYS),
    data=MICROARRAYS,
)
def microarrays_from_similarity(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, 1-NN errs less under the learned metric: colon, lymphoma.

    On colon; it is not contradicted on lymphoma, where the original kernel errs by about 6 % on
    the public data, not by 14, and the learned metric by more: so few patterns leave it open.
    """
    return with_similarity(results, TABLE_2, MICROARRAYS, CLASSIFIED, ())


@claim(
    "idealized/table-3",
    place="Section 4.1, Table 3",
    kind="table",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units(TABLE_3, EMBEDDED),
)
def clustering_from_similarity(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, k-means errs less (1 - Rand index) under the learned metric.

    As for Table 2: not on wine with the RBF kernel; with the linear one, most with the cone.
    """
    return with_similarity(
        results, TABLE_3, EMBEDDED, CLUSTERED, linear_and_constrained(results, GROUPED)
    )


@claim(
    "idealized/table-3-soybean",
    place="Section 4.1, Table 3, soybean",
    kind="table",
    expected=Verdict.HOLDS,
    units=units(TABLE_3, SOYBEAN),
    data=("soybean-small",),
)
def soybean_clusters(run: Run, results: Results) -> Evidence:
    """With similar pairs alone, k-means errs less under the learned metric: soybean."""
    return with_similarity(results, TABLE_3, SOYBEAN, CLUSTERED, ())


@claim(
    "idealized/table-3-microarrays",
    place="Section 4.1, Table 3, colon and lymphoma",
    kind="table",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units(TABLE_3, MICROARRAYS),
    data=MICROARRAYS,
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


def learned_below(results: Results, tasks: Sequence[str]) -> list[Finding]:
    """Linear kernel: the metric, as printed and with the cone, not above the original."""
    return [
        finding
        for form in ("as-printed", "constrained")
        for finding in compared(results, LABELS, tasks, form, ["Euclidean"], kernels=["linear"])
    ]


@claim(
    "idealized/table-4",
    place="Section 4.2, Table 4",
    kind="table",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units([LABELS], EMBEDDED),
)
def classification_from_labels(run: Run, results: Results) -> Evidence:
    """With labels, the learned metric errs less than the original kernel and than Xing et al.

    Than the original kernel, yes. The optimum of Xing et al., certified, errs on wine by 6 to 10 %
    and not by 22.58, as the program did that the authors had.
    """
    xing = float(values(results, LABELS, "wine", "linear", "Xing").mean())
    return with_labels(
        results,
        EMBEDDED,
        more=[at_least(xing, 15.0, name="wine: Xing et al., %, the paper 22.58")],
        corrected=[
            *learned_below(results, EMBEDDED),
            at_most(xing, 15.0, name="wine: Xing et al., %, certified"),
        ],
    )


@claim(
    "idealized/table-4-soybean",
    place="Section 4.2, Table 4, soybean",
    kind="table",
    expected=Verdict.HOLDS,
    units=units([LABELS], SOYBEAN),
    data=("soybean-small",),
)
def soybean_from_labels(run: Run, results: Results) -> Evidence:
    """With labels, the learned metric errs less than the original kernel: soybean."""
    return with_labels(results, SOYBEAN)


@claim(
    "idealized/table-4-microarrays",
    place="Section 4.2, Table 4, colon and lymphoma",
    kind="table",
    expected=Verdict.HOLDS,
    units=units([LABELS], MICROARRAYS),
    data=MICROARRAYS,
)
def microarrays_from_labels(run: Run, results: Results) -> Evidence:
    """With labels, the learned metric errs less than the original kernel: colon, lymphoma.

    On colon; it is not contradicted on lymphoma, where the original kernel errs by about 6 % on
    the public data, not by 14, and there is little to gain.
    """
    return with_labels(results, MICROARRAYS)


@claim(
    "idealized/table-4-cone",
    place="Section 4.2, Table 4, wine",
    kind="table",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units([LABELS], EMBEDDED),
)
def only_without_the_cone(run: Run, results: Results) -> Evidence:
    """Only the program that drops the cone comes near Table 4: with it wine errs 18 % or more.

    A finding of a first trial, not the paper's, and an accident of its constants: C_S = 10 C_D and
    ν = 0.3. With C_S = C_D and ν = 0.5 the metric with the cone errs by about the printed 10.13 %,
    less than the one without.
    """
    wine = Spread.of(values(results, LABELS, "wine", "linear", "constrained"))
    less = compared(
        results, LABELS, EMBEDDED, "constrained", ["as-printed", "clip"], kernels=["linear"]
    )
    return Evidence(
        printed=at_least(wine.mean, 18.0, name="wine, linear: constrained, %"),
        corrected=[
            at_most(wine.mean, 15.13, name="wine, linear: constrained, %, 10.13 + 5"),
            *less,
        ],
        table=tables_of(results, [LABELS], EMBEDDED, LABELED),
    )
