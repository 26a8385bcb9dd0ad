"""What a claim function is given: randomness of its own, records of the suite."""

import types

import pytest

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
        ([], False),
    ],
)
def test_records_of_verify_become_a_finding(monkeypatch, records, met):
    from gramcheck import verify

    asked = {}
    monkeypatch.setattr(verify, "run", lambda **how: asked.update(how) or records, raising=False)
    finding = Run("quick", 0, DataDirectory(None), "d2ke/a").verify("d2ke/eq-6")
    assert finding.holds is met
    assert asked["include"] == ("d2ke/eq-6",)
    for one in records:
        assert one.message in finding.measured
