"""The contract's pages: a stranger writes an implementation from nothing else."""

import functools
import importlib
import inspect
import json
import re
import textwrap
import types

import pytest

from gramcheck import verify
from gramcheck.verify.__main__ import main
from gramcheck.verify.contract import PAPERS, contracts, entry
from gramcheck.verify.contract.page import page
from gramcheck.verify.record import Status
from gramcheck.verify.runner import suite_registry


def public(paper):
    module = importlib.import_module(f"gramcheck.reference.{paper}")
    return {name: getattr(module, name) for name in module.__all__}


def test_a_contract_is_printed(capsys):
    assert main(["contract", "d2ke.dtw", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == entry("d2ke.dtw")
    assert main(["contract"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(contracts())
    assert main(["contract", "d2ke.dwt"]) == 2
    assert "did you mean d2ke.dtw?" in capsys.readouterr().err
    for gak in ("gak", "d2ke.gak"):
        assert main(["contract", gak]) == 2
        assert "did you mean sfm.global_alignment_kernel" in capsys.readouterr().err
    assert main(["contract", "dtww"]) == 2
    assert "no contract of 'dtww'; did you mean d2ke.dtw?" in capsys.readouterr().err
    assert main(["contract", "zzz"]) == 2
    assert "'zzz'; `python -m gramcheck.verify contract` lists" in capsys.readouterr().err


@pytest.mark.parametrize("name", contracts())
def test_a_page_has_all_of_the_contract_and_an_adapter_that_keeps_it(name):
    """The adapter at its end is Python, and its signature is the function's own."""
    text, written = page(entry(name)), entry(name)
    words = " ".join(text.split())
    for each in written["parameters"]:
        assert " ".join(each["meaning"].split()) in words, each["name"]
    for attribute, each in written["returns"]["shape"].get("attributes", {}).items():
        assert f".{attribute} ({'required' if each['required'] else 'may be lacking'})" in text
    paper, _, function = name.partition(".")
    adapter = text.partition("# my_adapter.py")[2].partition("    $ python")[0]
    namespace = {}
    exec(textwrap.dedent(adapter).replace("my_library...", "None"), namespace)
    taken = inspect.signature(getattr(namespace[paper], function)).parameters.values()
    own = inspect.signature(public(paper)[function]).parameters.values()
    assert [each.name for each in taken] == [each.name for each in own]
    for each, reference in zip(taken, own, strict=True):
        kept = {p.name: p for p in contracts()[name].parameters}[each.name]
        assert (each.default is each.empty) == (reference.default is reference.empty)
        assert each.default is each.empty or kept.stands_for_default(each.default)


# names of what only a reader of the papers has before him
NAMED = re.compile(r"Eqs?\. ?\(|\(\d+\)|Algorithm|Lemma|Theorem|Proposition|Corollary|Claim|Remark")


def without_formula(entries):
    """Functions whose page names something that stands in a paper, and does not say what it is."""
    return [
        name
        for name, written in entries.items()
        if NAMED.search(json.dumps(written, ensure_ascii=False)) and not written.get("formula")
    ]


def test_what_names_an_equation_gives_its_formula():
    entries = {name: entry(name) for name in contracts()}
    assert without_formula(entries) == []
    bare = {key: value for key, value in entries["d2ke.fit"].items() if key != "formula"}
    assert without_formula({"d2ke.fit": bare}) == ["d2ke.fit"]
    for name, written in entries.items():
        formula = "\n".join(written.get("formula", ()))
        assert not re.search(r"Eqs?\. ?\(|(?:^|\s)\(\d+\)", formula), name
        if formula:
            assert " ".join(formula.split()) in " ".join(page(written).split())


def test_shapes_stand_on_one_line_where_a_letter_is_one_number():
    line = "shapes: X (n, p); similar (N_S, 2); dissimilar (N_D, 2); M (p, p)"
    assert line in page(entry("idealized.solve_dual"))
    line = "shapes: X (n objects); Y (m objects); omegas (R objects); weights (R,); returns (n, m)"
    assert line in page(entry("d2ke.kernel"))
    assert "shapes:" not in page(entry("d2ke.liblinear_C"))


def test_no_two_parameters_share_one_text_of_two_shapes():
    for name, contract in contracts().items():
        meanings = [each.meaning for each in contract.parameters]
        shared = {meaning for meaning in meanings if meanings.count(meaning) > 1}
        assert not any(re.match(r"\([^()]*\), \(|sequences of n and m", m) for m in shared), name


def answers_as_plain_tuples(name):
    """The reference, whose results of a function are tuples whose parts have no names."""
    paper, _, short = name.partition(".")
    function = public(paper)[short]

    @functools.wraps(function)
    def plain(*args, **kwargs):
        return tuple(function(*args, **kwargs))

    papers = {each: types.SimpleNamespace(**public(each)) for each in PAPERS}
    setattr(papers[paper], short, plain)
    return types.SimpleNamespace(**papers)


NAMED_PARTS = [
    name
    for name in contracts()
    if any("name" in part for part in entry(name)["returns"]["shape"].get("parts", ()))
]


@pytest.mark.parametrize("name", NAMED_PARTS)
def test_what_the_page_calls_a_tuple_is_read_by_its_places(name):
    checks = [check.id for check in suite_registry() if name in check.needs]
    records = verify.run(answers_as_plain_tuples(name), checks, examples=1, seed=1)
    assert {record.status for record in records} == {Status.PASSED}


def test_a_result_without_required_attributes_has_one_of_them():
    text = page(entry("sfm.characteristic_vectors"))
    assert "at least one of these attributes" in text
    assert "at least one of these attributes" not in page(entry("kcr.solve_exactly"))
