"""Implementations of SFM that refuse too much or too late, or mix vocabularies."""

import numpy as np

from tests.zoo import changed, wrong

BAD = "sfm/bad-input"  # one check of it kills each


def lenient_sfm(right, repair, names):
    """``repair`` is applied to every positional argument, in silence."""

    def mended(name):
        def function(*args, **options):
            return right.get(f"sfm.{name}")(*map(repair, args), **options)

        return function

    return changed(right, paper="sfm", **{name: mended(name) for name in names})


@wrong(killed_by=f"{BAD} vocabularies_do_not_mix")
def vocabulary_of_any_variant(right):
    """The variant that is asked for is forgotten."""

    def transform(strings, vocabulary, variant=None):
        return right.sfm.transform(strings, vocabulary)

    return changed(right, paper="sfm", transform=transform)


@wrong(killed_by=f"{BAD} an_empty_string_among_others_is_a_row_of_zeros")
def refuses_empty_strings_among_others(right):
    """Every string must have a letter."""

    def characteristic_vectors(strings, variant="cm"):
        if "" in strings:
            raise ValueError("strings must not be empty")
        return right.sfm.characteristic_vectors(strings, variant)

    return changed(right, paper="sfm", characteristic_vectors=characteristic_vectors)


def sfm_after(right, **repairs):
    """Single arguments of ``sfm`` are repaired in silence."""

    def sfm(V, D, beta, array1, array2, endpoints="open", **options):
        given = {"V": V, "D": D, "beta": beta, "array1": array1, "array2": array2}
        given = {name: repairs.get(name, lambda a: a)(a) for name, a in given.items()}
        return right.sfm.sfm(**given, endpoints=endpoints, **options)

    return changed(right, paper="sfm", sfm=sfm)


@wrong(killed_by=f"{BAD} hash_uniform_refuses_bad_arguments")
def keys_wrap_around(right):
    """Keys modulo 2^33."""

    def hash_uniform(i, array1, array2, endpoints="open"):
        i = np.asarray(i)
        i = i % 2**33 if i.dtype.kind == "i" else i
        return right.sfm.hash_uniform(i, array1, array2, endpoints)

    return changed(right, paper="sfm", hash_uniform=hash_uniform)


@wrong(killed_by=f"{BAD} sample_hash_refuses_bad_arguments")
def hash_draws_before_it_refuses(right):
    """Advances the generator, then looks at d."""

    def sample_hash(d, rng):
        if isinstance(rng, np.random.Generator):
            rng.random()
        return right.sfm.sample_hash(d, rng)

    return changed(right, paper="sfm", sample_hash=sample_hash)


@wrong(killed_by=f"{BAD} local_alignment_kernel_refuses_bad_arguments")
def unknown_letters_are_x(right):
    """What has no score is any amino acid."""

    def known(strings):
        if not isinstance(strings, list) or not all(isinstance(s, str) for s in strings):
            return strings
        return ["".join(c if c in "ARNDCQEGHILKMFPSTWYV" else "X" for c in s) for s in strings]

    def local_alignment_kernel(X, Y, *args, **options):
        return right.sfm.local_alignment_kernel(known(X), known(Y), *args, **options)

    return changed(right, paper="sfm", local_alignment_kernel=local_alignment_kernel)


@wrong(killed_by=f"{BAD} mismatch_kernel_refuses_bad_arguments")
def short_strings_have_no_words(right):
    """The kernel with a string shorter than k is zero."""

    def mismatch_kernel(X, Y, k, m, alphabet=None):
        strings = isinstance(X, list) and all(isinstance(s, str) for s in [*X, *Y])
        if strings and isinstance(k, int) and any(len(s) < k for s in [*X, *Y]):
            return np.zeros((len(X), len(Y)))
        return right.sfm.mismatch_kernel(X, Y, k, m, alphabet)

    return changed(right, paper="sfm", mismatch_kernel=mismatch_kernel)


@wrong(killed_by=f"{BAD} halves_are_counts")
def refuses_halves(right):
    """Counts must be whole."""

    def sfm(V, *args, **options):
        halves = isinstance(V, np.ndarray) and V.dtype.kind == "f" and (V == 0.5).any()
        if halves:
            raise ValueError("V must hold whole counts")
        return right.sfm.sfm(V, *args, **options)

    return changed(right, paper="sfm", sfm=sfm)
