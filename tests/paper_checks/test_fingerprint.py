"""Which bytes a result belongs to: every source file counts; what is loaded is what was read."""

import subprocess
import sys
import zipfile
from io import BytesIO

import pytest

from gramcheck.paper_checks import fingerprint
from gramcheck.paper_checks.fingerprint import StaleSourceError, read_source
from gramcheck.paper_checks.running.answers import MismatchError, check_loaded


@pytest.fixture
def folder(tmp_path):
    """An invented package, one part of which is a link, as in a checkout."""
    kept = ("part/results/claim.json", "part/site/run/record.json")
    for name in ("a.py", "part/b.py", "part/vectors/c.json", "part/page.css", *kept):
        (tmp_path / "real" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "real" / name).write_text(name)
    package = tmp_path / "package"
    package.mkdir()
    (package / "a.py").write_text("a")
    (package / "part").symlink_to("../real/part")
    return package


def test_code_and_its_data_count_and_nothing_else(folder):
    assert set(read_source(folder).files) == {"a.py", "part/b.py", "part/vectors/c.json"}
    before = read_source(folder).digest
    (folder / "part" / "page.css").write_text("another look")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "a.py").write_text("")
    assert read_source(folder).digest == before


@pytest.mark.parametrize("change", ["text", "comment", "name", "new", "gone", "swapped"])
def test_every_change_of_a_file_is_another_state(folder, change):
    before = read_source(folder).digest
    a, b = folder / "a.py", folder / "part" / "b.py"
    {
        "text": lambda: a.write_text("b"),
        "comment": lambda: a.write_text("a#"),
        "name": lambda: a.rename(folder / "aa.py"),
        "new": lambda: (folder / "new.py").write_text(""),
        "gone": b.unlink,
        "swapped": lambda: (a.write_text("part/b.py"), b.write_text("a")),
    }[change]()
    assert read_source(folder).digest != before


def test_the_archive_holds_what_was_read_whatever_happens_to_the_files(folder):
    source = read_source(folder)
    (folder / "a.py").write_text("edited")
    with zipfile.ZipFile(BytesIO(source.archive())) as archive:
        assert archive.read("gramcheck/a.py") == b"a"


def test_of_a_module_outside_the_package_its_own_file_counts_too(tmp_path, monkeypatch):
    source = read_source()
    assert source.of("gramcheck.paper_checks.claims.d2ke") == source.digest
    module = type(sys)("outside")
    module.__file__ = str(tmp_path / "outside.py")
    monkeypatch.setitem(sys.modules, "outside", module)
    found = set()
    for text in ("1", "2"):
        (tmp_path / "outside.py").write_text(text)
        found.add(source.of("outside"))
    assert len(found | {source.digest}) == 3


LATE = """
import gramcheck.paper_checks, os, sys
from pathlib import Path
path = Path(gramcheck.__file__).parent / "reference" / "__init__.py"
text = path.read_bytes()
path.write_bytes(text + b"#")
if sys.argv[1] == "and back":
    stamp = os.stat(path)
    path.write_bytes(text)
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
from gramcheck.paper_checks import fingerprint
try:
    fingerprint.take_source()
except fingerprint.StaleSourceError as error:
    print(error)
"""


@pytest.mark.parametrize("way", ["once", "and back"])
def test_an_edit_while_the_modules_are_loaded_is_refused(tmp_path, way):
    """Even one that is undone: in between a module may have been loaded."""
    with zipfile.ZipFile(BytesIO(read_source().archive())) as archive:
        archive.extractall(tmp_path)
    answer = subprocess.run(
        [sys.executable, "-P", "-c", LATE, way],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "the source changed while it was loaded (reference/__init__.py); start again" in (
        answer.stdout
    )


def test_without_an_edit_the_source_is_taken():
    try:
        assert fingerprint.take_source().digest == read_source().digest
    except StaleSourceError as error:  # somebody works on the project while its tests run
        pytest.skip(str(error))


# what a worker has loaded


@pytest.fixture
def expected():
    return {"source": "1234", "versions": fingerprint.versions()}


def test_a_worker_with_the_same_is_accepted(expected):
    check_loaded(fingerprint.loaded("1234"), expected)


def test_another_version_of_a_library_is_refused_by_its_name(expected, monkeypatch):
    import numpy

    monkeypatch.setattr(numpy, "__version__", "1.0")
    with pytest.raises(MismatchError, match=r"process \d+ on .* has numpy 1.0 and not \d+\.\d+"):
        check_loaded(fingerprint.loaded("1234"), expected)


def test_a_library_that_is_not_installed_here_is_told_so(expected):
    expected["versions"]["numpy"] = fingerprint.NOT_INSTALLED
    with pytest.raises(MismatchError, match=r"has numpy \d[\d.]*, which is not installed here$"):
        check_loaded(fingerprint.loaded("1234"), expected)


def test_other_source_is_refused(expected):
    with pytest.raises(MismatchError, match=r"has other source \(5678\)"):
        check_loaded(fingerprint.loaded("5678"), expected)


def test_a_module_of_ours_from_elsewhere_is_refused_with_its_place(expected, monkeypatch):
    module = type(sys)("gramcheck.reference.old")
    module.__file__ = "/elsewhere/old.py"
    monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(MismatchError, match=r"gramcheck.reference.old from /elsewhere/old.py"):
        check_loaded(fingerprint.loaded("1234"), expected)


def test_the_processor_and_the_kernel_are_named():
    import numpy as np

    np.ones((9, 9)) @ np.ones((9, 9))
    assert fingerprint.machine()
    assert fingerprint.machine() == fingerprint.machine()
