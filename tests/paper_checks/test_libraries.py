"""Libraries held against the papers: outcomes, resuming, what changed, the page."""

import importlib.util
import json
import re
import sys
import textwrap
import tomllib
import types
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from gramcheck.paper_checks import cli
from gramcheck.paper_checks.libraries import judging, scoreboard
from gramcheck.paper_checks.libraries.catalogue import Library, catalogue, looked_up, select
from gramcheck.verify.contract import contracts
from gramcheck.verify.conventions import tables
from gramcheck.verify.isolation import Limits
from gramcheck.verify.record import Record, Status
from gramcheck.verify.runner import Settings

ADAPTER = '''
"""A library: one of each."""

import numpy as np

distributions = ("one-of-each",)

class idealized:
    @staticmethod
    def ideal_kernel(y):
        """The first pattern and the last may be taken for one class."""
        y = np.unique(y, return_inverse=True)[1]
        kernel = (y[:, None] == y) * 1.0
        kernel[0, -1] = max(kernel[0, -1], WRONG)
        return kernel

    @staticmethod
    def rand_index(labels, clusters):
        """Of all ordered pairs, each pattern's with itself too."""
        n, names = len(labels), (np.column_stack([labels, clusters]), labels, clusters)
        counts = [np.unique(each, axis=0, return_counts=True)[1] for each in names]
        together, *alone = (float((count**2).sum()) for count in counts)
        return 1 + (2 * together - sum(alone)) / n**2

class kcr:
    @staticmethod
    def gaussian_kernel(A, B=None):
        A = np.asarray(A, dtype=float).reshape(len(A), -1)
        B = A if B is None else np.asarray(B, dtype=float).reshape(len(B), -1)
        return np.exp(-((A[:, None] - B) ** 2).sum(axis=2))

class d2ke:
    @staticmethod
    def claim_1_sizes(*arguments):
        raise SystemExit(3) if LEAVES else NotImplementedError("call")
'''

LOOKED_UP = """
[[upstream]]
library = "each"
functions = ["idealized.ideal_kernel"]
url = "https://example.org/issues/1"
title = "The last is like the first"
said = "Known."
date = 2020-02-02

[[upstream]]
library = "each"
functions = ["kcr.gaussian_kernel"]
said = "Of what agrees nobody wants to know it."
date = 2020-02-02

[[not_held]]
name = "another"
reason = "It is too old."
"""


