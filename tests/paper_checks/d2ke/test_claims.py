"""Every statement and every erratum of D2KE has an entry, arrives at its verdict, and can fail."""

import math

import numpy as np
import pytest

from gramcheck.paper_checks.claims.d2ke import (
    algorithm,
    claim_1,
    corollary_1,
    neighbors,
    printed_tables,
    subset_space,
    table_4,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import MissingData
from gramcheck.paper_checks.datasets.entry import DataSet
from gramcheck.paper_checks.findings import is_true
from gramcheck.paper_checks.ledger import REGISTRY, Verdict
from gramcheck.reference import d2ke
from tests.paper_checks.evidence import (
    assert_arrives_at_its_verdict,
    assert_nothing_printed_holds,
    evidence_of,
    half,
    one_more,
    twice,
    undisturbed,
    verdict_of,
    without_suite,
)

STATEMENTS = (
    *("assumption-1", "assumption-2", "definition-1", "assumption-3", "multiset-example"),
    *("eq-1", "eq-2", "eq-3", "eq-4", "eq-5", "eq-6", "eq-7", "eq-8", "eq-9", "eq-10"),
    *("eq-11", "eq-12", "eq-13", "eq-14", "eq-15"),
    *("theorem-1", "proposition-1", "proposition-2", "corollary-1", "claim-1"),
    *("algorithm-1", "limit-gamma", "psd", "rsm-special-case", "complexity"),
    *("table-1", "table-2", "table-3", "table-4"),
    *("system-D2KE", "system-KNN", "system-DSK-RBF", "system-DSK-ND", "system-GDK-LED"),
    "system-RSM",
)
ERRATA = (
    *("D1", "D2", "D3", "D4", "D5", "D6a", "D6b", "D7", "D7b", "D8", "D9", "D10", "D11", "D12"),
    *("D13", "D14", "D15", "D16", "D17", "D18", "D19", "D20", "D21", "D22"),
)
COMPUTED = [
    claim.id
    for claim in REGISTRY.select(paper="d2ke")
    if claim.units is None and not claim.data and not claim.id.startswith("d2ke/table-")
]


def test_every_statement_and_every_erratum_has_an_entry():
    wanted = {f"d2ke/{name}" for name in STATEMENTS} | {f"errata/{name}" for name in ERRATA}
    registered = {claim.id for claim in REGISTRY.select(paper="d2ke")}
    assert wanted <= registered
    # a table may have further entries, for data that stand in for the paper's
    assert all(id.startswith("d2ke/table-") for id in registered - wanted)


@pytest.mark.parametrize("id", COMPUTED)
def test_the_evidence_leads_to_the_expected_verdict(id):
    assert_arrives_at_its_verdict(id)


@pytest.mark.parametrize("id", [id for id in COMPUTED if REGISTRY[id].kind == "erratum"])
def test_every_counterexample_of_an_erratum_is_one(id):
    assert_nothing_printed_holds(id)


def test_refuted_entries_have_no_corrected_form_that_fails():
    refuted = [claim.id for claim in REGISTRY.select(paper="d2ke") if claim.id in COMPUTED]
    refuted = [id for id in refuted if REGISTRY[id].expected is Verdict.REFUTED]
    assert refuted == ["errata/D16"]
    for id in refuted:
        assert undisturbed(id)["corrected"] == []


# ---------------------------------------------------------------------------------------------
# A claim that cannot fail is a defect: with a wrong function the verdict must change


def squared(function):
    return lambda *args, **kwargs: function(*args, **kwargs) ** 2


def without_weights(kernel):
    return lambda *args, weights=None, **kwargs: kernel(*args, **kwargs)


def with_double_mu(fit):
    return lambda phi, y, mu, *args, **kwargs: fit(phi, y, 2 * mu, *args, **kwargs)


def always_two_longer(draw):
    return lambda R, alphabet, lengths, rng: draw(R, alphabet, (lengths[0], lengths[1] + 2), rng)


def steep(bound):
    """Falls as the 20th power of what it should."""
    return lambda *args, **kwargs: 2 * (bound(*args, **kwargs) / 2) ** 20


def of_the_printed_form(order):
    return lambda *args, form="printed", **kwargs: order(*args, form="printed", **kwargs)


def as_printed(bound):
    return lambda *args, **options: bound(*args, **options | {"form": "printed"})


def smallest_label(knn):
    return lambda D, y, k, **ties: np.full(len(D), np.min(y))


def first_axes_stretched(embedding):
    def wrong(D, R, D_new=None):
        found = embedding(D, R, D_new)
        return 1.1 * found if D_new is None else (1.1 * found[0], found[1])

    return wrong


def inner_maximum(distance):
    """The largest of the nearest distances where their mean belongs."""

    def wrong(x, y):
        gaps = np.abs(np.subtract.outer(np.atleast_1d(x), np.atleast_1d(y)))
        return float(gaps.min(axis=1).max()) if gaps.ndim == 2 else distance(x, y) + 0.1

    return wrong


def asymmetric(cdist):
    def wrong(X, Y, distance, **options):
        D = np.array(cdist(X, Y, distance, **options), dtype=float)
        return D + np.triu(np.ones(D.shape), 1)

    return wrong


def with_short_omegas(feature_map):
    """Does not look beyond the tenth point of a random series."""
    return lambda X, omegas, *args: feature_map(X, [omega[:10] for omega in omegas], *args)


def negated(function):
    return lambda *args, **kwargs: -function(*args, **kwargs)


def at_twice_the_gamma(function):
    return lambda X, omegas, gamma, *args, **kwargs: function(X, omegas, 2 * gamma, *args, **kwargs)


def far_off_for_many_features(fit):
    """Right for the exact kernel, wrong for the random features."""
    return lambda phi, *args: fit(phi, *args) * (-50 if phi.shape[1] > 200 else 1)


SPOILED = [
    ("d2ke/assumption-1", "cdist", asymmetric),
    ("d2ke/definition-1", "covering_number", one_more),
    ("d2ke/assumption-3", "effective_dimension", twice),
    ("d2ke/multiset-example", "multiset_effective_dimension", half),
    ("d2ke/multiset-example", "ball_covering_bound", lambda f: lambda delta, p: 0.9 / delta),
    ("d2ke/eq-1", "cdist", half),
    ("d2ke/eq-2", "modified_hausdorff", inner_maximum),
    ("d2ke/theorem-1", "knn_risk_bound", lambda f: lambda *args: f(*args) * 1e-7),
    ("d2ke/theorem-1", "knn_risk_bound", as_printed),
    ("d2ke/eq-3", "knn_rate", as_printed),
    ("d2ke/eq-3", "optimal_k", twice),
    ("d2ke/eq-3", "knn_rate_constant", half),
    ("d2ke/eq-4", "kernel", without_weights),
    ("d2ke/eq-5", "kernel", without_weights),
    ("d2ke/eq-6", "softmin", one_more),
    ("d2ke/eq-7", "soft_distance", half),
    ("d2ke/eq-8", "feature_map", twice),
    ("d2ke/limit-gamma", "soft_distance", twice),
    ("d2ke/limit-gamma", "kernel", squared),
    ("d2ke/psd", "kernel", lambda f: lambda *args: f(*args) - 0.05 * np.eye(len(args[0]))),
    ("d2ke/psd", "cdist", squared),
    ("d2ke/rsm-special-case", "representative_set_map", half),
    ("d2ke/algorithm-1", "fit", with_double_mu),
    ("d2ke/eq-9", "fit", with_double_mu),
    ("d2ke/eq-10", "fit", with_double_mu),
    ("d2ke/proposition-1", "lipschitz_bound", half),
    ("d2ke/eq-11", "effective_degrees", twice),
    ("d2ke/eq-12", "random_feature_variance", twice),
    ("d2ke/eq-12", "random_strings", always_two_longer),
    ("d2ke/proposition-2", "uniform_convergence_bound", steep),
    ("d2ke/eq-13", "pointwise_bound", steep),
    ("d2ke/eq-14", "kernel", lambda f: lambda *args, **kwargs: 9 * f(*args, **kwargs)),
    ("d2ke/eq-15", "uniform_convergence_bound", half),
    ("d2ke/corollary-1", "n_features_order", of_the_printed_form),
    ("d2ke/claim-1", "fit", far_off_for_many_features),
    ("d2ke/complexity", "feature_map", with_short_omegas),
    ("d2ke/system-D2KE", "feature_map", half),
    ("d2ke/system-KNN", "knn_predict", smallest_label),
    ("d2ke/system-DSK-RBF", "dsk_rbf", squared),
    ("d2ke/system-DSK-ND", "dsk_nd", negated),
    ("d2ke/system-GDK-LED", "pseudo_euclidean_embedding", first_axes_stretched),
    ("d2ke/system-RSM", "representative_set_map", squared),
    ("errata/D1", "modified_hausdorff", half),
    ("errata/D3", "kernel", negated),
    ("errata/D4", "kernel", squared),
    ("errata/D5", "feature_map", lambda f: lambda X, *a: f(X, *a) * np.arange(1, 3)[:, None]),
    ("errata/D6a", "uniform_convergence_bound", lambda f: lambda *a, **k: 0.01),
    ("errata/D6b", "kernel", half),
    ("errata/D7", "pointwise_bound", steep),
    ("errata/D7b", "kernel", lambda f: lambda *args, **kwargs: 30 * f(*args, **kwargs)),
    ("errata/D8", "ball_covering_bound", lambda f: lambda delta, p: 0.9 / delta),
    ("errata/D9", "multiset_effective_dimension", lambda f: lambda *a, **k: 0.1),
    ("errata/D10", "effective_dimension", one_more),
    ("errata/D11", "knn_risk_bound", lambda f: lambda *args: f(*args) * 1e-7),
    ("errata/D14", "fit", with_double_mu),
    ("errata/D15", "n_features_order", of_the_printed_form),
    ("errata/D17", "feature_map", with_short_omegas),
    ("errata/D18", "dtw", twice),
    ("errata/D22", "lipschitz_bound", lambda f: lambda *args: f(*args) / 4),
    ("errata/D22", "optimal_k", squared),
]


@pytest.mark.parametrize(("id", "name", "spoil"), SPOILED)
def test_a_wrong_function_changes_the_verdict(id, name, spoil, monkeypatch):
    without_suite(monkeypatch)
    monkeypatch.setattr(d2ke, name, spoil(getattr(d2ke, name)))
    assert verdict_of(id) != REGISTRY[id].expected.value


def test_a_failing_conformance_suite_refutes_the_claim(monkeypatch):
    monkeypatch.setattr(Run, "verify", lambda run, claims, **options: is_true(False, "failed"))
    assert verdict_of("d2ke/eq-8") == "refuted"
    assert verdict_of("d2ke/psd") == "refuted"


def test_a_distance_of_negative_type_would_make_d16_hold(monkeypatch):
    def by_length(X, Y, distance):  # square roots of distances on a line: of negative type
        lengths = [np.array([ord(s[-1]) if s else 90 for s in Z], dtype=float) for Z in (X, Y)]
        return np.sqrt(np.abs(np.subtract.outer(*lengths)))

    monkeypatch.setattr(d2ke, "cdist", by_length)
    assert verdict_of("errata/D16") == "holds"


def test_proposition_2_would_hold_where_the_deviation_is_small(monkeypatch):
    monkeypatch.setattr(subset_space.SubsetSpace, "t", 0.25)
    for id in ("d2ke/eq-15", "errata/D6b"):
        assert verdict_of(id) == "holds"


def test_small_constants_would_be_seen(monkeypatch):
    for module in (corollary_1, claim_1):
        monkeypatch.setattr(module, "coefficients", lambda f, y, mu: y / (1 + np.exp(y * f)))
    assert verdict_of("errata/D13") == "holds"
    assert verdict_of("d2ke/claim-1") == "refuted"  # A no longer grows as the corrected form says


@pytest.mark.parametrize("id", ["d2ke/corollary-1", "d2ke/claim-1"])
def test_a_tolerance_that_one_feature_meets_is_no_evidence(id, monkeypatch):
    monkeypatch.setattr(corollary_1, "EPSILON", 0.5)
    assert verdict_of(id) == "refuted"


def test_theorem_1_would_hold_if_risks_fell_fast_enough(monkeypatch):
    monkeypatch.setattr(neighbors, "nearest_neighbor_risk", lambda D, masses, f, n: 0.1 / n**2)
    evidence = evidence_of("d2ke/theorem-1")
    assert all(finding["holds"] for finding in evidence["printed"])


@pytest.mark.parametrize("id", ["d2ke/theorem-1", "errata/D11"])
def test_a_wrong_risk_of_nearest_neighbors_is_seen(id, monkeypatch):
    right = neighbors.nearest_neighbor_risk
    monkeypatch.setattr(neighbors, "nearest_neighbor_risk", lambda *args: 1.001 * right(*args))
    assert verdict_of(id) == "refuted"


def test_the_lost_length_would_be_seen_if_it_did_not_count(monkeypatch):
    monkeypatch.setattr(algorithm, "seconds", lambda N, R, L, L_omega: 1e-6 * N * R * L)
    evidence = evidence_of("d2ke/complexity")
    assert evidence["printed"][-1]["holds"]
    assert evidence["verdict"] == "refuted"  # the other two lose a power as well


@pytest.mark.parametrize(("N", "R", "L"), [(2, 1, 1), (1, 2, 1), (1, 1, 2)])
def test_a_cost_with_another_power_would_be_seen(N, R, L, monkeypatch):
    powers = np.array([N, R, L, 1])
    monkeypatch.setattr(
        algorithm,
        "seconds",
        lambda N, R, L, L_omega: 1e-6 * float(np.prod(np.array([N, R, L, L_omega]) ** powers)),
    )
    assert verdict_of("d2ke/complexity") == "refuted"


def test_an_admitted_alpha_would_make_d12_hold(monkeypatch):
    monkeypatch.setattr(corollary_1, "best_in_ball", lambda k, y, C: np.sign(y) * C + 0 * k)
    monkeypatch.setattr(corollary_1, "corollary_ratios", lambda run: {"none": 0.0})
    assert verdict_of("errata/D12") == "holds"


def test_a_large_quotient_would_refute_the_conclusion_of_corollary_1(monkeypatch):
    monkeypatch.setattr(corollary_1, "corollary_ratios", lambda run: {"found": 1.1})
    assert verdict_of("errata/D12") == "refuted"


def replaced(table, name, column, accuracy=None, seconds=None):
    row = list(table[name])
    old = row[column]
    row[column] = (old[0] if accuracy is None else accuracy, old[1] if seconds is None else seconds)
    return {**table, name: tuple(row)}


def test_possible_accuracies_would_pass(monkeypatch):
    mended = replaced(printed_tables.PRINTED, "decor", 0, accuracy=68.75)
    mended = replaced(mended, "ActRecog", 3, accuracy=45.30)
    monkeypatch.setattr(printed_tables, "PRINTED", mended)
    assert verdict_of("errata/D19") == "holds"
    monkeypatch.setattr(printed_tables, "PRINTED", replaced(mended, "flower", 1, accuracy=34.0))
    assert verdict_of("errata/D19") == "refuted"


@pytest.mark.parametrize("n", [60, 63, 144, 957])
def test_every_count_has_a_possible_accuracy(n):
    for k in range(n + 1):
        assert printed_tables.possible(round(100 * k / n, 2), n)
        assert printed_tables.possible(math.floor(10000 * k / n) / 100, n)
        assert not printed_tables.possible(round(100 * k / n, 2) + 0.05, n)


class SmallData:
    """Data sets with the sizes, lengths and letters of Table 4, and nothing in them."""

    def __init__(self, ambiguous=15, missing=(), activities=7):
        self.ambiguous, self.missing, self.activities = ambiguous, missing, activities

    def load(self, name):
        if name in self.missing:
            raise MissingData(f"data set {name}: not in the data directory")
        if name == "splice":
            few = ["D" * 15 + "N" * 15 + "R" * 15 + "S" * 15] * self.ambiguous
            return self.data_set(name, [*few, *["ACGT" * 15] * (3190 - len(few))], 3)
        if name == "mnist-t10k":
            image = np.zeros((28, 28))
            image[8:20, 8:20] = 255
            return self.data_set(name, [image] * 20, 10)
        channels, classes, lengths = {
            "auslan": (22, 95, [45, 136, *[50] * 2563]),
            "character-trajectories": (3, 20, [109, 205, *[110] * 2856]),
            "actrecog": (3, 1 + self.activities, [5000] * 156),
        }[name]
        return self.data_set(name, [np.zeros((n, channels)) for n in lengths], classes)

    @staticmethod
    def data_set(name, objects, classes):
        return DataSet(name, objects, np.arange(len(objects)) % classes, "")


def table_4_of(data):
    return table_4.properties_of_the_data(Run("quick", 0, data, "d2ke/table-4"))


def test_table_4_is_compared_with_the_data():
    assert table_4_of(SmallData()).verdict is REGISTRY["d2ke/table-4"].expected
    assert table_4_of(SmallData(ambiguous=0)).verdict is Verdict.HOLDS
    assert table_4_of(SmallData(ambiguous=16)).verdict is Verdict.REFUTED
    assert table_4_of(SmallData(activities=6)).verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", ["auslan", "character-trajectories", "actrecog", "mnist-t10k"])
def test_table_4_says_which_rows_have_no_data(name):
    evidence = table_4_of(SmallData(missing=(name,)))
    assert evidence.verdict is REGISTRY["d2ke/table-4"].expected
    assert any(f"data set {name}" in reason for _, reason in evidence.table[1].rows)
