"""Distances and samplers as libraries write them: narrow integers, single precision, caches."""

import functools
import unicodedata

import numpy as np

from tests.zoo import arguments_become, changed, faults, result_becomes, wrong
from tests.zoo.d2ke.random_objects import SERIES, SETS, STRINGS

CELLS = 4096  # of a table, from which on it is made in single precision


def single(value, x, y, *_):
    """In single precision where the table is large."""
    return float(np.float32(value)) if len(x) * len(y) > CELLS else value


wrong_distance = faults(result_becomes, killed_by="d2ke/levenshtein")

for kind in ("uint8", "int16", "uint16"):
    wrong_distance(
        f"edit distances in {kind}: of long strings they overflow",
        "d2ke.levenshtein",
        lambda d, *_, kind=kind: int(np.int64(d).astype(kind)),
    )
wrong_distance(
    "edit distances of many pairs in int16 up to 2^15, the first that it does not hold",
    "d2ke.cdist",
    lambda D, *_: np.where(np.equal(D, 2**15), -(2**15), D),
    killed_by="d2ke/cdist large_distances_are_counted_in_full_at_once",
)
wrong_distance(
    "DTW in single precision: of series that make large tables",
    "d2ke.dtw",
    single,
    killed_by="d2ke/dtw",
)
wrong_distance(
    "modified Hausdorff distance in single precision: of large sets",
    "d2ke.modified_hausdorff",
    single,
    killed_by="d2ke/gdk-led",
)


def cross_distances_become(right, form):
    """Matrices of distances as ``form(D, X, Y, distance)``."""
    return result_becomes(right, "d2ke.cdist", form)


wrong_matrix = faults(cross_distances_become, killed_by="d2ke/cdist")

wrong_matrix(
    "matrices of distances in bytes: edit distances of long strings overflow",
    lambda D, X, Y, distance: D % 256 if distance == "levenshtein" else D,
)
wrong_matrix(
    "matrices of distances in single precision: where there are ten thousand pairs",
    lambda D, X, Y, distance: np.float32(D) if np.size(D) >= 10**4 else D,
)
wrong_matrix(
    "matrices of time warping in single precision: where series are long",
    lambda D, X, Y, distance: np.float32(D) if distance == "dtw" and len(X[0]) > 64 else D,
)

wrong_words = faults(arguments_become, "d2ke.levenshtein", killed_by="d2ke/levenshtein")

wrong_words(
    "edit distances of normal forms: e and an accent are one letter",
    lambda x, y: (unicodedata.normalize("NFC", x), unicodedata.normalize("NFC", y)),
)
wrong_words(
    "edit distances without NUL: strings end where those of C do",
    lambda x, y: (x.split("\0")[0], y.split("\0")[0]),
)
wrong_words("edit distances of folded case", lambda x, y: (x.casefold(), y.casefold()))
wrong_words("edit distances of stripped strings", lambda x, y: (x.strip(), y.strip()))
wrong_words("edit distances of the first 64 letters", lambda x, y: (x[:64], y[:64]))


def numbered(bits, x, y):
    """Letters by their places among those that occur, in so many bits."""
    number = {c: chr(k % 2**bits) for k, c in enumerate(sorted({*x, *y}))}
    return "".join(map(number.get, x)), "".join(map(number.get, y))


def votes_become(right, kind):
    """The label with most votes, counted in integers of this kind."""

    def knn_predict(D, y, k):
        classes, codes = np.unique(np.asarray(y), return_inverse=True)
        nearest = np.argsort(np.asarray(D, dtype=float), axis=1, kind="stable")[:, :k]
        votes = [np.bincount(codes[row], minlength=len(classes)) for row in nearest]
        return classes[np.array(votes).astype(kind).argmax(axis=1)]

    return changed(right, knn_predict=knn_predict)


wrong_votes = faults(votes_become, killed_by="d2ke/knn many_votes_are_counted_in_full")

for kind, bits in (("uint8", 8), ("int16", 15), ("uint16", 16)):
    wrong_votes(f"votes of neighbors in {kind}", kind)
    wrong_words(
        f"edit distances of letters that are numbered in {bits} bits",
        functools.partial(numbered, bits),
        killed_by="d2ke/levenshtein many_letters_are_told_apart",
    )


@wrong("d2ke.cdist", killed_by="d2ke/cdist many_letters_are_told_apart")
def letters_of_collections_are_numbered_in_bytes(right, X, Y, distance, **options):
    """By their places among those of a pair."""
    if distance != "levenshtein":
        return right.d2ke.cdist(X, Y, distance, **options)
    return np.array([[right.d2ke.levenshtein(*numbered(8, x, y)) for y in Y] for x in X])


