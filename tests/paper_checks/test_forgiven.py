"""A convention is forgiven where the library follows it, and nothing else is."""

import pickle

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.paper_checks.libraries.forgiven import Forgiven
from gramcheck.verify import Status
from gramcheck.verify.record import LackingError

SWAPS = "a count in which a transposition is one edit"
BAND = "the window as |i - j| <= w: a band that is not widened where lengths differ"
ADAPTER = """
from gramcheck.verify.conventions import tables
from gramcheck.verify.definitions import d2ke as right

class d2ke:
    @staticmethod
    def levenshtein(x, y):
        (table,) = tables("d2ke.levenshtein")
        return table.conventions["SWAPS"](x, y) + ("q" in x + y) * WRONG

    @staticmethod
    def dtw(x, y, local_cost="euclidean", window=None):
        if window is not None and abs(len(x) - len(y)) > window:
            raise ValueError("no path")
        return right.dtw(x, y, local_cost, window) * (1 + WRONG * (window == 7))
"""
NAMED = {"d2ke.levenshtein": [SWAPS], "d2ke.dtw": [BAND]}


@pytest.fixture
def library(tmp_path, monkeypatch):
    """An adapter that follows two conventions, and has a second fault where it is wanted."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(name, wrong):
        text = ADAPTER.replace("SWAPS", SWAPS).replace("WRONG", str(wrong))
        (tmp_path / f"{name}.py").write_text(text)
        return name

    return write


VECTORS = "d2ke/vectors/levenshtein"
CHECKS = [VECTORS, "d2ke/vectors/dtw", "d2ke/levenshtein letters*", "d2ke/levenshtein long_*"]


def statuses(target, checks=CHECKS):
    return [record.status for record in verify.run(target, checks, examples=5, seed=0)]


def test_what_follows_its_conventions_passes_when_they_are_forgiven(library):
    name = library("follows", 0)
    assert statuses(name) == [Status.FAILED] * len(CHECKS)
    assert statuses(Forgiven(name, NAMED)) == [Status.PASSED] * len(CHECKS)
    assert statuses(Forgiven(name, {"d2ke.dtw": [BAND]}), [VECTORS]) == [Status.FAILED]


def test_a_second_fault_is_not_hidden_by_the_first(library):
    target = verify.load(Forgiven(library("hides", 1), NAMED))
    assert target.d2ke.levenshtein("ab", "ba") == 2
    assert target.d2ke.levenshtein("ab", "qa") == 3
    assert target.d2ke.dtw(np.zeros(3), np.ones(1), window=1) == 3
    x, y = np.array([1.0, 5.0]), np.array([2.0, 2.0, 8.0])
    assert target.d2ke.dtw(x, y, window=7) == 2 * target.d2ke.dtw(x, y, window=6)


def test_what_a_convention_says_nothing_of_stays_as_it_is(library):
    target = verify.load(Forgiven(library("plain", 0), {"d2ke.dtw": [BAND]}))
    assert target.d2ke.dtw(np.zeros(2), np.ones(2)) == 2
    assert target.d2ke.levenshtein("ab", "ba") == 1


def test_of_what_is_too_large_for_brute_force_nothing_is_said(library):
    target = verify.load(Forgiven(library("large", 0), NAMED))
    with pytest.raises(LackingError, match="inputs small enough"):
        target.d2ke.levenshtein("a" * 700, "b" * 700)


def test_it_can_be_sent_to_a_process_and_names_the_library(library):
    sent = pickle.loads(pickle.dumps(Forgiven(library("sent", 0), NAMED)))
    assert verify.load(sent).expression == "sent"
    with pytest.raises(AttributeError):
        _ = sent.sfm
