"""Functions that take anything, or change what they are given."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead


def without_a_refusal(bound: Function) -> Function:
    """The formula for any number."""
    return lambda epsilon, D, form="corrected": 2 / (epsilon**2 * D)


@instead
def drawing_first(method: Function, strings: Any, D: int, beta: float, rng: Any) -> Any:
    """Arguments are looked at after the first draw."""
    rng.random()
    return method(strings, D, beta, rng)


@instead
def with_an_even_number(method: Function, strings: Any, D: int, beta: float, rng: Any) -> Any:
    """An odd D is raised by one, and nothing is said."""
    return method(strings, D + D % 2, beta, rng)


@instead
def counting_in_its_argument(features: Function, V: Any, *arguments: Any) -> Any:
    """A count is raised when the features are made."""
    z = features(V, *arguments)
    if isinstance(V, np.ndarray):
        V[0, 0] += 1
    return z


@instead
def sorting_its_argument(features: Function, V: Any, *arguments: Any) -> Any:
    """Columns of a sparse matrix are put in order where they are."""
    if sparse.issparse(V):
        V.sort_indices()
    return features(V, *arguments)


falsify("own/sfm-refusals", wrong={"sfm.concentration_bound": without_a_refusal})
falsify("own/sfm-refusals", wrong={"sfm.sfmcgk": drawing_first})
falsify("own/sfm-refusals", wrong={"sfm.fmedm": with_an_even_number})
for _wrong in (counting_in_its_argument, sorting_its_argument):
    falsify("own/sfm-side-effects", wrong={"sfm.sfm": _wrong})