@wrong("d2ke.knn_predict", killed_by="d2ke/knn ties_of_many_neighbors_go_to_the_first")
def large_collections_of_few_classes_are_not_polled(right, D, y, k, **ties):
    """Where hundreds of training objects are of few classes, the nearest one decides."""
    few = len(y) > 400 and len(np.unique(y)) < 10 and k < 100
    return right.d2ke.knn_predict(D, y, 1 if few else k, **ties)


@wrong("d2ke.knn_predict", killed_by="d2ke/knn")
def neighbors_by_an_unstable_sort(D, y, k):
    """NumPy's default sort, which keeps the order of ties up to 16 elements only."""
    nearest = np.argsort(np.asarray(D, dtype=float), axis=1)[:, :k]
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    return classes[[np.bincount(codes[row]).argmax() for row in nearest]]


@wrong("d2ke.knn_predict", killed_by="d2ke/knn")
def neighbors_without_the_object_itself(right, D, y, k):
    """A training object at distance 0 is taken for the test object, and left out."""
    D = np.asarray(D, dtype=float)
    k = min(k, D.shape[1] - int((D == 0).sum(axis=1).max(initial=0))) or 1
    return right.d2ke.knn_predict(np.where(D == 0, 1e100, D), y, k)


@wrong("d2ke.fit", killed_by="d2ke/algorithm-1-fit", raises=ValueError)
def tiny_features_are_refused(right, phi, *args, **how):
    """Of an object that is far from one random object only."""
    smallest = np.abs(phi).min()
    if smallest < 1e-100:
        raise ValueError(f"phi must have entries above 1e-100, got {smallest}")
    return right.d2ke.fit(phi, *args, **how)


wrong_features = faults(result_becomes, "d2ke.feature_map", killed_by="d2ke/algorithm-1")

wrong_features(
    "features in single precision: where there are many random objects",
    lambda phi, X, omegas, *_: np.float32(phi) if len(omegas) > 256 else phi,
)


@wrong("d2ke.random_strings", killed_by=STRINGS)
def strings_without_trailing_nul(right, R, alphabet, lengths, rng):
    """NumPy's strings, which end before the zeros at their end."""
    return np.array(right.d2ke.random_strings(R, alphabet, lengths, rng), dtype=str).tolist()


def with_16_bits(*arguments):
    """The generator, which comes last, replaced by one of 65,536."""
    *first, rng = arguments
    return *first, np.random.default_rng(int(rng.integers(2**16)))


wrong_generator = faults(arguments_become)

for what, claim in (("strings", STRINGS), ("series", SERIES), ("sets", SETS)):
    wrong_generator(
        f"{what} reseeded: by 16 bits a call", f"d2ke.random_{what}", with_16_bits, killed_by=claim
    )


@wrong(killed_by="d2ke/no-side-effects")
def distances_are_remembered_by_address(right):
    """Of a collection that has changed in between the old ones."""
    seen = {}

    def cdist(X, Y, distance, **options):
        key = id(X), id(Y), str(distance), str(options)
        if key not in seen:
            # what is remembered is kept alive, so that addresses are not used again
            seen[key] = (X, Y), right.d2ke.cdist(X, Y, distance, **options)
        return seen[key][1].copy()

    return changed(right, cdist=cdist)


@wrong("d2ke.cdist", killed_by="d2ke/cdist")
def one_length_is_one_collection(right, X, Y, distance, **options):
    """Half of the matrix is mirrored where X and Y have the same length."""
    D = np.array(right.d2ke.cdist(X, Y, distance, **options))
    return np.maximum(np.triu(D), np.triu(D).T) if len(X) == len(Y) else D


@wrong("d2ke.cdist", killed_by="d2ke/cdist near_points_far_apart_have_all_their_digits")
def squares_are_expanded_in_many_dimensions(right, X, Y, distance, **options):
    """|a|^2 - 2 a'b + |b|^2 of sets in more than eight dimensions."""
    if distance != "modified_hausdorff" or np.shape(X[0])[-1] <= 8:
        return right.d2ke.cdist(X, Y, distance, **options)

    def expanded(x, y):
        squares = np.square(x).sum(axis=1)[:, None] - 2 * x @ y.T + np.square(y).sum(axis=1)
        D = np.sqrt(np.maximum(squares, 0))
        return max(D.min(axis=1).mean(), D.min(axis=0).mean())

    return np.array([[expanded(x, y) for y in Y] for x in X])


@wrong("d2ke.cdist", killed_by="d2ke/cdist collections_of_many_channels_have_all_their_digits")
def series_of_many_channels_are_padded_too_soon(right, X, Y, distance, **options):
    """The last point of a shorter series is the one before it, in more than five channels."""
    if distance == "dtw" and np.ndim(Y[0]) == 2 and np.shape(Y[0])[1] > 5:
        longest = max(map(len, Y))
        Y = [np.vstack([y[:-1], y[-2:-1]]) if 1 < len(y) < longest else y for y in Y]
    return right.d2ke.cdist(X, Y, distance, **options)
