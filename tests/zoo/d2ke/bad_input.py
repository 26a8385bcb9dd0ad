"""Implementations that accept what they should refuse, or refuse what they should accept."""

import warnings

import numpy as np

from tests.zoo import changed, wrong

BAD = "d2ke/bad-input"


def lenient(right, repair, names=("cdist", "feature_map", "kernel", "soft_distance")):
    """``repair`` is applied to every positional argument, in silence."""

    def mended(name):
        def function(*args, **options):
            with warnings.catch_warnings(action="ignore"):
                args = [repair(a) for a in args]
            return right.get(f"d2ke.{name}")(*args, **options)

        return function

    return changed(right, **{name: mended(name) for name in names})


@wrong(killed_by=BAD)
def accepts_a_bare_string(right):
    """Takes the letters of a string for a collection."""
    names = ("levenshtein", "dtw", "modified_hausdorff")
    return lenient(right, lambda a: list(a) if isinstance(a, str) and a not in names else a)


@wrong(killed_by=BAD)
def accepts_an_empty_collection(right):
    """Answers with an empty matrix."""

    def cdist(X, Y, distance, **options):
        if isinstance(X, list) and not X:
            return np.empty((0, len(Y)))
        return right.d2ke.cdist(X, Y, distance, **options)

    return changed(right, cdist=cdist)


@wrong(killed_by=BAD)
def accepts_numbers_for_strings(right):
    """Writes them out."""
    return lenient(right, lambda a: [str(x) for x in a] if isinstance(a, list) and a else a)


@wrong(killed_by=BAD)
def names_another_argument(right):
    """Blames X for what is wrong with the omegas."""

    def feature_map(X, omegas, gamma, distance, **options):
        try:
            return right.d2ke.feature_map(X, omegas, gamma, distance, **options)
        except (TypeError, ValueError) as error:
            raise type(error)(str(error).replace("omegas", "X")) from error

    return changed(right, feature_map=feature_map)


@wrong(killed_by=BAD)
def refuses_the_empty_string(right):
    """Takes it for an empty object."""

    def levenshtein(x, y):
        if x == "" or y == "":
            raise ValueError("x and y must not be empty")
        return right.d2ke.levenshtein(x, y)

    return changed(right, levenshtein=levenshtein)


NUMERIC = ("dtw", "modified_hausdorff")


@wrong(killed_by=BAD)
def takes_nan_for_zero(right):
    """Replaces NaN in silence."""
    return lenient(right, np.nan_to_num, NUMERIC)


@wrong(killed_by=BAD)
def gives_nan_for_nan(right):
    """Lets NaN through."""

    def dtw(x, y, *args, **options):
        if np.asarray(x).dtype.kind == "f" and np.isnan(x).any():
            return float("nan")
        return right.d2ke.dtw(x, y, *args, **options)

    return changed(right, dtw=dtw)


@wrong(killed_by=BAD)
def gives_zero_for_nothing(right):
    """An empty series is at distance 0 from any other."""

    def dtw(x, y, *args, **options):
        if np.size(x) == 0 or np.size(y) == 0:
            return 0.0
        return right.d2ke.dtw(x, y, *args, **options)

    return changed(right, dtw=dtw)


@wrong(killed_by=BAD)
def broadcasts_one_channel(right):
    """Repeats the one channel of y."""

    def dtw(x, y, *args, **options):
        x, y = np.asarray(x), np.asarray(y)
        if x.ndim == 2 and y.ndim == 2 and y.shape[1] == 1 and y.size:
            y = np.repeat(y, x.shape[1], axis=1)
        return right.d2ke.dtw(x, y, *args, **options)

    return changed(right, dtw=dtw)


@wrong(killed_by=BAD)
def parses_strings_of_digits(right):
    """Turns whatever it gets into floats."""

    def real(a):
        try:
            return np.asarray(a, dtype=float)
        except (TypeError, ValueError):
            return a

    return lenient(right, real, NUMERIC)


@wrong(killed_by=BAD)
def accepts_any_gamma(right):
    """Takes the absolute value."""
    return lenient(right, lambda a: abs(a) or 1.0 if isinstance(a, int | float) else a)


