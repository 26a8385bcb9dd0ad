"""What asv_bench/publish.py stores beside figures: of which run, environment and files they are."""

import subprocess
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

pytest.importorskip("dtaidistance", reason="the extra bench is not installed")
from asv.machine import Machine
from asv.results import Results

from asv_bench import publish

provenance = publish.provenance
COMMIT = "0123456789abc"
FAMILY = "beside.distances.Levenshtein"
RECORD = {"commit": COMMIT, "changes": False, "env_name": "here"}
MACHINE = {"arch": "", "cpu": "a processor", "num_cpu": "2", "os": "Linux", "ram": "", "version": 1}


@pytest.fixture
def bench(monkeypatch, tmp_path):
    """A repository of its own, in which asv's results are ignored; nothing is stored yet."""
    here = tmp_path / "asv_bench"
    here.mkdir()
    monkeypatch.setattr(publish, "HERE", here)
    (tmp_path / ".gitignore").write_text("results\n")
    (tmp_path / "code.py").write_text("")
    publish.git("init", "-q", "..")
    commit_all()
    return here


def commit_all():
    publish.git("add", "--all", "..")
    someone = ("-c", "user.name=a", "-c", "user.email=a@b")
    publish.git(*someone, "commit", "-q", "--allow-empty", "-m", "a change")


def head():
    return publish.git("rev-parse", "HEAD").strip()


def store(commit, ratio, environment="here", minutes=0, figures=("ratio",), family=FAMILY):
    """Figures of one case, as asv stores them, begun so many minutes from now."""
    folder, _ = publish.of_this_machine()
    machine = Machine.get_unique_machine_name()
    begun = datetime.now(UTC) + timedelta(minutes=minutes)
    found = Results({"machine": machine}, {}, commit, 0, "3.11", environment, {})
    found.load_data(str(folder.parent))
    for figure in figures:
        name = f"{family}.track_{figure}"
        benchmark = {"name": name, "version": "1", "params": [["'a case'"]]}
        once = SimpleNamespace(
            result=[ratio], samples=[None], number=[None], errcode=0, stderr="", profile=None
        )
        found.add_result(benchmark, once, begun, record_samples=False)
    found.save(str(folder.parent))
    (folder / "machine.json").write_text(publish.json.dumps(MACHINE | {"machine": machine}))


@pytest.fixture
def measure(bench, monkeypatch):
    """What ``measure`` leaves where asv does no more than ``did``."""
    ran = subprocess.run

    def program(did=lambda: None, commit=None):
        def run(command, **options):
            return did() if "asv" in command else ran(command, **options)

        monkeypatch.setattr(publish.subprocess, "run", run)
        commit = commit or head()
        publish.measure(FAMILY, commit)
        return publish.stored(commit)

    return program


def ratio_of(figures):
    return figures[FAMILY]["ratio"]["a case"]


def test_a_run_that_stores_leaves_a_record(measure):
    figures, records = measure(lambda: store(head(), 0.5))
    assert ratio_of(figures) == 0.5
    assert records[FAMILY]["env_name"] == "here"
    assert records[FAMILY]["changes"] is False
    assert set(records[FAMILY]) > set(provenance.surroundings(MACHINE))


def test_a_run_that_stores_nothing_leaves_none(measure):
    """Neither on a machine that never measured, nor where figures of another run stay."""
    assert measure() == ({}, {})
    assert measure(lambda: store(head(), 0.5))[1]
    assert measure() == ({}, {})
    assert measure(lambda: store(head(), 0.5, minutes=-1)) == ({}, {})
    store(head(), 0.5, minutes=-1, figures=("ratio", "seconds"))
    assert measure(lambda: store(head(), 0.6)) == ({}, {})  # which left the seconds as they were
    others = "beside.distances.LevenshteinOfOthers"
    assert measure(lambda: store(head(), 0.6, family=others)) == ({}, {})


