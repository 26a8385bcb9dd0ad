"""Tables 1-4 and what is said about them: results had they come out otherwise."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import partial
from typing import Any

from gramcheck.paper_checks.claims.d2ke.layout import with_features
from gramcheck.paper_checks.experiments.d2ke.printed import PRINTED
from gramcheck.paper_checks.experiments.d2ke.systems import LARGEST, SIZES
from gramcheck.paper_checks.falsifiers import falsify

Measured = Mapping[str, Mapping[str, Any]]
OTHERS = ("KNN", "DSK_RBF", "DSK_ND", "GDK_LED", "RSM")


def at(results: Measured, accuracy: Mapping[str, float], others: float = 80.0) -> Measured:
    """Results in which each row of the tables has this accuracy, give or take a tenth."""
    found = copy.deepcopy({key: dict(value) for key, value in results.items()})
    for key, record in found.items():
        _, system, split = key.split("/")
        tenth = 0.1 * (int(split.rpartition("-")[2]) % 3 - 1)
        record["accuracy"] = accuracy.get(system, others) + tenth
        record["converged"] = True
        for R, further in zip(SIZES, record["further"], strict=False):
            further["accuracy"] = accuracy.get(with_features(R), others) + tenth
            further["converged"] = True
    return found


def d2ke_far_ahead(results: Measured) -> Measured:
    """D2KE ten points above the others with any number of features."""
    return at(results, {with_features(R): 90.0 for R in (LARGEST, *SIZES)})


def d2ke_far_behind(results: Measured) -> Measured:
    """D2KE ten points below the others with any number of features."""
    return at(results, {with_features(R): 70.0 for R in (LARGEST, *SIZES)})


def the_larger_the_better(results: Measured) -> Measured:
    """Ten points more for each step of R."""
    return at(results, {with_features(R): 50.0 + 10 * i for i, R in enumerate(_BY_SIZE)})


def the_larger_the_worse(results: Measured) -> Measured:
    """Ten points less for each step of R."""
    return at(results, {with_features(R): 90.0 - 10 * i for i, R in enumerate(_BY_SIZE)})


def transduction_ahead(results: Measured) -> Measured:
    """Ten points for the embedding of all objects."""
    return at(results, {"GDK_LED": 90.0})


def transduction_behind(results: Measured) -> Measured:
    """Ten points less for it."""
    return at(results, {"GDK_LED": 70.0})


def as_in_the_paper(results: Measured, rows: Mapping[str, Mapping[str, float]]) -> Measured:
    """Accuracies of the paper."""
    found: dict[str, Any] = {}
    for task, row in rows.items():
        found |= at({k: v for k, v in results.items() if k.startswith(f"{task}/")}, row)
    return found


def far_from_the_paper(results: Measured) -> Measured:
    """Twenty percent everywhere."""
    return at(results, {}, 20.0)


_BY_SIZE = sorted((LARGEST, *SIZES))


def cells_of(name: str, task: str) -> dict[str, dict[str, float]]:
    """The paper's row, its D2KE with the paper's R."""
    systems = (with_features(SIZES[-1]), *OTHERS)
    return {task: {s: a for s, (a, _) in zip(systems, PRINTED[name], strict=True)}}


def of_four_letters(results: Measured) -> Measured:
    """Splice without its ambiguous strings."""
    found: Any = copy.deepcopy(dict(results))
    found["properties"]["public"]["splice"][0] = 4
    return {"properties": {**found["properties"], "ambiguous": 0}}


def with_another_ambiguous_string(results: Measured) -> Measured:
    """Sixteen of them."""
    return {"properties": {**results["properties"], "ambiguous": 16}}


def with_another_number_of_objects(results: Measured) -> Measured:
    """One string of splice fewer."""
    found: Any = copy.deepcopy(dict(results))
    found["properties"]["public"]["splice"][2] -= 1
    return found


SERIES = cells_of("Auslan", "auslan") | cells_of("pentip", "character-trajectories")
SPLICE = cells_of("splice", "splice")

ON_D2KE = (
    *("d2ke/table-1", "d2ke/table-2", "d2ke/table-2-digits", "d2ke/table-2-mnist"),
    *("d2ke/table-3-substitute", "d2ke/similar-features", "d2ke/much-better"),
)
falsify(*ON_D2KE, results=(d2ke_far_ahead, d2ke_far_behind))
falsify("d2ke/more-features", results=(the_larger_the_better, the_larger_the_worse))
falsify("d2ke/transductive", results=(transduction_ahead, transduction_behind))
for _table, _rows in (("table-1-cells", SERIES), ("table-2-cells", SPLICE)):
    falsify(f"d2ke/{_table}", results=(partial(as_in_the_paper, rows=_rows), far_from_the_paper))
falsify("d2ke/table-4", results=of_four_letters)
falsify("d2ke/table-4", results=with_another_ambiguous_string)
falsify("d2ke/table-4", results=with_another_number_of_objects)
