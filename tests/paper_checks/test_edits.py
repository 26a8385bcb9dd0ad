"""Whoever edits the source while a run is on never gets the old code's verdict for the new code."""

import pytest

from tests.paper_checks.project import Project


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


def test_a_run_that_was_edited_killed_and_resumed_judges_the_new_code(project, tmp_path):
    process = project.start(tmp_path / "out", "--jobs", "1")
    project.wait(process, tmp_path / "out")
    project.make_wrong()
    process.kill()
    process.communicate()
    project.go_on()
    process = project.start(tmp_path / "out", "--jobs", "1")
    printed, _ = process.communicate(timeout=120)
    assert "1 finished units of an earlier run do not count (changed since: source)" in printed
    assert process.returncode == 1, printed
    assert project.verdict(tmp_path / "out") == "refuted"


def test_a_run_that_is_edited_judges_the_code_with_which_it_began_and_says_so(project, tmp_path):
    """Even in a worker process that begins after the edit."""
    process = project.start(tmp_path / "out", "--jobs", "1")
    project.wait(process, tmp_path / "out")
    project.make_wrong()
    project.go_on()
    project.kill_worker()
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 0, printed
    assert project.verdict(tmp_path / "out") == "holds"
    marked = "of an earlier state of source, data or settings"
    assert marked in (tmp_path / "out" / "report.html").read_text()
    # and the next run is of the new one
    process = project.start(tmp_path / "out", "--jobs", "1")
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 1, printed
    assert project.verdict(tmp_path / "out") == "refuted"
    assert marked not in (tmp_path / "out" / "report.html").read_text()