@wrong(killed_by=BAD)
def scales_weights_to_one(right):
    """Normalizes what should have been a distribution."""

    def kernel(X, Y, omegas, gamma, distance, weights=None, **options):
        if weights is not None and np.size(weights) == len(omegas) and np.sum(weights) > 0:
            weights = np.asarray(weights) / np.sum(weights)
        return right.d2ke.kernel(X, Y, omegas, gamma, distance, weights, **options)

    return changed(right, kernel=kernel)


@wrong(killed_by=BAD)
def suggests_nothing(right):
    """Unknown names are refused without a hint."""

    def cdist(X, Y, distance, **options):
        if isinstance(distance, str) and distance not in ("levenshtein", *NUMERIC):
            raise ValueError(f"unknown distance {distance!r}")
        return right.d2ke.cdist(X, Y, distance, **options)

    return changed(right, cdist=cdist)


@wrong(killed_by=BAD)
def takes_a_negative_window_for_none(right):
    """As some programs do."""

    def dtw(x, y, local_cost="euclidean", window=None):
        window = None if window is not None and window < 0 else window
        return right.d2ke.dtw(x, y, local_cost, window)

    return changed(right, dtw=dtw)


@wrong(killed_by=BAD)
def trusts_a_callable(right):
    """Whatever the function returns is a distance."""

    def cdist(X, Y, distance, **options):
        if callable(distance):
            return np.array([[distance(x, y) for y in Y] for x in X])
        return right.d2ke.cdist(X, Y, distance, **options)

    return changed(right, cdist=cdist)


@wrong(killed_by=BAD)
def accepts_no_objects(right):
    """R = 0 gives an empty list."""

    def random_strings(R, alphabet, lengths, rng):
        return [] if R == 0 else right.d2ke.random_strings(R, alphabet, lengths, rng)

    return changed(right, random_strings=random_strings)


@wrong(killed_by=BAD)
def turns_reversed_sizes_round(right):
    """(5, 2) is taken for (2, 5)."""

    def random_sets(R, dimension, sizes, rng):
        if isinstance(sizes, tuple):
            sizes = tuple(sorted(sizes))
        return right.d2ke.random_sets(R, dimension, sizes, rng)

    return changed(right, random_sets=random_sets)


@wrong(killed_by=BAD)
def accepts_a_seed(right):
    """Makes a generator of whatever comes."""

    def random_series(R, n_channels, sigma, lengths, rng):
        rng = np.random.default_rng(rng)
        return right.d2ke.random_series(R, n_channels, sigma, lengths, rng)

    return changed(right, random_series=random_series)


@wrong(killed_by=BAD)
def drops_repeated_letters(right):
    """An alphabet with repeats is made into one without."""

    def random_strings(R, alphabet, lengths, rng):
        alphabet = list(dict.fromkeys(alphabet)) if isinstance(alphabet, str) else alphabet
        return right.d2ke.random_strings(R, alphabet, lengths, rng)

    return changed(right, random_strings=random_strings)


@wrong(killed_by=BAD)
def accepts_a_negative_sigma(right):
    """The normal distribution is symmetric, after all."""

    def random_series(R, n_channels, sigma, lengths, rng):
        return right.d2ke.random_series(R, n_channels, abs(sigma) or 1.0, lengths, rng)

    return changed(right, random_series=random_series)


@wrong(killed_by=BAD)
def works_before_it_refuses(right):
    """Computes all distances, then looks at gamma."""

    def feature_map(X, omegas, gamma, distance, **options):
        if callable(distance):
            right.d2ke.cdist(X, omegas, distance, **options)
        return right.d2ke.feature_map(X, omegas, gamma, distance, **options)

    return changed(right, feature_map=feature_map)


@wrong(killed_by=BAD)
def draws_before_it_refuses(right):
    """Draws the lengths of the most that could come, then looks at the range."""

    def random_strings(R, alphabet, lengths, rng):
        if isinstance(rng, np.random.Generator):
            rng.random()
        return right.d2ke.random_strings(R, alphabet, lengths, rng)

    return changed(right, random_strings=random_strings)
