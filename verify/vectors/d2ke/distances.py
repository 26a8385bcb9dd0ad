"""Test vectors for Sections 2.2 and 5 of D2KE: the three distances."""

from math import inf, nan
from typing import Any

from gramcheck.verify.vectors.case import Case, case, refused, roundings, standard, within

WORD = (63, 64, 65, 127, 128, 129)
FEW = roundings(4)


def letters(seed: int, length: int, alphabet: str = "acgt") -> str:
    """A reproducible string, by a linear congruential generator; the vectors store the string."""
    chosen = []
    for _ in range(length):
        seed = (1103515245 * seed + 12345) % 2**31
        chosen.append(alphabet[(seed >> 16) % len(alphabet)])
    return "".join(chosen)


def levenshtein() -> list[Case]:
    """Section 5, edit distance of strings."""
    cases = [
        case("levenshtein/both-empty", "empty_string", x="", y=""),
        case("levenshtein/left-empty", "empty_string", x="", y="abc"),
        case("levenshtein/right-empty", "empty_string", x="abc", y=""),
        case("levenshtein/kitten", "textbook", x="kitten", y="sitting"),
        case("levenshtein/intention", "textbook", x="intention", y="execution"),
        case("levenshtein/equal", "identical", x="splice", y="splice"),
        case("levenshtein/one-letter", "shortest", x="a", y="b"),
        case("levenshtein/neighbors-swapped", "transposition", x="ab", y="ba"),
        case("levenshtein/swap-and-insert", "transposition", x="ca", y="abc"),
        case("levenshtein/halves-swapped", "transposition", x="aaaabbbb", y="bbbbaaaa"),
        case("levenshtein/prefix", "affix", x="acgt", y="acgtacg"),
        case("levenshtein/suffix", "affix", x="tacg", y="acgttacg"),
        case("levenshtein/common-ends", "affix", x="aaXbb", y="aaYZbb"),
        case("levenshtein/reversed", "reversal", x="abcde", y="edcba"),
        case("levenshtein/nothing-shared", "disjoint", x="aaaa", y="bbb"),
        case("levenshtein/case-counts", "no_folding", x="acgt", y="ACGT"),
        case("levenshtein/space-counts", "no_folding", x="a b", y="ab "),
        case("levenshtein/nul-inside", "nul_character", x="a\0b", y="a\0c"),
        case("levenshtein/astral", "astral", x="\U0001f600", y="\U0001f601"),
        case("levenshtein/astral-is-one", "astral", x="\U0001d54f\U0001d550", y=""),
        case("levenshtein/astral-and-plane-0", "astral", x="\U0001f600a", y="\uf600a"),
        case("levenshtein/accent", "combining_marks", x="e\u0301", y="\u00e9"),
        case(
            "levenshtein/accents-reordered", "combining_marks", x="q\u0307\u0323", y="q\u0323\u0307"
        ),
        case("levenshtein/hangul", "combining_marks", x="\ud55c", y="\u1112\u1161\u11ab"),
        case(
            "levenshtein/family",
            "astral",
            "combining_marks",
            x="\U0001f468\u200d\U0001f469\u200d\U0001f467",
            y="\U0001f468",
        ),
        case("levenshtein/periodic", "periodic", x="ab" * 40, y="ba" * 40),
        case(
            "levenshtein/long-against-short",
            "word_boundary",
            "unequal_lengths",
            x=letters(1, 129),
            y="g",
        ),
        case(
            "levenshtein/63-129",
            "word_boundary",
            "unequal_lengths",
            x=letters(2, 63),
            y=letters(3, 129),
        ),
        case(
            "levenshtein/129-64",
            "word_boundary",
            "unequal_lengths",
            x=letters(4, 129),
            y=letters(5, 64),
        ),
        case("levenshtein/200-200", "word_boundary", x=letters(6, 200), y=letters(7, 200)),
        case(
            "levenshtein/many-letters",
            "word_boundary",
            x=letters(8, 70, "abcdefghijklmnopqrst"),
            y=letters(9, 66, "abcdefghijklmnopqrst"),
        ),
        case("levenshtein/carry", "carry", x="a" * 129, y="a" * 65),
        case("levenshtein/carry-broken", "carry", x="a" * 64 + "b" + "a" * 64, y="a" * 129),
        case("levenshtein/carry-shifted", "carry", x="a" * 64 + "b", y="b" + "a" * 64),
        refused("levenshtein/number", "x", error="type", x=5, y="a"),
        refused("levenshtein/null", "y", error="type", x="a", y=None),
        refused("levenshtein/list", "x", error="type", x=["a", "b"], y="ab"),
    ]
    for n in WORD:
        x = letters(n, n)
        other = "a" if x[-1] != "a" else "c"
        cases += [
            case(f"levenshtein/last-of-{n}", "word_boundary", x=x, y=x[:-1] + other),
            case(f"levenshtein/first-of-{n}", "word_boundary", x=x, y=x[1:]),
            case(f"levenshtein/unrelated-{n}", "word_boundary", x=x, y=letters(n + 1000, n)),
        ]
    return cases


