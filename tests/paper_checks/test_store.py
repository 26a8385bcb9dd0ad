"""What is kept on disk is whole, and keeps its values."""

import json
import math

import numpy as np
import pytest

from gramcheck.paper_checks.store import decode, encode, write_atomically


def test_a_file_is_whole_or_as_it_was(tmp_path, monkeypatch):
    write_atomically(tmp_path / "file", b"old")

    def die(*_):
        raise KeyboardInterrupt

    # the worst moments: half of the bytes written; all of them, but not yet in their place
    for moment in ("fsync", "replace"):
        monkeypatch.setattr(f"gramcheck.paper_checks.store.os.{moment}", die)
        with pytest.raises(KeyboardInterrupt):
            write_atomically(tmp_path / "file", b"new and longer")
        assert (tmp_path / "file").read_bytes() == b"old"
        monkeypatch.undo()
    write_atomically(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


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
