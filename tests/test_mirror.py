"""The table in each paper's package leads from every numbered statement to the code that says it.

Tables are in the paper's order, with the columns section, statement, module and functions. A row
whose module is empty continues the row above; one whose module is ``--`` says why its statement
needs no function. Folders called engines hold what no statement of a paper asks for. The numbered
statements are listed here, from the papers, and the ledger has an entry for each of them.
"""

import importlib
import itertools
import operator
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from gramcheck.paper_checks import claims  # noqa: F401 (fills the registry)
from gramcheck.paper_checks.ledger import REGISTRY


def numbered(word, first, last):
    """Full names of statements: Eq. (1), Eq. (2), ..., or Lemma 5."""
    form = "{} ({})" if word == "Eq." else "{} {}"
    return [form.format(word, number) for number in range(first, last + 1)]


STATEMENTS = {
    "d2ke": [
        *numbered("Eq.", 1, 15),
        *numbered("Assumption", 1, 3),
        "Definition 1",
        "Theorem 1",
        *numbered("Proposition", 1, 2),
        "Corollary 1",
        "Claim 1",
        "Algorithm 1",
    ],
    "sfm": [*numbered("Eq.", 1, 2), "Theorem 1", *numbered("Algorithm", 1, 2)],
    "idealized": [*numbered("Eq.", 1, 22), *numbered("Proposition", 1, 3)],
    "kcr": [
        *numbered("Eq.", 1, 10),
        "Theorem 1",
        "Lemma 5",
        "Remark 2",
        *numbered("Corollary", 3, 4),
        "Algorithm 1",
    ],
}


# the last number among the errata of each paper, in the order above
ERRATA = {"D": 22, "S": 26, "K": 19, "C": 19}

