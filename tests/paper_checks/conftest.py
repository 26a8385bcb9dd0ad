import pytest

from gramcheck.paper_checks import fingerprint
from tests.paper_checks import sample_claims


@pytest.fixture
def markers(tmp_path, monkeypatch):
    """Directory in which the units of the sample claims leave their traces."""
    path = tmp_path / "markers"
    path.mkdir()
    monkeypatch.setenv("SAMPLE_MARKERS", str(path))
    monkeypatch.delenv("GRAMCHECK_DATA", raising=False)
    monkeypatch.setattr(fingerprint, "source_digest", lambda module: "fixed")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # nobody's fetched data
    return path


@pytest.fixture
def executions(markers):
    """How often each unit has run so far."""
    return lambda: sample_claims.executions(markers)
