"""One call of the implementation: made as the contract says, remembered, watched.

What a call may do besides returning is said here once: it may lack an option, return something of
another kind, try to end the process, write to its arguments, change how NumPy takes errors.
"""

from __future__ import annotations

import functools
import inspect
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gramcheck.verify import precision
from gramcheck.verify.before import Before, copied
from gramcheck.verify.contract import Contract, Shape, contracts
from gramcheck.verify.guard import interrupted, one_process
from gramcheck.verify.record import LackingError
from gramcheck.verify.rendering import NotPasteableError, render, shown

if TYPE_CHECKING:
    from gramcheck.verify.target import Target

_SHORT = 30  # characters of an argument in a call that is not to be pasted


class Call(NamedTuple):
    """One call of the implementation: name, arguments and states of generators, as before it."""

    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    states: dict[int, Any]

    def written(self, owner: str, render: Callable[..., str] = render) -> str:
        """The call as an expression; NotPasteableError where there is none for an argument."""
        arguments = [render(value, self.states) for value in self.args]
        arguments += [f"{key}={render(value, self.states)}" for key, value in self.kwargs.items()]
        return f"{owner}.{self.name}({', '.join(arguments)})"

    def in_short(self, owner: str) -> str:
        """The same with dots in place of what is too long, or has no expression."""
        return self.written(owner, _or_dots)


class MalformedError(Exception):
    """The implementation returned something of another kind than the contract says."""


class ExitError(Exception):
    """The implementation tried to end the process or its caller, or raised what is no Exception."""


class TargetFunction:
    """A function of the target, called as the contract says and remembered when it is called."""

    repr_is_pasteable = True

    def __init__(self, name: str, function: Any, target: Target) -> None:
        self.name = name
        self._function = function
        self._target = target

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the implementation; what it lacks is left to the target's stand-in, if it has one.

        Raises
        ------
        LackingError
            It says that it lacks an option, or takes no such argument; or time is up.
        MalformedError
            What it returned is of another kind than the contract says.
        """
        target = self._target
        if target.depth > 0:  # calls from within a call are not remembered
            return self._function(*args, **kwargs)
        if target.is_behind_outcome:  # what was fetched before may have served several outcomes
            target.stood_in = target.is_behind_outcome = False
        try:
            result = self.alone(*args, **kwargs)
        except LackingError:
            if target.deadline.is_over() or not (other := self._stand_in()):
                raise
            target.stood_in = True
            return other(*args, **kwargs)
        contract = contracts().get(self.name)
        if contract and contract.shape.may_lack and (other := self._stand_in()):
            made = functools.cache(lambda: other(*args, **kwargs))
            return _completed(result, contract.shape, self, made)
        return result

    def _stand_in(self) -> Any:
        """The same function of the target's stand-in; None where there is none."""
        if self._target.stand_in is None or self.name not in contracts():
            return None
        other = self._target.stand_in()
        return other.get(self.name) if other.has(self.name) else None

    def alone(self, *args: Any, **kwargs: Any) -> Any:
        """Call the implementation, as the contract says, whatever it lacks."""
        target, contract = self._target, contracts().get(self.name)
        if target.deadline.is_over():
            target.lack(target.deadline.name)
        if contract:
            args, kwargs = contract.arrange(args, kwargs)
        generators = [a for a in (*args, *kwargs.values()) if isinstance(a, np.random.Generator)]
        states = {id(rng): rng.bit_generator.state for rng in generators}
        target.latest = Call(self.name, copied(args), copied(kwargs), states)
        target.calls.append(target.latest)
        if precision.beyond_range((*args, *kwargs.values())):
            target.lack(f"precision: numbers beyond the range of {precision.current().name}")
        if declared := [name for name in kwargs if name in target.declared(self.name)]:
            target.lack(*(f"{self.name}({name})" for name in declared))
        if target.on_call:
            target.on_call()
        before = [Before(value) for value in (*args, *kwargs.values())]
        try:
            target.result = self._called(args, kwargs, contract)
        finally:
            self._watch(before, len(args), list(kwargs), contract)
        return target.result

    def defaults(self) -> dict[str, Any]:
        """The defaults of options as the signature shows them; none where there is no signature."""
        try:
            taken = inspect.signature(self._function).parameters.values()
        except (TypeError, ValueError):  # none, as of some functions in C
            return {}
        return {each.name: each.default for each in taken if each.default is not each.empty}

    def lacks(self, attribute: str) -> None:
        """Note that a check asked for an attribute that the result has not."""
        self._target.lacking[f"{self.name}: {attribute}"] = None
        self._target.stood_in = True

    def _called(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], contract: Contract | None
    ) -> Any:
        target = self._target
        target.depth += 1
        try:
            with np.errstate(), one_process():  # np.seterr is not for the check to suffer either
                result = self._function(*args, **kwargs)
            if contract and (wanted := contract.shape.complaint(result)):
                raise MalformedError(f"{self.name} returned {shown(result)}, should be {wanted}")
            return result
        except NotImplementedError as error:
            named = [name for name in kwargs if re.search(rf"\b{name}\b", str(error))]
            target.lack(*(f"{self.name}({name})" for name in named or [str(error) or "call"]))
        except TypeError as error:
            if refused := self._refused(kwargs, error):
                target.lack(*(f"{self.name}({name})" for name in refused))
            raise
        except UnicodeEncodeError as error:
            if "surrogate" in str(error):  # a Python string that is no text; few in C take it
                target.lack(f"{self.name}(lone surrogates)")
            raise
        except StopIteration as error:  # in a check it would be the check's own end
            raise ExitError(f"StopIteration: {error}") from error
        except Exception:
            raise
        except BaseException as error:  # exit() must not end the run, nor pass for a success
            if isinstance(error, KeyboardInterrupt) and interrupted():
                raise
            raise ExitError(f"{type(error).__name__}: {error}") from error
        finally:
            target.depth -= 1

    def _refused(self, kwargs: dict[str, Any], error: TypeError) -> list[str]:
        """Options that the implementation, or what it hands them to, has no parameter for."""
        named = re.findall(r"keyword argument:? '(\w+)'|'(\w+)' is an invalid keyword", str(error))
        if named := [name for pair in named for name in pair if name in kwargs]:
            return named
        try:
            taken = inspect.signature(self._function).parameters.values()
        except (TypeError, ValueError):  # none, as of some functions in C
            return []
        if any(each.kind is each.VAR_KEYWORD for each in taken):
            return []
        return [name for name in kwargs if name not in {each.name for each in taken}]

    def _watch(
        self, before: list[Before], positional: int, keywords: list[str], contract: Contract | None
    ) -> None:
        """Note the arguments that the call wrote to; a failure may be no more than that."""
        names = [each.name for each in contract.parameters] if contract else []
        names += [f"argument {place}" for place in range(len(names), positional)]
        for name, each in zip([*names[:positional], *keywords], before, strict=True):
            if each.is_changed:
                self._target.changed[f"{self.name} changed its {name}"] = None
                self._target.written.append(each)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._target.get(f"{self.name}.{name}")  # a class may serve as a namespace

    def __repr__(self) -> str:
        return f"{self._target.expression}.{self.name}"


