"""Units in processes of their own: whatever one of them does, the others are done."""

import errno
import io
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections import deque
from pathlib import Path

import pytest
from rich.console import Console

from gramcheck.paper_checks import fingerprint
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.findings import is_true
from gramcheck.paper_checks.ledger import Evidence, Registry, Unit, Verdict
from gramcheck.paper_checks.running import processes, runner
from gramcheck.paper_checks.running.answers import LostError, answered, local_workers
from gramcheck.paper_checks.running.outcome import Settings
from gramcheck.paper_checks.running.runner import Runner
from gramcheck.paper_checks.running.work import Work
from gramcheck.paper_checks.store import Store
from tests.paper_checks import sample_units
from tests.paper_checks.in_process import workers_here
from tests.paper_checks.sample_claims import count_threads

SECONDS = 4


def run(out, units, **settings):
    """Outcomes by claim id, answers by unit's key, and what was printed."""
    registry = Registry()

    def claim(id, units):
        @registry.claim(id, place="", kind="table", expected=Verdict.HOLDS, units=lambda run: units)
        def function(run, results):
            """Needs its units."""
            return Evidence(printed=is_true(len(results) == len(units), f"{len(results)} units"))

    for id, listed in units.items():
        claim(id, listed)
    text = io.StringIO()
    console = Console(file=text, width=300)
    settings = Settings(jobs=2, **settings)
    store = Store(out, lambda line: print(line, file=text))
    this = Runner(list(registry), settings, DataDirectory(None), store, console)
    outcomes = {outcome.claim.id: outcome for outcome in this.run()}
    answers = {name.rpartition(":")[2]: answer for name, answer in this.answers.items()}
    return outcomes, answers, text.getvalue()


GUILTY = {
    "leaves": (sample_units.say_goodbye, {}, "died again when nothing else ran: exit code 5"),
    "limit": (sample_units.exhaust_the_limit, {}, "MemoryError"),
    "machine": (sample_units.exhaust_the_machine, {}, "signal SIGKILL, peak memory "),
    "orphans": (sample_units.die_with_a_child, {}, f"signal {signal.SIGRTMIN + 1}, peak memory"),
    "surrogate": (sample_units.answer_with, {"value": "surrogate"}, "surrogates not allowed"),
    "tag": (
        sample_units.answer_with,
        {"value": "tag"},
        "must be strings, not $float, got '$float'",
    ),
    "digits": (sample_units.answer_with, {"value": "digits"}, "Exceeds the limit (4300 digits)"),
    "huge": (
        sample_units.answer_with,
        {"value": "huge"},
        "a result must be at most 50 MB as JSON, got 60 MB",
    ),
    "hangs": (
        sample_units.hang,
        {},
        f"not finished after {SECONDS} s (--unit-seconds), and ended; peak memory",
    ),
}


def test_of_thirty_units_all_but_the_guilty_finish_and_these_are_named(tmp_path):
    units = {
        f"d2ke/{name}": [Unit(name, function, kwargs)]
        for name, (function, kwargs, _) in GUILTY.items()
    }
    odd = [Unit("two", sample_units.be_two), Unit("silent", sample_units.close_the_output)]
    innocent = [
        Unit(f"good/{index}", sample_units.be_good, {"index": index}) for index in range(30)
    ]
    outcomes, answers, printed = run(
        tmp_path, {"d2ke/innocent": [*odd, *innocent], **units}, unit_seconds=SECONDS
    )
    assert outcomes["d2ke/innocent"].verdict == "holds"
    assert [answers[f"good/{k}"]["result"] for k in range(30)] == [{"value": k} for k in range(30)]
    for name, (_, _, text) in GUILTY.items():
        outcome = outcomes[f"d2ke/{name}"]
        assert outcome.status == "error"
        assert f"unit {name}: " in outcome.evidence["message"]
        assert text in outcome.evidence["message"], outcome.evidence["message"]
    (peak,) = re.findall(r"memory (\d+) MB", outcomes["d2ke/machine"].evidence["message"])
    assert 300 <= int(peak) <= 900  # its block, its modules, what a unit of 60 MB left
    for name in ("leaves", "machine", "orphans"):  # who hangs is not asked again
        assert f":{name}: its worker died (" in printed
    assert ":hangs: " not in printed
    assert Store(tmp_path).read_run()["state"] == "errors"
    assert len(Store(tmp_path).read_units()) == 33  # and the claim over the innocent


def test_who_died_of_another_ones_hunger_is_done_again(tmp_path):
    victim = Unit("victim", sample_units.be_a_victim, {"path": str(tmp_path / "died")})
    outcomes, _, printed = run(tmp_path / "out", {"d2ke/a": [victim]})
    assert outcomes["d2ke/a"].verdict == "holds"
    assert "victim: its worker died (signal SIGKILL, peak memory" in printed
    assert Store(tmp_path / "out").read_run()["state"] == "finished"


