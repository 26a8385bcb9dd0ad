"""Bad input of the statements' functions, given by keyword: an error that names the argument."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.bad_input_statements import refused

TWO, NAN = ["AB", "BA"], np.nan
POSITIVE = (0.0, -1.0, NAN)
NOT_STRINGS = ("AB", [1, 2])
GENERATOR = np.random.default_rng(0)
MAP: dict[str, Any] = {"strings": TWO, "D": 4, "beta": 1.0, "rng": GENERATOR}
BAD_MAP = {"strings": NOT_STRINGS, "D": (0, -2, 3), "beta": POSITIVE, "rng": (None, 7)}
REFUSED: dict[str, tuple[dict[str, Any], dict[str, tuple[Any, ...]]]] = {
    "concentration_bound": (
        {"epsilon": 0.5, "D": 4},
        {"epsilon": POSITIVE, "D": (0, -2), "form": ("prnted",)},
    ),
    "feature_variance": ({"k": 0.5, "D": 4}, {"k": (NAN,), "D": (0, -2)}),
    "predicted_average_error": (
        {"K": np.eye(2), "D": 4},
        {"K": (NAN * np.eye(2), np.ones((2, 3))), "D": (0, -2)},
    ),
    "sfmedm": (MAP, BAD_MAP | {"variant": ("mc",)}),
    "fmedm": (MAP, BAD_MAP | {"variant": ("mc",)}),
    "sfmcgk": (MAP, BAD_MAP | {"length": (0, -1)}),
    "fmcgk": (MAP, BAD_MAP | {"length": (0, -1)}),
    "espkernel": (
        {"strings": TWO, "beta": 1.0},
        {"strings": NOT_STRINGS, "beta": POSITIVE, "variant": ("mc",)},
    ),
    "cgkkernel": (
        {"strings": TWO, "beta": 1.0, "rng": GENERATOR},
        {"strings": NOT_STRINGS, "beta": POSITIVE, "rng": (None, 7), "length": (0, -1)},
    ),
    "stk17": ({"strings": TWO, "k": 2, "m": 1}, {"k": (0, -1), "m": (-1,)}),
}


@check(
    "sfm/bad-input",
    place="every function",
    needs=tuple(f"sfm.{name}" for name in REFUSED),
    since="0.1",
)
def statements_refuse_what_they_cannot_mean(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN, bare strings, odd or no features, unknown variants: an error that names the argument."""
    yield from refused(target.sfm, REFUSED)
