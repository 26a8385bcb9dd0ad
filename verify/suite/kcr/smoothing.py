"""Section 1 and footnote 9: the smoothing kernels, of distances over the bandwidth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify.compare import at_most, close_to
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.kcr.problems import SMOOTHING


@check("kcr/eq-2", place="Section 1", needs="kcr.smoothing_kernel", since="0.1")
@for_all(
    rho=st.lists(st.integers(0, 12).map(lambda k: k / 4), min_size=1, max_size=6),
    h=st.sampled_from([0.25, 0.75, 1.0, 2.0]),
    chi=st.sampled_from(SMOOTHING),
    examples=[{"rho": [0.0, 0.75, 0.5, 1.5], "h": 0.75, "chi": chi} for chi in SMOOTHING],
)
def smoothing_kernels_are_those_of_the_paper(
    target: Any, rho: list[float], h: float, chi: dict[str, Any]
) -> Iterator[Outcome]:
    """Of rho / h: 1{<= 1}, exp(-u^2), 1 / (1 + u^(D + 1)), (1 - u^2)_+; 1 at 0.

    D + 1 is told as ``cauchy_exponent``: distances in another space have no D. Matrices of
    distances have matrices of weights.
    """
    expected = [float(definitions.smoothing_kernel(r, h, **chi)) for r in rho]
    got = target.kcr.smoothing_kernel(np.array(rho), h, **chi)
    yield close_to(expected, got, atol=1e-14)
    table = target.kcr.smoothing_kernel(np.array([rho, rho[::-1]]), h, **chi)
    yield close_to([expected, expected[::-1]], table, atol=1e-14)


@check("kcr/footnote-9", place="Section 4, footnote 9", needs="kcr.smoothing_kernel", since="0.1")
@for_all(
    a=st.floats(0, 9),
    b=st.floats(0, 9),
    h=st.sampled_from([0.5, 1.0, 3.0]),
    examples=[{"a": 0.0, "b": 1.0, "h": 1.0}],
)
def gaussian_weights_are_convex_in_the_squared_distance(
    target: Any, a: float, b: float, h: float
) -> Outcome:
    """At the middle of two squared distances the weight is at most the mean of theirs."""
    rho = np.sqrt(np.array([a, b, (a + b) / 2]))
    first, second, middle = np.asarray(target.kcr.smoothing_kernel(rho, h, "gaussian"), dtype=float)
    return at_most((first + second) / 2, middle, ulps=4, scale=1.0)
