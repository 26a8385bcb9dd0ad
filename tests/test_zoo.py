"""The suite sees every fault that it is there for, and each of its checks sees one.

One test a claim: all that is asked of a fault follows from one run of the checks on it. That
the suite blames no sound implementation is what its own run, beside these tests, shows.
"""

import re

import hypothesis
import pytest

from gramcheck import verify
from gramcheck.verify import Record, Status, search
from gramcheck.verify.runner import suite_registry
from tests.zoo import zoo

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


def records_of(target: object, *checks: str) -> list[Record]:
    return verify.run(target, checks, examples=EXAMPLES, seed=SEED)


def messages(records: list[Record]) -> str:
    return "\n".join(f"{record.status}: {record.message}" for record in records)


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_fault_is_seen_and_every_check_sees_one(claim: str) -> None:
    right, problems = verify.load("gramcheck.reference"), []
    checks = [check for check in suite_registry() if check.claim == claim]
    blind = {check.id for check in checks}
    for fault in zoo():
        asked = [check.id for check in checks if any(map(check.matches, fault.killed_by))]
        target = fault.make(right) if asked else None
        records: list[Record] = []
        # those that have seen no fault yet come first; of the others one that sees this is enough
        for id in sorted(asked, key=lambda id: id not in blind):
            if id not in blind and any(each.status == Status.FAILED for each in records):
                break
            records += records_of(target, id)
        failed = {record.id for record in records if record.status == Status.FAILED}
        if asked and not failed:
            problems.append(f"{fault.name} passes\n{messages(records)}")
        answers = [r for r in records if r.status == Status.FAILED and not DIED.search(r.message)]
        if failed and not answers:
            problems.append(f"{fault.name} dies of its own exception\n{messages(records)}")
        # a fault of the implementation is never taken for one of the suite
        blamed = [record for record in records if record.status == Status.ERROR]
        if blamed:
            problems.append(f"{fault.name} is an error of the suite\n{messages(blamed)}")
        blind -= failed
    problems += [f"no wrong implementation fails {check}: what is it there for?" for check in blind]
    assert not problems, "\n\n".join(problems)


def test_every_fault_names_claims_that_exist() -> None:
    known = {*CLAIMS, *(check.id for check in suite_registry())}
    unknown = {fault.name: fault.killed_by for fault in zoo() if set(fault.killed_by) - known}
    assert not unknown
