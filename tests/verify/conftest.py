import pytest

from gramcheck.verify.registry import Registry
from tests.verify.toys import add, lambda_check


@pytest.fixture
def registry():
    return Registry()


@pytest.fixture
def three(registry):
    """A registry of three checks that pass."""
    for claim in ("toy/eq-1", "toy/eq-2", "other/eq-1"):
        add(registry, claim)(lambda_check())
    return registry
