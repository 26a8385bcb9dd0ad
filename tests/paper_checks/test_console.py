import errno
import functools
import re
import subprocess
import sys

import pytest

import gramcheck.paper_checks.claims  # registers the claims
from gramcheck.paper_checks import data, datasets, falsifying, fingerprint
from gramcheck.paper_checks.commands import run_command
from gramcheck.paper_checks.findings import holds
from gramcheck.paper_checks.ledger import REGISTRY, Evidence, Registry, Verdict
from gramcheck.paper_checks.site import StoredRun
from gramcheck.paper_checks.store import Store


def registry_expecting(expected, *, error=False):
    registry = Registry()

    @registry.claim("d2ke/one", place="Section 1", kind="statement", expected=expected)
    def function(run):
        """It holds."""
        if error:
            raise RuntimeError("broken")
        return Evidence(printed=holds(1.0, 1.0, name="one"))

    return registry


def test_list_shows_and_filters(call):
    code, out, _ = call("list")
    assert code == 0
    assert "6 claims" in out
    counts = "3 hold, 1 hold with a correction, 1 refuted, 0 undecided, 1 not testable"
    assert f"expected: {counts}" in " ".join(out.split())
    assert "The soft minimum." in out
    _, out, _ = call("list", "--paper", "d2ke", "--kind", "table")
    assert "d2ke/long" in out
    assert "d2ke/eq-6" not in out
    assert "2 claims: 2 of kind table" in out
    assert "2 claims: 1 of kind equation, " in call("list", "d2ke/eq-*", "d2ke/limit")[1]


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["show", "d2ke/eq6"], "did you mean 'd2ke/eq-6'?; see `paper-checks list`\n"),
        (["run", "d2ke/eq-6", "d2ke/limits"], "did you mean 'd2ke/limit'?"),
        (["run", "d2ke"], "write 'd2ke/*'"),
        (["list", "--paper", "d2k"], "did you mean 'd2ke'?"),
        (["data", "check", "splic"], "did you mean 'splice'?"),
        (["run", "--scheduler", "tcp://x:1"], "needs --backend dask"),
        (["run", "--data", "nowhere"], "nowhere does not exist"),
        (["run", "--data", __file__], "is a file; name the directory that holds"),
        (["list", "--kind", "foo"], "unknown kind 'foo'; there are algorithm, definition, "),
        (["run", "nothing-like-it"], "there are d2ke/also-long, "),
        (["data", "convert", "colon", "x"], "'colon' is not converted, but character-"),
        (["data", "convert", "musk1", "nowhere"], "nowhere does not exist"),
        (["report", "--out", "nothere"], "no run in nothere"),
    ],
)
def test_what_cannot_start_ends_with_2_and_a_hint(call, arguments, hint):
    code, _, err = call(*arguments)
    assert code == 2
    assert hint in err
    assert "Traceback" not in err


class Mistaken:
    """A registry with a mistake of ours."""

    def __init__(self, error):
        self.error = error

    def select(self, ids):
        raise self.error


@pytest.mark.parametrize("error", [KeyError, IndexError])
def test_a_mistake_of_ours_is_no_refusal(call, error):
    with pytest.raises(error):
        call("show", "d2ke/eq-4", registry=Mistaken(error))


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (["--jobs", "0"], "--jobs: must be an integer, 1 or more, got '0'"),
        (["--jobs", "x"], "--jobs: must be an integer, 1 or more, got 'x'"),
        (["--seed", "-1"], "--seed: must be an integer, 0 to 4000000, got '-1'"),
        (["--seed", "4000001"], "--seed: must be an integer, 0 to 4000000, got '4000001'"),
        (["--scale", "huge"], "--scale: invalid choice"),
    ],
)
def test_bad_options_end_with_2(call, capsys, option, words):
    with pytest.raises(SystemExit) as end:
        call("run", *option)
    assert end.value.code == 2
    assert words in capsys.readouterr().err


