"""The suite sees every fault that it is there for, and each of its checks sees one.

One test a claim: all that is asked of a fault follows from one run of the checks on it. That
the suite blames no sound implementation is what its own run, beside these tests, shows.
"""

import re
from collections.abc import Iterator

import hypothesis
import pytest

from gramcheck import verify
from gramcheck.verify import Record, Status, search
from gramcheck.verify.runner import suite_registry
from tests.zoo import Wrong, zoo

# Faults are big, so few examples show them; the seed is fixed so that a red run can be repeated,
# and nothing here depends on its value beyond the stated power of the statistical checks.
EXAMPLES, SEED = 5, 2018
# an exception that a fault owes to how it is written here, and not to what is wrong in it
OWN = "TypeError|NameError|AttributeError|IndexError|KeyError"
DIED = re.compile(rf"got=({OWN})\b.* should be a result")
CLAIMS = list(dict.fromkeys(check.claim for check in suite_registry()))


@pytest.fixture(autouse=True)
def any_example_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """That failing examples are made small has tests of its own; here it would take the time."""
    usual, phases = search._settings, (hypothesis.Phase.generate,)
    monkeypatch.setattr(
        search, "_settings", lambda examples: hypothesis.settings(usual(examples), phases=phases)
    )


def record_of(target: object, check: str) -> Record:
    [record] = verify.run(target, [check], examples=EXAMPLES, seed=SEED)
    return record


def complaints(fault: Wrong, records: list[Record]) -> Iterator[str]:
    """What is wrong with a fault, or with what the checks that it was put to say of it."""
    said = "\n".join(f"{record.status}: {record.message}" for record in records)
    failures = [record for record in records if record.status == Status.FAILED]
    if not failures:
        yield f"{fault.name} passes\n{said}"
    elif not any(map(is_answer, failures)):
        yield f"{fault.name} dies of its own exception\n{said}"
    if any(record.status == Status.ERROR for record in records):
        yield f"{fault.name} is taken for an error of the suite\n{said}"


def is_answer(record: Record) -> bool:
    """Whether a check fails for what is wrong in the fault."""
    return record.status == Status.FAILED and not DIED.search(record.message)


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_fault_is_seen_and_every_check_sees_one(claim: str) -> None:
    right = verify.load("gramcheck.reference")
    checks = [check for check in suite_registry() if check.claim == claim]
    asked = []
    for fault in zoo():
        ids = [check.id for check in checks if any(map(check.matches, fault.killed_by))]
        if ids:
            asked.append((fault, fault.make(right), ids))

    problems, blind = [], {check.id for check in checks}
    for fault, target, ids in asked:
        records: list[Record] = []
        # checks that have seen no fault yet come first; one that sees this fault is enough
        for id in sorted(ids, key=lambda id: id not in blind):
            records.append(record_of(target, id))
            if is_answer(records[-1]):
                break
        problems += complaints(fault, records)
        blind -= {record.id for record in records if record.status == Status.FAILED}
    for id in sorted(blind):
        to_be_seen = (target for _, target, ids in asked if id in ids)
        if not any(record_of(target, id).status == Status.FAILED for target in to_be_seen):
            problems.append(f"no wrong implementation fails {id}: what is it there for?")
    assert not problems, "\n\n".join(problems)


def test_every_fault_names_claims_that_exist() -> None:
    known = {*CLAIMS, *(check.id for check in suite_registry())}
    unknown = {fault.name: fault.killed_by for fault in zoo() if set(fault.killed_by) - known}
    assert not unknown
