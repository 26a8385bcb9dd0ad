"""Sizes beyond memory: what is asked for is estimated, and refused before anything is drawn."""

import resource
import subprocess
import sys

import numpy as np
import pytest

from gramcheck.reference import check, d2ke, idealized, kcr, sfm
from gramcheck.reference.check.sizes import memory_limit
from tests.reference.memory import peak_of

HOST = "gramcheck.reference.check.sizes"
WORDS = ["ACGT" * 50, "CA"]
MANY = "".join(map(chr, range(2000)))
WIDE = "\U0001f600\U0001f601"  # of four bytes each
SHORT = ["AC"] * 1000
HEXAMERS = ["".join(row) for row in np.random.default_rng(0).choice(list("ACGT"), (100, 300))]
LONG = ["ACGTTGCA" * 2500] * 2
CODES = np.ones((1000, 3), dtype=int)
TALL = np.random.default_rng(0).random((10_000, 20)), np.repeat([-1.0, 1.0], 5000)
WIDER = np.random.default_rng(0).random((4, 500)), np.repeat([-1.0, 1.0], 2)
HINGED = np.random.default_rng(0).random((200, 2)), np.repeat([-1.0, 1.0], 100)
KEYS = np.arange(100, dtype=np.uint64) << np.uint64(50)
PLACES = np.arange(2**32, 2**32 + 100)
HASHES = np.random.default_rng(0).integers(2**31 - 1, size=1000, dtype=np.uint64)


def rng():
    return np.random.default_rng(0)


# calls whose arrays take some megabytes
CALLS = {
    "random_strings": lambda: d2ke.random_strings(2000, WIDE, (100, 100), rng()),
    "few long random_strings": lambda: d2ke.random_strings(2, WIDE, (145_000, 145_000), rng()),
    "random_strings of many letters": lambda: d2ke.random_strings(2000, MANY, (100, 100), rng()),
    "many short random_strings": lambda: d2ke.random_strings(20_000, WIDE, (2, 2), rng()),
    "random_series": lambda: d2ke.random_series(1000, 3, 1.0, (100, 100), rng()),
    "many short random_series": lambda: d2ke.random_series(20_000, 1, 1.0, (1, 1), rng()),
    "many short random_sets": lambda: d2ke.random_sets(20_000, 1, (1, 1), rng()),
    "random_sets": lambda: d2ke.random_sets(1000, 3, (100, 100), rng()),
    "data_sample": lambda: d2ke.data_sample(["a"], 300_000, rng()),
    "cdist": lambda: d2ke.cdist(["AC"] * 1000, ["GA"] * 1000, "levenshtein"),
    "cdist of a collection with itself": lambda: d2ke.cdist(SHORT, SHORT, "levenshtein"),
    "laplacian_kernel": lambda: sfm.laplacian_kernel(np.eye(1000, 3), np.eye(1000, 3), 1.0),
    "hamming_distances": lambda: sfm.hamming_distances(CODES, CODES),
    "global_alignment_kernel": lambda: sfm.global_alignment_kernel(SHORT[:500], SHORT[1:501], 1.0),
    "global_alignment_kernel of a collection with itself": lambda: sfm.global_alignment_kernel(
        SHORT[:500], SHORT[:500], 1.0
    ),
    "local_alignment_kernel": lambda: sfm.local_alignment_kernel(SHORT[:500], SHORT[1:501]),
    "mismatch_kernel": lambda: sfm.mismatch_kernel(SHORT, SHORT[1:], 2, 1),
    "mismatch_kernel of all words": lambda: sfm.mismatch_kernel(HEXAMERS, HEXAMERS, 6, 1),
    "mismatch_kernel without mismatches": lambda: sfm.mismatch_kernel(HEXAMERS, HEXAMERS, 6, 0),
    "mismatch_kernel of long strings": lambda: sfm.mismatch_kernel(LONG, LONG, 6, 1),
    "gaussian_kernel": lambda: kcr.gaussian_kernel(np.eye(1000, 3), np.eye(1000, 3)),
    "ideal_kernel": lambda: idealized.ideal_kernel(np.arange(1000) % 2),
    "make_toy": lambda: idealized.make_toy(20_000, rng()),
    "pairs_from_side_information": lambda: idealized.pairs_from_side_information([[0, 1]], 1000),
    "sample_hash": lambda: sfm.sample_hash(300_000, rng()),
    "hash_uniform": lambda: sfm.hash_uniform(PLACES, HASHES, HASHES),
    "hash_cauchy": lambda: sfm.hash_cauchy(PLACES, HASHES, HASHES, 1.0),
    "t_wise_hash of a field": lambda: sfm.t_wise_hash(PLACES >> 8, HASHES[None]),
    "t_wise_hash of reals": lambda: sfm.t_wise_hash(PLACES >> 8, HASHES[None], "real"),
    "sample_t_wise": lambda: sfm.sample_t_wise(100_000, 3, rng()),
    "cauchy_matrix": lambda: sfm.cauchy_matrix(1000, 1000, 1.0, rng()),
    "cgk_embed": lambda: sfm.cgk_embed(WORDS, rng(), length=50_000),
    "plain_sfm": lambda: sfm.plain_sfm(np.ones((400, 100)), 2000, 1.0, KEYS, KEYS),
    "plain_sfm of few rows": lambda: sfm.plain_sfm(np.ones((9, 100)), 9000, 1.0, KEYS, KEYS),
    "sfm": lambda: sfm.sfmcgk(["AC"] * 400, 4000, 1.0, rng()),
    "sfm of one string": lambda: sfm.sfmcgk(["AC"], 400_000, 1.0, rng()),
    "fmedm": lambda: sfm.fmedm(WORDS, 20_000, 1.0, rng()),
    "fmcgk": lambda: sfm.fmcgk(["ACG"], 20_000, 1.0, rng()),
    "ball_intersections": lambda: sfm.ball_intersections(10**18, 130, 20),
    "plain_fit of the squared loss": lambda: d2ke.plain_fit(*TALL, 1.0),
    "plain_fit of the squared loss, wide": lambda: d2ke.plain_fit(*WIDER, 1.0),
    "plain_fit of the logistic loss": lambda: d2ke.plain_fit(*TALL, 1.0, "logistic"),
    "plain_fit of the logistic loss, wide": lambda: d2ke.plain_fit(*WIDER, 1.0, "logistic"),
    "plain_fit of the hinge loss": lambda: d2ke.plain_fit(*HINGED, 1.0, "hinge"),
    "pseudo_euclidean_embedding": lambda: d2ke.pseudo_euclidean_embedding(
        1 - np.eye(3), 100_000, np.ones((2, 3))
    ),
}


