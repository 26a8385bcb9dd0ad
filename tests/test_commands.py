"""The shell commands of README, how-to pages and CONTRIBUTING are run, or it is said where.

A command that takes minutes, an address or a library that need not be here has a smaller one of its
kind in `SMALLER`; what is not run here stands in `ELSEWHERE`, each with what runs it.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib

import pytest

from gramcheck.paper_checks.cli import _parser, main
from gramcheck.verify.__main__ import main as verify_main
from gramcheck.verify.plugin import _OPTIONS
from tests.paper_checks.in_process import in_this_process
from tests.test_documents import HOW_TO, README, ROOT, blocks

DOCUMENTS = [README, *HOW_TO, ROOT / ".github" / "CONTRIBUTING.md"]
SMALLER = {
    "paper-checks run 'd2ke/eq-*' errata/D6b": "paper-checks run d2ke/eq-6",
    "paper-checks run d2ke/table-2 --data DIR": "paper-checks run d2ke/eq-6 --data DIR",
    "paper-checks run --scale full --jobs 2 --data DIR": (
        "paper-checks run d2ke/eq-6 --scale full --jobs 2 --data DIR"
    ),
    "paper-checks run 'kcr/table-1*' --scale full --compare --data DIR": (
        "paper-checks run idealized/table-1 --scale full --seed 1 --compare --data DIR"
    ),
    "paper-checks falsify 'd2ke/eq-*'": "paper-checks falsify d2ke/eq-6 --jobs 1",
    "paper-checks libraries rapidfuzz": "paper-checks libraries scipy",
    "python -m pytest --pyargs gramcheck.verify --target=mypackage.adapter --claims 'd2ke/*' "
    "--report=report.json": (
        "python -m pytest --pyargs gramcheck.verify --target=mypackage.adapter "
        "--claims d2ke/eq-6 --report=report.json --examples=3 -n 0 -p no:cacheprovider"
    ),
}
ADAPTER = """
from gramcheck.reference.d2ke import softmin

class d2ke:
    softmin = staticmethod(softmin)
"""


def is_of_paper_checks(rest):
    _parser().parse_args(shlex.split(rest))  # exits where it is none


def has_its_extras(rest):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
    for named in re.findall(r"\[([\w,]+)\]", rest):
        assert set(named.split(",")) <= project["optional-dependencies"].keys()


def is_of_publish(rest):
    script = (ROOT / "asv_bench" / "publish.py").read_text("utf8")
    assert all(f'"{option}"' in script for option in re.findall(r"--[\w-]+", rest))


def is_run_by_ci(rest):
    """A line of its own there, or one of the README's, which it takes from that."""
    script = (ROOT / ".ci" / "run").read_text("utf8")
    taken = re.search(r"grep -E '(.*)' README\.md", script).group(1)
    lines = [line for line in README.read_text("utf8").splitlines() if re.search(taken, line)]
    assert rest.split("'")[0].strip() in script + "\n".join(lines)


def is_of_the_suite(rest):
    own = set(re.findall(r"--([\w-]+)", rest)) - {"pyargs", "junitxml"}  # which are pytest's
    assert own <= _OPTIONS.keys()


def is_there(rest):
    assert (ROOT / rest).exists()


ELSEWHERE = {
    r"paper-checks (run .*--backend dask.*)": is_of_paper_checks,  # paper_checks/test_cluster.py
    r"paper-checks (keep .*)": is_of_paper_checks,  # paper_checks/test_kept.py, in a copy
    r"paper-checks (data convert .*)": is_of_paper_checks,  # paper_checks/test_data_commands.py
    r"paper-checks (site)": is_of_paper_checks,  # .ci/run, and paper_checks/site builds a part
    r"python -m pytest --pyargs gramcheck\.verify (.*)": is_of_the_suite,  # verify/test_how_to.py
    r"node reader\.js .*|python -m gramcheck\.verify vectors check answers\.jsonl": None,  # as well
    r"(?:python -m )?pip install (.*)": has_its_extras,  # .github/try-wheel installs each extra
    r"python asv_bench/publish\.py(?: (.*))?": is_of_publish,  # .ci/run, of one family
    r"paper-checks run|cd asv_bench|python3 -m venv \.venv": None,  # .ci/run
    r"\.\./asv (.*)|(ruff|mypy).*": is_run_by_ci,
    r"python -m pytest(?: (tests/[\w/.]+))?": is_there,  # among all tests
}


def commands(document):
    """What a document's blocks of shell run, one after the other, by the environment's programs."""
    for block in [*blocks(document, "bash"), *blocks(document, "sh")]:
        for line in block.replace("\\\n", " ").splitlines():
            for command in shlex.join(shlex.split(line, comments=True)).split(" '&&' "):
                yield command.replace(".venv/bin/", "")


def run(command):
    """What a command prints that must succeed, in the working directory."""
    program, rest = re.fullmatch(
        r"(paper-checks|python -m gramcheck\.verify|python -m pytest) (.*)", command
    ).groups()
    if program == "python -m pytest":
        path = os.pathsep.join([str(ROOT / "src"), os.getcwd()])
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *shlex.split(rest)],
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout
    called = main if program == "paper-checks" else verify_main
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = called(shlex.split(rest))
    # that versions of a library differ from those of the kept results is 1, and no failure here
    assert code == 0 or (rest.startswith("libraries") and code == 1), printed.getvalue()
    return printed.getvalue()


def judge(command):
    """Run a command, or its smaller form, or see that it is one that is run elsewhere."""
    if smaller := SMALLER.get(command):
        assert run(smaller)
        return
    found = [
        (checked, m) for kind, checked in ELSEWHERE.items() if (m := re.fullmatch(kind, command))
    ]
    for checked, match in found:
        if checked and (rest := next(filter(None, match.groups()), None)):
            checked(rest)
    if not found:
        assert re.match(r"paper-checks |python -m gramcheck\.verify ", command), (
            f"no test knows how to try {command!r}"
        )
        assert run(command)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: d.stem)
def test_every_command_of_a_document_runs(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    in_this_process(monkeypatch)
    (tmp_path / "DIR").mkdir()
    (tmp_path / "mypackage").mkdir()
    (tmp_path / "mypackage" / "adapter.py").write_text(ADAPTER)
    for command in dict.fromkeys(commands(document)):
        judge(command)


def test_without_uv_no_python_is_tried(tmp_path):
    (tmp_path / "dirname").symlink_to(shutil.which("dirname"))
    command = [shutil.which("bash"), ROOT / ".github" / "try-pythons"]
    done = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "needs uv, which is not installed\n")


def test_smaller_forms_are_of_commands_that_are_shown():
    shown = {command for document in DOCUMENTS for command in commands(document)}
    assert SMALLER.keys() <= shown
    assert all(any(re.fullmatch(kind, command) for command in shown) for kind in ELSEWHERE)


@pytest.mark.parametrize(
    "line",
    [
        "paper-checks fly",
        "paper-checks show errata/D999",
        "pip install 'gramcheck[wings]'",
        "rm -r x",
        "../.venv/bin/asv soar",
        "python -m pytest --pyargs gramcheck.verify --wings",
        "python -m gramcheck.verify contract d2ke.wings",
    ],
)
def test_a_command_that_fails_is_seen(tmp_path, line, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lie = tmp_path / "lie.md"
    lie.write_text(f"```sh\n{line}\n```\n")
    (command,) = commands(lie)
    with pytest.raises((AssertionError, SystemExit)):
        judge(command)
