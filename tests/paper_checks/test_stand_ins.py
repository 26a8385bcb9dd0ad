"""What is run, and said, where a claim lacks its data."""

import pytest

from gramcheck.paper_checks import data
from gramcheck.paper_checks.commands import run_command
from gramcheck.paper_checks.data import DataDirectory, NotRun
from gramcheck.paper_checks.datasets.entry import DataFile, Entry
from gramcheck.paper_checks.findings import holds
from gramcheck.paper_checks.ledger import Evidence, Registry, Verdict
from gramcheck.paper_checks.store import Store


def registry_with_stand_in(*data, left_out=False):
    """Claims d2ke/a and d2ke/b need data; d2ke/c, which needs none, stands in for d2ke/b."""
    registry = Registry()

    def register(name, data, stand_in=""):
        @registry.claim(f"d2ke/{name}", place="", kind="table", expected=Verdict.HOLDS, data=data,
                        stand_in=stand_in)  # fmt: skip
        def function(run):
            """Needs data, perhaps."""
            if left_out and data:
                raise NotRun("run it with --scale full")
            return Evidence(printed=holds(1.0, 1.0))

    register("a", data)
    register("b", data, "d2ke/c")
    register("c", ())
    return registry


@pytest.fixture
def two_files(tmp_path, monkeypatch):
    """A directory with the first of two files; the data set "two" has both, "first" this one."""
    first, second = (DataFile(name, data.sha256(b"content"), 7) for name in ("first", "second"))
    entries = [
        Entry(name, "", "origin", "", "", lambda *raw: None, "folder", files)
        for name, files in (("first", (first,)), ("two", (first, second)))
    ]
    monkeypatch.setattr(run_command, "DataDirectory", lambda path: DataDirectory(path, entries))
    (tmp_path / "mine" / "folder").mkdir(parents=True)
    (tmp_path / "mine" / "folder" / "first").write_bytes(b"content")
    return "mine"


def ran(tmp_path):
    """Ids that the last run was made of, in its order."""
    return Store(tmp_path / "paper-checks-out").read_run()["selection"]


def test_what_stands_in_for_a_claim_without_its_data_runs_in_its_place(call, two_files, tmp_path):
    arguments = ("run", "d2ke/b", "--jobs", "1", "--data", two_files)
    code, out, _ = call(*arguments, registry=registry_with_stand_in("first", "two"))
    assert code == 0
    assert ran(tmp_path) == ["d2ke/b", "d2ke/c"]
    assert out.splitlines()[0] == "d2ke/b lacks its data: d2ke/c runs in its place"
    assert "1 hold, " in out
    assert "1 not run (data missing)" in out
    reason, instead = out[out.index("not-run d2ke/b: ") :].splitlines()[:2]
    assert "not in the data directory mine; data set two (folder/second): make it from" in reason
    assert "in place of d2ke/b, in the table above: d2ke/c" in instead
    assert "paper-checks run" not in out


def test_nothing_stands_in_for_a_claim_that_has_its_data_or_is_left_out(call, two_files, tmp_path):
    arguments = ("run", "d2ke/b", "--again", "--jobs", "1", "--data", two_files)
    for left_out in (False, True):
        registry = registry_with_stand_in("first", left_out=left_out)
        code, out, _ = call(*arguments, registry=registry)
        assert code == 0
        assert ran(tmp_path) == ["d2ke/b"]
        assert "d2ke/c" not in out
        assert ("run it with --scale full" in out) == left_out
    _, out, _ = call("run", *arguments[2:], registry=registry)  # all three, b left out
    assert "in place of" not in out


def test_what_stands_in_runs_once_and_unannounced_where_it_is_asked_for(call, two_files, tmp_path):
    for ids in (["d2ke/c", "d2ke/b"], ["d2ke/[bc]"]):
        arguments = ("run", *ids, "--jobs", "1", "--data", two_files)
        code, out, _ = call(*arguments, registry=registry_with_stand_in("two"))
        assert code == 0
        assert ran(tmp_path) == ["d2ke/b", "d2ke/c"]
        assert "lacks its data" not in out
        assert "in place of d2ke/b, in the table above: d2ke/c" in out


def test_wrong_files_come_before_stand_ins(call, two_files, tmp_path):
    (tmp_path / two_files / "folder" / "first").write_bytes(b"not it")
    arguments = ("run", "d2ke/b", "--jobs", "1", "--data", two_files)
    code, _, err = call(*arguments, registry=registry_with_stand_in("two"))
    assert code == 2
    assert f"mine/folder/first: sha256 {data.sha256(b'not it')}, should be " in err
    assert not (tmp_path / "paper-checks-out").exists()


def test_why_claims_were_not_run_stands_below_the_table_in_full_and_once(call):
    registry = registry_with_stand_in("splice", "mnist-t10k")
    code, out, _ = call("run", "--jobs", "1", registry=registry)
    assert code == 0
    (reason,) = [line for line in out.splitlines() if "no data directory" in line]
    assert reason.startswith("not-run d2ke/a, d2ke/b: no data directory: name one with --data DIR")
    assert reason.count("no data directory") == 1
    for name in ("splice", "mnist-t10k"):
        assert reason.count(f"paper-checks data fetch {name}") == 1
    assert "in place of d2ke/b, in the table above: d2ke/c" in out
    assert "in place of d2ke/a" not in out
