"""What the evidence of D2KE's claims is made of."""

import math
from dataclasses import replace

import numpy as np
import pytest

from gramcheck.paper_checks.claims import percentages
from gramcheck.paper_checks.claims.d2ke import complexity, corollary_1, results, table_4
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import MissingData
from gramcheck.paper_checks.datasets.entry import DataSet
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import REGISTRY, Verdict
from tests.paper_checks.evidence import undisturbed

COMPUTED = [claim.id for claim in REGISTRY.select(paper="d2ke") if claim.units is None]


def test_refuted_entries_have_no_corrected_form_that_fails():
    refuted = [id for id in COMPUTED if REGISTRY[id].expected is Verdict.REFUTED]
    assert refuted == ["errata/D16"]
    assert undisturbed("errata/D16")["corrected"] == []


def test_letters_are_counted():
    assert complexity.letters_read(complexity.d2ke_features, 2, 3, 5, 7) == 2 * (2 * 3 * 5 * 7)
    assert complexity.letters_read(complexity.all_pairs, 2, 3, 5, 7) == 2 * (2 * 2 * 5 * 5)


@pytest.mark.parametrize("R", [1, 4, 16])
def test_the_chances_of_all_draws_add_up(R):
    found = corollary_1.excess(R)
    assert found.chance.sum() == pytest.approx(1, rel=1e-12)
    assert found.beyond >= 2 * 0.5**R - 1e-12  # one of the two strings is not drawn


@pytest.mark.parametrize("n", [60, 63, 144, 600, 957])
def test_every_count_has_a_possible_accuracy(n):
    for k in range(n + 1):
        assert percentages.possible(round(100 * k / n, 2), n)
        assert percentages.possible(math.floor(10000 * k / n) / 100, n)
        assert not percentages.possible(round(100 * k / n, 2) + 0.05, n)


class SmallData:
    """Data sets with the sizes, lengths and letters of Table 4, and nothing in them."""

    def __init__(self, ambiguous=15, missing=(), activities=7):
        self.ambiguous, self.missing, self.activities = ambiguous, missing, activities

    def load(self, name):
        if name in self.missing:
            raise MissingData(f"data set {name}: not in the data directory")
        if name == "splice":
            few = ["D" * 15 + "N" * 15 + "R" * 15 + "S" * 15] * self.ambiguous
            return self.data_set(name, [*few, *["ACGT" * 15] * (3190 - len(few))], 3)
        if name == "mnist-t10k":
            image = np.zeros((28, 28))
            image[8:20, 8:20] = 255
            return self.data_set(name, [image] * 20, 10)
        channels, classes, lengths = {
            "auslan": (22, 95, [45, 136, *[50] * 2563]),
            "character-trajectories": (3, 20, [109, 205, *[110] * 2856]),
            "actrecog": (3, 1 + self.activities, [5000] * 156),
        }[name]
        return self.data_set(name, [np.zeros((n, channels)) for n in lengths], classes)

    @staticmethod
    def data_set(name, objects, classes):
        return DataSet(name, objects, np.arange(len(objects)) % classes, "")


def table_4_of(data):
    run = Run("quick", 0, data, "d2ke/table-4")
    return table_4.properties_of_the_data(run, {"properties": table_4.measure(run)})


def test_table_4_is_compared_with_the_data():
    assert table_4_of(SmallData()).verdict is REGISTRY["d2ke/table-4"].expected
    assert table_4_of(SmallData(ambiguous=0)).verdict is Verdict.HOLDS
    assert table_4_of(SmallData(activities=6)).verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", ["auslan", "character-trajectories", "actrecog", "mnist-t10k"])
def test_table_4_says_which_rows_have_no_data(name):
    evidence = table_4_of(SmallData(missing=(name,)))
    assert evidence.verdict is REGISTRY["d2ke/table-4"].expected
    assert any(f"data set {name}" in reason for _, reason in evidence.table[1].rows)


def test_one_case_that_will_fail_does_not_decide_whether_there_is_some():
    """Six points worse in one case, about alike in the other: no number of splits tells."""
    worse = Finding("64", -6.2, ">", 0.0, "", None, repeats=4)
    alike = Finding("512", -0.06, ">", 0.0, "", None, repeats=math.inf)
    assert math.isinf(results.some([worse, alike]).repeats)
    assert results.some([worse, replace(alike, repeats=70)]).repeats == 70
    assert results.some([worse, replace(alike, measured=0.06, repeats=70)]).repeats == 70
    assert results.some([worse, replace(alike, holds=True)]).repeats is None
