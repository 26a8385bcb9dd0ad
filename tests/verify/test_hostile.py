"""Hostile targets: whatever they return, raise or do, there is a record and the run goes on."""

import decimal
import gc
import types
import warnings

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify.contract import contracts
from gramcheck.verify.isolation import Isolated, Limits
from gramcheck.verify.record import Status
from gramcheck.verify.runner import Settings, suite_registry
from tests.verify.hostile import CARELESS, CHOICE, FATAL, ODD, RAISING, SLOW, SOUND

STORED = "d2ke/vectors/dtw dtw_answers_the_stored_vectors"
DRAWN = "d2ke/dtw a_vector_is_one_channel"


def records(dtw):
    target = types.SimpleNamespace(d2ke=types.SimpleNamespace(dtw=dtw))
    return verify.run(target, [STORED, DRAWN], examples=3, seed=1)


@pytest.mark.filterwarnings("ignore:coroutine")
@pytest.mark.parametrize("name", ODD | RAISING)
def test_what_is_no_answer_is_a_failure_of_the_target(name):
    for record in records((ODD | RAISING)[name]):
        assert record.status == Status.FAILED, record.message
        assert "the check itself fails" not in record.message
        assert len(record.message) < 2000


def test_of_a_target_whose_functions_return_nothing_no_check_passes():
    papers = {name.partition(".")[0]: types.SimpleNamespace() for name in contracts()}
    for paper, _, function in (name.partition(".") for name in contracts()):
        setattr(papers[paper], function, lambda *given, **options: None)
    found = verify.run(types.SimpleNamespace(**papers), examples=1, seed=0)
    assert len(found) == len(suite_registry())
    assert {record.status for record in found} == {Status.FAILED}


@pytest.mark.parametrize("name", CARELESS)
def test_a_right_answer_is_right_whatever_is_done_on_the_way(name, capsys):
    settings = np.geterr(), decimal.getcontext().prec, list(warnings.filters), gc.isenabled()
    with decimal.localcontext():
        found = records(CARELESS[name])
    gc.enable()
    assert {record.status for record in found} <= {Status.PASSED, Status.LACKING}
    assert all(record.tested for record in found)
    assert (np.geterr(), decimal.getcontext().prec, list(warnings.filters)) == settings[:3]


def test_in_a_process_of_its_own_each_is_a_record_and_the_run_goes_on(tmp_path, monkeypatch):
    """One after the other, as in a run: what survives stays in the process, what dies gets a new
    one, and at the end a right answer is right.
    """
    choice = tmp_path / "choice"
    monkeypatch.setenv(CHOICE, str(choice))
    [check] = [check for check in suite_registry() if check.id == STORED]
    limits = Limits(seconds=15, megabytes=4096)
    found = {}
    with Isolated("tests.verify.hostile", Settings(), limits) as isolated:
        for name in (*FATAL, SOUND):
            choice.write_text(name, encoding="utf8")
            found[name] = isolated.run(check)
    for name, (_, said) in (FATAL | {SOUND: (None, None)}).items():
        record = found[name]
        assert record.id == STORED
        if said is None:  # right, and it has no window
            assert record.status == Status.LACKING, (name, record.message)
        else:
            assert record.status in (Status.FAILED, Status.ERROR), name
            assert said in record.message, name
            assert not said or ".d2ke.dtw(np.array([" in record.message.splitlines()[-1], name


def test_who_does_not_come_back_in_time_lacks_time(tmp_path, monkeypatch):
    choice = tmp_path / "choice"
    monkeypatch.setenv(CHOICE, str(choice))
    [check] = [check for check in suite_registry() if check.id == STORED]
    found = {}
    with Isolated("tests.verify.hostile", Settings(), Limits(seconds=1)) as isolated:
        for name in (*SLOW, SOUND):
            choice.write_text(name, encoding="utf8")
            found[name] = isolated.run(check)
    assert {record.status for record in found.values()} == {Status.LACKING}
    for name in SLOW:
        assert "time (1 s)" in found[name].lacking
        assert found[name].tested == (name == "answers rightly, and slowly")
        assert found[name].seconds < 2
    assert "time (1 s)" not in found[SOUND].lacking
    line = found["waits without end"].message.splitlines()[-1]
    assert line.startswith("reproduce: tests.verify.hostile.d2ke.dtw(np.array([")
