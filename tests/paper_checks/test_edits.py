"""Whoever edits the source while a run is on never gets the old code's verdict for the new code."""

from tests.paper_checks.project import Project

MARKED = "of an earlier state of source, data or settings"


def test_every_run_judges_the_code_with_which_it_began(tmp_path):
    """Resumed after an edit, edited itself, and the next one."""
    project, out = Project(tmp_path), tmp_path / "out"

    # a run that waits after its first unit is killed
    process = project.start(out)
    project.wait(process, out)
    process.kill()
    process.communicate()

    # resumed with wrong code; what is edited meanwhile is not seen, even by a new worker process
    project.make_wrong()
    process = project.start(out)
    project.wait(process, out)
    project.make_right("# again")
    project.go_on()
    project.kill_worker()
    printed, _ = process.communicate(timeout=120)
    assert "1 finished units of an earlier run do not count (changed since: source)" in printed
    assert process.returncode == 1, printed
    assert project.holds(out) == [False, False]
    assert MARKED in (out / "report.html").read_text()

    process = project.start(out)
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 0, printed
    assert project.holds(out) == [True, True]
    assert MARKED not in (out / "report.html").read_text()
