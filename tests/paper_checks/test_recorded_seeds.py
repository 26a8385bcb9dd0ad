"""What is recorded of a run at a fresh seed is of the code that was run, and goes with it."""

from dataclasses import replace

import pytest

from gramcheck.paper_checks import fingerprint
from gramcheck.paper_checks.store import Store
from tests.paper_checks import claim_source, seeds
from tests.paper_checks.claim_source import digest_of
from tests.paper_checks.sample_claims import REGISTRY
from tests.paper_checks.seeds import Judged, Record, how_to_renew, joined, of_run, outdated

A, B = "d2ke/limit", "d2ke/eq-6"


def run_of(seed, digests):
    """A record of one run, by digests of claims."""
    told = {"when": f"day {seed}", "commit": "0123456789ab"}
    return Record({seed: told}, {id: Judged(digests[id], {seed: "holds"}) for id in digests})


@pytest.fixture
def store(call, tmp_path):
    """The store of a run that is at its end."""
    assert call("run", A, B, "--jobs", "1", "--seed", "3")[0] == 0
    return Store(tmp_path / "paper-checks-out")


@pytest.fixture
def edit(tmp_path, monkeypatch):
    """Replace a text in the file that is taken for the claims'."""

    def edit(old, new):
        text = path.read_text(encoding="utf8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf8")

    path = tmp_path / "claims.py"
    path.write_bytes(claim_source.path_of(REGISTRY[A]).read_bytes())
    monkeypatch.setattr(claim_source, "path_of", lambda claim: path)
    return edit


# of a run


def test_a_verdict_is_recorded_with_the_digest_of_its_code(store):
    found = of_run(store, REGISTRY)
    assert found.runs[3].keys() == {"when", "commit"}
    assert found.claims == {
        A: Judged(digest_of(REGISTRY[A]), {3: "holds-with-correction"}),
        B: Judged(digest_of(REGISTRY[B]), {3: "holds"}),
    }
    assert outdated(found, REGISTRY) == []


def test_what_is_written_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(seeds, "RECORD", tmp_path / "seeds.json")
    record = joined(run_of(1, {A: "a", B: "b"}), run_of(2, {A: "a"}), [A, B])
    third = replace(run_of(3, {A: "a"}), claims={A: Judged("a", {3: "undecided"})})
    seeds.write(joined(record, third, [A, B]))
    assert seeds.recorded() == joined(record, third, [A, B])
    assert '"d2ke/limit": ["a", {"holds": [1, 2], "undecided": [3]}]' in seeds.RECORD.read_text()


def test_a_run_of_another_source_is_refused(store, monkeypatch):
    monkeypatch.setattr(fingerprint.Source, "of", lambda source, module: "another")
    with pytest.raises(SystemExit, match=r"no finished quick run of this source: .*d2ke/limit"):
        of_run(store, REGISTRY)


def test_evidence_of_an_earlier_run_is_refused(store):
    """As after a run with another seed that was cut short."""
    run = store.read_run()
    with store.lock():
        store.write_run({**run, "fingerprint": {**run["fingerprint"], "seed": "4"}})
    with pytest.raises(SystemExit, match="no finished quick run"):
        of_run(store, REGISTRY)


def test_a_run_that_is_not_at_its_end_is_refused(store):
    with store.lock():
        store.write_run({**store.read_run(), "selection": [A, "d2ke/long"]})
    with pytest.raises(SystemExit, match=r"no finished quick run of this source: .*d2ke/long"):
        of_run(store, REGISTRY)


def test_a_run_at_full_scale_is_refused(call, tmp_path):
    call("run", A, "--jobs", "1", "--scale", "full")
    with pytest.raises(SystemExit, match="no finished quick run"):
        of_run(Store(tmp_path / "paper-checks-out"), REGISTRY)


def test_a_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="no finished quick run"):
        of_run(Store(tmp_path), REGISTRY)


# of the claims since


def test_a_claim_that_changed_since_is_named_with_what_renews_it(store, edit):
    record = of_run(store, REGISTRY)
    edit("gammas = np.geomspace(1, 50, 24)", "gammas = np.geomspace(1, 50, 25)")
    assert outdated(record, REGISTRY) == [A]
    outs = {seed: f"paper-checks-out/seeds/{seed}" for seed in (4, 5, 6)}
    assert how_to_renew(record, [A]).splitlines() == [
        *(f"paper-checks run {A} --seed {seed} --out {out}" for seed, out in outs.items()),
        f"python -m tests.paper_checks.seeds {' '.join(outs.values())}",
    ]


def test_a_helper_that_changed_since_is_seen(call, tmp_path, edit):
    call("run", "d2ke/long", "--jobs", "1")
    record = of_run(Store(tmp_path / "paper-checks-out"), REGISTRY)
    edit('"value": rng.normal()', '"value": rng.normal() + 1')  # in what its units call
    assert outdated(record, REGISTRY) == ["d2ke/long"]


def test_docstrings_and_comments_may_change(store, edit):
    record = of_run(store, REGISTRY)
    edit("True on the log scale.", "So on the log scale.")
    edit("    gammas = np.geomspace", "    # from one\n    gammas = np.geomspace")
    edit('"""The soft minimum."""', '"""A soft minimum."""')
    assert outdated(record, REGISTRY) == []


# of several runs


def test_verdicts_of_the_same_code_are_added():
    record = joined(run_of(1, {A: "a"}), run_of(2, {A: "a", B: "b"}), [A, B])
    assert record.claims == {
        A: Judged("a", {1: "holds", 2: "holds"}),
        B: Judged("b", {2: "holds"}),
    }
    assert list(record.runs) == [1, 2]


def test_verdicts_of_other_code_go_when_new_ones_come():
    record = joined(run_of(1, {A: "a", B: "b"}), run_of(2, {A: "changed"}), [A, B])
    assert record.claims == {
        A: Judged("changed", {2: "holds"}),
        B: Judged("b", {1: "holds"}),
    }
    assert list(joined(run_of(1, {A: "a"}), run_of(2, {A: "changed"}), [A, B]).runs) == [2]


def test_claims_that_the_ledger_has_no_more_go():
    assert list(joined(run_of(1, {A: "a", B: "b"}), Record(), [B]).claims) == [B]


def test_a_seed_of_another_run_is_refused_and_the_same_run_is_not():
    record = run_of(1, {A: "a", B: "b"})
    assert joined(record, run_of(1, {A: "a", B: "b"}), [A, B]) == record
    another = replace(run_of(1, {A: "changed"}), runs={1: {"when": "later", "commit": "ab"}})
    with pytest.raises(SystemExit, match=r"not fresh: \[1\]"):
        joined(record, another, [A, B])
