"""Test vectors for Section III and Appendix A of SFM: distance, parsing, trees, vectors."""

from gramcheck.verify.vectors.case import EXACT, Case, case, refused, standard

VARIANTS = ("cm", "paper", "released")
EXAMPLE = "ABABABBAB"

# strings that tell the variants, and what implementations of one of them get wrong, apart
TREES = {
    "one-letter": ("A", "shortest"),
    "two-letters": ("BA", "shortest"),
    "figure-1": (EXAMPLE, "textbook"),
    "appendix": ("A" + EXAMPLE, "textbook"),
    "worked-example": ("cabageheadbag", "textbook", "landmark_ends"),
    "figure-7": ("ABGHCEAF", "textbook"),
    "run": ("AAAAAAA", "repeated_letters"),
    "runs": ("AABBBCCCCDDDDDA", "repeated_letters", "metablocks"),
    "lone-letter-between-runs": ("AABCC", "single_block"),
    "seven-letters": ("ABCDEFGABDCFEGA", "label_rounds"),
    "nine-letters": ("ABCDEFGHIACEGIBDFH", "label_rounds"),
    "periodic": ("ABC" * 6, "periodic"),
    "two-letters-alternating": ("AB" * 8, "periodic"),
    "astral": ("\U0001f600a\U0001f600b\u00e9a", "astral"),
}

CORPORA = {
    "leaves-are-sorted": (["B", "A"], "vocabulary_order"),
    "empty-string-is-a-row-of-zeros": (["", "A", "AA"], "empty_string"),
    "names-belong-to-the-corpus": (["CBABC", "CBA", "A" + EXAMPLE], "vocabulary_order"),
    "a-root-adds-nothing-more": (["AB", "ABABABAB", "BA"], "vocabulary_order"),
    "repeated-strings": (["ABAAB", "ABAAB"], "duplicate_points"),
    "alphabet-of-the-others-counts": (["ABACABCB", "DEFGH"], "label_rounds"),
}


def sequences() -> list[Case]:
    """Left preferential parsing, labels, landmarks."""
    lengths = [
        case(f"lpp_parse/length-{n}", "as_printed_fails" if n % 2 else "textbook", level="A" * n)
        for n in range(1, 10)
    ]
    return [
        *lengths,
        case("lpp_parse/integers", "textbook", level=[4, 4, 7, 1, 7]),
        case(
            "alphabet_reduction/cabageheadbag",
            "textbook",
            names=[2, 0, 1, 0, 6, 4, 7, 4, 0, 3, 1, 0, 6],
            rounds=1,
        ),
        case("alphabet_reduction/figure-7", "textbook", names=[0, 1, 6, 7, 2, 4, 0, 5], rounds=1),
        case("alphabet_reduction/no-round", "parameter_range", names=[3, 1, 2], rounds=0),
        case("alphabet_reduction/two-rounds", "label_rounds", names=[8, 0, 5, 12, 3, 9], rounds=2),
        case(
            "alphabet_reduction/high-bits",
            "large_numbers",
            names=[0, 2**40, 0, 2**40 + 2**20, 2**20],
            rounds=1,
        ),
        refused("alphabet_reduction/equal-neighbors", "names", names=[0, 1, 1], rounds=1),
        refused("alphabet_reduction/negative-name", "names", names=[0, -1], rounds=1),
        refused("alphabet_reduction/negative-rounds", "rounds", names=[0, 1], rounds=-1),
        case(
            "reduce_to_three/cabageheadbag", "textbook", labels=[2, 1, 0, 3, 2, 1, 0, 4, 1, 2, 0, 3]
        ),
        case("reduce_to_three/three-before-four-before-five", "convention", labels=[5, 4, 3, 5, 3]),
        case("reduce_to_three/replaced-ones-count", "convention", labels=[3, 4, 5, 4, 3, 5]),
        case("reduce_to_three/ends", "landmark_ends", labels=[5, 0, 4]),
        case("reduce_to_three/one-label", "shortest", labels=[4]),
        refused("reduce_to_three/equal-neighbors", "labels", labels=[1, 1]),
        refused("reduce_to_three/label-six", "labels", labels=[0, 6]),
        case("landmarks/cabageheadbag", "textbook", labels=[2, 1, 0, 1, 2, 1, 0, 2, 1, 2, 0, 1]),
        case("landmarks/one-label", "shortest", labels=[1]),
        case("landmarks/two-labels", "landmark_ends", labels=[0, 1]),
        case("landmarks/minimum-beside-a-maximum", "convention", labels=[1, 2, 0, 2, 1, 0, 1]),
        case("landmarks/minimum-at-an-end", "landmark_ends", labels=[0, 1, 2, 1, 0]),
        refused("landmarks/equal-neighbors", "labels", labels=[1, 1]),
        refused("landmarks/label-three", "labels", labels=[0, 3]),
        *(
            case(f"rounds_needed/{n}", "label_rounds", n_names=n)
            for n in (1, 6, 7, 8, 9, 16, 17, 256, 257)
        ),
    ]


