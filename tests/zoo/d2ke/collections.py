"""Wrong matrices of distances, and functions that leave traces."""

import numpy as np

from tests.zoo import changed, wrong
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


@wrong(killed_by="d2ke/cdist")
def cdist_mirrored_from_the_wrong_triangle(right):
    """Computed above the diagonal, and the transposed half below is left as it was: 0."""
    return matrix_becomes(right, lambda D, X, Y, _: np.triu(D) if X is Y else D)


@wrong(killed_by="d2ke/cdist")
def cdist_mirrored_for_other_collections(right):
    """Takes collections of one size for a collection with itself."""
    return matrix_becomes(right, lambda D, X, Y, _: mirrored(D) if len(X) == len(Y) else D)


@wrong(killed_by="d2ke/cdist")
def cdist_mirrored_for_callables(right):
    """Takes any function for symmetric."""
    return matrix_becomes(
        right, lambda D, X, Y, distance: mirrored(D) if X is Y and callable(distance) else D
    )


@wrong(killed_by="d2ke/cdist")
def cdist_sorted_by_length(right):
    """Puts equal lengths side by side, and forgets to undo it."""

    def cdist(X, Y, distance, **options):
        if not callable(distance):
            X, Y = sorted(X, key=len), sorted(Y, key=len)
        return right.d2ke.cdist(X, Y, distance, **options)

    return cdist_becomes(right, cdist)


@wrong(killed_by="d2ke/cdist")
def cdist_transposed(right):
    """Rows and columns exchanged."""
    return cdist_becomes(right, lambda X, Y, *a, **o: right.d2ke.cdist(Y, X, *a, **o))


@wrong(killed_by="d2ke/cdist")
def cdist_in_floats(right):
    """Edits counted in floats."""
    return matrix_becomes(right, lambda D, *_: D.astype(float))


@wrong(killed_by="d2ke/cdist")
def cdist_without_options(right):
    """Drops window and local cost."""
    return cdist_becomes(right, lambda X, Y, distance, **o: right.d2ke.cdist(X, Y, distance))


@wrong(killed_by="d2ke/cdist")
def cdist_in_the_type_of_its_input(right):
    """Differences of unsigned bytes wrap around."""

    def cdist(X, Y, distance, **options):
        if distance == "modified_hausdorff":
            rows_of = [[np.asarray(x).reshape(len(x), -1) for x in Z] for Z in (X, Y)]
            X, Y = ([x if x.dtype != np.uint8 else x + np.uint8(9) for x in Z] for Z in rows_of)
        return right.d2ke.cdist(X, Y, distance, **options)

    return cdist_becomes(right, cdist)


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


@wrong(killed_by="d2ke/no-side-effects")
def cdist_that_sorts_its_input(right):
    """Sorts the caller's list in place."""

    def cdist(X, Y, distance, **options):
        D = right.d2ke.cdist(X, Y, distance, **options)
        X.sort(key=len)
        return D

    return cdist_becomes(right, cdist)


@wrong(killed_by="d2ke/no-side-effects")
def dtw_that_centers_in_place(right):
    """Subtracts the first point from both series, and puts it back with a rounding."""

    def dtw(x, y, *args, **options):
        result, first = right.d2ke.dtw(x, y, *args, **options), rows(x)[0].sum() + 0.1
        for z in (x, y):
            z -= first
            z += first
        return result

    return changed(right, dtw=dtw)


@wrong(killed_by="d2ke/no-side-effects")
def modified_hausdorff_that_draws(right):
    """Moves the global generator."""

    def modified_hausdorff(x, y):
        np.random.random()  # noqa: NPY002 - the fault
        return right.d2ke.modified_hausdorff(x, y)

    return changed(right, modified_hausdorff=modified_hausdorff)


@wrong(killed_by="d2ke/no-side-effects")
def kernel_that_scales_weights_in_place(right):
    """Takes the root of the caller's weights."""

    def kernel(X, Y, omegas, gamma, distance, weights=None, **options):
        K = right.d2ke.kernel(X, Y, omegas, gamma, distance, weights, **options)
        if weights is not None:
            np.sqrt(weights, out=weights)
        return K

    return changed(right, kernel=kernel)


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


@wrong(killed_by=("d2ke/cdist", "d2ke/psd"))
def cdist_not_symmetric(right):
    """The last entry of the first row is one too large."""

    def cdist(X, Y, distance, **options):
        D = right.d2ke.cdist(X, Y, distance, **options)
        D[0, -1] += 1
        return D

    return cdist_becomes(right, cdist)


@wrong(killed_by="d2ke/psd")
def kernel_of_one_row_fewer(right):
    """The last object is left out."""
    return changed(
        right, kernel=lambda *given, **options: right.d2ke.kernel(*given, **options)[:-1]
    )


@wrong(killed_by="d2ke/cdist")
def cdist_scaled_by_the_largest_object(right):
    """Divides all coordinates by the largest, and takes squares that underflow."""

    def cdist(X, Y, distance, **options):
        if distance not in ("dtw", "modified_hausdorff"):
            return right.d2ke.cdist(X, Y, distance, **options)
        X, Y = ([rows(x) for x in side] for side in (X, Y))
        largest = max(np.abs(x).max() for x in (*X, *Y)) or 1.0
        X, Y = ([np.where(abs(x / largest) < 1e-162, 0.0, x) for x in side] for side in (X, Y))
        return right.d2ke.cdist(X, Y, distance, **options)

    return cdist_becomes(right, cdist)
