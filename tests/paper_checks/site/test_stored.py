"""A kept run is the run that was; a part of one is refused; nothing else is replaced."""

import pytest

from gramcheck.paper_checks import cli, site
from gramcheck.paper_checks.ledger import Registry
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
        assert now == {key: value for key, value in was.items() if key not in ("parts", "machines")}
    assert any(kept.read_evidence(claim.id)["pictures"] for claim in REGISTRY)


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
