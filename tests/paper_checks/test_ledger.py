import numpy as np
import pytest

from gramcheck.paper_checks.comparisons import undecided
from gramcheck.paper_checks.findings import holds
from gramcheck.paper_checks.ledger import Evidence, Registry, Table, Verdict

GOOD, BAD, OPEN = holds(1.0, 1.0), holds(2.0, 1.0), undecided("A, B", "few splits")


@pytest.mark.parametrize(
    ("printed", "corrected", "verdict"),
    [
        (GOOD, None, Verdict.HOLDS),
        (GOOD, BAD, Verdict.HOLDS),
        ([GOOD, GOOD], None, Verdict.HOLDS),
        ([GOOD, BAD], None, Verdict.REFUTED),
        (BAD, GOOD, Verdict.HOLDS_WITH_CORRECTION),
        (BAD, [GOOD, GOOD], Verdict.HOLDS_WITH_CORRECTION),
        (BAD, [GOOD, BAD], Verdict.REFUTED),
        (BAD, BAD, Verdict.REFUTED),
        (BAD, None, Verdict.REFUTED),
        (BAD, [], Verdict.REFUTED),
        (OPEN, GOOD, Verdict.UNDECIDED),
        ([OPEN, GOOD], None, Verdict.UNDECIDED),
        ([OPEN, BAD], None, Verdict.REFUTED),
        ([OPEN, BAD], GOOD, Verdict.HOLDS_WITH_CORRECTION),
        (BAD, OPEN, Verdict.REFUTED),
    ],
)
def test_the_verdict_follows_from_the_findings(printed, corrected, verdict):
    assert Evidence(printed=printed, corrected=corrected).verdict is verdict


@pytest.mark.parametrize(
    ("common", "verdict"),
    [
        (GOOD, Verdict.HOLDS_WITH_CORRECTION),
        (BAD, Verdict.REFUTED),
        (OPEN, Verdict.REFUTED),
    ],
)
def test_what_both_forms_need_decides_both(common, verdict):
    assert Evidence(printed=BAD, corrected=GOOD).citing(common).verdict is verdict
    assert Evidence(printed=BAD, corrected=GOOD, common=common).verdict is verdict


def claimed(**settings):
    registry = Registry()

    @registry.claim("d2ke/a", place="", kind="table", expected=Verdict.HOLDS, **settings)
    def a(run):
        """A is better."""

    return registry["d2ke/a"]


def test_only_full_scale_has_to_decide_what_quick_cannot():
    assert claimed(decided="full").agrees("undecided", "quick")
    assert not claimed(decided="full").agrees("undecided", "full")
    assert not claimed(decided="full").agrees("refuted", "quick")
    assert not claimed().agrees("undecided", "quick")
    assert claimed().agrees("holds", "quick")
    with pytest.raises(ValueError, match="decided must be 'quick' or 'full', got 'soon'"):
        claimed(decided="soon")
    for name in ("checks", "about"):
        with pytest.raises(
            TypeError, match=f"{name} must be a sequence of names, got the string 'eq-6'"
        ):
            claimed(**{name: "eq-6"})


def test_a_claim_cites_the_checks_under_its_id_and_those_that_it_names():
    registry, asked = Registry(cites_suite=True), []

    @registry.claim("d2ke/a", place="", kind="table", expected=Verdict.HOLDS, checks=["vectors/a"])
    def a(run):
        """A."""
        return Evidence(printed=GOOD)

    class Asked:
        @staticmethod
        def verify(checks):
            asked.append(checks)
            return BAD

    assert registry["d2ke/a"].function(Asked).verdict is Verdict.REFUTED
    assert a(Asked).common == (BAD,)
    assert asked == [("d2ke/a", "d2ke/vectors/a")] * 2


def test_not_testable_carries_its_reason_whatever_else_was_measured():
    evidence = Evidence.not_testable("no data", corrected=GOOD, measured={"n": 3})
    assert evidence.verdict is Verdict.NOT_TESTABLE
    assert evidence.to_json()["reason"] == "no data"
    with pytest.raises(ValueError, match="reason"):
        Evidence.not_testable("  ")


def test_evidence_needs_a_finding():
    with pytest.raises(ValueError, match="printed form"):
        Evidence(corrected=GOOD)
    with pytest.raises(ValueError, match="printed form"):
        Evidence(printed=[])
    with pytest.raises(TypeError, match="bool"):
        Evidence(printed=[True])
    with pytest.raises(TypeError, match="Table"):
        Evidence(printed=GOOD, table=[["a", 1]])


def test_a_table_is_rectangular():
    with pytest.raises(ValueError, match="1 cells, 2 columns"):
        Table(["a", "b"], [[1, 2], [3]])
    assert Table.of([{"a": 1, "b": 2}], "T") == Table(["a", "b"], [[1, 2]], "T")
    with pytest.raises(ValueError, match="table 'T': a row of"):
        Table.of([{"a": 1, "b": 2}, {"b": 3, "a": 4}], "T")