def wait_for_the_others(out, index):
    """Every unit waits until all before it are kept."""
    deadline = time.monotonic() + 20
    while (kept := len(Store(out).read_units())) < index and time.monotonic() < deadline:
        time.sleep(0.05)
    return {"kept": kept}


def test_a_unit_is_kept_while_the_next_is_still_running(tmp_path):
    units = [
        Unit(str(index), wait_for_the_others, {"out": str(tmp_path), "index": index})
        for index in range(4)
    ]
    _, answers, _ = run(tmp_path, {"d2ke/a": units})
    assert all(answers[str(index)]["result"]["kept"] >= index for index in range(4))


def test_a_worker_computes_on_one_thread_with_source_of_its_own(tmp_path, monkeypatch):
    """Not with what lies in the folder from where the command was given."""
    (tmp_path / "gramcheck").mkdir()
    (tmp_path / "gramcheck" / "__init__.py").write_text("raise ImportError('not this one')")
    monkeypatch.chdir(tmp_path)
    _, answers, _ = run(tmp_path / "out", {"d2ke/a": [Unit("threads", count_threads)]})
    assert answers["threads"]["result"]["threads"] == 1
    assert answers["threads"]["machine"]


def test_processes_that_cannot_start_stop_the_run_and_no_unit_is_blamed():
    source = fingerprint.read_source()
    broken = fingerprint.Source(
        {**source.files, "paper_checks/running/work.py": b"raise SystemExit(7)"}
    )
    order = processes.Order(broken.archive(), b"")
    todo = deque([Work("unit", sample_units.be_good, {"index": 0})])
    with (
        local_workers(order, 1) as submit,
        pytest.raises(LostError, match="no worker process can be started: exit code 7"),
    ):
        list(answered(submit, todo, {}, print))


def test_a_full_disk_is_named_before_any_process_starts(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(zipfile.ZipFile, "extractall", no_room)
    with (
        pytest.raises(OSError, match=rf"No space left on device: '{tmp_path}/gramcheck-source-"),
        local_workers(processes.Order(fingerprint.read_source().archive(), b""), 1),
    ):
        pass
    assert not list(tmp_path.iterdir())


def no_room(*_):
    raise OSError(errno.ENOSPC, "No space left on device")  # of a write: without a path


def test_what_a_unit_has_started_ends_with_it(tmp_path):
    path = tmp_path / "pid"
    unit = Unit("parent", sample_units.start_another, {"path": str(path)})
    run(tmp_path / "out", {"d2ke/a": [unit]})
    pid = int(path.read_text())
    deadline = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    started = []
    popen = processes.subprocess.Popen

    def counted(*arguments, **options):
        started.append(popen(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(processes.subprocess, "Popen", counted)
    run(tmp_path / "out", {"d2ke/a": [Unit("0", sample_units.be_good, {"index": 0})]})
    assert not list(tmp_path.glob("gramcheck-*"))
    assert started
    for process in started:
        assert process.returncode is not None
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)


def test_machines_that_are_mixed_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "local_workers", workers_here)
    units = [Unit(str(index), sample_units.be_good, {"index": index}) for index in range(3)]
    trouble = Unit("trouble", sample_units.answer_with, {"value": "nothing that it knows"})
    run(tmp_path, {"d2ke/a": [*units, trouble]})
    store = Store(tmp_path)
    with store.lock():
        (name, unit) = next(iter(store.read_units().items()))
        store.write_unit(name, {**unit, "machine": "Abacus, wooden"})
    outcomes, _, printed = run(tmp_path, {"d2ke/a": units})
    assert outcomes["d2ke/a"].verdict == "holds"
    assert "computed on 2 kinds of processors" in printed
    assert "Abacus, wooden" in printed
    assert "Abacus, wooden" in store.read_evidence("d2ke/a")["machines"]


LOADS = """
import sys
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.evidence import Unit
from gramcheck.paper_checks.experiments.splits import measured
from gramcheck.paper_checks.running.work import Work, execute

work = Work.of(Unit("a", measured, {"results": {}, "names": []}))
before = "sklearn.svm" in sys.modules
answer = execute(work, Run("quick", 0, DataDirectory(None), work.name))
print(answer["result"], before, "sklearn.svm" in sys.modules)
"""


def test_what_units_learn_with_is_loaded_before_they_are_timed():
    """For those of experiments, too: they are most."""
    done = subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", "False", "True"]


def test_one_machine_is_not_worth_a_line(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "local_workers", workers_here)
    units = [Unit(str(index), sample_units.be_good, {"index": index}) for index in range(3)]
    _, _, printed = run(tmp_path, {"d2ke/a": units})
    assert printed == ""
