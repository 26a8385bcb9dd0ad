"""The stored test vectors: their build, and that they reject what is wrong."""

import math
from collections import Counter
from importlib.resources import files
from operator import attrgetter

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import vectors
from gramcheck.verify.arguments import CALLS
from gramcheck.verify.contract import PAPERS
from gramcheck.verify.definitions.exact import decimal, exact
from gramcheck.verify.definitions.sfm import hash_cauchy_exact
from gramcheck.verify.refusals import ERRORS
from gramcheck.verify.vectors import build
from gramcheck.verify.vectors.flags import FLAGS
from tests.verify.schema import SCHEMA, complaints, stored
from tests.zoo.vectors import trusting

VECTORS = [vector for paper in PAPERS for vector in vectors.load(paper)]
ANSWERED = [v for v in VECTORS if v.result != "invalid"]

each_paper = pytest.mark.parametrize("paper", PAPERS)


# the build -------------------------------------------------------------------------------------


@each_paper
def test_build_reproduces_the_stored_file(paper):
    assert build.text(paper).encode("ascii") == (files(vectors) / f"{paper}.json").read_bytes()


def test_a_new_vector_is_answered_and_a_new_refusal_filled_in():
    """What is written by hand: nothing that follows from it."""
    new = {"id": "levenshtein/new", "arguments": {"x": "ab", "y": "b"}, "flags": ["affix"]}
    built = build.answered({**new, "tolerance": build.EXACT}, build.PAPERS["d2ke"])
    assert (built["function"], built["result"], built["expected"]) == ("levenshtein", "valid", 1)
    assert complaints(built, SCHEMA["$defs"]["vector"]) == []
    refusals = {v["id"]: v for v in build.added(build.PAPERS["d2ke"], [built])}
    assert refusals["d2ke/levenshtein/x-bytes"]["arguments"] == {"x": {"bytes": "61"}, "y": "b"}
    assert all(complaints(v, SCHEMA["$defs"]["vector"]) == [] for v in refusals.values())


@each_paper
def test_every_argument_has_a_refusal(paper):
    chosen = vectors.load(paper)
    named = {(v.function, name) for v in chosen for name in v.naming}
    for call in CALLS[paper]:
        if call.function in {v.function for v in chosen}:
            contract = build.PAPERS[paper].contract(call.function)
            sayable = {
                r.naming for r in call.refusals() if build.said(r, call, contract) is not None
            }
            assert {(call.function, names[0]) for names in sayable if len(names) == 1} <= named


def test_tolerances_of_features_are_roundings_of_the_arguments_of_tangents():
    """An angle may be off by 16 roundings of each tangent's argument, which grow as 1 + tan^2."""
    for vector in VECTORS:
        if vector.paper != "sfm" or "absolute" not in (vector.tolerance or {}):
            continue
        if vector.function not in ("sfm", "hash_cauchy"):
            continue
        given = {**vector.keywords()}
        beta, endpoints = decimal(given["beta"]), given.get("endpoints", "open")
        words = {name: given[name].tolist() for name in ("array1", "array2")}
        keys = given.get("i", range(1, given.get("D", 0) // 2 + 1))
        V = given.get("V", [[1] * len(words["array1"])])
        hashed = [hash_cauchy_exact(int(i), **words, beta=beta, endpoints=endpoints) for i in keys]
        with exact():
            slopes = [[(1 + 2 * (1 + (h * beta) ** 2)) / beta for h in row] for row in hashed]
            worst = max(
                1 + sum(decimal(float(v)) * s for v, s in zip(x, row, strict=True))
                for x in V
                for row in slopes
            )
        assert vector.tolerance["absolute"] == 2.0 ** (int(16 * worst).bit_length() - 52)


def test_each_paper_has_a_file_and_a_build():
    assert set(PAPERS) == set(build.PAPERS)
    names = {file.name for file in files(vectors).iterdir() if file.name.endswith(".json")}
    assert names == {f"{paper}.json" for paper in PAPERS} | {"schema.json"}


@each_paper
def test_ids_are_unique_and_flags_explained(paper):
    document, chosen = stored(paper), vectors.load(paper)
    assert [i for i, n in Counter(v.id for v in chosen).items() if n > 1] == []
    assert {flag for v in chosen for flag in v.flags} == set(document["flags"])
    assert {v.function for v in chosen} == set(document["functions"])
    assert all(v.id.startswith(f"{paper}/{v.function}/") for v in chosen)


def test_every_flag_is_used():
    assert {flag for v in VECTORS for flag in v.flags} == set(FLAGS)


@each_paper
def test_every_kind_is_there(paper):
    chosen = vectors.load(paper)
    assert len(chosen) >= 80
    assert {v.result for v in chosen} >= {"valid", "invalid"}


def test_levenshtein_is_asked_about_word_boundaries():
    lengths = {
        len(v.arguments["x"]) for v in VECTORS if v.id.startswith("d2ke/levenshtein/first-of")
    }
    assert lengths == {63, 64, 65, 127, 128, 129}


def test_special_numbers_are_read_back():
    [nan] = [v for v in VECTORS if v.id == "d2ke/softmin/not-a-number"]
    [inf] = [v for v in VECTORS if v.id == "d2ke/softmin/infinite-value"]
    assert np.isnan(nan.arguments["values"]).tolist() == [False, True]
    assert inf.arguments["values"] == [0.0, math.inf]


def test_words_of_64_bits_and_mappings_are_read_back():
    [ends] = [v for v in VECTORS if v.id == "sfm/hash_uniform/open-ends"]
    words = ends.keywords()["array1"]
    assert words.dtype == np.uint64
    assert words.tolist() == [0, 2**64 - 1]


def test_unknown_paper():
    with pytest.raises(FileNotFoundError):
        vectors.load("no-such-paper")


# judging ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", ANSWERED, ids=attrgetter("id"))
def test_right_answer_passes_and_a_spoilt_one_fails(vector):
    right = tuple(vector.expected) if vector.parts else vector.expected
    outcome = vectors.judge(vector, lambda **_: right)
    assert outcome.passed, outcome.sentence()

    def spoilt(value):
        if isinstance(value, list | tuple):
            return type(value)(spoilt(part) for part in value)
        if isinstance(value, str | bool):
            return value + type(value)(1)
        if isinstance(value, int):
            return value + 7  # not another alternative
        return value * 1.0001 + 0.0001

    assert not vectors.judge(vector, lambda **_: spoilt(right)).passed


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.alternatives], ids=attrgetter("id"))
def test_each_alternative_is_acceptable(vector):
    assert vector.expected in vector.alternatives
    for answer in vector.alternatives:
        assert vectors.judge(vector, lambda answer=answer, **_: answer).passed


