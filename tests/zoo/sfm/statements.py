"""Wrong predictions of Section IV-B, and systems that are put together wrongly."""

import numpy as np

from tests.zoo import changed, faults, wrong

THEOREM_1, VARIANCE, ERROR = "sfm/theorem-1", "sfm/variance-at-most-1", "sfm/average-error"
MAPS = ("sfmedm", "fmedm", "sfmcgk", "fmcgk")
SYSTEMS = tuple(f"sfm/system-{name.upper()}" for name in MAPS)
ESTIMATES = tuple(
    f"sfm/system-{name.upper()} {name}_estimates_the_{kind}_kernel"
    for name, kind in zip(MAPS, ("edit", "edit", "embedded", "embedded"), strict=True)
)


# Section IV-B -----------------------------------------------------------------------------------


@wrong("sfm.concentration_bound", killed_by=THEOREM_1)
def concentration_with_the_root_of_d(right, epsilon, D, form="corrected"):
    """2 / (epsilon^2 sqrt D)."""
    return right.sfm.concentration_bound(epsilon, D, form=form) * np.sqrt(D)


@wrong("sfm.concentration_bound", killed_by=THEOREM_1)
def concentration_as_printed_always(right, epsilon, D, form="corrected"):
    """2 under both names."""
    return right.sfm.concentration_bound(epsilon, D, form="printed")


@wrong("sfm.concentration_bound", killed_by=THEOREM_1)
def concentration_cut_at_one(right, epsilon, D, form="corrected"):
    """A probability, as somebody thought; the formula says more."""
    return min(1.0, right.sfm.concentration_bound(epsilon, D, form=form))


@wrong("sfm.feature_variance", killed_by=VARIANCE)
def variance_of_one_summand(k, D):
    """(1 - k^2) / 2, not divided by the number of pairs D / 2."""
    return (1 - np.asarray(k) ** 2) / 2


@wrong("sfm.feature_variance", killed_by=VARIANCE)
def variance_without_the_mean(k, D):
    """(1 + k^2) / D, the second moment."""
    return (1 + np.asarray(k) ** 2) / D


def prediction_becomes(right, form):
    """The prediction as ``form(variances of the pairs i <= j, K, D)``."""

    def predicted_average_error(K, D):
        K = np.asarray(K)
        return form((1 - K[np.triu_indices(len(K))] ** 2) / D, K, D)

    return changed(right, paper="sfm", predicted_average_error=predicted_average_error)


def folded(variances):
    """Mean and deviation of |N(0, v)| over these variances."""
    mean = np.sqrt(2 * variances / np.pi).mean()
    return float(mean), float(np.sqrt(max(0.0, variances.mean() - mean**2)))


wrong_prediction = faults(prediction_becomes, killed_by=ERROR)

wrong_prediction(
    "prediction for kernels near zero: sqrt(2 / (pi D)) whatever the kernel is",
    lambda v, K, D: folded(np.ones_like(v) / D),
)


@wrong(prediction_becomes, killed_by=ERROR)
def prediction_without_the_diagonal(variances, K, D):
    """Pairs i < j."""
    above = (1 - K[np.triu_indices(len(K), 1)] ** 2) / D
    return folded(above if above.size else variances)


wrong_prediction(
    "prediction of the mean square: the root of E error^2 for E |error|",
    lambda v, K, D: (float(np.sqrt(v.mean())), folded(v)[1]),
)
wrong_prediction(
    "prediction with the deviation of the signed error, which is larger",
    lambda v, K, D: (folded(v)[0], float(np.sqrt(v.mean()))),
)


# the systems' kernels ---------------------------------------------------------------------------


@wrong("sfm.espkernel", killed_by="sfm/system-EDMKernel")
def edit_kernel_of_each_pair_alone(right, strings, beta, variant="cm"):
    """Two strings at a time: names of nodes, and with them the parse, depend on the corpus."""

    def alike(x, y):
        return right.sfm.espkernel([x, y], beta, variant=variant)[0][1] if x or y else 1.0

    return np.array([[alike(x, y) for y in strings] for x in strings])