def test_evidence_becomes_plain_values():
    evidence = Evidence(
        printed=holds(np.array([1.0, 2.0]), 1.0),
        measured={"array": np.arange(3), "number": np.float64(0.25)},
        table=Table(["x"], [[np.int64(1)], [None]], title="T"),
    )
    record = evidence.to_json()
    assert record["verdict"] == "refuted"
    assert record["measured"] == {"array": "0, 1, 2", "number": "0.25"}
    assert record["tables"] == [
        {"title": "T", "columns": ["x"], "rows": [[1], [None]], "shown": [["1"], ["–"]]}
    ]


def registry_of(*entries):
    registry = Registry()
    for id, place in entries:

        def function(run):
            """Statement.

            Details.
            """
            return Evidence(printed=GOOD)

        kind = "erratum" if id.startswith("errata") else "statement"
        registry.claim(id, place=place, kind=kind, expected=Verdict.HOLDS)(function)
    return registry


def test_the_docstring_is_the_statement():
    claim = registry_of(("d2ke/a", "Section 1"))["d2ke/a"]
    assert (claim.statement, claim.details) == ("Statement.", "Details.")
    assert claim.source.startswith("tests/paper_checks/test_ledger.py:")


def test_ids_are_unique_and_entries_complete():
    registry = registry_of(("d2ke/a", "Section 1"))

    def silent(run):
        return Evidence(printed=GOOD)

    def speaking(run):
        """Statement."""

    entry = {"place": "Section 1", "kind": "statement", "expected": Verdict.HOLDS}
    with pytest.raises(ValueError, match=r"d2ke/a is registered twice: .*test_ledger.py:\d+"):
        registry.claim("d2ke/a", **entry)(speaking)
    with pytest.raises(ValueError, match="docstring"):
        registry.claim("d2ke/b", **entry)(silent)
    with pytest.raises(ValueError, match="paper/name"):
        registry.claim("b", **entry)
    with pytest.raises(ValueError, match="kind must be one of"):
        registry.claim("d2ke/b", **entry | {"kind": "lemma"})
    with pytest.raises(TypeError, match="Verdict"):
        registry.claim("d2ke/b", **entry | {"expected": "holds"})
    with pytest.raises(TypeError, match="data"):
        registry.claim("d2ke/b", **entry, data="splice")


@pytest.mark.parametrize(
    ("id", "kind"),
    [("d2ke/eq-6", "equation"), ("sfm/table-4", "table"), ("kcr/lemma-5", "theorem"),
     ("errata/K2", "erratum"), ("own/sfm-refusals", "own")],
)  # fmt: skip
def test_an_id_says_its_kind_unless_another_one_is_given(id, kind):
    for given, wanted in (({}, kind), ({"kind": "statement"}, "statement")):
        registry = Registry()

        @registry.claim(id, place="", **given)
        def function(run):
            """Statement."""

        assert registry[id].kind == wanted
    with pytest.raises(ValueError, match="got ''"):
        registry.claim("sfm/edm", place="")


def test_claims_come_in_the_order_of_the_papers():
    registry = registry_of(
        ("kcr/a", "Section 1"),
        ("errata/D10", "Section 1"),
        ("errata/D2", "Section 5"),
        ("d2ke/table-4", "Appendix C, Table 4"),
        ("d2ke/table-1", "Table 1"),
        ("d2ke/eq-12", "Section 4.1, Eq. (12)"),
        ("d2ke/limit-gamma", "Section 3, after Eq. (7)"),
        ("d2ke/eq-8", "Section 3, Eq. (8)"),
        ("d2ke/eq-7", "Section 3, Eq. (7)"),
        ("d2ke/theorem-1", "Section 2.2, Theorem 1"),
        ("d2ke/abstract", "Abstract"),
        ("sfm/late", "Section IX"),
        ("sfm/table-6", "Section VII-C, Table VI"),
        ("sfm/table-4", "Section VII-B, Table IV"),
        ("sfm/lpp", "Appendix A-A"),
        ("sfm/landmarks", "Appendix A-B"),
        ("sfm/early", "Section IV-A"),
    )
    assert [claim.id.split("/")[1] for claim in registry] == [
        "abstract", "theorem-1", "eq-7", "limit-gamma", "eq-8", "eq-12", "table-1", "table-4",
        "D2", "D10", "early", "table-4", "table-6", "late", "lpp", "landmarks", "a",
    ]  # fmt: skip


def test_selection():
    registry = registry_of(("d2ke/eq-6", "Section 3"), ("d2ke/eq-7", "Section 3"),
                           ("errata/D1", "Section 2"), ("sfm/eq-6", "Section 1"))  # fmt: skip

    def ids(*patterns, **filters):
        return [claim.id for claim in registry.select(patterns, **filters)]

    assert len(ids()) == 4
    assert ids("d2ke/eq-7", "sfm/*") == ["d2ke/eq-7", "sfm/eq-6"]
    assert ids(paper="d2ke") == ["d2ke/eq-6", "d2ke/eq-7", "errata/D1"]
    assert ids(kind="erratum") == ["errata/D1"]
