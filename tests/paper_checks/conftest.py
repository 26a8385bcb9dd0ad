import contextlib
import functools
import importlib
from concurrent.futures import Future

import pytest

from gramcheck.paper_checks import cli, fingerprint, kept, report
from gramcheck.paper_checks.fingerprint import Source, read_source
from gramcheck.paper_checks.running import runner, work
from tests.paper_checks import programs, sample_claims
from tests.paper_checks.evidence import without_suite

IN_THIS_PROCESS = (
    "test_console", "test_damage", "test_full_disk", "test_kept", "test_report", "test_runner",
    "test_stand_ins", "test_standing", "test_stored",
)  # fmt: skip


@contextlib.contextmanager
def workers_here(order, jobs):
    """In the place of worker processes, where they are not what is tested: a second less a run."""
    run = work.prepared(order.run, order.scratch, order.data)
    source = fingerprint.read_source().digest

    def submit(pickled):
        future = Future()
        future.set_result(work.answer(pickled, run, source))
        return future

    yield submit


class NeverSent(Source):
    """Source that no worker process needs."""

    def archive(self):
        return b""


@functools.cache
def source_read_once():
    return NeverSent(read_source().files)


templates_compiled_once = functools.cache(report.environment)


def in_this_process(patch):
    """Units here, and neither the source nor templates read anew by every run."""
    patch.setattr(runner, "local_workers", workers_here)
    for name in ("read_source", "take_source"):
        patch.setattr(fingerprint, name, source_read_once)
    patch.setattr(report, "environment", templates_compiled_once)


def isolated(patch, markers):
    """Sample claims whose traces are here, without anybody's data, whoever edits the project."""
    patch.setenv("SAMPLE_MARKERS", str(markers))
    patch.delenv("GRAMCHECK_DATA", raising=False)
    patch.setenv("XDG_CACHE_HOME", str(markers.parent / "cache"))  # nobody's fetched data
    patch.setattr(fingerprint, "take_source", fingerprint.read_source)
    patch.setattr(fingerprint.Source, "of", lambda source, module: "fixed")


@pytest.fixture(autouse=True)
def here(request, monkeypatch):
    """Runs of the tests of some modules stay in this process."""
    if request.module.__name__.rpartition(".")[2] in IN_THIS_PROCESS:
        in_this_process(monkeypatch)


def run_here(markers, out, *claims):
    """The sample claims as their program runs them, whose name decides what units draw."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(programs.PROGRAM.parent)
        in_this_process(patch)
        isolated(patch, markers)
        registry = importlib.import_module("sample_claims").REGISTRY
        return cli.main(["run", *claims, "--out", str(out)], registry=registry)


@pytest.fixture(scope="session")
def wanted(tmp_path_factory):
    """Evidence of the long sample claim, of an undisturbed run."""
    folder = tmp_path_factory.mktemp("wanted")
    assert run_here(folder, folder / "out", "d2ke/long") == 0
    return programs.evidence(folder / "out")


@pytest.fixture
def markers(tmp_path, monkeypatch):
    """Directory in which the units of the sample claims leave their traces."""
    path = tmp_path / "markers"
    path.mkdir()
    isolated(monkeypatch, path)
    return path


@pytest.fixture
def without_the_suite(monkeypatch):
    """Claims judge by their own evidence: the checks that they cite have their own tests."""
    without_suite(monkeypatch)


@pytest.fixture
def kept_here(tmp_path, monkeypatch):
    """What is kept lies in the directory of the test."""
    monkeypatch.setattr(kept, "RESULTS", tmp_path / "results")


@pytest.fixture
def executions(markers):
    """How often each unit has run so far."""
    return lambda: sample_claims.executions(markers)


@pytest.fixture
def call(markers, tmp_path, monkeypatch, capsys):
    """Run the console script in an empty directory: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments, registry=sample_claims.REGISTRY):
        code = cli.main(arguments, registry=registry)
        return code, *capsys.readouterr()

    return call
