"""What a claim function is given: randomness of its own, records of the suite."""

import types

import pytest

from gramcheck import verify
from gramcheck.paper_checks.context import Run, generator
from gramcheck.paper_checks.data import DataDirectory


def test_generators_are_fixed_and_independent():
    context = Run("quick", 0, DataDirectory(None), "d2ke/a")
    draw = context.rng("x").random()
    assert context.rng("x").random() == draw
    others = [
        context.rng("y"),
        Run("quick", 1, DataDirectory(None), "d2ke/a").rng("x"),
        Run("quick", 0, DataDirectory(None), "d2ke/b").rng("x"),
        generator(0, "d2ke/", "ax"),
    ]
    assert draw not in [rng.random() for rng in others]


def record(status, check="some_check", message=""):
    return types.SimpleNamespace(status=status, check=check, message=message)


@pytest.mark.parametrize(
    ("records", "met"),
    [
        ([record("passed")], True),
        ([record("passed"), record("skipped", message="lacks d2ke.kernel")], True),
        ([record("passed"), record("failed")], False),
        ([record("passed"), record("unexpected_pass")], False),
        ([record("skipped")], False),
    ],
)
def test_records_of_verify_become_a_finding(monkeypatch, records, met):
    asked = []
    monkeypatch.setattr(verify, "run", lambda _, checks, **how: asked.extend(checks) or records)
    finding = Run("quick", 0, DataDirectory(None), "d2ke/a").verify(["d2ke/eq-6", "d2ke/vectors/*"])
    assert finding.holds is met
    claims = {check.partition(" ")[0] for check in asked}
    assert {"d2ke/eq-6", "d2ke/vectors/softmin"} <= claims
    assert all(claim == "d2ke/eq-6" or claim.startswith("d2ke/vectors/") for claim in claims)
    for one in records:
        assert one.message in finding.measured


def test_a_claim_without_checks_has_no_finding_of_the_suite():
    assert Run("quick", 0, DataDirectory(None), "d2ke/a").verify(["d2ke/table-1"]) is None