BLOCKS = {  # bytes of a block: random numbers of some coordinates; diagonals of some pairs
    "sfm": 2**23,
    "hash_cauchy": 2**20,
    "sfm of one string": 22 * 2**17,
    "global_alignment_kernel": 2**22,
    "global_alignment_kernel of a collection with itself": 2**22,
    "local_alignment_kernel": 2**22,
    "ball_intersections": 2**12,
    "ideal_kernel": 2**18,  # NumPy 2.0's where has buffers of 8,192 numbers for each argument
}

AT_MOST = {  # times the peak; more than 1.05 where other input of this size, or Python, needs more
    "random_strings": 1.1,
    "random_strings of many letters": 1.18,
    "many short random_strings": 1.6,
    "many short random_series": 1.1,
    "many short random_sets": 1.25,
    "cdist": 1.09,
    "laplacian_kernel": 1.14,
    "hamming_distances": 1.15,
    "gaussian_kernel": 1.09,
    "make_toy": 1.07,
    "pairs_from_side_information": 1.18,
    "cgk_embed": 1.13,
    "plain_sfm": 1.15,
    "plain_sfm of few rows": 1.14,
    "ball_intersections": 1.95,
    # libraries hold what Python does not see
    "plain_fit of the squared loss": 1.4,
    "plain_fit of the squared loss, wide": 1.5,
    "plain_fit of the logistic loss": 1.1,
    "plain_fit of the logistic loss, wide": 1.7,
    "plain_fit of the hinge loss": 3.1,
}


# calls that import the same, and take less time
SMALLER = {"sfm of one string": "sfm", "ball_intersections": "mismatch_kernel"}


@pytest.fixture
def estimates(monkeypatch):
    """The estimates that calls make, each of them accepted."""
    seen = []
    for name in (f"{HOST}.memory", "gramcheck.reference.check.memory"):
        monkeypatch.setattr(name, lambda wanted, **sizes: seen.append(wanted))
    return seen


