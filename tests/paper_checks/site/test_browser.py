"""The book and the report in a browser: on phone and desk, in light and dark, on paper.

Runs where there is one: GRAMCHECK_BROWSER names a Chromium, GRAMCHECK_AXE axe-core's axe.min.js,
and playwright from PyPI drives it.
"""

import os
from pathlib import Path

import pytest

from gramcheck.paper_checks.report import render
from gramcheck.paper_checks.site import StoredRun

BROWSER, AXE = os.environ.get("GRAMCHECK_BROWSER"), os.environ.get("GRAMCHECK_AXE")
pytestmark = pytest.mark.skipif(not BROWSER, reason="GRAMCHECK_BROWSER names no Chromium")
PAGES = (
    "index.html",
    "kcr/index.html",
    "kcr/section-4.html",
    "api/kcr.html",
    "how-to/oracle.html",
    "symbols.html",
    "speed.html",
    "how-to/benchmarks.html",
    "kcr/errata.html",
    "d2ke/index.html",
    "sfm/index.html",
)
SERIOUS = {"serious", "critical"}


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api").sync_playwright().start()
    options = ["--no-sandbox", "--use-angle=swiftshader"]
    started = playwright.chromium.launch(executable_path=BROWSER, args=options)
    yield started
    started.close()
    playwright.stop()


@pytest.fixture(scope="module")
def report(book, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(render(book.registry, StoredRun()), encoding="utf8")
    return path


class Visit:
    """A page that is open, and what it complained of or asked for."""

    def __init__(self, browser, path, width=1400, scheme="light", query=""):
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme
        )
        self.page = self.context.new_page()
        self.errors, self.outside = [], []
        self.page.on("console", lambda m: m.type == "error" and self.errors.append(m.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._asked)
        self.page.goto(f"file://{path}{query}")

    def _asked(self, request):
        if not request.url.startswith(("file:", "data:", "blob:")):
            self.outside.append(request.url)

    def faults(self):
        """What axe-core finds serious: rule, and where it is broken first."""
        self.page.add_script_tag(content=Path(AXE).read_text("utf8"))
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        found = self.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        return [(v["id"], v["nodes"][0]["target"]) for v in found if v["impact"] in SERIOUS]

    def overflow(self):
        return self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def opened(browser, folder, **how):
    for name in (name for name in PAGES if (folder / name).exists()):
        visit = Visit(browser, (folder / name).resolve(), **how)
        yield name, visit
        visit.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_pages_are_quiet_and_fit(browser, book, width, scheme):
    for name, visit in opened(browser, book.folder, width=width, scheme=scheme):
        assert (name, visit.errors, visit.outside) == (name, [], [])
        assert visit.overflow() <= 0, name


@pytest.mark.skipif(not AXE, reason="GRAMCHECK_AXE names no axe.min.js")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_serious_stands_in_anybodys_way(browser, book, report, width, scheme):
    faults = {n: v.faults() for n, v in opened(browser, book.folder, width=width, scheme=scheme)}
    visit = Visit(browser, report, width=width, scheme=scheme)
    faults["report"] = visit.faults()
    visit.context.close()
    assert {name: found for name, found in faults.items() if found} == {}


def test_search_finds_a_statement(browser, book):
    visit = Visit(browser, (book.folder / "search.html").resolve(), query="?q=projection")
    visit.page.wait_for_selector("#search-results li a", timeout=20_000)
    found = visit.page.locator("#search-results li a").all_inner_texts()
    assert any(title.startswith("KCR: 4 ") for title in found)  # which says the paper, too
    visit.page.click("#search-results a[href*='kcr/section-4']")
    visit.page.wait_for_url("**/kcr/section-4.html*")
    assert visit.errors == visit.outside == []


def test_paper_has_no_menus(browser, book):
    visit = Visit(browser, (book.folder / "kcr/section-4.html").resolve())
    visit.page.emulate_media(media="print")
    assert not visit.page.is_visible(".sidebar-drawer")
    assert not visit.page.is_visible(".skip-to-content")
    assert visit.page.is_visible(".statement-card")


def test_the_report_is_quiet_and_its_filters_work_together(browser, report):
    for width in (360, 1400):
        visit = Visit(browser, report, width=width)
        shown = "article:not([hidden])"
        everything = visit.page.locator(shown).count()
        visit.page.fill("#search", "gaussian kernel")
        found = visit.page.locator(shown).count()
        assert 0 < found < everything
        assert not visit.page.is_visible(".story")  # the hits are listed in its place
        assert visit.page.locator(".contents li:visible").count() == found
        visit.page.click("[data-filter='holds']")
        assert 0 < visit.page.locator(shown).count() < found
        assert set(visit.page.locator(shown).evaluate_all("a => a.map(e => e.dataset.status)")) == {
            "holds"
        }
        visit.page.fill("#search", "")
        visit.page.click("[data-filter='holds']")
        assert visit.page.locator(shown).count() == everything
        assert visit.page.is_visible(".story")
        assert visit.errors == visit.outside == []
        assert visit.overflow() <= 0
        visit.context.close()
