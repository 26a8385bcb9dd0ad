"""Implementations a little off, or without refusals: each function that has stored vectors."""

import dataclasses
from itertools import chain

import numpy as np
import scipy.sparse

from gramcheck.verify import Target, replace, vectors
from gramcheck.verify.contract import PAPERS
from tests.zoo import Altered, faults


def off(value):
    """Numbers by a relative 1e-4, strings by a letter, in whatever they stand."""
    if dataclasses.is_dataclass(value):
        parts = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        changes = {name: off(part) for name, part in parts.items() if is_measured(part)}
        return Altered(value, **changes)
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


def answers_off(right: Target, function: str) -> Target:
    """One function with every number of its result a relative 1e-4 too large."""
    exact = right.get(function)
    return replace(right, function, lambda *a, **how: off(exact(*a, **how)))


STORED = {paper: vectors.load(paper) for paper in PAPERS}
GOOD = {f"{v.paper}.{v.function}": v for v in chain(*STORED.values()) if v.result != "invalid"}


def trusting(function):
    """The function without checks of its input: what it says of a good call is good for any."""

    def answer(*args, **options):
        try:
            return function(*args, **options)
        except (TypeError, ValueError):
            return function(**GOOD[function.name].keywords())

    return answer


def answers_to_anything(right: Target, function: str) -> Target:
    """One function that trusts its callers."""
    return replace(right, function, trusting(right.get(function)))


for _paper, _stored in STORED.items():
    for _name in dict.fromkeys(vector.function for vector in _stored):
        _row = faults(answers_off, killed_by=f"{_paper}/vectors/{_name}")
        _row(f"{_paper}.{_name} a little off", f"{_paper}.{_name}")
    for _name in dict.fromkeys(v.function for v in _stored if v.result == "invalid"):
        _row = faults(answers_to_anything, killed_by=f"{_paper}/bad-input-vectors/{_name}")
        _row(f"{_paper}.{_name} refuses nothing", f"{_paper}.{_name}")
