"""The tables of calls: complete, valid, and in the words of the reference's signatures."""

import inspect
from collections import Counter
from importlib import import_module

import numpy as np
import pytest

from gramcheck.verify.arguments import CALLS, kinds
from gramcheck.verify.arguments.declare import Refusal, call
from gramcheck.verify.compare import names
from gramcheck.verify.refusals import refused

EVERY = [(paper, each) for paper, calls in CALLS.items() for each in calls]
# its vocabulary is made by the target
WITHOUT = {"sfm": {"transform"}}

each_paper = pytest.mark.parametrize("paper", CALLS)
each_call = pytest.mark.parametrize(
    ("paper", "made"), EVERY, ids=lambda part: getattr(part, "function", "")
)


def reference(paper):
    return import_module(f"gramcheck.reference.{paper}")


@each_paper
def test_every_public_function_is_there(paper):
    public = {name for name in reference(paper).__all__ if name.islower() or "_" in name}
    functions = {name for name in public if inspect.isfunction(getattr(reference(paper), name))}
    assert functions - {made.function for made in CALLS[paper]} <= WITHOUT.get(paper, set())


@each_call
def test_calls_are_valid_and_in_the_words_of_the_signature(paper, made):
    function = getattr(reference(paper), made.function)
    made.answer(function)
    parameters = inspect.signature(function).parameters
    plain = {name: p for name, p in parameters.items() if p.kind is not p.VAR_KEYWORD}
    assert list(made.required) == [n for n, p in plain.items() if p.default is p.empty]
    assert plain != parameters or set(made.arguments) <= set(plain)
    repeated = [name for name, n in Counter(r.name for r in made.refusals()).items() if n > 1]
    assert not repeated


@each_paper
def test_every_argument_has_bad_values(paper):
    for function in {made.function for made in CALLS[paper]}:
        calls = [made for made in CALLS[paper] if made.function == function]
        tried = {name for made in calls for name, each in made.arguments.items() if each.bad}
        parameters = inspect.signature(getattr(reference(paper), function)).parameters.values()
        assert {p.name for p in parameters if p.kind is not p.VAR_KEYWORD} <= tried


def test_a_kind_is_changed_by_the_names_of_its_bad_values():
    assert [bad.name for bad in kinds.flag(True).without("text").bad] == ["number", "none"]
    assert kinds.flag(True).optional().bad == kinds.flag(True).without("none").bad
    with pytest.raises(ValueError, match="has no bad values"):
        kinds.flag(True).without("zero")


def test_a_call_gives_what_is_required_by_position_and_fresh():
    made = call("f", x=kinds.generator()).with_options(k=kinds.count(2))
    first, second = (made.answer(lambda *a, **o: (a, o)) for _ in range(2))
    assert first[1] == second[1] == {"k": 2}
    assert first[0][0] is not second[0][0]
    refusals = {refusal.name: refusal for refusal in made.refusals()}
    assert refusals["k-zero"].put_to(lambda *a, **o: o) == {"k": 0}


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (ValueError("k must be at least 1, got 0"), True),
        (TypeError("k must be at least 1, got 0"), False),
        (ValueError("kk must be at least 1"), False),
        (ValueError("something is wrong"), False),
        (KeyError("k"), False),
        (None, False),
    ],
)
def test_refusals_are_told_from_answers_and_crashes(error, passes):
    def function(k, rng):
        if error is not None:
            raise error

    refusal = Refusal("zero", {"k": 0, "rng": np.random.default_rng(0)}, 2, "value", ("k",))
    outcome = refused(refusal, function)
    assert outcome.passed is passes
    assert "zero: got=" in outcome.detail


def test_a_draw_before_a_refusal_is_seen():
    def function(k, rng):
        rng.random()
        raise ValueError("k must be at least 1")

    refusal = Refusal("zero", {"k": 0, "rng": np.random.default_rng(0)}, 2, "value", ("k",))
    assert not refused(refusal, function).passed


def test_names_are_whole_words():
    assert names("did you mean 'as-printed'?", ["as-printed"])
    assert not names("h2 must be positive", ["h"])
