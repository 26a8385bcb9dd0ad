"""Implementations that are a little off, one for each function that has stored vectors."""

from collections.abc import Callable

import numpy as np

from tests.zoo import changed, wrong
from verify import Target, vectors


def off(value):
    """Numbers by a relative 1e-4, strings by a letter, in whatever they stand."""
    if isinstance(value, list | tuple):
        return type(value)(off(part) for part in value)
    if isinstance(value, np.ndarray) and value.dtype.kind == "U":
        return np.char.add(value, "?")
    if isinstance(value, str):
        return value + "?"
    return value * 1.0001 + 0.0001


def register(name: str) -> None:
    """Add the implementation whose ``name`` is off, to be killed by its vectors."""

    def make(right: Target) -> Target:
        return changed(right, **{name: lambda *a, **k: off(right.get(f"d2ke.{name}")(*a, **k))})

    make.__name__ = f"{name}_a_little_off"
    make.__doc__ = f"{name} with every number of its result a relative 1e-4 too large."
    wrong(killed_by=f"d2ke/vectors/{name}")(make)


def forgiving(name: str, answer: Callable[..., object]) -> None:
    """Add the implementation whose ``name`` answers where it should refuse."""

    def make(right: Target) -> Target:
        def function(*args, **keywords):
            try:
                return right.get(f"d2ke.{name}")(*args, **keywords)
            except (TypeError, ValueError):
                return answer(*args, **keywords)

        return changed(right, **{name: function})

    make.__name__ = f"{name}_that_refuses_nothing"
    make.__doc__ = f"{name} with some answer for any input."
    wrong(killed_by=f"d2ke/vectors/{name}")(make)


for _name in dict.fromkeys(vector.function for vector in vectors.load("d2ke")):
    register(_name)
for _name in ("fit", "knn_predict", "levenshtein", "softmin"):
    forgiving(_name, lambda *args, **keywords: 0.0)