def dtw() -> list[Case]:
    """Section 5, dynamic time warping: sum of local costs, no root, no normalization."""
    one, other = [0, 1, 3, 2], [0, 2, 1, 1, 4]
    plane, turned = [[0, 0], [3, 4], [6, 8]], [[0, 0], [3, 4.5]]
    flat, late = [0, 0, 0, 1], [0, 1, 1, 1]
    far = [10000.5, 10001.25, 10003.0]
    squared: dict[str, Any] = {"local_cost": "sqeuclidean"}
    return standard(
        FEW,
        [
            case("dtw/by-hand", "textbook", x=[0, 1, 3], y=[0, 2, 1, 1]),
            case("dtw/default-cost-is-no-square", "convention", x=[0, 0], y=[3, 0]),
            case("dtw/squared", "convention", x=[0, 0], y=[3, 0], **squared),
            case("dtw/named-euclidean", "convention", x=one, y=other, local_cost="euclidean"),
            case("dtw/squared-longer", "convention", x=one, y=other, **squared),
            case("dtw/sum-not-mean", "convention", x=[0] * 5, y=[1] * 5),
            case("dtw/one-point-each", "shortest", x=[1.5], y=[-2.25]),
            case(
                "dtw/one-point-against-many", "shortest", "unequal_lengths", x=[1], y=[0, 1, 3, -1]
            ),
            case("dtw/repeats-cost-nothing", "not_a_metric", x=[0, 1], y=[0, 1, 1]),
            case("dtw/two-to-one-point", "not_a_metric", x=[0, 1], y=[0]),
            case("dtw/three-to-one-point", "not_a_metric", x=[0, 1, 1], y=[0]),
            case("dtw/identical", "identical", x=one, y=one),
            case("dtw/columns-are-channels", "channels", x=plane, y=turned),
            case("dtw/channels-squared", "channels", x=plane, y=turned, **squared),
            case(
                "dtw/one-channel-as-a-column", "channels", x=[[0], [1], [3]], y=[[0], [2], [1], [1]]
            ),
            case(
                "dtw/irrational-costs", "channels", x=[[0, 0], [1, 1]], y=[[1, 0], [0, 2], [1, 2]]
            ),
            case("dtw/no-window", "window", x=flat, y=late),
            case("dtw/window-2", "window", x=flat, y=late, window=2),
            case("dtw/window-1", "window", x=flat, y=late, window=1),
            case("dtw/window-0-is-the-diagonal", "window", x=flat, y=late, window=0),
            case("dtw/window-wider-than-both", "window", x=flat, y=late, window=99),
            case(
                "dtw/window-below-length-difference",
                "narrow_window",
                "unequal_lengths",
                x=[0, 0, 0, 5],
                y=[5],
                window=0,
            ),
            case(
                "dtw/window-0-lengths-differ-by-2",
                "narrow_window",
                "unequal_lengths",
                x=[1, 0, 0, 1, 0, 1],
                y=[0, 1, 1, 0],
                window=0,
            ),
            case(
                "dtw/window-1-lengths-differ-by-2",
                "narrow_window",
                "unequal_lengths",
                x=[0, 1, 1, 0],
                y=[1, 0, 0, 1, 0, 1],
                window=1,
            ),
            case(
                "dtw/window-3-lengths-differ-by-2",
                "window",
                "unequal_lengths",
                x=[1, 1, 1, 1, 0, 1],
                y=[0, 1, 1, 0],
                window=3,
                **squared,
            ),
            case(
                "dtw/far-from-zero",
                "cancellation",
                x=far,
                y=[v + 0.5 for v in far],
                **squared,
                tolerance=within(1e-7),
            ),
            case(
                "dtw/equal-and-far-from-zero",
                "cancellation",
                "identical",
                x=far,
                y=far,
                tolerance=within(1e-7),
            ),
            case("dtw/period-2", "periodic", x=[0, 1] * 20, y=[1, 0] * 20),
            refused("dtw/empty", "x", "empty_input", x=[], y=[1]),
            refused("dtw/not-a-number", "y", "not_finite", x=[1, 2], y=[1, nan]),
            refused("dtw/infinite", "x", "not_finite", x=[inf], y=[1]),
            refused("dtw/channels-differ", "x or y", "shapes", x=[[0, 1]], y=[[0, 1, 2]]),
            refused("dtw/negative-window", "window", x=[0], y=[1], window=-1),
            refused(
                "dtw/misspelt-cost",
                "local_cost",
                "unknown_name",
                x=[0],
                y=[1],
                local_cost="euclidian",
            ),
        ],
    )


