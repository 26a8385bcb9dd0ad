"""Wrong implementations, each with the claims whose checks must see through it.

A zoo module holds functions such as::

    @wrong(killed_by="d2ke/eq-6")
    def softmin_without_weights(right):
        '''Forgets p: the mean of the exponentials, right only for uniform weights.'''
        return replace(right, "d2ke.softmin", ...)

``right`` is a sound implementation (a ``verify.Target``), and what comes back is the same one
except for a single fault. Nothing in here is a test; ``tests/test_zoo.py`` is.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

from gramcheck.verify import Target, replace


@dataclass(frozen=True)
class Wrong:
    """One wrong implementation and the claims, or single checks, that it contradicts."""

    make: Callable[[Target], Target]
    killed_by: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its function's name."""
        return self.make.__name__


_ZOO: dict[str, Wrong] = {}


def wrong(*, killed_by: str | tuple[str, ...]) -> Callable:
    """Register a function ``right -> wrong``; every claim in ``killed_by`` must fail on it.

    A single check is named by its id, "claim name", where the others of the claim are not to run.
    """
    claims = (killed_by,) if isinstance(killed_by, str) else killed_by

    def register(make: Callable[[Target], Target]) -> Callable[[Target], Target]:
        if make.__name__ in _ZOO:
            raise ValueError(f"there are two wrong implementations named {make.__name__}")
        if not make.__doc__:
            raise TypeError(f"{make.__name__} must say in a docstring what is wrong with it")
        _ZOO[make.__name__] = Wrong(make, claims)
        return make

    return register


def changed(right: Target, *, paper: str = "d2ke", **functions: Callable) -> Target:
    """``right`` with some functions of a paper replaced, of D2KE if none is named."""
    for name, function in functions.items():
        right = replace(right, f"{paper}.{name}", function)
    return right


def zoo() -> list[Wrong]:
    """All wrong implementations, of every module in this package."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
    return list(_ZOO.values())