@pytest.fixture
def call(tmp_path, monkeypatch, capsys):
    """Run the command in an empty folder that holds what is kept, and a library of this version."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(scoreboard, "KEPT", tmp_path / "kept")
    (tmp_path / "libraries.toml").write_text(LOOKED_UP)
    written = "gramcheck.paper_checks.libraries.catalogue._LOOKED_UP"
    monkeypatch.setattr(written, tmp_path / "libraries.toml")

    def call(version, *options, wrong=1, leaves=False):
        for old in tmp_path.glob("*.dist-info"):
            (old / "METADATA").unlink()
            old.rmdir()
        info = tmp_path / f"one_of_each-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: one-of-each\nVersion: {version}\n"
        )
        text = ADAPTER.replace("WRONG", str(wrong)).replace("LEAVES", str(leaves))
        (tmp_path / "each.py").write_text(textwrap.dedent(text))
        code = cli.main(["libraries", "each", "--examples", "2", *options])
        return code, *capsys.readouterr()

    return call


def outcomes(tmp_path):
    written = json.loads((tmp_path / "paper-checks-out" / "libraries" / "each.json").read_text())
    return {name: entry["outcome"] for name, entry in written["functions"].items()}


def test_one_of_each_is_run_resumed_and_run_again_at_a_new_version(call, tmp_path, monkeypatch):
    code, out, _ = call("1.0", "--keep")
    assert code == 0
    assert outcomes(tmp_path) == {
        "idealized.ideal_kernel": "fault",
        "idealized.rand_index": "convention",
        "kcr.gaussian_kernel": "lacks",
        "d2ke.claim_1_sizes": "lacks",
    }
    assert re.search(r"kcr.gaussian_kernel +lacks: s ", out)
    page = (tmp_path / "paper-checks-out" / "libraries.html").read_text()
    assert '<a href="https://example.org/issues/1">The last is like the first</a>: Known.' in page
    assert "nobody wants to know" not in page
    assert "<strong>another</strong> It is too old." in page
    assert "idealized.ideal_kernel(" in page
    assert "is not as it was kept" not in page
    assert "pip install" in page  # of those that were not run

    with monkeypatch.context() as patch:
        patch.setattr(scoreboard, "judge", None)  # nothing is judged again
        assert call("1.0")[0] == 0
        patch.setattr(judging, "digest_with_imports", lambda modules: "other checks")
        with pytest.raises(TypeError, match="'NoneType' object is not callable"):
            call("1.0")

    code, out, _ = call("2.0", wrong=0, leaves=True)
    assert code == 1
    assert re.search(r"not as kept: each idealized.ideal_kernel: fault: .* -> lacks", out)
    assert "d2ke.claim_1_sizes: lacks" in out
    assert outcomes(tmp_path)["idealized.ideal_kernel"] == "lacks"
    assert outcomes(tmp_path)["d2ke.claim_1_sizes"] in ("fault", "differs")
    assert "is not as it was kept" in (tmp_path / "paper-checks-out" / "libraries.html").read_text()


def test_a_library_that_ends_its_process_as_it_is_loaded_is_a_row(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(scoreboard, "KEPT", tmp_path / "kept")
    text = "import os\nos._exit(3)\nclass d2ke:\n    softmin = None\n"
    (tmp_path / "leaver.py").write_text(text)
    assert cli.main(["libraries", "leaver"]) == 0
    assert "exit code 3" in capsys.readouterr().out
    assert "exit code 3" in (tmp_path / "paper-checks-out" / "libraries.html").read_text()


def test_a_rerun_that_was_killed_goes_on(tmp_path, monkeypatch):
    library, settings = catalogue()["edlib"], Settings(examples=2)
    commits, judged = iter(["one", "one", "two", "two-dirty", "two-dirty"]), []

    def judge(library, settings, limits, others, commit):
        judged.append(commit)
        judges = judging._judges(judging._checks(library))
        own = library.versions(), library.digest, judges, asdict(settings)
        return judging.Result(library.name, "", *own, "", 0.0, commit, "", {})

    monkeypatch.setattr(scoreboard, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(Library, "versions", lambda self: {"edlib": "1"})
    monkeypatch.setattr(scoreboard, "judge", judge)
    monkeypatch.setattr(scoreboard.kept, "commit", lambda: next(commits))
    for _ in range(5):
        list(scoreboard.run([library], tmp_path / "out", settings, Limits(), again=True))
    assert judged == ["one", "two", "two-dirty", "two-dirty"]


def test_a_name_that_is_no_adapter_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["libraries", "no_such_library"]) == 2
    assert "none is like it; no module 'no_such_library' in this folder" in capsys.readouterr().err
    assert cli.main(["libraries", "rapidfuz"]) == 2
    assert "did you mean 'rapidfuzz'?; no module 'rapidfuz' in" in capsys.readouterr().err
    assert cli.main(["libraries", "no.such"]) == 2
    assert "no module 'no.such' in" in capsys.readouterr().err


def test_a_name_is_also_a_distributions():
    assert [each.name for each in select(["POT", "dtw-python"])] == ["pot", "dtw_python"]
    assert [each.name for each in select(["dtaidistance"])] == ["dtaidistance"]
    three = ["scikit_learn", "scikit_learn_metrics", "scikit_learn_neighbors"]
    assert [each.name for each in select(["scikit-learn", "scikit_learn"])] == three
    assert len(select([])) == len(catalogue())


def test_a_module_of_the_present_folder_is_found(tmp_path, monkeypatch, capsys):
    """By an installed program, too, whose path does not begin with that folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each])
    (tmp_path / "mymodule.py").write_text("distributions = ('nowhere',)\nclass d2ke:\n    pass\n")
    assert cli.main(["libraries", "mymodule"]) == 1
    assert "not installed: mymodule, pip install nowhere" in capsys.readouterr().out


