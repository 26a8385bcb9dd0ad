"""A definition leaves to its caller what the contract does: defaults are the same."""

import importlib
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from gramcheck.verify.contract import REQUIRED, contracts

PAPERS = ("d2ke", "sfm", "idealized", "kcr")


def defaults(paper: str) -> Iterator[tuple[str, Any, Any]]:
    """Parameters of functions that both have, and what either takes for them."""
    definitions = importlib.import_module(f"gramcheck.verify.definitions.{paper}")
    for id, contract in contracts().items():
        function = getattr(definitions, id.partition(".")[2], None)
        if id.startswith(f"{paper}.") and inspect.isfunction(function):
            defined = inspect.signature(function).parameters
            for each in contract.parameters:
                if each.default is not REQUIRED and each.name in defined:
                    yield f"{id}, {each.name}", each.default, defined[each.name].default


@pytest.mark.parametrize("paper", PAPERS)
def test_defaults_are_those_of_the_contract(paper):
    found = list(defaults(paper))
    assert found
    for name, expected, got in found:
        if got is not inspect.Parameter.empty:
            assert got == expected, name