@pytest.mark.parametrize("function", ["kernel_rule", "knn_predict", "active_sets"])
def test_labels_and_truth_values_may_be_series_of_pandas(function):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    right = verify.load("gramcheck.reference").get(f"kcr.{function}")

    def series(part):
        return pandas.Series(part) if part.ndim == 1 else pandas.DataFrame(part)

    def answer(**given):
        found = right(**given)
        return tuple(map(series, found)) if isinstance(found, tuple) else series(found)

    asked = [v for v in ANSWERED if v.paper == "kcr" and v.function == function]
    assert asked
    assert [v.id for v in asked if not vectors.judge(v, answer).passed] == []


def test_blocks_may_be_ranges():
    def blocks(**given):
        return [range(b[0], b[-1] + 1) for b in right(**given)]

    right = verify.load("gramcheck.reference").sfm.lpp_parse
    asked = [v for v in ANSWERED if v.paper == "sfm" and v.function == "lpp_parse"]
    assert asked
    assert [v.id for v in asked if not vectors.judge(v, blocks).passed] == []


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.freedom], ids=attrgetter("id"))
def test_freedom_is_the_stated_one(vector):
    parts = [np.array(part) for part in (vector.expected if vector.parts else [vector.expected])]

    def judged(change):
        changed = [change(part, i) for i, part in enumerate(parts)]
        return vectors.judge(vector, lambda **_: tuple(changed) if vector.parts else changed[0])

    signs = np.where(np.arange(parts[0].shape[1]) % 2, 1.0, -1.0)
    assert judged(lambda part, i: part * signs).passed
    assert not judged(lambda part, i: part[:, ::-1] * [*signs[1:], 2.0]).passed
    assert not judged(lambda part, i: part[:, :0]).passed
    if vector.parts:  # new rows with the other sign than the training rows
        assert not judged(lambda part, i: part * (-1.0) ** i).passed


@pytest.mark.parametrize(
    "vector", [v for v in VECTORS if v.result == "invalid"], ids=attrgetter("id")
)
def test_refusals_are_told_from_answers_and_crashes(vector):
    kind = ERRORS[vector.error][0]

    def refuse(error):
        def function(**_):
            raise error

        return function

    assert vectors.judge(vector, refuse(kind(f"{vector.naming[-1]} must be otherwise"))).passed
    assert not vectors.judge(vector, refuse(kind("something is wrong"))).passed
    assert not vectors.judge(vector, refuse(KeyError(vector.naming[0]))).passed
    assert not vectors.judge(vector, lambda **_: 0.0).passed


# the checks ------------------------------------------------------------------------------------


def statuses(paper, change, exclude=()):
    """What the vectors say of the reference with every function changed in the same way."""
    right = target = verify.load("gramcheck.reference")
    for function in dict.fromkeys(v.function for v in vectors.load(paper)):
        dotted = f"{paper}.{function}"
        target = verify.replace(target, dotted, change(right.get(dotted)))
    records = verify.run(target, [f"{paper}/*vectors/*"], exclude)
    return {record.claim: record.status.value for record in records}


@each_paper
def test_an_implementation_that_trusts_its_callers_fails_refusals_alone(paper):
    found = statuses(paper, trusting)
    for claim, status in found.items():
        assert status == ("failed" if "bad-input" in claim else "passed"), claim
    without = statuses(paper, trusting, exclude=["*/bad-input*"])
    assert without == {claim: "passed" for claim in found if "bad-input" not in claim}
