"""Test vectors for Section 3 of D2KE: cross-distances, random strings."""

from math import nan

from gramcheck.verify.vectors.case import Case, case, refused, roundings, standard
from gramcheck.verify.vectors.d2ke.distances import letters

FEW = roundings(4)

STRINGS, OMEGAS = ["", "acg", "gattaca"], ["a", "", "gat", "ttt"]
SERIES, RANDOM_SERIES = [[0, 1, 2], [2]], [[0.5, -1.25], [1.5, 0.25, 0.75]]
SETS, RANDOM_SETS = [[[0, 1], [1, 0]], [[2, 2]]], [[[0.6, 0.8]], [[1, 0], [0, -1], [0, 1]]]


def cases() -> list[Case]:
    """Cross-distances, and Omega for strings."""
    return standard(
        FEW,
        [
            case("cdist/strings", "empty_string", X=STRINGS, Y=OMEGAS, distance="levenshtein"),
            case(
                "cdist/word-boundaries",
                "word_boundary",
                X=[letters(n, n) for n in (62, 63, 64, 65)],
                Y=[letters(n, n) for n in (66, 64, 3)],
                distance="levenshtein",
            ),
            case(
                "cdist/repeated-objects",
                "duplicate_points",
                X=["ab", "ab"],
                Y=["b", "ba", "b"],
                distance="levenshtein",
            ),
            case("cdist/series", "unequal_lengths", X=SERIES, Y=RANDOM_SERIES, distance="dtw"),
            case(
                "cdist/series-options",
                "window",
                X=[[0, 0, 0, 1]],
                Y=[[0, 1, 1, 1], [5]],
                distance="dtw",
                window=0,
                local_cost="sqeuclidean",
            ),
            case(
                "cdist/sets",
                "as_printed_fails",
                X=SETS,
                Y=RANDOM_SETS,
                distance="modified_hausdorff",
            ),
            refused(
                "cdist/misspelt",
                "distance",
                "unknown_name",
                X=["a"],
                Y=["b"],
                distance="levenstein",
            ),
            refused(
                "cdist/bare-string", "X", error="type", X="abc", Y=["b"], distance="levenshtein"
            ),
            refused(
                "cdist/not-a-number-inside",
                "Y",
                "not_finite",
                X=[[1]],
                Y=[[1], [nan]],
                distance="dtw",
            ),
            case("enumerate_strings/binary", "empty_string", alphabet="01", lengths=[0, 2]),
            case("enumerate_strings/one-length", "textbook", alphabet="acgt", lengths=[1, 1]),
            case(
                "enumerate_strings/high-end-included", "length_range", alphabet="ab", lengths=[1, 3]
            ),
            case(
                "enumerate_strings/astral", "astral", alphabet=["\U0001f600", "e"], lengths=[1, 2]
            ),
            case(
                "enumerate_strings/only-the-empty-string",
                "empty_string",
                alphabet="ab",
                lengths=[0, 0],
            ),
            refused(
                "enumerate_strings/low-above-high",
                "lengths",
                "length_range",
                alphabet="ab",
                lengths=[3, 2],
            ),
            refused(
                "enumerate_strings/negative",
                "lengths",
                "length_range",
                alphabet="ab",
                lengths=[-1, 2],
            ),
            refused(
                "enumerate_strings/repeated-letter", "alphabet", alphabet="aba", lengths=[0, 2]
            ),
            refused(
                "enumerate_strings/no-letter",
                "alphabet",
                "empty_input",
                alphabet="",
                lengths=[1, 2],
            ),
        ],
    )
