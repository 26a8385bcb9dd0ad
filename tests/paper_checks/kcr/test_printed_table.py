"""Erratum C20: what KCR's Table 1 says by its cells alone, and when it would say something else."""

import numpy as np
import pytest
from scipy import stats

from gramcheck.paper_checks.claims.kcr import printed_table
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.kcr.tasks import PRINTED
from gramcheck.paper_checks.ledger import Verdict


def cells(kcr=0.0, ionosphere_klmca=0.0, scatter=1.0):
    """The printed test errors, some larger by so many points; deviations so many times as large."""
    more = {("ionosphere", "KLMCA"): ionosphere_klmca}
    return {
        task: {
            system: (
                train,
                (
                    mean + (kcr if system == "KCR" else more.get((task, system), 0.0)),
                    scatter * deviation,
                ),
            )
            for system, (train, (mean, deviation)) in rows.items()
        }
        for task, rows in PRINTED.items()
    }


def evidence_of(monkeypatch, **changed):
    monkeypatch.setattr(printed_table, "PRINTED", cells(**changed))
    return printed_table.text_against_the_table(Run("quick", 0, DataDirectory(None), "errata/C20"))


@pytest.mark.parametrize(
    ("changed", "verdict"),
    [
        ({}, Verdict.HOLDS_WITH_CORRECTION),
        ({"ionosphere_klmca": 0.6}, Verdict.HOLDS),  # KCR is ahead everywhere
        ({"kcr": 0.2}, Verdict.REFUTED),  # Kernel-NN is ahead on Ionosphere, too
        # the cells would tell what the correction says they do not: that it does as well, or worse
        ({"scatter": 0.01}, Verdict.REFUTED),
        ({"scatter": 0.01, "kcr": 5.0}, Verdict.REFUTED),
    ],
)
def test_the_verdict_follows_from_the_cells(changed, verdict, monkeypatch):
    assert evidence_of(monkeypatch, **changed).verdict is verdict


@pytest.mark.parametrize(
    ("changed", "outcome"),
    [
        ({}, "undecided"),
        ({"scatter": 0.01}, "holds"),
        ({"scatter": 0.01, "kcr": 5.0}, "fails"),
        (
            {"scatter": 2.0},
            "undecided",
        ),  # none is significantly worse, and none known to be as good
    ],
)
def test_as_well_has_to_be_shown_by_the_cells(changed, outcome, monkeypatch):
    """That no loss is significant says nothing."""
    _, as_good = evidence_of(monkeypatch, **changed).corrected
    assert as_good.measured == outcome


def test_the_interval_is_that_of_the_printed_deviations():
    found = printed_table.ahead("wine", "LMNN")
    assert found.mean == pytest.approx(3.41 - 2.13)
    scatter = np.hypot(2.10, 1.24) * np.sqrt(1 / 20 + 0.6)
    assert found.half_width(0.95) == pytest.approx(stats.t.ppf(0.975, 19) * scatter)
