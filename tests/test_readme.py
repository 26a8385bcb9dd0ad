"""What the README shows is what happens."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from gramcheck.paper_checks.cli import main

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
SHOWN = re.findall(r"```\n(failed .*?)```", README, flags=re.DOTALL)
COMMANDS = re.findall(r"^\.venv/bin/paper-checks (list|show .*?|data list)\s+#", README, re.M)


def test_the_oracle_example_runs():
    names = {}
    exec(compile(PYTHON[0], "README.md", "exec"), names)
    assert names["K"].shape == names["exact"].shape == (4, 4)


def test_the_example_of_a_large_corpus_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(compile(PYTHON[1], "README.md", "exec"), names)
    errors = np.abs(names["Z"] @ names["Z"].T - names["K"])
    assert errors.max() < 6 / np.sqrt(names["D"])  # variances are (1 - k^2) / D
    assert np.array_equal(np.load("features.npy"), names["Z"])


def test_the_example_of_an_adapter_agrees_on_what_it_has():
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(PYTHON[2], "README.md", "exec"), names)
    assert "lacking d2ke.dtw(window)" in printed.getvalue()
    assert any(record.status == "lacking" for record in names["records"])


def test_the_example_of_a_check_prints_what_is_shown():
    assert len(PYTHON) == 5  # the last one, for a cluster, is run in test_cluster.py
    assert len(SHOWN) == 1
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(PYTHON[3], "README.md", "exec"), {})
    assert printed.getvalue() == SHOWN[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_ledger_run(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out


def test_there_are_two_commands_to_begin_with():
    assert len(re.findall("^python3 -m venv", README, flags=re.M)) == 2
    assert len(COMMANDS) == 3
