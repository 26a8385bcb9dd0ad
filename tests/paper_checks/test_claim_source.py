"""The digest of a claim's code sees a change that could change a verdict, and no other."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck import paper_checks
from gramcheck.paper_checks.ledger import REGISTRY
from tests.paper_checks import claim_source
from tests.paper_checks.claim_source import FOLLOWED, digest, digest_of, name_of, path_of

MODULE = '''
"""A module with two claims."""

from elsewhere import claim, measure

POINTS = [3, 4]  # of the space
BOUND: float = 0.5


def units(run):
    return [measure(point) for point in POINTS]


def worst(results):
    """The largest one."""
    return max(results, key=size)


def size(result):
    return abs(result)


class Space:
    """Of points."""

    def contains(self, point):
        """Whether it does."""
        return point in (1, 2)


@claim("d2ke/eq-1", place="Eq. (1)", expected=HOLDS, units=units, data=("splice",))
def judged(run, results):
    """The largest is small."""
    # by absolute value
    small = worst(results) < BOUND
    return Space().contains(1) and small


@claim("d2ke/eq-2", place="Eq. (2)", expected=HOLDS)
def another(run):
    """There is something."""
    return bool(run)
'''
CHANGES = {
    "the body": ("small = worst(results) < BOUND", "small = worst(results) <= BOUND"),
    "the signature": ("def judged(run, results):", "def judged(run, results, sure=True):"),
    "a step that is left out": ("contains(1) and small", "contains(1)"),
    "a helper": ("return max(results", "return min(results"),
    "what a helper passes on": ("return abs(result)", "return -result"),
    "a constant": ("BOUND: float = 0.5", "BOUND: float = 0.6"),
    "a method of a class": ("point in (1, 2)", "point in (1, 2, 3)"),
    "the units": ("measure(point)", "measure(point + 1)"),
    "a constant of the units": ("POINTS = [3, 4]", "POINTS = [3, 5]"),
    "which units": ("units=units, ", ""),
    "the data": ('data=("splice",)', 'data=("sets",)'),
    "None for zero": ("return abs(result)", "return None"),
    "a later definition": ("class Space:", "BOUND = 1.0\n\n\nclass Space:"),
}
NO_CHANGES = {
    "its docstring": ("The largest is small.", "Small is the largest.\n\n    So.\n    "),
    "no docstring": ('    """The largest one."""\n', ""),
    "a helper's docstring": ('"""The largest one."""', '"""The last in order of size."""'),
    "docstrings of a class": ('"""Of points."""', '"""Of two points."""'),
    "docstrings of a method": ('"""Whether it does."""', '"""If so."""'),
    "the module's docstring": ("with two claims", "with some claims"),
    "a comment": ("# by absolute value", "# by size"),
    "layout": ("return max(results, key=size)", "return max(\n        results, key=size\n    )"),
    "the place": ('place="Eq. (1)"', 'place="Section 1, Eq. (1)"'),
    "what is expected": ('place="Eq. (1)", expected=HOLDS', 'place="Eq. (1)", expected=REFUTED'),
    "another claim": ("return bool(run)", "return True"),
    "an import": ("import claim, measure", "import claim, measure, more"),
    "the order": (
        "POINTS = [3, 4]  # of the space\nBOUND: float = 0.5",
        "BOUND: float = 0.5\nPOINTS = [3, 4]",
    ),
}


def changed(old, new):
    assert MODULE.count(old) == 1
    return MODULE.replace(old, new)


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_seen(what):
    assert digest(changed(*CHANGES[what]), "judged") != digest(MODULE, "judged")


@pytest.mark.parametrize("what", NO_CHANGES)
def test_what_changes_no_verdict_is_not_seen(what):
    assert digest(changed(*NO_CHANGES[what]), "judged") == digest(MODULE, "judged")


def test_a_helper_of_another_claim_is_not_seen():
    assert digest(changed(*CHANGES["a helper"]), "another") == digest(MODULE, "another")


def test_a_name_that_the_module_lacks_is_refused():
    with pytest.raises(KeyError, match="absent"):
        digest(MODULE, "absent")


CLAIMS, EXPERIMENTS = FOLLOWED[:2]
IMPORTS = {
    "": f"""
from {CLAIMS} import bounds
from {CLAIMS}.layout import rows as listed
from {EXPERIMENTS} import measure
from gramcheck.reference import kernel


def judged(results):
    return bounds.of(listed(results)) < measure(kernel)
