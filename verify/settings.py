"""How a run is made, and what of it a check may use."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real

import numpy as np

from gramcheck.verify.precision import FLOAT64, Precision

DEFAULT = "gramcheck.reference"  # named and never imported here: one target among others


@dataclass(frozen=True)
class Settings:
    """How a run is made."""

    alpha: float = 1e-6  # false-alarm rate of the whole run
    examples: int = 100  # drawn for each check that has arguments drawn
    seed: int = 0
    seconds: float | None = None  # that a check may take; after them no call is made
    precision: Precision = FLOAT64  # that the implementation is taken to have

    def __post_init__(self) -> None:
        for name, kind in (("alpha", Real), ("examples", Integral), ("seed", Integral)):
            if not isinstance(value := getattr(self, name), kind):
                wanted = "an integer" if kind is Integral else "a number"
                raise TypeError(f"{name} must be {wanted}, got {value!r}")
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha must lie strictly between 0 and 1, got {self.alpha!r}")
        if self.examples < 1:
            raise ValueError(f"examples must be at least 1, got {self.examples!r}")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"seconds must be positive, got {self.seconds!r}")
        if self.seed < 0:
            raise ValueError(f"seed must be nonnegative, got {self.seed!r}")


@dataclass(frozen=True)
class Run:
    """What a check that takes ``(target, run)`` may use."""

    rng: np.random.Generator  # its own; fresh
    alpha: float  # its share of the run's false-alarm rate, for all its outcomes together
    examples: int
    seed: int
