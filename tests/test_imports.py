"""Who may import whom, in plain words; and a test that each rule catches its violation.

The two transcriptions of the papers, ``reference`` and ``verify``, are worth something only as long
as neither knows the other.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("reference", "verify", "paper_checks")
IMPORTERS = ("import_module", "__import__")


@dataclass(frozen=True)
class Import:
    """One import of a package, wherever it stands in the file."""

    file: str  # relative to the root
    line: int
    module: str  # as written, of "from a import b" a.b; "" when it is not written out

    @property
    def package(self) -> str:
        """The top-level package of the module, of ours the one below."""
        parts = self.module.split(".")
        return ".".join(parts[:2]) if parts[0] == "gramcheck" else parts[0]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.module or 'a module named by a variable'}"


def imports_of(root: Path, path: Path) -> Iterator[Import]:
    """All imports of a file: at the top, inside functions, under TYPE_CHECKING, by name."""
    file = path.relative_to(root).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), file)):
        match node:
            case ast.Import(names=names):
                for name in names:
                    yield Import(file, node.lineno, name.name)
            case ast.ImportFrom(module=module, names=names, level=level):
                if level:  # the package that the file is in, or one above or below it
                    module = f"gramcheck.{file.split('/')[0]}.{module or ''}"
                for name in names:
                    yield Import(file, node.lineno, f"{module}.{name.name}")
            case ast.Call(
                func=ast.Name(id=called) | ast.Attribute(attr=called), args=[first, *_]
            ) if called in IMPORTERS:
                yield Import(file, node.lineno, _literal(first))


def _literal(node: ast.expr) -> str:
    """The module in the first argument of import_module, as far as it is written out."""
    if isinstance(node, ast.JoinedStr) and node.values:  # f"gramcheck.verify.{name}"
        node = node.values[0]
        if isinstance(node, ast.Constant) and not node.value.endswith("."):
            return ""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ""


REFERENCE = {"gramcheck.reference", "numpy", "scipy", "cvxopt"}
VERIFY = {"gramcheck.verify", "numpy", "scipy", "cvxopt", "hypothesis"}

# The two files that are pytest's front, and the places where modules are named by a variable: the
# suite imports its own modules, and the target is named by the user.
PYTEST_PLUGIN = {"verify/plugin.py", "verify/nodes.py"}
BY_VARIABLE = {"verify/suite/__init__.py", "verify/target.py"}


def complaint(found: Import) -> str | None:
    """What is wrong with an import, in plain words."""
    home, package = found.file.split("/")[0], found.package
    standard = package in sys.stdlib_module_names
    if package in PACKAGES:
        return f"what is installed is gramcheck.{package}, and no other top-level name"
    if package == "tests" or (package == "conftest" and home != "tests"):
        return "nothing imports the tests" if home != "tests" else None
    paper, engines, _ = found.module.removeprefix("gramcheck.").partition(".engines")
    if engines and home in PACKAGES and not found.file.startswith(f"{paper.replace('.', '/')}/"):
        return "engines serve their own paper, and are called from its sections"
    if home == "reference":
        if not package:
            return "reference imports by name only, never by a variable"
        if not standard and package not in REFERENCE:
            return (
                "reference imports numpy, scipy, cvxopt, itself and the standard library, "
                "nothing else: it has to be readable and to run with the core dependencies"
            )
    if home == "verify":
        if package in ("gramcheck.reference", "gramcheck.paper_checks"):
            return (
                f"verify never imports {package}: it is a second, independent transcription, "
                "and would check the first one against itself"
            )
        if package in ("pytest", "_pytest", "pluggy"):
            if found.file not in PYTEST_PLUGIN:
                return "only pytest's front imports pytest: the suite runs without it"
        elif not package:
            if found.file not in BY_VARIABLE:
                return "only the target and the suite's own modules are imported by a variable"
        elif found.file.startswith("verify/adapters/"):
            return None  # each imports the library that it adapts
        elif not standard and package not in VERIFY:
            return (
                "verify imports numpy, scipy, cvxopt, hypothesis, itself and the standard library"
            )
    if home != "tests" and home != "asv_bench" and package == "asv_bench":
        return "nothing imports the benchmarks"
    return None


def complaints(root: Path) -> list[str]:
    """Every violation under ``root``."""
    folders = (*PACKAGES, "tests", "asv_bench")
    files = [path for folder in folders for path in sorted((root / folder).rglob("*.py"))]
    found = [item for path in files for item in imports_of(root, path)]
    return [f"{item}, but {reason}" for item in found if (reason := complaint(item))]


def test_everybody_imports_only_whom_they_may():
    assert complaints(ROOT) == []


def test_there_is_something_to_look_at():
    for package in PACKAGES:
        assert any((ROOT / package).rglob("*.py"))


def loaded(code):
    code = f"import sys; {code}; print(*sys.modules)"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()


def test_importing_verify_loads_neither_pytest_nor_reference():
    output = loaded("from gramcheck import verify; verify.run")
    assert "gramcheck.verify.runner" in output
    others = {"pytest", "_pytest", "hypothesis", "gramcheck.reference", "gramcheck.paper_checks"}
    assert not others & set(output)


def test_only_the_book_needs_the_extra_docs():
    output = loaded("from gramcheck.paper_checks import claims, cli")
    assert "gramcheck.paper_checks.cli" in output
    assert not {"sphinx", "docutils", "furo"} & set(output)


# A test of the test: each file breaks one rule -------------------------------------------------

VIOLATIONS = {
    "reference sees verify": (
        "reference/a.py",
        "import gramcheck.verify.compare",
        "reference imports",
    ),
    "reference sees sklearn": ("reference/a.py", "from sklearn import svm", "reference imports"),
    "reference sees the ledger": (
        "reference/a.py",
        "import gramcheck.paper_checks",
        "reference imports",
    ),
    "reference by a variable": (
        "reference/a.py",
        "import importlib\nname = 'verify'\nimportlib.import_module(name)",
        "never by a variable",
    ),
    "verify sees reference": (
        "verify/a.py",
        "from gramcheck.reference.d2ke import dtw",
        "never imports",
    ),
    "verify sees the ledger": ("verify/a.py", "import gramcheck.paper_checks", "never imports"),
    "inside a function": (
        "verify/a.py",
        "def f():\n    import gramcheck.reference",
        "never imports",
    ),
    "inside a class in a branch": (
        "verify/a.py",
        "class A:\n    if True:\n        import gramcheck.reference as r",
        "never imports",
    ),
    "for type checkers only": (
        "verify/a.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import gramcheck.reference",
        "never imports",
    ),
    "by name": (
        "verify/a.py",
        "import importlib\nimportlib.import_module('gramcheck.reference.d2ke')",
        "never imports",
    ),
    "by name, imported": (
        "verify/a.py",
        "from importlib import import_module\nimport_module('gramcheck.reference')",
        "never imports",
    ),
    "by the built-in": ("verify/a.py", "__import__('gramcheck.reference')", "never imports"),
    "by a formatted name": (
        "verify/a.py",
        "import importlib\nimportlib.import_module(f'gramcheck.reference.{__name__}')",
        "never imports",
    ),
    "another paper's engine": (
        "reference/one/a.py",
        "from gramcheck.reference.two.engines.quick import f",
        "engines serve",
    ),
    "an engine in the ledger": (
        "paper_checks/a.py",
        "from gramcheck.reference.two import engines",
        "engines serve",
    ),
    "verify by a variable": (
        "verify/a.py",
        "import importlib\nimportlib.import_module('gramcheck.refer' + 'ence')",
        "by a variable",
    ),
    "pytest beside the plugin": ("verify/suite/a.py", "import pytest", "only pytest's front"),
    "verify sees sklearn": ("verify/a.py", "import sklearn", "verify imports"),
    "definitions see reference": (
        "verify/definitions/a.py",
        "import numpy, gramcheck.reference",
        "never imports",
    ),
    "the old name": ("tests/a.py", "from reference import d2ke", "no other top-level name"),
    "the old name, whole": ("asv_bench/a.py", "import verify", "no other top-level name"),
    "the ledger sees tests": ("paper_checks/a.py", "from tests.zoo import d2ke", "nothing imports"),
    "an adapter sees reference": (
        "verify/adapters/a.py",
        "from gramcheck.reference import d2ke",
        "never imports",
    ),
    "verify sees tests": ("verify/a.py", "import tests", "nothing imports"),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violation_is_caught(tmp_path, name):
    file, code, said = VIOLATIONS[name]
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(code)
    found = complaints(tmp_path)
    assert len(found) == 1
    assert found[0].startswith(f"{file}:")
    assert said in found[0]


def test_what_is_allowed_is_let_through(tmp_path):
    allowed = {
        "reference/a.py": "import math, numpy\nimport scipy.linalg\nfrom cvxopt import solvers\n"
        "from . import b\nfrom gramcheck.reference import check",
        "reference/one/a.py": "from gramcheck.reference.one.engines import quick",
        "tests/a.py": "from gramcheck.reference.one.engines.quick import f",
        "verify/a.py": "import hypothesis\nfrom gramcheck.verify import record\n"
        "TARGET = 'gramcheck.reference'",
        "verify/plugin.py": "import pytest",
        "verify/adapters/rapidfuzz.py": "import rapidfuzz",
        "verify/target.py": "import importlib\ndef load(name): importlib.import_module(name)",
        "verify/__init__.py": "import importlib\n"
        "importlib.import_module(f'gramcheck.verify.{__name__}')",
        "paper_checks/a.py": "from gramcheck import reference, verify\nimport sklearn, matplotlib",
    }
    for file, code in allowed.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(code)
    assert complaints(tmp_path) == []
