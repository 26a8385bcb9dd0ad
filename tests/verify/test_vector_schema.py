"""The files of vectors fit their schema, and every argument is written out as they announce it."""

import dataclasses
import re

import numpy as np
import pytest

from gramcheck.verify import vectors
from gramcheck.verify.contract import PAPERS, forms
from tests.verify.schema import SCHEMA, complaints, stored

each_paper = pytest.mark.parametrize("paper", PAPERS)


@each_paper
def test_stored_vectors_fit_the_schema(paper):
    assert complaints(stored(paper), SCHEMA) == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda v: v.pop("expected"),
        lambda v: v.pop("tolerance"),
        lambda v: v.update(result="maybe"),
        lambda v: v.update(result="acceptable"),  # neither alternatives nor freedom
        lambda v: v.update(flags=[]),
        lambda v: v.update(flags=["ties", "ties"]),
        lambda v: v.update(id="no slash"),
        lambda v: v.update(tolerance={"roundings": 0}),
        lambda v: v.update(tolerance={"roundings": 1, "absolute": 1}),
        lambda v: v.update(expected={"float": "nan"}),
        lambda v: v.update(seed=3),
        lambda v: v["arguments"].update(x={"bytes": "6"}),
    ],
)
def test_schema_rejects_what_is_malformed(spoil):
    document = stored("d2ke")
    document["vectors"] = document["vectors"][:2]  # walking all of them takes long
    assert document["vectors"][0]["result"] == "valid"
    spoil(document["vectors"][0])
    assert complaints(document, SCHEMA) == ["$.vectors[0]: fits 0 of oneOf"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda parameter: parameter.pop("meaning"),
        lambda parameter: parameter.pop("form"),
        lambda parameter: parameter.update(form="list"),
        lambda parameter: parameter.update(default={"float": "nan"}),
        lambda parameter: parameter.update(optional=True),
    ],
)
def test_schema_rejects_parameters_that_are_malformed(spoil):
    document = stored("d2ke") | {"vectors": stored("d2ke")["vectors"][:1]}
    assert complaints(document, SCHEMA) == []
    spoil(document["functions"]["dtw"]["parameters"][2])
    assert complaints(document, SCHEMA) != []


def test_the_schema_knows_the_forms_of_the_contract():
    assert set(SCHEMA["$defs"]["parameter"]["properties"]["form"]["enum"]) == set(forms())
    assert set(FORMS) == set(forms()) - {"options"}


# arguments that are written out ------------------------------------------------------------------

NUMBER = (int, float)
FORMS = {
    "number": lambda value: isinstance(value, NUMBER),
    "flag": lambda value: isinstance(value, bool),
    "name": lambda value: isinstance(value, str),
    "string": lambda value: isinstance(value, str),
    "letters": lambda value: isinstance(value, str | list),
    "array": lambda value: isinstance(value, list) and one_array(value),
    "collection": lambda value: isinstance(value, list),
    "range": lambda value: isinstance(value, list) and len(value) == 2,
    "words": lambda value: all(re.fullmatch("[0-9a-f]{16}", word) for word in value),
    "mapping": lambda value: isinstance(value, dict),
    "index": lambda value: isinstance(value, int | list),
    "python": lambda value: False,  # its default, null, is all that there is
}


def one_array(value):
    """Whether the rows are of equal length; no rows at all are an array too."""
    try:
        return np.asarray(value).dtype.kind in "biufU"
    except ValueError:
        return False


def ill_formed(paper):
    """Arguments that are left out, and those that are not of the form that is announced."""
    described = stored(paper)["functions"]
    for vector in vectors.load(paper):
        if vector.result == "invalid":
            continue
        for parameter in described[vector.function]["parameters"]:
            name, form = parameter["name"], parameter["form"]
            if form == "options":
                continue
            if name not in vector.arguments:
                yield vector.id, name, "is left out"
            elif "default" in parameter and vector.arguments[name] == parameter["default"]:
                continue
            elif not FORMS[form](vector.arguments[name]):
                yield vector.id, name, f"is no {form}"


@each_paper
def test_every_argument_is_written_out_in_the_form_that_is_announced(paper):
    assert list(ill_formed(paper)) == []


def test_what_is_left_out_or_of_another_form_is_found(monkeypatch):
    [named] = [v for v in vectors.load("d2ke") if v.id == "d2ke/dtw/squared"]
    wrong = dataclasses.replace(named, arguments={"x": [[0], [0, 1]], "y": [1], "window": None})
    monkeypatch.setattr(vectors, "load", lambda paper: [wrong])
    found = [
        ("d2ke/dtw/squared", "x", "is no array"),
        ("d2ke/dtw/squared", "local_cost", "is left out"),
    ]
    assert list(ill_formed("d2ke")) == found


def test_options_of_the_distance_are_written_out():
    """And no others: the Levenshtein distance has none."""
    for vector in vectors.load("d2ke"):
        if vector.function == "cdist" and vector.result != "invalid":
            series = vector.arguments["distance"] == "dtw"
            assert ({"window", "local_cost"} <= set(vector.arguments)) is series


def test_defaults_that_are_written_out_are_not_asked_of_an_implementation():
    """A plain ``dtw(x, y)`` lacks no window on a vector whose window is null."""
    [plain] = [v for v in vectors.load("d2ke") if v.id == "d2ke/dtw/by-hand"]
    assert plain.arguments["window"] is None
    args, options = plain.contract.arrange((), plain.keywords())
    assert (len(args), options) == (2, {})


def test_bytes_are_read_back():
    [vector] = [v for v in vectors.load("d2ke") if v.id == "d2ke/levenshtein/x-bytes"]
    assert vector.arguments == {"x": b"a", "y": "b"}
