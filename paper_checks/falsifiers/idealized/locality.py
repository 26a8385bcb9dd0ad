"""For Section 3.2.5: near pairs that are far, and others that are few."""

from __future__ import annotations

from typing import Any

from gramcheck.paper_checks.claims.idealized.locality import farthest
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.idealized.solutions import half_the_multipliers
from gramcheck.paper_checks.falsifiers.idealized.statements import CLAIMS

_HERE = f"{CLAIMS}.locality"


@instead
def the_farthest(nearest_pairs: Function, X: Any, S: Any, D: Any, **options: Any) -> Any:
    """As many as there are near ones, and the longest."""
    near = nearest_pairs(X, S, D, **options)
    return [farthest(X, a, len(b)) for a, b in zip((S, D), near, strict=True)]


@instead
def one_in_ten(at_random: Function, rng: Any, pairs: Any, count: int) -> Any:
    """A tenth of them."""
    return at_random(rng, pairs, count // 10)


_ID = "idealized/local-pairs"
falsify(_ID, wrong={"idealized.nearest_pairs": the_farthest})
falsify(_ID, wrong={f"{_HERE}.at_random": one_in_ten})
falsify(_ID, wrong={"idealized.learn_metric": half_the_multipliers})
