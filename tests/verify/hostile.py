"""Implementations of dynamic time warping that do what no implementation should, by name.

``ODD`` return what is no number, ``RAISING`` raise, ``CARELESS`` answer rightly and do something on
the way, ``FATAL`` are for a process of their own. As a module this is a target that does what the
file named by the environment says.
"""

import asyncio
import decimal
import fractions
import gc
import io
import itertools
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import threading
import time
import types
import unittest.mock
import warnings
from pathlib import Path

import numpy as np

from gramcheck.verify.definitions import d2ke as definitions

CHOICE = "GRAMCHECK_HOSTILE"
end_process = os._exit  # as a name of its own, which nobody looks after


def right(x, y):
    return definitions.dtw(x, y)


def raises(error):
    def function(x, y):
        raise error

    return function


def returns(value):
    return lambda x, y: value


def after(act):
    """Does something, then answers rightly."""

    def function(x, y):
        act(x, y)
        return right(x, y)

    return function


# what is returned -------------------------------------------------------------------------------


class Refuses:
    """Every question that Python asks of an object is an error."""

    def _refuse(self, *arguments):
        raise RuntimeError("do not ask")

    __eq__ = __float__ = __array__ = __len__ = __iter__ = __bool__ = __repr__ = _refuse
    __lt__ = __le__ = __sub__ = __rsub__ = __hash__ = __str__ = __getattr__ = _refuse


class EqualToAll:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = None


class Liar:
    """Claims to be a float."""

    __class__ = float


class Lazy:
    """A number that is computed when it is asked for."""

    def __init__(self, x, y):
        self.arguments = x, y

    def __array__(self, dtype=None, copy=None):
        return np.asarray(right(*self.arguments), dtype=dtype)

    def __float__(self):
        return float(right(*self.arguments))


calls = itertools.count()

ODD = {
    "None": returns(None),
    "NaN": returns(np.nan),
    "infinity": returns(np.inf),
    "minus zero": returns(-0.0),
    "a complex number": lambda x, y: complex(right(x, y), 1.0),
    "text": lambda x, y: str(right(x, y)),
    "bytes": returns(b"1.0"),
    "a huge integer": returns(10**400),
    "True": returns(True),
    "an array": lambda x, y: np.full((2, 2), right(x, y)),
    "an empty array": returns(np.array([])),
    "ragged lists": returns([[1.0], [1.0, 2.0]]),
    "holes": returns(np.array([None], dtype=object)),
    "a generator": lambda x, y: (value for value in [1.0]),
    "an endless iterator": returns(itertools.count()),
    "a coroutine": lambda x, y: asyncio.sleep(0),
    "a type": returns(float),
    "a function": returns(right),
    "a dict": returns({"distance": 1.0}),
    "a record array": returns(np.zeros(1, dtype=[("d", float)])),
    "a date": returns(np.datetime64("2026-01-01")),
    "a masked number": returns(np.ma.masked),
    "what refuses all questions": returns(Refuses()),
    "what equals all": returns(EqualToAll()),
    "what claims to be a float": returns(Liar()),
    "what has every attribute": returns(unittest.mock.MagicMock()),
    "a decimal": lambda x, y: decimal.Decimal(right(x, y)),  # no real number to Python
    "right 2 times of 3": lambda x, y: right(x, y) + (next(calls) % 3 == 0),
}

# what is raised -----------------------------------------------------------------------------------


class UnspeakableError(Exception):
    def __str__(self):
        raise RuntimeError("no words")

    __repr__ = __str__


def recursion(x, y):
    return recursion(y, x)


def leave_while_handling(x, y):
    try:
        os._exit(0)
    except Exception:  # as careless libraries write it around everything
        return right(x, y)


RAISING = {
    "an error": raises(ValueError("no")),
    "an error of many pages": raises(RuntimeError("x" * 10**6)),
    "an error without words": raises(UnspeakableError()),
    "MemoryError": raises(MemoryError()),
    "StopIteration": raises(StopIteration()),
    "an AttributeError of its own": lambda x, y: types.SimpleNamespace().distance,
    "recursion without end": recursion,
    "SystemExit": raises(SystemExit(0)),
    "GeneratorExit": raises(GeneratorExit()),
    "KeyboardInterrupt, though nobody pressed Ctrl-C": raises(KeyboardInterrupt()),
    "os._exit(0)": lambda x, y: os._exit(0),
    "os._exit(0) in an except clause": leave_while_handling,
    "BaseException": raises(BaseException("no Exception")),
    "a group of errors": raises(ExceptionGroup("all", [ValueError("one")])),
    "a warning as an error": raises(UserWarning("odd")),
}

