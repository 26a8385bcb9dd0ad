"""Wrong implementations, each with the claims whose checks must see through it.

Most are wrong in one function of a paper, which is written out as it must not be. Its first
argument is ``right``, a sound implementation (a ``verify.Target``), if it needs one::

    @wrong("d2ke.random_strings", killed_by="d2ke/random-strings")
    def strings_one_short(right, R, *rest):
        '''R - 1 of them.'''
        return right.d2ke.random_strings(R, *rest)[: R - 1]

In the place of the function's name may stand what makes a whole implementation of ``right`` and the
fault; a table of faults of one kind is then a line each::

    wrong_softmin = faults(softmin_becomes, killed_by="d2ke/eq-6")
    wrong_softmin("without weights: forgets p", lambda f, p, g: -np.log(np.exp(-g * f).mean()) / g)

Where what is wrong is that it raises, ``raises`` says what; any other exception is a slip in how
the fault is written, which proves nothing (:func:`is_answer`).

And whatever keeps a state, or has several functions, is a function from ``right`` to the wrong one,
decorated without a name. Nothing in here is a test; ``tests/test_zoo.py`` is.
"""

import functools
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gramcheck.verify import Record, Status, Target, replace

# how records say that a call raised, where it should have given a result or another exception, or
# that the check itself did, as it read a result
RAISED = re.compile(
    r"got=(\w+): .*?, should be (?:a result|an answer|\w+Error)\b"
    r"|, should be something that can be judged \(\S+:\d+: (\w+)",
    re.DOTALL,
)
Exceptions = type[Exception] | tuple[type[Exception], ...]


@dataclass(frozen=True)
class Wrong:
    """One wrong implementation and the claims, or single checks, that it contradicts.

    One that a function of its own makes says in a line what is wrong with it, and where it stands;
    the name of a row of a table says so itself.
    """

    name: str
    make: Callable[[Target], Target]
    killed_by: tuple[str, ...]
    raises: Exceptions = ()
    said: str = ""
    place: str = ""


_ZOO: dict[str, Wrong] = {}
Claims = str | tuple[str, ...]


def add(
    name: str,
    make: Callable[[Target], Target],
    killed_by: Claims,
    raises: Exceptions = (),
    *told: str,
) -> None:
    """Register an implementation under a name of its own."""
    if name in _ZOO:
        raise ValueError(f"there are two wrong implementations named {name}")
    killers = (killed_by,) if isinstance(killed_by, str) else killed_by
    if not killers:
        raise ValueError(f"no claim is named that contradicts {name}")
    _ZOO[name] = Wrong(name, make, killers, raises, *told)


def raised(record: Record) -> str:
    """The name of the exception that a check fails for: of a call, or over what a call gave."""
    found = RAISED.search(record.message) if record.status == Status.FAILED else None
    return (found[1] or found[2]) if found else ""


def is_answer(record: Record, raises: Exceptions = ()) -> bool:
    """Whether a check fails for what is wrong in a fault: not for an exception, but one of these.

    Of these exactly: a subclass is something else that went wrong.
    """
    kinds = raises if isinstance(raises, tuple) else (raises,)
    return record.status == Status.FAILED and raised(record) in {"", *(k.__name__ for k in kinds)}


def wrong(
    how: Any = None,
    *before: Any,
    killed_by: Claims,
    raises: Exceptions = (),
    as_option: str = "",
    **options: Any,
) -> Callable:
    """Register the function below as a fault; every claim in ``killed_by`` must fail on it.

    A single check is named by its id, "claim name", where the others of the claim are not to run.

    Parameters
    ----------
    how : str or function, optional
        What the function below is: the wrong form of "paper.function", or the fault that is made
        into an implementation by ``how(right, *before, fault, **options)``; without it, a function
        from ``right`` to the wrong implementation.
    raises : type of exception, or several
        What it may fail by raising, since that is what is wrong with it.
    as_option : str
        The name of an option of ``how`` that the fault is, instead of an argument.
    """

    def register(fault: Callable) -> Callable:
        if not fault.__doc__:
            raise TypeError(f"{fault.__name__} must say in a docstring what is wrong with it")
        given = before if as_option else (*before, fault)
        named = options | ({as_option: fault} if as_option else {})
        make = fault if how is None else _made(how, given, named)
        said = inspect.getdoc(fault).split("\n\n")[0].replace("\n", " ")
        add(
            fault.__name__,
            make,
            killed_by,
            raises,
            said,
            f"{fault.__module__.replace('.', '/')}.py",
        )
        return fault

    return register


def faults(
    how: Callable[..., Target], *before: Any, killed_by: Claims = (), raises: Exceptions = ()
) -> Callable[..., None]:
    """A table of faults of one kind: ``row("name: what is wrong", *fault, **options)``.

    Each is made into an implementation by ``how(right, *before, *fault, **options)``; a row may
    name claims of its own, and must where the table names none.
    """

    def row(what: str, *fault: Any, killed_by: Claims = killed_by, **options: Any) -> None:
        add(what, _made(how, (*before, *fault), options), killed_by, raises)

    return row


def _made(how: Any, given: tuple, options: dict[str, Any]) -> Callable[[Target], Target]:
    def make(right: Target) -> Target:
        bound = [_bound(each, right) for each in given]
        if isinstance(how, str):
            return replace(right, how, *bound)
        return how(right, *bound, **{name: _bound(each, right) for name, each in options.items()})

    return make


def _bound(given: Any, right: Target) -> Any:
    """A function whose first argument is called right, with that argument."""
    arguments = inspect.signature(given).parameters if inspect.isfunction(given) else ()
    return functools.partial(given, right) if next(iter(arguments), None) == "right" else given


# ways to be wrong ---------------------------------------------------------------------------------


def changed(right: Target, *, paper: str = "d2ke", **functions: Callable) -> Target:
    """``right`` with some functions of a paper replaced, of D2KE if none is named."""
    for name, function in functions.items():
        right = replace(right, f"{paper}.{name}", function)
    return right


def result_becomes(right: Target, path: str, change: Callable) -> Target:
    """One function whose result is ``change(the right one, *arguments given by place)``."""
    function = right.get(path)
    return replace(right, path, lambda *a, **how: change(function(*a, **how), *a))


def arguments_become(right: Target, path: str, change: Callable) -> Target:
    """One function that is given ``change(*arguments)`` in place of those given by position."""
    function = right.get(path)
    return replace(right, path, lambda *a, **how: function(*change(*a), **how))


def with_16_bits(*arguments: Any) -> list[Any]:
    """The arguments with their generator replaced by one of 65,536."""
    return [
        np.random.default_rng(int(a.integers(2**16))) if isinstance(a, np.random.Generator) else a
        for a in arguments
    ]


def options_become(right: Target, path: str, **forms: Callable) -> Target:
    """One function, some of whose options are functions of all that are given by name."""
    function = right.get(path)

    def asked(*args, **how):
        return function(*args, **how | {name: form(how) for name, form in forms.items()})

    return replace(right, path, asked)


class Altered:
    """A result with some of its attributes replaced."""

    def __init__(self, right: Any, **attributes: Any) -> None:
        self._right = right
        self.__dict__.update(attributes)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._right, name)


def attribute_becomes(right: Target, path: str, name: str, change: Callable) -> Target:
    """One function whose result has one attribute as ``change(the right result)``."""
    return result_becomes(right, path, lambda found, *_: Altered(found, **{name: change(found)}))


def zoo() -> list[Wrong]:
    """All wrong implementations, of every module in this package."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
    return list(_ZOO.values())
