"""Answers of another program, as JSON lines, are judged as those of a Python function are."""

import json
import signal
import subprocess
import sys

import pytest

from gramcheck.verify import vectors
from gramcheck.verify.__main__ import main
from gramcheck.verify.contract import PAPERS, contracts
from gramcheck.verify.definitions import d2ke
from gramcheck.verify.vectors.answered import judge_lines

LEVENSHTEIN = [vector for vector in vectors.load("d2ke") if vector.function == "levenshtein"]


BOTH_EMPTY = "d2ke/levenshtein/both-empty"


def line(id, **value):
    return json.dumps({"id": id, **value})


def answers(levenshtein):
    for vector in LEVENSHTEIN:
        if vector.result == "invalid":
            yield line(vector.id, error="x or y must be a string")
        else:
            yield line(vector.id, answer=levenshtein(**vector.keywords()))


def judged(lines):
    """What became of the Levenshtein distance."""
    verdict = judge_lines(lines)
    return next(each for each in verdict.functions if each.function == "d2ke.levenshtein")


def test_right_answers_and_refusals_are_right():
    found = judged(answers(d2ke.levenshtein))
    invalid = sum(vector.result == "invalid" for vector in LEVENSHTEIN)
    assert (found.right, found.refused) == (len(LEVENSHTEIN) - invalid, invalid)
    assert (found.wrong, found.accepted, found.unanswered) == ([], [], 0)


def test_each_wrong_answer_is_named_with_what_was_wanted():
    found = judged(answers(lambda x, y: len(x) + len(y)))
    assert found.wrong
    assert all(text.partition(":")[0].startswith("d2ke/levenshtein/") for text in found.wrong)
    assert any("should be 3" in text for text in found.wrong)


def test_errors_and_answers_in_each_others_place_are_wrong():
    valid = next(vector for vector in LEVENSHTEIN if vector.result != "invalid")
    invalid = next(vector for vector in LEVENSHTEIN if vector.result == "invalid")
    found = judged([line(valid.id, error="no"), line(invalid.id, answer=3)])
    assert (len(found.wrong), len(found.accepted)) == (1, 1)


def test_the_summary_is_a_line_a_function():
    asked = [vector for vector in vectors.load("d2ke") if vector.function == "softmin"]
    ids = [vector.id for vector in asked if vector.result != "invalid"]
    lines = [line(ids[0], answer=-1.0), line(ids[1], lacking="weights"), *answers(d2ke.levenshtein)]
    first, second, silent = judge_lines(lines).summary().splitlines()
    invalid = sum(vector.result == "invalid" for vector in LEVENSHTEIN)
    right = len(LEVENSHTEIN) - invalid
    assert first == (
        f"d2ke.levenshtein: {right} of {right} right; {invalid} of {invalid} bad calls refused"
    )
    assert second == (
        f"d2ke.softmin: 0 of {len(ids)} right; 1 wrong; 1 need what it lacks: weights (1); "
        f"{len(ids) - 2} not answered; {len(asked) - len(ids)} bad calls not tried"
    )
    assert silent.startswith("not answered: d2ke.")
    assert "softmin" not in silent
    assert "kcr" not in silent  # nobody asked


def test_what_is_lacking_on_a_bad_call_does_not_count_to_the_mathematics():
    invalid = next(vector for vector in LEVENSHTEIN if vector.result == "invalid")
    right = list(answers(d2ke.levenshtein))
    without = [text for text in right if json.loads(text)["id"] != invalid.id]
    lacks = judged([*without, line(invalid.id, lacking="bytes")])
    assert lacks.sentence == judged(without).sentence


def test_answers_of_which_none_was_judged_are_not_right(tmp_path, capsys):
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(line(vector.id, lacking="strings") for vector in LEVENSHTEIN))
    assert main(["vectors", "check", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "nothing was judged"


def test_a_program_that_stopped_half_way_is_not_right(tmp_path):
    path = tmp_path / "answers.jsonl"
    every = list(answers(d2ke.levenshtein))
    for lines, code in ((every, 0), (every[:3], 1)):
        path.write_text("\n".join(lines))
        assert main(["vectors", "check", str(path)]) == code


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "line 1 is no JSON"),
        (["[]"], "line 1: wanted"),
        ([line(BOTH_EMPTY)], "line 1: wanted"),
        ([line(BOTH_EMPTY, answer=0, error="x")], "line 1: wanted"),
        ([line(BOTH_EMPTY, answer={"float": "nothing"})], "line 1: could not convert"),
        ([line(BOTH_EMPTY, answer={"map": 3})], "line 1: "),
        ([line("nothing/like-it", answer=0)], "'nothing/like-it' is no vector$"),
        ([line("levenshtein/both-empty", answer=0)], f"did you mean '{BOTH_EMPTY}'"),
        ([line(BOTH_EMPTY, answer=0)] * 2, "line 2: .* is answered twice"),
        ([], "there is no answer"),
    ],
)
def test_what_is_no_answer_is_an_error_that_names_the_line(lines, message):
    with pytest.raises(ValueError, match=message):
        judge_lines(lines)


@pytest.mark.parametrize("value", [None, "text", True, [], [[1], [1, 2]], [None], {"a": 1}, [[]]])
@pytest.mark.parametrize("paper", PAPERS)
def test_answers_that_are_no_results_are_wrong_and_end_nothing(paper, value):
    asked = [vector for vector in vectors.load(paper) if vector.result != "invalid"]
    asked = [vector for vector in asked if vector.expected != value]
    verdict = judge_lines([line(vector.id, answer=value) for vector in asked])
    assert len(verdict.wrong) == len(asked)


def test_the_command_judges_a_file(tmp_path, capsys):
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(answers(d2ke.levenshtein)) + "\n")
    assert main(["vectors", "check", str(path)]) == 0
    assert "d2ke.levenshtein: " in capsys.readouterr().out
    path.write_text(line(BOTH_EMPTY, answer=1))
    assert main(["vectors", "check", str(path)]) == 1
    path.write_text("nonsense")
    assert main(["vectors", "check", str(path)]) == 2
    capsys.readouterr()
    assert main(["vectors", "check", "nowhere"]) == 2
    said = capsys.readouterr().err
    assert said == "gramcheck.verify: FILE 'nowhere' cannot be read: No such file or directory\n"


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no such signal here")
def test_who_reads_only_the_first_line_gets_no_complaint():
    command = [sys.executable, "-m", "gramcheck.verify", "contract", "--json", *contracts()]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as run:
        assert run.stdout.readline() == b"{\n"
        run.stdout.close()
        assert run.stderr.read() == b""
