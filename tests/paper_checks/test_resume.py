"""Runs as programs of their own: killed, interrupted, started twice."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gramcheck.paper_checks.store import Store
from tests.paper_checks import sample_claims

PROGRAM = Path(sample_claims.__file__)


def start(out, *arguments, nap=0.0):
    """The command as from a terminal, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, PROGRAM, "run", *arguments, "--out", out],
        env={**os.environ, "SAMPLE_NAP": str(nap)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def finish(process):
    text, _ = process.communicate(timeout=120)
    return text


def finished_units(out):
    """Names as in the markers, of the units that are on disk whole."""
    keys = [name.rpartition(":")[2] for name in Store(out).read_units()]
    return {f"unit{key}" for key in keys if key.isdigit()}


def wait_for_units(process, out, number):
    deadline = time.monotonic() + 60
    while len(finished_units(out)) < number:
        assert process.poll() is None, finish(process)
        assert time.monotonic() < deadline
        time.sleep(0.02)


def evidence(out):
    record = Store(out).read_evidence("d2ke/long")
    return {key: record[key] for key in ("verdict", "printed", "measured", "tables")}


def test_killed_twice_and_resumed_without_redoing_a_finished_unit(tmp_path, executions):
    out = tmp_path / "out"
    kept, counts = set(), {}
    for units in (2, 5):
        process = start(out, "d2ke/long", "--jobs", "2", nap=0.3)
        wait_for_units(process, out, units)
        process.send_signal(signal.SIGKILL)
        finish(process)
        # what was cut short in the first run is done again, what was finished is not
        assert kept <= finished_units(out)
        assert {name: executions()[name] for name in kept} == counts
        kept = finished_units(out)
        counts = {name: executions()[name] for name in kept}
        assert (out / "lock").exists()  # of a dead process: no hindrance

    process = start(out, "d2ke/long", "--jobs", "2")
    printed = finish(process)
    assert process.returncode == 0, printed
    assert f"resuming: {len(kept)} finished units" in printed
    assert len(executions()) == sample_claims.N_UNITS
    assert {name: executions()[name] for name in kept} == counts

    # and nothing of this shows in the result
    whole = start(tmp_path / "whole", "d2ke/long", "--jobs", "1")
    finish(whole)
    assert evidence(out) == evidence(tmp_path / "whole")


@pytest.mark.parametrize("request_to_end", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_keeps_what_is_done_and_says_how_to_go_on(
    tmp_path, executions, request_to_end
):
    """Sent to the whole group, as a terminal and a batch system do, and by the impatient twice."""
    out = tmp_path / "out"
    claims = ["d2ke/eq-6", "d2ke/long"]
    process = start(out, *claims, "--jobs", "2", nap=0.4)
    wait_for_units(process, out, 2)
    os.killpg(process.pid, request_to_end)
    time.sleep(0.05)
    os.killpg(process.pid, request_to_end)
    printed = finish(process)
    assert process.returncode == 130, printed
    (line,) = printed.splitlines()
    assert re.fullmatch(
        r"interrupted: \d of 10 units are finished and kept; the same command resumes", line
    )
    assert Store(out).read_run()["state"] == "resumable"
    assert Store(out).read_run()["reason"] == "interrupted"
    kept = finished_units(out)
    assert len(kept) < sample_claims.N_UNITS
    assert Store(out).read_evidence("d2ke/eq-6")["verdict"] == "holds"  # for a report meanwhile

    process = start(out, *claims, "--jobs", "2")
    assert f"resuming: {len(kept) + 1} finished units" in finish(process)
    assert {name: executions()[name] for name in kept} == dict.fromkeys(kept, 1)


def test_a_second_run_into_the_same_directory_is_refused(tmp_path, markers):
    out = tmp_path / "out"
    first = start(out, "d2ke/long", "--jobs", "1", nap=20)
    while not Store(out).read_run():
        assert first.poll() is None, finish(first)
        time.sleep(0.02)
    second = start(out, "d2ke/long")
    printed = finish(second)
    assert second.returncode == 2
    assert f"in use by another run (process {first.pid})" in printed
    first.send_signal(signal.SIGINT)
    finish(first)
    assert first.returncode == 130


def test_workers_end_with_a_killed_run(tmp_path, executions):
    process = start(tmp_path / "out", "d2ke/long", "--jobs", "2", nap=100)
    while len(executions()) < 2:
        assert process.poll() is None, finish(process)
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    # the workers hold the other end of this pipe: it closes when the last one is gone
    process.communicate(timeout=30)
