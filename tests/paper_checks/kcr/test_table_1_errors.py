"""KCR's own errors in Table 1, held against the printed ones."""

import numpy as np
import pytest
from scipy import stats

from gramcheck.paper_checks.claims.kcr import table_1, table_1_errors
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.kcr.tasks import PRINTED, SPLITS_OF_KCR
from gramcheck.paper_checks.ledger import Verdict

DATA = DataDirectory(None)


def errors_as_printed(rng, **points_off):
    """Errors of KCR that scatter around the paper's mean as the paper's do, some of them off it."""
    results = {}
    for task, splits in SPLITS_OF_KCR.items():
        mean, deviation = PRINTED[task]["KCR"][1]
        noise = rng.normal(scale=deviation, size=splits)
        for split, error in enumerate(mean + points_off.get(task, 0.0) + noise):
            results[f"{task}/KCR/split-{split}"] = {
                "test_error": error,
                "optimality": {"gap": 0.01, "converged": True},
            }
    return results


@pytest.mark.parametrize(
    ("points_off", "wrong"),
    [({}, None), ({"iris": 3.5}, "iris"), ({"wine": -2.7}, "wine"), ({"balance": 6}, "balance")],
)
def test_an_error_unlike_the_papers_is_noticed(points_off, wrong):
    run = Run("full", 0, DATA, "kcr/table-1-errors")
    rng = np.random.default_rng(11)
    evidence = table_1_errors.errors_of_kcr(run, errors_as_printed(rng, **points_off))
    failed = [finding.name for finding in evidence.printed if finding.holds is False]
    assert [name.partition(":")[0] for name in failed] == ([wrong] if wrong else [])


def test_an_error_of_fits_that_did_not_converge_is_not_held_against_the_papers():
    run = Run("full", 0, DATA, "kcr/table-1-errors")
    results = errors_as_printed(np.random.default_rng(11), balance=6)
    assert table_1_errors.errors_of_kcr(run, results).verdict is Verdict.REFUTED
    results["balance/KCR/split-3"]["optimality"]["converged"] = False
    assert table_1_errors.errors_of_kcr(run, results).verdict is Verdict.UNDECIDED


def test_the_variance_of_the_printed_mean_is_not_taken_away_by_our_splits():
    rng = np.random.default_rng(4)
    for n in (20, 2000):
        errors = rng.normal(5.0, 2.0, size=n)
        found = table_1_errors.to_printed(errors, 4.0, 3.0)
        assert found.mean == pytest.approx(4.0 - errors.mean())
        half = stats.t.ppf(0.975, n - 1) * np.sqrt(errors.var(ddof=1) / n + 3.0**2 / 20)
        assert found.half_width(0.95) == pytest.approx(half)


def test_a_cell_reproduced_in_truth_is_seldom_called_another():
    """Two hundred runs of the paper's own protocol, the paper's mean drawn too."""
    run = Run("full", 0, DATA, "kcr/table-1-errors")
    verdicts = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        results = errors_as_printed(rng)
        for task in SPLITS_OF_KCR:
            shift = rng.normal(scale=PRINTED[task]["KCR"][1][1] / np.sqrt(20))
            for key in results:
                results[key]["test_error"] += shift if key.startswith(task) else 0.0
        verdicts.append(table_1_errors.errors_of_kcr(run, results).verdict)
    assert stats.binom.sf(verdicts.count(Verdict.REFUTED) - 1, 200, 0.05) > 1e-6


def test_errors_are_looked_at_on_the_data_that_are_there():
    units = table_1_errors.units(Run("full", 0, DATA, "kcr/table-1-errors"))
    assert {unit.kwargs["task"] for unit in units} == {"balance", "iris", "wine"}
    keys = {unit.key for unit in table_1.units("balance", "iris", "wine")(Run("full", 0, DATA, ""))}
    assert sum(unit.key in keys for unit in units) == 60  # not done twice
