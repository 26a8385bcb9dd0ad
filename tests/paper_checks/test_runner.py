import io
import json
import os

import pytest
from rich.console import Console

from gramcheck.paper_checks import fingerprint
from gramcheck.paper_checks.data import ChecksumError, DataDirectory, NotRun
from gramcheck.paper_checks.findings import equals, is_true
from gramcheck.paper_checks.ledger import Evidence, Registry, Unit, Verdict
from gramcheck.paper_checks.running.outcome import CutShortError
from gramcheck.paper_checks.running.runner import Runner, Settings
from gramcheck.paper_checks.store import Store
from gramcheck.paper_checks.values import encode
from tests.paper_checks import sample_claims
from tests.paper_checks.sample_claims import N_UNITS, REGISTRY


def run(claims, out, **settings):
    """Outcomes by claim id, and what was printed."""
    text = io.StringIO()
    store = Store(out, lambda line: print(line, file=text))
    console = Console(file=text, width=200)
    runner = Runner(list(claims), Settings(**settings), DataDirectory(None), store, console)
    return {outcome.claim.id: outcome for outcome in runner.run()}, text.getvalue()


def registry_with(function, units=None, expected=Verdict.HOLDS, id="d2ke/only"):
    registry = Registry()
    registry.claim(id, place="Section 1", kind="statement", expected=expected, units=units)(
        function
    )
    return registry


def test_data_missing_inside_the_claim_are_no_failure_either(tmp_path):
    def function(run):
        """Asks for data that it did not declare."""
        return Evidence(printed=equals(len(run.data.load("auslan").objects), 2565))

    (outcome,) = run(registry_with(function), tmp_path)[0].values()
    assert outcome.status == "not-run"
    assert "auslan" in outcome.evidence["message"]


def units_of_what_is_there(run):
    return [] if run.data.missing(["splice"]) else [Unit("0", sample_claims.count_threads)]


def test_wrong_data_that_units_ask_for_are_refused_before_any_work(tmp_path):
    def function(run, results):
        """Did not declare its data."""

    (tmp_path / "splice").mkdir()
    (tmp_path / "splice" / "splice.csv").write_bytes(b"not it")
    claims = list(registry_with(function, units_of_what_is_there))
    data, store = DataDirectory(tmp_path), Store(tmp_path / "out")
    with pytest.raises(ChecksumError, match=r"splice/splice.csv"):
        Runner(claims, Settings(), data, store, Console(file=io.StringIO())).run()
    assert not store.read_run()


def test_a_claim_may_leave_itself_out(tmp_path):
    def function(run):
        """Takes hours."""
        if run.scale == "quick":
            raise NotRun("run it with --scale full")
        return Evidence(printed=equals(1, 1))

    (outcome,) = run(registry_with(function), tmp_path)[0].values()
    assert outcome.status == "not-run"
    assert outcome.as_expected
    assert outcome.evidence == {"message": "run it with --scale full", "data_missing": False}
    (outcome,) = run(registry_with(function), tmp_path, scale="full")[0].values()
    assert outcome.verdict == "holds"


def test_units_of_two_claims_are_shared_and_each_done_once(tmp_path, executions):
    run(REGISTRY.select(["d2ke/*long"]), tmp_path / "out", jobs=2)
    assert executions() == {f"unit{i}": 1 for i in range(N_UNITS)}


def test_what_a_run_finished_counts_for_every_later_one_until_it_is_asked_for_afresh(
    tmp_path, executions
):
    """For a selection that shares its units too: hours of them must not be lost to one more id."""
    run(REGISTRY.select(["d2ke/long"]), tmp_path / "out")
    for selection in (["d2ke/long"], ["d2ke/*long"]):
        _, printed = run(REGISTRY.select(selection), tmp_path / "out")
        assert f"resuming: {N_UNITS + 1} finished units of an earlier run are kept" in printed
    assert set(executions().values()) == {1}
    _, printed = run(REGISTRY.select(["d2ke/long"]), tmp_path / "out", again=True)
    assert set(executions().values()) == {2}
    assert "resuming" not in printed


def test_results_do_not_depend_on_jobs_or_selection(tmp_path, markers):
    def evidence(out, patterns, **settings):
        outcomes, _ = run(REGISTRY.select(patterns), tmp_path / out, **settings)
        record = dict(outcomes["d2ke/long"].evidence)
        return json.dumps(encode(record))

    alone = evidence("a", ["d2ke/long"], jobs=1)
    assert evidence("b", ["d2ke/*"], jobs=3) == alone
    assert evidence("c", ["d2ke/long"], jobs=1, seed=1) != alone


def test_every_unit_draws_from_its_own_stream(tmp_path, markers):
    outcomes, _ = run(REGISTRY.select(["d2ke/long"]), tmp_path / "out")
    values = outcomes["d2ke/long"].evidence["measured"]["values"].split(", ")
    assert len(set(values)) == N_UNITS


def flaky_units(run):
    import os

    markers = os.environ["SAMPLE_MARKERS"]
    steady = [Unit(str(i), sample_claims.measure, {"markers": markers, "index": i}) for i in (0, 1)]
    return [*steady, Unit("flaky", sample_claims.fail_once, {"markers": markers})]


def assembled(run, results):
    """Needs three units."""
    return Evidence(printed=is_true(len(results) == 3, f"{len(results)} units"))


