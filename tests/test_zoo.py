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
CHECKS = [check.id for check in suite_registry()]


@cache
def right_records(claim: str) -> list[Record]:
    return verify.run("reference", [claim], examples=EXAMPLES, seed=SEED)


@cache
def wrong_records(name: str) -> list[Record]:
    fault = next(each for each in ZOO if each.name == name)
    target = fault.make(verify.load("reference"))
    return verify.run(target, fault.killed_by, examples=EXAMPLES, seed=SEED)


def messages(records: list[Record]) -> str:
    return "\n".join(f"{record.status}: {record.message}" for record in records)


@pytest.mark.parametrize("fault", ZOO, ids=lambda fault: fault.name)
def test_every_claim_that_names_a_fault_fails_on_it(fault: Wrong) -> None:
    records = wrong_records(fault.name)
    failed = {record.claim for record in records if record.status == Status.FAILED}
    assert failed == set(fault.killed_by), messages(records)


@pytest.mark.parametrize("fault", ZOO, ids=lambda fault: fault.name)
def test_a_fault_of_the_implementation_is_never_taken_for_one_of_the_suite(fault: Wrong) -> None:
    blamed = [record for record in wrong_records(fault.name) if record.status == Status.ERROR]
    assert not blamed, messages(blamed)


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_sound_implementation_passes(claim: str) -> None:
    bad = [record for record in right_records(claim) if record.status != Status.PASSED]
    assert not bad, messages(bad)


@pytest.mark.parametrize("check", CHECKS)
def test_every_check_has_been_seen_to_fail(check: str) -> None:
    claim = check.split()[0]
    failures = (
        record.status == Status.FAILED
        for fault in ZOO
        if claim in fault.killed_by
        for record in wrong_records(fault.name)
        if record.id == check
    )
    assert any(failures), f"no wrong implementation fails {check}: what is it there for?"
