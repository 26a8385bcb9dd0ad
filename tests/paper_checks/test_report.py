import functools
import html.parser
import re
from collections import Counter
from pathlib import Path

import pytest

from gramcheck.paper_checks import cli, story
from gramcheck.paper_checks.findings import equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Registry, Verdict
from gramcheck.paper_checks.report import brief, render
from gramcheck.paper_checks.site import build
from gramcheck.paper_checks.store import Store
from gramcheck.paper_checks.typeset import prose
from tests.paper_checks.in_process import in_this_process, isolated
from tests.paper_checks.sample_claims import REGISTRY

VOID = {"meta", "img", "br", "link", "input", "hr"}


class Page(html.parser.HTMLParser):
    """Elements, ids, addresses and the text of a page; complains about tags that do not match."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.ids, self.addresses = [], Counter(), [], []
        self.text = ""
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        attributes = dict(attrs)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        self.addresses += [attributes[name] for name in ("src", "href") if name in attributes]
        if tag == "img":
            assert attributes["alt"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] not in {"style", "script"}:
            self.text += data


def ran(out, registry, *arguments):
    cli.main(["run", *arguments, "--jobs", "1", "--out", str(out)], registry=registry)
    return (out / "report.html").read_text()


@pytest.fixture
def report(markers, tmp_path):
    """Text of the report after a run of these claims."""
    return functools.partial(ran, tmp_path)


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """Text of the report after a run of the sample claims."""
    folder = tmp_path_factory.mktemp("report")
    with pytest.MonkeyPatch.context() as patch:
        in_this_process(patch)
        isolated(patch, folder)
        return ran(folder / "out", REGISTRY)


def test_every_claim_is_there_with_an_anchor_of_its_own(text):
    page = Page(text)
    claims = [claim.id for claim in REGISTRY]
    assert len(set(page.ids)) == len(page.ids)
    assert sorted(id for id in page.ids if "/" in id) == sorted(claims)
    for claim in REGISTRY:
        assert Page(str(prose(claim.statement))).text in page.text
        assert claim.place in page.text
        assert claim.source in page.text
        assert f"#{claim.id}" in page.addresses
    assert page.tags["article"] == len(REGISTRY)


def test_a_claim_leads_to_another_one_that_its_text_names(text):
    article = re.search(r'<article id="d2ke/long".*?</article>', text, re.S)[0]
    assert 'of what stands in <a href="#d2ke/also-long">d2ke/also-long</a>' in article


def test_the_page_needs_nothing_but_itself(text):
    page = Page(text)
    for address in page.addresses:
        assert address.startswith(("#", "data:image/"))
    assert page.tags["link"] == 0
    assert not re.search(r"url\((?!data:)|@import|fetch\(|import\(", text)
    assert "http" not in text


def test_findings_stand_side_by_side_with_what_was_stated(text):
    article = re.search(r'<article id="d2ke/limit".*?</article>', text, re.S)[0]
    printed, corrected = article.split("Corrected")
    assert "As printed" in printed
    assert "fails" in printed
    assert "0.2" in printed
    assert "holds" in corrected
    assert "± 0.02" in corrected
    assert "Row 0 of the path" in article
    assert "data:image/svg+xml;base64," in article
    assert "paper-checks run d2ke/limit --scale quick --seed 0" in article


def test_tables_show_the_paper_and_the_measured_value_with_its_spread(text):
    article = re.search(r'<article id="d2ke/long".*?</article>', text, re.S)[0]
    rows = re.findall(r"<tr>(.*?)</tr>", article, re.S)
    (splice,) = [row for row in rows if "splice" in row]
    assert "90.17" in splice
    assert re.search(r"±.*\(n = 8\)", splice)


def test_text_of_claims_cannot_break_the_page(text):
    assert "&amp; &lt;more&gt;" in text


def test_the_story_comes_first_and_leads_to_the_entries_that_say_so(report, monkeypatch):
    findings = [
        story.Told("holds", "The limit is right.", ["d2ke/limit"]),
        story.Told("wrong", "A long way off.", ["d2ke/long"], "Nearer than that."),
        story.Told("undecided", "Of another ledger.", ["kcr/elsewhere"]),
    ]
    monkeypatch.setattr(story, "told", lambda: findings)
    text = report(REGISTRY)
    told = text[text.index('class="story"') : text.index("<header>")]
    assert re.findall('href="#([^"]+)"', told) == ["d2ke/long", "d2ke/limit"]
    assert "Nearer than that." in told
    assert "Of another ledger." not in told
    assert text.index("What was found") < text.index("Every statement")


def test_filters_know_the_paper_of_every_entry(text):
    assert re.findall(r'<option value="(\w*)"', text) == ["", "d2ke", "sfm"]
    for tag in re.findall("<[^>]*data-status=[^>]*>", text):
        assert re.search('data-paper="(d2ke|sfm)"', tag)


def test_counts_and_reasons(text):
    counts = dict(re.findall(r'data-filter="([a-z-]+)" aria-pressed="false">(\d+)', text))
    assert counts == {
        "holds": "2",
        "holds-with-correction": "1",
        "refuted": "1",
        "not-testable": "1",
        "not-run": "1",
    }
    assert "never published" in text
    assert "paper-checks data fetch splice" in text
    assert "Not as expected" not in text


def test_a_claim_without_its_data_names_what_stands_in_for_it(report):
    registry = Registry()
    for name, stand_in in (("a", "d2ke/c"), ("b", ""), ("c", "")):

        @registry.claim(f"d2ke/{name}", place="", kind="table", expected=Verdict.HOLDS,
                        data=("splice",) if name < "c" else (), stand_in=stand_in)  # fmt: skip
        def function(run):
            """Needs data."""
            return Evidence(printed=is_true(True, ""))

    text = report(registry)
    Page(text)
    _, a, b, c = re.split(r"<article", text)
    assert 'In its place, on data that are always there: <a href="#d2ke/c">d2ke/c</a>.' in a
    assert "In its place" not in b
    assert "In its place" not in c


def test_claims_not_asked_for_are_one_list(report):
    text = report(REGISTRY, "d2ke/eq-6")
    page = Page(text)
    assert page.tags["article"] == 1
    assert {id for id in page.ids if "/" in id} == {claim.id for claim in REGISTRY}
    lists = re.findall(r'<ul class="absent">.*?</ul>', text, re.S)
    assert [found.count("<li") for found in lists] == [4, 1]  # d2ke with its erratum, sfm
    assert 'href="#d2ke-absent">4 not part of this run<' in text
    for address in page.addresses:
        assert address.startswith("data:") or address[1:] in page.ids


def test_a_claim_that_an_interrupted_run_did_not_reach_is_no_stranger(report, tmp_path):
    report(REGISTRY, "d2ke/eq-6")
    store = Store(tmp_path)
    with store.lock():
        store.write_run({**store.read_run(), "selection": ["d2ke/eq-6", "d2ke/limit"]})
    assert '<article id="d2ke/limit" data-status="no-evidence"' in render(REGISTRY, store)


def test_kinds_stand_under_their_headings(text):
    body = text[text.index("<main>") :]
    headings = re.findall(r'<h3 id="[^"]+">([^<]+)</h3>|<article id="([^"]+)"', body)
    assert [title or id for title, id in headings] == [
        "Statements",
        "d2ke/eq-6",
        "d2ke/limit",
        "Tables and figures",
        "d2ke/also-long",
        "d2ke/long",
        "Errata",
        "errata/D3",
        "Statements",
        "sfm/theorem-1",
    ]
    assert text.count('href="#d2ke-errata">Errata<') == 1


def test_kinds_are_counted_apart(report):
    registry = Registry()
    for id, kind in (("d2ke/one", "own"), ("d2ke/two", "transcription"), ("d2ke/three", "theorem")):

        @registry.claim(id, place="", kind=kind, expected=Verdict.HOLDS)
        def function(run):
            """It holds."""
            return Evidence(printed=holds(1.0, 1.0))

    row = r'<tr><th scope="row">([^<]+)</th><td class="number">(\d+)</td></tr>'
    rows = re.findall(row, report(registry))
    assert rows == [
        ("Statements", "1"),
        ("Transcriptions", "1"),
        ("Hypotheses of this project", "1"),
    ]


def test_what_both_forms_share_is_shown_once(report):
    registry = Registry()

    @registry.claim("d2ke/both", place="", kind="statement", expected=Verdict.HOLDS_WITH_CORRECTION)
    def both(run):
        """Two findings are common."""
        common = holds(7.0, 7.0, name="common one")
        return Evidence(printed=holds(1.0, 2.0), corrected=holds(2.0, 2.0), common=common)

    text = report(registry)
    assert text.count("common one") == 1
    assert re.findall(r"<h5>(.*?)</h5>", text) == [
        "As printed",
        "Corrected",
        "Both forms",
    ]


def test_what_is_not_as_expected_stands_at_the_top(report):
    registry = Registry()

    @registry.claim("d2ke/wrong", place="", kind="statement", expected=Verdict.REFUTED)
    def wrong(run):
        """Holds though it should not."""
        return Evidence(printed=holds(1.0, 1.0))

    @registry.claim("d2ke/raises", place="", kind="statement", expected=Verdict.HOLDS)
    def raises(run):
        """Raises."""
        raise RuntimeError("<broken>")

    text = report(registry)
    alarm = re.search(r'role="alert">(.*?)</p>', text, re.S)[1]
    assert "#d2ke/wrong" in alarm
    assert "#d2ke/raises" in alarm
    assert "RuntimeError: &lt;broken&gt;" in text


def test_no_page_says_that_all_yardsticks_are_older_than_results():
    """Some were changed after results had been seen, and say so."""
    folder = Path(build.__file__).parent
    pages = [*(folder / "templates").iterdir(), *(folder.parent / "templates").glob("*.j2")]
    assert len(pages) > 10
    assert [page.name for page in pages if "beforehand" in page.read_text("utf8")] == []


def test_evidence_of_another_state_is_marked(report):
    report(REGISTRY)
    text = report(REGISTRY, "d2ke/eq-6", "--seed", "1")
    outdated = [
        article
        for article in re.findall(r'<article id="(.*?)</article>', text, re.S)
        if "earlier state" in article
    ]
    assert len(outdated) == len(REGISTRY) - 1
    assert not any(article.startswith("d2ke/eq-6") for article in outdated)


def test_a_report_without_any_run(tmp_path):
    page = Page(render(REGISTRY, Store(tmp_path)))
    assert page.tags["article"] == 0
    assert {id for id in page.ids if "/" in id} == {claim.id for claim in REGISTRY}


def test_brief_is_one_line():
    evidence = Evidence(printed=is_true(True, "x" * 500))
    assert len(brief(evidence.to_json())) == 60
    assert brief({"message": "first\nlast line\n"}) == "last line"
    assert brief({"reason": "no data"}) == "no data"


def test_brief_names_what_it_shows():
    evidence = Evidence(printed=[holds(2.0, 2.0, name="slope"), equals("", "", name="word")])
    assert brief(evidence.to_json()) == "slope: 2; word: ''"
    evidence = Evidence(printed=holds(2.0, 2.0), measured={"x": 1, "y" * 60: 2, "z": 3})
    assert brief(evidence.to_json()) == "x: 1"
