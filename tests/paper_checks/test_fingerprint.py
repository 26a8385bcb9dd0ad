"""What of the source counts for a result, on an invented project and on this one."""

import pytest

from gramcheck.paper_checks import fingerprint

TEXTS = {
    "__init__.py": "",
    "reference/__init__.py": "",
    "reference/check.py": "",
    "reference/one/__init__.py": "from gramcheck.reference.one.a import f",
    "reference/one/a.py": "from gramcheck.reference import check",
    "reference/one/unused.py": "",
    "reference/two/__init__.py": "",
    "verify/__init__.py": "",
    "verify/runner.py": "",
    "verify/definitions/__init__.py": "",
    "verify/definitions/one.py": "from .exact import x",
    "verify/definitions/exact.py": "",
    "verify/suite/__init__.py": "",
    "verify/suite/one/__init__.py": "",
    "verify/suite/one/checks.py": "from gramcheck.verify.definitions import one",
    "verify/suite/two/__init__.py": "",
    "verify/vectors/__init__.py": "",
    "verify/vectors/one.json": "{}",
    "paper_checks/__init__.py": "",
    "paper_checks/cli.py": "",
    "paper_checks/plots.py": "",
    "paper_checks/ledger.py": "import gramcheck.paper_checks.registry",
    "paper_checks/registry.py": "",
    "paper_checks/evidence.py": "def f():\n    from gramcheck.paper_checks.plots import render",
    "paper_checks/context.py": "def f():\n    from gramcheck import verify",
    "paper_checks/work.py": (
        "import gramcheck.paper_checks.context\nfrom gramcheck.paper_checks import evidence"
    ),
    "paper_checks/claims/__init__.py": "",
    "paper_checks/claims/one/__init__.py": "",
    "paper_checks/claims/one/cites.py": "def f(run):\n    return run.verify('one/a')",
    "paper_checks/claims/one/long.py": (
        "import numpy\nfrom gramcheck.paper_checks import plots\n"
        "from gramcheck.paper_checks.experiments import e\n"
        "from gramcheck.paper_checks.ledger import claim\nfrom gramcheck.reference import one"
    ),
    "paper_checks/claims/one/other.py": "from gramcheck.verify import vectors",
    "paper_checks/experiments/__init__.py": "",
    "paper_checks/experiments/e.py": "",
}
LONG, CITES, OTHER = (
    f"gramcheck.paper_checks.claims.one.{name}" for name in ("long", "cites", "other")
)


@pytest.fixture
def project(tmp_path, monkeypatch):
    """An invented project in the place of this one."""
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(fingerprint, "_root", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "discards"),
    [
        ("paper_checks/claims/one/long.py", {LONG}),
        ("paper_checks/experiments/e.py", {LONG}),
        ("paper_checks/experiments/__init__.py", {LONG}),
        ("reference/one/a.py", {LONG, CITES}),
        ("reference/check.py", {LONG, CITES}),
        ("reference/one/unused.py", {CITES}),
        ("reference/two/__init__.py", set()),
        ("verify/runner.py", {CITES}),
        ("verify/suite/one/checks.py", {CITES}),
        ("verify/definitions/exact.py", {CITES}),
        ("verify/suite/two/__init__.py", set()),
        ("verify/vectors/one.json", {OTHER}),
        ("paper_checks/work.py", {LONG, CITES, OTHER}),
        ("paper_checks/context.py", {LONG, CITES, OTHER}),
        ("paper_checks/evidence.py", {LONG, CITES, OTHER}),
        ("paper_checks/cli.py", set()),
        ("paper_checks/plots.py", set()),
        ("paper_checks/registry.py", set()),
    ],
)
def test_a_change_discards_what_can_reach_it(project, changed, discards):
    before = {module: fingerprint.source_digest(module) for module in (LONG, CITES, OTHER)}
    with open(project / changed, "a") as file:
        file.write("\n")
    assert {m for m in before if fingerprint.source_digest(m) != before[m]} == discards


def test_a_renamed_module_is_a_change(project):
    before = fingerprint.source_digest(LONG)
    (project / "paper_checks/experiments/e.py").rename(project / "paper_checks/experiments/d.py")
    (project / "paper_checks/experiments/e").mkdir()
    assert fingerprint.source_digest(LONG) != before


def test_of_a_module_outside_the_project_its_own_file_counts():
    assert fingerprint.source_files(__name__)[__name__].samefile(__file__)


def test_the_modules_of_this_project_are_found():
    def found(module):
        files = fingerprint.source_files(f"gramcheck.paper_checks.claims.{module}")
        return {name.removeprefix("gramcheck.") for name in files}

    tables = found("d2ke.tables")
    shared = {f"paper_checks.{name}" for name in ("work", "context", "findings")}
    assert shared | {"paper_checks.experiments.protocol", "reference.d2ke.baselines"} <= tables
    assert not tables & {name.removeprefix("gramcheck.") for name in fingerprint.NO_NUMBERS}
    assert not [name for name in tables if name.startswith(("reference.sfm", "verify.suite"))]
    assert {"verify.runner", "verify.suite.d2ke"} <= found("d2ke.spaces")
