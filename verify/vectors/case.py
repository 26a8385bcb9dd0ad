"""One test vector before its result is computed, and how to write one in a line."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

Tolerance = dict[str, Any]
EXACT: Tolerance = {"exact": True}

# arguments made of 64-bit words, which are stored as strings of 16 hexadecimal digits
WORDS = frozenset({"array1", "array2"})


def roundings(count: float) -> Tolerance:
    """Each number within ``count`` times 2^-52 of its own size."""
    return {"roundings": count}


def within(absolute: float) -> Tolerance:
    """Each number within an absolute error."""
    return {"absolute": absolute}


@dataclass(frozen=True)
class Case:
    """A call, what kind of answer it has, and why it is asked; named "function/what is special"."""

    id: str
    arguments: dict[str, Any]
    flags: tuple[str, ...]
    result: str = "valid"
    tolerance: Tolerance | None = None
    alternatives: tuple[Any, ...] = ()
    freedom: str = ""
    error: str = ""
    naming: tuple[str, ...] = ()

    @property
    def function(self) -> str:
        """The function that is called."""
        return self.id.split("/")[0]


def case(name: str, /, *flags: str, tolerance: Tolerance | None = None, **arguments: Any) -> Case:
    """A call with one right answer."""
    return Case(name, arguments, flags, tolerance=tolerance)


def free(
    name: str,
    /,
    *flags: str,
    alternatives: tuple[Any, ...] = (),
    freedom: str = "",
    tolerance: Tolerance | None = None,
    **arguments: Any,
) -> Case:
    """A call with several right answers: all listed, or described by ``freedom``."""
    return Case(name, arguments, flags, "acceptable", tolerance, alternatives, freedom)


def refused(name: str, naming: str, /, *flags: str, error: str = "value", **arguments: Any) -> Case:
    """A call to be refused with a "value" or a "type" error that names an argument ("x or y")."""
    names = tuple(naming.split(" or "))
    return Case(name, arguments, ("bad_input", *flags), result="invalid", error=error, naming=names)


def standard(tolerance: Tolerance, cases: Iterable[Case]) -> list[Case]:
    """The cases, those without a tolerance of their own with this one."""
    return [replace(c, tolerance=tolerance) if c.tolerance is None else c for c in cases]
