"""The implementation under test: any module or object that has the names, or a part of them.

``load("mypackage.adapter").d2ke.softmin`` is ``mypackage.adapter.d2ke.softmin``, whether ``d2ke``
is an attribute or a submodule. The functions come wrapped: the target remembers the calls made
since the last outcome, so that a failure can say what to paste, and an exception that the
implementation raised can be told from one of ours.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import os
import re
import sys
import traceback
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple, NoReturn

import numpy as np

from gramcheck.verify.contract import Contract, contracts
from gramcheck.verify.record import LackingError
from gramcheck.verify.rendering import NotPasteableError, render

_HERE = str(Path(__file__).parent) + os.sep
_ADAPTERS = "gramcheck.verify.adapters"
_CALLS_SHOWN = 3
_RESULTS_KEPT = 16  # that a check may still be reading
_LONG = 300  # characters of a foreign value or message; numba's are pages long


class Call(NamedTuple):
    """One call of the implementation: name, arguments, states of the generators among them."""

    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    states: dict[int, Any]


class MalformedError(Exception):
    """The implementation returned something of another kind than the contract says."""


class ExitError(Exception):
    """The implementation tried to end the process, or raised what is no Exception."""


class TargetFunction:
    """A function of the target, called as the contract says and remembered when it is called."""

    repr_is_pasteable = True

    def __init__(self, name: str, function: Any, target: Target) -> None:
        self.name = name
        self._function = function
        self._target = target

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the implementation; calls from within a call are not remembered.

        Raises
        ------
        LackingError
            It says that it lacks an option, or takes no such argument.
        MalformedError
            What it returned is of another kind than the contract says.
        """
        target = self._target
        if target.depth > 0:
            return self._function(*args, **kwargs)
        contract = contracts().get(self.name)
        if contract:
            args, kwargs = contract.arrange(args, kwargs)
        generators = [a for a in (*args, *kwargs.values()) if isinstance(a, np.random.Generator)]
        states = {id(rng): rng.bit_generator.state for rng in generators}
        target.calls.append(Call(self.name, args, kwargs, states))
        if declared := [name for name in kwargs if name in target.declared(self.name)]:
            target.lack(*(f"{self.name}({name})" for name in declared))
        result = self._called(args, kwargs, contract)
        target.results.append((result, contract))
        return result

    def _called(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], contract: Contract | None
    ) -> Any:
        target = self._target
        target.depth += 1
        try:
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
        except (Exception, KeyboardInterrupt):
            raise
        except BaseException as error:  # exit() must not end the run, nor pass for a success
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

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._target.get(f"{self.name}.{name}")  # a class may serve as a namespace

    def __repr__(self) -> str:
        return f"{self._target.expression}.{self.name}"


class _Namespace:
    """A part of the target, as ``target.d2ke``."""

    def __init__(self, prefix: str, target: Target) -> None:
        self._prefix = prefix
        self._target = target

    def __getattr__(self, name: str) -> Any:
        return self._target.get(f"{self._prefix}.{name}")


