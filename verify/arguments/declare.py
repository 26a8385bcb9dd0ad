"""How a function's arguments are declared: an argument, what is bad for it, and a whole call.

A table of calls reads so::

    call("knn_predict", D=distances(CROSS), y=labels([2, 1, 2]), k=count(1, high=3))
    .with_options(ties=choice("smallest", "nearest"))
    .refusing("labels-too-few", "y or D", flag="shapes", y=[2, 1])

The first line has a good value of each argument and its kind, from which its bad values follow; the
last one says which arguments do not go together, and which of them the message may name.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

Error = Literal["value", "type", "either"]  # "either" where a value is wrong in both ways


@dataclass(frozen=True)
class Bad:
    """A value to be refused: its name, the error, and the option that the message should suggest.

    The flag is that of the test vector in which the value is stored.
    """

    name: str
    value: Any
    error: Error = "value"
    meant: str = ""
    flag: str = ""


@dataclass(frozen=True)
class Argument:
    """An argument of some kind: a good value for it, bad ones, and the last that are good."""

    kind: str
    good: Any
    bad: tuple[Bad, ...] = ()
    edges: tuple[Any, ...] = ()

    def optional(self) -> Argument:
        """The same where None is a good value as well."""
        return self.without("none")

    def without(self, *names: str) -> Argument:
        """The same without some of the bad values, which this function takes."""
        unknown = set(names) - {bad.name for bad in self.bad}
        if unknown:
            raise ValueError(f"{self.kind} has no bad values {sorted(unknown)}")
        return replace(self, bad=tuple(bad for bad in self.bad if bad.name not in names))

    def taking(self, *edges: Any) -> Argument:
        """The same with these as the last good values."""
        return replace(self, edges=edges)

    def refusing(self, name: str, value: Any, error: Error = "value", flag: str = "") -> Argument:
        """The same with one more bad value, which is bad for this function."""
        return replace(self, bad=(*self.bad, Bad(name, value, error, flag=flag)))


@dataclass(frozen=True)
class Refusal:
    """A call to be refused, with an error that names one of ``naming``, and ``meant`` if any."""

    name: str
    given: dict[str, Any]
    required: int
    error: Error
    naming: tuple[str, ...]
    meant: str = ""
    flag: str = ""

    def put_to(self, function: Callable[..., Any]) -> Any:
        """Call the function: what is required by position, options by keyword."""
        return _put(function, self.given, self.required)

    def bare(self) -> Refusal:
        """The same without the options that it is not about."""
        kept = {*list(self.given)[: self.required], *self.naming}
        given = {name: value for name, value in self.given.items() if name in kept}
        return replace(self, given=given)


@dataclass(frozen=True)
class Call:
    """A valid call of a function, argument by argument, and the calls that it must refuse.

    Attributes
    ----------
    required, options : dict
        The arguments in the order of the signature; a value that is no :class:`Argument` is given
        as it is, and nothing else is tried in its place.
    together : tuple
        Refusals of arguments that are good one by one and do not go together; what each of them
        has in ``given`` are the changes alone.
    case : str
        What tells this call from others of the same function.
    """

    function: str
    required: dict[str, Argument]
    options: dict[str, Argument] = field(default_factory=dict)
    together: tuple[Refusal, ...] = ()
    case: str = ""

    @property
    def arguments(self) -> dict[str, Argument]:
        """All arguments."""
        return self.required | self.options

    def valid(self) -> dict[str, Any]:
        """A good value for each argument, fresh."""
        return {name: copy.deepcopy(each.good) for name, each in self.arguments.items()}

    def answer(self, function: Callable[..., Any]) -> Any:
        """What the function returns for the valid call."""
        return _put(function, self.valid(), len(self.required))

    def in_other_units(self, unit: float) -> Iterator[Refusal]:
        """The call with one argument of real numbers times the unit, for each of them."""
        for name in self._numbers():
            yield self._in_other_units([name], unit)

    def all_in_other_units(self, unit: float) -> Refusal:
        """The call with all real numbers times the unit."""
        return self._in_other_units(self._numbers(), unit)

    def _numbers(self) -> list[str]:
        """The arguments of real numbers, of which some are not 0."""
        kinds = (float, np.ndarray)
        goods = {n: each.good for n, each in self.arguments.items() if isinstance(each.good, kinds)}
        return [
            n for n, good in goods.items() if np.asarray(good).dtype.kind == "f" and np.any(good)
        ]

    def _in_other_units(self, names: list[str], unit: float) -> Refusal:
        given = self.valid()
        given |= {name: given[name] * unit for name in names}
        label = self._label(f"{' and '.join(names)} times {unit:g}")
        return Refusal(label, given, len(self.required), "value", tuple(names))

    def with_options(self, **options: Any) -> Call:
        """The same call with arguments that may be left out."""
        return replace(self, options=self.options | _arguments(options))

    def refusing(
        self, name: str, naming: str, error: Error = "value", flag: str = "", **changes: Any
    ) -> Call:
        """The same call, to be refused with these changes; ``naming`` reads "x or y"."""
        names = tuple(naming.split(" or "))
        refusal = Refusal(name, changes, len(self.required), error, names, flag=flag)
        return replace(self, together=(*self.together, refusal))

    def refusing_shapes(self, name: str, naming: str, **changes: dict[str, Any]) -> Call:
        """The same call, to be refused with each of several values that meet no other argument."""
        made = self
        for argument, values in changes.items():
            for label, value in values.items():
                changed = {argument: value}
                made = made.refusing(f"{name}-{label}", naming, "value", "shapes", **changed)
        return made

    def refusals(self) -> Iterator[Refusal]:
        """Every call to be refused: one argument bad, then several that do not go together."""
        for name, argument in self.arguments.items():
            for bad in argument.bad:
                given = self.valid() | {name: bad.value}
                label = self._label(f"{name}-{bad.name}")
                yield Refusal(
                    label, given, len(self.required), bad.error, (name,), bad.meant, bad.flag
                )
        for refusal in self.together:
            given = self.valid() | refusal.given
            yield replace(refusal, name=self._label(refusal.name), given=given)

    def at_edges(self) -> Iterator[Refusal]:
        """The call with one argument at an end of its range, which is still good."""
        for name, argument in self.arguments.items():
            for value in argument.edges:
                given, label = self.valid() | {name: value}, self._label(f"{name} = {value!r}")
                yield Refusal(label, given, len(self.required), "either", (name,))

    def _label(self, name: str) -> str:
        return f"{self.case}-{name}" if self.case else name


def call(function: str, case: str = "", /, **required: Any) -> Call:
    """A call with the arguments that cannot be left out."""
    return Call(function, _arguments(required), case=case)


def _arguments(given: dict[str, Any]) -> dict[str, Argument]:
    return {
        name: value if isinstance(value, Argument) else Argument("as given", value)
        for name, value in given.items()
    }


def _put(function: Callable[..., Any], given: dict[str, Any], required: int) -> Any:
    values = list(given.values())
    return function(*values[:required], **dict(list(given.items())[required:]))
