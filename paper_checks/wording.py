"""Measured values as text and as plain values; messages about names that are not known."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

_FEW = 30  # names that a message can list


def number(value: float | np.integer[Any] | np.floating[Any]) -> str:
    """At most five significant digits; a power of ten only where the plain form would be long."""
    if isinstance(value, int | np.integer):
        return str(value)
    if not math.isfinite(value) or value == 0:
        return f"{value:g}"
    if 1e-3 <= abs(float(value)) < 1e6:
        return np.format_float_positional(value, precision=5, fractional=False, trim="-")
    return f"{value:.4g}"


def shown(value: Any) -> str:
    """A cell of a table, a measured value: numbers short, sequences cut after eight entries."""
    if value is None:
        return "–"
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, int | float | np.integer | np.floating):
        return number(value)
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple):
        more = ", …" if len(value) > 8 else ""
        return ", ".join(_in_a_list(entry) for entry in value[:8]) + more
    if isinstance(value, str) and (not value or value != value.strip()):
        return repr(value)  # otherwise an empty text or a blank at an end is not seen
    return str(value)


def _in_a_list(value: Any) -> str:
    """An entry of a sequence; quoted where its own commas would look like the sequence's."""
    return repr(value) if isinstance(value, str) and "," in value else shown(value)


@dataclass(frozen=True)
class Spread:
    """A repeated measurement: mean, standard deviation over the repeats, number of repeats."""

    mean: float
    sd: float
    n: int

    @classmethod
    def of(cls, values: ArrayLike) -> Spread:
        """Mean and standard deviation (n - 1) of the repeats; NaN for a single one."""
        sample = np.asarray(values, dtype=float)
        if sample.ndim != 1 or sample.size == 0:
            raise ValueError(f"values must be one repeat or more, got shape {sample.shape}")
        sd = float(sample.std(ddof=1)) if sample.size > 1 else math.nan
        return cls(float(sample.mean()), sd, int(sample.size))

    @property
    def standard_error(self) -> float:
        """Standard error of the mean."""
        return self.sd / math.sqrt(self.n)

    def __str__(self) -> str:
        if not math.isfinite(self.sd):
            return f"{number(self.mean)} (n = {self.n})"
        if self.sd == 0:
            return f"{number(self.mean)} ± 0 (n = {self.n})"
        decimals = max(0, 1 - math.floor(math.log10(self.sd)))  # two digits of the deviation
        return f"{self.mean:.{decimals}f} ± {self.sd:.{decimals}f} (n = {self.n})"


def plain(value: Any) -> Any:
    """NumPy scalars and arrays as Python numbers and lists, recursively; the rest as it is."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Message for a name that is not known, with the closest one that is, or the choices."""
    known = sorted(known)
    if any(other.startswith(f"{name}/") for other in known):
        return f"unknown {what} {name!r}; for all of them write '{name}/*'"
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
    if not close and len(known) > _FEW:
        hint = f"there are {len(known)}, and none is like it"
    return f"unknown {what} {name!r}; {hint}"
