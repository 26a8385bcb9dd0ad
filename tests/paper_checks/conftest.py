import contextlib
from concurrent.futures import Future

import pytest

from gramcheck.paper_checks import cli, fingerprint, kept
from gramcheck.paper_checks.running import runner, work
from tests.paper_checks import programs, sample_claims

IN_THIS_PROCESS = (
    "test_console", "test_full_disk", "test_kept", "test_report", "test_runner", "test_stand_ins",
    "test_standing", "test_stored",
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


@pytest.fixture(autouse=True)
def here(request, monkeypatch):
    """Units in this process for the tests of some modules."""
    if request.module.__name__.rpartition(".")[2] in IN_THIS_PROCESS:
        monkeypatch.setattr(runner, "local_workers", workers_here)


@pytest.fixture(scope="session")
def wanted(tmp_path_factory):
    """Evidence of the long sample claim, of an undisturbed run on one machine."""
    folder = tmp_path_factory.mktemp("wanted")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAMPLE_MARKERS", str(folder))
        programs.finish(programs.start(folder / "out", "d2ke/long", "--jobs", "1"))
    return programs.evidence(folder / "out")


@pytest.fixture
def markers(tmp_path, monkeypatch):
    """Directory in which the units of the sample claims leave their traces."""
    path = tmp_path / "markers"
    path.mkdir()
    monkeypatch.setenv("SAMPLE_MARKERS", str(path))
    monkeypatch.delenv("GRAMCHECK_DATA", raising=False)
    # whoever edits the project while its tests run must not make them fail
    monkeypatch.setattr(fingerprint, "take_source", fingerprint.read_source)
    monkeypatch.setattr(fingerprint.Source, "of", lambda source, module: "fixed")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # nobody's fetched data
    return path


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
