"""Settings of all tests."""

from hypothesis import settings

# how long an example takes says more about the machine than about the code
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")
