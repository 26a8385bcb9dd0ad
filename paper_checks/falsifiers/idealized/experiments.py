"""For Section 4: wrong data, scores, systems and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.idealized import data as table_1
from gramcheck.paper_checks.claims.idealized import figure
from gramcheck.paper_checks.datasets.entry import DataSet
from gramcheck.paper_checks.evidence import Results
from gramcheck.paper_checks.experiments.idealized.protocol import FORMS
from gramcheck.paper_checks.experiments.idealized.tasks import Task
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, twice
from gramcheck.paper_checks.falsifiers.idealized.statements import CLAIMS, exchanged
from gramcheck.paper_checks.falsifiers.measuring import measured_anew

BASE_KERNEL = "paper_checks.experiments.idealized.protocol.base_kernel"
LOAD = "paper_checks.data.DataDirectory.load"

# data --------------------------------------------------------------------------------------------


def a_pattern_short(tasks: Mapping[str, Task]) -> dict[str, Task]:
    """Toy data with one pattern less."""
    toy = tasks["toy"]
    return {
        **tasks,
        "toy": replace(toy, load=lambda *run: tuple(part[1:] for part in toy.load(*run))),
    }


@instead
def standardized_columns(load: Function, *arguments: Any) -> DataSet:
    """Each column divided by its standard deviation."""
    data = load(*arguments)
    return replace(data, objects=data.objects / np.std(data.objects, axis=0))


@instead
def without_a_column(load: Function, *arguments: Any) -> DataSet:
    """The first one is left out."""
    data = load(*arguments)
    return replace(data, objects=np.asarray(data.objects)[:, 1:])


@instead
def classes_at_random(load: Function, *arguments: Any) -> DataSet:
    """In another order than the patterns."""
    data = load(*arguments)
    return replace(data, labels=np.random.default_rng(0).permutation(data.labels))


def as_the_paper_has_them(results: Results) -> Results:
    """Wine without a column, and lymphoma with 61 malignant samples."""
    paper: Results = {"wine": {"dimension": 12}, "lymphoma": {"classes": [35, 61]}}
    return {name: {**counted, **paper.get(name, {})} for name, counted in results.items()}


def a_column_less(results: Results) -> Results:
    """One is left out of each data set."""
    return {
        name: {**counted, "dimension": counted["dimension"] - 1}
        for name, counted in results.items()
    }


def a_malignant_sample_less(results: Results) -> Results:
    """One is left out."""
    counted = results["lymphoma"]
    return {"lymphoma": {**counted, "malignant": counted["malignant"] - 1}}


def samples_as_the_paper_counts(results: Results) -> Results:
    """61 malignant samples of lymphoma and 35 others."""
    return {"lymphoma": {"malignant": 61, "others": 35}}


falsify(
    "idealized/table-1",
    wrong={f"{CLAIMS}.data.TASKS": a_pattern_short},
    results=measured_anew(table_1.units),
)
for _counts in (as_the_paper_has_them, a_column_less):
    falsify("idealized/table-1", results=_counts)
for _data in (without_a_column, standardized_columns, classes_at_random):
    falsify("errata/K12", wrong={LOAD: _data})
for _counts in (samples_as_the_paper_counts, a_malignant_sample_less):
    falsify("errata/K19", results=_counts)
falsify("errata/K17", wrong={f"{CLAIMS}.experiments.nearest_neighbor_error": half})

# scores and pairs --------------------------------------------------------------------------------


def share_of_equal_names(rand_index: Function) -> Function:
    """Patterns are compared, not pairs."""
    return lambda labels, clusters: float(np.mean(labels == clusters))


@instead
def every_second(pairs: Function, *arguments: Any) -> Any:
    """Half of D."""
    S, D = pairs(*arguments)
    return S, D[::2]


def more_of_many_patterns(rand_index: Function) -> Function:
    """A fiftieth more where there are more than a hundred."""
    return lambda labels, clusters: rand_index(labels, clusters) * (1 + 0.02 * (len(labels) > 100))


def less_for_more_clusters(rand_index: Function) -> Function:
    """The clusters are charged for their number, the labels are not."""
    return lambda labels, clusters: rand_index(labels, clusters) - 0.01 * len(np.unique(clusters))


Clustered = Mapping[tuple[str, str], tuple[float, float, float | None]]


def as_by_guessing(printed: Clustered) -> Clustered:
    """Toy data: the linear kernel's error is that of the RBF kernel."""
    return {**printed, ("toy", "linear"): printed["toy", "rbf"]}


