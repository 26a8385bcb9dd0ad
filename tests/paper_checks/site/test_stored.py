"""A kept run is the run that was; a part of one is refused; nothing else is replaced."""

import json

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import cli, fingerprint, site
from gramcheck.paper_checks.ledger import REGISTRY as LEDGER
from gramcheck.paper_checks.ledger import Registry
from gramcheck.paper_checks.report import entries_of
from gramcheck.paper_checks.site import build, stored
from gramcheck.paper_checks.site.book import Book
from gramcheck.paper_checks.site.stored import keep
from gramcheck.paper_checks.store import Store
from tests.paper_checks.sample_claims import REGISTRY


@pytest.fixture
def store(markers, tmp_path):
    cli.main(["run", "--jobs", "1", "--out", str(tmp_path / "run")], registry=REGISTRY)
    return Store(tmp_path / "run")


def test_what_is_kept_is_what_was_run(store, tmp_path):
    kept = site.StoredRun(keep(REGISTRY, store, tmp_path / "kept"))
    assert kept.read_run()["settings"] == store.read_run()["settings"]
    for claim in REGISTRY:
        was, now = store.read_evidence(claim.id), kept.read_evidence(claim.id)
        assert now == {key: value for key, value in was.items() if key != "machines"}
    assert any(kept.read_evidence(claim.id)["pictures"] for claim in REGISTRY)


def test_a_kept_run_says_its_commit_and_whether_it_is_of_an_earlier_state(
    store, tmp_path, monkeypatch
):
    monkeypatch.setattr(stored, "commit", lambda: "0123456789ab")
    kept = site.StoredRun(keep(REGISTRY, store, tmp_path / "kept"))
    assert kept.read_run()["commit"] == "0123456789ab"
    assert not any(entry.outdated for entry in entries_of(REGISTRY, kept))
    monkeypatch.setattr(fingerprint.Source, "of", lambda source, module: "another")
    assert all(entry.outdated for entry in entries_of(REGISTRY, kept))


def test_a_run_that_was_kept_without_its_commit_is_of_an_unknown_one(store, tmp_path):
    folder = keep(REGISTRY, store, tmp_path / "kept")
    record = json.loads((folder / "record.json").read_text())
    former = {name: record[name] for name in ("settings", "started", "versions", "machine")}
    (folder / "record.json").write_text(json.dumps(former))
    kept = site.StoredRun(folder)
    assert kept.read_run() == former | {"commit": "unknown"}
    assert not any(entry.outdated for entry in entries_of(REGISTRY, kept))


class Earlier(site.StoredRun):
    """The kept run as if it was of a commit and of another source."""

    def read_run(self):
        return super().read_run() | {"commit": "0123456789ab", "fingerprint": {}}

    def read_evidence(self, id):
        return super().read_evidence(id) | {"parts": {"source": "another"}}


def test_the_book_says_of_which_commit_its_run_is_and_marks_an_earlier_state(tmp_path):
    folder, registry = tmp_path / "sources", Registry()
    registry._claims = {"kcr/eq-9": LEDGER["kcr/eq-9"]}
    build.Sources(folder, Book(registry), Earlier()).write()
    assert ", commit 0123456789ab, with Python" in (folder / "index.rst").read_text("utf8")
    chapter = (folder / "kcr" / "section-4.rst").read_text("utf8")
    assert "s, of an earlier state of source, data or settings</span></summary>" in chapter


def test_a_run_of_another_source_is_not_kept_under_the_commit_of_this_one(
    store, tmp_path, monkeypatch
):
    monkeypatch.setattr(fingerprint.Source, "of", lambda source, module: "another")
    with pytest.raises(LookupError, match="source, data or settings have changed since"):
        keep(REGISTRY, store, tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_a_run_of_a_few_claims_is_not_kept(markers, tmp_path):
    out = str(tmp_path / "run")
    cli.main(["run", "d2ke/eq-6", "--jobs", "1", "--out", out], registry=REGISTRY)
    with pytest.raises(LookupError, match="no evidence in this run: it must be whole"):
        keep(REGISTRY, Store(out), tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_without_a_kept_run_there_is_no_evidence(tmp_path):
    nothing = site.StoredRun(tmp_path)
    assert nothing.read_run() == {}
    assert nothing.read_evidence("d2ke/eq-6") is None


def test_a_directory_of_other_things_is_not_replaced(tmp_path, capsys):
    (tmp_path / "thesis.tex").write_text("years of work")
    assert cli.main(["site", "--out", str(tmp_path)], registry=Registry()) == 2
    assert "holds other things than a book" in capsys.readouterr().err
    assert (tmp_path / "thesis.tex").exists()
