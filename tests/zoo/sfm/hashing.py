"""Wrong hashes and Cauchy numbers."""

import numpy as np

from tests.zoo import changed, faults, result_becomes, wrong

HALF = 2.0**-33
HALF_A_WORD, LOWER_HALF = np.uint64(32), np.uint64(2**32 - 1)


def hash_becomes(right, word):
    """``word(i, array1, array2)`` gives the 32 bits, for all keys and coordinates."""

    def hash_uniform(i, array1, array2, endpoints="open"):
        v = word(np.asarray(i)[:, None], array1, array2).astype(float)
        return (v + 0.5) / 2**32 if endpoints == "open" else v / (2**32 - 1)

    def hash_cauchy(i, array1, array2, beta, endpoints="open"):
        u = hash_uniform(i, array1, array2, endpoints)
        return np.tan(np.pi * (u - 0.5)) / beta

    def sfm(V, D, beta, array1, array2, endpoints="open", **options):
        W = hash_cauchy(np.arange(1, D // 2 + 1), array1, array2, beta, endpoints)
        return right.sfm.rff(V, W)

    return changed(right, paper="sfm", hash_uniform=hash_uniform, hash_cauchy=hash_cauchy, sfm=sfm)


def wrapped(i):
    return i.astype(np.uint64)


wrong_hash = faults(
    hash_becomes, killed_by=("sfm/algorithm-1", "sfm/hash-uniform", "sfm/hash-t-wise-independent")
)

wrong_hash(
    "one array twice: array1 serves as factor and addend",
    lambda i, a, b: (a + a * wrapped(i)) >> HALF_A_WORD,
)
wrong_hash(
    "product without addend: array1 is forgotten",
    lambda i, a, b: (b * wrapped(i)) >> HALF_A_WORD,
    killed_by=("sfm/algorithm-1", "sfm/hash-t-wise-independent"),
)
wrong_hash(
    "arrays are swapped: as good a hash, but not that of Algorithm 1",
    lambda i, a, b: (b + a * wrapped(i)) >> HALF_A_WORD,
    killed_by="sfm/algorithm-1",
)
wrong_hash(
    "hash of the lower half: what is left when the product overflows after 32 bits",
    lambda i, a, b: (a + b * wrapped(i)) & LOWER_HALF,
)
wrong_hash(
    "keys of 32 bits: those beyond begin anew",
    lambda i, a, b: (a + b * (wrapped(i) & LOWER_HALF)) >> HALF_A_WORD,
    killed_by="sfm/algorithm-1",
)
wrong_hash(
    "key is one larger than it should be",
    lambda i, a, b: (a + b * (wrapped(i) + np.uint64(1))) >> HALF_A_WORD,
    killed_by="sfm/algorithm-1",
)


@wrong(hash_becomes, killed_by="sfm/algorithm-1")
def hash_in_floats(i, a, b):
    """Sums of doubles, whose last bits are lost."""
    total = a.astype(float) + b.astype(float) * i.astype(float)
    return np.floor(np.mod(total, 2.0**64) / 2**32)


@wrong(hash_becomes, killed_by="sfm/hash-t-wise-independent")
def multiplied_high_bits(i, a, b):
    """A good mixer of the bits: three keys seem independent, pairs are not exactly so."""
    x = a + b * wrapped(i)
    x = (x ^ (x >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return (x ^ (x >> np.uint64(31))) >> HALF_A_WORD


@wrong(hash_becomes, killed_by="sfm/hash-t-wise-independent")
def three_keys_look_independent(i, a, b):
    """Values at the keys 0, 1, 2 of the small words from three digits of the function's number."""
    digits = (a >> np.uint64(60)) | ((b >> np.uint64(60)) << np.uint64(4))
    third = (a >> np.uint64(56)) & np.uint64(15)
    digits = digits | (third << np.uint64(8))
    return ((digits >> (np.uint64(4) * (wrapped(i) % np.uint64(3)))) & np.uint64(15)) << np.uint64(
        28
    )


@wrong("sfm.hash_uniform", killed_by="sfm/algorithm-1")
def closed_is_open(right, i, array1, array2, endpoints="open"):
    """v / 2^32, whatever was asked for."""
    return right.sfm.hash_uniform(i, array1, array2) - HALF


@wrong("sfm.hash_cauchy", killed_by=("sfm/algorithm-1", "sfm/hash-uniform"))
def scale_is_larger_by_a_twentieth(right, i, array1, array2, beta, endpoints="open"):
    """Cauchy numbers of scale 1.05 / beta."""
    return right.sfm.hash_cauchy(i, array1, array2, beta, endpoints) * 1.05


@wrong("sfm.sample_hash", killed_by="sfm/hash-uniform")
def sampled_words_of_63_bits(d, rng):
    """As random integers of a signed type are drawn."""
    return tuple(rng.integers(2**63, size=(2, d)).astype(np.uint64))


@wrong("sfm.sample_hash", killed_by="sfm/hash-uniform")
def hash_array_reused(right, d, rng):
    """One array is drawn and given back twice."""
    array1, _ = right.sfm.sample_hash(d, rng)
    return array1, array1


wrong_words = faults(
    result_becomes, "sfm.sample_hash",
    killed_by="sfm/hash-uniform sampled_words_have_64_fair_bits",
)  # fmt: skip

wrong_words(
    "hash words of 32 bits: each of them twice",
    lambda found, *_: tuple((a >> HALF_A_WORD) | (a >> HALF_A_WORD << HALF_A_WORD) for a in found),
)
wrong_words(
    "hash words of one array: array2 is array1, a place later",
    lambda found, *_: (found[0], np.append(found[0][1:], found[1][-1:])),
)
wrong_words(
    "hash words in pairs: each stands there twice in a row",
    lambda found, *_: tuple(np.repeat(a, 2)[: len(a)] for a in found),
)
wrong_words(
    "hash words whose second half is the complement of the first one",
    lambda found, *_: tuple(np.concatenate([a, ~a])[::2] for a in found),
)


@wrong("sfm.t_wise_hash", killed_by="sfm/hash-t-wise-independent")
def one_coefficient_too_few(right, i, coefficients, form="field", endpoints="open"):
    """The highest power is left out."""
    return right.sfm.t_wise_hash(i, coefficients[: max(1, len(coefficients) - 1)], form)


@wrong(
    "sfm.t_wise_hash",
    killed_by="sfm/hash-t-wise-independent any_t_values_at_any_t_keys_have_their_polynomial",
)
def keys_of_sixteen_bits(right, i, coefficients, form="field", endpoints="open"):
    """From 65,536 on they begin anew."""
    wrapped = [key % 2**16 if key >= 0 else key for key in np.asarray(i).tolist()]
    return right.sfm.t_wise_hash(wrapped, coefficients, form, endpoints)
