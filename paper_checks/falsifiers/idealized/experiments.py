"""For Section 4: wrong data, scores, systems and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.datasets.entry import DataSet
from gramcheck.paper_checks.experiments.idealized.tasks import Task
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, twice
from gramcheck.paper_checks.falsifiers.idealized.statements import CLAIMS

BASE_KERNEL = "paper_checks.experiments.idealized.protocol.base_kernel"
LOAD = "paper_checks.data.DataDirectory.load"

# data --------------------------------------------------------------------------------------------


@instead
def irrelevant_features_five_times_as_wide(make_toy: Function, *arguments: Any) -> Any:
    """25 for a standard deviation."""
    X, y = make_toy(*arguments)
    return X * np.r_[1, np.full(10, 5)], y


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


def labels_as_the_paper_counts(load: Function) -> Function:
    """61 malignant samples of lymphoma and 35 others."""
    return lambda data, name: DataSet(name, np.zeros((96, 1)), np.repeat([1, 0], [61, 35]), "")


falsify(
    "idealized/toy-data",
    wrong={f"{CLAIMS}.experiments.make_toy": irrelevant_features_five_times_as_wide},
)
falsify("idealized/table-1", wrong={f"{CLAIMS}.data.TASKS": a_pattern_short})
falsify("errata/K12", wrong={LOAD: standardized_columns})
falsify("errata/K19", wrong={LOAD: labels_as_the_paper_counts})
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


def less_for_more_clusters(rand_index: Function) -> Function:
    """The clusters are charged for their number, the labels are not."""
    return lambda labels, clusters: rand_index(labels, clusters) - 0.01 * len(np.unique(clusters))


def too_many_pairs(draw: Function) -> Function:
    """Three fifths of the components are left where seven tenths should be."""
    return lambda y, rng, components=0.7: draw(y, rng, components - 0.1 * (components == 0.7))


def the_first_pairs(draw: Function) -> Function:
    """In their order, not at random."""
    return lambda y, rng, *share: draw(y, np.random.default_rng(0), *share)


falsify("idealized/rand-index", wrong={f"{CLAIMS}.experiments.rand_index": share_of_equal_names})
falsify("idealized/rand-index", wrong={f"{CLAIMS}.experiments.rand_index": less_for_more_clusters})
falsify("errata/K13", wrong={f"{CLAIMS}.experiments.expected_error_of_guessing": twice})
falsify("errata/K14", wrong={f"{CLAIMS}.systems.pairs_from_side_information": every_second})
for _draw in (too_many_pairs, the_first_pairs):
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


def guesses(error_of: Function) -> Function:
    """45 % on any patterns."""
    return lambda geometry, division: 45.0


@instead
def the_euclidean_metric(xing_metric: Function, *arguments: Any, **options: Any) -> Any:
    """Nothing is learned."""
    metric = xing_metric(*arguments, **options)
    return replace(metric, positive=np.eye(len(metric.positive)))


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
falsify("idealized/system-xing", wrong={f"{CLAIMS}.xing.xing_metric": the_euclidean_metric})
falsify("idealized/figure-1-text", wrong={f"{CLAIMS}.figure.kernels_of_figure_1": shuffled_classes})
falsify("idealized/figure-1-text", wrong={f"{CLAIMS}.figure.xing_metric": the_euclidean_metric})
