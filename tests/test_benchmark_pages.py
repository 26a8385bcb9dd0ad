"""The pages of asv_bench/publish.py: what stands first, where it comes from, when it is written."""

import math

import pytest

pytest.importorskip("dtaidistance", reason="the extra bench is not installed")
from asv_bench import publish
from asv_bench.benchmarks.side_by_side import Beside

pages, provenance = publish.pages, publish.provenance


class Peered(Beside):
    params = (["one case", "another"],)
    peer_name = "a peer"
    note = "A note."

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        raise AssertionError("only what is stored is shown")


def measured(**ratios):
    """Figures of a family that takes half a second, a quarter of its peer's time."""
    cases = Peered.params[0]
    ratio = dict.fromkeys(cases, 0.25) | {c.replace("_", " "): r for c, r in ratios.items()}
    of = {f: dict.fromkeys(cases, 0.5) for f in ("seconds", "megabytes", "difference")}
    of |= {"ratio": ratio, "ratio_low": dict.fromkeys(cases, 0.2)}
    of |= {"ratio_high": dict.fromkeys(cases, 0.3)}
    return of | {f: dict.fromkeys(cases, math.nan) for f in ("ratio_to_plain", "times_the_limit")}


COMMIT = "0123456789abc"
FAMILY = "beside.distances.Levenshtein"
OTHER = "beside.distances.TimeWarping"


def record(begin="2026-11-01 10:00", end="2026-11-01 10:05", load=0.25, **others):
    """Where a family's figures come from."""
    return {
        "commit": COMMIT,
        "changes": False,
        "env_name": "an environment",
        "begin": {"time": begin, "load": load},
        "end": {"time": end, "load": 1.25},
        "python": "3.11.7",
        "versions": {"numpy": "2.3.5"},
        "compiler": "a compiler 13",
        "processor": "a processor",
        "avx512": False,
        "processors": "2",
        "system": "Linux",
        **others,
    }


def page_of(figures, wanted, records=None, skipped=()):
    return pages.results_page(figures, wanted, records or dict.fromkeys(wanted, record()), skipped)


def test_the_page_shows_every_figure_and_needs_no_network():
    page = page_of({FAMILY: measured()}, {FAMILY: Peered})
    assert "| case | ms | ratio to a peer | MB | difference |" in page
    assert "| one case | 500 | 0.25 (0.20-0.30) | 0.5 | 0.5 |\n" in page
    assert "A note." in page
    assert "failed" not in page
    page = publish.plots.plots_page({FAMILY: measured()}, {FAMILY: Peered})
    assert page.count("<svg") == 1
    assert "<script" not in page
    assert "<link" not in page


def test_a_column_says_which_peer_a_row_has_where_they_differ():
    class Several(Peered):
        peer_name = ""

        def peer_of(self, name):
            return f"the peer of {name}"

    page = page_of({FAMILY: measured()}, {FAMILY: Several})
    assert "| case | ms | peer | ratio | MB | difference |" in page
    assert "| another | 500 | the peer of another | 0.25 (0.20-0.30) | 0.5 | 0.5 |\n" in page


def test_growth_is_shown_beside_its_claim_and_why_it_is_another():
    name = "beside.growth.Growth"
    growth = publish.families()[0][name]
    case = "projection of KCR, patterns"
    exponents = dict.fromkeys(growth.params[0], 2.0) | {case: 0.5}
    figures = {name: {"exponent": exponents, "standard_error": dict.fromkeys(exponents, 0.03)}}
    figures[name] |= {f"cost_{k}": dict.fromkeys(growth.params[0], 4.0**k) for k in range(4)}
    figures[name]["cost_3"]["ESP, strings"] = 32.0  # twice the cost of half as many
    page = page_of(figures, {name: growth})
    assert "| DTW, length | 2.00 ± 0.03 | 2.00 | 2 | D2KE, Section 5 |  |" in page
    assert f"| {case} | 0.50 ± 0.03 | 2.00 | 3 | KCR, Section 4.1 | {growth.of[case].why} |" in page
    where = "1 | SFM, Appendix A-B"
    assert f"| ESP, length | 2.00 ± 0.03 | 2.00 | {where} | no reason is known |" in page
    assert f"| ESP, strings | 2.00 ± 0.03 | 1.00 | {where} |  |" in page
    assert f"differ from the claim by more than {pages.APART}." in page
    figures[name]["cost_0"][case] = None  # which failed
    two = {c: growth.of[c] for c in (case, "DTW, length")}
    owner = type("TwoGrowths", (growth,), {"of": two, "params": ([*two],)})
    assert publish.plots.plots_page(figures, {name: owner}).count("<svg") == 1