def five_points_less_than_guessing(printed: Clustered) -> Clustered:
    """Toy data: the RBF kernel's error is that of the linear one."""
    return {**printed, ("toy", "rbf"): printed["toy", "linear"]}


def too_many_pairs(draw: Function) -> Function:
    """Three fifths of the components are left where seven tenths should be."""
    return lambda y, rng, components=0.7: draw(y, rng, components - 0.1 * (components == 0.7))


def the_first_pairs(draw: Function) -> Function:
    """In their order, not at random."""
    return lambda y, rng, *share: draw(y, np.random.default_rng(0), *share)


@instead
def of_either_half(pairs: Function, S: Any, n: int) -> Any:
    """D are the pairs of the first half of the patterns with the second: toy data's classes."""
    similar, others = pairs(S, n)
    return similar, others[(others[:, 0] < n // 2) & (others[:, 1] >= n // 2)]


@instead
def of_any_class(draw: Function, y: Any, *rest: Any) -> Any:
    """All patterns count as one class."""
    return draw(np.zeros_like(y), *rest)


@instead
def of_such_as_join(draw: Function, y: Any, *rest: Any) -> Any:
    """Without pairs whose patterns others of S have joined."""
    component, kept = np.arange(len(y)), []
    for i, j in draw(y, *rest):
        if component[i] != component[j]:
            component[component == component[j]] = component[i]
            kept.append((i, j))
    return np.array(kept)


@instead
def the_farthest(nearest_pairs: Function, X: Any, S: Any, D: Any) -> Any:
    """The wrong end of the order by distance."""
    return tuple(
        pairs[np.argsort(-np.linalg.norm(X[pairs[:, 0]] - X[pairs[:, 1]], axis=1))[: 5 * len(X)]]
        for pairs in (S, D)
    )


falsify("idealized/rand-index", wrong={f"{CLAIMS}.experiments.rand_index": share_of_equal_names})
for _wrong in (less_for_more_clusters, more_of_many_patterns):
    falsify("idealized/rand-index", wrong={f"{CLAIMS}.experiments.rand_index": _wrong})
falsify("errata/K13", wrong={f"{CLAIMS}.experiments.expected_error_of_guessing": twice})
falsify("errata/K13", wrong={f"{CLAIMS}.experiments.rand_index": share_of_equal_names})
for _cells in (as_by_guessing, five_points_less_than_guessing):
    falsify("errata/K13", wrong={f"{CLAIMS}.experiments.CLUSTERED": _cells})
falsify(
    "errata/K14",
    wrong={f"{CLAIMS}.systems.pairs_from_side_information": of_either_half},
)
for _pairs in ("pairs_from_side_information", "pairs_from_labels"):
    falsify("errata/K14", wrong={f"{CLAIMS}.systems.{_pairs}": every_second})
for _wrong in (the_farthest, exchanged):
    falsify("errata/K14", wrong={f"{CLAIMS}.systems.nearest_pairs": _wrong})
for _draw in (too_many_pairs, the_first_pairs, of_any_class, of_such_as_join):
    falsify("idealized/side-information", wrong={f"{CLAIMS}.systems.random_similar_pairs": _draw})

# systems and pictures ----------------------------------------------------------------------------


def always_linear(base_kernel: Function) -> Function:
    """Whatever kernel was asked for."""
    return lambda name, *patterns: base_kernel("linear", *patterns)


def always_rbf(base_kernel: Function) -> Function:
    """Whatever kernel was asked for."""
    return lambda name, *patterns: base_kernel("rbf", *patterns)


@instead
def rbf_of_one_column(base_kernel: Function, name: str, *patterns: Any) -> Any:
    """The RBF kernel sees the first feature alone."""
    return base_kernel(name, *(X[:, :1] if name == "rbf" else X for X in patterns))


@instead
def another_unit_across(base_kernel: Function, *arguments: Any) -> Any:
    """Twice the inner products of the patterns to learn from with the others."""
    base = base_kernel(*arguments)
    return replace(base, K_across=2 * base.K_across)


def guesses(error_of: Function) -> Function:
    """45 % on any patterns."""
    return lambda geometry, division: 45.0


def the_farthest_votes(classification_error: Function) -> Function:
    """The least near training pattern gives the class."""
    return lambda squared, *classes: classification_error(-squared, *classes)


def as_printed_for_all(learned: Function) -> Function:
    """Neither clipped nor with the cone."""
    return lambda *arguments: dict.fromkeys(FORMS, learned(*arguments)["as-printed"])


@instead
def without_signs(learned: Function, *arguments: Any) -> Any:
    """Eigenvalues are made absolute instead of clipped."""
    found = learned(*arguments)
    printed, clip = vars(found["as-printed"]), vars(found["clip"])
    twice_less = {name: 2 * clip[name] - printed[name] for name in clip}
    return {**found, "clip": replace(found["clip"], **twice_less)}


@instead
def less_of_the_identity(xing_metric: Function, *arguments: Any, **options: Any) -> Any:
    """By a thousandth, which leads out of the cone."""
    metric = xing_metric(*arguments, **options)
    return replace(metric, negative=np.sqrt(1e-3) * np.eye(len(metric.positive)))


@instead
def of_a_smaller_value(xing_metric: Function, *arguments: Any, **options: Any) -> Any:
    """A hundredth less than it reaches."""
    metric = xing_metric(*arguments, **options)
    return replace(metric, value=0.99 * metric.value)


@instead
def the_euclidean_metric(xing_metric: Function, *arguments: Any, **options: Any) -> Any:
    """Nothing is learned."""
    metric = xing_metric(*arguments, **options)
    return replace(metric, positive=np.eye(len(metric.positive)))


@instead
def far_from_the_optimum(xing_metric: Function, *arguments: Any, **options: Any) -> Any:
    """Little is learned: much of the identity is left, with which some rows stand out."""
    metric = xing_metric(*arguments, **options)
    p = len(metric.positive)
    left = 2.5 * np.linalg.norm(metric.positive) / np.sqrt(p)
    return replace(metric, positive=np.hstack([metric.positive, left * np.eye(p)]))


@instead
def shuffled_classes(kernels_of_figure_1: Function, *arguments: Any) -> Any:
    """Blocks that are not there."""
    kernels, y = kernels_of_figure_1(*arguments)
    return kernels, np.random.default_rng(0).permutation(y)


falsify("idealized/system-rbf", "idealized/system-euclidean", wrong={BASE_KERNEL: always_linear})
falsify("idealized/system-linear", wrong={BASE_KERNEL: always_rbf})
falsify("errata/K16", "idealized/system-euclidean", wrong={BASE_KERNEL: rbf_of_one_column})
falsify(
    "idealized/system-linear", "idealized/system-rbf", wrong={f"{CLAIMS}.systems.error_of": guesses}
)
falsify("idealized/system-euclidean", wrong={BASE_KERNEL: another_unit_across})
falsify(
    "idealized/system-euclidean",
    wrong={f"{CLAIMS}.systems.classification_error": the_farthest_votes},
)
for _learned in (as_printed_for_all, without_signs):
    falsify(
        "idealized/system-linear",
        "idealized/system-rbf",
        wrong={f"{CLAIMS}.systems.learned": _learned},
    )
falsify("idealized/footnote-8", wrong={f"{CLAIMS}.xing.xing_metric": of_a_smaller_value})
for _xing in (the_euclidean_metric, less_of_the_identity):
    falsify("idealized/system-xing", wrong={f"{CLAIMS}.xing.xing_metric": _xing})
for _place, _wrong in (
    ("kernels_of_figure_1", shuffled_classes),
    ("xing_metric", the_euclidean_metric),
    ("xing_metric", far_from_the_optimum),
):
    falsify(
        "idealized/figure-1-text",
        wrong={f"{CLAIMS}.figure.{_place}": _wrong},
        results=measured_anew(figure.units),
    )
