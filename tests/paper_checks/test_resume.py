"""Runs as programs of their own: killed, interrupted, started twice."""

import contextlib
import os
import re
import signal
import time
from pathlib import Path

from gramcheck.paper_checks.store import Store
from tests.paper_checks import sample_claims
from tests.paper_checks.in_process import run_here
from tests.paper_checks.programs import evidence, finish, start, wait


def finished_units(out):
    """Names as in the markers, of the units that are on disk whole."""
    keys = [name.rpartition(":")[2] for name in Store(out).read_units()]
    return {f"unit{key}" for key in keys if key.isdigit()}


def test_whatever_ends_a_run_no_finished_unit_is_redone(
    tmp_path, markers, executions, wanted, capsys
):
    """Signals go to the whole group, as from a terminal or a batch system, by the impatient twice.

    What was cut short is done again, what was finished is not, and nothing shows in the result.
    """
    out = tmp_path / "out"
    claims = ["d2ke/eq-6", "d2ke/long"]
    counts: dict[str, int] = {}
    for way, units in ((signal.SIGKILL, 1), (signal.SIGINT, 3), (signal.SIGTERM, 5)):
        process = start(out, *claims, "--jobs", "2", nap=0.4)
        wait(process, lambda units=units: len(finished_units(out)) >= units)
        for _ in range(2):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, way)
            time.sleep(0.05)
        lines = finish(process).splitlines()
        if counts:  # the first run had nothing to resume
            assert lines.pop(0).startswith(f"resuming: {len(counts) + 1} finished units of an ")
        kept = finished_units(out)
        assert len(kept) < sample_claims.N_UNITS
        assert counts.keys() <= kept
        assert {name: executions()[name] for name in counts} == counts
        counts = {name: executions()[name] for name in kept}
        assert Store(out).read_evidence("d2ke/eq-6")["verdict"] == "holds"  # for a report meanwhile
        if way == signal.SIGKILL:
            assert (out / "lock").exists()  # of a dead process: no hindrance
            continue
        assert process.returncode == 130, lines
        (line,) = lines
        assert re.fullmatch(
            r"interrupted: \d of 10 units are finished and kept; the same command resumes", line
        )
        assert Store(out).read_run()["state"] == "resumable"
        assert Store(out).read_run()["reason"] == "interrupted"

    assert run_here(markers, out, *claims) == 0
    assert f"resuming: {len(kept) + 1} finished units" in capsys.readouterr().out
    assert len(executions()) == sample_claims.N_UNITS
    assert {name: executions()[name] for name in kept} == counts
    assert evidence(out) == wanted


def test_a_second_run_into_the_same_directory_is_refused(call):
    with Store("paper-checks-out").lock():
        Path("paper-checks-out/lock").write_text("12345\n")  # it tells of whoever holds it
        code, _, err = call("run", "d2ke/long")
    assert code == 2
    assert "in use by another run (process 12345)" in err


def test_workers_end_with_a_killed_run(tmp_path, executions):
    process = start(tmp_path / "out", "d2ke/long", "--jobs", "1", nap=100)
    wait(process, executions)
    process.send_signal(signal.SIGKILL)
    # the workers hold the other end of this pipe: it closes when the last one is gone
    process.communicate(timeout=30)
