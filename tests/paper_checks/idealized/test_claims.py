"""Every statement and erratum of the idealized kernels has an entry, and each one can fail."""

import dataclasses

import numpy as np
import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks.claims.idealized import (
    cells,
    data,
    experiments,
    kernel_version,
    kernels,
    problems,
    systems,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.datasets.entry import DataSet
from gramcheck.paper_checks.experiments.idealized.tasks import LABELED
from gramcheck.paper_checks.findings import is_true
from gramcheck.paper_checks.ledger import REGISTRY, Verdict
from gramcheck.reference import idealized
from tests.paper_checks.evidence import (
    assert_arrives_at_its_verdict,
    evidence_of,
    quick_run,
    verdict_of,
    without_suite,
)

STATEMENTS = (
    *(f"eq-{k}" for k in range(1, 23)),
    *("proposition-1", "proposition-2", "proposition-3", "footnote-5"),
    *("convexity", "variables-independent-of-p", "gamma-value", "heuristic", "kernel-version"),
    *("rand-index", "toy-data", "table-1", "table-2", "table-3", "table-4", "figure-1"),
    *("system-linear", "system-rbf", "system-euclidean", "system-xing"),
)
COMPUTED = [
    claim.id
    for claim in REGISTRY.select(paper="idealized")
    if claim.units is None and not claim.data
]


@pytest.fixture(autouse=True)
def without_the_suite(monkeypatch):
    """The suite has its own tests; here it passes unless a test plants a failure."""
    without_suite(monkeypatch)


@pytest.fixture
def nothing_kept():
    """Solutions are kept in a process: for tests that change how they are found."""
    for cache in (problems._solved, problems._violated):
        cache.cache_clear()
    yield
    for cache in (problems._solved, problems._violated):
        cache.cache_clear()


def test_every_statement_and_every_erratum_has_an_entry():
    wanted = {f"idealized/{name}" for name in STATEMENTS}
    wanted |= {f"errata/K{k}" for k in range(1, 20)}
    registered = {claim.id for claim in REGISTRY.select(paper="idealized")}
    assert wanted <= registered
    # a table has further entries for data that have to be named
    assert all(id.startswith("idealized/table-") for id in registered - wanted)


@pytest.mark.parametrize("id", COMPUTED)
def test_the_evidence_leads_to_the_expected_verdict(id):
    assert_arrives_at_its_verdict(id)


# ---------------------------------------------------------------------------------------------
# A claim that cannot fail is a defect: with a wrong function the verdict must change


def plant(monkeypatch, wrong):
    """Replace the solutions of the random problems, and of any other."""
    right, learn = problems._solved, problems.learn_metric
    for k in range(12):
        right(0, k)  # found before, and rightly

    def solved(seed, k):
        problem, metric = right(seed, k)
        return problem, wrong(metric)

    monkeypatch.setattr(problems, "_solved", solved)
    monkeypatch.setattr(problems, "_violated", lambda *key: problems.violations(*solved(*key)))
    monkeypatch.setattr(problems, "learn_metric", lambda *a, **k: wrong(learn(*a, **k)))


def changed(**fields):
    """Metrics some of whose fields are changed, each by its function."""
    return lambda metric: dataclasses.replace(
        metric, **{name: change(getattr(metric, name)) for name, change in fields.items()}
    )


def halved(x):
    return x / 2


def plus_one(x):
    return x + 1


WRONG_SOLUTIONS = {
    "gamma": (changed(gamma=plus_one), ["eq-9", "eq-18", "eq-20", "proposition-2"]),
    "no slack": (
        changed(slack_S=lambda x: 0 * x, slack_D=lambda x: 0 * x),
        ["eq-8", "eq-9", "eq-17", "eq-18", "eq-21", "eq-22"],
    ),
    "alpha": (
        changed(alpha_S=halved, alpha_D=halved),
        ["eq-10", "eq-11", "eq-12", "eq-15"],
    ),
    "box not divided": (changed(alpha_D=lambda a: a * len(a)), ["eq-13", "eq-16"]),
    "metric": (changed(positive=lambda A: 1.1 * A), ["eq-11", "proposition-2", "footnote-5"]),
    "few multipliers": (
        changed(alpha_D=lambda a: np.where(np.arange(len(a)) == 0, a, 0.0)),
        ["proposition-3"],
    ),
    "dual": (changed(dual=plus_one), ["eq-14"]),
    "average": (changed(gamma_average=plus_one), ["gamma-value"]),
}


@pytest.mark.parametrize(
    ("name", "id"), [(name, id) for name, (_, ids) in WRONG_SOLUTIONS.items() for id in ids]
)
def test_a_wrong_solution_is_seen(name, id, monkeypatch):
    plant(monkeypatch, WRONG_SOLUTIONS[name][0])
    assert verdict_of(f"idealized/{id}") == "refuted"


def test_a_dual_without_the_cone_would_hold_if_it_were_one(monkeypatch, nothing_kept):
    right = problems.learn_metric
    monkeypatch.setattr(
        problems, "learn_metric", lambda *a, psd, **k: right(*a, psd="constrained", **k)
    )
    for id in ("idealized/eq-5", "idealized/eq-11", "idealized/eq-14"):
        assert all(f["holds"] for f in evidence_of(id)["printed"]), id


@pytest.mark.parametrize("id", ["errata/K2", "errata/K4"])
def test_a_cone_that_is_only_clipped_is_seen(id, monkeypatch, nothing_kept):
    right = problems.learn_metric

    def clipped(*args, psd, **kwargs):
        return right(*args, psd="clip" if psd == "constrained" else psd, **kwargs)

    if id == "errata/K4":  # there both agree; what must be seen is another metric

        def clipped(*args, psd, **kwargs):
            metric = right(*args, psd=psd, **kwargs)
            wrong = dataclasses.replace(metric, positive=1.01 * metric.positive)
            return wrong if psd == "constrained" else metric

    monkeypatch.setattr(problems, "learn_metric", clipped)
    assert verdict_of(id) == "refuted"


def wrong_alignment(K, L):
    return float(np.vdot(K, L)) / float(np.linalg.norm(L))


@pytest.mark.parametrize(
    ("target", "name", "wrong", "ids"),
    [
        (idealized, "ideal_kernel", lambda y: 2.0 * np.equal.outer(y, y), ["idealized/eq-1"]),
        (
            idealized,
            "idealize",
            lambda K, y, gamma, *w: K + gamma * idealized.ideal_kernel(y, *w),
            ["idealized/eq-2", "idealized/eq-3"],
        ),
        (
            idealized,
            "idealize",
            lambda K, y, gamma, *w: K - gamma / 30 * idealized.ideal_kernel(y, *w),
            ["idealized/proposition-1", "errata/K1"],
        ),
        (
            kernel_version,
            "nearest_pairs",
            lambda X, S, D, m, R: idealized.nearest_pairs(X, S, D, m=m + 1, R=R),
            ["idealized/heuristic"],
        ),
        (
            kernel_version,
            "learn_metric_from_kernel",
            lambda K, *a, **k: idealized.learn_metric_from_kernel(1.1 * K, *a, **k),
            ["idealized/kernel-version", "errata/K8"],
        ),
        (experiments, "rand_index", lambda c, d: float(np.mean(c == d)), ["idealized/rand-index"]),
        (
            experiments,
            "make_toy",
            lambda n, rng: (lambda X, y: (X * [1, *[5] * 10], y))(*idealized.make_toy(n, rng)),
            ["idealized/toy-data"],
        ),
        (
            systems,
            "xing_metric",
            lambda *a: dataclasses.replace(
                m := idealized.xing_metric(*a), positive=np.eye(len(m.positive))
            ),
            ["idealized/system-xing"],
        ),
    ],
)
def test_a_wrong_function_is_seen(target, name, wrong, ids, monkeypatch):
    monkeypatch.setattr(target, name, wrong)
    for id in ids:
        assert verdict_of(id) == "refuted", id


def test_a_failing_suite_is_seen(monkeypatch):
    monkeypatch.setattr(Run, "verify", lambda run, claims, **options: is_true(False, "failed"))
    for id in ("eq-1", "eq-11", "convexity", "proposition-1", "proposition-3", "gamma-value"):
        assert verdict_of(f"idealized/{id}") == "refuted", id


def test_blocks_that_are_not_there_are_seen(monkeypatch):
    right = experiments.kernels_of_figure_1

    def shuffled(run):
        found, y = right(run)
        return found, np.random.default_rng(0).permutation(y)

    monkeypatch.setattr(experiments, "kernels_of_figure_1", shuffled)
    assert verdict_of("idealized/figure-1") == "refuted"


def test_guessing_is_seen(monkeypatch):
    monkeypatch.setattr(systems, "error_of", lambda geometry, division: 45.0)
    for id in ("system-linear", "system-rbf", "system-xing"):
        assert verdict_of(f"idealized/{id}") == "refuted"


def test_another_expected_error_of_guessing_is_seen(monkeypatch):
    monkeypatch.setattr(experiments, "expected_error_of_guessing", lambda sizes: 50.0)
    assert verdict_of("errata/K13") == "refuted"


def test_tables_without_falling_alignments_would_pass(monkeypatch):
    rising = {key: (*row[:3], 0.1, 0.2, 0.1, 0.2) for key, row in LABELED.items()}
    monkeypatch.setattr(cells, "LABELED", rising)
    assert verdict_of("errata/K18") == "holds"


@pytest.mark.parametrize("n", [12, 17, 36, 40, 58])
def test_every_count_has_a_possible_error(n):
    for k in range(0, 50 * n, 7):
        assert cells.possible(round(100 * k / (50 * n), 2), 50 * n)
    assert not cells.possible(3.08, 2000)
    assert cells.possible(3.08, 1200)


class SmallData:
    """The sets of Table 1 with their sizes and nothing in them."""

    def __init__(self, malignant=62, columns=13):
        self.malignant, self.columns = malignant, columns

    def load(self, name):
        p, sizes = {
            "wine": (self.columns, (59, 71, 48)),
            "soybean-small": (35, (10, 10, 10, 17)),
            "colon": (2000, (22, 40)),
            "lymphoma": (4026, (96 - self.malignant, self.malignant)),
        }[name]
        y = np.repeat(np.arange(len(sizes)), sizes)
        return DataSet(name, np.zeros((len(y), p)), y, "")


def test_table_1_is_compared_with_the_data():
    run = quick_run("idealized/table-1", SmallData())
    assert data.properties_of_the_data(run).verdict is Verdict.HOLDS_WITH_CORRECTION
    run = quick_run("idealized/table-1", SmallData(malignant=61, columns=12))
    assert data.properties_of_the_data(run).verdict is Verdict.HOLDS
    run = quick_run("idealized/table-1", SmallData(malignant=60))
    assert data.properties_of_the_data(run).verdict is Verdict.REFUTED


@pytest.mark.parametrize(("malignant", "verdict"), [(62, "holds-with-correction"), (61, "holds")])
def test_k19_counts(malignant, verdict):
    assert verdict_of("errata/K19", data=SmallData(malignant)) == verdict


def test_a_multiple_of_the_ideal_kernel_gains_nothing():
    assert kernels.gain_of_a_multiple(2.0, 1.0) == pytest.approx(0, abs=1e-15)
