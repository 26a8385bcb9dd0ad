"""Numbers, letters and labels in too few bits, and the rest that is left behind the last block."""

import numpy as np

from tests.zoo import arguments_become, changed, faults, result_becomes, wrong
from tests.zoo.d2ke.numeric_distances import warping


def own_integers(kind, x, y):
    """Differences and their squares in the integers that both are stored in, if of this kind."""
    x, y = np.asarray(x), np.asarray(y)
    with np.errstate(over="ignore"):
        gaps = x.reshape(len(x), 1, -1) - y.reshape(1, len(y), -1)
        squares = np.square(gaps).sum(axis=2, dtype=gaps.dtype)
    return squares.astype(float) if x.dtype == y.dtype == kind else None


def narrow_distance(right, name, kind):
    """DTW of squares, or the modified Hausdorff distance, of narrow integers as they are."""

    def dtw(x, y, local_cost="euclidean", window=None):
        squares = own_integers(kind, x, y)
        if squares is None or local_cost == "euclidean":
            return right.d2ke.dtw(x, y, local_cost, window)
        return warping(lambda *_: np.sqrt(np.abs(squares)))(x, y, local_cost, window)

    def modified_hausdorff(x, y):
        squares = own_integers(kind, x, y)
        if squares is None:
            return right.d2ke.modified_hausdorff(x, y)
        D = np.sqrt(np.abs(squares))
        return max(D.min(axis=1).mean(), D.min(axis=0).mean())

    return changed(right, **{name: {"dtw": dtw, "modified_hausdorff": modified_hausdorff}[name]})


for kind in ("int8", "int32"):
    for name, check in (
        ("dtw", "d2ke/dtw values_are_numbers_however_they_are_stored"),
        ("modified_hausdorff", "d2ke/eq-2 points_are_numbers_however_they_are_stored"),
    ):
        faults(narrow_distance, killed_by=check)(
            f"{name} of squares in {kind}: they wrap around", name, kind
        )


@wrong("d2ke.cdist", killed_by="d2ke/cdist numbers_are_numbers_however_they_are_stored")
def matrices_of_squares_in_32_bits(right, X, Y, distance, **options):
    """They wrap around from 46,341 on."""
    if distance == "modified_hausdorff" and np.asarray(X[0]).dtype == np.int32:
        right = narrow_distance(right, distance, "int32")
        return np.array([[right.d2ke.modified_hausdorff(x, y) for y in Y] for x in X])
    return right.d2ke.cdist(X, Y, distance, **options)


@wrong("d2ke.dtw", killed_by="d2ke/dtw long_series_have_all_their_digits")
def bands_of_long_series_are_half_as_wide(right, x, y, local_cost="euclidean", window=None):
    """Beyond 128 points."""
    if window is not None and max(len(x), len(y)) > 128:
        window //= 2
    return right.d2ke.dtw(x, y, local_cost, window)


wrong_sets = faults(
    arguments_become,
    "d2ke.modified_hausdorff",
    killed_by="d2ke/gdk-led large_sets_have_all_their_digits",
)


def whole_blocks(z):
    """What is left behind the last block of 128 points is forgotten."""
    return z[: len(z) // 128 * 128] if len(z) > 128 else z


wrong_sets("modified Hausdorff of x in whole blocks of 128", lambda x, y: (whole_blocks(x), y))
wrong_sets("modified Hausdorff of y in whole blocks of 128", lambda x, y: (x, whole_blocks(y)))


@wrong("d2ke.levenshtein", killed_by="d2ke/levenshtein large_distances_are_counted_in_full")
def large_distances_are_estimated(right, x, y):
    """One too many from 1100 on, where letters are in common."""
    d = right.d2ke.levenshtein(x, y)
    return d + (d >= 1100 and bool({*x} & {*y}))


faults(
    arguments_become,
    "d2ke.levenshtein",
    killed_by="d2ke/levenshtein letters_are_code_points",
)(
    "edit distances of the last 20 bits of letters",
    lambda *words: ("".join(chr(ord(c) & 0xFFFFF) for c in z) for z in words),
)


@wrong(killed_by="d2ke/no-side-effects levenshtein_leaves_no_trace")
def edit_distances_are_remembered_by_lengths(right):
    """Of other strings, too."""
    seen = {}

    def levenshtein(x, y):
        return seen.setdefault((len(x), len(y)), right.d2ke.levenshtein(x, y))

    return changed(right, levenshtein=levenshtein)


@wrong("d2ke.levenshtein", killed_by="d2ke/no-side-effects levenshtein_leaves_no_trace")
def edit_distances_move_the_global_generator(right, x, y):
    """As a hash of letters that is drawn anew."""
    np.random.random()  # noqa: NPY002 - the fault
    return right.d2ke.levenshtein(x, y)


@wrong("d2ke.cdist", killed_by="d2ke/no-side-effects read_only_input_will_do")
def matrices_move_the_global_generator(right, *given, **options):
    """As code that breaks ties at random."""
    np.random.random()  # noqa: NPY002 - the fault
    return right.d2ke.cdist(*given, **options)


wrong_labels = faults(arguments_become, "d2ke.knn_predict", killed_by="d2ke/knn neighbors_vote")


def of_kind(kinds, change):
    """The labels changed if they are of these kinds."""

    def given(D, y, *rest):
        y = np.asarray(y)
        return D, change(y) if y.dtype.kind in kinds else y, *rest

    return given


wrong_labels("labels of neighbors in float64", of_kind("iu", lambda y: y.astype(float)))
wrong_labels("labels of neighbors in four letters", of_kind("U", lambda y: y.astype("U4")))
wrong_labels("labels of neighbors without blanks", of_kind("U", np.char.strip))


@wrong(
    "d2ke.effective_degrees_bound",
    killed_by="d2ke/eq-11 degrees_are_bounded_by_the_trace_over_lambda",
)
def degrees_are_bounded_without_the_trace(right, lam, trace=1.0):
    """By 1 over lambda."""
    return right.d2ke.effective_degrees_bound(lam)


faults(result_becomes, killed_by="d2ke/multiset-example covers_of_multisets_are_bounded")(
    "covers of multisets by a product for a power",
    "d2ke.multiset_covering_bound",
    lambda bound, covering, size: covering * size,
)
