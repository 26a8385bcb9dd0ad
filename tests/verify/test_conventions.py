"""Every convention in the tables is recognized, and taken for no other."""

import math

import pytest

from verify.conventions import TABLES, diagnose, diagnoser
from verify.definitions import d2ke
from verify.target import load, replace

ROWS = [(name, sentence) for name, table in TABLES.items() for sentence in table().conventions]


@pytest.mark.parametrize(("name", "sentence"), ROWS)
def test_a_convention_is_recognized_and_taken_for_no_other(name, sentence):
    table = TABLES[name]()._replace(read=lambda result: result)
    assert diagnose(table.conventions[sentence], table) == [f"matches {sentence}"]


@pytest.mark.parametrize("name", TABLES)
def test_the_definition_is_none_of_the_alternatives(name):
    definition = getattr(d2ke, name.split(".")[1])
    assert diagnose(definition, TABLES[name]()) == []


def test_nothing_is_said_of_crashes_and_of_what_is_no_number():
    table = TABLES["d2ke.levenshtein"]()
    assert diagnose(lambda x, y: [][0], table) == []
    assert diagnose(lambda x, y: None, table) == []
    assert diagnose(lambda x, y: math.nan, table) == []


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
