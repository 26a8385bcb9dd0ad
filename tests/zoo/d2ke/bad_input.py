"""Implementations that refuse what they should accept, or refuse in the wrong words or too late."""

import numpy as np

from tests.zoo import changed, wrong

BAD = "d2ke/bad-input"  # one check of it kills each
DISTANCES = ("levenshtein", "dtw", "modified_hausdorff")


@wrong(killed_by=f"{BAD} feature_map_refuses_bad_arguments")
def names_another_argument(right):
    """Blames X for what is wrong with the omegas."""

    def feature_map(X, omegas, gamma, distance, **options):
        try:
            return right.d2ke.feature_map(X, omegas, gamma, distance, **options)
        except (TypeError, ValueError) as error:
            raise type(error)(str(error).replace("omegas", "X")) from error

    return changed(right, feature_map=feature_map)


@wrong(killed_by=f"{BAD} the_empty_string_is_a_string")
def refuses_the_empty_string(right):
    """Takes it for an empty object."""

    def levenshtein(x, y):
        if x == "" or y == "":
            raise ValueError("x and y must not be empty")
        return right.d2ke.levenshtein(x, y)

    return changed(right, levenshtein=levenshtein)


@wrong(killed_by=f"{BAD} dtw_refuses_bad_arguments")
def gives_nan_for_nan(right):
    """Lets NaN through."""

    def dtw(x, y, *args, **options):
        if np.asarray(x).dtype.kind == "f" and np.isnan(x).any():
            return float("nan")
        return right.d2ke.dtw(x, y, *args, **options)

    return changed(right, dtw=dtw)


@wrong(killed_by=f"{BAD} dtw_refuses_bad_arguments")
def gives_zero_for_nothing(right):
    """An empty series is at distance 0 from any other."""

    def dtw(x, y, *args, **options):
        if np.size(x) == 0 or np.size(y) == 0:
            return 0.0
        return right.d2ke.dtw(x, y, *args, **options)

    return changed(right, dtw=dtw)


@wrong(killed_by=f"{BAD} dtw_refuses_bad_arguments")
def broadcasts_one_channel(right):
    """Repeats the one channel of y."""

    def dtw(x, y, *args, **options):
        x, y = np.asarray(x), np.asarray(y)
        if x.ndim == 2 and y.ndim == 2 and y.shape[1] == 1 and y.size:
            y = np.repeat(y, x.shape[1], axis=1)
        return right.d2ke.dtw(x, y, *args, **options)

    return changed(right, dtw=dtw)


@wrong(killed_by=f"{BAD} cdist_refuses_bad_arguments")
def suggests_nothing(right):
    """Unknown names are refused without a hint."""

    def cdist(X, Y, distance, **options):
        if isinstance(distance, str) and distance not in DISTANCES:
            raise ValueError(f"unknown distance {distance!r}")
        return right.d2ke.cdist(X, Y, distance, **options)

    return changed(right, cdist=cdist)


@wrong(killed_by=f"{BAD} no_distance_is_computed_before_a_refusal")
def works_before_it_refuses(right):
    """Computes all distances, then looks at gamma."""

    def feature_map(X, omegas, gamma, distance, **options):
        if callable(distance):
            right.d2ke.cdist(X, omegas, distance, **options)
        return right.d2ke.feature_map(X, omegas, gamma, distance, **options)

    return changed(right, feature_map=feature_map)


@wrong(killed_by=f"{BAD} random_strings_refuses_bad_arguments")
def draws_before_it_refuses(right):
    """Draws the lengths of the most that could come, then looks at the range."""

    def random_strings(R, alphabet, lengths, rng):
        if isinstance(rng, np.random.Generator):
            rng.random()
        return right.d2ke.random_strings(R, alphabet, lengths, rng)

    return changed(right, random_strings=random_strings)


@wrong(killed_by=f"{BAD} no_distance_is_computed_before_a_refusal")
def measures_before_it_refuses(right):
    """Computes all distances to the representatives, then looks at gamma."""

    def representative_set_map(X, representatives, distance, gamma=None, **options):
        if callable(distance):
            right.d2ke.cdist(X, representatives, distance, **options)
        return right.d2ke.representative_set_map(X, representatives, distance, gamma, **options)

    return changed(right, representative_set_map=representative_set_map)
