"""Settings of all tests."""

import pytest
from hypothesis import settings

# how long an example takes says more about the machine than about the code
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give the suite the same draws at every run, unless ``--seed`` asks for others."""
    if getattr(config.option, "verify_seed", 0) is None:
        config.option.verify_seed = 2018
