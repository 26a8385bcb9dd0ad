"""Wrong matrices of distances, and functions that leave traces."""

import numpy as np

from tests.zoo import changed, faults, wrong
from tests.zoo.d2ke.numeric_distances import rows


def cdist_becomes(right, function):
    return changed(right, cdist=function)


def matrix_becomes(right, turn):
    """The matrix of distances as ``turn(the right one, X, Y, distance)``."""

    def cdist(X, Y, distance, **options):
        return turn(right.d2ke.cdist(X, Y, distance, **options), X, Y, distance)

    return cdist_becomes(right, cdist)


def mirrored(D):
    return np.triu(D) + np.triu(D, 1).T


wrong_matrix = faults(matrix_becomes, killed_by="d2ke/cdist")

wrong_matrix(
    "cdist never mirrored: zeros are left below the diagonal",
    lambda D, X, Y, _: np.triu(D) if X is Y else D,
)
wrong_matrix(
    "cdist mirrored for collections of one size, as if they were the same",
    lambda D, X, Y, _: mirrored(D) if len(X) == len(Y) else D,
)
wrong_matrix(
    "cdist counts one too many where the longest string fills more than half of a word",
    lambda D, X, Y, d: D + (33 <= max(map(len, X), default=0) <= 63) if d == "levenshtein" else D,
    killed_by="d2ke/cdist longest_string_of_a_call_may_have_any_length",
)
wrong_matrix(
    "cdist mirrored for callables: takes any function for symmetric",
    lambda D, X, Y, distance: mirrored(D) if X is Y and callable(distance) else D,
)


@wrong("d2ke.cdist", killed_by="d2ke/cdist")
def cdist_sorted_by_length(right, X, Y, distance, **options):
    """Puts equal lengths side by side, and forgets to undo it."""
    if not callable(distance):
        X, Y = sorted(X, key=len), sorted(Y, key=len)
    return right.d2ke.cdist(X, Y, distance, **options)


@wrong("d2ke.cdist", killed_by="d2ke/cdist")
def cdist_transposed(right, X, Y, *a, **o):
    """Rows and columns exchanged."""
    return right.d2ke.cdist(Y, X, *a, **o)


wrong_matrix("cdist counts edits in floats", lambda D, *_: D.astype(float))


@wrong("d2ke.cdist", killed_by="d2ke/cdist")
def cdist_without_options(right, X, Y, distance, **o):
    """Drops window and local cost."""
    return right.d2ke.cdist(X, Y, distance)


@wrong("d2ke.cdist", killed_by="d2ke/cdist")
def cdist_in_the_type_of_its_input(right, X, Y, distance, **options):
    """Differences of unsigned bytes wrap around."""
    if distance == "modified_hausdorff":
        rows_of = [[np.asarray(x).reshape(len(x), -1) for x in Z] for Z in (X, Y)]
        X, Y = ([x if x.dtype != np.uint8 else x + np.uint8(9) for x in Z] for Z in rows_of)
    return right.d2ke.cdist(X, Y, distance, **options)


@wrong(killed_by="d2ke/no-side-effects")
def cdist_remembered_by_length(right):
    """A cache whose key is too coarse: state leaks from call to call."""
    seen = {}

    def cdist(X, Y, distance, **options):
        if callable(distance):
            return right.d2ke.cdist(X, Y, distance, **options)
        lengths = (tuple(map(len, X)), tuple(map(len, Y)))
        key = (*lengths, distance, *sorted(options.items()))
        if key not in seen:
            seen[key] = right.d2ke.cdist(X, Y, distance, **options)
        return seen[key].copy()

    return cdist_becomes(right, cdist)


@wrong(killed_by="d2ke/no-side-effects")
def cdist_that_gives_away_its_cache(right):
    """Keeps what it returned, and the caller writes into it."""
    seen = {}

    def cdist(X, Y, distance, **options):
        if callable(distance):
            return right.d2ke.cdist(X, Y, distance, **options)
        key = repr((X, Y, distance, options))
        return seen.setdefault(key, right.d2ke.cdist(X, Y, distance, **options))

    return cdist_becomes(right, cdist)


@wrong("d2ke.cdist", killed_by="d2ke/no-side-effects")
def cdist_that_sorts_its_input(right, X, Y, distance, **options):
    """Sorts the caller's list in place."""
    D = right.d2ke.cdist(X, Y, distance, **options)
    X.sort(key=len)
    return D