# what is done on the way to a right answer --------------------------------------------------------


def forks():
    if child := os.fork():
        os.waitpid(child, 0)


def in_a_child():
    process = multiprocessing.get_context("fork").Process(target=print)
    process.start()
    process.join()
    if process.exitcode != 0:
        raise RuntimeError(f"the child ended with {process.exitcode}")


CARELESS = {
    "a lazy number": Lazy,
    "a fraction": lambda x, y: fractions.Fraction(right(x, y)),
    "a 0-d array": lambda x, y: np.array(right(x, y)),
    "a masked array": lambda x, y: np.ma.array(right(x, y)),
    "prints": after(lambda x, y: print("x" * 1000)),
    "warns": after(lambda x, y: warnings.warn("odd", DeprecationWarning, stacklevel=1)),
    "makes warnings errors": after(lambda x, y: warnings.simplefilter("error")),
    "sets the errors of NumPy": after(lambda x, y: np.seterr(all="raise")),
    "seeds the global generators": after(lambda x, y: (np.random.seed(0), random.seed(0))),  # noqa: NPY002
    "rounds decimals": after(lambda x, y: setattr(decimal.getcontext(), "prec", 2)),
    "starts a thread": after(
        lambda x, y: threading.Thread(target=time.sleep, args=(0.01,)).start()
    ),
    "forks, and the child comes back": after(lambda x, y: forks()),
    "uses processes": after(lambda x, y: in_a_child()),
    "takes Ctrl-C": after(lambda x, y: signal.signal(signal.SIGINT, signal.SIG_IGN)),
    "stops the garbage collector": after(lambda x, y: gc.disable()),
}

forked = []

# for a process of its own -------------------------------------------------------------------------


def fork(x, y):
    """The child answers as well, into the same pipe."""
    if not forked:
        forked.append(os.fork())


def leave_a_child(x, y):
    """A child holds what its parent had open when it ended."""
    if os.fork() == 0:
        time.sleep(20)
    end_process(7)


def without_a_directory(x, y):
    os.chdir(folder := tempfile.mkdtemp())
    os.rmdir(folder)


def no_numpy(x, y):
    np.asarray = np.abs = np.ndim = lambda *arguments, **options: 0


def crash(x, y):
    import ctypes

    ctypes.string_at(0)


FATAL = {
    "closes stdout": (after(lambda x, y: sys.stdout.close()), None),
    "replaces stdout": (after(lambda x, y: setattr(sys, "stdout", io.StringIO())), None),
    "reads from stdin": (after(lambda x, y: sys.stdin.read()), None),
    "leaves no directory": (after(without_a_directory), None),
    "takes all signals": (
        after(lambda x, y: [signal.signal(s, signal.SIG_IGN) for s in (1, 2, 3, 13, 15)]),
        None,
    ),
    "forks": (after(fork), None),
    "a thief of memory": (lambda x, y: len(bytearray(2**40)), "MemoryError"),
    "replaces NumPy": (after(no_numpy), ""),
    "os._exit(0)": (lambda x, y: os._exit(0), "SystemExit: os._exit(0)"),
    "os._exit(0) by another name": (lambda x, y: end_process(0), "exit code 0"),
    "os.abort()": (lambda x, y: os.abort(), "killed by SIGABRT"),
    "a null pointer": (crash, "killed by SIGSEGV"),
    "SIGKILL": (lambda x, y: os.kill(os.getpid(), signal.SIGKILL), "killed by SIGKILL"),
    "KeyboardInterrupt": (raises(KeyboardInterrupt()), "got=ExitError: KeyboardInterrupt"),
    "a child that stays": (leave_a_child, "exit code 7"),
    "closes all files": (after(lambda x, y: os.closerange(0, 256)), "exit code"),
}

# that do not come back in time --------------------------------------------------------------------


def deaf(x, y):
    """Neither SIGTERM nor a timer's exception gets it out."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(0.1)


SLOW = {
    "waits without end": lambda x, y: time.sleep(10**6),
    "counts without end": lambda x, y: sum(itertools.repeat(0)),  # in C, and no thread may run
    "takes no SIGTERM": deaf,
    "answers rightly, and slowly": after(lambda x, y: time.sleep(0.2)),
}
SOUND = "answers rightly"
_NAMED = {SOUND: right} | SLOW | {name: function for name, (function, _) in FATAL.items()}


class d2ke:  # noqa: N801
    @staticmethod
    def dtw(x, y):
        name = Path(os.environ[CHOICE]).read_text(encoding="utf8")
        return _NAMED[name](x, y)
