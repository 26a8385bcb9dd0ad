"""Checks give the functions what they gave, and allow no more than they allowed.

The tables are made by ``python -m tests.tables``; some checks are tried again, others every day.
"""

import numpy as np
import pytest

from gramcheck.verify.compare import at_most, close_to, is_true
from gramcheck.verify.registry import Registry
from tests import allowed, given
from tests.verify.lots import AGAIN, CHECKS, TABLED, drawn

WIDE = np.array([-1e3, 0.0, 1e-30, 2.0])


def check_of(*calls, tolerance=1e-9, rounds=(1.0, 10.0)):
    """A check that asks nothing of the answers to some calls, and of some numbers that they are."""
    registry = Registry()

    @registry.check("kcr/toy", place="here", needs="kcr.center_coefficients", since="0.1")
    def toy(target, run):
        """Whatever comes back is right."""
        for each in calls:
            target.kcr.center_coefficients(each)
        yield is_true(True, "")
        for size in rounds:
            yield close_to([size, -3.0], [size, -3.0], rtol=tolerance)
        yield at_most(1.0, 0.0, atol=tolerance)

    return next(iter(registry))


@pytest.mark.parametrize("table", [given, allowed], ids=["gives", "allows"])
@pytest.mark.parametrize("id", drawn(TABLED, 20))
def test_a_check_does_what_it_did(id, table, monkeypatch):
    name = table.__name__.rpartition(".")[2]
    here = getattr(table, name)(CHECKS[id])
    monkeypatch.setattr(table, name, lambda _: here)
    assert table.missed(CHECKS[id]) == "", AGAIN
    assert not set(here) - set(table.TABLED), AGAIN


def test_the_tables_speak_of_checks_that_there_are():
    for table in (given.TABLED, allowed.TABLED):
        assert not {line.partition(" | ")[0] for line in table} - set(CHECKS)


@pytest.mark.parametrize(
    ("calls", "what"),
    [
        ([WIDE], "calls"),
        ([WIDE, WIDE], "calls"),
        ([WIDE[:3], WIDE[1:3]], "longest"),
        ([np.array([-1e3, 0.0, 1.0, 2.0]), WIDE[:2]], "least"),
        ([WIDE, np.clip(WIDE, -100, None)], ""),
        ([WIDE[1:], np.append(WIDE[2:], [1e3, 1e3])], "negative"),
        ([np.clip(WIDE, -100, None), WIDE[:2] / 10], "most"),
        ([WIDE.tolist(), WIDE[:2].tolist()], "kinds"),
        ([WIDE, WIDE[:2], [1.0]], ""),
    ],
)
def test_what_is_lost_is_told(calls, what, monkeypatch):
    monkeypatch.setattr(given, "TABLED", given.given(check_of(WIDE, WIDE[:2])))
    told = given.missed(check_of(*calls)).partition(": ")[2]
    assert told.partition(" ")[0] == what, told


def test_what_may_be_left_of_0_has_no_size():
    (told,) = given.given(check_of(np.array([1.0, -1e-17]), np.zeros(2))).values()
    assert (told["calls"], told["least"], told["most"]) == (2, 0, 0)
    assert not told["negative"]


def test_letters_have_no_size():
    noted = given.Given()
    noted.spied(lambda *_, **__: None)(["ab", "c"], loss="hinge", flag=np.True_)
    told = noted.told()
    assert (told["calls"], told["longest"]) == (1, 9)
    assert "most" not in told


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, ""),
        ({"tolerance": 1e-10}, ""),
        ({"tolerance": 1.02e-9}, "toy.1: allows"),
        ({"rounds": (1.0,)}, "toy.1: 1 outcomes"),
        ({"rounds": (1.0, 20.0)}, "toy.1: allows"),
        ({"rounds": (2.0, 10.0)}, "toy.1: allows"),
        ({"rounds": (1.0, 5.0, 10.0)}, ""),
    ],
)
def test_what_is_allowed_beyond_is_told(changed, told, monkeypatch):
    monkeypatch.setattr(allowed, "TABLED", allowed.allowed(check_of(WIDE)))
    said = allowed.missed(check_of(WIDE, **changed))
    assert said.startswith(f"kcr/toy toy | {told}") if told else said == ""


def test_a_comparison_that_is_none_any_more_is_told(monkeypatch):
    table = allowed.allowed(check_of(WIDE))
    monkeypatch.setattr(allowed, "TABLED", table | {"kcr/toy toy | toy.0": [1, 1e-9, 1e-9]})
    assert allowed.missed(check_of(WIDE)) == "kcr/toy toy | toy.0: compares no more"
