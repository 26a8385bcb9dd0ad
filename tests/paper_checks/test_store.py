"""What is kept on disk is whole, and keeps its values."""

import contextlib
import json
import math
import os
import sqlite3

import numpy as np
import pytest

from gramcheck.paper_checks import database
from gramcheck.paper_checks.files import plain, set_aside, write_atomically
from gramcheck.paper_checks.store import Store
from gramcheck.paper_checks.values import decode, encode


def test_a_file_is_whole_or_as_it_was(tmp_path, monkeypatch):
    write_atomically(tmp_path / "file", b"old")

    def die(*_):
        raise KeyboardInterrupt

    # the worst moments: half of the bytes written; all of them, but not yet in their place
    for moment in ("fsync", "replace"):
        monkeypatch.setattr(f"gramcheck.paper_checks.files.os.{moment}", die)
        with pytest.raises(KeyboardInterrupt):
            write_atomically(tmp_path / "file", b"new and longer")
        assert (tmp_path / "file").read_bytes() == b"old"
        monkeypatch.undo()
    write_atomically(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_link_is_replaced_and_its_victim_left_alone(tmp_path):
    (tmp_path / "victim").write_text("mine")
    for name in ("file", "file.tmp"):
        (tmp_path / name).symlink_to(tmp_path / "victim")
    write_atomically(tmp_path / "file", b"new")
    assert (tmp_path / "victim").read_text() == "mine"
    assert (tmp_path / "file").read_text() == "new"
    assert not (tmp_path / "file").is_symlink()


def test_a_link_is_not_opened_not_even_to_a_file_that_is_right(tmp_path):
    (tmp_path / "file").write_text("right")
    (tmp_path / "link").symlink_to("file")
    with pytest.raises(OSError, match="symbolic links"), plain(tmp_path / "link", os.O_RDONLY, "r"):
        pass


def test_a_disk_error_names_the_path(tmp_path):
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match=r"directory: .*/file'"):
        write_atomically(tmp_path / "file", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_is_set_aside_never_replaces_another(tmp_path):
    for content in ("a", "b"):
        (tmp_path / "file").write_text(content)
        set_aside(tmp_path / "file")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "file.aside-1": "a",
        "file.aside-2": "b",
    }


@pytest.mark.parametrize(
    "value",
    [math.inf, -math.inf, [1.5, None, "x", True], {"a": {"b": [1, 2.5]}}, 0.1 + 0.2, 10**30],
)
def test_json_keeps_values(value):
    text = json.dumps(encode(value), allow_nan=False)
    assert decode(json.loads(text)) == value


def test_json_of_nan_and_numpy():
    text = json.dumps(encode({"x": np.array([1.0, np.nan]), "n": np.int64(3), "t": (1, 2)}))
    value = decode(json.loads(text))
    assert value["x"][0] == 1.0
    assert math.isnan(value["x"][1])
    assert (value["n"], value["t"]) == (3, [1, 2])


@pytest.mark.parametrize("value", [{1: "a"}, {"a": {2, 3}}, object(), 1j])
def test_what_json_cannot_hold_is_refused(value):
    with pytest.raises(TypeError, match="must be"):
        encode(value)


# the database


def test_records_are_replaced_and_forgotten_one_by_one(tmp_path):
    store = Store(tmp_path)
    assert store.database.read("unit", "a") is None
    with store.lock():
        for name, value in (("a", [1]), ("b", {"é": "\0'"}), ("a", [2])):
            store.database.write("unit", name, value)
        assert dict(store.database.read_all("unit")) == {"a": [2], "b": {"é": "\0'"}}
        store.database.delete("unit", ["b", "never there"])
    assert dict(Store(tmp_path).database.read_all("unit")) == {"a": [2]}
    assert Store(tmp_path).database.read_all("evidence") == []


def test_whoever_reads_sees_each_record_while_the_run_is_on(tmp_path):
    with (store := Store(tmp_path)).lock():
        store.database.write("evidence", "a", 1)
        assert Store(tmp_path).database.read("evidence", "a") == 1


def test_a_reader_makes_no_folder(tmp_path):
    assert Store(tmp_path / "out").read_run() == {}
    assert not (tmp_path / "out").exists()


def fill_disk(monkeypatch, pages):
    """Let the disk be full when the database has so many pages."""
    connect = database.Database._connect

    def limited(self):
        connection = connect(self)
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    monkeypatch.setattr(database.Database, "_connect", limited)


def test_a_full_disk_is_said_with_the_path_and_loses_nothing(tmp_path, monkeypatch):
    fill_disk(monkeypatch, pages=8)
    with (store := Store(tmp_path)).lock():
        store.database.write("unit", "small", 1)
        with pytest.raises(OSError, match=r"ledger.sqlite: database or disk is full"):
            store.database.write("unit", "large", "x" * 100_000)
    assert Store(tmp_path).database.read_all("unit") == [("small", 1)]


def pages_of(path):
    """Offset of each page of the file, and its size."""
    with sqlite3.connect(path) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    return range(0, path.stat().st_size, size), size


def test_of_a_file_with_damaged_pages_the_rest_is_saved(tmp_path):
    with Store(tmp_path / "whole").lock():
        pass
    names = [f"{k:03}" for k in range(200)]
    with (store := Store(tmp_path / "whole")).lock():
        store.database._insert(
            ("unit", name, text := json.dumps("x" * 500),
             database._checksum(b"unit", name.encode(), text.encode()))
            for name in names
        )  # fmt: skip
    whole = (tmp_path / "whole" / "ledger.sqlite").read_bytes()
    offsets, size = pages_of(tmp_path / "whole" / "ledger.sqlite")
    saved = []
    for offset in list(offsets)[3:-1:4]:
        out = tmp_path / f"out-{offset}"
        out.mkdir()
        (out / "ledger.sqlite").write_bytes(whole[:offset] + bytes(size) + whole[offset + size :])
        said = []
        with (damaged := Store(out, said.append)).lock():
            saved.append(len(damaged.database.read_all("unit")))
        assert len(said) == 1, said
        assert "records could be read and are kept" in said[0]
    # a page of the table costs its neighborhood; one of the index nothing; a root page the table
    assert len(saved) >= 5
    assert np.median(saved) > 180


@pytest.mark.parametrize("pragma", ["synchronous", "journal_mode"])
def test_a_record_that_is_written_is_on_the_disk(tmp_path, pragma):
    """Power may fail the next moment: synchronous=EXTRA (3), and no log that others must share."""
    with (store := Store(tmp_path)).lock():
        (value,) = store.database._writer.execute(f"PRAGMA {pragma}").fetchone()
    assert value == {"synchronous": 3, "journal_mode": b"delete"}[pragma]


def test_a_file_that_another_program_holds_is_said_with_its_path(tmp_path, monkeypatch):
    """As a browser of databases with a transaction open."""
    monkeypatch.setattr(database, "_BUSY_SECONDS", 0.01)
    store = Store(tmp_path)
    with store.lock():
        store.write_run({"state": "finished"})
    with contextlib.closing(sqlite3.connect(tmp_path / "ledger.sqlite")) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OSError, match=r"ledger.sqlite: database is locked"):
            Store(tmp_path).read_run()
        with pytest.raises(OSError, match=r"ledger.sqlite: database is locked"), store.lock():
            pass
    assert Store(tmp_path).read_run() == {"state": "finished"}