def test_a_report_of_no_run_leaves_nothing_behind(call, tmp_path):
    assert call("report", "--out", "nothere")[0] == 2
    assert not (tmp_path / "nothere").exists()


def test_a_wrong_data_file_is_found_before_any_work(call, tmp_path, executions):
    (tmp_path / "splice").mkdir()
    (tmp_path / "splice" / "splice.csv").write_bytes(b"not it")
    code, out, err = call("run", "--data", str(tmp_path), "--jobs", "1")
    assert code == 2
    (wanted,) = [e.files[0].sha256 for e in datasets.CATALOGUE if e.name == "splice"]
    assert f"splice/splice.csv: sha256 {data.sha256(b'not it')}, should be {wanted}" in err
    assert "Traceback" not in out + err
    assert executions() == {}
    assert not (tmp_path / "paper-checks-out").exists()
    # it hinders only claims that need it
    assert call("run", "d2ke/eq-6", "--data", str(tmp_path), "--jobs", "1")[0] == 0


def test_run_ends_with_a_table_a_summary_and_the_report(call, tmp_path):
    code, out, _ = call("run", "--jobs", "1")
    assert code == 0
    assert (
        "2 hold, 1 hold with a correction, 1 refuted, 0 undecided, 1 not testable, "
        "1 not run (data missing)" in out
    )
    kinds = [" ".join(line.split()) for line in out.splitlines()]
    assert "kind holds holds-with-correction refuted not-testable not-run" in kinds
    assert "erratum 1" in kinds
    assert "report: paper-checks-out/report.html" in out
    assert (tmp_path / "paper-checks-out" / "report.html").is_file()
    (row,) = [line for line in out.splitlines() if line.startswith("d2ke/limit")]
    assert "Section 3, after Eq. (7)" in row
    assert row.count("holds-with-correction") == 2
    assert "-log k / gamma: 4.01" in row


def test_a_wrong_verdict_fails_the_run(call):
    code, out, _ = call("run", "--jobs", "1", registry=registry_expecting(Verdict.REFUTED))
    assert code == 1
    assert "(unexpected)" in out
    assert "1 with a verdict other than expected" in out
    code, out, _ = call("run", "--jobs", "1", registry=registry_expecting(Verdict.HOLDS))
    assert code == 0
    assert "unexpected" not in out


def test_a_raising_claim_fails_the_run_and_leaves_its_traceback(call, tmp_path):
    registry = registry_expecting(Verdict.HOLDS, error=True)
    code, out, _ = call("run", "--jobs", "1", registry=registry)
    assert code == 1
    assert "1 raised an error" in out
    assert "paper-checks-out/errors/d2ke--one.txt" in out
    trace = tmp_path / "paper-checks-out" / "errors" / "d2ke--one.txt"
    assert "RuntimeError: broken" in trace.read_text()


def test_the_summary_tells_missing_data_from_what_is_left_out(call):
    registry = Registry()

    @registry.claim("d2ke/hours", place="", kind="statement", expected=Verdict.HOLDS)
    def function(run):
        """Takes hours."""
        raise data.NotRun("run it with --scale full")

    code, out, _ = call("run", "--jobs", "1", registry=registry)
    assert code == 0
    assert "0 not run (data missing), 1 not run (reasons above)" in out


def test_show_before_and_after_a_run(call):
    registry = registry_expecting(Verdict.HOLDS)
    code, out, _ = call("show", "d2ke/one", registry=registry)
    assert code == 0
    assert "evidence: none yet" in out
    assert "source: tests/paper_checks/test_console.py:" in out
    call("run", "--jobs", "1", registry=registry)
    _, out, _ = call("show", "d2ke/one", registry=registry)
    assert "last run: holds, scale quick, seed 0" in out
    assert "printed: one: measured 1, stated = 1 (to rounding; 0 of the tolerance): holds" in out


def test_show_takes_globs(call):
    code, out, _ = call("show", "d2ke/*l*")
    assert code == 0
    assert re.findall("^d2ke/([a-z0-9-]+)  ", out, flags=re.M) == ["limit", "also-long", "long"]