def test_what_failed_or_is_missing_stands_first():
    figures = {FAMILY: measured(one_case=None)}
    page = page_of(figures, {FAMILY: Peered, OTHER: Peered}, {FAMILY: record()})
    first = page.split("\n\n")[1]
    assert "not measured**: Levenshtein distance (one case), Dynamic time warping." in first
    assert "| one case | 500 | failed |" in page
    unknown = {FAMILY: measured(another=math.nan)}
    assert pages.gaps(unknown, {FAMILY: Peered}) == ["Levenshtein distance (another)"]
    assert not pages.gaps({FAMILY: measured()}, {FAMILY: Peered})

    class Excused(Peered):
        without_ratio = ("another",)

    assert not pages.gaps(unknown, {FAMILY: Excused})


def test_the_page_says_where_its_figures_come_from():
    """When they were measured and not when it was written; one sentence for all that are alike."""
    figures = {family: measured() for family in (FAMILY, OTHER)}
    wanted = dict.fromkeys(figures, Peered)
    later = record("2026-11-02 09:00", "2026-11-02 09:10", 2.25)
    page = page_of(figures, wanted, {FAMILY: record(), OTHER: later})
    assert (
        "Commit 0123456789; Python 3.11.7, numpy 2.3.5; a compiler 13; a processor without AVX-512"
        in page
    )
    assert "measured from 2026-11-01 10:00 to 2026-11-02 09:10" in page
    assert "was 0.2 to 2.2 when a family began and 1.2 when it ended" in page
    other = record(changes=True, processor="another")
    page = page_of(figures, wanted, {FAMILY: record(), OTHER: other})
    assert "\n\nLevenshtein distance: Commit 0123456789; " in page
    assert "\n\nDynamic time warping: Commit 0123456789 + changes; " in page


def published():
    """Ratios of the published page: every table that has a column of them."""
    figures, names = {}, {title: name for name, title in pages.TITLES.items()}
    for part in (publish.HERE / "RESULTS.md").read_text("utf8").split("\n## ")[1:]:
        title, *lines = part.split("\n")
        rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]
        columns = [k for k, name in enumerate(rows[0]) if name.startswith("ratio")]
        for column in columns:
            values = {row[0]: row[column].split()[0] for row in rows[2:] if row[column].strip()}
            ratios = {case: float(value) for case, value in values.items()}
            figures[f"module.{names[title]}"] = {"ratio": ratios}
    return figures


def test_the_page_says_what_is_slow():
    figures = published()
    assert len(figures) > 10
    assert "module.Imports" in figures  # which has ratios and no seconds
    page = (publish.HERE / "RESULTS.md").read_text("utf8")
    assert pages.what_is_slow(figures) in page.split("\n\n")
    for family in figures:
        ratios = figures[family]["ratio"]
        assert pages.what_is_slow(figures | {family: {"ratio": ratios | {"x": 1000.0}}}) not in page


def test_what_is_slow_counts_the_cases_above():
    figures = {FAMILY: {"ratio": {"a": 1.504, "b": 2.0, "c": 3.0, "d": math.nan}}}
    assert "Levenshtein distance 3.0 times (c), 2 of 3 cases above 1.5;" in pages.what_is_slow(
        figures
    )
    assert "peer: nothing;" in pages.what_is_slow({FAMILY: {"ratio": {"a": 1.504}}})


@pytest.fixture
def run(monkeypatch, tmp_path):
    """What the program does where two families are published and these figures are stored.

    It returns the families that it measured; ``changes`` is what git tells.
    """

    def program(figures, *arguments, changes="", git=lambda *_: COMMIT):
        monkeypatch.setattr("sys.argv", ["publish.py", *arguments])
        figures, did = dict(figures), []
        records = dict.fromkeys(figures, record())

        def measure(family, commit):
            did.append(family)
            figures[family], records[family] = measured(), record(changes=bool(changes))

        monkeypatch.setattr(publish, "stored", lambda commit: (figures, records))
        monkeypatch.setattr(publish, "measure", measure)
        monkeypatch.setattr(publish, "changes", lambda: changes)
        monkeypatch.setattr(publish.subprocess, "run", lambda *_, **__: None)
        monkeypatch.setattr(publish, "families", lambda: ({FAMILY: Peered, OTHER: Peered}, []))
        monkeypatch.setattr(publish, "git", git)
        monkeypatch.setattr(publish, "HERE", tmp_path)
        publish.main()
        return did

    return program


