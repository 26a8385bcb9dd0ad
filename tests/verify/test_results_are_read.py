"""Every attribute that a contract lists of a result is read by a check of its paper."""

import functools
import importlib
import inspect
import sys
import typing

import pytest

from gramcheck import verify
from gramcheck.verify.contract import contracts
from gramcheck.verify.runner import Settings, run_check, suite_registry

PAPERS = ("d2ke", "sfm", "idealized", "kcr")
SUITE = "gramcheck.verify.suite."
# Public classes that no function returns by themselves, and where their attributes are checked.
PARTS = {
    "idealized.Metric": "the base of IdealizedMetric and XingMetric, which list its attributes",
    "idealized.Residuals": "residuals of an IdealizedMetric: each number, whatever its name",
}
UNREAD = {"sfm.Vocabulary.names": "a form of its own, in which an implementation finds rows"}


def returned(paper):
    """The public functions of a paper, each with the type of what it returns."""
    module = importlib.import_module(f"gramcheck.reference.{paper}")
    for name in module.__all__:
        if inspect.isfunction(function := getattr(module, name)):
            yield f"{paper}.{name}", typing.get_type_hints(function)["return"]


def results(paper):
    """The classes of results, each with the functions that return it and what they list of it."""
    found = {}
    for name, kind in returned(paper):
        shape = contracts()[name].shape
        parts = [(shape, kind)]
        if shape.kind == "tuple":
            parts = zip(shape.parts, typing.get_args(kind), strict=False)
        for part, kind_of_part in parts:
            if part.kind == "result":
                functions, attributes = found.setdefault(kind_of_part, (set(), set()))
                functions.add(name)
                attributes.update(part.attributes)
    return [(paper, kind, *of) for kind, of in found.items()]


def recording(kind, read, readers=SUITE):
    """The look-up of attributes, which notes what is looked up by checks and by nobody else."""

    def look_up(self, name):
        if sys._getframe(1).f_globals["__name__"].startswith(readers):
            read.add(name)
        return usual(self, name)

    usual = kind.__getattribute__
    return look_up


def mentions(check, attributes):
    """How many of them a check names, then its module; and those that draw take longer."""
    function = inspect.unwrap(check.function)
    sources = source_of(function), source_of(inspect.getmodule(function))
    counts = [sum(f".{name}" in source for name in attributes) for source in sources]
    return *counts, not check.drawn


source_of = functools.cache(inspect.getsource)
CASES = [pytest.param(*case, id=case[1].__name__) for paper in PAPERS for case in results(paper)]


@pytest.mark.parametrize(("paper", "kind", "functions", "attributes"), CASES)
def test_every_attribute_of_a_result_is_read_by_a_check(
    paper, kind, functions, attributes, monkeypatch
):
    read, target = set(), verify.load("gramcheck.reference")
    monkeypatch.setattr(kind, "__getattribute__", recording(kind, read))
    listed = {name: f"{paper}.{kind.__name__}.{name}" for name in attributes}
    due = {name for name, path in listed.items() if path not in UNREAD}
    left = [
        check
        for check in suite_registry().select([f"{paper}/*"])
        if not {"bad-input", "vectors"} & {*check.claim.split("/")} and functions & {*check.needs}
    ]
    while left:
        check = max(left, key=lambda check: mentions(check, attributes - read))
        if not due - read and not mentions(check, attributes - read)[0]:
            break  # none is left that seems to read an exception
        left.remove(check)
        record = run_check(check, target, Settings(examples=1), 1e-3)
        assert record.status == verify.Status.PASSED, record.message
    assert not due - read
    assert not (attributes - due) & read, "an exception that is none"


def test_every_public_class_is_returned_by_a_function():
    """Which has a check (``test_suite_itself``); the attributes of a result are read by one."""
    public, seen = set(), set()
    for paper in PAPERS:
        module = importlib.import_module(f"gramcheck.reference.{paper}")
        named = [(name, getattr(module, name)) for name in module.__all__]
        public |= {(f"{paper}.{name}", kind) for name, kind in named if inspect.isclass(kind)}
        seen |= {each for _, kind in returned(paper) for each in (kind, *typing.get_args(kind))}
    assert {name for name, kind in public if kind not in seen} == {*PARTS}


def test_exceptions_are_attributes():
    kinds = [case for paper in PAPERS for case in results(paper)]
    assert {*UNREAD} <= {
        f"{p}.{kind.__name__}.{name}" for p, kind, _, listed in kinds for name in listed
    }


class Toy:
    """A result of two attributes, of which its own code reads the second."""

    def __init__(self):
        self.first, self.second = 1, 2

    @property
    def both(self):
        return self.second


def test_only_what_checks_read_counts(monkeypatch):
    read, toy = set(), Toy()
    monkeypatch.setattr(Toy, "__getattribute__", recording(Toy, read, readers="a check"))
    exec("toy.first, getattr(toy, 'both')", {"__name__": "a check", "toy": toy})
    assert toy.second == 2
    assert read == {"first", "both"}
