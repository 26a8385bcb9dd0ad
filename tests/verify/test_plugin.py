"""The pytest front, as a user sees it: in processes of their own, on a small suite of our own.

A copy of the package gets a suite of a few checks, one for every verdict.
"""

import json
import re
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gramcheck import verify
from gramcheck.verify.record import read_report

pytest_plugins = ["pytester"]

SUITE = '''
"""One check for every verdict."""

from hypothesis import strategies as st

from gramcheck.verify import check, for_all
from gramcheck.verify.compare import equal, is_true

toy = {"place": "Section 1", "since": "0.1"}


@check("toy/double", needs="part.double", **toy)
@for_all(x=st.integers(0, 10**6))
def twice_the_number(target, x):
    """Twice."""
    return equal(2 * x, target.part.double(x))


@check("toy/double", needs="part.double", **toy)
def of_zero(target, run):
    """Zero."""
    return equal(0, target.part.double(0))


@check("toy/triple", needs="part.triple", **toy)
def three_times_the_number(target, run):
    """Three times."""
    return equal(3, target.part.triple(1))


@check("toy/broken", needs="part.double", **toy)
def broken(target, run):
    """Broken."""
    return is_true(run.no_such_thing, "")


@check("toy/random", needs="part.double", statistical=True, **toy)
def draws(target, run):
    """Draws."""
    return is_true(True, f"got={run.rng.random()}")
'''

RIGHT = "__version__ = '3.2'\n"
DOUBLE = "def double(x):\n    return 2 * x{}\n"


@pytest.fixture
def suite(pytester):
    """The package with the small suite, a target that is wrong from 1000 on, and a right one."""
    package = pytester.path / "gramcheck" / "verify"
    home = Path(verify.__file__).parents[1]
    package.parent.mkdir()
    for name in ("__init__.py", "pytest_plugin.py"):
        shutil.copy(home / name, package.parent)
    ignored = shutil.ignore_patterns("suite", "definitions", "vectors", "__pycache__")
    shutil.copytree(Path(verify.__file__).parent, package, ignore=ignored)
    (package / "suite").mkdir()
    original = Path(verify.__file__).parent / "suite" / "__init__.py"
    shutil.copy(original, package / "suite" / "__init__.py")
    (package / "suite" / "toy.py").write_text(SUITE)
    for name, part in (("right", DOUBLE.format("")), ("wrong", DOUBLE.format(" + (x >= 1000)"))):
        (pytester.path / name).mkdir()
        (pytester.path / name / "__init__.py").write_text(RIGHT)
        (pytester.path / name / "part.py").write_text(part)
    return pytester


SUITE_ITSELF = ("--pyargs", "gramcheck.verify")


def run(pytester, *arguments, what=SUITE_ITSELF):
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *what, *arguments)


def test_each_verdict_is_shown_as_pytest_shows_it_and_written_for_a_ci(suite):
    files = ("--report=r.json", "--junitxml=junit.xml", "--badge=deep/badge.json")
    result = run(suite, "--target=wrong", "--seed=11", "-v", *files)
    result.assert_outcomes(passed=2, failed=2, skipped=1)
    assert result.ret == 1
    output = result.stdout.str()
    assert "verify: target wrong 3.2, seed 11, alpha 1e-06, examples 100" in output
    result.stdout.fnmatch_lines(
        [
            "gramcheck/verify/suite/toy.py::toy/double::twice_the_number FAILED*",
            "gramcheck/verify/suite/toy.py::toy/double::of_zero PASSED*",
        ]
    )
    # a failure is its message, and nothing of how the suite works
    assert (
        "toy/double twice_the_number: got=2001, should be 2000 (bound 0, ratio inf) "
        "[TOY, Section 1]\nreproduce: wrong.part.double(1000)\n"
    ) in output
    assert "Traceback" not in output
    assert "plugin.py" not in output
    # a fault of the check is not blamed on the target
    assert "toy/broken broken: the check itself fails" in output
    # what is missing is listed, and counted
    assert "lacking part.triple: 1 check needs it" in output
    assert "part.double: 2 of 4 agree; 2 fail" in output
    assert "mathematics: 2 passed, 1 skipped, 1 failed, 1 error" in output

    header, records = read_report(suite.path / "r.json")
    assert header == {
        "target": "wrong",
        "version": "3.2",
        "seed": 11,
        "alpha": 1e-6,
        "examples": 100,
        "precision": "float64",
        "complete": True,
    }
    assert [record.status.value for record in records] == [
        "failed",
        "passed",
        "skipped",
        "error",
        "passed",
    ]
    assert records[0].example == "x=1000"

    cases = ElementTree.parse(suite.path / "junit.xml").iter("testcase")
    cases = {case.get("name"): case for case in cases}
    wrong = cases["twice_the_number"]
    assert wrong.get("classname") == "gramcheck.verify.suite.toy.toy/double"
    [failure] = wrong.iter("failure")
    assert "got=2001, should be 2000" in failure.get("message")
    assert "reproduce: wrong.part.double(1000)" in failure.get("message")
    [skipped] = cases["three_times_the_number"].iter("skipped")
    assert "lacks part.triple" in skipped.get("message")
    assert "suite/toy.py" in skipped.text  # the check, not where we skip
    assert "plugin.py" not in skipped.text
    assert badge(suite) == "2 agree, 2 fail"


