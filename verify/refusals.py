"""Refusals of bad input: what the checks of all papers ask for in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import raises
from gramcheck.verify.record import Outcome

EITHER = (TypeError, ValueError)  # where a value is wrong in either way, as a ragged list is
NOT_FINITE = (np.nan, np.inf, -np.inf)
NOT_NUMBERS = ("1", None, [1.0, 2.0])
NOT_COUNTS = (2.5, "2", None)


def one_by_one(
    exception: Any, naming: str, call: Callable[[Any], Any], bad: Iterable[Any]
) -> Iterator[Outcome]:
    """The call raises on each of the bad values."""
    for value in bad:
        yield raises(exception, call, value, naming=naming)


def with_a_hint(
    naming: str, call: Callable[[str], Any], *misspelled: tuple[str, str]
) -> Iterator[Outcome]:
    """Each unknown name is a ValueError that names the argument, and the name that was meant."""
    for given, meant in misspelled:
        for word in (naming, meant):
            yield raises(ValueError, call, given, naming=word)
