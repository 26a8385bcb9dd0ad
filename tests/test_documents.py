"""What README and the how-to pages show is what happens; of their commands see test_commands."""

import contextlib
import io
import re
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
HOW_TO = sorted((ROOT / "paper_checks" / "site" / "how-to").glob("*.md"))
DOCUMENTS = [README, *HOW_TO]
NEEDS = {
    "pandas": "pandas",
    "scoreboard": "edlib",
    "cluster": None,
}  # a cluster's page is run by tests/reference


def blocks(document, kind):
    return re.findall(rf"```{kind}\n(.*?)```", document.read_text(encoding="utf8"), flags=re.DOTALL)


def outputs(document):
    """What a document says that its Python prints: blocks that stand right behind it."""
    text = document.read_text(encoding="utf8")
    return re.findall(r"```python\n[^`]*```\n\n```(?:text)?\n(.*?)```", text, flags=re.DOTALL)


def run(document):
    """Everything that a document's Python prints; its blocks follow each other."""
    names = {"__name__": "document"}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for code in blocks(document, "python"):
            exec(compile(code, document.name, "exec"), names)
    return printed.getvalue()


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: d.stem)
def test_the_python_of_a_document_runs_and_prints_what_is_shown(document, tmp_path, monkeypatch):
    needed = NEEDS.get(document.stem, "numpy")
    if needed is None:
        pytest.skip("needs a scheduler: tests/reference/test_cluster.py runs it")
    pytest.importorskip(needed, reason=f"{needed} is not installed")
    monkeypatch.chdir(tmp_path)
    printed = run(document)
    for shown in outputs(document):
        assert shown in printed


def test_a_cluster_of_the_page_is_started_and_told(monkeypatch, capsys):
    (code,) = blocks(ROOT / "paper_checks/site/how-to/cluster.md", "py")
    scaled = []
    cluster = SimpleNamespace(scale=lambda **how: scaled.append(how), scheduler_address="tcp://x")
    package = SimpleNamespace(SLURMCluster=lambda **options: cluster)
    monkeypatch.setitem(sys.modules, "dask_jobqueue", package)
    exec(code, {"input": lambda prompt: ""})
    assert (scaled, capsys.readouterr().out) == ([{"jobs": 4}], "tcp://x\n")


def test_the_readme_is_short_and_has_two_commands_to_begin_with():
    text = README.read_text(encoding="utf8")
    assert len(text.splitlines()) < 150
    assert len(re.findall("^python3 -m venv", text, flags=re.M)) == 2


def test_the_library_is_caught_in_ten_lines():
    (code,) = blocks(README, "python")
    assert len([line for line in code.splitlines() if line]) == 10


@pytest.mark.parametrize(
    "document", [*DOCUMENTS, *(ROOT / ".github").glob("*.md")], ids=lambda d: d.stem
)
def test_links_between_documents_lead_somewhere(document):
    text = document.read_text(encoding="utf8")
    prose = re.sub("```.*?```", "", text, flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)#]+)\)", prose):
        assert link.startswith("http") or (document.parent / link).exists(), link


def test_output_is_found_where_it_is_shown():
    shown = {document.stem: len(outputs(document)) for document in DOCUMENTS}
    assert {stem: n for stem, n in shown.items() if n} == {"README": 1, "choosing": 1}


def test_a_document_that_lies_is_seen(tmp_path):
    lie = tmp_path / "lie.md"
    lie.write_text("```python\nassert 1 + 1 == 3\n```\n")
    with pytest.raises(AssertionError):
        run(lie)


def test_the_version_stands_in_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]
    assert "\nversion:" not in (ROOT / "CITATION.cff").read_text("utf8")
    assert f"## {project['version']}," in (ROOT / ".github/CHANGELOG.md").read_text("utf8")
    assert version("gramcheck") == project["version"]
