"""A real Dask scheduler with two workers on this machine, none of which has the package."""

import os
import signal
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from gramcheck.paper_checks import cli
from gramcheck.paper_checks.store import Store
from tests.paper_checks import sample_claims
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
        for _ in range(2):
            new.start_worker()
        new.wait_for_workers(2)
        yield new
    finally:
        new.close()


def on(cluster):
    return ["--backend", "dask", "--scheduler", cluster.address]


def test_warm_workers_serve_the_code_of_the_run_and_not_of_an_earlier_one(tmp_path, cluster):
    project = Project(tmp_path)
    project.go_on()
    verdicts = []
    for make in (project.make_right, project.make_wrong):
        make()
        process = project.start(tmp_path / "out", *on(cluster))
        printed, _ = process.communicate(timeout=120)
        assert "Traceback" not in printed, printed
        verdicts.append(project.verdict(tmp_path / "out"))
    assert verdicts == ["holds", "refuted"]


def test_a_worker_with_another_library_is_refused_by_name(tmp_path, markers, cluster):
    (cluster.folder / "other").mkdir()
    (cluster.folder / "other" / "sitecustomize.py").write_text(LIBRARY)
    path = f"{cluster.folder / 'other'}{os.pathsep}{cluster.folder / 'modules'}"
    worker = cluster.start_worker(PYTHONPATH=path)
    try:
        cluster.wait_for_workers(3)
        process = start(tmp_path / "out", "d2ke/long", *on(cluster))
        (line,) = finish(process).splitlines()
    finally:
        worker.terminate()
        worker.wait()
    assert process.returncode == 2
    assert line.startswith("paper-checks: the worker tcp://127.0.0.1:")
    assert line.endswith(f"has numpy {np.__version__}.1 and not {np.__version__}")


def test_results_are_those_of_one_machine_bit_for_bit_though_a_worker_is_killed(
    tmp_path, executions, cluster, wanted
):
    worker = cluster.start_worker()
    cluster.wait_for_workers(3)
    process = start(tmp_path / "out", "d2ke/long", *on(cluster))
    wait(process, executions)
    worker.send_signal(signal.SIGKILL)
    printed = finish(process)
    assert process.returncode == 0, printed
    assert "1 refuted" in printed
    counts = executions().values()
    assert sum(counts) <= len(counts) + 1  # at most what the worker had begun is done again
    assert evidence(tmp_path / "out") == wanted


STUCK = "import os, sys; 'gramcheck' in ' '.join(sys.orig_argv) and os.read(0, 1)"  # until its end


def test_a_worker_that_is_lost_before_it_said_a_word_holds_up_nobody(
    tmp_path, executions, cluster, wanted, monkeypatch
):
    (cluster.folder / "stuck").mkdir()
    (cluster.folder / "stuck" / "sitecustomize.py").write_text(STUCK)
    path = f"{cluster.folder / 'stuck'}{os.pathsep}{cluster.folder / 'modules'}"
    worker = cluster.start_worker(PYTHONPATH=path)
    cluster.wait_for_workers(3)
    process = start(tmp_path / "out", "d2ke/long", *on(cluster))
    tasks = Path(f"/proc/{worker.pid}/task")
    wait(process, lambda: any(map(Path.read_text, tasks.glob("*/children"))))
    worker.kill()  # while its process is asked
    printed = finish(process)
    assert process.returncode == 0, printed
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
def test_an_address_without_a_scheduler_is_said(
    tmp_path, markers, capfd, monkeypatch, address, text
):
    monkeypatch.setattr("gramcheck.paper_checks.running.cluster._SECONDS", 1.0)
    options = ["--backend", "dask", "--scheduler", address, "--out", str(tmp_path)]
    assert cli.main(["run", "d2ke/eq-6", *options], registry=sample_claims.REGISTRY) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"paper-checks: {text}")


@pytest.mark.parametrize("whose", ["the scheduler at", "the worker"])
def test_another_version_of_dask_is_refused_by_name(
    tmp_path, markers, capfd, monkeypatch, cluster, whose
):
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
    options = [*on(cluster), "--out", str(tmp_path)]
    assert cli.main(["run", "d2ke/eq-6", *options], registry=sample_claims.REGISTRY) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"paper-checks: {whose} tcp://127.0.0.1:")
    assert " has distributed 2020.1 and not " in line


def test_a_scheduler_that_is_killed_leaves_a_run_that_resumes(
    tmp_path, executions, cluster, wanted
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
    printed = finish(start(out, "d2ke/long", "--jobs", "1"))
    assert "finished units of an earlier run are kept" in printed
    assert evidence(out) == wanted
