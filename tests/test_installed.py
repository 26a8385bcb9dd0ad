"""What an installation brings: one name, everything below it, and nothing into other people's runs.

The package is installed from a wheel, built of the sdist as pip would, and in editable form, each
time into an environment of its own that sees the running one's libraries.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import jedi
import pytest

from gramcheck.verify import runner

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("reference", "verify", "paper_checks")
# what the tests themselves were told about modules and plugins is no part of an installation
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST"))}
# the folder of the ledger has, beside the package, the license of a font
IN_THE_SDIST = {
    "LICENSE",
    "PKG-INFO",
    "README.md",
    "paper_checks",
    "pyproject.toml",
    "setup.cfg",
    "src",
}
IMPORT_SECONDS = 0.05  # the import takes 0.001 where nothing else runs


def call(*command, cwd, **environment):
    """Output of a command that must succeed."""
    done = subprocess.run(
        command, cwd=cwd, env=ENVIRONMENT | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def source_files(package):
    """The files below a package, links followed, without what Python leaves there."""
    found = {
        (Path(folder) / name).relative_to(package).as_posix()
        for folder, _, names in os.walk(package, followlinks=True)
        for name in names
    }
    return {name for name in found if "__pycache__" not in name}


def top_level(archive):
    """What stands at the top of a wheel, or of an sdist in its one folder."""
    if archive.suffix == ".whl":
        return {name.split("/")[0] for name in zipfile.ZipFile(archive).namelist()}
    with tarfile.open(archive) as sdist:
        return {name.split("/")[1] for name in sdist.getnames() if "/" in name}


# An environment of each kind -----------------------------------------------------------------


class Environment:
    """A fresh environment with gramcheck in it."""

    def __init__(self, folder, *requirement):
        venv.create(folder)
        self.bin = folder / "bin"
        self.python = self.bin / "python"
        places = {name: str(folder) for name in ("base", "platbase")}
        site = Path(sysconfig.get_path("purelib", "venv", vars=places))
        # last in the alphabet: what is installed comes before the running environment's libraries
        libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        (site / "zz_libraries.pth").write_text("\n".join(libraries))
        pip = (sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet")
        call(*pip, "--no-deps", *requirement, cwd=folder)
        script = self.bin / "pytest"  # as pip writes it
        script.write_text(
            f"#!{self.python}\nimport pytest\nraise SystemExit(pytest.console_main())"
        )
        script.chmod(0o755)

    def evaluate(self, code, cwd):
        """What a script prints as JSON."""
        return json.loads(call(self.python, "-c", code, cwd=cwd))


@pytest.fixture(scope="module", params=["wheel", "editable"])
def environment(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    tree = folder / "tree"
    leftovers = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("src", *FOLDERS):
        shutil.copytree(ROOT / name, tree / name, symlinks=True, ignore=leftovers)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    requirement = ["-e", tree]
    if request.param == "wheel":
        call(sys.executable, "-m", "build", "-q", "-o", folder, tree, cwd=folder)
        requirement = list(folder.glob("*.whl"))
        assert top_level(*folder.glob("*.tar.gz")) == IN_THE_SDIST
        package, metadata = sorted(top_level(*requirement))
        assert package == "gramcheck"
        assert re.fullmatch(r"gramcheck-[\d.]+\.dist-info", metadata)
        shutil.rmtree(tree)  # nothing that is installed leads back to it
    return Environment(folder / "environment", *requirement)


def test_one_name_comes_with_everything_below_it(environment, tmp_path):
    code = """if True:
        import importlib.metadata, json, gramcheck
        names = importlib.metadata.packages_distributions()
        ours = importlib.metadata.distribution("gramcheck")
        print(json.dumps({
            "names": [name for name, homes in names.items() if "gramcheck" in homes],
            "files": [str(file) for file in ours.files],
            "package": gramcheck.__path__[0],
        }))
    """
    found = environment.evaluate(code, tmp_path)
    assert found["names"] == ["gramcheck"]
    own = re.compile(
        r"gramcheck/|gramcheck-[\d.]+\.dist-info/|__editable__\.gramcheck-[\d.]+\.pth$"
    )
    assert {file for file in found["files"] if not own.match(file)} == {"../../../bin/paper-checks"}
    files = source_files(found["package"])
    assert files == source_files(ROOT / "src" / "gramcheck")
    data = {"py.typed", "verify/vectors/d2ke.json", "paper_checks/templates/report.css"}
    assert data < files


def test_the_commands_run_from_an_empty_folder(environment, tmp_path):
    shown = call(environment.bin / "paper-checks", "show", "errata/D4", cwd=tmp_path)
    assert "errata/D4" in shown
    suite = ("--pyargs", "gramcheck.verify", "--target=gramcheck.reference", "--claims=d2ke/eq-6")
    options = ("--examples=5", "-p", "no:cacheprovider")
    output = call(environment.bin / "pytest", *suite, *options, cwd=tmp_path)
    assert re.search(r"^[1-9]\d* passed", output.splitlines()[-1].strip("= "))


# Somebody else's project ---------------------------------------------------------------------

THEIR_CONFTEST = """
def pytest_addoption(parser):
    parser.addoption("--target", default="theirs")
    parser.addoption("--seed", default="theirs")