""",
    f"{CLAIMS}.bounds": "LARGEST = 4\n\ndef of(x):\n    return LARGEST + x\n\ndef other(x): ...",
    f"{CLAIMS}.layout": "def rows(x):\n    return x\n\ndef columns(x):\n    return rows(x)",
    EXPERIMENTS: f"from {EXPERIMENTS}.runs import measure",
    f"{EXPERIMENTS}.runs": "def measure(k):\n    return k(1)",
    "gramcheck.reference": "def kernel(x):\n    return x",
}
CHANGED_IMPORTS = {
    "a name": (f"{CLAIMS}.layout", "return x", "return x + 1", True),
    "an attribute of a module": (f"{CLAIMS}.bounds", "LARGEST + x", "LARGEST - x", True),
    "a constant there": (f"{CLAIMS}.bounds", "LARGEST = 4", "LARGEST = 5", True),
    "a name that a package passes on": (f"{EXPERIMENTS}.runs", "k(1)", "k(2)", True),
    "what is not named": (f"{CLAIMS}.bounds", "other(x): ...", "other(x): pass", False),
    "another function": (f"{CLAIMS}.layout", "return rows(x)", "return x", False),
    "what is not followed": ("gramcheck.reference", "return x", "return -x", False),
}


@pytest.fixture
def digest_in(monkeypatch):
    """Give the digest of ``judged`` where these are the modules."""

    def of(modules):
        claim_source._named.cache_clear()
        followed = {name: text for name, text in modules.items() if name.startswith(FOLLOWED)}
        monkeypatch.setattr(claim_source, "_text_of", followed.get)
        return digest(modules[""], "judged")

    yield of
    claim_source._named.cache_clear()


@pytest.mark.parametrize("what", CHANGED_IMPORTS)
def test_what_is_imported_is_followed(what, digest_in):
    module, old, new, is_seen = CHANGED_IMPORTS[what]
    assert IMPORTS[module].count(old) == 1
    changed = {**IMPORTS, module: IMPORTS[module].replace(old, new)}
    assert (digest_in(changed) != digest_in(IMPORTS)) is is_seen


def test_a_helper_may_move_to_another_module(digest_in):
    layout, runs = f"{CLAIMS}.layout", f"{EXPERIMENTS}.runs"
    moved = {
        **IMPORTS,
        layout: f"from {runs} import rows",
        runs: f"{IMPORTS[runs]}\n\n{IMPORTS[layout]}",
    }
    assert digest_in(moved) == digest_in(IMPORTS)


@pytest.mark.parametrize(
    ("old", "new", "ids"),
    [
        ("piece = 128", "piece = 64", ["sfm/table-4", "sfm/table-5"]),
        ("return Verdict.HOLDS_WITH_CORRECTION", "return Verdict.HOLDS", None),
    ],
)
def test_claims_of_the_ledger_are_followed_into_what_judges_them(old, new, ids, monkeypatch):
    before, read = {claim.id: digest_of(claim) for claim in REGISTRY}, claim_source._text_of

    def edited(module):
        text = read(module)
        return text and text.replace(old, new)

    claim_source._named.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(claim_source, "_text_of", edited)
        changed = [claim.id for claim in REGISTRY if digest_of(claim) != before[claim.id]]
    claim_source._named.cache_clear()
    assert changed == (list(before) if ids is None else ids)


def test_no_module_that_is_followed_imports_otherwise():
    """Whole modules of the project by their dotted names, or from where they stand."""
    package = Path(*paper_checks.__path__)
    others = []
    for path in [*package.glob("claims/**/*.py"), *package.glob("experiments/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.Import):
                others += [path for each in node.names if each.name.startswith("gramcheck")]
            elif isinstance(node, ast.ImportFrom) and (node.level or node.names[0].name == "*"):
                others.append(path)
    assert others == []


NAMES = defaultdict(set)
for _claim in REGISTRY:
    NAMES[path_of(_claim)].add(name_of(_claim))


def with_a_step_more(tree, name):
    """The module's text with one step more in a function."""
    (found,) = (each for each in tree.body if getattr(each, "name", "") == name)
    found.body.append(ast.Pass())
    try:
        return ast.unparse(tree)
    finally:
        found.body.pop()


@pytest.mark.parametrize("path", NAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_of_each_claim_of_the_ledger_the_code_is_seen_and_its_layout_is_not(path):
    text = path.read_text(encoding="utf8")
    tree = ast.parse(text)
    for name in NAMES[path]:
        assert digest(ast.unparse(tree), name) == digest(text, name)
        assert digest(with_a_step_more(tree, name), name) != digest(text, name)
