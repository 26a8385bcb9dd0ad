"""The systems of Section VII by name: kernels, features, and how they are put together."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import scipy.sparse
from hypothesis import strategies as st

from gramcheck.verify import strategies, tails
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import agree
from gramcheck.verify.suite.sfm.cgk import CORPUS
from gramcheck.verify.suite.sfm.moments import (
    MISS,
    mean_of_cosines,
    moments_of_products,
    pairs_of_strings,
)
from gramcheck.verify.suite.sfm.problems import VARIANTS, corpora

SYSTEMS = "Section VII"

# the systems' kernels ---------------------------------------------------------------------------


SHARED = (
    ["ABABABBAB", "AABABABBAB", "", "A"],
    # the third string names nodes of the other two, which then are at another distance
    ["FGBHE", "DGHBGE", "BEDGA"],
    ["A" * 300, "A" * 10, "BA"],  # more of a letter than 8 bits hold
    # seven strings that are in no order, of letters of either case and of others
    ["LKaJbIAHBGCFDE", "aA bB", "AA BB", "GABHCIDJEKFL", "HGFEDCBA", "FEDCBAHGLK", "B"],
)


@check("sfm/system-EDMKernel", place=SYSTEMS, needs="sfm.espkernel", since="0.1")
@for_all(
    strings=st.lists(strategies.strings("ABC", 9), min_size=1, max_size=5).filter(any),
    beta=strategies.log_uniform(0.1, 100),
    variant=st.sampled_from(VARIANTS),
    examples=[
        {"strings": strings, "beta": 2.0, "variant": variant}
        for strings in SHARED
        for variant in VARIANTS
    ],
)
def edit_kernel_is_that_of_the_trees(
    target: Any, strings: list[str], beta: float, variant: str
) -> Outcome:
    """exp(-||V(S) - V(S')||_1 / beta) of all pairs of a corpus, in whose parse they all share."""
    expected = definitions.espkernel(strings, beta, variant)
    got = target.sfm.espkernel(strings, beta, variant=variant)
    exponents = 1 - np.log(np.maximum(expected, 1e-300))
    return close_to(expected, got, ulps=8, scale=exponents * np.array(expected) + 1e-290)


@check("sfm/system-CGKKernel", place=SYSTEMS, needs=("sfm.cgkkernel", "sfm.cgk_embed"), since="0.1")
@for_all(
    strings=CORPUS,
    beta=strategies.log_uniform(0.5, 100),
    length=st.none() | st.integers(1, 12),
    seed=strategies.seeds(),
    examples=[{"strings": ["ABCAB", "BCABA", "A"], "beta": 3.0, "length": None, "seed": 1}],
)
def embedded_kernel_is_that_of_hamming(
    target: Any, strings: list[str], beta: float, length: int | None, seed: int
) -> Outcome:
    """exp(-Hamming / beta) of the embeddings that the same state of the generator draws."""
    codes = target.sfm.cgk_embed(strings, np.random.default_rng(seed), length)
    codes = np.asarray(codes)
    apart = (codes[:, None] != codes[None]).sum(axis=2)
    got = target.sfm.cgkkernel(strings, beta, np.random.default_rng(seed), length=length)
    return close_to(np.exp(-apart / beta), got, rtol=1e-13)


@check("sfm/system-CGKKernel", place=SYSTEMS, needs="sfm.cgkkernel", since="0.1", statistical=True)
def embedded_kernel_has_the_mean_of_all_tables_of_bits(target: Any, run: Any) -> Outcome:
    """E exp(-Hamming / beta), exactly, from the distribution over every table of bits."""
    first, second, length, beta = "aabb", "abba", 4, 3.0
    distribution = definitions.cgk_hamming_distribution(first, second, length)
    expected = definitions.expected_kernel(distribution, beta)
    n = tails.samples_needed_for_mean(0.05, 0.0, 1.0, run.alpha, beta=MISS)
    strings = pairs_of_strings(first, second, FEW)
    draws = [
        np.asarray(target.sfm.cgkkernel(strings, beta, run.rng, length=length))
        for _ in range(-(-n // FEW))
    ]
    of_pairs = np.concatenate([np.diagonal(K, 1)[::2] for K in draws])
    return tails.assert_true_mean_equals(of_pairs, expected, 0.0, 1.0, run.alpha, beta=MISS)


@check("sfm/system-STK17", place=SYSTEMS, needs="sfm.stk17", since="0.1")
@for_all(
    strings=st.lists(strategies.strings("ACG", 7, 3), min_size=1, max_size=4),
    k=st.integers(1, 3),
    m=st.integers(0, 1),
    alphabet=st.sampled_from([None, "ACGT"]),
    examples=[
        {"strings": ["ACGCA", "CCG", "GGGG"], "k": 2, "m": 1, "alphabet": a} for a in (None, "ACGT")
    ],
)
def mismatches_are_counted_over_one_alphabet(
    target: Any, strings: list[str], k: int, m: int, alphabet: str | None
) -> Outcome:
    """Words near k-mers of both strings, for all pairs; the alphabet is that of all of them."""
    m = min(m, k)
    expected = definitions.stk17(strings, k, m, alphabet)
    got = target.sfm.stk17(strings, k, m, **({} if alphabet is None else {"alphabet": alphabet}))
    return equal(expected, np.asarray(got).tolist())


# the systems' features --------------------------------------------------------------------------

FEW = 40  # pairs in a call whose result is a matrix


def edit_features(target: Any, run: Any, name: str) -> Iterator[Outcome]:
    """SFMEDM and FMEDM on two strings at a known distance, and on one of them alone."""
    beta, first, second, alpha = 9.0, "aab", "abb", run.alpha / 4
    k = definitions.espkernel([first, second], beta)[0][1]
    nodes = sum(definitions.characteristic_vector(definitions.esp_tree(first)).values())
    system = getattr(target.sfm, name)
    features = lambda strings, D: system(strings, D, beta, run.rng)  # noqa: E731
    yield from moments_of_products(features, first, second, (k, k**2), alpha)
    yield mean_of_cosines(features, first, math.exp(-nodes / beta), alpha)


def embedded_features(target: Any, run: Any, name: str) -> Iterator[Outcome]:
    """SFMCGK and FMCGK: moments are over embeddings as well, none of which is read to its end.

    One string alone has half a unit in each place, so that its cosines tell the length.
    """
    beta, first, second, alpha = 6.0, "aabb", "abba", run.alpha / 5
    distribution = definitions.cgk_hamming_distribution(first, second, len(first))
    powers = tuple(definitions.expected_kernel(distribution, beta / n) for n in (1, 2))
    system = getattr(target.sfm, name)

    def features_of(**option: int) -> Any:
        return lambda strings, D: system(strings, D, beta, run.rng, **option)

    yield from moments_of_products(features_of(length=len(first)), first, second, powers, alpha)
    for option, length in (({}, 3 * len(first)), ({"length": 30}, 30)):
        expected = math.exp(-length / 2 / beta)
        yield mean_of_cosines(features_of(**option), first, expected, alpha)


def system_check(name: str, *pieces: str, statistical: bool = False) -> Any:
    """The registration that the checks of the four feature maps share."""
    return check(
        f"sfm/system-{name.upper()}",
        place=SYSTEMS,
        needs=tuple(f"sfm.{piece}" for piece in (name, *pieces)),
        since="0.1",
        statistical=statistical,
    )


@system_check("sfmedm", statistical=True)
def sfmedm_estimates_the_edit_kernel(target: Any, run: Any) -> Iterator[Outcome]:
    """Z'z has mean exp(-||V(S) - V(S')||_1 / beta) and variance (1 - k^2) / D."""
    yield from edit_features(target, run, "sfmedm")


@system_check("fmedm", statistical=True)
def fmedm_estimates_the_edit_kernel(target: Any, run: Any) -> Iterator[Outcome]:
    """Z'z has mean exp(-||V(S) - V(S')||_1 / beta) and variance (1 - k^2) / D."""
    yield from edit_features(target, run, "fmedm")


@system_check("sfmcgk", statistical=True)
def sfmcgk_estimates_the_embedded_kernel(target: Any, run: Any) -> Iterator[Outcome]:
    """Over embeddings and features, z'z has mean E exp(-Hamming / beta); 3 L places by default."""
    yield from embedded_features(target, run, "sfmcgk")


@system_check("fmcgk", statistical=True)
def fmcgk_estimates_the_embedded_kernel(target: Any, run: Any) -> Iterator[Outcome]:
    """Over embeddings and features, z'z has mean E exp(-Hamming / beta); 3 L places by default."""
    yield from embedded_features(target, run, "fmcgk")


EDIT_CASES: dict[str, Any] = {
    "strings": corpora(),
    "pairs": st.integers(1, 4),
    "variant": st.sampled_from(VARIANTS),
    "seed": strategies.seeds(),
    "examples": [
        {"strings": ["ABABABBAB", "AABABABBAB", "A"], "pairs": 2, "variant": variant, "seed": 3}
        for variant in VARIANTS
    ],
}
EMBEDDED_CASES: dict[str, Any] = {
    "strings": CORPUS,
    "pairs": st.integers(1, 4),
    "length": st.none() | st.integers(1, 12),
    "seed": strategies.seeds(),
    "examples": [{"strings": ["ABCAB", "BCABA", "A"], "pairs": 2, "length": None, "seed": 3}],
}
BETA = 7.0


def parsed(target: Any, strings: list[str], rng: Any, variant: str) -> Any:
    """Characteristic vectors of a corpus; nothing is drawn."""
    return target.sfm.characteristic_vectors(strings, variant)[0]


def embedded(target: Any, strings: list[str], rng: Any, length: int | None) -> Any:
    """The coded embedding of a corpus, which is drawn."""
    codes = target.sfm.cgk_embed(strings, rng, length)
    return scipy.sparse.csr_matrix(target.sfm.cgk_vectors(codes, len(set("".join(strings)))))


def hashed(target: Any, V: Any, D: int, rng: Any) -> Any:
    """SFM of vectors, with a hash from the generator."""
    return target.sfm.sfm(V, D, BETA, *target.sfm.sample_hash(V.shape[1], rng))


def stored(target: Any, V: Any, D: int, rng: Any) -> Any:
    """FM of vectors, with a matrix from the generator."""
    return target.sfm.rff(V, target.sfm.cauchy_matrix(D, V.shape[1], BETA, rng))


def chained(
    target: Any, system: str, vectors: Any, features: Any, corpus: list[str], D: int, seed: int,
    **option: Any,
) -> Outcome:  # fmt: skip
    """The system's numbers are those of its pieces, which draw from one generator in this order."""
    rng = np.random.default_rng(seed)
    expected = features(target, vectors(target, corpus, rng, **option), D, rng)
    rng = np.random.default_rng(seed)
    return agree(expected, getattr(target.sfm, system)(corpus, D, BETA, rng, **option), ulps=1)


def embedded_first(target: Any, *args: Any, **option: Any) -> Outcome:
    """The same of a system that draws twice; where it fails, the order may be why."""
    outcome = chained(target, *args, **option)
    hint = "" if outcome.passed else "; another order of draws?"
    return replace(outcome, detail=outcome.detail + hint)


@system_check("sfmedm", "characteristic_vectors", "sample_hash", "sfm")
@for_all(**EDIT_CASES)
def sfmedm_chains_its_pieces(
    target: Any, strings: list[str], pairs: int, variant: str, seed: int
) -> Outcome:
    """Vectors of the corpus, a hash from the generator, Algorithm 2: the same numbers."""
    return chained(target, "sfmedm", parsed, hashed, strings, 2 * pairs, seed, variant=variant)


@system_check("fmedm", "characteristic_vectors", "cauchy_matrix", "rff")
@for_all(**EDIT_CASES)
def fmedm_chains_its_pieces(
    target: Any, strings: list[str], pairs: int, variant: str, seed: int
) -> Outcome:
    """Vectors of the corpus, a matrix from the generator, plain features: the same numbers."""
    return chained(target, "fmedm", parsed, stored, strings, 2 * pairs, seed, variant=variant)


@system_check("sfmcgk", "cgk_embed", "cgk_vectors", "sample_hash", "sfm")
@for_all(**EMBEDDED_CASES)
def sfmcgk_chains_its_pieces(
    target: Any, strings: list[str], pairs: int, length: int | None, seed: int
) -> Outcome:
    """The embedding is drawn first, then from the same generator the hash: the same numbers."""
    return embedded_first(
        target, "sfmcgk", embedded, hashed, strings, 2 * pairs, seed, length=length
    )


@system_check("fmcgk", "cgk_embed", "cgk_vectors", "cauchy_matrix", "rff")
@for_all(**EMBEDDED_CASES)
def fmcgk_chains_its_pieces(
    target: Any, strings: list[str], pairs: int, length: int | None, seed: int
) -> Outcome:
    """The embedding is drawn first, then from the same generator the matrix: the same numbers."""
    return embedded_first(
        target, "fmcgk", embedded, stored, strings, 2 * pairs, seed, length=length
    )
