"""Implementations of SFM that accept what they should refuse, or refuse what they should accept."""

import numpy as np
import scipy.sparse

from tests.zoo import changed, wrong

BAD = "sfm/bad-input"
OF_STRINGS = (
    "characteristic_vectors",
    "transform",
    "cgk_embed",
    "global_alignment_kernel",
    "local_alignment_kernel",
    "mismatch_kernel",
)


def lenient_sfm(right, repair, names):
    """``repair`` is applied to every positional argument, in silence."""

    def mended(name):
        def function(*args, **options):
            return right.get(f"sfm.{name}")(*map(repair, args), **options)

        return function

    return changed(right, paper="sfm", **{name: mended(name) for name in names})


@wrong(killed_by=BAD)
def takes_letters_for_strings(right):
    """A bare string is a corpus of letters."""
    variants = ("cm", "paper", "released")
    repair = lambda a: list(a) if isinstance(a, str) and a not in variants else a  # noqa: E731
    return lenient_sfm(right, repair, OF_STRINGS)


@wrong(killed_by=BAD)
def decodes_bytes(right):
    """As Latin-1."""

    def text(a):
        if isinstance(a, bytes):
            return a.decode("latin-1")
        return [text(x) for x in a] if isinstance(a, list) else a

    names = (*OF_STRINGS, "esp_tree", "edit_distance_with_moves")
    return lenient_sfm(right, text, names)


@wrong(killed_by=BAD)
def vocabulary_of_any_variant(right):
    """The variant that is asked for is forgotten."""

    def transform(strings, vocabulary, variant=None):
        return right.sfm.transform(strings, vocabulary)

    return changed(right, paper="sfm", transform=transform)


@wrong(killed_by=BAD)
def unknown_variants_are_cm(right):
    """Whatever is not known is the default."""
    known = ("paper", "released")

    def esp_tree(s, variant="cm"):
        return right.sfm.esp_tree(s, variant if variant in known else "cm")

    return changed(right, paper="sfm", esp_tree=esp_tree)


@wrong(killed_by=BAD)
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


@wrong(killed_by=BAD)
def rounds_features_up(right):
    """An odd D is made even."""
    even = lambda D: D + D % 2 if isinstance(D, int) and D > 0 else D  # noqa: E731
    return sfm_after(right, D=even)


@wrong(killed_by=BAD)
def takes_any_beta(right):
    """The absolute value, or one."""
    repair = lambda beta: abs(beta) or 1.0 if isinstance(beta, int | float) else beta  # noqa: E731
    return sfm_after(right, beta=repair)


@wrong(killed_by=BAD)
def keys_wrap_around(right):
    """Keys modulo 2^33."""

    def hash_uniform(i, array1, array2, endpoints="open"):
        i = np.asarray(i)
        i = i % 2**33 if i.dtype.kind == "i" else i
        return right.sfm.hash_uniform(i, array1, array2, endpoints)

    return changed(right, paper="sfm", hash_uniform=hash_uniform)


@wrong(killed_by=BAD)
def no_coefficient_is_enough(right):
    """A t of zero is one of one."""

    def sample_t_wise(d, t, rng, form="field"):
        return right.sfm.sample_t_wise(d, 1 if t == 0 else t, rng, form)

    return changed(right, paper="sfm", sample_t_wise=sample_t_wise)


@wrong(killed_by=BAD)
def converts_signed_words(right):
    """Whatever comes is made into uint64."""
    unsigned = lambda a: np.asarray(a).astype(np.uint64)  # noqa: E731
    return sfm_after(right, array1=unsigned, array2=unsigned)


@wrong(killed_by=BAD)
def drops_negative_counts(right):
    """Negative entries become zero."""

    def positive(V):
        if scipy.sparse.issparse(V):
            return V.maximum(0) if not np.isnan(V.data).any() else V
        return V

    return sfm_after(right, V=positive)


@wrong(killed_by=BAD)
def fills_up_missing_columns(right):
    """Repeats the one column that there is."""

    def laplacian_kernel(V, W, beta):
        if np.ndim(W) == 2 and W.shape[1] == 1:
            W = np.repeat(np.asarray(W), V.shape[1], axis=1)
        return right.sfm.laplacian_kernel(V, W, beta)

    return changed(right, paper="sfm", laplacian_kernel=laplacian_kernel)


@wrong(killed_by=BAD)
def any_name_of_endpoints(right):
    """What begins with o is open, the rest is closed."""

    def hash_uniform(i, array1, array2, endpoints="open"):
        endpoints = "open" if endpoints.startswith("o") else "closed"
        return right.sfm.hash_uniform(i, array1, array2, endpoints)

    return changed(right, paper="sfm", hash_uniform=hash_uniform)


@wrong(killed_by=BAD)
def takes_seeds_for_generators(right):
    """Makes a generator of whatever comes."""

    def sample_hash(d, rng):
        return right.sfm.sample_hash(d, np.random.default_rng(rng))

    return changed(right, paper="sfm", sample_hash=sample_hash)


@wrong(killed_by=BAD)
def hash_draws_before_it_refuses(right):
    """Advances the generator, then looks at d."""

    def sample_hash(d, rng):
        if isinstance(rng, np.random.Generator):
            rng.random()
        return right.sfm.sample_hash(d, rng)

    return changed(right, paper="sfm", sample_hash=sample_hash)


@wrong(killed_by=BAD)
def codes_beyond_the_alphabet_are_pads(right):
    """Clips."""

    def cgk_vectors(embedded, n_letters):
        return right.sfm.cgk_vectors(np.clip(embedded, 0, n_letters), n_letters)

    return changed(right, paper="sfm", cgk_vectors=cgk_vectors)


@wrong(killed_by=BAD)
def unknown_letters_are_x(right):
    """What has no score is any amino acid."""

    def known(strings):
        if not isinstance(strings, list) or not all(isinstance(s, str) for s in strings):
            return strings
        return ["".join(c if c in "ARNDCQEGHILKMFPSTWYV" else "X" for c in s) for s in strings]

    def local_alignment_kernel(X, Y, *args, **options):
        return right.sfm.local_alignment_kernel(known(X), known(Y), *args, **options)

    return changed(right, paper="sfm", local_alignment_kernel=local_alignment_kernel)


@wrong(killed_by=BAD)
def short_strings_have_no_words(right):
    """The kernel with a string shorter than k is zero."""

    def mismatch_kernel(X, Y, k, m, alphabet=None):
        strings = isinstance(X, list) and all(isinstance(s, str) for s in [*X, *Y])
        if strings and isinstance(k, int) and any(len(s) < k for s in [*X, *Y]):
            return np.zeros((len(X), len(Y)))
        return right.sfm.mismatch_kernel(X, Y, k, m, alphabet)

    return changed(right, paper="sfm", mismatch_kernel=mismatch_kernel)


@wrong(killed_by=BAD)
def negative_taper_is_none(right):
    """As some programs do."""

    def global_alignment_kernel(X, Y, sigma, triangular=0, **options):
        if isinstance(triangular, int):
            triangular = max(0, triangular)
        return right.sfm.global_alignment_kernel(X, Y, sigma, triangular, **options)

    return changed(right, paper="sfm", global_alignment_kernel=global_alignment_kernel)


@wrong(killed_by=BAD)
def equal_neighbors_are_merged(right):
    """Repeats are dropped in silence."""

    def landmarks(labels):
        return right.sfm.landmarks(
            [a for k, a in enumerate(labels) if k == 0 or a != labels[k - 1]]
        )

    return changed(right, paper="sfm", landmarks=landmarks)
