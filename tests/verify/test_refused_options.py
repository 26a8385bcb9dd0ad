"""An option that a function has no parameter for is lacking, however the function says so."""

import types

import pytest

from gramcheck import verify
from gramcheck.verify.compare import equal, raises
from gramcheck.verify.definitions import d2ke
from gramcheck.verify.record import Status
from gramcheck.verify.registry import Registry
from tests.verify.toys import add, only

PYBIND = (
    "dtw(): incompatible function arguments. The following argument types are supported:\n    1. "
)
BOTH = ("d2ke.dtw(local_cost)", "d2ke.dtw(window)")
X, Y = [0.0, 1.0], [1.0, 1.0]


class InC:
    """A function without a signature, as many in C, that takes no options."""

    def __init__(self, words, answers=True):
        self.words, self.answers = words, answers

    @property
    def __signature__(self):
        raise ValueError

    def __call__(self, *args, **options):
        if options or not self.answers:
            raise TypeError(self.words)
        return d2ke.dtw(*args)


def record(dtw, ask):
    registry = Registry()

    @add(registry, needs="d2ke.dtw")
    def asks(target, run):
        """Asks."""
        yield ask(target.d2ke.dtw)

    own = types.SimpleNamespace(d2ke=types.SimpleNamespace(dtw=dtw))
    return only(verify.run(own, registry=registry))


def both(dtw):
    return equal(1.0, dtw(X, Y, local_cost="sqeuclidean", window=0))


def positional(x, y, local_cost="euclidean", window=None, /):
    return d2ke.dtw(x, y, local_cost, window)


@pytest.mark.parametrize(
    "words",
    [
        f"{PYBIND}(x: numpy.ndarray, y: numpy.ndarray) -> float",
        "dtw() takes no keyword arguments",
        "No matching definition for argument type(s) array(float64, 1d, C)",
    ],
)
def test_what_a_function_in_c_cannot_be_told_is_lacking(words):
    found = record(InC(words), both)
    assert (found.status, found.lacking) == (Status.LACKING, BOTH)


def test_what_can_be_given_by_position_alone_is_lacking():
    found = record(positional, both)
    assert (found.status, found.lacking) == (Status.LACKING, BOTH)


def test_a_function_that_takes_no_such_call_at_all_is_blamed():
    found = record(InC("expected a capsule", answers=False), both)
    assert found.status == Status.FAILED
    assert "got=TypeError: expected a capsule, should be a result" in found.message


def test_an_option_that_is_named_is_refused_for_its_value():
    words = f"{PYBIND}(x: numpy.ndarray, y: numpy.ndarray, window: int) -> float"
    found = record(InC(words), lambda dtw: raises(TypeError, dtw, X, Y, window="a"))
    assert found.status == Status.PASSED
    found = record(InC(words), lambda dtw: equal(1.0, dtw(X, Y, window=0)))
    assert found.status == Status.FAILED


def test_trying_without_options_ends_nothing():
    class Leaves(InC):
        def __call__(self, *args, **options):
            if options:
                raise TypeError
            raise SystemExit(0)

    assert record(Leaves(""), both).status == Status.FAILED
