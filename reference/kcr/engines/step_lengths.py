"""The steps alpha_t and beta_t of Algorithm 1, which the paper leaves open: given, or by a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from gramcheck.reference import check
from gramcheck.reference.types import Array

Steps = float | Sequence[float] | Callable[[int], float]
Value = TypeVar("Value", Array, float)


def step_lengths(
    alpha: Steps | None,
    beta: Steps | None,
    rule: tuple[str, float, float | None],
    iterations: int,
) -> Callable[[int, float, float], tuple[float, float]]:
    """alpha_t and beta_t from t, the objective and the norm of the subgradient."""
    step, size, target = rule
    check.choice("step", step, ("constant", "normalized", "polyak"))
    size = check.positive("size", size)
    least = np.nan if target is None else check.finite("target", target)
    one, other = (beta if alpha is None else alpha), (alpha if beta is None else beta)
    if one is not None and other is not None:
        alpha_of = step_sequence("alpha", one, iterations)
        beta_of = step_sequence("beta", other, iterations)
        return lambda t, reached, norm: (alpha_of(t), beta_of(t))
    if step == "polyak" and target is None:
        raise ValueError('target must be given for step="polyak", got None')

    def both(t: int, reached: float, norm: float) -> tuple[float, float]:
        if step == "constant":
            length = size
        elif norm == 0:
            length = 0.0
        elif step == "normalized":
            length = size / (norm * np.sqrt(t + 1))
        else:
            length = max(0.0, reached - least) / norm / norm
        return length, length

    return both


def step_sequence(name: str, given: Steps, iterations: int) -> Callable[[int], float]:
    """A function of t, whatever was given."""
    if callable(given):
        return lambda t: check.positive(f"{name}({t})", given(t))
    values = check.real(name, given)
    if values.ndim > 1:
        raise ValueError(f"{name} must be a number or a vector, got shape {values.shape}")
    if values.ndim == 1 and len(values) < iterations:
        raise ValueError(f"{name} must have {iterations} entries as iterations, got {len(values)}")
    check.positive(f"the least of {name}" if values.ndim else name, float(values.min()))
    return lambda t: float(values[t] if values.ndim else values)


def stepped(before: Value, length: float, direction: Value, must: str) -> Value:
    """A step against the direction; refused where it leaves the range of numbers."""
    with np.errstate(over="ignore"):
        after = before - length * direction
    if not np.all(np.abs(after) <= check.LARGEST):
        raise ValueError(f"{must} up to {check.LARGEST:g}, got a step of length {length:g}")
    return after