def trees() -> list[Case]:
    """ESP trees and characteristic vectors, in every variant."""
    cases = []
    for variant in VARIANTS:
        for name, (s, *flags) in TREES.items():
            cases.append(case(f"esp_tree/{variant}-{name}", *flags, s=s, variant=variant))
        for name, (strings, *flags) in CORPORA.items():
            given = {"strings": strings, "variant": variant}
            cases.append(case(f"characteristic_vectors/{variant}-{name}", *flags, **given))
    return [
        *cases,
        case("esp_tree/default-is-cm", "convention", s=EXAMPLE),
        case("characteristic_vectors/default-is-cm", "convention", strings=[EXAMPLE]),
        refused("esp_tree/empty-string", "s", "empty_string", s=""),
        refused("esp_tree/misspelt", "variant", "unknown_name", s="AB", variant="relased"),
        refused(
            "characteristic_vectors/misspelt",
            "variant",
            "unknown_name",
            strings=["AB"],
            variant="CM",
        ),
        refused("characteristic_vectors/only-empty", "strings", "empty_string", strings=["", ""]),
        refused("characteristic_vectors/none", "strings", "empty_input", strings=[]),
        refused("characteristic_vectors/bare-string", "strings", error="type", strings="AB"),
    ]


def distance() -> list[Case]:
    """Edit distance with moves."""
    pairs = {
        "both-empty": ("", "", "empty_string"),
        "one-empty": ("", "ABA", "empty_string"),
        "identical": ("ABBA", "ABBA", "identical"),
        "move-to-the-right": ("ABCDEF", "DEFABC", "moves"),
        "move-to-the-left": ("ABCDE", "ADBCE", "moves"),
        "move-of-the-middle": ("ABCDEF", "AEFBCD", "moves"),
        "replacement": ("ABCDE", "ABXDE", "replacement"),
        "insertion-at-the-end": ("ABCDE", "ABCDEX", "moves"),
        "swap-of-neighbors": ("AB", "BA", "transposition"),
        "reversal": ("ABC", "CBA", "reversal"),
        "move-and-replacement": ("ABCDE", "DEABX", "moves", "replacement"),
        "equal-to-l1": ("AABBAB", "ABBBAA", "bound_attained"),
        "two-replacements": ("ABCDE", "XBCDY", "replacement"),
        "disjoint": ("ABA", "CDC", "disjoint"),
        "astral": ("\U0001f600A", "A\U0001f600", "astral"),
    }
    given = {
        f"edit_distance_with_moves/{name}": (flags, {"s": s, "t": t})
        for name, (s, t, *flags) in pairs.items()
    }
    return [
        *(case(name, *flags, **arguments) for name, (flags, arguments) in given.items()),
        *(
            case(f"{name}-without-replacements", *flags, **arguments, replacements=False)
            for name, (flags, arguments) in given.items()
            if "replacement" in flags
        ),
        refused("edit_distance_with_moves/number", "s", error="type", s=5, t="A"),
        refused("edit_distance_with_moves/list", "t", error="type", s="A", t=["A"]),
    ]


def cases() -> list[Case]:
    """All of them."""
    return standard(EXACT, [*sequences(), *trees(), *distance()])
