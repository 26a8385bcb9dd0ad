"""Public functions called with hostile arguments: ``python -m tests.fuzz [CALLS] [--seed N]``.

A valid call of the tables in :mod:`gramcheck.verify.arguments` gets one to three of its arguments
replaced: by what is good or bad for any argument of any function, by what no table has (sizes
beyond memory, arrays without dimensions, Series, numbers at the ends of float64), or by the good
value turned, cut or scaled. What comes back must be an answer, or an error that says what an
argument must or may be. Anything else, MemoryError and a call that does not end among it, is a
finding. Each call has a generator of its own, so that ``--only NUMBER`` repeats a finding.
"""

from __future__ import annotations

import argparse
import copy
import datetime
import importlib
import inspect
import resource
import signal
import sys
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy import sparse

from gramcheck.reference import sfm
from gramcheck.reference.errors import ConvergenceError
from gramcheck.verify.arguments import CALLS
from gramcheck.verify.arguments.declare import Argument, Call, call
from gramcheck.verify.arguments.kinds import strings
from gramcheck.verify.compare import names

SECONDS = 10  # for a call whose valid form takes milliseconds
MEMORY = 6 * 2**30  # bytes of address space: what asks for more is a MemoryError here
# how long to go on is what these ask for; a large one is no mistake
BUDGETS = {"max_iterations", "iterations", "sweeps", "limit", "samples", "most_strings"}
LARGE = 10**4
WORDS = ("must", "may", "unknown")  # one of them is in every refusal of ours

TRANSFORM = call(
    "transform",
    strings=strings(["AB", "BA"]),
    vocabulary=Argument("vocabulary", sfm.fit_vocabulary([["AB", "BAB"]])),
)
EVERY = [
    *((paper, made) for paper, calls in CALLS.items() for made in calls),
    ("sfm", TRANSFORM),
]


class Series:
    """What has the interface of a Series."""

    def __init__(self, values: Any) -> None:
        if isinstance(values, list):  # of anything
            values, elements = np.empty(len(values), dtype=object), values
            for i, element in enumerate(elements):
                values[i] = element
        self.values, self.shape = values, values.shape

    def to_numpy(self) -> Any:
        return self.values


class Hostile:
    """An object that answers every question with an error, but for its name."""

    def __array__(self, *arguments: Any, **options: Any) -> Any:
        raise ValueError("no array for you")

    def __len__(self) -> int:
        raise TypeError("no length for you")


def _nested(depth: int) -> Any:
    return [_nested(depth - 1)] if depth else 1.0


ODD = [
    *(10**power for power in (3, 6, 9, 12, 15, 18, 30, 400)),
    *(2**power + shift for power in (31, 32, 53, 60, 63, 64) for shift in (-1, 0, 1)),
    -(2**63), -1, 0, 1, 2, 3, 7, 64, True, False, None, ..., NotImplemented,
    0.0, -0.0, 0.5, 1.0, 5e-324, 1e-308, 1e-101, 1e-100, 1e100, 1e101, 1e308, -1e308,
    float("nan"), float("inf"), float("-inf"), 1j, Fraction(1, 3), Decimal("0.1"),
    np.float16(1e-7), np.float32(3), np.longdouble("1e4000"), np.int8(-1), np.uint64(2**63),
    np.True_, np.str_("ab"), np.datetime64("2020-01-01"), datetime.date(2020, 1, 1),
    "", "a", "AB", "\x00", "\ud800", "a\x00", "\N{GREEK SMALL LETTER ALPHA}", "a" * 300, b"", b"ab",
    [], (), {}, set(), {1}, {"a": 1}, range(3), range(0), deque([1, 2]), iter([1]), [[]], [[], []],
    [None], [float("nan")], [1, "a"], ["a", None], ["a", 1], [b"a"], [True, 2.0], [[1], [1, 2]],
    [[1, 2], [3, 4]], [[[1.0]]], ["a", "b", ""], (0, 1), (1, 0), (1, 2**62), (0, 10**30), (1.0, 2),
    [np.array(1), np.array(2)], [np.ma.masked, 1], [[0, 1], [1, 0]], [[0, 1]], [10**30],
    _nested(40), np.array(1.0), np.array("a"), np.array("a", dtype=object), np.array([]),
    np.empty((0, 3)), np.empty((3, 0)), np.ones((1, 1, 1)), np.ones(3, dtype=bool), np.eye(3) * 1j,
    np.array([1, None], dtype=object), np.array([["a"]]), np.ma.array([1.0, 2.0], mask=[0, 1]),
    np.full((3, 3), 1e200), np.full(3, 5e-324), np.zeros((3, 3)), -np.eye(3), np.arange(3),
    np.array([(1, 2.0)], dtype=[("a", int), ("b", float)]), np.ones(3, dtype=np.float16),
    np.array(["2020-01-01"], dtype="M8[D]"), np.broadcast_to(1.0, (3, 3)), np.eye(3)[::-1],
    np.array([2**64 - 1], dtype=np.uint64), np.array([[1.0, np.nan], [np.nan, 1.0]]),
    sparse.csr_array(np.eye(3)), sparse.coo_matrix(np.ones((2, 2))), sparse.csr_matrix((3, 0)),
    Series(["a", "b"]), Series(["a", None]), Series([1.0, np.nan]), Series([[1, 2]]), Series([]),
    memoryview(b"ab"), bytearray(b"ab"), object(), lambda *_: 0.0, lambda *_: "a",
    np.random.default_rng(1), np.random.RandomState(1), SimpleNamespace(shape=(2, 2)), Hostile(),
]  # fmt: skip
GOOD = [argument.good for _, made in EVERY for argument in made.arguments.values()]
BAD = [
    bad.value for _, made in EVERY for argument in made.arguments.values() for bad in argument.bad
]


