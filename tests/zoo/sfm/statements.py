"""Wrong predictions of Section IV-B, and systems that are put together wrongly."""

import numpy as np

from tests.zoo import changed, wrong

THEOREM_1, VARIANCE, ERROR = "sfm/theorem-1", "sfm/variance-at-most-1", "sfm/average-error"
MAPS = ("sfmedm", "fmedm", "sfmcgk", "fmcgk")
SYSTEMS = tuple(f"sfm/system-{name.upper()}" for name in MAPS)


def sfm(right, **functions):
    """``right`` with some functions of the paper replaced."""
    return changed(right, paper="sfm", **functions)


# Section IV-B -----------------------------------------------------------------------------------


@wrong(killed_by=THEOREM_1)
def concentration_with_the_root_of_d(right):
    """2 / (epsilon^2 sqrt D)."""

    def concentration_bound(epsilon, D, form="corrected"):
        return right.sfm.concentration_bound(epsilon, D, form=form) * np.sqrt(D)

    return sfm(right, concentration_bound=concentration_bound)


@wrong(killed_by=THEOREM_1)
def concentration_as_printed_always(right):
    """2 under both names."""

    def concentration_bound(epsilon, D, form="corrected"):
        return right.sfm.concentration_bound(epsilon, D, form="printed")

    return sfm(right, concentration_bound=concentration_bound)


@wrong(killed_by=THEOREM_1)
def concentration_cut_at_one(right):
    """A probability, as somebody thought; the formula says more."""

    def concentration_bound(epsilon, D, form="corrected"):
        return min(1.0, right.sfm.concentration_bound(epsilon, D, form=form))

    return sfm(right, concentration_bound=concentration_bound)


@wrong(killed_by=VARIANCE)
def variance_of_one_summand(right):
    """(1 - k^2) / 2, not divided by the number of pairs D / 2."""
    return sfm(right, feature_variance=lambda k, D: (1 - np.asarray(k) ** 2) / 2)


@wrong(killed_by=VARIANCE)
def variance_without_the_mean(right):
    """(1 + k^2) / D, the second moment."""
    return sfm(right, feature_variance=lambda k, D: (1 + np.asarray(k) ** 2) / D)


def prediction_becomes(right, form):
    """The prediction as ``form(variances of the pairs i <= j, K, D)``."""

    def predicted_average_error(K, D):
        K = np.asarray(K)
        return form((1 - K[np.triu_indices(len(K))] ** 2) / D, K, D)

    return sfm(right, predicted_average_error=predicted_average_error)


def folded(variances):
    """Mean and deviation of |N(0, v)| over these variances."""
    mean = np.sqrt(2 * variances / np.pi).mean()
    return float(mean), float(np.sqrt(max(0.0, variances.mean() - mean**2)))


@wrong(killed_by=ERROR)
def prediction_for_kernels_near_zero(right):
    """sqrt(2 / (pi D)) whatever the kernel is."""
    return prediction_becomes(right, lambda v, K, D: folded(np.ones_like(v) / D))


@wrong(killed_by=ERROR)
def prediction_without_the_diagonal(right):
    """Pairs i < j."""

    def form(variances, K, D):
        above = (1 - K[np.triu_indices(len(K), 1)] ** 2) / D
        return folded(above if above.size else variances)

    return prediction_becomes(right, form)


@wrong(killed_by=ERROR)
def prediction_of_the_mean_square(right):
    """The root of E error^2 for E |error|."""
    return prediction_becomes(right, lambda v, K, D: (float(np.sqrt(v.mean())), folded(v)[1]))


@wrong(killed_by=ERROR)
def prediction_with_the_deviation_of_the_error(right):
    """That of the signed error, which is larger."""
    return prediction_becomes(right, lambda v, K, D: (folded(v)[0], float(np.sqrt(v.mean()))))


# the systems' kernels ---------------------------------------------------------------------------


@wrong(killed_by="sfm/system-EDMKernel")
def edit_kernel_of_each_pair_alone(right):
    """Two strings at a time: names of nodes, and with them the parse, depend on the corpus."""

    def espkernel(strings, beta, variant="cm"):
        return np.array(
            [
                [right.sfm.espkernel([x, y], beta, variant=variant)[0][1] for y in strings]
                for x in strings
            ]
        )

    return sfm(right, espkernel=espkernel)


@wrong(killed_by="sfm/system-EDMKernel")
def edit_kernel_of_squared_beta(right):
    """exp(-d / beta^2)."""

    def espkernel(strings, beta, variant="cm"):
        return right.sfm.espkernel(strings, beta**2, variant=variant)

    return sfm(right, espkernel=espkernel)


@wrong(killed_by="sfm/system-EDMKernel")
def edit_kernel_of_one_variant(right):
    """The default parse under every name."""

    def espkernel(strings, beta, variant="cm"):
        return np.asarray(right.sfm.espkernel(strings, beta)) ** (1.5 if variant != "cm" else 1.0)

    return sfm(right, espkernel=espkernel)


