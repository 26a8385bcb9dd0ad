"""The implementation under test: any module or object that has the names, or a part of them.

``load("mypackage.adapter").d2ke.softmin`` is ``mypackage.adapter.d2ke.softmin``, whether ``d2ke``
is an attribute or a submodule. The functions come wrapped: the target remembers the calls made
since the last outcome, so that a failure can say what to paste, and an exception that the
implementation raised can be told from one of ours.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import os
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, NoReturn

import numpy as np

from gramcheck.verify.before import Before
from gramcheck.verify.calls import Call, TargetFunction
from gramcheck.verify.contract import contracts
from gramcheck.verify.guard import Deadline
from gramcheck.verify.record import LackingError
from gramcheck.verify.rendering import NotPasteableError

_HERE = str(Path(__file__).parent) + os.sep
_ADAPTERS = os.path.join(_HERE, "adapters", "")
_CALLS_SHOWN = 3
NOTHING = object()  # in place of a result that is not there


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
        self.latest: Call | None = None  # which outcomes behind its own are about as well
        self.result: Any = NOTHING  # the last one
        self.stand_in: Callable[[], Target] | None = None
        self.stood_in = False  # for what the outcomes until the next call may be about
        self.is_behind_outcome = False  # with no call since
        self.lacking: dict[str, None] = {}  # since it was last cleared, in order
        self.changed: dict[str, Call] = {}  # sentences about arguments written to, likewise
        self.written: list[Before] = []  # of the same, to be put back
        self.deadline = Deadline()  # after it, what is called is lacking
        self.on_call: Callable[[], object] | None = None  # before a call that is remembered
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

    @property
    def tolerances(self) -> Mapping[str, float]:
        """What its root says its solvers reach: ``tolerances = {"kcr.solve_exactly": 1e-6}``.

        Raises
        ------
        ValueError
            A name that the contract has not, or no positive number.
        """
        claims = getattr(self.root, "tolerances", None)
        if not isinstance(claims, Mapping):
            return {}
        for name, claim in claims.items():
            if name not in contracts():
                raise ValueError(f"tolerances of {self.name} names {name!r}, which no contract has")
            if not isinstance(claim, float) or not 0 < claim < 1:
                raise ValueError(
                    f"tolerances[{name!r}] of {self.name} must lie between 0 and 1, got {claim!r}"
                )
        return claims

    def lack(self, *names: str) -> NoReturn:
        """Note what the implementation lacks, and end what needs it."""
        self.lacking |= dict.fromkeys(names)
        raise LackingError(", ".join(names))

    @contextlib.contextmanager
    def helped_by(self, other: Callable[[], Target]) -> Iterator[None]:
        """Have another implementation answer what this one lacks, which :attr:`stood_in` tells.

        So a check goes on with what does not need it. Whoever judges leaves out what does.
        """
        self.stand_in, self.stood_in, self.is_behind_outcome = other, False, False
        try:
            yield
        finally:
            self.stand_in = None

    def put_back(self) -> None:
        """Undo what the implementation wrote into its arguments: others may be given them too."""
        while self.written:
            self.written.pop().put_back()

    def raised(self, error: BaseException) -> bool:
        """Whether the implementation raised this, and not the check or a callable of ours."""
        ours = True
        for frame, _ in traceback.walk_tb(error.__traceback__):
            code = frame.f_code
            within = code.co_filename.startswith(_HERE)  # the reference shares a package with us
            if code is TargetFunction._called.__code__:
                ours = False
            elif within and not code.co_filename.startswith(_ADAPTERS):
                ours = True
            elif self._owns(code.co_filename):
                ours = False
        return not ours

    def pasteable_calls(self, last_only: bool = False) -> str:
        """The calls made since they were last cleared, or "" when they cannot be pasted."""
        calls = list(self.calls)[-1:] if last_only else list(self.calls)
        return "" if len(calls) > _CALLS_SHOWN else self.pasteable(*calls)

    def pasteable(self, *calls: Call) -> str:
        """These calls as a line to paste, or "" where there is none."""
        try:
            return "; ".join(call.written(self.expression) for call in calls)
        except NotPasteableError:
            return ""

    def last_call(self) -> str:
        """The last call of all in short, with dots in place of what is too long."""
        return self.latest.in_short(self.expression) if self.latest else ""

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


def load(target: Any) -> Target:
    """The implementation named by a string, or given as a module, an object or a Target.

    Raises
    ------
    ImportError
        No such module, or a path instead; the message says what was looked for.
    TypeError
        A number, a list or the like, which has no functions.
    """
    if isinstance(target, Target):
        return target
    if isinstance(target, str):
        if not all(target.split(".")) or "/" in target or target.endswith(".py"):
            raise ImportError(
                f"the target {target!r} is no name of a module: give my_adapter or my.adapter, "
                "not a path, and put its folder on PYTHONPATH"
            )
        try:
            return Target(importlib.import_module(target), target)
        except ImportError as error:
            why = f"the target {target!r} cannot be imported: {error}"
            if isinstance(error, ModuleNotFoundError) and error.name == target.partition(".")[0]:
                why += " (is its folder on PYTHONPATH?)"
            raise ImportError(why) from error
    if target is None or isinstance(target, _PLAIN):
        raise TypeError(
            "target must be the name of a module, a module, or an object that has the functions, "
            f"got {target!r}"
        )
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
    top = sys.modules.get((getattr(module, "__name__", "") or "").split(".")[0])
    if top is not None and hasattr(top, "__path__"):
        return [str(Path(folder)) + os.sep for folder in top.__path__]
    file = getattr(top, "__file__", None)
    return [file] if file else []