def test_show_tells_the_kept_run_where_there_is_none(call):
    code, out, _ = call("show", "d2ke/eq-6", registry=None)
    assert code == 0
    commit = StoredRun().read_run()["commit"]
    assert f"the last one is that kept with the project, of commit {commit}" in out
    for heading in ("reference", "definitions", "checks", "falsifiers", "yardsticks"):
        assert f"\n{heading}: " in out


def test_falsify_fails_where_a_claim_that_is_named_cannot_be_tried(call, monkeypatch):
    """As run does not where data are missing, it does not where nobody named one."""
    monkeypatch.setattr(falsifying.kept, "load", lambda id: None)
    registry = Registry()
    for id, kind in (("d2ke/table-1", "table"), ("errata/C19", "transcription")):
        register = registry.claim(id, place="", kind=kind, units=lambda run: [])
        register(REGISTRY[id].function)
    call = functools.partial(call, "falsify", "--jobs", "1", registry=registry)
    for named, wanted in (([], 0), (["errata/C19"], 0), (["d2ke/table-1"], 1), (["d2ke/*"], 1)):
        code, out, _ = call(*named)
        assert code == wanted
        assert ("were not asked" in out) is (named != ["errata/C19"])


def test_an_output_folder_within_the_package_is_refused(call):
    for folder in (fingerprint.__file__ + "/../new", f"{gramcheck.__path__[0]}/paper_checks/a/b"):
        code, _, err = call("run", "d2ke/eq-6", "--out", folder)
        assert code == 2
        assert f"paper-checks: --out {folder} is within the package, as its source would be" in err


def test_what_cannot_be_printed_does_not_undo_what_was_done(call, tmp_path, monkeypatch):
    def print_nothing(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(run_command, "print_outcomes", print_nothing)
    code, _, err = call("run", "d2ke/eq-6", "--jobs", "1")
    assert code == 3
    assert err.endswith("No space left on device; `paper-checks report` tries again\n")
    assert Store(tmp_path / "paper-checks-out").read_run()["state"] == "finished"


INTERRUPTED = """
import os, signal, sys
from gramcheck.paper_checks import __main__

print(*(name for name in sys.modules if name.startswith("gramcheck") or name == "dataclasses"))

class Interruption:
    def find_spec(name, *_):
        if name == sys.argv[1]:
            print(name, flush=True)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interruption)
__main__.main()
"""


@pytest.mark.parametrize("name", ["gramcheck.paper_checks.cli", "scipy.linalg._fblas"])
def test_imports_that_are_interrupted_end_with_a_line(name):
    """Hardly anything of ours is imported before that: until then Python says it in its own way."""
    command = [sys.executable, "-c", INTERRUPTED, name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")
    before, at = done.stdout.splitlines()
    assert at == name
    ours = ("", ".paper_checks", ".paper_checks.__main__", ".paper_checks.sources")
    assert sorted(before.split()) == [f"gramcheck{rest}" for rest in ours]


def test_with_the_core_alone_the_extra_is_named():
    program = INTERRUPTED.replace(
        "os.kill(os.getpid(), signal.SIGINT)", "raise ModuleNotFoundError('No', name=name)"
    ).replace("__main__.main()", "sys.exit(__main__.main())")
    for name, words in (
        ("rich.console", "paper-checks: needs the extra: pip install 'gramcheck[papers]' (No)\n"),
        ("gramcheck.paper_checks.cli", "Traceback"),  # a mistake of ours
    ):
        command = [sys.executable, "-c", program, name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.stderr.startswith(words)
        assert done.returncode == (1 if words == "Traceback" else 2)


def test_the_module_is_the_same_program():
    done = subprocess.run(
        [sys.executable, "-m", "paper_checks", "--help"], capture_output=True, text=True, check=True
    )
    assert "Exit codes: 0 as expected; 1 a verdict differs" in done.stdout