@wrong("sfm.espkernel", killed_by="sfm/system-EDMKernel")
def edit_kernel_of_squared_beta(right, strings, beta, variant="cm"):
    """exp(-d / beta^2)."""
    return right.sfm.espkernel(strings, beta**2, variant=variant)


@wrong("sfm.espkernel", killed_by="sfm/system-EDMKernel")
def edit_kernel_of_one_variant(right, strings, beta, variant="cm"):
    """The default parse under every name."""
    return np.asarray(right.sfm.espkernel(strings, beta)) ** (1.5 if variant != "cm" else 1.0)


@wrong("sfm.cgkkernel", killed_by="sfm/system-CGKKernel")
def embedded_kernel_of_halved_distances(right, strings, beta, rng, length=None):
    """The coding's 1/2 counted twice."""
    return np.sqrt(right.sfm.cgkkernel(strings, beta, rng, length=length))


@wrong("sfm.cgkkernel", killed_by="sfm/system-CGKKernel")
def embedded_kernel_of_the_printed_length(right, strings, beta, rng, length=None):
    """L outputs for 3 L (erratum S23), whatever is asked for."""
    longest = max(map(len, strings))
    return right.sfm.cgkkernel(strings, beta, rng, length=min(length or longest, longest))


@wrong("sfm.cgkkernel", killed_by="sfm/system-CGKKernel")
def embedded_kernel_of_strings_as_they_are(strings, beta, rng, length=None):
    """No bit is ever drawn: position by position, up to the shorter end."""
    apart = [[sum(a != b for a, b in zip(x, y, strict=False)) for y in strings] for x in strings]
    return np.exp(-np.array(apart) / beta)


@wrong("sfm.stk17", killed_by="sfm/system-STK17")
def mismatches_over_the_letters_of_each_pair(right, strings, k, m, alphabet=None):
    """The alphabet of two strings at a time."""
    if alphabet is not None:
        return right.sfm.stk17(strings, k, m, alphabet=alphabet)
    rows = [[right.sfm.stk17([x, y], k, m) for y in strings] for x in strings]
    return np.array([[np.asarray(pair)[0, 1] for pair in row] for row in rows])


@wrong("sfm.stk17", killed_by="sfm/system-STK17")
def mismatch_kernel_is_normalized(right, strings, k, m, **how):
    """K_xy / sqrt(K_xx K_yy)."""
    K = np.asarray(right.sfm.stk17(strings, k, m, **how), dtype=float)
    length = np.sqrt(np.maximum(1.0, np.diagonal(K)))
    return K / length / length[:, None]


# the systems' features --------------------------------------------------------------------------


def every_map(right, form, names=MAPS):
    """Each of the feature maps as ``form(the right one, strings, D, beta, rng, **how)``."""

    def wrong_one(name):
        def feature_map(strings, D, beta, rng, **how):
            return form(getattr(right.sfm, name), strings, D, beta, rng, **how)

        return feature_map

    return changed(right, paper="sfm", **{name: wrong_one(name) for name in names})


wrong_map = faults(every_map, killed_by=SYSTEMS)

wrong_map(
    "features with beta upside down: the Cauchy numbers are multiplied by beta",
    lambda map_, strings, D, beta, rng, **how: map_(strings, D, 1 / beta, rng, **how),
)
wrong_map(
    "features scaled by the root of D: sqrt(1 / D) for sqrt(2 / D)",
    lambda map_, strings, D, beta, rng, **how: (
        np.asarray(map_(strings, D, beta, rng, **how)) / np.sqrt(2)
    ),
)


@wrong(every_map, killed_by=SYSTEMS)
def a_draw_is_spent_before_the_features(map_, strings, D, beta, rng, **how):
    """The generator is touched once more than it need be."""
    rng.integers(2**32)
    return map_(strings, D, beta, rng, **how)


