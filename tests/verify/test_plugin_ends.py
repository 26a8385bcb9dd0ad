"""The pytest front on targets that end the run, or do not come back in time."""

import pytest

from gramcheck.verify.record import read_report
from tests.verify.test_plugin import run, suite

pytest_plugins = ["pytester"]
__all__ = ["suite"]  # the fixture


def test_a_run_in_which_no_check_came_to_a_result_in_time_fails(suite):
    slow = "import time\nclass part:\n    def double(x):\n        time.sleep(1000)\n"
    suite.path.joinpath("slow.py").write_text(slow)
    arguments = ("--claims=toy/double", "--isolate", "--seconds-per-check=0.1")
    result = run(suite, "--target=slow", *arguments)
    assert result.ret == 1
    result.assert_outcomes(skipped=2)
    output = result.stdout.str()
    assert "nothing of the target was tested" in output
    assert "lacking time (0.1 s): 2 checks need it" in output


@pytest.mark.parametrize(
    ("end", "said"),
    [("os._exit(0)", "SystemExit: os._exit(0)"), ("sys.exit(0)", "SystemExit: 0")],
)
def test_a_target_that_ends_the_run_fails_and_the_run_goes_on(suite, end, said):
    suite.path.joinpath("gone.py").write_text(
        f"import os, sys\nclass part:\n    def double(x):\n        {end}\n"
        "    def triple(x):\n        raise KeyboardInterrupt\n"
    )
    claims = ("--claims=toy/double", "--claims=toy/triple")
    result = run(suite, "--target=gone", *claims, "--report=r.json")
    assert result.ret == 1
    result.assert_outcomes(failed=3)
    output = result.stdout.str()
    for call in ("double(0)", "triple(1)"):
        assert f"reproduce: gone.part.{call}" in output
    header, records = read_report(suite.path / "r.json")
    assert header["complete"]
    ends = [record.message.split("got=")[1].split(", should be")[0] for record in records]
    assert ends == [f"ExitError: {said}"] * 2 + ["ExitError: KeyboardInterrupt: "]


def test_a_target_in_a_process_of_its_own_may_end_it(suite):
    suite.path.joinpath("gone.py").write_text(
        "from os import _exit\nclass part:\n    def double(x):\n        _exit(0)\n"
    )
    result = run(suite, "--target=gone", "--claims=toy/double", "--isolate")
    assert result.ret == 1
    result.assert_outcomes(failed=2)
    output = result.stdout.str()
    assert "got=exit code 0, should be a result" in output
    assert "reproduce: gone.part.double(0)" in output
