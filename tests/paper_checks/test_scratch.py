"""What is kept between units: computed once, whole on disk, and never worth losing a result for."""

import os
import time
from pathlib import Path

import joblib
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
    answers = joblib.Parallel(n_jobs=3)(joblib.delayed(ask)(tmp_path) for _ in range(6))
    assert answers == [(499500.0, 0.25)] * 6
    assert len(list(tmp_path.glob("computed by *"))) == 1


def test_arrays_are_maps_of_the_file_that_nobody_can_change(tmp_path):
    for _ in range(2):
        array, _ = shared(tmp_path, "matrix", lambda: (np.zeros(3), 1.0))
        assert isinstance(array, np.memmap)
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_names_are_kept_apart(tmp_path):
    assert [shared(tmp_path, name, lambda name=name: name) for name in "aba"] == ["a", "b", "a"]


def test_without_a_directory_each_computes(tmp_path):
    count = iter(range(2))
    assert [shared(None, "n", lambda: next(count)) for _ in range(2)] == [0, 1]


def test_a_worker_killed_while_it_writes_leaves_nothing(tmp_path):
    (tmp_path / "n.tmp").write_bytes(b"half")
    assert shared(tmp_path, "n", lambda: "whole") == "whole"
    assert shared(tmp_path, "n", lambda: "again") == "whole"


def test_an_error_is_not_kept(tmp_path):
    with pytest.raises(ZeroDivisionError):
        shared(tmp_path, "n", lambda: 1 / 0)
    assert shared(tmp_path, "n", lambda: "whole") == "whole"


@pytest.mark.parametrize("broken", ["directory", "file"])
def test_a_disk_that_cannot_be_written_costs_no_result(tmp_path, broken):
    directory = tmp_path / "kept"
    if broken == "directory":
        directory.write_text("a file where the directory should be")
    else:
        (directory / "n.tmp").mkdir(parents=True)  # in the way of what is to be written
    with pytest.warns(UserWarning, match="not kept for other units: .*n.joblib"):
        assert shared(Path(directory), "n", lambda: "whole") == "whole"
