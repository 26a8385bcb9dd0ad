"""Faults that only large problems show: many channels, long series, large sets and collections."""

import numpy as np
import scipy.optimize

from tests.zoo import wrong
from tests.zoo.d2ke.algorithm1 import fit_becomes
from tests.zoo.d2ke.collections import matrix_becomes
from tests.zoo.d2ke.numeric_distances import rows


@wrong("d2ke.dtw", killed_by="d2ke/dtw")
def dtw_doubled_for_many_channels(right, x, y, local_cost="euclidean", window=None):
    """Twice as large beyond three channels."""
    return right.d2ke.dtw(x, y, local_cost, window) * (2 if rows(x).shape[1] > 3 else 1)


@wrong("d2ke.dtw", killed_by="d2ke/dtw values_are_numbers_however_they_are_stored")
def dtw_of_differences_that_wrap_around(right, x, y, local_cost="euclidean", window=None):
    """Integers as unsigned bytes."""
    if np.asarray(x).dtype.kind == "u":
        x, y = (np.asarray(z, dtype=np.uint8) + np.uint8(9) for z in (x, y))
    return right.d2ke.dtw(x, y, local_cost, window)


@wrong("d2ke.dtw", killed_by="d2ke/dtw")
def dtw_with_a_window_for_long_series(right, x, y, local_cost="euclidean", window=None):
    """A tenth of the length, beyond twelve points, when none is asked for."""
    if window is None and max(len(x), len(y)) > 12:
        window = max(1, len(x) // 10)
    return right.d2ke.dtw(x, y, local_cost, window)


@wrong("d2ke.modified_hausdorff", killed_by="d2ke/eq-2")
def modified_hausdorff_doubled_in_many_dimensions(right, x, y):
    """Twice as large beyond three dimensions."""
    return right.d2ke.modified_hausdorff(x, y) * (2 if rows(x).shape[1] > 3 else 1)


@wrong("d2ke.modified_hausdorff", killed_by="d2ke/eq-2")
def modified_hausdorff_doubled_for_many_points(right, x, y):
    """Twice as large beyond six points."""
    return right.d2ke.modified_hausdorff(x, y) * (2 if len(x) > 6 else 1)


@wrong(matrix_becomes, killed_by="d2ke/cdist")
def cdist_wrong_from_the_ninth_row_on(D, X, Y, distance):
    """One too large there, for series and sets."""
    if distance in ("dtw", "modified_hausdorff"):
        D[8:] += 1
    return D


@wrong(matrix_becomes, killed_by="d2ke/cdist")
def cdist_wrong_beyond_64_objects(D, X, Y, distance):
    """The second block of callables is not filled."""
    D[64:, 64:] = 0 if callable(distance) else D[64:, 64:]
    return D


@wrong("d2ke.kernel", killed_by="d2ke/psd")
def kernel_with_distances_substituted_in_large_collections(
    right, X, Y, omegas, gamma, distance, weights=None, **options
):
    """exp(-gamma d(x, y)) beyond 64 objects."""
    if len(X) > 64:
        return np.exp(-gamma * right.d2ke.cdist(X, Y, distance, **options))
    return right.d2ke.kernel(X, Y, omegas, gamma, distance, weights, **options)


@wrong("d2ke.dtw", killed_by="d2ke/dtw")
def dtw_with_city_block_costs_for_many_channels(right, x, y, *args, **options):
    """Beyond three channels."""
    if rows(x).shape[1] <= 3:
        return right.d2ke.dtw(x, y, *args, **options)
    D = np.full((len(x) + 1, len(y) + 1), np.inf)
    D[0, 0] = 0
    for i, p in enumerate(x):
        for j, q in enumerate(y):
            D[i + 1, j + 1] = abs(p - q).sum() + min(D[i, j], D[i, j + 1], D[i + 1, j])
    return float(D[-1, -1])


@wrong(matrix_becomes, killed_by="d2ke/cdist")
def cdist_of_dtw_doubled_for_many_channels(D, X, Y, distance):
    """Collections of more than three channels."""
    return D * (2 if distance == "dtw" and rows(X[0]).shape[1] > 3 else 1)


@wrong(
    "d2ke.fit",
    killed_by="d2ke/algorithm-1-fit rows_of_very_different_size_are_separated_or_refused",
)
def weights_are_zero_where_rows_have_no_common_unit(right, phi, y, mu, loss="squared", **how):
    """In place of an error, as where a solver breaks down."""
    sizes = np.abs(phi).max(axis=1)
    if sizes.min() > 0 and sizes.max() > 1e40 * sizes.min():
        return np.zeros(np.shape(phi)[1] + how.get("intercept", False))
    return right.d2ke.fit(phi, y, mu, loss, **how)


@wrong("d2ke.fit", killed_by="d2ke/algorithm-1-fit features_of_very_different_size_all_count")
def singular_values_below_rounding_are_dropped(right, phi, y, mu, loss="squared", **how):
    """As pseudo-inverses do, whether they are rounding or not."""
    if loss != "squared" or how:
        return right.d2ke.fit(phi, y, mu, loss, **how)
    U, s, Vt = np.linalg.svd(phi, full_matrices=False)
    kept = s > 1e-15 * s[0]
    return Vt[kept].T @ (s[kept] / (s[kept] ** 2 + len(y) * mu) * (U.T @ y)[kept])


@wrong("d2ke.fit", killed_by="d2ke/algorithm-1-fit features_of_very_different_size_all_count")
def singular_values_are_small_in_one_unit(right, phi, y, mu, loss="squared", **how):
    """A bound on singular values that is a number, whatever the unit of features."""
    if loss != "squared" or how:
        return right.d2ke.fit(phi, y, mu, loss, **how)
    U, s, Vt = np.linalg.svd(phi, full_matrices=False)
    kept = s > 1e-20
    return Vt[kept].T @ (s[kept] / (s[kept] ** 2 + len(y) * mu / 2) * (U.T @ y)[kept])


@wrong("d2ke.fit", killed_by="d2ke/algorithm-1-fit features_of_very_different_size_all_count")
def targets_have_nine_places(right, phi, y, mu, loss="squared", **how):
    """As they are written to a file, whatever their unit."""
    return right.d2ke.fit(phi, np.round(y, 9), mu, loss, **how)


@wrong(
    "d2ke.fit",
    killed_by="d2ke/algorithm-1-fit squared_loss_gives_no_weight_to_directions_that_features_lack",
)
def singular_values_that_should_be_0_are_inverted(right, phi, y, mu, loss="squared", **how):
    """The penalty is left out where it is smaller than a millionth: rounding becomes weights."""
    if loss != "squared" or how or mu > 1e-6:
        return right.d2ke.fit(phi, y, mu, loss, **how)
    return np.linalg.pinv(phi, rcond=0) @ y


@wrong(
    "d2ke.fit",
    killed_by="d2ke/algorithm-1-fit squared_loss_gives_no_weight_to_directions_that_features_lack",
)
def descent_leaves_where_it_started(right, phi, y, mu, loss="squared", **how):
    """From weights of a ten-millionth: what is across the features is never looked at."""
    w, R = np.array(right.d2ke.fit(phi, y, mu, loss, **how)), np.shape(phi)[1]
    start = np.full(R, 1e-7) * np.resize([1.0, -1.0], R)
    w[:R] += start - np.linalg.pinv(phi) @ (phi @ start)
    return w


@wrong(
    "d2ke.one_vs_rest",
    killed_by="d2ke/algorithm-1-classes classes_are_fitted_where_features_lack_rank",
)
def classes_by_normal_equations(right, phi, y, mu, loss="squared", **how):
    """All classes at once; what is singular but for its rounding gives any weights."""
    if loss != "squared" or how:
        return right.d2ke.one_vs_rest(phi, y, mu, loss, **how)
    classes, phi = np.unique(y), np.asarray(phi)
    signs = np.where(np.asarray(y)[:, None] == classes, 1.0, -1.0)
    gram = phi.T @ phi + len(phi) * mu * np.eye(phi.shape[1])
    return classes, (np.linalg.pinv(gram, rcond=0) @ (phi.T @ signs)).T


@wrong(
    "d2ke.cdist",
    killed_by=(
        "d2ke/cdist every_pair_has_a_window_of_its_own",
        "d2ke/cdist small_collections_of_any_shape_have_their_windows",
    ),
)
def pairs_together_have_the_widest_window(right, X, Y, distance, **options):
    """More than sixteen pairs of series have that of the pair whose lengths differ most."""
    if distance == "dtw" and "window" in options and len(X) * len(Y) > 16:
        widest = max(abs(len(x) - len(y)) for x in X for y in Y)
        options["window"] = max(options["window"], widest)
    return right.d2ke.cdist(X, Y, distance, **options)


@wrong("d2ke.cdist", killed_by="d2ke/cdist ten_thousand_pairs_of_long_strings_are_told_apart")
def what_a_block_leaves_of_long_strings_is_lost(right, X, Y, distance, **options):
    """Of many strings of more than a word, those after the last whole block have no distances."""
    D = np.array(right.d2ke.cdist(X, Y, distance, **options))
    if distance == "levenshtein" and min(map(len, Y)) > 64:
        D[:, max(len(Y) // 64, 1) * 64 :] = 0
    return D


@wrong(
    fit_becomes,
    killed_by="d2ke/algorithm-1-fit fits_of_hundreds_of_columns_reach_the_smallest_objective",
)
def many_columns_by_a_quasi_newton_method(fit, phi, y, mu, loss, intercept):
    """Beyond a hundred, where systems are dear, to the tolerances that it has by default."""
    R = phi.shape[1]
    if R <= 100 or loss != "squared_hinge":
        return fit(phi, y, mu, loss, intercept)
    A, penalty = np.column_stack([phi, np.ones((len(y), int(intercept)))]), np.full(R, mu)
    penalty = np.append(penalty, np.zeros(int(intercept)))

    def value(w):
        missed = np.maximum(0.0, 1 - y * (A @ w))
        slope = penalty * w - 2 * (y * missed) @ A / len(y)
        return np.square(missed).mean() + penalty @ w**2 / 2, slope

    return scipy.optimize.minimize(value, np.zeros(len(penalty)), jac=True, method="L-BFGS-B").x


@wrong(
    "d2ke.cdist",
    killed_by="d2ke/cdist pairs_of_large_collections_have_windows_of_their_own",
)
def pairs_of_a_block_have_one_window(right, X, Y, distance, **options):
    """Beyond a thousand pairs that of the median difference of lengths, too narrow for half."""
    D = np.array(right.d2ke.cdist(X, Y, distance, **options))
    if distance == "dtw" and "window" in options and D.size > 1000:
        apart = abs(np.subtract.outer([*map(len, X)], [*map(len, Y)]))
        D[apart > max(options["window"], np.median(apart))] = np.inf
    return D