@wrong(
    "d2ke.dtw",
    killed_by="d2ke/memory-layout dtw_reads_arrays_in_any_layout",
    raises=ValueError,
)
def dtw_that_centers_in_place(right, x, y, *args, **options):
    """Subtracts the first point from both series, and puts it back; read-only ones it cannot."""
    result, first = right.d2ke.dtw(x, y, *args, **options), rows(x)[0].sum() + 0.1
    for z in (x, y):
        z -= first
        z += first
    return result


@wrong("d2ke.modified_hausdorff", killed_by="d2ke/no-side-effects")
def modified_hausdorff_that_draws(right, x, y):
    """Moves the global generator."""
    np.random.random()  # noqa: NPY002 - the fault
    return right.d2ke.modified_hausdorff(x, y)


@wrong("d2ke.kernel", killed_by="d2ke/no-side-effects")
def kernel_that_scales_weights_in_place(
    right, X, Y, omegas, gamma, distance, weights=None, **options
):
    """Takes the root of the caller's weights, and makes them sum to 1 again."""
    K = right.d2ke.kernel(X, Y, omegas, gamma, distance, weights, **options)
    if weights is not None:
        np.sqrt(weights, out=weights)
        weights /= weights.sum()
    return K


@wrong(killed_by=("d2ke/no-side-effects", "d2ke/eq-4"))
def kernel_remembered_by_shape(right):
    """Features of an earlier call are used again when there are as many omegas."""
    seen = {}

    def kernel(X, Y, omegas, gamma, distance, weights=None, **options):
        key = (len(X), len(Y), len(omegas))
        if key not in seen:
            seen[key] = right.d2ke.kernel(X, Y, omegas, gamma, distance, weights, **options)
        return seen[key]

    return changed(right, kernel=kernel)


@wrong("d2ke.cdist", killed_by=("d2ke/cdist", "d2ke/psd"))
def cdist_not_symmetric(right, X, Y, distance, **options):
    """The last entry of the first row is one too large."""
    D = right.d2ke.cdist(X, Y, distance, **options)
    D[0, -1] += 1
    return D


@wrong("d2ke.kernel", killed_by="d2ke/psd")
def kernel_of_one_row_fewer(right, *given, **options):
    """The last object is left out."""
    return right.d2ke.kernel(*given, **options)[:-1]


@wrong("d2ke.cdist", killed_by="d2ke/cdist")
def cdist_scaled_by_the_largest_object(right, X, Y, distance, **options):
    """Divides all coordinates by the largest, and takes squares that underflow."""
    if distance not in ("dtw", "modified_hausdorff"):
        return right.d2ke.cdist(X, Y, distance, **options)
    X, Y = ([rows(x) for x in side] for side in (X, Y))
    largest = max(np.abs(x).max() for x in (*X, *Y)) or 1.0
    X, Y = ([np.where(abs(x / largest) < 1e-162, 0.0, x) for x in side] for side in (X, Y))
    return right.d2ke.cdist(X, Y, distance, **options)


@wrong("d2ke.cdist", killed_by="d2ke/cdist sets_of_many_sizes_have_all_their_points")
def whole_rows_of_sixteen_points(right, X, Y, distance, **options):
    """What is left of a larger set behind the last row is forgotten."""
    if distance == "modified_hausdorff":
        X, Y = ([z if len(z) < 16 else z[: len(z) // 16 * 16] for z in Z] for Z in (X, Y))
    return right.d2ke.cdist(X, Y, distance, **options)


MIXED = "d2ke/cdist few_long_strings_among_many_short_ones_are_told_apart"


@wrong(matrix_becomes, killed_by=MIXED)
def short_strings_come_first(D, X, Y, distance):
    """Many of them are computed by themselves, and not put back in their places."""
    if distance == "levenshtein" and sum(len(x) <= 8 for x in X) >= 64:
        D = D[np.argsort([len(x) > 8 for x in X], kind="stable")]
    return D


@wrong(matrix_becomes, killed_by=MIXED)
def few_pairs_of_long_strings_by_their_lengths(D, X, Y, distance):
    """What is left of many strings, less than eight pairs, is compared by its lengths."""
    long = [
        np.flatnonzero([len(z) > 8 for z in Z]) if distance == "levenshtein" else [] for Z in (X, Y)
    ]
    if 0 < len(long[0]) * len(long[1]) < 8 and min(len(X), len(Y)) > 64:
        D[np.ix_(*long)] = [[abs(len(X[i]) - len(Y[j])) for j in long[1]] for i in long[0]]
    return D