def badge(suite):
    return json.loads((suite.path / "deep" / "badge.json").read_text())["message"]


def test_claims_are_selected_by_option_and_by_node_id(suite):
    result = run(suite, "--target=right", "--claims=toy/double", "--badge=deep/badge.json")
    result.assert_outcomes(passed=2)
    assert result.ret == 0
    assert badge(suite) == "2 agree"
    node = "gramcheck/verify/suite/toy.py::toy/double::of_zero"
    result = run(suite, "--target=right", what=[node])
    result.assert_outcomes(passed=1)
    arguments = ("--claims=toy/*", "--exclude-claims=toy/broken", "--exclude-claims=*/triple")
    run(suite, "--target=right", *arguments).assert_outcomes(passed=3)


def test_the_seed_alone_decides_what_is_drawn(suite):
    def drawn(*options):
        arguments = ("--target=right", "--claims=toy/random", "--report=r.json", *options)
        run(suite, *arguments)
        header, records = read_report(suite.path / "r.json")
        return header["seed"], records[0].message

    first = drawn()  # random, and reported
    assert drawn(f"--seed={first[0]}") == first
    assert drawn()[0] != first[0]


def test_expected_failures_are_expected_and_their_passing_fails(suite):
    known = "# known\ntoy/double*  # wrong from 1000 on\ntoy/nothing\n"
    (suite.path / "known.txt").write_text(known)
    arguments = ("--target=wrong", "--claims=toy/double", "--expected-failures=known.txt")
    result = run(suite, *arguments, "-rx", "--report=r.json")
    result.assert_outcomes(xfailed=1, failed=1, warnings=1)
    assert result.ret == 1  # one is mended, and the list not yet
    _, records = read_report(suite.path / "r.json")
    assert records[0].message.endswith("expected: wrong from 1000 on")
    assert "expected: wrong from 1000 on" in result.stdout.str()
    output = result.stdout.str()
    assert "expected failure 'toy/nothing' matches no check" in output
    assert "of_zero: passes, but is in the list of expected failures" in output
    result = run(suite, *arguments, "-W", "error")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "verify: expected failure 'toy/nothing' matches no check" in result.stderr.str()
    (suite.path / "known.txt").write_text("toy/double twice*  # wrong from 1000 on\n")
    assert run(suite, *arguments).ret == 0


MISTAKES = {
    "--claims=toy/duoble": "did you mean 'toy/double'",
    "--target=no_such_target": "(is its folder on PYTHONPATH?)",
    "--target=./right.py": "'./right.py' is no name of a module: give my_adapter or my.adapter",
    "--target=": "the target '' is no name of a module",
    "--target=empty": "none of the names that the selected checks need; it should be",
    "--precision=float33": "precision must be one of float64",
    "--functions=part.tripple": "no check needs a function 'part.tripple'; did you mean",
    "--megabytes=100": "it needs --isolate",
    "--alpha=2": "alpha must lie strictly between 0 and 1",
    "--expected-failures=no.txt": "--expected-failures no.txt cannot be read: No such file",
    "--seconds-per-check=-1": "--seconds-per-check must be positive, got -1",
}
ONE_AFTER_THE_OTHER = """
import contextlib, io, json, sys
import pytest

told = {}
for option in sys.argv[1:]:
    with contextlib.redirect_stderr(io.StringIO()) as errors:
        arguments = ["-p", "no:cacheprovider", "--pyargs", "gramcheck.verify", "--target=right"]
        told[option] = [pytest.main([*arguments, option]), errors.getvalue()]
with open("told.json", "w") as file:
    json.dump(told, file)
"""


