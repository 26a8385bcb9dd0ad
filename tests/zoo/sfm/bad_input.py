"""Implementations of SFM that refuse too much or too late, or mix vocabularies."""

import numpy as np

from tests.zoo import arguments_become, wrong

BAD = "sfm/bad-input"  # one check of it kills each


@wrong("sfm.transform", killed_by=f"{BAD} vocabularies_do_not_mix")
def vocabulary_of_any_variant(right, strings, vocabulary, variant=None):
    """The variant that is asked for is forgotten."""
    return right.sfm.transform(strings, vocabulary)


@wrong(
    "sfm.characteristic_vectors",
    killed_by=f"{BAD} an_empty_string_among_others_is_a_row_of_zeros",
    raises=ValueError,
)
def refuses_empty_strings_among_others(right, strings, variant="cm"):
    """Every string must have a letter."""
    if "" in strings:
        raise ValueError("strings must not be empty")
    return right.sfm.characteristic_vectors(strings, variant)


@wrong("sfm.hash_uniform", killed_by=f"{BAD} hash_uniform_refuses_bad_arguments")
def keys_wrap_around(right, i, array1, array2, endpoints="open"):
    """Keys modulo 2^33."""
    i = np.asarray(i)
    i = i % 2**33 if i.dtype.kind == "i" else i
    return right.sfm.hash_uniform(i, array1, array2, endpoints)


@wrong("sfm.sample_hash", killed_by=f"{BAD} sample_hash_refuses_bad_arguments", raises=ValueError)
def hash_draws_before_it_refuses(right, d, rng):
    """Advances the generator, then looks at d."""
    if isinstance(rng, np.random.Generator):
        rng.random()
    return right.sfm.sample_hash(d, rng)


@wrong(
    arguments_become,
    "sfm.local_alignment_kernel",
    killed_by=f"{BAD} local_alignment_kernel_refuses_bad_arguments",
)
def unknown_letters_are_x(X, Y, *rest):
    """What has no score is any amino acid."""

    def known(strings):
        if not isinstance(strings, list) or not all(isinstance(s, str) for s in strings):
            return strings
        return ["".join(c if c in "ARNDCQEGHILKMFPSTWYV" else "X" for c in s) for s in strings]

    return known(X), known(Y), *rest


@wrong("sfm.mismatch_kernel", killed_by=f"{BAD} mismatch_kernel_refuses_bad_arguments")
def short_strings_have_no_words(right, X, Y, k, m, alphabet=None):
    """The kernel with a string shorter than k is zero."""
    lists = isinstance(X, list) and isinstance(Y, list)
    strings = lists and all(isinstance(s, str) for s in [*X, *Y])
    if strings and isinstance(k, int) and any(len(s) < k for s in [*X, *Y]):
        return np.zeros((len(X), len(Y)))
    return right.sfm.mismatch_kernel(X, Y, k, m, alphabet)


@wrong("sfm.sfm", killed_by=f"{BAD} halves_are_counts", raises=ValueError)
def refuses_halves(right, V, *args, **options):
    """Counts must be whole."""
    halves = isinstance(V, np.ndarray) and V.dtype.kind == "f" and (V == 0.5).any()
    if halves:
        raise ValueError("V must hold whole counts")
    return right.sfm.sfm(V, *args, **options)
