"""Implementations a little off, or without refusals: each function that has stored vectors."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace

import numpy as np
import scipy.sparse

from gramcheck.verify import Target, vectors
from tests.zoo import changed, wrong


def off(value):
    """Numbers by a relative 1e-4, strings by a letter, in whatever they stand."""
    if is_dataclass(value):
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
        changes = {name: off(part) for name, part in parts.items() if is_measured(part)}
        return replace(value, **changes)
    if isinstance(value, list | tuple):
        parts = map(off, value)
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if scipy.sparse.issparse(value):
        return off(value.toarray())
    if isinstance(value, np.ndarray) and value.dtype.kind == "U":
        return np.char.add(value, "?")
    if isinstance(value, str):
        return value + "?"
    return value * 1.0001 + 0.0001


def is_measured(part):
    """Strings and real numbers; the integers of a result are its sizes and indices."""
    return isinstance(part, str | float) or getattr(part, "dtype", np.dtype(int)).kind == "f"


def name_of(paper: str, name: str, what: str) -> str:
    """The name of an implementation; those of D2KE, the first paper, have none in front."""
    return f"{name}_{what}" if paper == "d2ke" else f"{paper}_{name}_{what}"


def register(paper: str, name: str) -> None:
    """Add the implementation whose ``name`` is off, to be killed by its vectors."""

    def make(right: Target) -> Target:
        function = right.get(f"{paper}.{name}")
        return changed(right, paper=paper, **{name: lambda *a, **k: off(function(*a, **k))})

    make.__name__ = name_of(paper, name, "a_little_off")
    make.__doc__ = f"{name} with every number of its result a relative 1e-4 too large."
    wrong(killed_by=f"{paper}/vectors/{name}")(make)


def forgiving(paper: str, name: str) -> None:
    """Add the implementation whose ``name`` answers where it should refuse."""

    def make(right: Target) -> Target:
        function = right.get(f"{paper}.{name}")
        return changed(right, paper=paper, **{name: trusting(function)})

    make.__name__ = name_of(paper, name, "that_refuses_nothing")
    make.__doc__ = f"{name} with some answer for any input."
    wrong(killed_by=f"{paper}/bad-input-vectors/{name}")(make)


def trusting(function: Callable[..., object]) -> Callable[..., object]:
    """The function of an implementation without checks of its input: some number for any."""

    def answer(*args, **keywords):
        try:
            return function(*args, **keywords)
        except (TypeError, ValueError):
            return 0.0

    return answer


for _paper in vectors.PAPERS:
    _stored = vectors.load(_paper)
    for _name in dict.fromkeys(vector.function for vector in _stored):
        register(_paper, _name)
    for _name in dict.fromkeys(v.function for v in _stored if v.result == "invalid"):
        forgiving(_paper, _name)