def test_nothing_measured_is_no_page(run, tmp_path):
    """It would say that nothing is slow."""
    with pytest.raises(SystemExit, match="nothing is stored of 0123456789"):
        run({}, "--only-write")
    assert not list(tmp_path.iterdir())


def test_a_part_is_another_page_and_an_error_unless_it_was_asked_for(run, tmp_path):
    """It would say that nothing else is slow."""
    with pytest.raises(SystemExit, match="not measured: Dynamic time warping"):
        run({FAMILY: measured()}, "--only-write")
    run({FAMILY: measured()}, "--only-write", "--family", "Leven")
    with pytest.raises(SystemExit, match=r"failed.*one case"):
        run({FAMILY: measured(one_case=None)}, "--only-write", "--family", "Leven")
    with pytest.raises(SystemExit, match="no family has 'Wings'"):
        run({FAMILY: measured()}, "--only-write", "--family", "Wings")
    assert [path.name for path in tmp_path.iterdir()] == ["part"]
    run({FAMILY: measured(), OTHER: measured()}, "--only-write")
    assert "0.25" in (tmp_path / "RESULTS.md").read_text()


def test_a_page_of_another_commit_says_where_it_was_written(run, tmp_path, monkeypatch):
    figures = {FAMILY: measured(), OTHER: measured()}
    run(figures, "--only-write")
    assert "was written at" not in (tmp_path / "RESULTS.md").read_text()
    commits = {"v1": COMMIT, "HEAD": "fedcba98765"}
    run(figures, "--only-write", "--commit", "v1", git=lambda _, name: commits[name])
    page = (tmp_path / "RESULTS.md").read_text()
    assert "\n\nThe page was written at commit fedcba9876.\n" in page


def test_what_is_measured_goes_on_where_it_was_interrupted(run):
    assert run({FAMILY: measured()}) == [OTHER]
    assert run({FAMILY: measured(one_case=None), OTHER: measured()}) == [FAMILY]
    assert run({FAMILY: measured(), OTHER: measured()}) == []


def test_the_page_is_of_a_commit_and_a_part_says_that_it_is_not(run, tmp_path):
    """Figures of changed files are measured again, as they may have changed since."""
    with pytest.raises(SystemExit, match=r"commit first .*\n M a_file"):
        run({}, changes=" M a_file")
    assert not list(tmp_path.iterdir())
    part = ("--family", "Leven")
    assert run({FAMILY: measured()}, *part, changes=" M a_file") == [FAMILY]
    assert "0123456789 + changes" in (tmp_path / "part" / "RESULTS.md").read_text()
    assert run({FAMILY: measured()}, *part) == []
    with pytest.raises(SystemExit, match="what is measured is what is here"):
        run({}, "--commit", "v1")


def test_a_part_begins_with_its_families_and_says_nothing_of_others(run, tmp_path):
    run({FAMILY: measured()}, "--only-write", "--family", "Leven")
    page = (tmp_path / "part" / "RESULTS.md").read_text()
    assert page.split("\n\n")[1] == "**Only a part** was asked for: Levenshtein distance."
    assert "peer: nothing.\n" in page
    assert "no other table" not in page
    run({FAMILY: measured(), OTHER: measured()}, "--only-write")
    page = (tmp_path / "RESULTS.md").read_text()
    assert "a part" not in page
    assert "in no other table is a case above 1.5 times.\n" in page


def test_every_family_has_a_title_in_words():
    assert {name.rpartition(".")[2] for name in publish.families()[0]} == set(pages.TITLES)


def test_the_page_says_what_was_left_out_as_slow(monkeypatch):
    monkeypatch.setenv("GRAMCHECK_SKIP_SLOW", "1")
    every, skipped = publish.families()
    assert skipped == ["beside.kernels.Sports"]
    assert not set(skipped) & every.keys()
    page = page_of({FAMILY: measured()}, {FAMILY: Peered}, skipped=[*map(pages.title, skipped)])
    assert "GRAMCHECK_SKIP_SLOW: Edit-sensitive parsing of a large corpus." in page
