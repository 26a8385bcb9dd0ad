"""What is kept between units: computed once, whole on disk, and never worth losing a result for."""

import hashlib
import json
import multiprocessing
import os
import time
from pathlib import Path

import numpy as np
import pytest

from gramcheck.paper_checks.scratch import shared


def slow(directory):
    """Leave a trace, take a while."""
    (directory / f"computed by {os.getpid()} {time.time_ns()}").touch()
    time.sleep(0.5)
    return np.arange(1000.0), 0.25


def ask(directory):
    """Ask for the same as others do, at the same time."""
    array, seconds = shared(directory / "kept", "matrix", lambda: slow(directory))
    return float(array.sum()), seconds


def test_workers_that_ask_at_once_compute_once(tmp_path):
    with multiprocessing.get_context("fork").Pool(3) as pool:
        answers = pool.map(ask, [tmp_path] * 6)
    assert answers == [(499500.0, 0.25)] * 6
    assert len(list(tmp_path.glob("computed by *"))) == 1


def test_arrays_are_maps_of_the_file_that_nobody_can_change(tmp_path):
    for _ in range(2):
        array, _ = shared(tmp_path, "matrix", lambda: (np.zeros(3), 1.0))
        assert isinstance(array, np.memmap)
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize(
    "value",
    [
        np.arange(6, dtype=np.uint8).reshape(2, 3),
        (np.ones(2), np.zeros((0, 3)), {"a": [1.5, None, float("inf")]}),
        (np.ones((3, 2)).T,),
        None,
    ],
)
def test_what_comes_back_is_what_was_computed(tmp_path, value):
    for _ in range(2):
        np.testing.assert_equal(shared(tmp_path, "n", lambda: value), value)


def test_names_are_kept_apart(tmp_path):
    assert [shared(tmp_path, name, lambda name=name: name) for name in "aba"] == ["a", "b", "a"]


def test_without_a_directory_each_computes(tmp_path):
    count = iter(range(2))
    assert [shared(None, "n", lambda: next(count)) for _ in range(2)] == [0, 1]


def test_objects_that_only_a_pickle_could_hold_are_refused(tmp_path):
    with pytest.raises(ValueError, match="Object arrays"):
        shared(tmp_path, "n", lambda: np.array([print], dtype=object))
    assert not list(tmp_path.glob("*.npy"))


def test_a_worker_killed_while_it_writes_leaves_nothing(tmp_path):
    (tmp_path / "n.json.tmp").write_bytes(b"half")
    (tmp_path / "n.0.npy").write_bytes(b"whole, but not named by anything")
    assert shared(tmp_path, "n", lambda: np.ones(2)).tolist() == [1, 1]
    assert shared(tmp_path, "n", lambda: np.zeros(2)).tolist() == [1, 1]


@pytest.mark.parametrize("error", [ZeroDivisionError, OSError])
def test_an_error_is_not_kept_and_not_taken_for_one_of_the_disk(tmp_path, error):
    calls = []

    def compute():
        calls.append(1)
        raise error("in the computation")

    with pytest.raises(error, match="in the computation"):
        shared(tmp_path, "n", compute)
    assert len(calls) == 1
    assert shared(tmp_path, "n", lambda: "whole") == "whole"


@pytest.mark.parametrize("broken", ["directory", "file", "lock"])
def test_a_disk_that_cannot_be_written_costs_no_result(tmp_path, broken):
    directory = tmp_path / "kept"
    if broken == "directory":
        directory.write_text("a file where the directory should be")
    else:  # in the way of what is to be written
        (directory / {"file": "n.json.tmp", "lock": "n.lock"}[broken]).mkdir(parents=True)
    with pytest.warns(UserWarning, match=r"kept/n.*not kept for other units"):
        assert shared(Path(directory), "n", lambda: "whole") == "whole"


def change_a_digit(path):
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


def write_as_link(path, to):
    path.unlink()
    path.symlink_to(to)


def replace_by_directory(path):
    path.unlink()
    path.mkdir()


DAMAGE = {
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-3]),
    "empty": lambda path: path.write_bytes(b""),
    "NUL": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "digit": change_a_digit,
    "directory": replace_by_directory,
    "pipe": lambda path: (path.unlink(), os.mkfifo(path)),
    "link": lambda path: write_as_link(path, "/dev/zero"),
    "gone": lambda path: path.unlink(),
}


@pytest.mark.parametrize("file", ["n.0.npy", "n.json"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_damaged_is_said_in_one_line_and_computed_again(tmp_path, damage, file, recwarn):
    shared(tmp_path, "n", lambda: (np.ones(2), 5))
    DAMAGE[damage](tmp_path / file)
    array, number = shared(tmp_path, "n", lambda: (np.full(2, 7.0), 6))
    assert (array.tolist(), number) == ([7, 7], 6)
    lines = [str(warning.message) for warning in recwarn]
    if (damage, file) == ("gone", "n.json"):  # as if nobody had computed it yet
        assert not lines
    else:
        (line,) = lines
        assert "n.json or an array that it names is damaged; computed again" in line


def forge(directory, name, array):
    """Let the entry n name this file, with every checksum right."""
    entry = {"array": name, "sha256": hashlib.sha256(array.read_bytes()).hexdigest()}
    text = json.dumps({"several": False, "entries": [entry]}).encode()
    checksum = hashlib.sha256(text).hexdigest().encode()
    (directory / "n.json").write_bytes(checksum + b"\n" + text)


def test_a_name_that_leads_out_of_the_directory_is_not_followed(tmp_path):
    """Not even when the checksums were made right."""
    np.save(tmp_path / "secret.npy", np.ones(3))
    inside = tmp_path / "kept"
    inside.mkdir()
    forge(inside, "../secret.npy", tmp_path / "secret.npy")
    with pytest.warns(UserWarning, match="damaged; computed again"):
        assert shared(inside, "n", lambda: "own") == "own"


def test_a_pickle_in_the_place_of_an_array_is_not_executed(tmp_path):
    class Bad:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "executed"),)

    np.save(tmp_path / "n.0.npy", np.array([Bad()], dtype=object), allow_pickle=True)
    forge(tmp_path, "n.0.npy", tmp_path / "n.0.npy")
    with pytest.warns(UserWarning, match="damaged; computed again"):
        assert shared(tmp_path, "n", lambda: "own") == "own"
    assert not (tmp_path / "executed").exists()
