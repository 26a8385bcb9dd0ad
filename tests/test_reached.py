"""What no check reaches is known, line by line; that the list is right is what ``.ci/run`` asks."""

import subprocess
import sys
from collections import Counter

import pytest

from tests import reached
from tests.reached import ROOT, Texts, complaints, listed

A, B, SHARED = "reference/sfm/a.py f: a", "reference/kcr/b.py f: b", "reference/check/c.py f: c"


def places() -> Counter[str]:
    return Counter(p for kind in listed().values() for several in kind.values() for p in several)


@pytest.mark.parametrize("file", sorted({place.split()[0].rstrip(":") for place in places()}))
def test_lines_on_the_list_stand_in_their_functions(file):
    text = Texts(ROOT / file)
    there = [text.place(line) for line in range(1, len(text.lines) + 1)]
    known = {place: n for place, n in places().items() if place.split()[0].rstrip(":") == file}
    for place, times in known.items():
        line, _, end = place.partition(" => ")
        found = sum(each.startswith(line) for each in there)  # of a whole function, several
        assert found >= times, f"{line} is not there so often"
        assert end in ("", "its end", *text.lines), f"no line is {end}"


def test_each_line_is_listed_below_one_reason():
    for place, times in places().items():
        reasons = [
            r for kind in listed().values() for r, several in kind.items() if place in several
        ]
        assert len(reasons) == 1, f"{place} is listed {times} times, for {reasons}"


def test_what_is_new_and_what_is_reached_by_now_is_told():
    table = {"never": {"why": [A]}, "on some machines": {"a whole function": [B.removesuffix("b")]}}
    papers = reached.PAPERS
    assert complaints([A], table, papers) == complaints([A, B], table, papers) == []
    assert complaints([B], table, papers) == [f"reached, though on the list: {A}"]
    assert complaints([A, A, SHARED], table, papers) == [
        f"no check reaches {A}",
        f"no check reaches {SHARED}",
    ]


def test_one_paper_alone_is_asked_of_its_own_lines():
    table = {"never": {"why": [A, B, SHARED]}, "on some machines": {}}
    assert complaints([A], table, ["sfm"]) == complaints([B], table, ["kcr"]) == []
    assert complaints([B], table, ["sfm"]) == [f"reached, though on the list: {A}"]


def test_every_paper_has_its_day_and_all_have_one_together(monkeypatch):
    class Days(reached.datetime.date):
        @classmethod
        def today(cls):
            return next(days)

    days = (Days(2026, 1, day) for day in range(1, 6))
    monkeypatch.setattr(reached.datetime, "date", Days)
    every = {(paper,) for paper in reached.PAPERS} | {reached.PAPERS}
    assert {reached.chosen("today") for _ in range(5)} == every


def test_lines_and_branches_are_told_that_a_check_does_not_take(tmp_path):
    """Those of nearest neighbors take all of one function and none of another."""
    command = [sys.executable, "-m", "tests.reached", "--include", "kcr/k-nn *"]
    data = ["--data", str(tmp_path / "data")]
    run = subprocess.run([*command, *data], cwd=ROOT, capture_output=True, text=True, check=True)
    told = run.stdout.splitlines()
    of_file = [line for line in told if line.startswith("reference/kcr/kernel_nn.py ")]
    functions = {line.split()[1] for line in of_file}
    assert "kernel_nn:" in functions
    assert "knn_predict:" not in functions
    assert any(line.startswith("reference/check/") and " => " in line for line in told)
