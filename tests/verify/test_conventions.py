"""Every convention in the tables is recognized, and taken for no other."""

import importlib
import math
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from gramcheck.verify.conventions import TABLES, Table, diagnose, diagnoser
from gramcheck.verify.definitions import d2ke
from gramcheck.verify.runner import suite_registry
from gramcheck.verify.target import load, replace

ROWS = [(name, sentence) for name, table in TABLES.items() for sentence in table().conventions]


def reference_of(paper):
    """The implementation that is right."""
    return importlib.import_module(f"gramcheck.reference.{paper}")


@pytest.mark.parametrize(("name", "sentence"), ROWS)
def test_a_convention_is_recognized_and_taken_for_no_other(name, sentence):
    table = TABLES[name]()._replace(read=lambda result: result)
    assert diagnose(table.conventions[sentence], table) == [f"matches {sentence}"]


@pytest.mark.parametrize("name", TABLES)
def test_what_is_right_is_none_of_the_alternatives(name):
    paper, function = name.split(".")
    assert diagnose(getattr(reference_of(paper), function), TABLES[name]()) == []


@pytest.mark.parametrize("name", [name for name in TABLES if name.startswith("d2ke")])
def test_the_definition_is_none_of_the_alternatives(name):
    definition = getattr(d2ke, name.split(".")[1])
    assert diagnose(definition, TABLES[name]()) == []


def test_nothing_is_said_of_crashes_and_of_what_is_no_number():
    table = TABLES["d2ke.levenshtein"]()
    assert diagnose(lambda x, y: [][0], table) == []
    assert diagnose(lambda x, y: None, table) == []
    assert diagnose(lambda x, y: math.nan, table) == []


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("idealized.learn_metric", {"psd": "clip"}, "psd='clip'"),
        ("kcr.resubstitution_error", {"strict": True}, "strict=True: every tie is an error"),
        ("sfm.cgk_vectors", {"pad": "zero"}, "pad='zero': no coordinate for the pad, as printed"),
        ("sfm.global_alignment_kernel", {"form": "raw"}, "form='raw'"),
        ("sfm.global_alignment_kernel", {"form": "log"}, "form='log'"),
        ("sfm.hash_uniform", {"endpoints": "closed"}, "endpoints='closed'"),
        ("sfm.local_alignment_kernel", {"form": "log"}, "log K without 1/beta"),
        ("sfm.local_alignment_kernel", {"form": "raw"}, "form='raw'"),
        ("sfm.local_alignment_kernel", {"form": "normalized"}, "form='normalized'"),
        (
            "sfm.local_alignment_kernel",
            {"gap_open": 12.0},
            "gaps of n letters at opening + n extension",
        ),
        ("sfm.sfm", {"endpoints": "closed"}, "endpoints='closed'"),
    ],
)
def test_another_setting_of_an_implementation_is_recognized(name, options, sentence):
    paper, function = name.split(".")
    other = partial(getattr(reference_of(paper), function), **options)
    assert diagnose(other, TABLES[name]()) == [f"matches {sentence}"]


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("idealized.dual_objective", lambda value: -value, "the negative, which is minimized"),
        (
            "kcr.objective_from_distances",
            lambda loss: loss / 5,
            "the mean over the points, 1/n of the sum",
        ),
        ("sfm.sfm", lambda z: z / math.sqrt(2), "1/sqrt(D) in place of sqrt(2/D)"),
        (
            "sfm.rff",
            lambda z: z[:, [1, 0, 3, 2, 5, 4][: z.shape[1]]],
            "the cosine first, as in Eq. (2)",
        ),
        ("sfm.lpp_parse", lambda blocks: [[i + 1 for i in b] for b in blocks], "places from 1"),
    ],
)
def test_a_changed_result_is_recognized(name, change, sentence):
    paper, function = name.split(".")
    right = getattr(reference_of(paper), function)
    assert diagnose(lambda *given: change(right(*given)), TABLES[name]()) == [f"matches {sentence}"]


def test_every_table_serves_the_checks_of_its_function():
    """A table that no check asks, or that a check of something else asks, would say nothing."""
    asked = set()
    for check in suite_registry():
        if check.diagnose is not None:
            seen = []
            check.diagnose(SimpleNamespace(get=seen.append))
            assert set(seen) <= set(check.needs), check.id
            asked |= set(seen)
    assert asked == set(TABLES)


def test_who_writes_to_its_arguments_is_diagnosed_all_the_same():
    def idealized(K, y, gamma):
        K += gamma * np.equal.outer(y, y)
        return K

    for _ in range(2):
        found = diagnose(idealized, TABLES["idealized.idealize"]())
        assert found == ["matches gamma in place of gamma / 2"]


def test_shapes_count():
    table = Table([(2,)], {"a row": lambda n: [[1.0] * n], "a column": lambda n: [[1.0]] * n})
    assert diagnose(lambda n: np.ones((n, 1)), table) == ["matches a column"]
    assert diagnose(lambda n: np.ones((n, 2)), table) == []


def test_a_target_is_diagnosed_by_name():
    target = replace(load(object()), "d2ke.dtw", lambda x, y: math.sqrt(d2ke.dtw(x, y)))
    assert diagnoser("d2ke.dtw")(target) == ["matches the square root of the sum"]


@pytest.mark.parametrize(
    ("x", "y", "transpositions", "indels"),
    [("ab", "ba", 1, 2), ("ca", "abc", 3, 3), ("abcd", "badc", 2, 4), ("", "ab", 2, 2)],
)
def test_edit_costs_by_hand(x, y, transpositions, indels):
    conventions = TABLES["d2ke.levenshtein"]().conventions
    by_swaps = conventions["a count in which a transposition is one edit"]
    without = conventions[
        "a count in which a substitution costs two (insertions and deletions only)"
    ]
    assert by_swaps(x, y) == transpositions
    assert without(x, y) == indels