def modified_hausdorff() -> list[Case]:
    """Eq. (2), corrected."""
    triangle = [[0, 0], [3, 0], [0, 4]]
    far, moved = [[100000.1, 0.3], [100001.2, 0.7]], [[100000.101, 0.3], [100001.2, 0.7]]
    return standard(
        FEW,
        [
            case(
                "modified_hausdorff/more-left",
                "unequal_lengths",
                "as_printed_fails",
                x=[0, 1],
                y=[0],
            ),
            case(
                "modified_hausdorff/more-right",
                "unequal_lengths",
                "as_printed_fails",
                x=[0],
                y=[0, 1],
            ),
            case(
                "modified_hausdorff/two-to-three",
                "as_printed_fails",
                "not_a_metric",
                x=[0, 1],
                y=[0, 0.125, 1],
            ),
            case(
                "modified_hausdorff/three-to-one",
                "as_printed_fails",
                "not_a_metric",
                x=[0, 0.125, 1],
                y=[0],
            ),
            case(
                "modified_hausdorff/divide-by-own-size",
                "as_printed_fails",
                x=[0, 10, 10, 10],
                y=[0, 1],
            ),
            case(
                "modified_hausdorff/multisets-alike",
                "duplicate_points",
                "not_a_metric",
                x=[0, 1],
                y=[0, 0, 1],
            ),
            case(
                "modified_hausdorff/duplicate-shifts-mean", "duplicate_points", x=[0, 0, 1], y=[0]
            ),
            case("modified_hausdorff/all-duplicates", "duplicate_points", x=[2, 2, 2], y=[5, 5]),
            case("modified_hausdorff/one-point-each", "shortest", x=[[1, 2]], y=[[4, 6]]),
            case("modified_hausdorff/identical", "identical", x=triangle, y=triangle),
            case("modified_hausdorff/order-is-nothing", "identical", x=triangle, y=triangle[::-1]),
            case("modified_hausdorff/maximum-from-left", "asymmetric_parts", x=[0, 8], y=[0, 1]),
            case("modified_hausdorff/maximum-from-right", "asymmetric_parts", x=[0, 1], y=[0, 8]),
            case("modified_hausdorff/right-angles", "textbook", x=triangle, y=[[0, 0]]),
            case(
                "modified_hausdorff/irrational",
                "textbook",
                x=[[0, 0], [1, 1]],
                y=[[1, 0], [2, 3], [0, 5]],
            ),
            case(
                "modified_hausdorff/one-coordinate-as-a-column",
                "channels",
                x=[[0], [1]],
                y=[[0], [0.125], [1]],
            ),
            case(
                "modified_hausdorff/unit-vectors",
                "channels",
                x=[[0.6, 0.8, 0, 0], [0, 0, 1, 0]],
                y=[[0, 0, 0.6, 0.8], [0.5, 0.5, 0.5, 0.5]],
            ),
            case("modified_hausdorff/nearest-tied", "ties", x=[1], y=[0, 2]),
            case("modified_hausdorff/far", "cancellation", x=far, y=moved, tolerance=within(1e-7)),
            case(
                "modified_hausdorff/far-zero",
                "cancellation",
                "identical",
                x=far,
                y=far,
                tolerance=within(1e-7),
            ),
            refused("modified_hausdorff/empty", "x", "empty_input", x=[], y=[1]),
            refused("modified_hausdorff/empty-second", "y", "empty_input", x=[1], y=[]),
            refused("modified_hausdorff/not-a-number", "x", "not_finite", x=[[0, nan]], y=[[0, 1]]),
            refused(
                "modified_hausdorff/dimensions-differ",
                "x or y",
                "shapes",
                x=[[0, 1]],
                y=[[0, 1, 2]],
            ),
        ],
    )


def cases() -> list[Case]:
    """All of them, in the order in which they are stored."""
    return [*levenshtein(), *dtw(), *modified_hausdorff()]