class _Completed:
    """A result that lacks attributes; those are the stand-in's, which makes one when it must."""

    def __init__(
        self, result: Any, missing: Sequence[str], call: TargetFunction, made: Callable[[], Any]
    ) -> None:
        self._result, self._missing, self._call, self._made = result, missing, call, made

    def __getattr__(self, name: str) -> Any:
        if name not in self._missing:
            return getattr(self._result, name)
        self._call.lacks(name)
        return getattr(self._made(), name)

    def __repr__(self) -> str:
        return repr(self._result)


def _completed(result: Any, shape: Shape, call: TargetFunction, made: Callable[[], Any]) -> Any:
    """The result as it is, unless it or a part of it lacks an attribute that it may lack."""
    if shape.kind == "tuple":
        parts = [
            _completed(part, own, call, functools.partial(_part, made, place))
            for place, (part, own) in enumerate(zip(result, shape.parts, strict=True))
        ]
        return result if all(map(operator.is_, parts, result)) else tuple(parts)
    missing = [name for name in shape.optional if not _has(result, name)]
    return _Completed(result, missing, call, made) if missing else result


def _part(made: Callable[[], Any], place: int) -> Any:
    return made()[place]


def _has(result: Any, name: str) -> bool:
    """Whether there is such an attribute; a property is not asked for its value."""
    return inspect.getattr_static(result, name, result) is not result or hasattr(result, name)


def _or_dots(value: Any, states: Mapping[int, Any]) -> str:
    try:
        text = render(value, states)
    except NotPasteableError:
        return "..."
    return text if len(text) <= _SHORT else "..."