def test_a_run_that_is_interrupted_leaves_no_record(measure):
    def interrupted():
        raise KeyboardInterrupt

    assert measure(lambda: store(head(), 0.5))[1]
    with pytest.raises(KeyboardInterrupt):
        measure(interrupted)
    assert publish.stored(head()) == ({}, {})


def test_figures_are_of_the_environment_that_was_measured(measure):
    for environment in ("another", "one more"):
        store(head(), 9.0, environment, minutes=-1)
    figures, records = measure(lambda: store(head(), 0.5))
    assert ratio_of(figures) == 0.5
    assert records[FAMILY]["env_name"] == "here"
    store(head(), 9.0, "there", minutes=1)
    assert ratio_of(publish.stored(head())[0]) == 0.5


def changed(measure, bench, during, commit=None):
    """Whether the record says so where a run of asv meets that."""
    commit = commit or head()

    def did():
        during()
        store(commit, 0.5)

    return measure(did, commit)[1][FAMILY]["changes"]


def test_figures_of_files_that_differ_from_the_commit_say_so(measure, bench):
    code, page, new = bench.parent / "code.py", bench / "RESULTS.md", bench.parent / "new.py"
    assert not changed(measure, bench, lambda: page.write_text("a page"))
    assert changed(measure, bench, lambda: code.write_text("during = 1"))
    assert changed(measure, bench, lambda: code.write_text(""))  # as before it was
    assert not changed(measure, bench, lambda: None)
    assert changed(measure, bench, lambda: new.write_text(""))


def test_figures_of_a_run_in_which_the_commit_changed_say_so(measure, bench):
    assert changed(measure, bench, commit_all)
    assert not changed(measure, bench, lambda: None)
    assert changed(measure, bench, lambda: None, commit=COMMIT + "d" * 27)


def test_a_machine_that_never_measured_has_nothing_stored(bench):
    assert publish.stored(COMMIT) == ({}, {})


def test_a_record_is_read_as_it_was_written(tmp_path):
    provenance.write(tmp_path, COMMIT, FAMILY, RECORD)
    assert provenance.read(tmp_path, COMMIT) == {FAMILY: RECORD}
    assert provenance.read(tmp_path, "f" + COMMIT) == {}


def test_what_was_noted_without_an_environment_is_not_shown(bench):
    """As the first records were."""
    store(COMMIT, 0.5)
    folder, _ = publish.of_this_machine()
    provenance.write(folder, COMMIT, FAMILY, {"commit": COMMIT, "changes": False})
    assert publish.stored(COMMIT) == ({}, {})


def test_every_peer_has_its_version_and_the_compiler_its_own(monkeypatch):
    noted = provenance.surroundings(MACHINE)
    assert {"metric-learn", "scikit-learn", "tslearn"} < set(noted["versions"])
    compiled = publish.importlib.import_module("benchmarks.compiled")
    monkeypatch.setattr(compiled.shutil, "which", lambda _: None)
    assert provenance.surroundings(MACHINE)["compiler"] is None
    assert compiled.esp.__wrapped__() is None
    monkeypatch.setattr(compiled.shutil, "which", lambda name: f"/{name}")
    told = SimpleNamespace(stdout="a compiler 13\nCopyright\n")
    monkeypatch.setattr(compiled.subprocess, "run", lambda *_, **__: told)
    assert provenance.surroundings(MACHINE)["compiler"] == "a compiler 13"


def test_processors_of_one_name_are_told_apart():
    told = "cpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nmodel\t\t: 17\n"
    assert provenance.processor_named("AMD EPYC", told) == "AMD EPYC (family 25, model 17)"
    assert provenance.processor_named("arm64", "") == "arm64"


def test_a_processor_has_avx512_or_not_or_nobody_knows():
    assert provenance.has_avx512("flags\t\t: fpu avx2 avx512f avx512dq\n") is True
    assert provenance.has_avx512("flags\t\t: fpu avx2 avx512\n") is False
    assert provenance.has_avx512("Features\t: neon\n") is None
