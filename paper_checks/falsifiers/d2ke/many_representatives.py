"""Section 3: representative sets whose features grow with R, and fits that are bounded or not."""

from __future__ import annotations

import math
from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead


@instead
def without_the_root_of_R(embedding: Function, X: Any, held_out: Any, *rest: Any, **o: Any) -> Any:
    """Features as long as there are many."""
    return embedding(X, held_out, *rest, **o) * math.sqrt(len(held_out))


@instead
def that_learns_nothing(fit: Function, phi: Any, *rest: Any) -> Any:
    """No weights."""
    return 0.0 * fit(phi, *rest)


def in_twice_the_ball(minimizer: Function) -> Function:
    """The norm may be twice as large."""
    return lambda K, y, C, *rest: minimizer(K, y, 2 * C, *rest)


def a_hundred_or_more(_: Any) -> tuple[int, ...]:
    """No small R."""
    return (100, 200, 300, 400, 500)


_CLAIM = "d2ke/rsm-many-features"
falsify(_CLAIM, wrong={"d2ke.representative_set_map": without_the_root_of_R})
falsify(_CLAIM, wrong={"d2ke.fit": that_learns_nothing})
falsify(_CLAIM, wrong={"paper_checks.claims.d2ke.many_representatives.FEATURES": a_hundred_or_more})
falsify(_CLAIM, wrong={"d2ke.risk_minimizer": in_twice_the_ball})
