"""What claims about the idealized kernels rest on: programs, cells, data, contrasts."""

import numpy as np
import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks.claims.idealized import cells, data, figure, problems
from gramcheck.paper_checks.datasets.entry import DataSet
from gramcheck.paper_checks.experiments.idealized.tasks import LABELED
from gramcheck.paper_checks.falsifiers.measuring import measured
from gramcheck.paper_checks.ledger import Unit, Verdict
from tests.paper_checks.evidence import evidence_of, quick_run, verdict_of

pytestmark = pytest.mark.usefixtures("without_the_suite")


@pytest.mark.parametrize("seed", range(3))
def test_the_primal_is_minimized_where_the_exact_optimum_lies(seed):
    problem = problems.random_problem(np.random.default_rng(seed), n=4, p=2)
    exact = problems.definitions.optimum(
        **problem.exactly(), C_S=problem.C_S, C_D=problem.C_D, nu=problem.nu
    )
    found = problem.minimized()
    assert found.value == pytest.approx(float(exact.value), rel=1e-8, abs=1e-8)
    assert float(exact.gammas[0]) - 1e-7 <= found.gamma <= float(exact.gammas[1]) + 1e-7
    assert problem.minimized(found.gamma + 1.0).value > found.value


def test_a_dual_without_the_cone_would_hold_if_it_were_one(monkeypatch):
    right = problems.learn_metric
    monkeypatch.setattr(
        problems, "learn_metric", lambda *a, psd, **k: right(*a, psd="constrained", **k)
    )
    problems._solved.cache_clear()
    for id in ("idealized/eq-5", "idealized/eq-11", "idealized/eq-14"):
        assert all(f["holds"] for f in evidence_of(id)["printed"]), id
    problems._solved.cache_clear()


def test_tables_without_falling_alignments_would_pass(monkeypatch):
    rising = {key: (*row[:3], 0.1, 0.2, 0.1, 0.2) for key, row in LABELED.items()}
    monkeypatch.setattr(cells, "LABELED", rising)
    assert verdict_of("errata/K18") == "holds"


class SmallData:
    """The sets of Table 1 with their sizes and nothing in them."""

    def __init__(self, malignant=62, columns=13):
        self.malignant, self.columns = malignant, columns

    def missing(self, names):
        return ""

    def load(self, name):
        p, sizes = {
            "wine": (self.columns, (59, 71, 48)),
            "soybean-small": (35, (10, 10, 10, 17)),
            "colon": (2000, (22, 40)),
            "lymphoma": (4026, (96 - self.malignant, self.malignant)),
        }[name]
        y = np.repeat(np.arange(len(sizes)), sizes)
        return DataSet(name, np.zeros((len(y), p)), y, "")


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ({}, Verdict.HOLDS_WITH_CORRECTION),
        ({"malignant": 61, "columns": 12}, Verdict.HOLDS),
        ({"malignant": 60}, Verdict.REFUTED),
    ],
)
def test_table_1_is_compared_with_the_data(given, verdict):
    run = quick_run("idealized/table-1", SmallData(**given))
    found = data.properties_of_the_data(run, measured(data.units(run), run))
    assert found.verdict is verdict


@pytest.mark.parametrize(("malignant", "verdict"), [(62, "corrected"), (61, "holds"), (34, "no")])
def test_samples_of_lymphoma_are_counted(malignant, verdict):
    run = quick_run("errata/K19", SmallData(malignant=malignant))
    found = data.classes_of_lymphoma(run, measured([Unit("lymphoma", data.count_samples)], run))
    outcomes = {
        "corrected": Verdict.HOLDS_WITH_CORRECTION,
        "holds": Verdict.HOLDS,
        "no": Verdict.REFUTED,
    }
    assert found.verdict is outcomes[verdict]


def test_contrast_and_lines_of_a_matrix():
    """Of clear blocks there is no line; of rows that stand out there is, and blocks are less so."""
    y = np.repeat([0, 1], 4)
    blocks = np.equal.outer(y, y) + 0.01 * np.random.default_rng(0).standard_normal((8, 8))
    striped = blocks * np.linspace(0.5, 1.5, 8)[:, None]
    assert figure.lines(blocks, y) < 0.02 < 0.2 < figure.lines(striped, y)
    assert figure.contrast(striped, y) < figure.contrast(blocks, y) / 5


@pytest.mark.parametrize(
    ("printed", "cone", "verdict"),
    [
        ({"complement": 0.6, "classes": 3.0}, {"complement": 3.0, "classes": 3.0}, "corrected"),
        ({"complement": 0.6, "classes": 3.0}, {"complement": 0.6, "classes": 3.0}, "refuted"),
    ],
)
def test_blocks_of_figure_1_are_clear_where_they_are_under_both_readings(
    printed, cone, verdict, monkeypatch
):
    """Of the printed dual under one of them is not enough, of the cone neither."""

    def drawn(run, sides, k=0):
        rng, y = np.random.default_rng(k), np.repeat([0, 1], 10)
        clear = {
            figure.ORIGINAL: 0.5,
            figure.PRINTED: printed[sides],
            figure.CONE: cone[sides],
            figure.XING: 9.0,
        }
        blocks = np.equal.outer(y, y)
        return {name: c * blocks + rng.standard_normal((20, 20)) for name, c in clear.items()}, y

    monkeypatch.setattr(figure, "kernels_of_figure_1", drawn)
    run = quick_run("idealized/figure-1-text")
    found = evidence_of(run.key, measured(figure.units(run), run))
    verdicts = {"corrected": "holds-with-correction", "refuted": "refuted"}
    assert found["verdict"] == verdicts[verdict]
    assert [f["holds"] for f in found["printed"]] == [None, False]
    assert all(f["measured"].startswith("D outside S: ") for f in found["printed"])
