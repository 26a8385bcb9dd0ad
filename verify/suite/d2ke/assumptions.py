"""Section 2.1, Assumption 2: one constant for all pairs, or none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all


@check(
    "d2ke/assumption-2",
    place="Section 2.1, Assumption 2",
    needs="d2ke.lipschitz_constant",
    since="0.2",
)
@for_all(
    n=st.integers(1, 40),
    seed=strategies.seeds(),
    examples=[{"n": 1, "seed": 0}, {"n": 40, "seed": 1}],
)
def one_constant_serves_a_line_and_none_the_square_root(
    target: Any, n: int, seed: int
) -> Iterator[Outcome]:
    """On the points 1 / j^2, j <= n, and 0, in any order: 1 of f(x) = x, and n of sqrt(x).

    The steepest pair of the root is the smallest point and 0.
    """
    x = np.random.default_rng(seed).permutation(np.append(np.arange(1, n + 1) ** -2.0, 0.0))
    D = np.abs(np.subtract.outer(x, x))
    for values, constant in ((x, 1.0), (np.sqrt(x), float(n))):
        got = target.d2ke.lipschitz_constant(values, D)
        yield close_to(definitions.lipschitz_constant(values.tolist(), D.tolist()), got, ulps=4)
        yield close_to(constant, got, rtol=1e-12)
