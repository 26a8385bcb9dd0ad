"""Checks give the functions what they gave; ``python -m tests.given`` makes the table."""

import numpy as np
import pytest

from gramcheck.verify.compare import is_true
from gramcheck.verify.registry import Registry
from tests import given
from tests.verify.lots import AGAIN, CHECKS, drawn

WIDE = np.array([-1e3, 0.0, 1e-30, 2.0])


def check_of(*calls):
    """A check that asks for the norms of what it is called with."""
    registry = Registry()

    @registry.check("kcr/toy", place="here", needs="kcr.center_coefficients", since="0.1")
    def toy(target, run):
        """Nothing is asked of the answers."""
        for each in calls:
            target.kcr.center_coefficients(each)
        return is_true(True, "")

    return next(iter(registry))


@pytest.mark.parametrize("id", drawn(sorted(CHECKS), 40))
def test_a_check_gives_what_it_gave(id):
    check = CHECKS[id]
    assert given.missed(check) == "", AGAIN
    assert not set(given.given(check)) - set(given.TABLED), AGAIN


def test_the_table_speaks_of_checks_that_there_are():
    assert not {line.partition(" | ")[0] for line in given.TABLED} - set(CHECKS)


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
    (told,) = given.given(check_of(np.array([1.0, 1e-17]), np.zeros(2))).values()
    assert (told["calls"], told["least"], told["most"]) == (2, 0, 0)