class Target:
    """An implementation, seen through dotted names.

    Parameters
    ----------
    root : module or object
        Where names are looked up.
    expression : str
        How the root is written in a line to paste.
    replaced : mapping
        Dotted names that are looked up here instead; None stands for a name that is lacking.
    """

    def __init__(
        self, root: Any, expression: str, replaced: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        self.root = root
        self.expression = expression
        self.replaced = dict(replaced)
        self.calls: deque[Call] = deque(maxlen=_CALLS_SHOWN + 1)
        self.results: deque[tuple[Any, Contract | None]] = deque(maxlen=_RESULTS_KEPT)
        self.lacking: dict[str, None] = {}  # since it was last cleared, in order
        self.depth = 0
        self._files = _source_of(root)

    @property
    def name(self) -> str:
        """The expression, and what was replaced in it."""
        names = ", ".join(self.replaced)
        return f"{self.expression} ({names} replaced)" if names else self.expression

    @property
    def version(self) -> str | None:
        """``__version__`` of the root or of its package, else that of its distribution."""
        top = self.expression.split(".")[0]
        for owner in (self.root, sys.modules.get(top)):
            if isinstance(version := getattr(owner, "__version__", None), str):
                return version
        if not isinstance(self.root, ModuleType):
            return None
        try:
            return importlib.metadata.version(top)
        except importlib.metadata.PackageNotFoundError:
            return None

    def has(self, name: str) -> bool:
        """Whether the target has this dotted name."""
        return self._find(name) is not None

    def get(self, name: str) -> Any:
        """What the dotted name stands for; AttributeError when it is lacking."""
        value = self._find(name)
        if value is None:
            raise AttributeError(f"the target {self.name} lacks {name}")
        if callable(value):
            return TargetFunction(name, value, self)
        return value if isinstance(value, _PLAIN) else _Namespace(name, self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.get(name)

    def declared(self, name: str) -> Sequence[str]:
        """Options that its root says it lacks: ``lacks = {"d2ke.dtw": ["window"]}``."""
        lacks = getattr(self.root, "lacks", None)
        return lacks.get(name, ()) if isinstance(lacks, Mapping) else ()

    def lack(self, *names: str) -> NoReturn:
        """Note what the implementation lacks, and end what needs it."""
        self.lacking |= dict.fromkeys(names)
        raise LackingError(", ".join(names))

    def attribute_missing(self, error: AttributeError) -> str:
        """How an attribute that a result lacks was to be there; empty where it may be lacking.

        Raises
        ------
        AttributeError
            The error itself, where it is not about a result of the target.
        """
        for result, contract in self.results:
            if result is error.obj and contract and contract.shape.attributes is not None:
                if contract.shape.attributes.get(error.name or ""):
                    return f"{contract.name} returned {shown(result)}, should have {error.name}"
                self.lacking[f"{contract.name}: {error.name}"] = None
                return ""
        raise error

    def raised(self, error: BaseException) -> bool:
        """Whether the implementation raised this, and not the check or a callable of ours."""
        ours = True
        for frame, _ in traceback.walk_tb(error.__traceback__):
            code = frame.f_code
            if code is TargetFunction._called.__code__ or self._owns(code.co_filename):
                ours = False
            elif code.co_filename.startswith(_HERE):
                ours = True
        return not ours

    def pasteable_calls(self, last_only: bool = False) -> str:
        """The calls made since they were last cleared, or "" when they cannot be pasted."""
        calls = list(self.calls)[-1:] if last_only else list(self.calls)
        if len(calls) > _CALLS_SHOWN:
            return ""
        try:
            return "; ".join(self._written(call) for call in calls)
        except NotPasteableError:
            return ""

    def _written(self, call: Call) -> str:
        arguments = [render(value, call.states) for value in call.args]
        arguments += [f"{key}={render(value, call.states)}" for key, value in call.kwargs.items()]
        return f"{self.expression}.{call.name}({', '.join(arguments)})"

    def _find(self, name: str) -> Any:
        value, path = self.root, ""
        for part in name.split("."):
            path = f"{path}.{part}" if path else part
            value = self.replaced[path] if path in self.replaced else _attribute(value, part)
        if value is None and any(key.startswith(f"{name}.") for key in self.replaced):
            return _ONLY_REPLACEMENTS
        return value

    def _owns(self, filename: str) -> bool:
        return any(filename.startswith(source) for source in self._files)


_ONLY_REPLACEMENTS = object()  # a namespace that the root itself lacks
_PLAIN = (str, bytes, int, float, complex, list, tuple, dict, set, frozenset, np.ndarray)


def shown(value: Any) -> str:
    """A foreign value in few words; asking it for its repr may fail."""
    try:
        text = repr(value)
    except Exception as error:
        text = f"(its repr raises {type(error).__name__})"
    text = f"{type(value).__name__} {text}" if value is not None else "None"
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."


def load(target: Any) -> Target:
    """The implementation named by a string, or given as a module, an object or a Target.

    Raises
    ------
    ImportError
        No such module; the message says what was looked for.
    """
    if isinstance(target, Target):
        return target
    if isinstance(target, str):
        try:
            return Target(importlib.import_module(target), target)
        except ImportError as error:
            raise ImportError(f"the target {target!r} cannot be imported: {error}") from error
    name = getattr(target, "__name__", None) or f"{type(target).__name__}()"
    return Target(target, name)


def require_some(target: Target, names: Iterable[str]) -> None:
    """Refuse a target in which none of these dotted names is found: nothing would be checked.

    Raises
    ------
    ValueError
        The message shows what a target looks like.
    """
    names = list(dict.fromkeys(names))
    if not names or any(_may_have(target, name) for name in names):
        return
    owner, _, function = names[0].rpartition(".")
    raise ValueError(
        f"the target {target.name} has none of the names that the selected checks need; it should "
        f"be a module or an object that has some of them, as a module has {names[0]} with\n\n"
        f"class {owner}:  # or a submodule\n    {function} = staticmethod(my_{function})\n"
    )


def replace(target: Any, name: str, function: Any) -> Target:
    """The same target with one dotted name replaced; None takes the name away."""
    right = load(target)
    return Target(right.root, right.expression, right.replaced | {name: function})


def _may_have(target: Target, name: str) -> bool:
    try:
        return target.has(name)
    except Exception:  # a submodule that fails as it is imported, as its checks will say
        return True


def _attribute(owner: Any, name: str) -> Any:
    """Attribute, or submodule imported on demand; None when there is neither."""
    value = getattr(owner, name, None)
    if value is not None or not isinstance(owner, ModuleType) or not hasattr(owner, "__path__"):
        return value
    submodule = f"{owner.__name__}.{name}"
    try:
        return importlib.import_module(submodule)
    except ModuleNotFoundError as error:
        if error.name == submodule:
            return None
        raise  # the submodule exists, and something that it imports does not


def _source_of(root: Any) -> list[str]:
    """Files and folders whose frames belong to the implementation."""
    module = root if isinstance(root, ModuleType) else sys.modules.get(type(root).__module__)
    name = getattr(module, "__name__", "") or ""
    if name.startswith(f"{_ADAPTERS}."):  # of our own package, which checks it, these alone
        return [_HERE + f"adapters{os.sep}"]
    top = sys.modules.get(name.split(".")[0])
    if top is not None and hasattr(top, "__path__"):
        return [str(Path(folder)) + os.sep for folder in top.__path__]
    file = getattr(top, "__file__", None)
    return [file] if file else []
