"""One call of the implementation: made as the contract says, remembered, watched.

What a call may do besides returning is said here once: it may lack an option, return something of
another kind, try to end the process, write to its arguments, change how NumPy takes errors.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gramcheck.verify import precision
from gramcheck.verify.before import Before, copied
from gramcheck.verify.completed import completed, its_own
from gramcheck.verify.contract import Contract, contracts
from gramcheck.verify.guard import interrupted, one_process
from gramcheck.verify.record import LackingError
from gramcheck.verify.rendering import NotPasteableError, render, shown

if TYPE_CHECKING:
    from gramcheck.verify.target import Target

_TO_WRITE = "array to write into"  # the kind of an argument that a call may change
_REFUSED = re.compile(
    r"(?:keyword argument:?|positional-only arguments passed as keyword arguments:) '([\w, ]+)'"
    r"|'(\w+)' is an invalid keyword"
)
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
            return completed(result, contract.shape, self, contract.named(args, kwargs), made)
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
        args = tuple(map(its_own, args))
        kwargs = {name: its_own(value) for name, value in kwargs.items()}
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
                raise MalformedError(f"{self.name}: got={shown(result)}, should be {wanted}")
            return result
        except NotImplementedError as error:
            named = [name for name in kwargs if re.search(rf"\b{name}\b", str(error))]
            target.lack(*(f"{self.name}({name})" for name in named or [str(error) or "call"]))
        except TypeError as error:
            if refused := self._refused(args, kwargs, error):
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

    def _refused(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], error: TypeError
    ) -> list[str]:
        """Options that the implementation, or what it hands them to, has no parameter for."""
        named = [
            name for each in _REFUSED.findall(str(error)) for name in "".join(each).split(", ")
        ]
        if named := [name for name in named if name in kwargs]:
            return named
        try:
            taken = inspect.signature(self._function).parameters.values()
        except (TypeError, ValueError):  # none, as of some functions in C
            return self._refused_in_c(args, kwargs, error)
        if any(each.kind is each.VAR_KEYWORD for each in taken):
            return []
        keywords = {each.name for each in taken if each.kind is not each.POSITIONAL_ONLY}
        return [name for name in kwargs if name not in keywords]

    def _refused_in_c(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], error: TypeError
    ) -> list[str]:
        """The same without a signature: those but for which it answers, unless it names them."""
        unknown = [name for name in kwargs if not re.search(rf"\b{name}\b", str(error))]
        if not unknown:
            return []
        try:
            self._called(args, {}, contracts().get(self.name))
        except Exception:
            return []
        return unknown

    def _watch(
        self, before: list[Before], positional: int, keywords: list[str], contract: Contract | None
    ) -> None:
        """Note the arguments that the call wrote to, but for those that are there to be written."""
        parameters = contract.parameters if contract else ()
        names = [each.name for each in parameters]
        names += [str(place) for place in range(len(names), positional)]
        named = list(zip([*names[:positional], *keywords], before, strict=True))
        to_write = {each.name for each in parameters if each.kind == _TO_WRITE}
        free = [each for name, each in named if name in to_write]
        for name, each in named:
            if each.is_changed:
                self._target.written.append(each)
                call = self._target.latest
                allowed = each.is_only_rearranged or any(map(each.shares_memory_with, free))
                if call and not allowed:
                    self._target.changed.setdefault(
                        f"{self.name} changed its argument {name}", call
                    )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._target.get(f"{self.name}.{name}")  # a class may serve as a namespace

    def __repr__(self) -> str:
        return f"{self._target.expression}.{self.name}"


def _or_dots(value: Any, states: Mapping[int, Any]) -> str:
    try:
        text = render(value, states)
    except NotPasteableError:
        return "..."
    return text if len(text) <= _SHORT else "..."
