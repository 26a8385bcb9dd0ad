"""The pytest front on the real suite and the real package, from folders that know neither."""

import os

import pytest

pytest_plugins = ["pytester"]
SUITE = ("--pyargs", "gramcheck.verify")


@pytest.fixture
def run(pytester):
    def run(*arguments, what=SUITE):
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *what, *arguments)

    return run


def test_the_installed_package_runs_from_any_directory(run, tmp_path, monkeypatch):
    """The real suite and the real package, from a directory that knows neither."""
    adapter = "class d2ke:\n    liblinear_C = staticmethod(lambda n, mu: 1 / (n * mu))\n"
    (tmp_path / "small_adapter.py").write_text(adapter)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    most = "--exclude-claims=*/bad-input*"
    result = run(most, "--target=small_adapter")
    assert result.ret == pytest.ExitCode.OK
    assert result.parseoutcomes()["passed"] >= 1
    assert "small_adapter" in result.stdout.str()

    result = run(most, "--target=json")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "class d2ke:  # or a submodule\n    " in result.stderr.str()


def test_an_id_as_it_is_printed_can_be_pasted_back(pytester, run, tmp_path, monkeypatch):
    """Also where the package is installed elsewhere, and from a folder of the project."""
    adapter = "class d2ke:\n    softmin = staticmethod(lambda values, weights, gamma: -1.0)\n"
    (tmp_path / "small_adapter.py").write_text(adapter)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    options = ("--target=small_adapter", "--examples=1")
    result = run(*options, "--functions=d2ke.softmin", "--claims=d2ke/vectors/*")
    [failed] = [line for line in result.outlines if line.startswith("FAILED")]
    id = failed.split()[1]
    assert id.startswith("gramcheck/verify/suite/vectors.py::d2ke/vectors/softmin::")
    run(*options, what=[id]).assert_outcomes(failed=1)
    folder = pytester.mkdir("folder")
    pytester.makeini("[pytest]")
    monkeypatch.chdir(folder)
    run(*options, what=[f"../{id}"]).assert_outcomes(failed=1)
