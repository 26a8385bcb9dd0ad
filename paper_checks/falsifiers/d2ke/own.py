"""Promises of this project that are broken."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, times, twice


def of_the_absolute_gamma(feature_map: Function) -> Function:
    """A negative gamma is taken for a positive one."""
    return lambda X, omegas, gamma, *rest: feature_map(X, omegas, abs(gamma), *rest)


@instead
def centered_in_place(fit: Function, phi: Any, *arguments: Any) -> Any:
    """Features lose their mean, and the caller's with them."""
    phi -= np.mean(phi, axis=0)
    return fit(phi, *arguments)


falsify("own/d2ke-refusals", wrong={"d2ke.feature_map": of_the_absolute_gamma})
falsify("own/d2ke-no-side-effects", wrong={"d2ke.fit": centered_in_place})
falsify("own/d2ke-rules-of-thumb", wrong={"d2ke.suggest_gamma": twice})
falsify("own/d2ke-rules-of-thumb", wrong={"d2ke.suggest_gamma": times(10)})
falsify("own/d2ke-rules-of-thumb", wrong={"d2ke.cdist": times(0.1)})