wrong_map(
    "state of the generator is fixed: the same numbers at every call",
    lambda map_, strings, D, beta, rng, **how: map_(
        strings, D, beta, np.random.default_rng(0), **how
    ),
)


@wrong(every_map, killed_by=SYSTEMS)
def each_string_meets_numbers_of_its_own(map_, strings, D, beta, rng, **how):
    """Strings are mapped one at a time, so that features of two have nothing in common."""
    Z = np.asarray(map_(strings, D, beta, rng, **how))
    turn = np.arange(len(Z))[:, None] * 2.399963  # any angle that no string shares
    sine, cosine = Z[:, ::2], Z[:, 1::2]
    turned = np.empty_like(Z)
    turned[:, ::2] = np.cos(turn) * sine + np.sin(turn) * cosine
    turned[:, 1::2] = np.cos(turn) * cosine - np.sin(turn) * sine
    return turned


wrong_estimate = faults(every_map, killed_by=ESTIMATES)

wrong_estimate(
    "features in reverse: of two the cosine comes first",
    lambda map_, *args, **how: np.asarray(map_(*args, **how))[:, ::-1],
)


@wrong(every_map, killed_by=ESTIMATES)
def all_sines_come_before_all_cosines(map_, *args, **how):
    """Which makes no difference for two features."""
    Z = np.asarray(map_(*args, **how))
    return np.concatenate([Z[:, ::2], Z[:, 1::2]], axis=1)


@wrong(every_map, killed_by=ESTIMATES)
def one_frequency_serves_for_all(map_, strings, D, beta, rng, **how):
    """Two features are drawn, which stand there D / 2 times."""
    Z = np.asarray(map_(strings, 2, beta, rng, **how))
    return np.tile(Z, (1, D // 2)) * np.sqrt(2 / D)


@wrong(every_map, killed_by=ESTIMATES)
def two_frequencies_serve_for_all(map_, strings, D, beta, rng, **how):
    """Four features are drawn, which are repeated where more are wanted."""
    if D < 8:
        return map_(strings, D, beta, rng, **how)
    Z = np.asarray(map_(strings, 4, beta, rng, **how))
    return np.tile(Z, (1, -(-D // 4)))[:, :D] * np.sqrt(4 / D)


@wrong(every_map, names=MAPS[2:], killed_by=ESTIMATES[2:])
def embedded_to_the_printed_length(map_, strings, D, beta, rng, length=None):
    """By default to the length of the longest string (erratum S23)."""
    longest = max(map(len, strings))
    return map_(strings, D, beta, rng, length=longest if length is None else length)


@wrong(every_map, names=MAPS[2:], killed_by=ESTIMATES[2:])
def embedded_to_three_times_the_longest_at_most(map_, strings, D, beta, rng, length=None):
    """Larger lengths are not taken."""
    most = 3 * max(map(len, strings))
    return map_(strings, D, beta, rng, length=most if length is None else min(length, most))


@wrong("sfm.fmcgk", killed_by="sfm/system-FMCGK fmcgk_chains_its_pieces")
def matrix_before_the_embedding(right, strings, D, beta, rng, length=None):
    """As good in law; from the same state of the generator come other numbers."""
    places, letters = length or 3 * max(map(len, strings)), len(set("".join(strings)))
    W = right.sfm.cauchy_matrix(D, places * (letters + 1), beta, rng)
    V = right.sfm.cgk_vectors(right.sfm.cgk_embed(strings, rng, length), letters)
    return right.sfm.rff(V, W)


@wrong("sfm.sfmcgk", killed_by="sfm/system-SFMCGK sfmcgk_chains_its_pieces")
def hash_before_the_embedding(right, strings, D, beta, rng, length=None):
    """The same of the words of the hash."""
    places, letters = length or 3 * max(map(len, strings)), len(set("".join(strings)))
    words = right.sfm.sample_hash(places * (letters + 1), rng)
    V = right.sfm.cgk_vectors(right.sfm.cgk_embed(strings, rng, length), letters)
    return right.sfm.sfm(V, D, beta, *words)
