"""A process of its own for a target; what hostile ones do to it is in ``test_hostile.py``."""

import os
import select
import signal
import subprocess
import sys

import pytest

from gramcheck.verify.isolation import Isolated, Limits
from gramcheck.verify.record import Status
from gramcheck.verify.runner import Settings, suite_registry

SLOW = {  # thirty thousand pairs, each told through a pipe, and a slow definition
    "d2ke/levenshtein equals_its_definition_on_all_short_strings",
    "d2ke/levenshtein proteins_have_the_distance_of_the_definition",
}
CHECKS = [c for c in suite_registry() if c.claim == "d2ke/levenshtein" and c.id not in SLOW]


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
    text = "import os\nclass d2ke:\n    levenshtein = staticmethod(lambda x, y: os.abort())\n"
    (tmp_path / "ends.py").write_text(text)
    with Isolated("ends", Settings(examples=1), Limits()) as isolated:
        record = isolated.run(CHECKS[0], expected=True)
    assert record.status == Status.EXPECTED_FAILURE
    assert "got=killed by SIGABRT, should be a result" in record.message
    assert "\nreproduce: ends.d2ke.levenshtein(" in record.message
    assert record.functions == ("d2ke.levenshtein",)


STUCK = """
import itertools, os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)

class d2ke:
    def levenshtein(x, y):
        d2ke.held = open(os.environ["GRAMCHECK_HELD"], "wb", 0)
        d2ke.held.write(b"stuck")
        {}
"""
RUN = """
from gramcheck.verify.isolation import Isolated, Limits
from gramcheck.verify.runner import Settings, suite_registry

if __name__ == "__main__":
    [check, *_] = [check for check in suite_registry() if check.claim == "d2ke/levenshtein"]
    with Isolated("stuck", Settings(), Limits()) as isolated:
        isolated.run(check)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("act", ["time.sleep(1000)", "sum(itertools.repeat(0))"])
def test_a_worker_ends_with_the_run_whatever_it_does_with_signals(tmp_path, number, act):
    """The worker holds one end of a pipe, at the other of which its end is seen."""
    if "sum" in act and sys.platform != "linux":
        pytest.skip("only Linux ends a worker in which no thread may run")
    held = tmp_path / "held"
    os.mkfifo(held)
    (tmp_path / "stuck.py").write_text(STUCK.format(act))
    (tmp_path / "run.py").write_text(RUN)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"PYTHONPATH": path, "GRAMCHECK_HELD": str(held)}
    command = [sys.executable, tmp_path / "run.py"]
    with subprocess.Popen(command, env=environment) as run, held.open("rb", 0) as end:
        assert end.read(5) == b"stuck"
        run.send_signal(number)
        run.wait()
        assert select.select([end], [], [], 20)[0], "the worker is there 20 s after the run"
        assert end.read(1) == b""


def test_limits_are_positive():
    with pytest.raises(ValueError, match="seconds must be positive, got 0"):
        Limits(seconds=0)
