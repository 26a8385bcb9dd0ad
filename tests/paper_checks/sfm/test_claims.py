"""Every statement and every erratum of SFM has an entry, arrives at its verdict, and can fail."""

import numpy as np
import pytest
from scipy import sparse

from gramcheck.paper_checks.claims.sfm import (
    alphabet_reduction,
    average_errors,
    feature_maps,
    parsing_rules,
    printed_errors,
    summaries,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.datasets.entry import DataSet
from gramcheck.paper_checks.findings import is_true
from gramcheck.paper_checks.ledger import REGISTRY, Verdict
from gramcheck.reference import sfm
from tests.paper_checks.evidence import (
    assert_arrives_at_its_verdict,
    assert_nothing_printed_holds,
    half,
    one_more,
    twice,
    verdict_of,
    without_suite,
)

STATEMENTS = (
    *("edm", "esp-tree", "esp-bounds", "lpp", "figure-1", "figure-6", "figure-7"),
    *("alphabet-reduction", "landmarks", "esp-linear-time", "unbiased", "variance-at-most-1"),
    *("hash-uniform", "hash-t-wise-independent", "theorem-1", "theorem-1-proof"),
    *("algorithm-1", "algorithm-2", "eq-1", "eq-2", "space", "average-error"),
    *("cgk-hamming-equals-l1", "cgk-distortion", "table-1", "table-4", "table-5"),
)
KERNELS = {
    "EDMKernel": "espkernel",
    "CGKKernel": "cgkkernel",
    "STK17": "stk17",
    "GAK": "global_alignment_kernel",
    "LAK": "local_alignment_kernel",
}
SYSTEMS = ("SFMEDM", "FMEDM", "SFMCGK", "FMCGK", "D2KE", *KERNELS)
ERRATA = tuple(f"S{k}" for k in range(1, 27))
MINE = (
    *(f"sfm/{name}" for name in STATEMENTS),
    *(f"sfm/system-{name}" for name in SYSTEMS),
    *(f"errata/{name}" for name in ERRATA),
)


@pytest.mark.parametrize("id", MINE)
def test_the_evidence_leads_to_the_expected_verdict(id):
    assert_arrives_at_its_verdict(id)


@pytest.mark.parametrize("id", [f"errata/{name}" for name in ERRATA])
def test_every_counterexample_of_an_erratum_is_one(id):
    assert_nothing_printed_holds(id)


# ---------------------------------------------------------------------------------------------
# A claim that cannot fail is a defect: with a wrong function the verdict must change


def scaled(factor):
    return lambda function: lambda *args, **kwargs: function(*args, **kwargs) * factor


def with_beta(factor):
    """The scale of the random numbers is wrong."""
    return lambda sfm: (
        lambda V, D, beta, *rest, **options: sfm(V, D, factor * beta, *rest, **options)
    )


def sine_for_cosine(function):
    def wrong(*args, **kwargs):
        z = function(*args, **kwargs)
        z[:, 1::2] = z[:, ::2]
        return z

    return wrong


def one_key_for_all(function):
    """Every pair of features has the same random vector."""

    def wrong(V, D, *rest, **options):
        z = function(V, D, *rest, **options)
        z[:, 2::2], z[:, 3::2] = z[:, :1], z[:, 1:2]
        return z

    return wrong


def a_matrix_beside(function):
    """Keeps the D/2 random numbers of each coordinate."""

    def wrong(V, D, *rest, **options):
        kept = np.zeros((D // 2, V.shape[1]))
        return function(V, D, *rest, **options) + kept[0, 0]

    return wrong


def first_word_alone(hash_uniform):
    """The multiplier is not used: the same value at every key."""
    return lambda i, a, b, *rest: hash_uniform(i, a, 0 * b, *rest)


def odd_multipliers(hash_uniform):
    return lambda i, a, b, *rest: hash_uniform(i, a, b | np.uint64(1 << 56), *rest)


def always_closed(function):
    return lambda *args: function(*args[: 4 if len(args) > 3 else 3], "closed")


def pairs_alone(lpp):
    """A single node remains where the number is odd."""
    return lambda level: [tuple(range(i, min(i + 2, len(level)))) for i in range(0, len(level), 2)]


def one_round_more(reduction):
    return lambda names, rounds: reduction(names, rounds + 1)


def maxima_alone(landmarks):
    def wrong(labels):
        places = landmarks(labels)
        padded = np.concatenate([[-1], np.asarray(labels), [-1]])
        return places[[padded[p + 1] > max(padded[p], padded[p + 2]) for p in places]]

    return wrong


def always(variant):
    """One variant whatever is asked for."""
    return lambda function: lambda s, *_: function(s, variant)


def without_leaves(vectors):
    def wrong(corpus, variant="cm"):
        V, vocabulary = vectors(corpus, variant)
        V = V.tolil()
        V[:, : len(vocabulary.alphabet)] = 0
        return sparse.csr_matrix(V), vocabulary

    return wrong


def no_moves(distance):
    """Plain edit distance, by dynamic programming."""

    def wrong(s, t, *_):
        row = list(range(len(t) + 1))
        for i, a in enumerate(s, 1):
            last, row[0] = row[0], i
            for j, b in enumerate(t, 1):
                last, row[j] = row[j], min(last + (a != b), row[j] + 1, row[j - 1] + 1)
        return row[-1]

    return wrong


def one_way(distance):
    return lambda s, t, *rest: distance(s, t, *rest) + (s < t)


def printed_length(embed):
    """As long as the longest string."""

    def wrong(corpus, rng, length=None, alphabet=None):
        short = max(map(len, corpus))
        codes = embed(corpus, rng, min(short, length or short), alphabet)
        return codes if length is None else np.pad(codes, [(0, 0), (0, length - codes.shape[1])])

    return wrong


def pads_of_zero(vectors):
    return lambda embedded, n_letters, pad="symbol": vectors(embedded, n_letters, "zero")


def without_meaning(function):
    """Features or a kernel of noise in place of the right ones."""

    def wrong(corpus, *_, **__):
        Z = np.random.default_rng(0).normal(size=(len(corpus), 50))
        return Z if function.__name__.startswith(("sfm", "fm")) else Z @ Z.T

    return wrong


def less(function):
    """A kernel that is none: its diagonal is too small."""
    return lambda X, *args: function(X, *args) - 0.9 * np.eye(len(X))


SPOILED = [
    *((f"sfm/system-{name}", name.lower(), without_meaning) for name in SYSTEMS[:4]),
    *((f"sfm/system-{n}", f, without_meaning) for n, f in KERNELS.items()),
    ("sfm/system-EDMKernel", "espkernel", less),
    ("sfm/system-GAK", "global_alignment_kernel", less),
    ("sfm/edm", "edit_distance_with_moves", no_moves),
    ("sfm/edm", "edit_distance_with_moves", one_way),
    ("sfm/esp-tree", "characteristic_vectors", always("released")),
    ("sfm/esp-bounds", "characteristic_vectors", always("paper")),
    ("sfm/lpp", "lpp_parse", pairs_alone),
    ("sfm/figure-6", "lpp_parse", pairs_alone),
    ("sfm/alphabet-reduction", "alphabet_reduction", one_more),
    ("sfm/alphabet-reduction", "reduce_to_three", one_more),
    ("sfm/landmarks", "landmarks", maxima_alone),
    ("sfm/figure-7", "alphabet_reduction", one_more),
    ("sfm/figure-1", "esp_tree", always("paper")),
    ("sfm/hash-uniform", "hash_cauchy", half),
    ("sfm/hash-t-wise-independent", "hash_uniform", first_word_alone),
    ("sfm/hash-t-wise-independent", "hash_uniform", odd_multipliers),
    ("sfm/algorithm-1", "hash_uniform", lambda f: lambda i, a, b, *r: f(i, b, a, *r)),
    ("sfm/algorithm-1", "hash_cauchy", always_closed),
    ("sfm/unbiased", "sfm", with_beta(1.05)),
    ("sfm/unbiased", "sfm", with_beta(0.95)),
    ("sfm/unbiased", "sfm", scaled(0.97)),
    ("sfm/variance-at-most-1", "sfm", scaled(1.05)),
    ("sfm/theorem-1", "sfm", one_key_for_all),
    ("sfm/theorem-1-proof", "sfm", one_key_for_all),
    ("sfm/eq-1", "laplacian_kernel", lambda f: lambda V, W, b: f(V, W, 2 * b)),
    ("sfm/eq-1", "laplacian_kernel", lambda f: lambda V, W, b: f(V, W, b) - 0.2 * (V is W)),
    ("sfm/eq-2", "rff", sine_for_cosine),
    ("sfm/eq-2", "rff", half),
    ("sfm/algorithm-2", "sfm", sine_for_cosine),
    ("sfm/algorithm-2", "sfm", with_beta(1.0000001)),
    ("sfm/space", "sfm", a_matrix_beside),
    ("sfm/average-error", "average_error", scaled(1.001)),
    ("sfm/table-4", "sfm", scaled(1.05)),
    ("sfm/table-4", "cauchy_matrix", scaled(0.001)),
    ("sfm/table-5", "rff", scaled(0.95)),
    ("sfm/table-5", "average_error", twice),
    ("sfm/cgk-distortion", "cgk_embed", printed_length),
    ("sfm/cgk-hamming-equals-l1", "cgk_vectors", pads_of_zero),
    ("errata/S1", "sfm", scaled(1.1)),
    ("errata/S2", "sfm", scaled(1.1)),
    ("errata/S2", "rff", scaled(1.1)),
    ("errata/S3", "sample_t_wise", lambda f: lambda d, t, rng: f(d, d, rng)),
    ("errata/S5", "hash_uniform", odd_multipliers),
    ("errata/S6", "hash_cauchy", always_closed),
    ("errata/S7", "characteristic_vectors", without_leaves),
    ("errata/S8", "characteristic_vectors", always("paper")),
    (
        "errata/S9",
        "esp_tree",
        lambda f: lambda s, v: sfm.EspTree(s, v, ((0,) * len(s), (0,)), ((0,),)),
    ),
    ("errata/S10", "alphabet_reduction", lambda f: lambda n, r: 0 * f(n, r)),
    ("errata/S11", "alphabet_reduction", one_more),
    ("errata/S12", "transform", lambda f: lambda s, v: (2 * f(s, v)[0], None)),
    ("errata/S13", "lpp_parse", pairs_alone),
    ("errata/S15", "laplacian_kernel", lambda f: lambda V, W, b: f(V, W, b) ** 0.01 - 0.99),
    ("errata/S15", "edit_distance_with_moves", lambda f: lambda s, t: 9 * (s != t)),
    ("errata/S16", "laplacian_kernel", lambda f: lambda V, W, b: f(V, W, 1000 * b)),
    ("errata/S17", "sfm", one_key_for_all),
    ("errata/S22", "sfm", lambda f: lambda *a: f(*a) * np.arange(1, 11)),
    ("errata/S23", "cgk_embed", printed_length),
    ("errata/S24", "cgk_vectors", pads_of_zero),
    ("errata/S25", "characteristic_vectors", always("released")),
    ("errata/S26", "global_alignment_kernel", lambda f: lambda X, Y, s, **o: f(X, Y, s) - 1),
]


@pytest.mark.parametrize(("id", "name", "spoil"), SPOILED)
def test_a_wrong_function_changes_the_verdict(id, name, spoil, monkeypatch):
    without_suite(monkeypatch)
    monkeypatch.setattr(average_errors, "DIMENSIONS", (128, 512))  # for speed
    monkeypatch.setattr(sfm, name, spoil(getattr(sfm, name)))
    assert verdict_of(id) != REGISTRY[id].expected.value


@pytest.mark.parametrize("id", ["sfm/edm", "sfm/algorithm-2", "errata/S19"])
def test_a_failing_conformance_suite_refutes_the_claim(id, monkeypatch):
    monkeypatch.setattr(Run, "verify", lambda run, claims, **options: is_true(False, "failed"))
    assert verdict_of(id) == "refuted"


def spoiled_cell(method, D, k, cell):
    row = list(printed_errors.PRINTED[method][D])
    row[k] = cell
    return {**printed_errors.PRINTED, method: {**printed_errors.PRINTED[method], D: tuple(row)}}


@pytest.mark.parametrize(("id", "method"), [("sfm/table-4", "FMEDM"), ("sfm/table-5", "FMCGK")])
def test_one_more_wrong_cell_is_seen(id, method, monkeypatch):
    monkeypatch.setattr(average_errors, "DIMENSIONS", (128,))
    monkeypatch.setattr(printed_errors, "PRINTED", spoiled_cell(method, 512, 3, (3.526, 2.700)))
    assert verdict_of(id) == "refuted"


def test_a_quadratic_parse_would_be_seen(monkeypatch):
    monkeypatch.setattr(
        alphabet_reduction,
        "least_seconds",
        lambda corpora: np.array([1e-9 * sum(len(s) ** 2 for s in c) for c in corpora]),
    )
    assert verdict_of("sfm/esp-linear-time") == "refuted"


@pytest.mark.parametrize("k", range(3))
def test_a_cost_with_another_power_would_be_seen(k, monkeypatch):
    def powers(work, base):
        return [stated[i] + (i == k) for i, size in enumerate(base) if size]

    stated = (2, 2, 1)
    monkeypatch.setattr(summaries, "powers", powers)
    assert verdict_of("sfm/table-1") == "refuted"


def test_a_time_that_grows_with_d_would_be_seen(monkeypatch):
    monkeypatch.setattr(feature_maps, "seconds", lambda d, rng: 1e-6 * d)
    assert verdict_of("errata/S19") == "refuted"


class Reviews:
    """As many reviews as the paper's, all alike but for one with rare letters."""

    def __init__(self, positive, letters, length):
        self.positive, self.letters, self.length = positive, letters, length

    def load(self, name):
        text = "".join(chr(65 + k) for k in range(self.letters)).ljust(self.length, "A")
        labels = np.where(np.arange(10261) < self.positive, 5, 2)
        return DataSet(name, [text] * 10261, labels, "")


@pytest.mark.parametrize(
    ("reviews", "verdict"),
    [
        (Reviews(9022, 94, 486), Verdict.HOLDS_WITH_CORRECTION),
        (Reviews(9022, 61, 329), Verdict.HOLDS),
        (Reviews(9021, 94, 486), Verdict.REFUTED),
    ],
)
def test_table_2_is_compared_with_the_data(reviews, verdict):
    run = Run("quick", 0, reviews, "sfm/table-2")
    assert summaries.properties_of_the_data(run).verdict is verdict


@pytest.mark.parametrize(
    ("s", "lonely"),
    [
        ("CABCA", True),  # a minimum at the second place: the first has no left neighbor to beat
        ("BACAB", False),  # but none next to the maximum C
        ("ABABA", True),
        ("BABAB", False),
        ("ABCBC", False),
        ("ABAB", False),  # category (iii)
        ("AAAAACABCA", True),  # behind a run
    ],
)
def test_a_landmark_as_printed_lies_between_two_neighbors(s, lonely):
    assert parsing_rules.has_lonely_head(s) is lonely
