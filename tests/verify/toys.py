"""A toy suite: what the tests of the registry and of the runner share."""

import types

from gramcheck.verify.compare import is_true


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
