"""Every attribute that a contract lists of a result is read by a check of its paper."""

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
UNREAD = {"sfm.Vocabulary.names": "a form of its own, in which an implementation finds rows"}


def results(paper):
    """The classes of results, each with the functions that return it and what they list of it."""
    module, found = importlib.import_module(f"gramcheck.reference.{paper}"), {}
    for name in module.__all__:
        if not inspect.isfunction(function := getattr(module, name)):
            continue
        shape = contracts()[f"{paper}.{name}"].shape
        kind = typing.get_type_hints(function)["return"]
        parts = [(shape, kind)]
        if shape.kind == "tuple":
            parts = zip(shape.parts, typing.get_args(kind), strict=False)
        for part, kind_of_part in parts:
            if part.kind == "result":
                functions, attributes = found.setdefault(kind_of_part, (set(), set()))
                functions.add(f"{paper}.{name}")
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


CASES = [pytest.param(*case, id=case[1].__name__) for paper in PAPERS for case in results(paper)]


@pytest.mark.parametrize(("paper", "kind", "functions", "attributes"), CASES)
def test_every_attribute_of_a_result_is_read_by_a_check(
    paper, kind, functions, attributes, monkeypatch
):
    read, target = set(), verify.load("gramcheck.reference")
    monkeypatch.setattr(kind, "__getattribute__", recording(kind, read))
    listed = {name: f"{paper}.{kind.__name__}.{name}" for name in attributes}
    due = {name for name, path in listed.items() if path not in UNREAD}
    checks = suite_registry().select([f"{paper}/*"])
    for check in sorted(checks, key=lambda check: bool(check.drawn)):  # these take longer
        of_values = not {"bad-input", "vectors"} & {*check.claim.split("/")}
        if of_values and functions & {*check.needs} and not read >= due:
            run_check(check, target, Settings(examples=1), 1e-3)
    assert not due - read
    assert not {name for name in attributes - due if name in read}, "is read, and no exception"


def test_exceptions_are_attributes():
    listed = {
        f"{paper}.{case[1].__name__}.{n}"
        for paper in PAPERS
        for case in results(paper)
        for n in case[3]
    }
    assert listed >= {*UNREAD}


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
