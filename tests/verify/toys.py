"""A toy suite: what the tests of the registry and of the runner share."""

import types

from hypothesis import strategies as st

from gramcheck.verify.compare import equal, is_true
from gramcheck.verify.registry import for_all


def implementation(**functions):
    return types.SimpleNamespace(toy=types.SimpleNamespace(**functions))


def add(registry, claim="toy/claim", **options):
    defaults = {"place": "Section 1", "needs": "toy.double", "since": "0.1"}
    return registry.check(claim, **defaults | options)


def only(records):
    assert len(records) == 1
    return records[0]


def double(x):
    return 2 * x


def lambda_check():
    def always(target, run):
        """Always."""
        return is_true(True, "")

    return always


def doubling(registry, examples=()):
    @add(registry, "toy/double")
    @for_all(x=st.integers(0, 10**6), examples=examples)
    def twice_the_number(target, x):
        """Twice the number."""
        return equal(2 * x, target.toy.double(x))
