"""Whatever happened to the output folder: one line each, right results, no victim, no traceback.

The folder is that of a run with an error in it, so that its finished units are there to be resumed.
"""

import io
import json
import os
import shutil
import sqlite3

import pytest
from rich.console import Console

from gramcheck.paper_checks import cli, database
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.findings import is_true
from gramcheck.paper_checks.ledger import Evidence, Registry, Unit, Verdict
from gramcheck.paper_checks.running.outcome import Settings
from gramcheck.paper_checks.running.runner import Runner
from gramcheck.paper_checks.store import Store
from tests.paper_checks.in_process import in_this_process

REGISTRY = Registry()


def draw(rng, index):
    return {"value": rng.normal(), "filler": "x" * 3000}


def fail_while(path):
    if os.path.exists(path):
        raise RuntimeError("out of luck")
    return {"value": 0.0}


def units(run):
    draws = [Unit(f"draw/{index}", draw, {"index": index}) for index in range(4)]
    return [*draws, Unit("last", fail_while, {"path": os.environ["DAMAGE_TEST_TROUBLE"]})]


@REGISTRY.claim("d2ke/a", place="", kind="table", expected=Verdict.HOLDS, units=units)
def assembled(run, results):
    """All units are there."""
    values = [result["value"] for result in results.values()]
    return Evidence(printed=is_true(len(values) == 5, "five"), measured={"values": values})


@REGISTRY.claim("d2ke/b", place="", kind="table", expected=Verdict.HOLDS)
def alone(run):
    """Has no units."""
    return Evidence(printed=is_true(True, ""), measured={"draw": run.rng().normal()})


