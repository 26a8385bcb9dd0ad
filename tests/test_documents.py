"""What README and the how-to pages show is what happens."""

import contextlib
import io
import re
import shlex
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest

from gramcheck.paper_checks.cli import _parser, main
from gramcheck.verify.__main__ import main as verify_main
from gramcheck.verify.plugin import _OPTIONS

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
HOW_TO = sorted((ROOT / "paper_checks" / "site" / "how-to").glob("*.md"))
DOCUMENTS = [README, *HOW_TO]
QUICK = r"paper-checks (list|show \S+|data list)\s+#"
NEEDS = {
    "pandas": "pandas",
    "scoreboard": "edlib",
    "cluster": None,
}  # a cluster's page is run by tests/reference


def blocks(document, kind):
    return re.findall(rf"```{kind}\n(.*?)```", document.read_text(encoding="utf8"), flags=re.DOTALL)


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
    for shown in re.findall(r"```\n(failed .*?)```", document.read_text("utf8"), re.DOTALL):
        assert shown in printed


def commands(document):
    """What a document's blocks of shell run, one after the other."""
    for block in [*blocks(document, "bash"), *blocks(document, "sh")]:
        for line in block.replace("\\\n", " ").splitlines():
            yield from shlex.join(shlex.split(line, comments=True)).split(" '&&' ")


def is_of_paper_checks(rest):
    _parser().parse_args(shlex.split(rest))  # exits where it is none


def is_of_verify(rest):
    with contextlib.redirect_stdout(io.StringIO()):
        assert verify_main(shlex.split(rest)) == 0


def has_its_extras(rest):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"][
        "optional-dependencies"
    ]
    for named in re.findall(r"\[([\w,]+)\]", rest):
        assert set(named.split(",")) <= extras.keys()


def is_of_publish(rest):
    script = (ROOT / "asv_bench" / "publish.py").read_text("utf8")
    assert all(f'"{option}"' in script for option in re.findall(r"--[\w-]+", rest))


def is_run_by_ci(rest):
    assert rest.split("'")[0].split()[0] in (ROOT / ".ci" / "run").read_text("utf8")


def is_of_the_suite(rest):
    own = set(re.findall(r"--([\w-]+)", rest)) - {"pyargs", "junitxml"}  # which are pytest's
    assert own <= _OPTIONS.keys()


ELSEWHERE = (  # run by tests/verify/test_how_to.py or by .ci/run
    r"node reader\.js .*|python -m gramcheck\.verify vectors check answers\.jsonl|"
    r"python3 -m venv \.venv|"
    r"\.venv/bin/python -m pytest( [\w/.]+)?|cd asv_bench"
)
KINDS = {
    r"(?:\.venv/bin/)?paper-checks (.*)": is_of_paper_checks,
    r"python -m gramcheck\.verify ((?:contract|vectors folder).*)": is_of_verify,
    r"python -m pytest --pyargs gramcheck\.verify (.*)": is_of_the_suite,
    r"(?:\.venv/bin/|python -m )?pip install (.*)": has_its_extras,
    r"\.venv/bin/python asv_bench/publish\.py (.*)": is_of_publish,
    r"\.\./\.venv/bin/asv (.*)|\.venv/bin/((?:ruff|mypy).*)": is_run_by_ci,
    ELSEWHERE: None,
}


@pytest.mark.parametrize(
    "document", [*DOCUMENTS, ROOT / ".github" / "CONTRIBUTING.md"], ids=lambda d: d.stem
)
def test_every_command_of_a_document_is_one(document):
    for command in commands(document):
        kinds = [(kind, found) for kind in KINDS if (found := re.fullmatch(kind, command))]
        assert kinds, f"no test knows how to try {command!r}"
        for kind, found in kinds:
            if KINDS[kind]:
                KINDS[kind](next(group for group in found.groups() if group))


@pytest.mark.parametrize(
    "line",
    [
        "paper-checks fly",
        "pip install 'gramcheck[wings]'",
        "rm -r x",
        "../.venv/bin/asv soar",
        "python -m pytest --pyargs gramcheck.verify --wings",
    ],
)
def test_a_command_that_is_none_is_seen(tmp_path, line):
    lie = tmp_path / "lie.md"
    lie.write_text(f"```sh\n{line}\n```\n")
    with pytest.raises((AssertionError, SystemExit)):
        test_every_command_of_a_document_is_one(lie)


def test_a_cluster_of_the_page_is_started_and_told(monkeypatch, capsys):
    (code,) = blocks(ROOT / "paper_checks/site/how-to/cluster.md", "py")
    scaled = []
    cluster = SimpleNamespace(scale=lambda **how: scaled.append(how), scheduler_address="tcp://x")
    package = SimpleNamespace(SLURMCluster=lambda **options: cluster)
    monkeypatch.setitem(sys.modules, "dask_jobqueue", package)
    exec(code, {"input": lambda prompt: ""})
    assert (scaled, capsys.readouterr().out) == ([{"jobs": 4}], "tcp://x\n")


def test_the_quick_commands_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    commands = re.findall(QUICK, (ROOT / "paper_checks/site/how-to/ledger.md").read_text("utf8"))
    assert len(commands) == 3
    for command in commands:
        assert main(shlex.split(command)) == 0
        assert capsys.readouterr().out


def test_the_readme_is_short_and_has_two_commands_to_begin_with():
    text = README.read_text(encoding="utf8")
    assert len(text.splitlines()) < 150
    assert len(re.findall("^python3 -m venv", text, flags=re.M)) == 2


@pytest.mark.parametrize(
    "document", [*DOCUMENTS, *(ROOT / ".github").glob("*.md")], ids=lambda d: d.stem
)
def test_links_between_documents_lead_somewhere(document):
    text = document.read_text(encoding="utf8")
    prose = re.sub("```.*?```", "", text, flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)#]+)\)", prose):
        assert link.startswith("http") or (document.parent / link).exists(), link


def test_a_document_that_lies_is_seen(tmp_path):
    lie = tmp_path / "lie.md"
    lie.write_text("```python\nassert 1 + 1 == 3\n```\n")
    with pytest.raises(AssertionError):
        run(lie)


def test_the_version_stands_in_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]
    assert f"version: {project['version']}\n" in (ROOT / "CITATION.cff").read_text("utf8")
    assert f"## {project['version']}," in (ROOT / ".github/CHANGELOG.md").read_text("utf8")
    assert version("gramcheck") == project["version"]
