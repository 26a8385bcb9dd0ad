"""The written contract: the reference keeps it, and targets are judged by no more than it says."""

import importlib
import inspect
import json
import types
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest
import scipy.sparse

from gramcheck import verify
from gramcheck.verify import contract as contract_package
from gramcheck.verify.arguments import CALLS
from gramcheck.verify.compare import close_to, is_true
from gramcheck.verify.contract import REQUIRED, contracts
from gramcheck.verify.record import Status
from gramcheck.verify.registry import Registry
from tests.verify.toys import add, only

PAPERS = ("d2ke", "sfm", "idealized", "kcr")


def public(paper):
    module = importlib.import_module(f"gramcheck.reference.{paper}")
    functions = {name: getattr(module, name) for name in module.__all__}
    return {name: f for name, f in functions.items() if inspect.isfunction(f)}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_public_function_has_an_entry_that_its_signature_keeps(paper):
    functions = public(paper)
    kept = {name.partition(".")[2] for name in contracts() if name.startswith(f"{paper}.")}
    assert kept == set(functions)
    for name, function in functions.items():
        written = contracts()[f"{paper}.{name}"].parameters
        for parameter, taken in zip(
            written, inspect.signature(function).parameters.values(), strict=True
        ):
            assert parameter.name == taken.name, name
            assert parameter.keyword_only == (taken.kind is taken.KEYWORD_ONLY), name
            assert parameter.meaning, name
            if taken.default is taken.empty:
                assert parameter.default is REQUIRED, (name, taken.name)
            else:
                assert parameter.stands_for_default(taken.default), (name, taken.name)


def wrongly_defaulted(written):
    """Functions that take "printed" or "corrected", and the former unless told otherwise."""
    return [
        name
        for name, contract in written.items()
        for parameter in contract.parameters
        if '"printed"' in parameter.meaning and parameter.default != "corrected"
    ]


def test_a_formula_is_the_one_that_holds_unless_the_printed_one_is_asked_for():
    written = contracts()
    assert wrongly_defaulted(written) == []
    bound = written["sfm.concentration_bound"]
    printed = [replace(each, default="printed") for each in bound.parameters]
    assert wrongly_defaulted({"bound": replace(bound, parameters=tuple(printed))})


def test_every_kind_has_one_form():
    kinds = {each.kind for contract in contracts().values() for each in contract.parameters}
    written = json.loads((files(contract_package) / "forms.json").read_text(encoding="utf8"))
    assert sorted(kind for form in written.values() for kind in form["kinds"]) == sorted(kinds)


@pytest.mark.parametrize("paper", PAPERS)
def test_declared_calls_have_no_other_arguments(paper):
    for call in CALLS[paper]:
        parameters = contracts()[f"{paper}.{call.function}"].parameters
        if all(each.kind != "further options" for each in parameters):
            assert set(call.arguments) <= {each.name for each in parameters}, call.function


@pytest.mark.parametrize("paper", PAPERS)
def test_answers_of_the_reference_are_of_the_written_shape(paper):
    functions = public(paper)
    for call in CALLS[paper]:
        shape = contracts()[f"{paper}.{call.function}"].shape
        answer = call.answer(functions[call.function])
        assert shape.complaint(answer) == "", call.function
        assert shape.complaint(None), call.function
        if shape.attributes:  # what checks may read of a result, methods among it, stands there
            public_names = {name for name in dir(answer) if not name.startswith("_")}
            assert public_names - {"count", "index"} == set(shape.attributes), call.function


def test_options_with_their_default_are_left_out_and_objects_stand_first():
    dtw = contracts()["d2ke.dtw"]
    assert dtw.arrange((), {"y": 2, "x": 1, "window": None}) == ((1, 2), {})
    assert dtw.arrange((1, 2, "sqeuclidean"), {}) == ((1, 2), {"local_cost": "sqeuclidean"})
    assert dtw.arrange((1, 2), {"window": 3, "local_cost": "euclidean"}) == ((1, 2), {"window": 3})
    # what does not fit is left for the function to refuse
    assert dtw.arrange((1,), {}) == ((1,), {})
    assert dtw.arrange((1, 2), {"bandwidth": 3}) == ((1, 2), {"bandwidth": 3})
    assert dtw.arrange((1, 2), {"x": 3}) == ((1, 2), {"x": 3})
    assert dtw.arrange((1, 2, 3, 4, 5), {}) == ((1, 2, 3, 4, 5), {})


@pytest.mark.parametrize(
    ("default", "value", "same"),
    [
        (None, None, True),
        (None, 0, False),
        (False, False, True),
        (False, 0, False),
        (1, True, False),
        (2.0, 2, True),
        ("a", "a", True),
        ("a", np.array(["a"]), False),
        ([1, 2], (1, 2), True),
    ],
)
def test_only_the_default_itself_stands_for_the_default(default, value, same):
    from gramcheck.verify.contract import Parameter

    assert Parameter("x", "", "", default).stands_for_default(value) is same


# what a target lacks ----------------------------------------------------------------------------


def target(**functions):
    return types.SimpleNamespace(d2ke=types.SimpleNamespace(**functions))


def plain(x, y):
    """Dynamic time warping, and nothing else."""
    from gramcheck.verify.definitions import d2ke

    return d2ke.dtw(x, y)