def run(out):
    """Measured values by claim, and the lines that were printed before the outcomes."""
    text = io.StringIO()
    console = Console(file=text, width=300)
    store = Store(out, lambda line: console.print(line, markup=False, soft_wrap=True))
    outcomes = Runner(list(REGISTRY), Settings(), DataDirectory(None), store, console).run()
    measured = {outcome.claim.id: outcome.evidence.get("measured") for outcome in outcomes}
    return measured, text.getvalue().splitlines()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The output folder, and what an undisturbed run measures."""
    path = tmp_path_factory.mktemp("damage")
    (path / "trouble").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAMAGE_TEST_TROUBLE", str(path / "trouble"))
        in_this_process(patch)
        run(path / "out")
        (path / "trouble").unlink()
        measured, _ = run(path / "whole")
    return path / "out", measured


# ways of damage; each takes the folder and a victim outside of it


def content(change):
    """A way that changes the bytes of the database."""

    def damage(out, victim):
        path = out / "ledger.sqlite"
        path.write_bytes(change(path.read_bytes()))

    return damage


def rows(*statements):
    """A way that changes rows or schema of the database."""

    def damage(out, victim):
        connection = sqlite3.connect(out / "ledger.sqlite")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()

    return damage


def forged(kind, change):
    """A way that changes a value and makes its checksum right."""

    def damage(out, victim):
        connection = sqlite3.connect(out / "ledger.sqlite")
        query = "SELECT name, value FROM records WHERE kind = ? ORDER BY name DESC"
        name, value = connection.execute(query, [kind]).fetchone()
        value = json.dumps(change(json.loads(value)))
        checksum = database._checksum(kind.encode(), name.encode(), value.encode())
        connection.execute(
            "UPDATE records SET value = ?, checksum = ? WHERE kind = ? AND name = ?",
            (value, checksum, kind, name),
        )
        connection.commit()
        connection.close()

    return damage


def instead(name, make):
    """A way that puts something else in the place of a file or folder."""

    def damage(out, victim):
        path = out / name
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        make(path, victim)

    return damage


def link(path, victim):
    path.symlink_to(victim)


def directory(path, victim):
    path.mkdir()
    (path / "inside").write_text("not ours")


def pipe(path, victim):
    os.mkfifo(path)


def one_digit(data):
    place = data.index(b'"seconds":') + len(b'"seconds":') + 3
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def zero_page(data):
    return data[:8192] + bytes(4096) + data[12288:]


DB = "ledger.sqlite"
WAYS = {
    "truncated to half": content(lambda data: data[: len(data) // 2]),
    "truncated by a byte": content(lambda data: data[:-1]),
    "truncated to its header": content(lambda data: data[:100]),
    "truncated to 10 bytes": content(lambda data: data[:10]),
    "empty": content(lambda data: b""),
    "NUL": content(lambda data: bytes(len(data))),
    "a page of NUL": content(zero_page),
    "its first page NUL": content(lambda data: bytes(4096) + data[4096:]),
    "its last page NUL": content(lambda data: data[:-4096] + bytes(4096)),
    "a changed digit": content(one_digit),
    "text": content(lambda data: b"hello\n" * 1000),
    "a pickle": content(lambda data: b"\x80\x04c__builtin__\neval\n."),
    "a changed value": rows("UPDATE records SET value = replace(value, '1', '2')"),
    "a changed name": rows("UPDATE records SET name = name || 'x' WHERE kind = 'unit'"),
    "a changed checksum": rows("UPDATE records SET checksum = '' WHERE kind = 'unit'"),
    "a value of no text": rows("UPDATE records SET value = NULL WHERE kind = 'unit'"),
    "a number as value": rows("UPDATE records SET value = 7 WHERE kind = 'evidence'"),
    "broken UTF-8": rows("UPDATE records SET value = CAST(x'ff22' AS TEXT) WHERE kind = 'unit'"),
    "a unit that is a list": forged("unit", lambda value: []),
    "a unit without a field": forged("unit", lambda value: {"parts": {}}),
    "evidence that is a number": forged("evidence", lambda value: 5),
    "evidence of another version": forged("evidence", lambda value: {**value, "printed": [{}]}),
    "a run that is text": forged("run", lambda value: "finished"),
    "another version": rows("PRAGMA user_version = 99"),
    "a trigger": rows("CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records; END"),
    "another table": rows("DROP TABLE records", "CREATE TABLE records (a)"),
    "no table": rows("DROP TABLE records"),
    "a directory": instead(DB, directory),
    "a link": instead(DB, link),
    "a pipe": instead(DB, pipe),
    "gone": instead(DB, lambda path, victim: None),
    "its journal a link": instead(f"{DB}-journal", link),
    "its journal garbage": instead(f"{DB}-journal", lambda path, _: path.write_text("x" * 600)),
    "the lock a link": instead("lock", link),
    "the lock a directory": instead("lock", directory),
    "the lock a pipe": instead("lock", pipe),
    "the errors a link": instead("errors", lambda path, victim: link(path, victim.parent)),
    "the errors a file": instead("errors", lambda path, victim: path.write_text("x")),
    "a traceback a link": instead("errors/d2ke--a.txt", link),
    "the scratch a link": instead("scratch", lambda path, victim: link(path, victim.parent)),
    "the scratch a file": instead("scratch", lambda path, victim: path.write_text("x")),
    "the report a link": instead("report.html", link),
    "the report's beginning a link": instead("report.html.tmp", link),
}
SILENT = {  # nothing is lost, or it is as if nothing had been there
    "its journal garbage",
    "a traceback a link",
    "the report a link",
    "the report's beginning a link",
}


@pytest.fixture
def damaged(folder, tmp_path, monkeypatch):
    """A copy of the folder, and a victim for links."""
    out, _ = folder
    shutil.copytree(out, tmp_path / "out")
    monkeypatch.setenv("DAMAGE_TEST_TROUBLE", str(out.parent / "trouble"))
    monkeypatch.setattr(cli, "_WIDTH", 300)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "victim").write_text("mine")
    return tmp_path / "out", tmp_path / "outside" / "victim"


@pytest.mark.parametrize("way", WAYS)
def test_a_damaged_folder_costs_a_line_and_no_result(way, folder, damaged, capfd):
    out, victim = damaged
    WAYS[way](out, victim)
    # first the reader, which repairs nothing
    assert cli.main(["report", "--out", str(out)], registry=REGISTRY) in (0, 2)
    said = capfd.readouterr().err.splitlines()
    measured, lines = run(out)
    assert measured == folder[1]
    trouble = [line for line in lines if not line.startswith("resuming")]
    for heard in (said, trouble):
        assert len(set(heard)) == len(heard) <= 6, (
            heard
        )  # the run, four units, a claim: a line each
        assert all(str(out) in line for line in heard), heard
    assert bool(said or trouble) == (way not in SILENT), lines
    assert victim.read_text() == "mine"
    assert [path.name for path in victim.parent.iterdir()] == ["victim"]
    # and now all is well
    assert cli.main(["report", "--out", str(out)], registry=REGISTRY) == 0
    assert capfd.readouterr().err == ""


def test_as_many_ways_as_are_promised():
    assert len(WAYS) >= 30
