"""The suite sees every fault that it is there for, and each of its checks sees one.

One test a claim: all that is asked of a fault follows from one run of the checks on it. That
the suite blames no sound implementation is what its own run, beside these tests, shows.
"""

import contextlib
import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.reference.errors import IndefiniteError
from gramcheck.verify import Record, Status, Target, outcomes, replace
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import Check
from gramcheck.verify.runner import Settings, run_check, share, suite_registry
from tests import generated
from tests.outcomes import TABLED
from tests.zoo import Wrong, attribute_becomes, faults, is_answer, raised, result_becomes, zoo

# Faults are big, so few examples show them; the seed is fixed so that a red run can be repeated,
# and nothing here depends on its value beyond the stated power of the statistical checks.
SETTINGS = Settings(examples=5, seed=2018)
CLAIMS = list(dict.fromkeys(check.claim for check in suite_registry()))
# checks of up to ten seconds: of those that may see a fault, and of those that do, they come last
DEAR = {
    "d2ke/cdist every_pair_has_a_window_of_its_own",
    "d2ke/levenshtein equals_its_definition_on_all_short_strings",
    "d2ke/random-sets directions_are_uniform_on_the_sphere",
    "kcr/known-optima penalties_that_hardly_count_are_told_honestly",
    "kcr/known-optima points_on_a_line_have_the_optimum_of_a_linear_program",
    "kcr/known-optima symmetric_problems_have_the_optimum_of_a_linear_program",
    "kcr/splitting separable_planes_are_no_harder",
    "kcr/splitting splitting_judges_the_point_that_it_returns",
    "sfm/alphabet-reduction labels_are_those_of_the_definition",
    "sfm/cgk-distortion no_two_calls_embed_alike",
    "sfm/characteristic-vectors every_short_string_has_the_nodes_of_its_tree",
    "sfm/characteristic-vectors large_chunks_are_as_good_as_small_ones",
    "sfm/esp-tree trees_are_those_of_the_definition",
}
# by check, the faults that are known to fail it
KNOWN = {id: {*faults.values()} for id, faults in TABLED.items()}


@contextlib.contextmanager
def first_failures_will_do() -> Iterator[None]:
    """That the worst is told of, and examples are made small, has tests of its own."""
    until = to_the_first_failure(outcomes.outcomes_of)
    with mock.patch.object(outcomes, "outcomes_of", until), generated.any_example_will_do():
        yield


@pytest.fixture(autouse=True)
def in_short() -> Iterator[None]:
    with first_failures_will_do():
        yield


def to_the_first_failure(outcomes_of: Callable[..., Iterator[tuple[int, Outcome]]]) -> Callable:
    """What a check yields until something is wrong: a fault is slow after that as well."""

    def some(*args: Any) -> Iterator[tuple[int, Outcome]]:
        for place, outcome in outcomes_of(*args):
            yield place, outcome
            if not outcome.passed:
                return

    return some


def record_of(target: Target, check: Check) -> Record:
    return run_check(check, target, SETTINGS, share(SETTINGS, suite_registry()))


def complaints(fault: Wrong, records: list[Record]) -> Iterator[str]:
    """What is wrong with a fault, or with what the checks that it was put to say of it."""
    said = "\n".join(f"{record.status}: {record.message}" for record in records)
    if all(record.status != Status.FAILED for record in records):
        yield f"{fault.name} passes\n{said}"
    elif not any(is_answer(record, fault.raises) for record in records):
        yield f"{fault.name} dies of its own exception\n{said}"
    elif fault.raises and not any(map(raised, records)):
        yield f"{fault.name} fails without the exception that it is said to raise\n{said}"
    if any(record.status == Status.ERROR for record in records):
        yield f"{fault.name} is taken for an error of the suite\n{said}"


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_fault_is_seen_and_every_check_sees_one(claim: str) -> None:
    right = verify.load("gramcheck.reference")
    checks = [check for check in suite_registry() if check.claim == claim]
    asked = []
    for fault in zoo():
        named = [c for c in checks if not {c.claim, c.id}.isdisjoint(fault.killed_by)]
        if named:
            target = fault.make(right)
            # to a check that calls nothing of what is wrong it is the reference
            asked.append((fault, target, [c for c in named if {*c.needs} & {*target.replaced}]))

    problems: list[str] = []
    seen: Counter[str] = Counter()  # faults, by the check that failed on them
    in_vain: set[tuple[str, str]] = set()  # checks, and faults that they do not see

    def order(fault: Wrong, check: Check) -> tuple[bool, bool, int]:
        known = fault.name in KNOWN.get(check.id, ())
        return not known, check.id in DEAR, seen[check.id] if known else -seen[check.id]

    for fault, target, put_to in asked:
        records: list[Record] = []
        # checks that are known to see it come first, of them the one that has seen the fewest;
        # then the one that has seen the most, dear ones last; one that sees this fault is enough
        for check in sorted(put_to, key=functools.partial(order, fault)):
            records.append(record_of(target, check))
            if is_answer(records[-1], fault.raises):
                break
            in_vain.add((check.id, fault.name))
        problems += complaints(fault, records)
        seen.update(record.id for record in records if is_answer(record, fault.raises))
    for check in checks:
        if check.id not in seen and not any(
            is_answer(record_of(target, check), fault.raises)
            for fault, target, put_to in sorted(asked, key=lambda each: order(each[0], check))
            if check in put_to and (check.id, fault.name) not in in_vain
        ):
            problems.append(f"no wrong implementation fails {check.id}: what is it there for?")
    assert not problems, "\n\n".join(problems)


def tree_raises(right: Target, error: Exception) -> Target:
    def dies(s: str, variant: str = "cm") -> None:
        raise error

    return replace(right, "sfm.esp_tree", dies)


SLIPS = {
    "raises as NumPy does": lambda right: tree_raises(right, np.exceptions.AxisError(1, 1)),
    "raises as the reference does": lambda right: tree_raises(
        right, IndefiniteError("K", -1.0, np.ones(1))
    ),
    "gives what no check can read": lambda right: attribute_becomes(
        right, "sfm.esp_tree", "starts", lambda _: [[]]
    ),
}


@pytest.mark.parametrize("slips", SLIPS.values(), ids=SLIPS)
def test_a_fault_that_dies_proves_nothing(
    slips: Callable[[Target], Target], monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = "sfm/figure-1"
    slip = Wrong("slip", slips, (claim,))
    monkeypatch.setitem(globals(), "zoo", lambda: [slip])
    with pytest.raises(AssertionError) as told:
        test_every_fault_is_seen_and_every_check_sees_one(claim)
    assert "slip dies of its own exception" in str(told.value)
    assert f"no wrong implementation fails {claim}" in str(told.value)


def test_every_fault_names_what_it_contradicts() -> None:
    with pytest.raises(ValueError, match="no claim is named"):
        faults(result_becomes)("nothing is wrong", "sfm.esp_tree", lambda tree, *_: tree)


def test_every_fault_names_claims_that_exist() -> None:
    known = {*CLAIMS, *(check.id for check in suite_registry())}
    unknown = {fault.name: fault.killed_by for fault in zoo() if set(fault.killed_by) - known}
    assert not unknown


def test_dear_checks_are_checks() -> None:
    assert {check.id for check in suite_registry()} >= DEAR


def test_the_page_of_habits_names_members_of_the_zoo() -> None:
    page = (Path(__file__).parent / "zoo" / "README.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("|")]
    named = {name for row in rows for name in re.findall("`([^`]+)`", row)}
    assert named
    assert named <= {fault.name for fault in zoo()}
