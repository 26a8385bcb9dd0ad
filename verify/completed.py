"""A result that lacks attributes: what follows from it is its own, the rest is borrowed."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from gramcheck.verify.contract import Shape
from gramcheck.verify.derived import UnknownError, derive, has

if TYPE_CHECKING:
    from gramcheck.verify.calls import TargetFunction

Made = Callable[[], Any]


class Completed:
    """A result that lacks attributes: they follow from what it has, or else are the stand-in's."""

    def __init__(
        self, result: Any, shape: Shape, call: TargetFunction, given: Mapping[str, Any], made: Made
    ) -> None:
        self._result, self._optional, self._call = result, shape.optional, call
        self._given, self._made = given, made  # the stand-in makes one when it must

    def __getattr__(self, name: str) -> Any:
        if name not in self._optional or has(self._result, name):
            return getattr(self._result, name)
        try:
            derived = derive(self._call.name, self._given, self._result, name)
        except UnknownError:
            return self._borrowed(name)
        return self._or_borrowed(name, derived) if callable(derived) else derived

    def _borrowed(self, name: str) -> Any:
        self._call.lacks(name)
        return getattr(self._made(), name)

    def _or_borrowed(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any) -> Any:
            try:
                return method(*args)
            except UnknownError:
                return self._borrowed(name)(*args)

        return called

    def __repr__(self) -> str:
        return repr(self._result)


def completed(
    result: Any, shape: Shape, call: TargetFunction, given: Mapping[str, Any], made: Made
) -> Any:
    """The result as it is, unless it or a part of it lacks an attribute that it may lack."""
    if shape.kind == "tuple":
        parts = [
            completed(part, own, call, given, functools.partial(_part, made, place))
            for place, (part, own) in enumerate(zip(result, shape.parts, strict=True))
        ]
        return result if all(map(operator.is_, parts, result)) else tuple(parts)
    lacks = not all(has(result, name) for name in shape.optional)
    return Completed(result, shape, call, given, made) if lacks else result


def its_own(value: Any) -> Any:
    """What the implementation returned, when it is given back to it to start from."""
    return value._result if isinstance(value, Completed) else value


def _part(made: Made, place: int) -> Any:
    return made()[place]
