"""What a run says of a target: a line a function, a line for what it lacks, the counts, a badge."""

from gramcheck.verify.record import Record, Status
from gramcheck.verify.summary import agreement, badge, missing, summarize


def record(status, *functions, claim="a/b", lacking=(), message="", tested=True):
    return Record(
        claim,
        "c",
        "S",
        "0.1",
        status,
        measured=0.0 if tested else None,
        message=message,
        lacking=lacking,
        functions=functions or ("d2ke.dtw",),
    )


AGREES = record(Status.PASSED)
FAILS = record(Status.FAILED, message="bad message")
HALF = record(Status.LACKING, lacking=("d2ke.dtw(window)", "d2ke.dtw(local_cost)"))
UNTESTED = record(Status.LACKING, lacking=("d2ke.dtw(window)",), tested=False)
KNOWN = record(Status.EXPECTED_FAILURE, message="known message")
ABSENT = record(Status.SKIPPED, "d2ke.cdist", lacking=("d2ke.cdist",), tested=False)
RUDE = record(Status.FAILED, claim="a/bad-input", message="rude")


def test_the_verdict_of_a_function_is_one_line():
    assert agreement([AGREES] * 7 + [UNTESTED] * 2) == [
        "d2ke.dtw: 7 of 9 agree; 2 need what it lacks: window"
    ]
    assert agreement([AGREES, HALF, UNTESTED]) == [
        "d2ke.dtw: 2 of 3 agree, 1 of them but for what it lacks: window, local_cost; "
        "1 needs what it lacks: window"
    ]
    assert agreement([AGREES, FAILS]) == ["d2ke.dtw: 1 of 2 agree; 1 fails"]
    assert agreement([FAILS, FAILS, KNOWN]) == [
        "d2ke.dtw: 0 of 3 agree; 2 fail; 1 fails as expected"
    ]
    assert agreement([AGREES, RUDE]) == ["d2ke.dtw: 1 of 1 agree; 0 of 1 about bad input agree"]
    assert agreement([RUDE]) == ["d2ke.dtw: 0 of 1 about bad input agree"]
    attribute = record(Status.LACKING, "a.learn", lacking=("a.learn: psd", "b.other(k)"))
    assert agreement([attribute]) == [
        "a.learn: 1 of 1 agree, 1 of them but for what it lacks: psd, b.other(k)"
    ]


def test_a_check_counts_for_each_function_that_it_needs_and_an_absent_one_for_none():
    both = record(Status.PASSED, "d2ke.dtw", "d2ke.cdist")
    assert agreement([both, ABSENT]) == ["d2ke.dtw: 1 of 1 agree", "d2ke.cdist: 1 of 1 agree"]
    assert agreement([ABSENT]) == []


def test_many_functions_in_full_agreement_share_a_line():
    many = [record(Status.PASSED, f"kcr.f{i}") for i in range(11)]
    assert agreement([*many, FAILS]) == [
        "d2ke.dtw: 0 of 1 agree; 1 fails",
        "11 functions agree in full",
    ]
    assert len(agreement(many[:10])) == 10


def test_the_summary_lists_what_did_not_pass_and_counts():
    assert summarize([AGREES, FAILS]).splitlines() == [
        "bad message",
        "d2ke.dtw: 1 of 2 agree; 1 fails",
        "mathematics: 1 passed, 1 failed",
    ]
    assert summarize([]) == "no checks"


def test_what_is_missing_is_a_line_a_name_and_refusals_are_counted_apart():
    assert missing([ABSENT, ABSENT, UNTESTED]) == [
        "lacking d2ke.cdist: 2 checks need it",
        "lacking d2ke.dtw(window): 1 check needs it",
    ]
    assert summarize([ABSENT, ABSENT, UNTESTED, RUDE]).splitlines()[-1] == (
        "mathematics: 1 need what it lacks, 2 skipped; refusals: 1 failed"
    )


def test_a_badge_is_green_if_and_only_if_something_was_tested_and_nothing_fails():
    def shown(*records, **options):
        written = badge(records, **options)
        assert (written["schemaVersion"], written["label"]) == (1, "gramcheck")
        return written["message"], written["color"]

    assert shown(AGREES, AGREES, RUDE) == ("2 agree", "brightgreen")
    assert shown(AGREES, HALF, UNTESTED) == ("1 agree, 1 agree in part", "brightgreen")
    assert shown(AGREES, KNOWN) == ("1 agree, 1 fail as expected", "brightgreen")
    assert shown(AGREES, FAILS) == ("1 agree, 1 fail", "red")
    assert shown(AGREES, record(Status.ERROR)) == ("1 agree, 1 fail", "red")
    assert shown(AGREES, record(Status.UNEXPECTED_PASS)) == ("1 agree, 1 fail", "red")
    assert shown(ABSENT, UNTESTED) == ("nothing tested", "red")
    assert shown(AGREES, complete=False) == ("1 agree, unfinished", "lightgrey")