@wrong(killed_by="sfm/system-CGKKernel")
def embedded_kernel_of_halved_distances(right):
    """The coding's 1/2 counted twice."""

    def cgkkernel(strings, beta, rng, length=None):
        return np.sqrt(right.sfm.cgkkernel(strings, beta, rng, length=length))

    return sfm(right, cgkkernel=cgkkernel)


@wrong(killed_by="sfm/system-CGKKernel")
def embedded_kernel_of_the_printed_length(right):
    """L outputs for 3 L (erratum S23), whatever is asked for."""

    def cgkkernel(strings, beta, rng, length=None):
        longest = max(map(len, strings))
        return right.sfm.cgkkernel(strings, beta, rng, length=min(length or longest, longest))

    return sfm(right, cgkkernel=cgkkernel)


@wrong(killed_by="sfm/system-CGKKernel")
def embedded_kernel_of_strings_as_they_are(right):
    """No bit is ever drawn: position by position, up to the shorter end."""

    def cgkkernel(strings, beta, rng, length=None):
        apart = [
            [sum(a != b for a, b in zip(x, y, strict=False)) for y in strings] for x in strings
        ]
        return np.exp(-np.array(apart) / beta)

    return sfm(right, cgkkernel=cgkkernel)


@wrong(killed_by="sfm/system-STK17")
def mismatches_over_the_letters_of_each_pair(right):
    """The alphabet of two strings at a time."""

    def stk17(strings, k, m, alphabet=None):
        if alphabet is not None:
            return right.sfm.stk17(strings, k, m, alphabet=alphabet)
        rows = [[right.sfm.stk17([x, y], k, m) for y in strings] for x in strings]
        return np.array([[np.asarray(pair)[0, 1] for pair in row] for row in rows])

    return sfm(right, stk17=stk17)


@wrong(killed_by="sfm/system-STK17")
def mismatch_kernel_is_normalized(right):
    """K_xy / sqrt(K_xx K_yy)."""

    def stk17(strings, k, m, **how):
        K = np.asarray(right.sfm.stk17(strings, k, m, **how), dtype=float)
        length = np.sqrt(np.maximum(1.0, np.diagonal(K)))
        return K / length / length[:, None]

    return sfm(right, stk17=stk17)


# the systems' features --------------------------------------------------------------------------


def every_map(right, form):
    """Each of the four feature maps as ``form(the right one, strings, D, beta, rng, **how)``."""

    def wrong_one(name):
        def feature_map(strings, D, beta, rng, **how):
            return form(getattr(right.sfm, name), strings, D, beta, rng, **how)

        return feature_map

    return sfm(right, **{name: wrong_one(name) for name in MAPS})


@wrong(killed_by=SYSTEMS)
def features_with_beta_upside_down(right):
    """The Cauchy numbers are multiplied by beta."""
    return every_map(
        right, lambda map_, strings, D, beta, rng, **how: map_(strings, D, 1 / beta, rng, **how)
    )


@wrong(killed_by=SYSTEMS)
def features_scaled_by_the_root_of_d(right):
    """sqrt(1 / D) for sqrt(2 / D)."""
    return every_map(
        right,
        lambda map_, strings, D, beta, rng, **how: (
            np.asarray(map_(strings, D, beta, rng, **how)) / np.sqrt(2)
        ),
    )


@wrong(killed_by=SYSTEMS)
def a_draw_is_spent_before_the_features(right):
    """The generator is touched once more than it need be."""

    def form(map_, strings, D, beta, rng, **how):
        rng.integers(2**32)
        return map_(strings, D, beta, rng, **how)

    return every_map(right, form)


@wrong(killed_by=SYSTEMS)
def state_of_the_generator_is_fixed(right):
    """The same numbers at every call, as a seed inside gives them."""
    return every_map(
        right,
        lambda map_, strings, D, beta, rng, **how: map_(
            strings, D, beta, np.random.default_rng(0), **how
        ),
    )


@wrong(killed_by=SYSTEMS)
def each_string_meets_numbers_of_its_own(right):
    """Strings are mapped one at a time, so that features of two have nothing in common."""

    def form(map_, strings, D, beta, rng, **how):
        Z = np.asarray(map_(strings, D, beta, rng, **how))
        turn = np.arange(len(Z))[:, None] * 2.399963  # any angle that no string shares
        sine, cosine = Z[:, ::2], Z[:, 1::2]
        turned = np.empty_like(Z)
        turned[:, ::2] = np.cos(turn) * sine + np.sin(turn) * cosine
        turned[:, 1::2] = np.cos(turn) * cosine - np.sin(turn) * sine
        return turned

    return every_map(right, form)