def test_an_error_keeps_the_rest_and_only_the_failed_is_done_again(tmp_path, executions):
    registry = registry_with(assembled, flaky_units)
    registry.claim("d2ke/fine", place="", kind="statement", expected=Verdict.HOLDS)(
        sample_claims.soft_minimum
    )
    outcomes, _ = run(registry, tmp_path / "out")
    assert outcomes["d2ke/only"].status == "error"
    assert not outcomes["d2ke/only"].as_expected
    assert outcomes["d2ke/fine"].verdict == "holds"
    trace = (tmp_path / "out" / "errors" / "d2ke--only.txt").read_text()
    assert "RuntimeError: out of luck" in trace
    assert "sample_claims.py" in trace

    outcomes, printed = run(registry, tmp_path / "out")
    assert outcomes["d2ke/only"].verdict == "holds"
    assert "resuming: 3 finished units" in printed  # two units, and the other claim
    assert executions() == {"unit0": 1, "unit1": 1, "flaky": 2}
    assert not (tmp_path / "out" / "errors" / "d2ke--only.txt").exists()


def shared_units(run):
    markers = os.environ["SAMPLE_MARKERS"]
    return [
        Unit(str(i), sample_claims.leave_behind, {"index": i, "markers": markers}) for i in range(3)
    ]


def left(out):
    """Names of the files that units left for each other, by directory."""
    directories = sorted((out / "scratch").glob("*"))
    return [sorted(path.name for path in directory.iterdir()) for directory in directories]


def test_what_units_share_stays_until_nothing_is_to_be_resumed(tmp_path, markers):
    out = tmp_path / "out"
    registry = registry_with(assembled, shared_units)
    assert run(registry, out)[0]["d2ke/only"].status == "error"
    assert left(out) == [["0", "1", "2"]]
    # a run of something else ends, and leaves the first one's
    other = registry_with(sample_claims.soft_minimum, id="d2ke/other")
    assert run(other, out)[0]["d2ke/other"].status == "done"
    assert left(out) == [["0", "1", "2"]]
    assert run(registry, out)[0]["d2ke/only"].status == "done"
    assert not (out / "scratch").exists()


def test_what_units_share_is_of_one_state_of_the_source(tmp_path, markers, monkeypatch):
    out = tmp_path / "out"
    registry = registry_with(assembled, shared_units)
    run(registry, out)
    monkeypatch.setattr(fingerprint.Source, "of", lambda source, module: "another")
    for path in markers.iterdir():
        path.unlink()  # fails once more
    run(registry, out)
    assert left(out) == [["0", "1", "2"]] * 2


@pytest.mark.parametrize("changed", ["source", "scale", "seed", "versions"])
def test_stale_units_do_not_count_and_it_says_why(tmp_path, executions, monkeypatch, changed):
    registry = registry_with(assembled, flaky_units)
    run(registry, tmp_path / "out")
    settings = {"scale": {"scale": "full"}, "seed": {"seed": 1}}.get(changed, {})
    if changed == "source":
        monkeypatch.setattr(fingerprint.Source, "of", lambda source, module: "another")
    if changed == "versions":
        monkeypatch.setattr(fingerprint, "versions", lambda: {"numpy": "another"})
    _, printed = run(registry, tmp_path / "out", **settings)
    assert f"2 finished units of an earlier run do not count (changed since: {changed})" in printed
    assert executions() == {"unit0": 2, "unit1": 2, "flaky": 2}


def test_whoever_undoes_an_edit_has_the_units_back(tmp_path, executions, monkeypatch):
    registry = registry_with(assembled, flaky_units)
    run(registry, tmp_path / "out")
    with monkeypatch.context() as patch:
        patch.setattr(fingerprint.Source, "of", lambda source, module: "another")
        patch.setattr(Runner, "_work", interrupted)
        with pytest.raises(CutShortError):
            run(registry, tmp_path / "out")
    _, printed = run(registry, tmp_path / "out")
    assert "resuming: 2 finished units" in printed
    assert executions() == {"unit0": 1, "unit1": 1, "flaky": 2}


def interrupted(*_):
    raise KeyboardInterrupt


def test_a_long_run_says_at_its_start_what_is_done_and_what_is_to_come(tmp_path, executions):
    registry = registry_with(assembled, flaky_units)
    _, printed = run(registry, tmp_path / "out", scale="full")
    unknown = "no full run is kept that would tell their time"
    assert printed.splitlines()[0] == f"d2ke/only: 0 units are finished; left: 3 units; {unknown}"
    store = Store(tmp_path / "out")
    with store.lock():
        for name, unit in store.read_units().items():
            store.write_unit(name, {**unit, "seconds": 5400.0})
    _, printed = run(registry, tmp_path / "out", scale="full")
    assert printed.splitlines()[:2] == [
        "resuming: 2 finished units of an earlier run are kept (3.0 h)",
        f"d2ke/only: 2 units are finished; left: 1 units; {unknown}",
    ]


def test_an_unfinished_run_survives_a_finished_run_of_other_claims(tmp_path, executions):
    registry = registry_with(assembled, flaky_units)
    run(registry, tmp_path / "out")
    run(REGISTRY.select(["d2ke/eq-6"]), tmp_path / "out")
    run(registry, tmp_path / "out")
    assert executions() == {"unit0": 1, "unit1": 1, "flaky": 2}


def test_units_that_cannot_be_told_apart_are_refused(tmp_path, markers):
    def local(run):
        return {}

    def one_key_twice(run):
        return [Unit("0", sample_claims.measure, {"index": i}) for i in range(2)]

    def several(run, results):
        """Statement."""

    for units, message in (
        (lambda run: [Unit("0", local)], "not defined at the top"),
        (one_key_twice, "twice"),
    ):
        (outcome,) = run(registry_with(several, units), tmp_path)[0].values()
        assert outcome.status == "error"
        assert message in outcome.evidence["message"]


def test_a_claim_must_return_evidence(tmp_path):
    def function(run):
        """Returns nothing."""

    (outcome,) = run(registry_with(function), tmp_path)[0].values()
    assert "must return Evidence, got NoneType" in outcome.evidence["message"]
