"""Implementations that refuse what they should accept, or refuse in the wrong words or too late."""

import warnings

import numpy as np

from tests.zoo import wrong

BAD = "d2ke/bad-input"  # one check of it kills each
DISTANCES = ("levenshtein", "dtw", "modified_hausdorff")


@wrong(
    "d2ke.feature_map",
    killed_by=f"{BAD} feature_map_refuses_bad_arguments",
    raises=(TypeError, ValueError),
)
def names_another_argument(right, X, omegas, gamma, distance, **options):
    """Blames X for what is wrong with the omegas."""
    try:
        return right.d2ke.feature_map(X, omegas, gamma, distance, **options)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("omegas", "X")) from error


@wrong("d2ke.levenshtein", killed_by=f"{BAD} the_empty_string_is_a_string", raises=ValueError)
def refuses_the_empty_string(right, x, y):
    """Takes it for an empty object."""
    if x == "" or y == "":
        raise ValueError("x and y must not be empty")
    return right.d2ke.levenshtein(x, y)


@wrong("d2ke.dtw", killed_by=f"{BAD} dtw_refuses_bad_arguments")
def gives_nan_for_nan(right, x, y, *args, **options):
    """Lets NaN through."""
    if np.asarray(x).dtype.kind == "f" and np.isnan(x).any():
        return float("nan")
    return right.d2ke.dtw(x, y, *args, **options)


@wrong("d2ke.dtw", killed_by=f"{BAD} dtw_refuses_bad_arguments")
def gives_zero_for_nothing(right, x, y, *args, **options):
    """An empty series is at distance 0 from any other."""
    if np.size(x) == 0 or np.size(y) == 0:
        return 0.0
    return right.d2ke.dtw(x, y, *args, **options)


@wrong("d2ke.dtw", killed_by=f"{BAD} dtw_refuses_bad_arguments")
def broadcasts_one_channel(right, x, y, *args, **options):
    """Repeats the one channel of y."""
    if all(isinstance(z, np.ndarray) and z.ndim == 2 for z in (x, y)) and y.shape[1] == 1:
        y = np.repeat(y, x.shape[1], axis=1)
    return right.d2ke.dtw(x, y, *args, **options)


@wrong("d2ke.cdist", killed_by=f"{BAD} cdist_refuses_bad_arguments", raises=ValueError)
def suggests_nothing(right, X, Y, distance, **options):
    """Unknown names are refused without a hint."""
    if isinstance(distance, str) and distance not in DISTANCES:
        raise ValueError(f"unknown distance {distance!r}")
    return right.d2ke.cdist(X, Y, distance, **options)


@wrong("d2ke.feature_map", killed_by=f"{BAD} no_distance_is_computed_before_a_refusal")
def works_before_it_refuses(right, X, omegas, gamma, distance, **options):
    """Computes all distances, then looks at gamma."""
    if callable(distance):
        right.d2ke.cdist(X, omegas, distance, **options)
    return right.d2ke.feature_map(X, omegas, gamma, distance, **options)


@wrong(
    "d2ke.random_strings",
    killed_by=f"{BAD} random_strings_refuses_bad_arguments",
    raises=ValueError,
)
def draws_before_it_refuses(right, R, alphabet, lengths, rng):
    """Draws the lengths of the most that could come, then looks at the range."""
    if isinstance(rng, np.random.Generator):
        rng.random()
    return right.d2ke.random_strings(R, alphabet, lengths, rng)


@wrong("d2ke.representative_set_map", killed_by=f"{BAD} no_distance_is_computed_before_a_refusal")
def measures_before_it_refuses(right, X, representatives, distance, gamma=None, **options):
    """Computes all distances to the representatives, then looks at gamma."""
    if callable(distance):
        right.d2ke.cdist(X, representatives, distance, **options)
    return right.d2ke.representative_set_map(X, representatives, distance, gamma, **options)


@wrong("d2ke.feature_map", killed_by=f"{BAD} negative_distances_are_refused")
def takes_negative_distances_for_none(right, X, omegas, gamma, distance, **options):
    """Features of at most 1, whatever the function says."""
    if callable(distance):
        return right.d2ke.feature_map(
            X, omegas, gamma, lambda x, y: max(0.0, distance(x, y)), **options
        )
    return right.d2ke.feature_map(X, omegas, gamma, distance, **options)


@wrong("d2ke.kernel", killed_by=f"{BAD} a_feature_of_0_among_others_is_no_reason_to_warn")
def warns_of_any_feature_of_0(right, X, Y, omegas, gamma, distance, *args, **options):
    """Calls an object lost that is far from one random object and near another."""
    if not np.all(right.d2ke.feature_map(Y, omegas, gamma, distance)):
        warnings.warn("Y has features of 0", stacklevel=2)
    return right.d2ke.kernel(X, Y, omegas, gamma, distance, *args, **options)


@wrong(
    "d2ke.representative_set_map",
    killed_by=f"{BAD} a_far_representative_among_others_is_no_reason_to_warn",
)
def warns_of_any_far_representative(right, X, representatives, distance, gamma=None, **options):
    """Calls an object lost that is far from one representative and near another."""
    phi = right.d2ke.representative_set_map(X, representatives, distance, gamma, **options)
    if gamma is not None and not np.all(phi):
        warnings.warn("X has features of 0", stacklevel=2)
    return phi


@wrong("d2ke.plain_fit", killed_by=f"{BAD} features_that_are_all_0_are_told")
def weights_of_nothing_in_silence(right, *problem, **how):
    """Whatever there is to say is kept back."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return right.d2ke.plain_fit(*problem, **how)


@wrong("d2ke.plain_fit", killed_by=f"{BAD} features_that_are_all_0_are_told")
def says_the_same_of_all_features(right, *problem, **how):
    """A warning of each call tells nothing."""
    warnings.warn("plain_fit does not standardize", stacklevel=2)
    return weights_of_nothing_in_silence(right, *problem, **how)


@wrong("d2ke.feature_map", killed_by=f"{BAD} objects_that_no_random_object_reaches_are_told")
def features_of_nothing_in_silence(right, *args, **options):
    """What underflows is 0, and nobody is told."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return right.d2ke.feature_map(*args, **options)


@wrong("d2ke.kernel", killed_by=f"{BAD} objects_that_no_random_object_reaches_are_told")
def tells_of_the_rows_alone(right, X, Y, omegas, gamma, distance, *args, **options):
    """Whatever is said of Y is kept back."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".* objects of Y")
        return right.d2ke.kernel(X, Y, omegas, gamma, distance, *args, **options)


@wrong("d2ke.cdist", killed_by=f"{BAD} options_of_callables_are_refused")
def options_of_callables_are_dropped(right, X, Y, distance, **options):
    """Without a word."""
    return right.d2ke.cdist(X, Y, distance, **({} if callable(distance) else options))
