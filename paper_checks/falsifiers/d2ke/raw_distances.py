"""Section 1: representative sets with other features, other kernels, fits without a constant."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, in_the_paper, instead


def with_exponentials_always(embedding: Function) -> Function:
    """The features (8) at γ = 1/2 where the distances are asked for."""
    return lambda X, held_out, distance, gamma=None: embedding(
        X, held_out, distance, gamma=0.5 if gamma is None else gamma
    )


@instead
def without_an_intercept(fit: Function, phi: Any, y: Any, mu: float, loss: str, **_: Any) -> Any:
    """The constant is 0."""
    return np.append(fit(phi, y, mu, loss), 0.0)


_CLAIM = "d2ke/rsm-raw-distances"
falsify(_CLAIM, wrong=in_the_paper("d2ke.representative_set_map", with_exponentials_always))
for _place in ("d2ke.representative_set_map", "d2ke.kernel"):
    falsify(_CLAIM, wrong={_place: half})
falsify(_CLAIM, wrong={"d2ke.fit": without_an_intercept})
