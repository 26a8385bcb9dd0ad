import pytest

from gramcheck.paper_checks import cli, kept
from tests.paper_checks import programs, sample_claims
from tests.paper_checks.evidence import without_suite
from tests.paper_checks.in_process import in_this_process, isolated, run_here

IN_THIS_PROCESS = (
    "test_console", "test_damage", "test_full_disk", "test_kept", "test_recorded_seeds",
    "test_report", "test_runner", "test_stand_ins", "test_standing", "test_stored",
)  # fmt: skip


@pytest.fixture(autouse=True)
def here(request, monkeypatch):
    """Runs of the tests of some modules stay in this process, as the source was at their first."""
    if request.module.__name__.rpartition(".")[2] in IN_THIS_PROCESS:
        in_this_process(monkeypatch)


@pytest.fixture(scope="session")
def wanted(tmp_path_factory):
    """Evidence of the long sample claim, of a run without worker processes."""
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
