"""What all tests of these definitions ask."""

import pytest


@pytest.fixture(autouse=True)
def silence(capfd):
    """Definitions that have a solver print nothing of its progress."""
    yield
    assert capfd.readouterr().out == ""
