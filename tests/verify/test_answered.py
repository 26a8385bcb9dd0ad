"""Answers of another program, as JSON lines, are judged as those of a Python function are."""

import json

import pytest

from gramcheck.verify import vectors
from gramcheck.verify.__main__ import main
from gramcheck.verify.definitions import d2ke
from gramcheck.verify.vectors.answered import judge_lines

LEVENSHTEIN = [vector for vector in vectors.load("d2ke") if vector.function == "levenshtein"]


def line(id, **value):
    return json.dumps({"id": id, **value})


def answers(levenshtein):
    for vector in LEVENSHTEIN:
        if vector.result == "invalid":
            yield line(vector.id, error="x or y must be a string")
        else:
            yield line(vector.id, answer=levenshtein(**vector.keywords()))


def test_right_answers_and_refusals_are_right():
    judged = judge_lines(answers(d2ke.levenshtein), "d2ke")
    invalid = sum(vector.result == "invalid" for vector in LEVENSHTEIN)
    assert (judged.right, judged.refused) == (len(LEVENSHTEIN) - invalid, invalid)
    assert judged.wrong == []
    assert "levenshtein" not in judged.unanswered
    assert "not answered, dtw: " in judged.summary()


def test_each_wrong_answer_is_named_with_what_was_wanted():
    judged = judge_lines(answers(lambda x, y: len(x) + len(y)), "d2ke")
    assert judged.wrong
    assert all(message.partition(":")[0].startswith("levenshtein/") for message in judged.wrong)
    assert any("should be equal" in message or "should be 3" in message for message in judged.wrong)


def test_errors_and_answers_in_each_others_place_are_wrong():
    valid = next(vector for vector in LEVENSHTEIN if vector.result != "invalid")
    invalid = next(vector for vector in LEVENSHTEIN if vector.result == "invalid")
    judged = judge_lines([line(valid.id, error="no"), line(invalid.id, answer=3)], "d2ke")
    assert len(judged.wrong) == 2
    assert judge_lines([line(valid.id, lacking="astral letters")], "d2ke").lacking.total() == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "line 1 is no JSON"),
        (["[]"], "line 1: wanted"),
        ([line("levenshtein/both-empty")], "line 1: wanted"),
        ([line("levenshtein/both-empty", answer=0, error="x")], "line 1: wanted"),
        ([line("nothing/like-it", answer=0)], "'nothing/like-it' is no vector of d2ke"),
        ([line("levenshtein/both-empty", answer=0)] * 2, "line 2: .* is answered twice"),
    ],
)
def test_what_is_no_answer_is_an_error_that_names_the_line(lines, message):
    with pytest.raises(ValueError, match=message):
        judge_lines(lines, "d2ke")


def test_the_command_judges_a_file(tmp_path, capsys):
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(answers(d2ke.levenshtein)) + "\n")
    assert main(["vectors", "check", "d2ke", str(path)]) == 0
    assert "0 wrong" in capsys.readouterr().out
    path.write_text(line("levenshtein/both-empty", answer=1))
    assert main(["vectors", "check", "d2ke", str(path)]) == 1
    assert main(["vectors", "check", "d2k", str(path)]) == 2
    assert main(["vectors", "check", "d2ke", str(tmp_path / "nowhere")]) == 2
