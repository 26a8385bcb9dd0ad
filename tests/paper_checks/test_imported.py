"""What a digest of a module depends on: its text and that of all it imports, and nothing else."""

import pytest

from gramcheck.paper_checks.libraries import imported

FILES = {
    "__init__.py": "",
    "a.py": "def f():\n    from gramcheck.b import c\n",
    "b/__init__.py": "",
    "b/c.py": "import gramcheck.d\n",
    "b/data.json": "[1]",
    "d.py": "import numpy\n",
    "e.py": "import gramcheck.a\n",
}


@pytest.fixture
def digest(tmp_path, monkeypatch):
    monkeypatch.setattr(imported, "FOLDER", str(tmp_path))
    (tmp_path / "b").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)

    def of(*modules):
        imported._read.cache_clear()
        return imported.digest_with_imports(modules)

    yield of
    imported._read.cache_clear()


@pytest.mark.parametrize("name", ["a.py", "b/__init__.py", "b/c.py", "b/data.json", "d.py"])
def test_an_edit_of_what_is_imported_shows(digest, tmp_path, name):
    before = digest("gramcheck.a")
    (tmp_path / name).write_text(FILES[name] + " ")
    assert digest("gramcheck.a") != before


def test_an_edit_elsewhere_does_not(digest, tmp_path):
    before = digest("gramcheck.a", "stranger")
    (tmp_path / "e.py").write_text("")
    assert digest("gramcheck.a", "stranger") == before
