"""Settings of all tests."""

import datetime
import os

# As many processes as there are processors run already: threads of theirs would only wait for each
# other. It counts from the first import of NumPy on, in the processes that tests start, too.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What tests draw by lot changes with the day; here, so that all processes draw alike at midnight.
os.environ.setdefault("GRAMCHECK_LOT", datetime.datetime.now(datetime.UTC).date().isoformat())

import pytest
from hypothesis import settings

# how long an example takes says more about the machine than about the code
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")


EXAMPLES, SEED = 10, 2018


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give the suite the same draws at every run, and few, unless the options ask for others.

    As the draws are the same, more of them would find nothing new; other seeds look further.
    """
    if getattr(config.option, "verify_seed", 0) is None:
        config.option.verify_seed = SEED
        if not any("examples" in argument for argument in config.invocation_params.args):
            config.option.verify_examples = EXAMPLES
