"""The suite sees every fault that it is there for, and blames no sound implementation."""

from functools import cache

import pytest

import verify
from tests.zoo import Wrong, zoo
from verify import Record, Status
from verify.runner import suite_registry

# Faults are big, so few examples show them; the seed is fixed so that a red run can be repeated,
# and nothing here depends on its value beyond the stated power of the statistical checks.
EXAMPLES, SEED = 5, 2018
ZOO = zoo()
CLAIMS = list(dict.fromkeys(check.claim for check in suite_registry()))


def on_one_worker(claim: str, *arguments: object, id: str) -> object:
    """A test's parameters; all tests of a claim share a worker, and so the records below."""
    return pytest.param(*arguments, claim, id=id, marks=pytest.mark.xdist_group(claim))


every_fault = pytest.mark.parametrize(
    ("fault", "claim"),
    [
        on_one_worker(claim, fault, id=f"{claim} {fault.name}")
        for claim in CLAIMS
        for fault in ZOO
        if claim in fault.killed_by
    ],
)


@cache
def wrong_records(name: str, claim: str) -> list[Record]:
    fault = next(each for each in ZOO if each.name == name)
    target = fault.make(verify.load("reference"))
    return verify.run(target, [claim], examples=EXAMPLES, seed=SEED)


def messages(records: list[Record]) -> str:
    return "\n".join(f"{record.status}: {record.message}" for record in records)


@every_fault
def test_every_claim_that_names_a_fault_fails_on_it(fault: Wrong, claim: str) -> None:
    records = wrong_records(fault.name, claim)
    assert any(record.status == Status.FAILED for record in records), messages(records)


@every_fault
def test_a_fault_of_the_implementation_is_never_taken_for_one_of_the_suite(
    fault: Wrong, claim: str
) -> None:
    records = wrong_records(fault.name, claim)
    blamed = [record for record in records if record.status == Status.ERROR]
    assert not blamed, messages(blamed)


@pytest.mark.parametrize("claim", [on_one_worker(claim, id=claim) for claim in CLAIMS])
def test_a_sound_implementation_passes(claim: str) -> None:
    records = verify.run("reference", [claim], examples=EXAMPLES, seed=SEED)
    bad = [record for record in records if record.status != Status.PASSED]
    assert not bad, messages(bad)


@pytest.mark.parametrize(
    ("check", "claim"),
    [on_one_worker(check.claim, check.id, id=check.id) for check in suite_registry()],
)
def test_every_check_has_been_seen_to_fail(check: str, claim: str) -> None:
    failures = (
        record.status == Status.FAILED
        for fault in ZOO
        if claim in fault.killed_by
        for record in wrong_records(fault.name, claim)
        if record.id == check
    )
    assert any(failures), f"no wrong implementation fails {check}: what is it there for?"
