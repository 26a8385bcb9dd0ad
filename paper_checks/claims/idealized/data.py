"""Section 4, Table 1: the data sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.idealized.tasks import PROPERTIES, TASKS
from gramcheck.paper_checks.findings import at_most, equals, holds
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
from gramcheck.reference.idealized import alignment, ideal_kernel


def count(run: Run, data: str) -> dict[str, Any]:
    """Dimension of a data set, and how many patterns of each class, the sizes sorted."""
    X, y = TASKS[data].load(run.data, run.rng())
    return {"dimension": X.shape[1], "classes": sorted(np.unique(y, return_counts=True)[1])}


def units(run: Run) -> list[Unit]:
    """One for each data set that is there."""
    there = [name for name, task in TASKS.items() if not run.data.missing(task.data)]
    return [Unit(name, count, {"data": name}, seeded=False) for name in there]


@claim(
    "idealized/table-1",
    place="Section 4, Table 1",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units,
)
def properties_of_the_data(run: Run, results: Results) -> Evidence:
    """Table 1: dimension and patterns in each class of the five data sets.

    Wine has 13 columns, not 12 (erratum K12). The public labels of lymphoma count 62 and 34, not 61
    and 35 (erratum K19). The rest agrees. Without a data directory toy data and wine alone are
    counted, and the rows of the other sets say so.
    """
    measured = {name: (found["dimension"], found["classes"]) for name, found in results.items()}
    absent = [
        [name, *_row(PROPERTIES[name]), "not run", run.data.missing(task.data)]
        for name, task in TASKS.items()
        if name not in measured
    ]
    stated = {name: (p, tuple(sorted(n))) for name, (p, n) in PROPERTIES.items()}
    truth = {**stated, "wine": (13, stated["wine"][1]), "lymphoma": (4026, (34, 62))}
    return Evidence(
        printed=[
            equals([p, *n], [stated[name][0], *stated[name][1]], name=name)
            for name, (p, n) in measured.items()
        ],
        corrected=[
            equals([p, *n], [truth[name][0], *truth[name][1]], name=name)
            for name, (p, n) in measured.items()
        ],
        table=Table(
            ["data", "paper: dimension", "classes", "measured: dimension", "classes"],
            [[name, *_row(PROPERTIES[name]), *_row(found)] for name, found in measured.items()]
            + absent,
        ),
        note="Sizes of the classes are sorted. Toy data are generated as the table says.",
    )


def _row(properties: tuple[int, Sequence[int]]) -> list:
    return [properties[0], ", ".join(map(str, properties[1]))]


def nearest_neighbor_error(
    X: np.ndarray, y: np.ndarray, train: np.ndarray, test: np.ndarray
) -> float:
    """1-NN error in percent under the Euclidean metric."""
    nearest = np.argmin(cdist(X[test], X[train]), axis=1)
    return 100 * float(np.mean(y[train][nearest] != y[test]))


@erratum("errata/K12", place="Section 4, Table 1")
def dimension_of_wine(run: Run) -> Evidence:
    """Wine has 12 features.

    The UCI set has 13. Which one the paper's copy lacks cannot be told from its 28.03 % of 1-NN:
    with all 13 columns the mean over splits is about 26 %, without the first about 27 %. Columns
    are left as they are in Tables 2-4, since standardized ones give an error of about 5 %; that the
    errors are near the printed one is therefore no finding. The alignment of the linear kernel,
    .55, does not tell the two apart (.545 and .538). It is about data that no function makes, so
    that no check of an implementation is about it.
    """
    data = run.data.load("wine")
    X, y = np.asarray(data.objects), data.labels
    rng, star = run.rng(), ideal_kernel(y)
    splits = [rng.permutation(178) for _ in range(200 if run.scale == "full" else 40)]
    scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    rows: list[list[Any]] = []
    for name, columns in (
        ("all 13", X),
        *((f"without column {k + 1}", np.delete(X, k, axis=1)) for k in range(X.shape[1])),
        ("all 13, standardized", scaled),
    ):
        errors = [nearest_neighbor_error(columns, y, s[:120], s[120:]) for s in splits]
        rows.append([name, alignment(columns @ columns.T, star), Spread.of(errors)])
    (_, aligned, _), *_, (_, _, after) = rows
    return Evidence(
        printed=equals(X.shape[1], PROPERTIES["wine"][0], name="features"),
        corrected=[
            equals([len(X), X.shape[1]], [178, 13], name="patterns, features"),
            holds(aligned, 0.545, atol=0.005, name="alignment, columns as they are"),
            at_most(after.mean, 10.0, name="1-NN error with standardized columns, %"),
        ],
        table=Table(["columns", "alignment", "1-NN error, %"], rows),
    )


def count_samples(run: Run) -> dict[str, int]:
    """Malignant samples of lymphoma, and others."""
    malignant = np.asarray(run.data.load("lymphoma").labels)
    return {"malignant": int(np.sum(malignant == 1)), "others": int(np.sum(malignant == 0))}


@erratum(
    "errata/K19",
    place="Section 4, Table 1",
    units=lambda run: [Unit("lymphoma", count_samples, seeded=False)],
    data=("lymphoma",),
)
def classes_of_lymphoma(run: Run, results: Results) -> Evidence:
    """Lymphoma: 61 patterns of class 1, 35 of class 2.

    The names of the public samples give 62 malignant ones and 34 others, of 96 all the same.
    """
    counts = [results["lymphoma"][name] for name in ("malignant", "others")]
    return Evidence(
        printed=equals(counts, list(PROPERTIES["lymphoma"][1]), name="malignant, others"),
        corrected=[
            equals(counts, [62, 34], name="malignant, others"),
            equals(sum(counts), 96, name="samples"),
        ],
    )
