"""The remaining time is guessed from what each kind of unit has taken, not from units alike."""

import io
import time

import pytest
from rich.console import Console

from gramcheck.paper_checks.claims.kcr import table_1
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.running import progress
from gramcheck.paper_checks.running.progress import Progress, kind_of
from gramcheck.paper_checks.running.work import Work

SLOW = [f"module.run:balance/KCR/split-{i}" for i in range(3)]
FAST = [f"module.run:balance/k-NN/split-{i}" for i in range(100)]


@pytest.fixture
def going():
    """Progress of a run of three slow units and a hundred fast ones, with what it prints."""
    text = io.StringIO()
    with Progress(Console(file=text, width=200), SLOW + FAST) as shown:
        yield shown, text


def test_units_that_differ_in_their_number_are_of_one_kind():
    assert len({kind_of(name) for name in SLOW}) == 1
    assert kind_of(SLOW[0]) != kind_of(FAST[0])
    assert kind_of("module.race:kcr-race/03") == kind_of("module.race:kcr-race/11")
    assert kind_of("module.race:a/03") != kind_of("other.race:a/03")
    assert kind_of("kcr/eq-1") == kind_of("sfm/table-3")


def test_each_kind_is_guessed_by_its_own_mean(going):
    shown, _ = going
    assert shown.remaining(0.0) is None
    shown.advance(SLOW[0], 90.0)
    shown.advance(SLOW[1], 110.0)
    assert shown.remaining(200.0) == pytest.approx(101 * 100)  # nothing is known of the fast ones
    shown.advance(FAST[0], 1.0)
    assert shown.remaining(201.0) == pytest.approx(100 + 99 * 1)


def test_parallel_work_takes_less_time_than_its_units(going):
    shown, _ = going
    shown.advance(SLOW[0], 100.0)
    shown.advance(FAST[0], 1.0)
    assert shown.remaining(50.5) == pytest.approx((200 + 99) / 2)


def test_what_an_earlier_run_did_tells_how_long_its_kind_takes_but_not_how_fast_this_one_is(going):
    shown, _ = going
    shown.advance(SLOW[0], 100.0, kept=True)
    assert shown.remaining(0.1) is None
    shown.advance(FAST[0], 1.0)
    assert shown.remaining(2.0) == pytest.approx((200 + 99) * 2)


def test_a_line_now_and_then_says_what_is_left_and_what_it_does_not_know(going, monkeypatch):
    shown, text = going
    now = time.monotonic()
    for seconds, name in ((10, SLOW[0]), (40, SLOW[1]), (45, FAST[0]), (80, FAST[1])):
        monkeypatch.setattr(progress.time, "monotonic", lambda at=now + seconds: at)
        shown.start = now
        shown.advance(name, 20.0 if name in SLOW else 40.0)
    first, second = text.getvalue().splitlines()
    assert first == (
        "2 of 103 units finished, about 34 min remaining (kinds of units not seen yet: 1)"
    )
    assert second == "4 of 103 units finished, about 44 min remaining"


def test_a_duration_is_told_in_the_unit_that_one_would_use():
    found = [progress.duration(seconds) for seconds in (0.4, 119, 121, 7190, 7201, 1e6)]
    assert found == ["0 s", "119 s", "2 min", "120 min", "2.0 h", "277.8 h"]


def test_a_terminal_shows_the_remaining_time_too():
    text = io.StringIO()
    with Progress(Console(file=text, width=200, force_terminal=True), SLOW) as shown:
        shown.advance(SLOW[0], 100.0)
        shown.start = time.monotonic() - 100
        shown.advance(SLOW[1], 100.0)
        shown.bar.refresh()
    assert "about 50 s remaining" in text.getvalue()


def test_every_kind_of_a_table_is_met_with_its_first_split():
    units = table_1.units("iris", "wine")(Run("full", 0, DataDirectory(None), "kcr/table-1"))
    kinds = [kind_of(Work.of(unit).name) for unit in units]
    assert set(kinds[: len(set(kinds))]) == set(kinds)