"""
THEIR_TEST = """
import sys
from pathlib import Path

import pytest

import verify, reference

def test_nothing_of_ours_is_here(pytestconfig):
    for module in (verify, reference):
        assert Path(module.__file__).is_relative_to(pytestconfig.rootpath)
    ours = {name for name in sys.modules if name.split(".")[0] == "gramcheck"}
    assert ours == {"gramcheck", "gramcheck.pytest_plugin"}
    assert "numpy" not in sys.modules
    assert pytestconfig.pluginmanager.hasplugin("gramcheck")
    assert pytestconfig.option.target == pytestconfig.option.seed == "theirs"
    assert not [name for name in vars(pytestconfig.option) if name.startswith("verify_")]
"""
FOREIGN = {
    "modules": {
        "conftest.py": THEIR_CONFTEST,
        "verify.py": "",
        "reference/__init__.py": "",
        "paper_checks.py": "",
        "test_theirs.py": THEIR_TEST + "\nimport paper_checks\n",
    },
    "packages": {
        "conftest.py": THEIR_CONFTEST,
        "verify/__init__.py": "",
        "verify/suite/__init__.py": "",
        "verify/suite/test_theirs.py": THEIR_TEST,
        "reference/__init__.py": "",
    },
}


@pytest.mark.parametrize("layout", FOREIGN)
def test_another_project_notices_nothing(environment, tmp_path, layout):
    for name, text in FOREIGN[layout].items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    # a folder of theirs may be called as one of ours
    argument = ["verify"] if layout == "packages" else []
    for command in [(environment.bin / "pytest", *argument), (environment.python, "-m", "pytest")]:
        output = call(*command, cwd=tmp_path)
        assert "1 passed" in output
        assert "verify:" not in output


def test_the_module_that_pytest_imports_takes_no_time(environment, tmp_path):
    code = """if True:
        import pytest, time
        begin = time.perf_counter()
        import gramcheck.pytest_plugin
        print(time.perf_counter() - begin)
    """
    # once is enough, but on a busy machine it may need several attempts
    assert any(environment.evaluate(code, tmp_path) < IMPORT_SECONDS for _ in range(5))


# From a checkout -----------------------------------------------------------------------------

PROBE = """
import json, sys
from pathlib import Path

def pytest_collection_finish(session):
    homes = {}
    for name, module in list(sys.modules.items()):
        if file := getattr(module, "__file__", None):
            homes.setdefault(str(Path(file).resolve()), []).append(name)
    checks = ["::".join(item.nodeid.split("::")[-2:]) for item in session.items]
    Path(__file__).with_name("found.json").write_text(json.dumps([checks, homes]))
"""
FILE = "verify/suite/d2ke/kernel.py"
NODE = "d2ke/eq-12::random_feature_kernel_is_the_inner_product_of_features"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("--pyargs gramcheck.verify", ""),
        ("verify", ""),
        ("src/gramcheck/verify verify", ""),
        (f"{FILE}::{NODE}", f"{FILE}::{NODE}"),
    ],
)
def test_every_check_is_collected_once(tmp_path, arguments, expected):
    """From an empty folder by the name of the package, from a checkout by its paths."""
    (tmp_path / "probe.py").write_text(PROBE)
    folder = tmp_path if "--pyargs" in arguments else ROOT
    options = ("-p", "probe", "-p", "no:cacheprovider", "--collect-only", "-n", "0")
    path = f"{ROOT / 'src'}{os.pathsep}{tmp_path}"
    command = (sys.executable, "-m", "pytest", *options, *arguments.split())
    call(*command, cwd=folder, PYTHONPATH=path)
    found, homes = json.loads((tmp_path / "found.json").read_text())
    places = (
        f"{check.file.resolve().relative_to(ROOT)}::{check.claim}::{check.name}"
        for check in runner.suite_registry()
    )
    wanted = [place.split("::", 1)[1] for place in places if place.startswith(expected)]
    assert sorted(found) == sorted(wanted)
    ours = tuple(str(ROOT / name) for name in FOLDERS)
    assert [names for file, names in homes.items() if file.startswith(ours) and names[1:]] == []


def test_a_static_reader_finds_a_module_of_every_package():
    """Jedi, which editors ask; mypy, the other one, reports what it does not find by itself.

    It reads each file that it finds, and finds the modules of a package in the same way.
    """
    package = ROOT / "src" / "gramcheck"
    files = (Path("gramcheck", name) for name in sorted(source_files(package)))
    of_packages = {file.parent: file for file in files if file.suffix == ".py"}
    assert {Path("gramcheck", name) for name in FOLDERS} < {*of_packages}
    modules = [".".join(file.with_suffix("").parts) for file in of_packages.values()]
    project = jedi.Project(ROOT, sys_path=[str(package.parent), *sys.path])
    script = jedi.Script("\n".join(f"import {name}" for name in modules), project=project)
    for line, name in enumerate(modules, 1):
        found = script.goto(line, len(f"import {name}"), follow_imports=True)
        assert [definition.full_name for definition in found] == [name]
        assert found[0].module_path.is_relative_to(package)
