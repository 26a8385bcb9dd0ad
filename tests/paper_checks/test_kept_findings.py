"""What is kept of a claim says what the claim says today of the units that were kept.

Its findings stand in the report under the claim's words, so that a claim that changes its words, or
the side from which it subtracts, must not leave them behind. ``python -m
tests.paper_checks.test_kept_findings DATA`` has the claims say it anew, of the same measurements,
where they say something else; the commit that is checked out is named as the one that judged.
"""

import sys
from dataclasses import asdict, replace

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import kept
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory, default_directory
from gramcheck.paper_checks.evidence import FORMS
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import REGISTRY

KEPT = {claim.id: stored for claim in REGISTRY if (stored := kept.load(claim.id))}


def said_today(id, data):
    """Verdict and findings of the claim itself, the suite's left out."""
    stored = KEPT[id]
    run = Run(stored.scale, stored.seed, data, id)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Run, "verify", lambda *_: None)
        return REGISTRY[id].function(run, stored.units)


def by_name(forms):
    """Findings by their form and name."""
    return {(form, finding["name"]): finding for form in FORMS for finding in forms[form]}


def forms_of(evidence):
    return {form: [asdict(finding) for finding in getattr(evidence, form)] for form in FORMS}


def alike(old, new):
    """The same, numbers to rounding."""
    if isinstance(new, list | tuple):
        return len(old) == len(new) and all(map(alike, old, new))
    return old == (pytest.approx(new, rel=1e-9, abs=1e-12) if isinstance(new, float) else new)


@pytest.mark.parametrize("id", KEPT)
def test_kept_findings_are_what_the_claim_says_of_the_kept_units(id):
    """Of data sets that are not here the claim says nothing, and what is kept says more."""
    evidence = said_today(id, DataDirectory(default_directory()))
    old, new = by_name(KEPT[id].findings), by_name(forms_of(evidence))
    assert set(new) <= set(old)
    for name, finding in new.items():
        assert Finding(**old[name]).outcome == Finding(**finding).outcome
        assert alike(old[name]["measured"], finding["measured"]), name
        assert old[name]["repeats"] == finding["repeats"], name
    if len(new) == len(old):
        assert evidence.verdict.value == KEPT[id].verdict


if __name__ == "__main__":
    for _id, _stored in KEPT.items():
        _evidence = said_today(_id, DataDirectory(sys.argv[1]))
        _findings = forms_of(_evidence)
        _suite = [f for f in _stored.findings["common"] if f["name"].startswith("verify ")]
        _findings["common"] += _suite
        if kept.encode(_findings) != kept.encode(_stored.findings):
            _said = {"findings": _findings, "verdict": _evidence.verdict.value}
            kept.write(replace(_stored, **_said, judged=kept.commit()))
