"""Which checks there are, which of them are run, and what is refused as a check."""

import pytest
from hypothesis import strategies as st

from gramcheck import verify
from gramcheck.verify.registry import for_all, read_globs
from tests.verify.toys import add, double, implementation, lambda_check


@pytest.mark.parametrize(
    ("include", "exclude", "claims"),
    [
        ([], [], ["toy/eq-1", "toy/eq-2", "other/eq-1"]),
        (["toy/*"], [], ["toy/eq-1", "toy/eq-2"]),
        (["toy/*"], ["*/eq-1"], ["toy/eq-2"]),
        (["toy/eq-1 always"], [], ["toy/eq-1"]),
        (["* always"], ["toy/*"], ["other/eq-1"]),
    ],
)
def test_globs_select_by_claim_or_by_claim_and_name(three, include, exclude, claims):
    records = verify.run(implementation(double=double), include, exclude, registry=three)
    assert [record.claim for record in records] == claims


@pytest.mark.parametrize("name", ["include", "exclude"])
def test_a_glob_that_matches_nothing_is_refused_with_the_closest_claim(three, name):
    with pytest.raises(ValueError, match="did you mean 'toy/eq-1'"):
        verify.run(implementation(double=double), registry=three, **{name: ["toy/eq1"]})
    with pytest.raises(TypeError, match=name):
        verify.run(implementation(double=double), registry=three, **{name: "toy/*"})


def test_a_function_that_no_check_needs_is_refused_with_the_closest(three):
    with pytest.raises(ValueError, match=r"no check needs a function .*; did you mean 'toy"):
        three.select(functions=["toy.duble"])
    with pytest.raises(ValueError, match=r"no check needs a function '@@@@'$"):
        three.select(functions=["@@@@"])


def test_expected_failures_that_match_nothing_give_a_warning(three):
    with pytest.warns(UserWarning, match="'toy/eq-9' matches no check"):
        verify.run(implementation(double=double), expected_failures=["toy/eq-9"], registry=three)


def test_globs_are_read_from_a_file_with_comments(tmp_path):
    path = tmp_path / "known.txt"
    path.write_text("# all of it\n\ntoy/eq-1\n  other/*  # because\n")
    assert read_globs(path) == {"toy/eq-1": "", "other/*": "because"}


def test_a_check_stays_a_plain_function(registry):
    function = lambda_check()
    assert add(registry)(function) is function


def test_faulty_registrations_are_refused(registry):
    def silent(target, run): ...

    def parameterless(target):
        """Says something."""

    def drawn(target, x):
        """Says something."""

    add(registry)(lambda_check())
    with pytest.raises(ValueError, match="twice"):
        add(registry)(lambda_check())
    with pytest.raises(TypeError, match="docstring"):
        add(registry)(silent)
    with pytest.raises(TypeError, match=r"\(target, run\)"):
        add(registry)(parameterless)
    with pytest.raises(TypeError, match="functions it needs"):
        add(registry, needs=())(lambda_check())
    with pytest.raises(TypeError, match=r"takes \['x'\]"):
        for_all(y=st.integers())(drawn)
    with pytest.raises(TypeError, match=r"takes \['x'\]"):
        for_all(x=st.integers(), examples=[{}])(drawn)
    with pytest.raises(TypeError, match="false-alarm"):
        add(registry, statistical=True)(for_all(x=st.integers())(drawn))
