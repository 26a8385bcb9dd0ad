"""Appendix A-B: alphabet reduction, landmarks, Figure 7, and the time of ESP."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Sequence

import numpy as np

from gramcheck.paper_checks import plots, tree_plots
from gramcheck.paper_checks.claims.sfm import strings
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, equals, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions

FIGURE_7 = "ABGHCEAF"


@claim(
    "sfm/alphabet-reduction",
    place="Appendix A-B",
    kind="algorithm",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def alphabet_reduction(run: Run) -> Evidence:
    """Labels differ from neighbor to neighbor; alphabet 2 log|Σ| a round; {0, 1, 2} in the end.

    All of it but the size, which is 2 ⌈log₂|Σ|⌉ (erratum S11): five letters have six labels. On
    every sequence of four of up to 40 names, by pairs: the label depends on a name and its left
    neighbor alone.
    """
    printed, corrected = sizes_of_labels(range(2, 41))
    return Evidence(
        printed=printed,
        corrected=[
            corrected,
            labels_differ(24),
            reduced_to_three(6),
            run.verify("sfm/alphabet-reduction"),
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


def labels_differ(n: int) -> Finding:
    """Neighboring labels over all sequences of three of ``n`` names, neighbors different."""
    triples = [t for t in itertools.product(range(n), repeat=3) if t[0] != t[1] != t[2]]
    second, third = labels_of(triples, n).T
    equal = int(np.count_nonzero(second == third))
    return equals(equal, 0, name=f"equal neighbors among labels of {len(triples)} triples")


def reduced_to_three(length: int) -> Finding:
    """Every sequence over six labels: reduced, it is over {0, 1, 2} and neighbors differ."""
    bad = count = 0
    for first in range(6):
        for steps in itertools.product((1, 2, 3, 4, 5), repeat=length - 2):
            labels = np.cumsum((first, *steps)) % 6
            reduced = sfm.reduce_to_three(labels)
            bad += bool(reduced.max() > 2 or (reduced[1:] == reduced[:-1]).any())
            count += 1
    return equals(bad, 0, name=f"of {count} sequences of labels, not reduced to {{0, 1, 2}}")


@claim("errata/S11", place="Appendix A-B", kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def size_of_the_labels(run: Run) -> Evidence:
    """The alphabet size of the label sequence is 2 log|Σ|.

    2 ⌈log₂|Σ|⌉: the index of a bit is below ⌈log₂|Σ|⌉. Five names have 6 labels, not 4.64; twenty
    have 10, not 8.64. Where |Σ| is a power of 2 both are the same.
    """
    printed, corrected = sizes_of_labels((4, 5, 8, 16, 20, 32))
    return Evidence(printed=printed, corrected=corrected)


@claim("sfm/landmarks", place="Appendix A-B", kind="statement", expected=Verdict.HOLDS)
def landmarks(run: Run) -> Evidence:
    """Successive landmarks are 2 or 3 apart.

    On every sequence over {0, 1, 2} without equal neighbors, of 5 to 10 labels.
    At most one place comes before the first landmark, and at most one after the last.
    """
    return Evidence(printed=[*landmark_gaps(10), run.verify("sfm/landmarks")])


def landmark_gaps(longest: int) -> list[Finding]:
    """Distances of successive landmarks, and the places before the first and after the last.

    On every sequence over {0, 1, 2} without equal neighbors, of 5 to ``longest`` labels.
    """
    gaps: set[int] = set()
    ends: set[int] = set()
    for length in range(5, longest + 1):
        for first in range(3):
            for steps in itertools.product((1, 2), repeat=length - 1):
                places = sfm.landmarks(np.cumsum((first, *steps)) % 3)
                gaps.update(np.diff(places).tolist())
                ends.update((int(places[0]), length - 1 - int(places[-1])))
    return [
        equals(sorted(gaps), [2, 3], name="distances of successive landmarks"),
        equals(sorted(ends), [0, 1], name="places beyond the first and the last one"),
    ]


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


@claim("sfm/figure-7", place="Appendix A-B, Figure 7", kind="figure", expected=Verdict.HOLDS)
def reduction_of_the_figure(run: Run) -> Evidence:
    """Alphabet reduction of ABGHCEAF.

    Drawn anew, with A = 000, ..., H = 111 (the printed picture is not in the text of the paper).
    The first letter has no left neighbor and no label. Marked are the landmarks.
    """
    names = [ord(c) - ord("A") for c in FIGURE_7]
    labels = sfm.alphabet_reduction(names, 1)
    reduced = sfm.reduce_to_three(labels)
    marks = 1 + sfm.landmarks(reduced)
    by_hand = [definitions.label(a, b) for a, b in itertools.pairwise(names)]
    return Evidence(
        printed=[
            equals(labels, by_hand, name="labels 2 p + bit(p, S[i])"),
            is_true(bool(np.all(labels[1:] != labels[:-1])), str(labels), name="labels differ"),
            at_most(labels, 5, name="labels of eight names after one round"),
            equals(sorted(set(reduced.tolist())), [0, 1, 2], name="letters of the result"),
            at_most(np.diff(marks), 3, name="distances of landmarks"),
            at_least(np.diff(marks), 2, name="distances of landmarks"),
            run.verify("sfm/figure-7"),
        ],
        picture=tree_plots.aligned(
            {
                "letter": list(FIGURE_7),
                "in binary": [f"{name:03b}" for name in names],
                "label": ["", *map(str, labels)],
                "reduced": ["", *map(str, reduced)],
            },
            marked=marks.tolist(),
            title=f"Alphabet reduction of {FIGURE_7}, landmarks marked",
        ),
    )


@claim(
    "sfm/esp-linear-time", place="Appendix A-B, last line", kind="statement", expected=Verdict.HOLDS
)
def time_of_esp(run: Run) -> Evidence:
    """The computation time of ESP is O(NL).

    Work is counted, not only timed: every level is passed a number of times that does not grow
    (five passes of labels at most), and all levels together have at most 2 L nodes, since each is
    at most half as long as the one below. Timed, with 16 times the letters, in one string or in 16
    of them.
    """
    rng = run.rng()
    lengths = np.array([2**10, 2**12, 2**14, 2**16])
    long = [strings.random_letters(rng, int(n)) for n in lengths]
    per_letter = {v: [nodes([s], v) / len(s) for s in long] for v in ("cm", "paper", "released")}
    length, n = 2**14, 16
    base = [strings.random_letters(rng, length)]
    several = [strings.random_letters(rng, length) for _ in range(n)]
    one, longer, more = least_seconds([base, ["".join(several)], several])
    return Evidence(
        printed=[
            at_most(list(per_letter.values()), 2.0, name="nodes per letter, three variants"),
            at_most(power(longer / one), 1.0, atol=SLACK, name="power of L in the time"),
            at_most(power(more / one), 1.0, atol=SLACK, name="power of N in the time"),
        ],
        measured={
            "milliseconds for one string of 2¹⁴ letters": 1000 * one,
            "for one string of 16 times the length": 1000 * longer,
            "for 16 strings": 1000 * more,
        },
        picture=plots.curves(
            lengths,
            per_letter,
            limit={"bound": 2.0},
            logx=True,
            xlabel="length of the string",
            ylabel="nodes per letter",
        ),
    )


SLACK = 0.35  # of a power: the caches of a busy machine; L² would be 2


def power(ratio: float) -> float:
    """Power of the size in the cost when 16 times the size costs ``ratio`` times as much."""
    return math.log(ratio, 16)


def nodes(corpus: list[str], variant: str) -> int:
    """Number of nodes of all levels of all trees, leaves included."""
    V, _ = sfm.characteristic_vectors(corpus, variant)
    return int(V.sum())


def least_seconds(corpora: list[list[str]], times: int = 4) -> np.ndarray:
    """Processor time of the characteristic vectors of each corpus, the least of some times."""
    taken = np.empty((times, len(corpora)))
    for row in taken:
        for k, corpus in enumerate(corpora):
            start = time.process_time()
            sfm.characteristic_vectors(corpus)
            row[k] = time.process_time() - start
    return taken.min(axis=0)
