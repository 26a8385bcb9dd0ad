"""Who is right about a fault: when witnesses confirm it, and what one that dies says."""

from fractions import Fraction

import pytest

from gramcheck.paper_checks.libraries import witnesses


@pytest.mark.parametrize(
    ("said", "confirmed"),
    [
        ({"definition": 2, "reference": 2, "other": 2}, True),
        ({"definition": 2, "reference": None, "other": 2}, True),
        ({"definition": 2, "reference": None, "other": None}, False),  # one alone
        ({"definition": 2, "reference": 3, "other": 4}, False),  # nobody agrees with anybody
        ({"definition": None, "reference": None, "other": 2, "another": 2}, False),  # none of ours
        ({"definition": 1, "reference": 1, "other": 1}, False),  # with the library
        ({"definition": 0, "reference": 1e-21}, True),  # rounding of what should be 0
        ({"definition": [[1, 2], [3]], "reference": [[1, 2], [3 + 1e-15]]}, True),  # of two parts
        ({"definition": [[1, 2], [3]], "reference": [[1, 2], [4]]}, False),
        ({"definition": [[1, 2], [3]], "reference": [[1, 2], [3], [4]]}, False),
        ({"definition": [[1, 2], [3]], "reference": [1, 3]}, False),
    ],
)
def test_a_fault_is_confirmed_by_two_of_whom_one_is_ours(monkeypatch, said, confirmed):
    answers = {witnesses.OURS.get(name, name): value for name, value in said.items()} | {"lib": 1}

    def ask(module, calls, seconds):
        value = answers[module]
        return [{"lacks": "f"} if value is None else {"value": value, "shown": str(value)}]

    monkeypatch.setattr(witnesses, "_ask", ask)
    others = [name for name in said if name not in witnesses.OURS]
    heard = witnesses.hear("lib", {"p.f": others}, {"p.f": ["lib.p.f(3)"]}, None)
    assert heard["p.f"][0].confirmed is confirmed
    assert heard["p.f"][0].example == "p.f(3)"


def test_a_witness_that_dies_says_so(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "dying.py").write_text("import os\nos._exit(5)\n")
    heard = witnesses.hear(
        "dying",
        {"d2ke.levenshtein": []},
        {"d2ke.levenshtein": ["x.d2ke.levenshtein('a', 'b')"]},
        10,
    )
    testimony = heard["d2ke.levenshtein"][0]
    assert not testimony.confirmed  # where two others do, it gives none
    assert testimony.answers["dying"] == "its process ended with 5"


def test_a_witness_has_no_function_that_is_a_module_of_its_name_and_gives_no_answer_but_numbers():
    calls = [
        ("kcr.lmnn", "[[0.0], [1.0]], ['a', 'b'], k=1"),
        ("d2ke.softmin", "object(), [1.0], 1.0"),
    ]
    missing, odd = witnesses._answers("gramcheck.verify.definitions", calls)
    assert missing == {"lacks": "kcr.lmnn"}
    assert odd["error"].startswith("TypeError")


def test_answers_are_numbers_that_can_be_sent():
    assert witnesses._plain([[Fraction(1, 4)]]) == ([[0.25]], False)
    with pytest.raises(TypeError):
        witnesses._plain(object())
