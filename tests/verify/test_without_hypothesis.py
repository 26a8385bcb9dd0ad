"""Who has not installed hypothesis is told so, in one sentence that says how it is done."""

import subprocess
import sys

SENTENCE = (
    "the suite draws its examples with hypothesis, which comes with the extra: "
    "pip install 'gramcheck[test]'"
)
WITHOUT = """
import sys

class Without:
    def find_spec(self, name, *rest):
        if name.partition(".")[0] == MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Without())
"""


def run(script, missing="hypothesis"):
    script = f"MISSING = {missing!r}{WITHOUT}{script}"
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )


def test_a_run_says_what_is_not_installed():
    result = run("from gramcheck import verify; verify.run()")
    assert result.stderr.splitlines()[-1] == f"ModuleNotFoundError: {SENTENCE}"


def test_so_does_pytest(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where no conftest asks for hypothesis first
    arguments = ["--pyargs", "gramcheck.verify", "-p", "no:hypothesispytest"]
    result = run(f"import pytest; sys.exit(pytest.main({arguments}))")
    assert result.returncode == 4
    assert f"ERROR: verify: {SENTENCE}\n" in result.stderr
    assert "Traceback" not in result.stderr


def test_what_else_is_missing_is_said_as_python_says_it():
    result = run("from gramcheck import verify; verify.run()", missing="scipy")
    assert result.stderr.splitlines()[-1].startswith("ModuleNotFoundError: No module named 'scipy")
