"""Appendix A-B: alphabet reduction, landmarks, and Figure 7."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.paper_checks import tree_plots
from gramcheck.paper_checks.claims.sfm.esp import NO_PICTURE
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, equals
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions

PLACE = "Appendix A-B"
FIGURE_7 = "ABGHCEAF"
Rule = Callable[..., ArrayLike]  # from labels to the places of landmarks


@claim(
    "sfm/alphabet-reduction",
    place=PLACE,
    kind="algorithm",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=("vectors/alphabet_reduction", "vectors/reduce_to_three", "vectors/rounds_needed"),
)
@erratum("errata/S11", place=PLACE, about=("alphabet-reduction",))
def alphabet_reduction(run: Run) -> Evidence:
    """Labels differ from neighbor to neighbor; alphabet 2 log|Σ| a round; {0, 1, 2} in the end.

    All of it but the size, which is 2 ⌈log₂|Σ|⌉ (erratum S11), as the index of a bit is below
    ⌈log₂|Σ|⌉: five names have 6 labels, not 4.64; twenty have 10, not 8.64. A label depends on a
    name and its left neighbor alone, so that all pairs of up to 40 names, and all triples of 24,
    are all that there is. Labels, and what they are reduced to, are those of the rules themselves.
    "This conversion can be iteratively applied ... until its alphabet size is at most 6": rounds
    are made for 9, 17 and 257 names, the fewest that need two, three and four of them.
    (Until a review sizes and differences alone were asked, which another bit, or the largest
    element for the least, have, too; and until another one no second round was made.)
    """
    printed, corrected = sizes_of_labels(range(2, 41))
    rounds = [sfm.rounds_needed(n) for n in (6, 7, 8, 9, 16, 17, 256, 257)]
    return Evidence(
        printed=printed,
        corrected=corrected,
        common=[
            labels_by_the_rule(40),
            labels_differ(24),
            *reduced_to_three(6),
            equals(rounds, [0, 1, 1, 2, 2, 3, 3, 4], name="rounds to six labels, 6 ... 257 names"),
            *rounds_to_six_labels(run.rng("rounds")),
        ],
        table=Table(
            ["names", "labels", "2 log₂ |Σ|", "rounds to six labels"],
            [
                [n, n_labels(n), 2 * math.log2(n), sfm.rounds_needed(n)]
                for n in (4, 5, 6, 8, 16, 20, 40)
            ],
        ),
        note="One round brings 8 names to 6 labels, two rounds 16, three 256, four 2⁶⁴: that is "
        "log* of the number of names, and the reason for the log* L of the bound.",
    )


def sizes_of_labels(sizes: Sequence[int]) -> tuple[Finding, Finding]:
    """Numbers of labels against 2 log₂|Σ|, as printed, and against 2 ⌈log₂|Σ|⌉."""
    found = [n_labels(n) for n in sizes]
    return (
        at_most(
            found, 2 * np.log2(sizes), name=f"labels of {sizes[0]} ... {sizes[-1]} names, 2 log₂|Σ|"
        ),
        equals(found, [2 * math.ceil(math.log2(n)) for n in sizes], name="2 ⌈log₂|Σ|⌉"),
    )


def n_labels(n: int) -> int:
    """How large an alphabet of labels 0, 1, ... one round makes of ``n`` names."""
    pairs = [(a, b) for a in range(n) for b in range(n) if a != b]
    return 1 + int(labels_of(pairs, n)[:, 0].max())


def labels_of(sequences: Sequence[tuple[int, ...]], n: int) -> np.ndarray:
    """Labels of short sequences of ``n`` names, but of their first places, one sequence a row."""
    row = np.array([(*s, n) for s in sequences])  # a name of its own keeps them apart
    labels = sfm.alphabet_reduction(row.ravel(), 1)
    return np.append(labels, 0).reshape(row.shape)[:, :-2]


def labels_by_the_rule(n: int) -> Finding:
    """2p + bit(p, S[i]), p the lowest bit that differs, over all pairs of ``n`` names."""
    pairs = [(a, b) for a in range(n) for b in range(n) if a != b]
    wanted = [definitions.label(a, b) for a, b in pairs]
    other = int(np.count_nonzero(labels_of(pairs, n)[:, 0] != wanted))
    return equals(other, 0, name=f"of {len(pairs)} pairs, labels other than 2p + bit(p, S[i])")


def labels_differ(n: int) -> Finding:
    """Neighboring labels over all sequences of three of ``n`` names, neighbors different."""
    triples = [t for t in itertools.product(range(n), repeat=3) if t[0] != t[1] != t[2]]
    second, third = labels_of(triples, n).T
    equal = int(np.count_nonzero(second == third))
    return equals(equal, 0, name=f"equal neighbors among labels of {len(triples)} triples")


# heads of sequences of so many names that have a label above 5 until the last of the rounds
HARDEST = {9: [0, 8], 17: [1, 16, 0], 257: [0, 256, 3, 256, 0, 5]}


def rounds_to_six_labels(rng: np.random.Generator) -> list[Finding]:
    """Labels of every round, by the rule, of all names in any order, the hardest ones in front."""
    last, before, other = [], [], 0
    for n, head in HARDEST.items():
        names = [*head, *rng.permutation(np.setdiff1d(range(n), head)).tolist()]
        needed = sfm.rounds_needed(n)
        found = [sfm.alphabet_reduction(names, rounds).tolist() for rounds in range(needed + 1)]
        other += sum(
            labels != definitions.alphabet_reduction(names, rounds)
            for rounds, labels in enumerate(found)
        )
        before.append(max(found[-2]))
        last.append(max(found[-1]))
    of = ", ".join(map(str, HARDEST))
    return [
        equals(other, 0, name=f"{of} names: rounds with labels other than by the rule, iterated"),
        at_most(last, 5, name=f"{of} names: largest label after the last round"),
        at_least(before, 6, name=f"{of} names: and after the round before it"),
    ]


def reduced_to_three(length: int) -> list[Finding]:
    """Every sequence over six labels: over {0, 1, 2} after it, neighbors different, by the rule."""
    bad = other = count = 0
    for first in range(6):
        for changes in itertools.product((1, 2, 3, 4, 5), repeat=length - 2):
            labels = np.cumsum((first, *changes)) % 6
            reduced = sfm.reduce_to_three(labels)
            bad += bool(reduced.max() > 2 or (reduced[1:] == reduced[:-1]).any())
            other += reduced.tolist() != definitions.reduce_to_three(labels.tolist())
            count += 1
    of = f"of {count} sequences of labels"
    return [
        equals(bad, 0, name=f"{of}, not reduced to {{0, 1, 2}}"),
        equals(other, 0, name=f"{of}, otherwise than 3, 4 and 5 in turn by the least that is free"),
    ]


@claim("sfm/landmarks", place=PLACE, kind="statement", checks=("vectors/landmarks",))
@erratum("errata/S10", place=PLACE, about=("landmarks",), expected=Verdict.HOLDS)
def landmarks(run: Run) -> Evidence:
    """Successive landmarks are 2 or 3 apart, and adjacent labels differ.

    On every sequence over {0, 1, 2} without equal neighbors, of 5 to 10 labels (12 at full scale),
    and for labels of names. A landmark as printed has two neighbors, A[i-1] < A[i] > A[i+1]; the
    paper says nothing of an end. In the reference an end is compared with its one neighbor, so
    that at most one place comes before the first landmark, and at most one after the last, where
    the printed rule leaves up to three. The distances are 2 and 3 by either rule, and two places
    from the ends and further in the rules are the same. (Until a review the rule for ends stood
    here as the paper's, and what was found of ends was a part of the verdict.)
    """
    names = run.rng().permutation(200)
    labels = [sfm.alphabet_reduction(names, rounds) for rounds in (1, 2, 3)]
    same = sum(int(np.count_nonzero(a[1:] == a[:-1])) for a in labels)
    longest = 12 if run.scale == "full" else 10
    rules: dict[str, Rule] = {"": sfm.landmarks, ", as printed": between_two_neighbors}
    found = {name: gaps_and_ends(rule, longest) for name, rule in rules.items()}
    return Evidence(
        printed=[
            *(
                equals(gaps, [2, 3], name=f"distances of successive landmarks{name}")
                for name, (gaps, _) in found.items()
            ),
            inner_landmarks(longest),
            equals(same, 0, name="equal neighbors among labels, 200 names, up to three rounds"),
        ],
        measured={
            f"places beyond the first and the last landmark{name}": ends
            for name, (_, ends) in found.items()
        },
    )


def between_two_neighbors(labels: Sequence[int]) -> list[int]:
    """Landmarks as they are printed: an end has no second neighbor and is none."""
    triples = list(enumerate(zip(labels, labels[1:], labels[2:], strict=False), start=1))
    maxima = {i for i, (a, b, c) in triples if a < b > c}
    minima = {i for i, (a, b, c) in triples if a > b < c}
    return sorted(maxima | {i for i in minima if not {i - 1, i + 1} & maxima})


def sequences(longest: int) -> Iterator[np.ndarray]:
    """Every sequence over {0, 1, 2} without equal neighbors, of 5 to ``longest`` labels."""
    for length in range(5, longest + 1):
        for first in range(3):
            for changes in itertools.product((1, 2), repeat=length - 1):
                yield np.cumsum((first, *changes)) % 3


def gaps_and_ends(rule: Rule, longest: int) -> tuple[list[int], list[int]]:
    """Distances of successive landmarks, and numbers of places beyond the first and the last."""
    gaps: set[int] = set()
    ends: set[int] = set()
    for labels in sequences(longest):
        places = np.asarray(rule(labels.tolist())).tolist()
        gaps.update(np.diff(places).tolist())
        ends.update((min(places, default=len(labels)), len(labels) - 1 - max(places, default=-1)))
    return sorted(gaps), sorted(ends)


def inner_landmarks(longest: int) -> Finding:
    """Whether the reference's are those of the printed rule, two places from the ends or more."""
    other = count = 0
    for labels in sequences(longest):
        printed = between_two_neighbors(labels.tolist())
        differing = set(sfm.landmarks(labels).tolist()) ^ set(printed)
        other += any(2 <= i < len(labels) - 2 for i in differing)
        count += 1
    name = f"of {count} sequences, landmarks two places from the ends that are not as printed"
    return equals(other, 0, name=name)


def reduction_of_the_figure() -> tuple[list[int], np.ndarray, np.ndarray]:
    """Names A = 0 ... H = 7, their labels after one round, and these reduced to three."""
    names = [ord(c) - ord("A") for c in FIGURE_7]
    labels = sfm.alphabet_reduction(names, 1)
    return names, labels, sfm.reduce_to_three(labels)


@claim("sfm/figure-7", place="Appendix A-B, Figure 7", expected=Verdict.NOT_TESTABLE)
def picture_of_the_reduction(run: Run) -> Evidence:
    """Example of alphabet reduction, of the sequence ABGHCEAF.

    Drawn anew, with A = 000, ..., H = 111. The first letter has no left neighbor and no label;
    landmarks are marked, ends among them. What the text says of it is sfm/figure-7-text.
    """
    names, labels, reduced = reduction_of_the_figure()
    return Evidence.not_testable(
        NO_PICTURE,
        picture=tree_plots.aligned(
            {
                "letter": list(FIGURE_7),
                "in binary": [f"{name:03b}" for name in names],
                "label": ["", *map(str, labels)],
                "reduced": ["", *map(str, reduced)],
            },
            marked=(1 + sfm.landmarks(reduced)).tolist(),
            title=f"Alphabet reduction of {FIGURE_7}, landmarks marked",
        ),
    )


@claim(
    "sfm/figure-7-text",
    place="Appendix A-B, after Figure 7",
    kind="statement",
    checks=("figure-7",),
)
def example_of_a_reduction(run: Run) -> Evidence:
    """ABGHCEAF is reduced to labels 2p + bit(p, S[i]), then to {0, 1, 2}, and has landmarks.

    Names are A = 0 ... H = 7. The text does not number them, and labels depend on it: with A = 1
    they are 0, 1, 0, 1, 2, 4, 0, and not 1, 0, 1, 0, 2, 4, 1. Landmarks are at 0, 2, 4 and 6 of
    the seven labels if an end is compared with its one neighbor, which the paper leaves open; with
    two neighbors, as printed, are 2 and 4. (Until a review neither was said.)
    """
    names, labels, reduced = reduction_of_the_figure()
    by_hand = [definitions.label(a, b) for a, b in itertools.pairwise(names)]
    marks = sfm.landmarks(reduced).tolist()
    return Evidence(
        printed=[
            equals(labels, by_hand, name="labels 2 p + bit(p, S[i])"),
            equals(reduced, definitions.reduce_to_three(by_hand), name="reduced to three letters"),
            equals(
                [i for i in marks if 0 < i < len(reduced) - 1],
                between_two_neighbors(definitions.reduce_to_three(by_hand)),
                name="landmarks with two neighbors",
            ),
            equals(
                marks,
                definitions.landmarks(definitions.reduce_to_three(by_hand)),
                name="landmarks, an end compared with its one neighbor",
            ),
        ]
    )