@pytest.mark.parametrize("name", CALLS)
def test_an_estimate_is_what_the_call_takes(name, estimates):
    """Not below the peak, or an error of NumPy's comes; not far above, or what fits is refused."""
    CALLS[SMALLER.get(name, name)]()  # imports, caches
    estimates.clear()
    peak, _ = peak_of(CALLS[name])
    small = BLOCKS.get(name, 2**17)  # bytes that do not grow
    assert peak - small <= max(estimates) <= AT_MOST.get(name, 1.05) * peak, (peak, estimates)


@pytest.mark.parametrize("name", CALLS)
def test_what_is_beyond_the_limit_is_refused_before_it_is_drawn_or_held(name, monkeypatch):
    monkeypatch.setattr(f"{HOST}.memory_limit", lambda: 2**18)
    monkeypatch.setattr(sys.modules[__name__], "rng", lambda: generator)
    generator = np.random.default_rng(0)
    before = generator.bit_generator.state

    def refused():
        with pytest.raises(
            ValueError, match=r"must leave arrays that fit into memory, got .* (M|K)iB"
        ):
            CALLS[name]()

    assert peak_of(refused)[0] < 2**19  # the input, in another form
    assert generator.bit_generator.state == before


NUMBERS = [f"{i:020b}" for i in range(4000)]
SERIES = [np.arange(30.0)[:, None]] * 2000
SETS = [np.arange(24.0).reshape(8, 3)] * 6000
GROWING = {  # objects, a quarter of which fill a block, and calls with some of them
    "levenshtein": (NUMBERS, lambda X: d2ke.cdist(X, NUMBERS[:40], "levenshtein")),
    "modified_hausdorff": (SETS, lambda X: d2ke.cdist(X, SETS[:40], "modified_hausdorff")),
    "dtw": (SERIES, lambda X: d2ke.cdist(X, SERIES[:20], "dtw")),
    "global_alignment_kernel": (
        SERIES,
        lambda X: sfm.global_alignment_kernel(X, SERIES[:4], 1.0),
    ),
    "local_alignment_kernel": (
        8000 * ["ACGT" * 5],
        lambda X: sfm.local_alignment_kernel(X, X[:4]),
    ),
    "characteristic_vectors": (80 * ["ACGT" * 1000], sfm.characteristic_vectors),
}


@pytest.mark.parametrize("name", GROWING)
def test_blocks_are_as_large_for_four_times_as_many(name, monkeypatch):
    """Results grow with the objects, and what is held of each; what is held of a block does not."""
    monkeypatch.setattr("gramcheck.reference.sfm.engines.corpus.CHUNK", 2**16)
    objects, call = GROWING[name]
    some = objects[: len(objects) // 4]
    call(some)  # imports, caches
    assert peak_of(lambda: call(objects))[0] <= 2.5 * peak_of(lambda: call(some))[0]


def test_the_message_says_who_asks_for_what():
    with pytest.raises(
        ValueError, match=r"^a and b must leave arrays that fit into memory, got 3, "
    ):
        check.memory(2**100, a=3, b=(4, 5))
    with pytest.raises(ValueError, match=r"got 7: 1\.5 EiB for \d"):
        check.memory(3 * 2**59, a=7)
    with pytest.raises(ValueError, match="an integer of 9941 bits EiB"):
        check.memory(2**10_000, a=1)
    check.memory(memory_limit(), a=1)


def test_a_limit_on_the_process_counts():
    """As a batch system sets it: ``ulimit -v``."""
    program = "from gramcheck.reference.check.sizes import memory_limit as m; print(m())"
    limit = 3 * 2**30
    done = subprocess.run(
        [sys.executable, "-c", program],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        capture_output=True,
        check=True,
    )
    assert int(done.stdout) <= limit


def test_the_limit_of_a_container_counts(tmp_path, monkeypatch):
    file = tmp_path / "memory.max"
    monkeypatch.setattr(f"{HOST}._CGROUP", file)
    machine = memory_limit()
    file.write_text("max\n")
    assert memory_limit() == machine
    file.write_text("1048576\n")
    assert memory_limit() == 2**20
