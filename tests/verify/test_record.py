"""Records survive JSON bit for bit, and messages follow the grammar."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gramcheck.verify.record import (
    Outcome,
    Record,
    Status,
    message,
    read_report,
    write_report,
)

numbers = st.none() | st.floats()
# lone surrogates included; two that make a letter are that letter, once JSON has been read
texts = st.text(alphabet=st.characters(), max_size=20).map(
    lambda text: json.loads(json.dumps(text))
)
records = st.builds(
    Record,
    claim=texts,
    check=texts,
    place=texts,
    since=texts,
    status=st.sampled_from(Status),
    measured=numbers,
    bound=numbers,
    ratio=numbers,
    seed=st.none() | st.integers(0, 2**64),
    examples=st.integers(0, 10**6),
    example=texts,
    message=texts,
    seconds=st.floats(),
)


def identical(a, b):
    """Equal with NaN equal to itself, and with the same types and signs of zero."""
    return repr(a) == repr(b)


@given(records)
def test_a_record_comes_back_from_json_as_it_was(record):
    assert identical(Record.from_dict(json.loads(json.dumps(record.to_dict()))), record)


@given(records)
def test_json_is_strict(record):
    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    text = json.dumps(record.to_dict())
    json.loads(text, parse_constant=refuse)
    text.encode("ascii")


def test_unknown_fields_are_refused():
    values = Record("a/b", "c", "d", "0.1", Status.PASSED).to_dict() | {"colour": "red"}
    with pytest.raises(ValueError, match="colour"):
        Record.from_dict(values)


@pytest.mark.parametrize(
    ("ratio", "passes"),
    [(0.0, True), (1.0, True), (math.nextafter(1, 2), False), (math.inf, False), (math.nan, False)],
)
def test_an_outcome_passes_up_to_ratio_one(ratio, passes):
    assert Outcome(1.0, 1.0, ratio).passed is passes


def test_nan_is_the_severest_ratio():
    assert Outcome(0.0, 0.0, math.nan).severity == math.inf


def test_the_message_has_the_grammar_of_the_house():
    outcome = Outcome(math.inf, 30, math.inf, "got=inf, should be 100000.693147", units="roundings")
    text = message(
        "d2ke/eq-6",
        "softmin_is_its_definition",
        "Section 3, Eq. (6)",
        outcome.sentence(),
        "mypackage.d2ke.softmin(np.array([1e5, 2e5]), np.array([0.5, 0.5]), 1.0)",
    )
    assert text == (
        "d2ke/eq-6 softmin_is_its_definition: got=inf, should be 100000.693147 "
        "(bound 30 roundings, ratio inf) [D2KE, Section 3, Eq. (6)]\n"
        "reproduce: mypackage.d2ke.softmin(np.array([1e5, 2e5]), np.array([0.5, 0.5]), 1.0)"
    )


def test_an_expected_failure_says_why():
    known = Record("a/b", "c", "S", "0.1", Status.EXPECTED_FAILURE, message="it fails")
    assert known.explained("the root is taken").message == "it fails\nexpected: the root is taken"
    assert known.explained("") == known
    passed = Record("a/b", "c", "S", "0.1", Status.PASSED, message="fine")
    assert passed.explained("the root is taken") == passed


def test_a_report_is_read_back_and_replaced_in_one_step(tmp_path):
    path = tmp_path / "deep" / "report.json"
    record = Record("a/b", "c", "d", "0.1", Status.FAILED, measured=math.nan, bound=-math.inf)
    write_report(path, {"seed": 1}, [])
    write_report(path, {"seed": 2}, [record])
    header, back = read_report(path)
    assert header == {"seed": 2}
    assert identical(back, [record])
    assert list(path.parent.iterdir()) == [path]  # nothing partial is left behind


def test_a_report_survives_a_failure_while_the_next_one_is_written(tmp_path):
    path = tmp_path / "report.json"
    write_report(path, {"seed": 1}, [])
    with pytest.raises(TypeError):
        write_report(path, {"seed": object()}, [])
    assert read_report(path)[0] == {"seed": 1}