def says_so(x, y, local_cost="euclidean", window=None):
    if window is not None:
        raise NotImplementedError("window")
    from gramcheck.verify.definitions import d2ke

    return d2ke.dtw(x, y, local_cost=local_cost)


@pytest.mark.parametrize("dtw", [plain, says_so, lambda *a, **k: plain(*a, **k)])
def test_a_partial_implementation_agrees_on_what_it_has(dtw):
    records = verify.run(target(dtw=dtw), ["d2ke/dtw", "d2ke/vectors/dtw"], examples=3, seed=1)
    assert {r.status for r in records} <= {Status.PASSED, Status.LACKING, Status.SKIPPED}
    assert any(record.measured is not None for record in records)
    lacking = {name for record in records for name in record.lacking}
    assert "d2ke.dtw(window)" in lacking


def test_what_is_declared_lacking_is_not_asked_for():
    implementation = target(dtw=lambda x, y, **options: 1 / 0 if options else plain(x, y))
    implementation.lacks = {"d2ke.dtw": ["window", "local_cost"]}
    records = verify.run(implementation, ["d2ke/dtw", "d2ke/vectors/dtw"], examples=3, seed=1)
    assert {r.status for r in records} <= {Status.PASSED, Status.LACKING, Status.SKIPPED}


def test_a_type_error_of_its_own_is_a_failure_and_no_lack():
    def broken(x, y, local_cost="euclidean", window=None):
        return None + 1

    records = verify.run(target(dtw=broken), ["d2ke/dtw"], examples=3, seed=1)
    assert {r.status for r in records} <= {Status.FAILED, Status.SKIPPED}


def learned(required=("gamma", "alpha_S", "alpha_D"), **attributes):
    """A check that reads gamma, which is required, then status, which is not, and gamma again."""
    registry = Registry()

    @add(registry, "toy/learned", needs="idealized.learn_metric")
    def reads_both(target, run):
        """Both attributes."""
        metric = target.idealized.learn_metric([[0.0], [1.0]], [[0, 1]], [[0, 1]], 1.0, 1.0, 0.5)
        yield close_to(1.0, metric.gamma, rtol=1e-9)
        yield is_true(metric.status == "none", "got status")
        yield close_to(1.0, metric.gamma, rtol=1e-9)

    def learn_metric(X, similar, dissimilar, C_S, C_D, nu):
        return types.SimpleNamespace(**dict.fromkeys(required, 1.0) | attributes)

    idealized = types.SimpleNamespace(learn_metric=learn_metric)
    return only(verify.run(types.SimpleNamespace(idealized=idealized), registry=registry))


def test_attributes_are_required_or_may_be_lacking():
    assert learned(status="none").status == Status.PASSED
    partial = learned()
    lacking = ("idealized.learn_metric: status",)
    assert (partial.status, partial.lacking) == (Status.LACKING, lacking)
    assert learned(gamma=2.0).status == Status.FAILED
    absent = learned(("alpha_S", "alpha_D"), status="none")
    assert absent.status == Status.FAILED
    assert "should be an object with gamma" in absent.message


# hostile targets --------------------------------------------------------------------------------


class Hostile:
    """Has every function, and all of them do the same."""

    def __init__(self, function):
        for name in contracts():
            paper, _, short = name.partition(".")
            if not hasattr(self, paper):
                setattr(self, paper, types.SimpleNamespace())
            setattr(getattr(self, paper), short, function)


ANSWERS = {
    "None": None,
    "ragged": [[1.0], [1.0, 2.0]],
    "text": "1.0",
    "an object": object(),
    "holes": [None, None],
    "a generator": (x for x in ()),
    "a type": int,
}
FEW = ["d2ke/eq-*", "sfm/eq-*", "idealized/eq-*", "kcr/eq-*", "*/vectors/*"]


@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_no_result_fails_every_check_and_is_an_error_of_none(name):
    records = verify.run(Hostile(lambda *a, **k: ANSWERS[name]), FEW, examples=1, seed=1)
    assert {record.status for record in records} == {Status.FAILED}


# what is said of what is none -------------------------------------------------------------------


def message_of(name, result, include):
    paper, _, function = name.partition(".")
    own = types.SimpleNamespace(**{function: lambda *given, **options: result})
    target = types.SimpleNamespace(**{paper: own})
    return verify.run(target, include, examples=1, seed=1)[0].message


def test_what_should_be_returned_is_said_once():
    text = message_of("d2ke.dtw", (3.0, [(0, 0)]), ["d2ke/dtw a_vector_*"])
    assert "d2ke.dtw: got=tuple (3.0, [(0, 0)]), should be a number (bound" in text
    assert text.count("should be") == 1


def test_of_a_sparse_matrix_is_said_how_to_make_an_array_of_it():
    result = scipy.sparse.csr_array(np.eye(2))
    text = message_of("sfm.mismatch_kernel", result, ["sfm/vectors/mismatch_kernel"])
    assert "should be an array of 2 dimensions: .toarray() makes one of it (" in text


def test_of_attributes_none_of_which_is_required_one_is():
    text = message_of("idealized.xing_metric", object(), ["idealized/xing metric_measures_*"])
    assert "should be an object with at least one of positive, negative, value" in text
