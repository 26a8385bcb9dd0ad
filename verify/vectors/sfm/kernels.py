"""Test vectors for the baselines of SFM: GAK, LAK and the mismatch kernel."""

from math import nan
from typing import Any

from gramcheck.verify.vectors.case import EXACT, Case, case, refused, roundings, standard, within

SERIES = [[1.0, 2.0, 3.0], [1.0, 2.0, 2.0, 3.0], [0.5]]
CHANNELS = [[[0.0, 1.0], [1.0, 1.0]], [[0.5, -0.5]]]
STRINGS = ["A", "AB", "ABBA", "CAB"]
PROTEINS = ["", "A", "WWA", "ARN", "WANRW", "PAWHEAE"]


def global_alignments() -> list[Case]:
    """GAK on series and strings."""
    cases = []
    for form in ("raw", "log", "normalized"):
        for name, objects, sigma in (("series", SERIES, 2.0), ("strings", STRINGS, 0.8)):
            given: dict[str, Any] = {"X": objects, "Y": objects, "sigma": sigma, "form": form}
            cases.append(case(f"global_alignment_kernel/{name}-{form}", "convention", **given))
    one: dict[str, Any] = {"X": ["A"], "Y": ["B"]}
    return [
        *cases,
        case("global_alignment_kernel/default-form", "convention", X=SERIES, Y=SERIES, sigma=2.0),
        case(
            "global_alignment_kernel/channels",
            "channels",
            X=CHANNELS,
            Y=CHANNELS,
            sigma=1.0,
            form="raw",
        ),
        *(
            case(
                f"global_alignment_kernel/triangular-{T}",
                "triangular",
                X=SERIES[:2],
                Y=SERIES,
                sigma=2.0,
                triangular=T,
                form="raw",
            )
            for T in (1, 2, 3, 10)
        ),
        case("global_alignment_kernel/different-letters", "scaling", **one, sigma=0.5, form="raw"),
        case(
            "global_alignment_kernel/log-of-a-small-value",
            "underflow",
            X=["A" * 12],
            Y=["B" * 12],
            sigma=0.125,
            form="log",
        ),
        refused("global_alignment_kernel/sigma-zero", "sigma", **one, sigma=0.0),
        refused(
            "global_alignment_kernel/triangular-negative",
            "triangular",
            **one,
            sigma=1.0,
            triangular=-1,
        ),
        refused(
            "global_alignment_kernel/not-a-number",
            "Y",
            "not_finite",
            X=[[1.0]],
            Y=[[nan]],
            sigma=1.0,
        ),
        refused(
            "global_alignment_kernel/misspelt",
            "form",
            "unknown_name",
            **one,
            sigma=1.0,
            form="normalised",
        ),
        refused(
            "global_alignment_kernel/mixed", "X", error="type", X=["A", [1.0]], Y=["A"], sigma=1.0
        ),
        refused("global_alignment_kernel/none", "X", "empty_input", X=[], Y=["A"], sigma=1.0),
    ]


def local_alignments() -> list[Case]:
    """LAK on proteins."""
    all_pairs: dict[str, Any] = {"X": PROTEINS, "Y": PROTEINS}
    one: dict[str, Any] = {"X": ["A"], "Y": ["R"]}
    letters = list("ARNDCQEGHILKMFPSTWYV")
    cheap: dict[str, Any] = {"beta": 0.5, "gap_open": 2.0, "gap_extend": 1.0}
    return [
        # log K is zero for the empty string, and small where few letters match
        case("local_alignment_kernel/defaults", "convention", **all_pairs, tolerance=within(2e-13)),
        case("local_alignment_kernel/raw", "convention", **all_pairs, form="raw"),
        case("local_alignment_kernel/log", "convention", **all_pairs, form="log",
             tolerance=within(1e-13)),
        case("local_alignment_kernel/affine-gaps", "affine_gaps", X=["WAARW", "WANRW"],
             Y=["WW", "WRNW"], **cheap, form="raw"),
        case("local_alignment_kernel/gaps-in-both", "affine_gaps", X=["WAW"], Y=["WRRW"], **cheap,
             form="raw"),
        case("local_alignment_kernel/free-extension", "affine_gaps", X=["WAARW"], Y=["WW"],
             beta=1.0, gap_open=1.0, gap_extend=0.0, form="raw"),
        case("local_alignment_kernel/blosum62", "score_table", X=letters, Y=letters, form="raw"),
        refused("local_alignment_kernel/unknown-letter", "X", "score_table", X=["AJ"], Y=["A"]),
        refused("local_alignment_kernel/small-letter", "Y", "no_folding", X=["A"], Y=["a"]),
        refused("local_alignment_kernel/beta-zero", "beta", **one, beta=0.0),
        refused("local_alignment_kernel/gap-negative", "gap_open", **one, gap_open=-1.0),
        refused("local_alignment_kernel/misspelt", "form", "unknown_name", **one, form="scaledlog"),
    ]  # fmt: skip


def mismatches() -> list[Case]:
    """STK17."""
    dna: dict[str, Any] = {"X": ["ACGTACG", "AAAA"], "Y": ["TTGAC", "AAAA", "CGT"]}
    one: dict[str, Any] = {"X": ["AB"], "Y": ["AB"]}
    cases = [
        case(f"mismatch_kernel/k-{k}-m-{m}", "mismatches", **dna, k=k, m=m, alphabet="ACGT")
        for k, m in ((1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (3, 3))
    ]
    return standard(
        EXACT,
        [
            *cases,
            case("mismatch_kernel/larger-alphabet", "alphabet", **dna, k=2, m=1, alphabet="ACGTN"),
            case("mismatch_kernel/letters-of-both", "alphabet", X=["AB"], Y=["BC"], k=2, m=1),
            refused("mismatch_kernel/k-above-a-length", "k", **one, k=3, m=0),
            refused("mismatch_kernel/k-zero", "k", **one, k=0, m=0),
            refused("mismatch_kernel/m-above-k", "m", **one, k=1, m=2),
            refused("mismatch_kernel/letter-lacking", "alphabet", **one, k=1, m=0, alphabet="A"),
            refused("mismatch_kernel/letter-twice", "alphabet", **one, k=1, m=0, alphabet="ABA"),
            case("ball_intersections/dna", "textbook", k=5, m=2, size=4),
            case("ball_intersections/proteins", "textbook", k=6, m=2, size=20),
            case("ball_intersections/two-letters", "shortest", k=3, m=1, size=2),
        ],
    )


def cases() -> list[Case]:
    """All of them."""
    return [*standard(roundings(256), [*global_alignments(), *local_alignments()]), *mismatches()]
