"""What words mean in numbers is said in one place."""

import ast
import re
from pathlib import Path

import pytest

from gramcheck.paper_checks import claims, margins

MODULES = sorted(Path(claims.__file__).parent.rglob("*.py"))
OF_A_WORD = re.compile("order of magnitude|much (better|faster)|almost the same|a hundredth of")


def called(node):
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def own_margins(path):
    """Lines of a module of claims that give a word a number of their own."""
    found, tree = [], ast.parse(path.read_text(encoding="utf8"))
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == margins.__name__
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            bounds = [*node.args, *(a.right for a in node.args if isinstance(a, ast.BinOp))]
            said = " ".join(ast.unparse(k.value) for k in node.keywords if k.arg == "name")
            number = any(
                (isinstance(b, ast.Constant) and type(b.value) in (int, float))
                or (isinstance(b, ast.Name) and b.id.isupper() and b.id not in imported)
                for b in bounds
            )
            if called(node) in ("within", "Sentence") or (OF_A_WORD.search(said) and number):
                found.append(node.lineno)
    return found


def test_no_claim_has_a_margin_of_its_own():
    assert {path.name: lines for path in MODULES if (lines := own_margins(path))} == {}


def test_a_margin_in_a_claim_is_seen(tmp_path):
    path = tmp_path / "claim.py"
    lines = [
        "from gramcheck.paper_checks.margins import ORDER_OF_MAGNITUDE",
        "NEAR = within(10.0)",
        'at_least(t, 10.0, name="an order of magnitude")',
        'at_least(t, 10, name="an order of magnitude")',
        'TIMES = 10.0; at_least(t, TIMES, name="an order of magnitude")',
        'at_least(t, ORDER_OF_MAGNITUDE, name="an order of magnitude")',
    ]
    path.write_text("\n".join(lines))
    assert own_margins(path) == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("POINT", 1.0),
        ("MUCH", 5.0),
        ("ALMOST_ALWAYS", 0.9),
        ("TYPICALLY", 0.5),
        ("SAME_PLANE", 0.01),
        ("MUCH_FASTER", 5.0),
        ("ORDER_OF_MAGNITUDE", 10.0),
        *(("D2KE_CELL", 4.0), ("NEAR_THE_KERNEL", 10.0), ("ALMOST_THE_SAME", 5.0)),
    ],
)
def test_margins_are_what_they_were_when_the_ledger_was_measured(name, value):
    """Whoever changes one has to say it in the claims that it judges."""
    margin = getattr(margins, name)
    assert (margin.high if isinstance(margin, margins.Sentence) else margin) == value
