"""Targets that exit, crash, hang or eat memory, in a process of their own: a record each."""

import textwrap

import pytest

from gramcheck.verify.isolation import Isolated, Limits
from gramcheck.verify.record import Status
from gramcheck.verify.runner import Settings, suite_registry

HOSTILE = {
    "os._exit(0)": "exit code 0",
    "os.abort()": "killed by SIGABRT",
    "ctypes.string_at(0)": "killed by SIGSEGV",
    "os.kill(os.getpid(), 9)": "killed by SIGKILL",
    "time.sleep(60)": "no answer within",
    "len(bytearray(2**40))": "MemoryError",
    "sys.exit(0)": "SystemExit: 0",
    "sys.stdout.close()": "",
}
CHECKS = [check for check in suite_registry() if check.claim == "d2ke/levenshtein"]


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a target whose ``levenshtein`` does something before it answers."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(action, name="hostile"):
        text = f"""
            import ctypes, os, sys, time
            class d2ke:
                @staticmethod
                def levenshtein(x, y):
                    {action}
                    return 0
        """
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(text))
        return name

    return write


@pytest.mark.parametrize("action", HOSTILE)
def test_what_ends_the_process_is_a_record_and_the_next_check_runs(module, action):
    limits = Limits(seconds=5, megabytes=4096)
    with Isolated(module(action), Settings(examples=1), limits) as isolated:
        records = [isolated.run(check) for check in CHECKS[:2]]
    assert [record.status for record in records] == [Status.FAILED] * 2
    assert all(HOSTILE[action] in record.message for record in records)


def test_a_sound_target_passes_as_it_does_without():
    with Isolated("gramcheck.reference", Settings(examples=1), Limits()) as isolated:
        assert {isolated.run(check).status for check in CHECKS} == {Status.PASSED}


def test_a_target_that_ends_its_process_as_it_is_loaded_is_named(module, tmp_path):
    (tmp_path / "gone.py").write_text("import os; os._exit(3)")
    with (
        Isolated("gone", Settings(), Limits()) as isolated,
        pytest.raises(ImportError, match="'gone' ended its process as it was loaded: exit code 3"),
    ):
        isolated.run(CHECKS[0])


def test_limits_are_positive():
    with pytest.raises(ValueError, match="seconds must be positive, got 0"):
        Limits(seconds=0)