class Endless(BaseException):
    """The call did not end in its time; no function's own handler should stop it."""


@dataclass(frozen=True)
class Finding:
    """A call whose outcome is neither an answer nor an error that names an argument."""

    number: int
    function: str
    given: dict[str, Any]
    outcome: str

    def __str__(self) -> str:
        return f"{self.number}: {self.function}: {self.outcome}\n    {_short(self.given)}"


def _short(given: dict[str, Any]) -> str:
    return ", ".join(f"{name}={' '.join(repr(v).split())[:90]}" for name, v in given.items())


def hostile(rng: np.random.Generator, argument: Argument) -> Any:
    """Something in place of a good value."""
    kind = rng.integers(5)
    if kind == 0:
        return BAD[rng.integers(len(BAD))]
    if kind == 4:
        return GOOD[rng.integers(len(GOOD))]
    if kind == 1 and argument.bad:
        return argument.bad[rng.integers(len(argument.bad))].value
    good = argument.good
    if kind == 2 and isinstance(good, np.ndarray) and good.dtype.kind in "iuf" and good.size:
        return _turned(rng, good)
    if kind == 2 and isinstance(good, list) and good:
        return [Series(good), tuple(good), good[:1], good * 2, good[::-1]][rng.integers(5)]
    return ODD[rng.integers(len(ODD))]


@np.errstate(over="ignore")
def _turned(rng: np.random.Generator, good: np.ndarray) -> Any:
    """An array in another order, shape, type or unit."""
    ways = [
        lambda: good * 1e200, lambda: good * 1e-200, lambda: -good.astype(float),
        lambda: good[::-1], lambda: good.T, lambda: good[:1], lambda: good[..., None],
        lambda: good.astype(object), lambda: good.tolist(), lambda: Series(good),
        lambda: sparse.coo_array(np.atleast_2d(good)), lambda: good.astype(np.float16),
        lambda: np.concatenate([good, good]), lambda: np.asfortranarray(good),
    ]  # fmt: skip
    return ways[rng.integers(len(ways))]()


def made(number: int, seed: int) -> tuple[str, Call, dict[str, Any]]:
    """The call of a number: its paper, its table entry, what is given."""
    rng = np.random.default_rng([seed, number])
    paper, chosen = EVERY[rng.integers(len(EVERY))]
    given = chosen.valid()
    if given:
        for name in rng.choice(list(given), size=min(len(given), rng.integers(1, 4))):
            value = hostile(rng, chosen.arguments[name])
            if name in BUDGETS and isinstance(value, int | np.integer) and value > LARGE:
                continue
            try:
                given[name] = copy.deepcopy(value)
            except TypeError:  # iterators of some types, generators
                given[name] = value
    return paper, chosen, given


def outcome(function: Callable[..., Any], given: dict[str, Any], required: int) -> str | None:
    """What is wrong with the outcome of a call; None if nothing is."""
    parameters = [name.lstrip("*") for name in inspect.signature(function).parameters]
    values, options = list(given.values()), dict(list(given.items())[required:])
    before = signal.signal(signal.SIGALRM, _end)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function(*values[:required], **options)
    except (TypeError, ValueError) as error:
        said = str(error)
        if names(said, [*parameters, *given]) and names(said, WORDS):
            return None
        return f"does not name an argument: {type(error).__name__}: {error}"
    except ConvergenceError:
        return None
    except Endless:
        return f"did not end in {SECONDS} s"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return None


def _end(*_: Any) -> None:
    raise Endless


def fuzz(numbers: range, seed: int) -> Iterator[Finding | None]:
    """The finding of each number, or None."""
    for number in numbers:
        paper, chosen, given = made(number, seed)
        module = importlib.import_module(f"gramcheck.reference.{paper}")
        wrong = outcome(getattr(module, chosen.function), given, len(chosen.required))
        yield Finding(number, f"{paper}.{chosen.function}", given, wrong) if wrong else None


def main() -> int:
    """Print every finding, and a count at the end; 1 if there is any."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("calls", nargs="?", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, help="the number of one call")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    only = options.only
    numbers = range(options.calls) if only is None else range(only, only + 1)
    found: Counter[str] = Counter()
    for finding in fuzz(numbers, options.seed):
        if finding:
            found[finding.function] += 1
            print(finding, flush=True)
    print(f"{len(numbers)} calls, {found.total()} findings: {dict(found)}")
    return int(found.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
