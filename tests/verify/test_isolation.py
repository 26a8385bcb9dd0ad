"""A process of its own for a target; what hostile ones do to it is in ``test_hostile.py``."""

import pytest

from gramcheck.verify.isolation import Isolated, Limits
from gramcheck.verify.record import Status
from gramcheck.verify.runner import Settings, suite_registry

CHECKS = [check for check in suite_registry() if check.claim == "d2ke/levenshtein"]


def test_a_sound_target_passes_as_it_does_without():
    with Isolated("gramcheck.reference", Settings(examples=1), Limits()) as isolated:
        assert {isolated.run(check).status for check in CHECKS} == {Status.PASSED}


def test_a_target_that_ends_its_process_as_it_is_loaded_is_named(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "gone.py").write_text("import os; os._exit(3)")
    with (
        Isolated("gone", Settings(), Limits()) as isolated,
        pytest.raises(ImportError, match="'gone' ended its process as it was loaded: exit code 3"),
    ):
        isolated.run(CHECKS[0])


def test_what_ends_the_process_may_be_expected(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    text = "import os\nclass d2ke:\n    levenshtein = staticmethod(lambda x, y: os._exit(3))\n"
    (tmp_path / "ends.py").write_text(text)
    with Isolated("ends", Settings(examples=1), Limits()) as isolated:
        record = isolated.run(CHECKS[0], expected=True)
    assert record.status == Status.EXPECTED_FAILURE
    assert record.functions == ("d2ke.levenshtein",)


def test_limits_are_positive():
    with pytest.raises(ValueError, match="seconds must be positive, got 0"):
        Limits(seconds=0)