def test_what_is_not_installed_is_listed_with_its_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(scoreboard, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(Library, "versions", lambda self: None)
    assert cli.main(["libraries", "rapidfuzz"]) == 1
    assert "not installed: rapidfuzz, pip install rapidfuzz" in capsys.readouterr().out
    assert cli.main(["libraries"]) == 0  # which are those that are installed


@pytest.mark.parametrize("library", catalogue().values(), ids=lambda library: library.name)
def test_adapters_say_what_they_are(library):
    assert library.distributions, "the distributions that install it"
    assert library.functions, "the functions that it has"
    assert set(library.functions) <= set(contracts())
    assert set(library.conventions) <= set(library.functions)
    for function, convention in library.conventions.items():
        assert any(convention in table.conventions for table in tables(function))
    assert 3 <= sum(map(bool, source(library.module).splitlines())) <= 35


def source(module):
    return Path(importlib.util.find_spec(module).origin).read_text(encoding="utf8")


def not_looked_up(entries):
    known = {(each["library"], function) for each in entries for function in each["functions"]}
    faults = {
        (name, function)
        for name, result in scoreboard.read(scoreboard.KEPT).items()
        for function, judged in result.functions.items()
        if judged.outcome == "fault"
    }
    return faults - known


def test_each_fault_that_is_kept_was_looked_up_where_the_library_is_developed():
    entries = looked_up()["upstream"]
    assert not not_looked_up(entries)
    assert not_looked_up(entries[1:])  # the first is of a fault too
    for each in entries:
        assert set(each["functions"]) <= set(catalogue()[each["library"]].functions)
        assert ("url" in each) == ("title" in each)
        assert "url" in each or "Searched for" in each["said"]


def test_the_extra_installs_what_has_an_adapter():
    project = Path(__file__).parents[2] / "pyproject.toml"
    extras = tomllib.loads(project.read_text(encoding="utf8"))["project"]["optional-dependencies"]
    named = {name for library in catalogue().values() for name in library.distributions}
    assert {*extras["libraries"]} - named == {"gramcheck[papers]"}  # what runs them
    assert judging.OUTCOMES[-1] == "fault"


def record(check, status, message=""):
    return Record("d2ke/dtw", check, "", "0.1", status, measured=0.0, message=message)


def test_a_slow_library_lacks_time_and_is_not_wrong():
    right = record("right", Status.PASSED)
    late = replace(record("late", Status.LACKING), measured=None, lacking=("time (5 s)",))
    wrong = record("wrong", Status.FAILED, "got=1, should be 2\nreproduce: x.d2ke.dtw(3, 4)")
    slow = judging._judged([right, late], [], {})
    assert (slow.outcome, slow.passed, slow.checks) == ("lacks", 1, 1)
    assert slow.lacking == ["time (5 s)"]
    judged = judging._judged([right, wrong], [], {})
    assert (judged.outcome, judged.findings[0].example) == ("differs", "x.d2ke.dtw(3, 4)")


def test_a_convention_explains_what_passes_when_it_is_forgiven_and_nothing_else():
    wrong = record("band", Status.FAILED, "got=1, should be 2\nreproduce: x.d2ke.dtw(3, 4)")
    fine = {wrong.id: record("band", Status.PASSED)}
    judged = judging._judged([wrong], ["another band"], fine)
    assert (judged.outcome, judged.convention) == ("convention", "another band")
    assert judged.findings[0].example == "x.d2ke.dtw(3, 4)"
    still = {wrong.id: record("band", Status.FAILED, "got=3\nreproduce: x.d2ke.dtw(5, 6)")}
    judged = judging._judged([wrong], ["another band"], still)
    assert (judged.outcome, judged.findings[0].example) == ("differs", "x.d2ke.dtw(5, 6)")


def test_the_convention_is_what_the_adapter_declares_or_all_diagnoses_name():
    root, city = "the square root of the sum", "the sum of city block local costs"
    one = record("one", Status.FAILED, f"got=1; matches {root}; matches {city} [D2KE]")
    two = record("two", Status.FAILED, f"got=2; matches {root}\nreproduce: x.d2ke.dtw(1, 2)")
    silent = record("three", Status.FAILED, "got=3")
    longer = record("four", Status.FAILED, f"got=4; matches {root} and more [D2KE]")
    library = catalogue()["pyts"]
    assert judging._named(library, "d2ke.dtw", [one, two, silent]) == [root]
    assert judging._named(library, "d2ke.dtw", [two, longer]) == [root]
    assert judging._named(library, "d2ke.dtw", [longer, silent]) == []
    declared = catalogue()["dtwalign"]
    assert judging._named(declared, "d2ke.dtw", [two]) == [declared.conventions["d2ke.dtw"]]


def test_what_the_documentation_promises_is_no_convention():
    """Bytes are counted where characters are promised; elsewhere they are another convention."""
    byte = "the distance of the UTF-8 bytes"
    record_ = record("letters", Status.FAILED, f"got=2, should be 1; matches {byte} [D2KE]")
    promising = catalogue()["duckdb"]
    assert judging._named(promising, "d2ke.levenshtein", [record_]) == []
    silent = replace(promising, promises=())
    assert judging._named(silent, "d2ke.levenshtein", [record_]) == [byte]
    for library in catalogue().values():
        assert set(library.promises) <= set(library.functions) - set(library.conventions)


def test_an_attribute_that_an_adapters_result_lacks_is_lacking(monkeypatch):
    """What the suite stumbles over is not the adapter's exception, though both are ours."""
    from gramcheck.verify import adapters, runner
    from gramcheck.verify.target import load

    text = "class kcr:\n    @staticmethod\n    def lmnn(X, y, k=3, c=1.0):\n        return Bare()\n"
    module = types.ModuleType(f"{adapters.__name__}.bare")
    bare = type("Bare", (), {"factor": np.eye(1), "objective": 0.0})
    module.Bare = bare
    exec(compile(text, f"{next(iter(adapters.__path__))}/bare.py", "exec"), vars(module))
    check = next(c for c in runner.suite_registry() if c.name.startswith("targets_that_are_copies"))
    record = runner.run_check(check, load(module), runner.Settings(), 1e-9)
    assert record.status == Status.LACKING, record.message
    assert record.lacking == ("kcr.lmnn: gap", "kcr.lmnn: converged")
