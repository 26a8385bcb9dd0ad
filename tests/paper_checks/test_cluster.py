"""A real Dask scheduler and its workers on this machine, none of which has the package."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from gramcheck.paper_checks import cli
from gramcheck.paper_checks.store import Store
from tests.paper_checks import sample_claims
from tests.paper_checks.in_process import run_here
from tests.paper_checks.local_cluster import Cluster
from tests.paper_checks.programs import evidence, finish, start, wait
from tests.paper_checks.project import Project

pytest.importorskip("distributed", reason="needs the extra: gramcheck[dask]")

LIBRARY = "import numpy; numpy.__version__ += '.1'"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    new = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        new.start_scheduler()
        new.start_worker()
        new.wait_for_workers(1)
        yield new
    finally:
        new.close()


@pytest.fixture
def refused(tmp_path, markers, capfd):
    """Lines that are said where a run is refused."""

    def said(*arguments):
        command = ["run", *arguments, "--out", str(tmp_path / "out")]
        assert cli.main(command, registry=sample_claims.REGISTRY) == 2
        return capfd.readouterr().err.splitlines()

    return said


def on(cluster):
    return ["--backend", "dask", "--scheduler", cluster.address]


def test_warm_workers_serve_the_code_of_the_run_and_not_of_an_earlier_one(tmp_path, cluster):
    project = Project(tmp_path)
    project.go_on()
    found = []
    for make in (project.make_right, project.make_wrong):
        make()
        process = project.start(tmp_path / "out", *on(cluster))
        printed, _ = process.communicate(timeout=120)
        assert "Traceback" not in printed, printed
        found.append(project.holds(tmp_path / "out"))
    assert found == [[True, True], [False, False]]


def test_a_worker_with_another_library_is_refused_by_name(cluster, refused):
    worker = cluster.start_worker(PYTHONPATH=cluster.path_with(LIBRARY))
    try:
        cluster.wait_for_workers(2)
        (line,) = refused("d2ke/long", *on(cluster))
    finally:
        worker.terminate()
        worker.wait()
    assert line.startswith("paper-checks: the worker tcp://127.0.0.1:")
    assert line.endswith(f"has numpy {np.__version__}.1 and not {np.__version__}")


STUCK = "import os, sys; 'gramcheck' in ' '.join(sys.orig_argv) and os.read(0, 1)"  # until its end


def test_results_are_those_of_one_machine_bit_for_bit_though_workers_are_lost(
    tmp_path, executions, cluster, wanted
):
    """One of them before it said a word, one in the midst of the run."""
    silent = cluster.start_worker(PYTHONPATH=cluster.path_with(STUCK))
    busy = cluster.start_worker()
    cluster.wait_for_workers(3)
    process = start(tmp_path / "out", "d2ke/long", *on(cluster))
    tasks = Path(f"/proc/{silent.pid}/task")
    wait(process, lambda: any(map(Path.read_text, tasks.glob("*/children"))))
    assert not executions()
    silent.kill()  # while its process is asked
    wait(process, executions)
    busy.kill()
    printed = finish(process)
    assert process.returncode == 0, printed
    assert "1 refuted" in printed
    counts = executions().values()
    assert sum(counts) <= len(counts) + 1  # at most what the worker had begun is done again
    assert evidence(tmp_path / "out") == wanted


def test_a_scheduler_without_workers_is_no_secret():
    from gramcheck.paper_checks.running.cluster import _greet

    said = []
    _greet(SimpleNamespace(nthreads=dict), None, {}, said.append)
    assert said == ["the scheduler has no workers yet: the run waits for them"]


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("nonsense", "--scheduler must look like tcp://host:8786, got 'nonsense'"),
        ("tcp://host", "--scheduler must look like tcp://host:8786, got 'tcp://host'"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1: "),
        ("nowhere://127.0.0.1:1", "no Dask scheduler answers at nowhere://127.0.0.1:1: "),
    ],
)
def test_an_address_without_a_scheduler_is_said(refused, monkeypatch, address, text):
    monkeypatch.setattr("gramcheck.paper_checks.running.cluster._SECONDS", 1.0)
    (line,) = refused("d2ke/eq-6", "--backend", "dask", "--scheduler", address)
    assert line.startswith(f"paper-checks: {text}")


@pytest.mark.parametrize("whose", ["the scheduler at", "the worker"])
def test_another_version_of_dask_is_refused_by_name(cluster, refused, monkeypatch, whose):
    from distributed import Client

    right = Client.get_versions

    def other(self):
        versions = right(self)
        one = versions["scheduler"]
        if whose == "the worker":
            *_, one = versions["workers"].values()
        one["packages"]["distributed"] = "2020.1"
        return versions

    monkeypatch.setattr(Client, "get_versions", other)
    (line,) = refused("d2ke/eq-6", *on(cluster))
    assert line.startswith(f"paper-checks: {whose} tcp://127.0.0.1:")
    assert " has distributed 2020.1 and not " in line


def test_a_scheduler_that_is_killed_leaves_a_run_that_resumes(
    tmp_path, markers, cluster, wanted, capsys
):
    """The last test of the cluster: it ends it."""
    out = tmp_path / "out"
    process = start(out, "d2ke/long", *on(cluster))
    wait(process, lambda: len(Store(out).read_units()) >= 2)
    cluster.scheduler.kill()
    printed = finish(process)
    assert process.returncode == 3, printed
    assert len(printed.splitlines()) == 1, printed
    (line,) = printed.splitlines()
    assert line.startswith("stopped: the scheduler is gone: ")
    assert line.endswith("units are finished and kept; the same command resumes")
    assert Store(out).read_run()["state"] == "resumable"
    assert run_here(markers, out, "d2ke/long") == 0
    assert "finished units of an earlier run are kept" in capsys.readouterr().out
    assert evidence(out) == wanted