COLUMNS = ["section", "statement", "module", "functions"]
ROMAN = ["0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]


@dataclass(frozen=True)
class Row:
    """A row of a table, with the lines that continue it."""

    section: str
    statements: list[str]
    module: str
    functions: list[str]  # or, of a row without a module, the parts of its reason

    @property
    def place(self):
        """The section's number, in a form that sorts; appendices come last."""
        appendix, number, rest = re.match(
            r"(Appendix|App\.)? ?(\w*)((?:[.-]\w+)*)", self.section
        ).groups()
        if number in ROMAN and not appendix:
            number = str(ROMAN.index(number))
        assert number.isdigit() or len(number) < 2, f"{self.section} should begin with its number"
        parts = [number, *re.findall(r"\d+|[A-Z]", rest)]
        ranks = [int(part) if part.isdigit() else ord(part or " ") for part in parts]
        return not number.isdigit(), ranks


def table(text):
    """The rows of the table of statements in a docstring."""
    lines = text.splitlines()
    rules = [k for k, line in enumerate(lines) if re.fullmatch("=+( +=+)*", line.strip())]
    for top, middle, bottom in zip(rules, rules[1:], rules[2:], strict=False):
        starts = [found.start() for found in re.finditer("=+", lines[top])]
        header, *body = (cells(line, starts) for line in lines[top + 1 : bottom])
        if header == COLUMNS:
            return rows(body[middle - top - 1 :])
    raise AssertionError(f"there is no table with the columns {COLUMNS}")


def cells(line, starts):
    """The line, cut where the columns begin."""
    assert all(line[start - 1 : start].strip() == "" for start in starts[1:]), (
        f"{line!r} does not keep to its columns"
    )
    return [line[a:b].strip() for a, b in zip(starts, [*starts[1:], None], strict=True)]


def rows(lines):
    """Lines of cells, joined where the module is empty; other empty cells are as above."""
    joined: list[list[str]] = []
    for section, statement, module, functions in lines:
        if not module and joined:
            joined[-1][1] += f", {statement}"
            joined[-1][3] += f", {functions}"
        else:
            above = joined[-1] if joined else ["", "", "", ""]
            joined.append([section or above[0], statement or above[1], module, functions])
    return [
        Row(section, items(statements), module, items(functions))
        for section, statements, module, functions in joined
    ]


def items(cell):
    """What stands between the commas."""
    return [item.strip() for item in cell.split(",") if item.strip()]


def problems(package: ModuleType, expected: list[str]) -> list[str]:
    """Everything that the table of a package leaves out or has wrong."""
    found = []
    whole = table(package.__doc__ or "")
    stated = {statement for row in whole for statement in row.statements}
    found += [f"{statement} has no row" for statement in expected if statement not in stated]

    for row in whole:
        where = ", ".join(row.statements)
        if not row.functions:
            lacking = "reason" if row.module == "--" else "function"
            found.append(f"{where}: no {lacking} is given")
    for before, after in itertools.pairwise(whole):
        if after.place < before.place:
            found.append(f"section {after.section} should stand before section {before.section}")

    listed = [row for row in whole if row.module != "--"]
    for name in dict.fromkeys(row.module for row in listed):
        try:
            module = importlib.import_module(f"{package.__name__}.{name}")
        except ModuleNotFoundError:
            found.append(f"there is no module {name}")
            continue
        if not re.match(r"(Sections?|Appendix|Appendices) ", module.__doc__ or ""):
            found.append(f"the docstring of {name} should begin with its section")
        functions = [function for row in listed if row.module == name for function in row.functions]
        for home in (package, module):
            found += [f"{home.__name__} has no {each}" for each in functions if not has(home, each)]

    known = {function.split(".")[0] for row in listed for function in row.functions}
    found += [f"{name} is in no row" for name in package.__all__ if name not in known]
    files = {path.stem for path in Path(package.__path__[0]).glob("*.py")} - {"__init__"}
    named = {row.module for row in listed}
    found += [f"the module {name} is in no row" for name in sorted(files - named)]
    return found


def has(home, name):
    """Whether a name, or an attribute of a name, is there."""
    try:
        operator.attrgetter(name)(home)
    except AttributeError:
        return False
    return True


@pytest.mark.parametrize("paper", STATEMENTS)
def test_the_table_of_a_paper_is_complete_and_right(paper):
    package = importlib.import_module(f"gramcheck.reference.{paper}")
    assert problems(package, STATEMENTS[paper]) == []


# A test of the test: an invented paper, and one change of its package at a time -----------------

INVENTED = {
    "__init__.py": '''"""An invented paper.

===========  ================  =======  ======================
section      statement         module   functions
===========  ================  =======  ======================
1            Assumption 1      --       a premise, not a value
2.1          Eq. (1), Eq. (2)  first    one, two,
                                        three
             a distance        second   four, Result.part
2.10         Eq. (3)           second   four
Appendix A   Lemma 1           last     five
===========  ================  =======  ======================
"""

from invented.first import one, three, two
from invented.last import five
from invented.second import Result, four

__all__ = ["Result", "five", "four", "one", "three", "two"]
''',
    "first.py": '"""Section 2.1: sums."""\none = two = three = abs\n',
    "second.py": '"""Section 2.1: far."""\nfour = abs\nclass Result:\n    part = 1\n',
    "last.py": '"""Appendix A: a proof."""\nfrom invented.engines.quick import five\n',
    "engines/__init__.py": "",
    "engines/quick.py": "five = abs\n",
}
EXPECTED = ["Assumption 1", "Eq. (1)", "Eq. (2)", "Eq. (3)", "Lemma 1"]


@pytest.fixture
def invented(tmp_path, monkeypatch):
    """Problems of the invented package after a change of one of its files."""

    def after(file, old, new):
        for name, text in INVENTED.items():
            path = tmp_path / "invented" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if name == file:
                assert old in text
                text = text.replace(old, new)
            path.write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        return problems(importlib.import_module("invented"), EXPECTED)

    yield after
    for name in [name for name in sys.modules if name.split(".")[0] == "invented"]:
        del sys.modules[name]


def test_a_right_table_is_let_through(invented):
    assert invented("", "", "") == []


LEMMA = "Appendix A   Lemma 1           last     five\n"
MISTAKES = {
    "a row is dropped": ("__init__.py", LEMMA, "", "Lemma 1 has no row"),
    "a statement is dropped": ("__init__.py", ", Eq. (2)", " " * 9, "Eq. (2) has no row"),
    "no reason": ("__init__.py", "a premise, not a value", "", "Assumption 1: no reason is given"),
    "no function": ("__init__.py", "last     five", "last", "Lemma 1: no function is given"),
    "a wrong name": ("__init__.py", "three\n   ", "tree\n   ", "invented.first has no tree"),
    "a wrong attribute": ("__init__.py", "Result.part", "Result.p", "invented has no Result.p"),
    "a wrong home": ("__init__.py", "four\nApp", "five\nApp", "invented.second has no five"),
    "a name that is not exported": (
        "__init__.py",
        "import one, three, two",
        "import one, two\nthree = 0\ndel three",
        "invented has no three",
    ),
    "a name that is nowhere": ("__init__.py", "one, two,", "one,", "two is in no row"),
    "a module that is not there": ("__init__.py", "last  ", "least ", "there is no module least"),
    "a module that is in no row": ("__init__.py", LEMMA, "", "the module last is in no row"),
    "disorder": ("__init__.py", "2.10 ", "1.10 ", "section 1.10 should stand before section 2.1"),
    "an appendix among the sections": (
        "__init__.py",
        "1            Assumption",
        "Appendix B   Assumption",
        "section 2.1 should stand before section Appendix B",
    ),
    "a docstring without a section": (
        "first.py",
        "Section 2.1: sums",
        "Sums",
        "the docstring of first should begin with its section",
    ),
}


@pytest.mark.parametrize("paper", STATEMENTS)
def test_the_ledger_has_an_entry_for_every_statement(paper):
    ids = [claim.id for claim in REGISTRY.select(paper=paper)]
    for statement in STATEMENTS[paper]:
        wanted = f"{paper}/" + re.sub(r"[().]", "", statement).lower().replace(" ", "-")
        assert any(re.fullmatch(f"{wanted}[a-z]?", id) for id in ids), wanted


@pytest.mark.parametrize(("letter", "last"), ERRATA.items())
def test_the_ledger_has_an_entry_for_every_erratum(letter, last):
    ids = [claim.id for claim in REGISTRY.select()]
    for number in range(1, last + 1):
        assert any(re.fullmatch(f"errata/{letter}{number}[a-z]?", id) for id in ids), number


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_caught(invented, mistake):
    file, old, new, said = MISTAKES[mistake]
    assert said in invented(file, old, new)


def test_a_cell_that_is_too_long_is_not_cut_in_two():
    text = INVENTED["__init__.py"].replace("Eq. (3)           ", "Equations (3), (4) ")
    with pytest.raises(AssertionError, match="does not keep to its columns"):
        table(text)


def test_sections_sort_as_in_the_papers():
    order = ["1, 2", "2", "2.2, 5", "2.10", "III", "IV", "IV-A", "V", "VI", "A", "App. B", "C.1"]
    sections = [Row(section, [], "", []).place for section in order]
    assert sections == sorted(sections)
