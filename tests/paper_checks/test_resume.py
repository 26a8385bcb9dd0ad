"""Runs as programs of their own: killed, interrupted, started twice."""

import json
import os
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
    return subprocess.Popen(
        [sys.executable, PROGRAM, "run", *arguments, "--out", out],
        env={**os.environ, "SAMPLE_NAP": str(nap)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(process):
    text, _ = process.communicate(timeout=120)
    return text


def finished_units(out):
    """Names as in the markers, of the units that are on disk whole."""
    units = (out / "units").glob("*.json")
    keys = [json.loads(path.read_text())["unit"].rpartition(":")[2] for path in units]
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
    out = tmp_path / "out"
    claims = ["d2ke/eq-6", "d2ke/long"]
    process = start(out, *claims, "--jobs", "2", nap=0.4)
    wait_for_units(process, out, 2)
    process.send_signal(request_to_end)
    printed = finish(process)
    assert process.returncode == 130, printed
    assert "the same command resumes" in printed
    assert "Traceback" not in printed
    kept = finished_units(out)
    assert len(kept) < sample_claims.N_UNITS
    assert Store(out).read_evidence("d2ke/eq-6")["verdict"] == "holds"  # for a report meanwhile

    process = start(out, *claims, "--jobs", "2")
    assert f"resuming: {len(kept) + 1} finished units" in finish(process)
    assert {name: executions()[name] for name in kept} == dict.fromkeys(kept, 1)


def test_a_second_run_into_the_same_directory_is_refused(tmp_path, markers):
    out = tmp_path / "out"
    first = start(out, "d2ke/long", "--jobs", "1", nap=20)
    while not (out / "run.json").exists():
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


def test_the_results_are_the_same_on_dask(tmp_path, markers):
    pytest.importorskip("distributed", reason="needs the extra: gramcheck[dask]")
    printed = finish(start(tmp_path / "dask", "d2ke/long", "--jobs", "2", "--backend", "dask"))
    assert "1 refuted" in printed
    finish(start(tmp_path / "loky", "d2ke/long", "--jobs", "1"))
    assert evidence(tmp_path / "dask") == evidence(tmp_path / "loky")


CLUSTER = """
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        input()
"""


def test_an_existing_dask_cluster_does_the_work(tmp_path, executions):
    pytest.importorskip("distributed", reason="needs the extra: gramcheck[dask]")
    (tmp_path / "cluster.py").write_text(CLUSTER)
    cluster = subprocess.Popen(
        [sys.executable, tmp_path / "cluster.py"],
        env={**os.environ, "PYTHONPATH": str(PROGRAM.parent)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        address = cluster.stdout.readline().strip()
        options = ["--backend", "dask", "--scheduler", address]
        printed = finish(start(tmp_path / "out", "d2ke/long", *options))
        assert "1 refuted" in printed
        assert set(executions().values()) == {1}
    finally:
        cluster.communicate("end\n", timeout=60)
