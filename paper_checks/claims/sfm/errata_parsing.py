"""Errata of Appendix A and Section III: what the parse leaves open or states wrongly (S9-S14)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

import numpy as np

from gramcheck.paper_checks.claims.sfm import strings
from gramcheck.paper_checks.claims.sfm.parsing import (
    corrected_ranges,
    landmark_gaps,
    n_labels,
    printed_ranges,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions


@claim("errata/S9", place="Appendix A-B", kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def categories_are_incomplete(run: Run) -> Evidence:
    """ESP divides a sequence into three categories and parses each one: (i) by landmarks, else LPP.

    Read literally, the rules leave a symbol alone in many strings: a piece of category (iii) of
    length 1, for which LPP has no block, or the one place in front of the first landmark. And at
    the border of a run of five and a stretch of five different neighbors a symbol belongs to (i)
    and (ii). Counted over all strings of two and of three letters, length 2 to 9. Further, the
    label of the first symbol and the ends of landmark intervals have no rule. The variant "paper"
    has one for each, named in the reference, and every tree is complete.
    """
    corpora = {2: list(all_strings("AB")), 3: list(all_strings("ABC"))}
    lonely, twice = (
        [count(letters, property) for letters in ("AB", "ABC")]
        for property in (has_lonely_piece, has_two_categories)
    )
    alone = [
        sum(has_lonely_piece(s) or has_lonely_head(s) for s in corpus)
        for corpus in corpora.values()
    ]
    open_nodes = sum(
        not {len(c) for level in range(1, tree.height + 1) for c in tree.children(level)} <= {2, 3}
        for tree in (sfm.esp_tree(s, "paper") for s in corpora[2] if len(s) <= 7)
    )
    return Evidence(
        printed=[
            equals(
                lonely, [0, 0], name="strings with a piece of one symbol, two and three letters"
            ),
            equals(twice, [0, 0], name="strings with a symbol in two categories"),
        ],
        corrected=[
            equals(open_nodes, 0, name='variant "paper": trees with other than 2 or 3 children'),
            equals(alone, [159, 8460], name="strings with a symbol that no rule parses, counted"),
            equals(twice, [4, 96], name="strings with a symbol in two categories, counted"),
        ],
        table=Table(
            [
                "letters",
                "strings",
                "with a piece of one symbol",
                "with that or a lonely place in front of a landmark",
                "with a symbol in (i) and (ii)",
            ],
            [
                [n, len(corpus), lonely[n - 2], alone[n - 2], twice[n - 2]]
                for n, corpus in corpora.items()
            ],
        ),
    )


def all_strings(letters: str) -> Iterator[str]:
    """All strings of length 2 to 9."""
    return ("".join(s) for n in range(2, 10) for s in itertools.product(letters, repeat=n))


def count(letters: str, property: Callable[[str], bool]) -> int:
    """Strings of length 2 to 9 with a property that every renaming of letters keeps."""
    return len(letters) * sum(property(s) for s in all_strings(letters) if s[0] == letters[0])


def has_lonely_piece(s: str) -> bool:
    """Whether category (iii) has a piece of one symbol."""
    pieces = definitions.paper_pieces([ord(c) for c in s])
    return any(category == "iii" and end - start == 1 for category, start, end in pieces)


def has_lonely_head(s: str) -> bool:
    """Whether category (i) has a piece with one place in front of its first landmark.

    Of letters A, B and C, which need no round of labels. A landmark as printed has two neighbors;
    a minimum is none next to a maximum.
    """
    pieces = definitions.paper_pieces([ord(c) for c in s])
    heads = [tuple(s[start : start + 4]) for category, start, _ in pieces if category == "i"]
    return any(a < b > c or a > b < c < d for a, b, c, d in heads)


def has_two_categories(s: str) -> bool:
    """Whether a symbol lies in a run of five and in a stretch of five without equal neighbors."""
    equal = [a == b for a, b in itertools.pairwise(s)]
    windows = [equal[i : i + 4] for i in range(len(equal) - 3)]
    runs = {i + k for i, w in enumerate(windows) if all(w) for k in range(5)}
    stretches = {i + k for i, w in enumerate(windows) if not any(w) for k in range(5)}
    return bool(runs & stretches)


@claim("errata/S10", place="Appendix A-B", kind="erratum", expected=Verdict.HOLDS)
def gaps_of_landmarks(run: Run) -> Evidence:
    """Successive landmarks are 2 or 3 apart, and adjacent labels differ.

    Both are true: on every sequence over {0, 1, 2} of 5 to 12 labels, and for labels of names.
    """
    names = run.rng().permutation(200)
    labels = [sfm.alphabet_reduction(names, rounds) for rounds in (1, 2, 3)]
    same = sum(int(np.count_nonzero(a[1:] == a[:-1])) for a in labels)
    return Evidence(
        printed=[
            *landmark_gaps(12),
            equals(same, 0, name="equal neighbors among labels, 200 names, up to three rounds"),
        ]
    )


@claim("errata/S11", place="Appendix A-B", kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def size_of_the_labels(run: Run) -> Evidence:
    """The alphabet size of the label sequence is 2 log|Σ|.

    2 ⌈log₂|Σ|⌉: the index of a bit is below ⌈log₂|Σ|⌉. Five names have 6 labels, not 4.64; twenty
    have 10, not 8.64. Where |Σ| is a power of 2 both are the same.
    """
    sizes = (5, 20)
    found = [n_labels(n) for n in sizes]
    return Evidence(
        printed=at_most(found, 2 * np.log2(sizes), name="labels of 5 and of 20 names"),
        corrected=[
            equals(found, [2 * math.ceil(math.log2(n)) for n in sizes], name="2 ⌈log₂|Σ|⌉"),
            equals([n_labels(n) for n in (4, 8, 16, 32)], [4, 6, 8, 10], name="powers of 2"),
        ],
    )


@claim("errata/S12", place="Appendix A-B", kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def parse_depends_on_names(run: Run) -> Evidence:
    """Node labels are represented as binary integers, which decide where a level is cut.

    Which integers is not said, and matters: the same two strings in a corpus of 30 have another L1
    distance when the others come in another order. Here the order of names is fixed: letters
    sorted, then nodes by first appearance in the corpus. The same corpus has the same vectors
    whatever pieces it comes in.
    """
    rng = run.rng()
    corpus = [strings.random_letters(rng, 300) for _ in range(30)]
    corpus[1] = corpus[0][:150] + "A" + corpus[0][150:]
    found = []
    for _ in range(8):
        order = rng.permutation(30)
        V, _ = sfm.characteristic_vectors([corpus[i] for i in order])
        places = [int(np.flatnonzero(order == k)[0]) for k in (0, 1)]
        found.append(float(abs(V[places[0]] - V[places[1]]).sum()))
    V, vocabulary = sfm.characteristic_vectors(corpus)
    chunked = sfm.fit_vocabulary([corpus[:7], corpus[7:8], corpus[8:]])
    again, _ = sfm.transform(corpus, chunked)
    return Evidence(
        printed=equals(
            len(set(found)), 1, name="different L1 distances in eight orders of a corpus"
        ),
        corrected=[
            is_true(
                chunked == vocabulary and not (again != V).nnz,
                f"{V.shape[0]} strings, {V.shape[1]} nodes",
                name="one go and three pieces: the same vectors",
            ),
            at_least(min(found), 1.0, name="L1 distance in any order"),
        ],
        measured={"L1 distances": found},
    )


@claim(
    "errata/S13",
    place="Appendix A-A, Section A-A1",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def ranges_of_lpp(run: Run) -> Evidence:
    """For an odd length, pairs S[2i-1], S[2i] for i in [1, |S/2 - 3|] and a triple S[2i-2 ... 2i].

    For nine nodes these are five; the triple ends at an even place, so never at the last one. It
    is pairs for i up to (n - 3)/2 and the triple S[n-2], S[n-1], S[n]; and what must be odd is the
    length of the level that is parsed, not that of the one above it.
    """
    lengths = (7, 9, 11, 21)
    return Evidence(
        printed=[printed_ranges(n) for n in lengths],
        corrected=[corrected_ranges(n) for n in lengths],
    )


@claim(
    "errata/S14",
    place="Section III; Appendix A-B",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def numbers_of_the_types(run: Run) -> Evidence:
    """Type-3 nodes are built for subsequences of length 3 (appendix), type-2 nodes for length 2.

    In Section III a node of three children is of type (i), and (iii) is a leaf; "type-1 node for
    the triple" stands in Section A-A1, too. So the last paragraph means type-1.
    """
    section_3 = {3: 1, 2: 2, 0: 3}  # children: type
    last_paragraph = {3: 3, 2: 2}
    tree = sfm.esp_tree(strings.EXAMPLE)
    children = [len(c) for level in range(1, tree.height + 1) for c in tree.children(level)]
    types = sorted({section_3[n] for n in children})
    return Evidence(
        printed=equals(
            sorted({last_paragraph[n] for n in children}),
            types,
            name=f"types of the inner nodes of {strings.EXAMPLE}, by the appendix and Section III",
        ),
        corrected=equals(types, [1, 2], name="types of its inner nodes, with type-1 for triples"),
    )
