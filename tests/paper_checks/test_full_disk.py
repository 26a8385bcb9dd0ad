"""The runner's own disk: whatever cannot be written is one line, and the same command resumes."""

import pytest

from gramcheck.paper_checks.store import Store
from tests.paper_checks.sample_claims import N_UNITS


@pytest.fixture
def run(call):
    """Exit code, and what was printed, of a run into a folder."""

    def run(out, *claims):
        code, *printed = call("run", "--jobs", "1", "--out", str(out), *claims)
        return code, "".join(printed)

    return run


def test_a_full_disk_stops_the_run_with_one_line_and_the_same_command_resumes(
    tmp_path, run, monkeypatch
):
    out = tmp_path / "out"
    write, kept = Store.write_unit, 3

    def write_some(store, name, unit):
        if len(store.read_units()) == kept:  # what SQLite then says is tested with the store
            raise OSError(f"{store.database.path}: database or disk is full")
        write(store, name, unit)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write_unit", write_some)
        code, printed = run(out, "d2ke/long")
    assert code == 3
    assert len(Store(out).read_units()) == kept
    assert printed == (
        f"stopped: {out}/ledger.sqlite: database or disk is full: {kept} of {N_UNITS + 1} units "
        "are finished and kept; the same command resumes\n"
    )
    assert Store(out).read_run()["state"] == "resumable"
    code, printed = run(out, "d2ke/long")
    assert code == 0
    assert f"resuming: {kept} finished units" in printed
    assert Store(out).read_run()["state"] == "finished"


def test_a_full_disk_at_the_very_end_is_no_refusal_to_start(tmp_path, run, monkeypatch):
    write = Store.write_evidence

    def write_some(store, id, evidence):
        if evidence["status"] == "not-run":  # these are written last
            raise OSError(f"{store.database.path}: database or disk is full")
        write(store, id, evidence)

    monkeypatch.setattr(Store, "write_evidence", write_some)
    code, printed = run(tmp_path / "out", "sfm/theorem-1", "d2ke/eq-6")
    assert code == 3
    (line,) = printed.splitlines()
    assert line.endswith("full: 1 of 1 units are finished and kept; the same command resumes")
    assert Store(tmp_path / "out").read_run()["state"] == "resumable"


def test_a_report_that_cannot_be_written_is_said_with_its_path(tmp_path, run):
    (tmp_path / "report.html").mkdir()
    code, printed = run(tmp_path, "d2ke/eq-6")
    assert code == 3
    path = tmp_path / "report.html"
    assert f"Is a directory: '{path}'; `paper-checks report` tries again" in printed


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_that_cannot_be_made_is_said_before_any_work(tmp_path, run, place):
    (tmp_path / "file").touch()
    code, printed = run(tmp_path / place, "d2ke/eq-6")
    assert code == 2
    (line,) = printed.splitlines()
    assert str(tmp_path / "file") in line
