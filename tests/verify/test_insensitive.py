"""What no error fails is so for the reason that ``tests/insensitive.json`` gives.

Reasons that somebody has written are compared with the suite, not with themselves: none stands
where an outcome is exact or only a fault gets there, and none where an error fails the outcome.
"""

import pytest

from gramcheck.verify.compare import at_most
from gramcheck.verify.suite.kcr import lmnn
from tests import outcomes, sensitivity
from tests.verify.lots import AGAIN, CHECKS, NOT_TABLED, drawn

REASONED = sorted(set(sensitivity.REASONS) - NOT_TABLED)
WRITTEN = [id for id in REASONED if sensitivity.written(id)]
EXACT = "kcr/lmnn targets_that_are_copies_cost_nothing"
GUARDED = "d2ke/gdk-led all_axes_reproduce_the_distances"
SENSITIVE = "idealized/alignment cosine_between_matrices"


# those that are written are few, and take up to two minutes each
@pytest.mark.parametrize("id", dict.fromkeys(drawn(REASONED, 8) + drawn(WRITTEN, 1)))
def test_what_has_no_line_has_none_for_the_reason_that_it_had(id):
    assert sensitivity.insensitive(CHECKS[id]) == sensitivity.REASONS[id], AGAIN


def not_allowing(id):
    """Where a reason is written, and an error is not even allowed."""
    allowing = sensitivity.allows(CHECKS[id])
    return [place for place in sensitivity.written(id) if not allowing.get(place)]


@pytest.mark.parametrize("id", WRITTEN)
def test_a_reason_is_written_only_where_an_error_is_allowed(id):
    assert not not_allowing(id)


@pytest.mark.parametrize(
    ("id", "place", "true"),
    [
        (EXACT, "targets_that_are_copies_cost_nothing.2", sensitivity.EXACT),
        (GUARDED, "all_axes_reproduce_the_distances.0", sensitivity.OF_FAULTS),
    ],
)
def test_a_made_up_reason_is_seen_where_there_is_another(monkeypatch, id, place, true):
    assert sensitivity.REASONS[id][place] == true
    monkeypatch.setitem(sensitivity.REASONS, id, sensitivity.REASONS[id] | {place: "made up"})
    assert sensitivity.insensitive(CHECKS[id])[place] == true
    assert not_allowing(id) == [place]
    with pytest.raises(AssertionError):
        test_what_has_no_line_has_none_for_the_reason_that_it_had(id)


def test_a_made_up_reason_is_seen_where_an_error_fails(monkeypatch):
    held = list(sensitivity.lines_of(CHECKS[SENSITIVE]))
    for name, place, _ in held:
        monkeypatch.delitem(sensitivity.TABLED, f"{SENSITIVE} | {name} | {place}")
    made_up = {place: "made up" for _, place, _ in held}
    monkeypatch.setitem(sensitivity.REASONS, SENSITIVE, made_up)
    assert sensitivity.insensitive(CHECKS[SENSITIVE]) == dict.fromkeys(made_up)
    with pytest.raises(AssertionError):
        test_what_has_no_line_has_none_for_the_reason_that_it_had(SENSITIVE)


def test_what_is_no_longer_exact_is_seen(monkeypatch):
    check = CHECKS[EXACT]
    place = f"{check.name}.2"
    assert sensitivity.insensitive(check) == {place: sensitivity.EXACT}
    monkeypatch.setattr(lmnn, "equal", lambda expected, got: at_most(1.0, float(got)))
    assert sensitivity.insensitive(check) == {place: None}


def test_every_outcome_has_a_sensitivity_or_a_reason_why_not():
    lines = [line.split(" | ") for line in sensitivity.TABLED]
    held = {(id, place) for id, _, place in lines}
    held |= {(id, place) for id, places in sensitivity.REASONS.items() for place in places}
    numeric = [id for id, check in CHECKS.items() if sensitivity.is_numeric(check)]
    assert not set(numeric) - NOT_TABLED - {id for id, _ in held}
    tabled = {id: outcomes.TABLED[id] for id in numeric if id in outcomes.TABLED}
    every = {(id, place) for id, places in tabled.items() for place in places}
    assert every == {(id, place) for id, place in held if id in tabled}
    assert not [places for places in sensitivity.REASONS.values() if None in places.values()]
