"""Pages of what other tasks measure are there when it was measured, and not before."""

import json

import pytest

from gramcheck.paper_checks import kept
from gramcheck.paper_checks.ledger import Registry
from gramcheck.paper_checks.site import StoredRun, code
from gramcheck.paper_checks.site.book import Book
from gramcheck.paper_checks.site.build import Sources

MEASURED = {
    "library": "torch",
    "versions": {"fast": "1<2"},
    "functions": {
        "kcr.gaussian_kernel": {
            "outcome": "fault",
            "checks": 8,
            "passed": 7,
            "convention": "",
            "findings": [
                {
                    "check": "kcr/a is_1",
                    "message": "1",
                    "confirmed": False,
                    "example": "",
                    "answers": {},
                },
                {
                    "check": "kcr/b is_3",
                    "message": "got=2, should be |3|\nreproduce: ...",
                    "confirmed": True,
                    "example": "kcr.gaussian_kernel([[1]], 'e\u0301')",
                    "answers": {"gramcheck.verify.adapters.torch": "2"},
                },
            ],
        }
    },
}


@pytest.fixture
def sources(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(code, "ROOT", tmp_path)
    return Sources(tmp_path / "sources", Book(Registry()), StoredRun(tmp_path))


def test_nothing_measured_no_pages(sources):
    assert sources._extras() == []


def test_what_was_measured_has_a_page(sources, tmp_path):
    sources.folder.mkdir()
    (tmp_path / "results" / "libraries").mkdir(parents=True)
    (tmp_path / "results" / "libraries" / "fast.json").write_text(json.dumps(MEASURED))
    (tmp_path / "asv_bench").mkdir()
    (tmp_path / "asv_bench" / "RESULTS.md").write_text("# Speed\n")
    assert sources._extras() == ["libraries", "speed"]
    page = (sources.folder / "libraries.rst").read_text()
    assert "42479>`__: Closed." in page  # what is known upstream
    assert "1&lt;2" in page
    assert "7 of 8" in page
    assert 'href="#library-torch-kcr-gaussian-kernel"' in page
    assert "\n.. _library-torch-kcr-gaussian-kernel:\n" in page
    assert "\ngot=2, should be \\|3\\|\n" in page  # of the finding that is confirmed
    assert "   kcr.gaussian_kernel([[1]], 'e\\u0301')\n" in page  # told apart from the letter é
    assert "<td>torch</td><td><code>2</code></td>" in page
    assert "It fails, too: kcr/a is 1." in page