def test_mistakes_on_the_command_line_are_usage_errors(suite):
    (suite.path / "empty.py").write_text("")
    suite.run(sys.executable, suite.makepyfile(ONE_AFTER_THE_OTHER), *MISTAKES)
    told = json.loads((suite.path / "told.json").read_text())
    assert {*told} == {*MISTAKES}
    for option, (code, errors) in told.items():
        assert code == pytest.ExitCode.USAGE_ERROR, option
        assert MISTAKES[option] in errors
        assert "Traceback" not in errors


def test_what_has_finished_is_on_disk_when_the_run_is_interrupted(suite):
    # a shell has its background jobs ignore the signal, unless they ask for it
    heard = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    pressed = "def double(x):\n    if x == 0:\n        signal.raise_signal(signal.SIGINT)\n"
    stop = f"{heard}{pressed}    return 2 * x\n"
    (suite.path / "right" / "part.py").write_text(stop + "\ndef triple(x):\n    return 3 * x\n")
    (suite.path / "r.json").write_text(json.dumps({"header": {}, "records": [{"old": True}]}))
    arguments = ("--target=right", "--report=r.json", "--claims=toy/*")
    result = run(suite, "--exclude-claims=* twice*", *arguments)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    header, records = read_report(suite.path / "r.json")
    assert header["complete"] is False
    assert records == []  # interrupted in the first one; the old report is gone

    files = ("--badge=deep/badge.json", *arguments)
    result = run(suite, "-x", "--exclude-claims=toy/double", *files)
    header, records = read_report(suite.path / "r.json")
    assert [record.check for record in records] == ["three_times_the_number", "broken"]
    assert header["complete"] is False
    assert badge(suite).endswith(", unfinished")


def test_checks_run_on_workers_of_xdist(suite):
    pytest.importorskip("xdist")
    arguments = ("--target=wrong", "--report=r.json", "-n2")
    result = run(suite, *arguments)
    result.assert_outcomes(passed=2, failed=2, skipped=1)
    header, records = read_report(suite.path / "r.json")
    assert {record.seed for record in records} == {header["seed"]}
    assert len(records) == 5


def test_options_that_others_have_are_ours_under_a_longer_name(suite):
    suite.makeconftest(
        """
        def pytest_addoption(parser):
            parser.addoption("--seed", default="theirs")
            parser.addoption("--target", default="theirs")

        def pytest_report_header(config):
            return "their seed: " + config.getoption("--seed")
        """
    )
    result = run(suite, "--verify-target=right", "--claims=toy/double")
    result.assert_outcomes(passed=2)
    assert "their seed: theirs" in result.stdout.str()
    result = run(suite, "--target=wrong")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "use --verify-target" in result.stderr.str()
    result = run(suite, "--help")
    output = result.stdout.str()
    assert "--verify-seed" in output
    assert re.search(r"^  --claims", output, re.MULTILINE)


def test_a_run_that_tested_nothing_of_the_target_fails(suite):
    suite.path.joinpath("lazy.py").write_text(
        "class part:\n    def double(x):\n        raise NotImplementedError('x')\n"
    )
    result = run(suite, "--target=lazy", "--claims=toy/double")
    assert result.ret == 1
    assert "nothing of the target was tested" in result.stdout.str()


def test_functions_and_the_precision_of_a_run_are_options(suite):
    options = ("--functions=part.dou*", "--exclude-claims=toy/broken", "--precision=float32")
    result = run(suite, "--target=right", *options)
    result.assert_outcomes(passed=3)  # all but the check of triple
    assert "precision float32" in result.stdout.str()
    assert "3 passed (precision float32)" in result.stdout.str()
