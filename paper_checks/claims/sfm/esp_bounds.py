"""Section III: the distance of characteristic vectors, against the edit distance with moves."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.figure import Figure

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.sfm import strings
from gramcheck.paper_checks.claims.sfm.esp import VARIANTS
from gramcheck.paper_checks.claims.sfm.strings import BINARY
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import sfm
from gramcheck.reference.types import Array
from gramcheck.verify.definitions import sfm as definitions

LENGTHS = (256, 1024, 4096)


@claim(
    "sfm/esp-bounds",
    place="Section III, after the second paragraph",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def bounds_of_the_distance(run: Run) -> Evidence:
    """EDM(S, S') ≤ ‖V(S) - V(S')‖₁ ≤ O(log L log* L) EDM(S, S').

    The lower bound is true with the constant 1, for every parse whose nodes have at most three
    children, if leaves are counted (erratum S7). The upper bound is that of Cormode and
    Muthukrishnan's parsing, "cm", and false for the appendix as printed (erratum S8): on strings of
    short runs one insertion costs a distance linear in L. A constant is not stated, so growth is
    compared: from L = 256 to 4096 log* L is 4, and log L log* L grows by 12/8.
    """
    grown = costs_of_doubling(run)
    return Evidence(
        printed=[
            lower_bound("paper"),
            growth(grown, "paper, random letters"),
            growth(grown, "paper, short runs"),
        ],
        corrected=[
            lower_bound("cm"),
            growth(grown, "cm, random letters"),
            growth(grown, "cm, short runs"),
            at_least(
                grown["cm, random letters"][0],
                1.0,
                name="cm, random letters: L1 is not below EDM",
            ),
            run.verify(("sfm/esp-bounds bound*", "sfm/esp-bounds one*")),
        ],
        table=table_of(grown),
        picture=picture_of(grown),
        note="On random letters the appendix's variant looks harmless: its categories cut there.",
    )


def costs_of_doubling(run: Run) -> dict[str, Array]:
    """Mean L1 distance by length after one insertion, of two variants on two kinds of strings."""
    rng = run.rng()
    draws = {"random letters": strings.random_letters, "short runs": strings.short_runs}
    return {
        f"{variant}, {name}": strings.cost_of_doubling(draw, LENGTHS, variant, 12, rng)
        for variant in ("cm", "paper")
        for name, draw in draws.items()
    }


def table_of(grown: dict[str, Array]) -> Table:
    """The costs as a table."""
    return Table(
        ["variant, strings", *(f"L = {n}" for n in LENGTHS)],
        [[name, *means] for name, means in grown.items()],
        title="Mean L1 distance after the first letter is doubled",
    )


def picture_of(grown: dict[str, Array]) -> Figure:
    """The costs over the length."""
    return plots.curves(
        LENGTHS, grown, logx=True, logy=True, xlabel="L", ylabel="mean L1 distance, EDM = 1"
    )


LOG_GROWTH = math.log(LENGTHS[-1]) / math.log(LENGTHS[0])


def growth(grown: dict[str, Array], name: str) -> Finding:
    """Growth of the distance from the shortest to the longest strings, against log L log* L.

    The tolerance is that of means of 12 draws, some four of their standard errors; a cube root
    would grow by 2.5.
    """
    ratio = float(grown[name][-1] / grown[name][0])
    return at_most(ratio, LOG_GROWTH, rtol=0.5, name=f"growth of L1, {name}")


def lower_bound(variant: str) -> Finding:
    """Largest EDM / L1 over all pairs of strings of a small corpus."""
    corpus = [s for s in BINARY if len(s) <= 4]
    V, _ = sfm.characteristic_vectors(corpus, variant)
    L1 = sfm.l1_distances(V, V)
    place = {s: k for k, s in enumerate(corpus)}
    ratios = [
        d / max(L1[k, place[t]], 1e-9)
        for k, s in enumerate(corpus)
        for t, d in definitions.edit_distances_with_moves_from(s, {"A", "B"}, 4).items()
        if t in place and t != s
    ]
    return at_most(max(ratios), 1.0, name=f"{variant}: largest EDM / L1 of {len(ratios)} pairs")


@claim("errata/S7", place="Section III", kind="erratum", expected=Verdict.HOLDS)
def lower_bound_without_a_factor(run: Run) -> Evidence:
    """EDM(S, S') ≤ ‖V(S) - V(S')‖₁.

    True with the constant 1, where a factor of 2 was suspected: surplus letters are inserted and
    deleted, and each node that is not in common is put together from its children by at most two
    moves, in the cheaper of the two directions. All pairs of binary strings up to length 6, three
    variants, each pair parsed in one corpus; the largest ratio is 1 (AABBAB, ABBBAA: 2 and 2).
    Without the leaves in V it is false: A and B have the same empty vector.
    """
    corpus = ["", *(s for s in BINARY if len(s) <= 6)]
    place = {s: k for k, s in enumerate(corpus)}
    EDM = np.array(
        [
            [reached[t] for t in corpus]
            for reached in (
                definitions.edit_distances_with_moves_from(s, {"A", "B"}, 6) for s in corpus
            )
        ]
    )
    ratios = {}
    for variant in VARIANTS:
        V, _ = sfm.characteristic_vectors(corpus, variant)
        L1 = sfm.l1_distances(V, V)
        ratios[variant] = float((EDM / np.maximum(L1, 1e-9)).max())
    pair = place["AABBAB"], place["ABBBAA"]
    V, vocabulary = sfm.characteristic_vectors(corpus)
    inner = V[:, len(vocabulary.alphabet) :]
    without = sfm.l1_distances(inner, inner)
    tight = sfm.characteristic_vectors(["AABBAB", "ABBBAA"])[0]
    return Evidence(
        printed=[
            at_most(list(ratios.values()), 1.0, name=f"largest EDM / L1, {len(corpus) ** 2} pairs"),
            run.verify(
                "sfm/esp-bounds"
                if run.scale == "full"
                else ("sfm/esp-bounds bound*", "sfm/esp-bounds one*")
            ),
        ],
        corrected=[
            equals(
                [int(EDM[pair]), sfm.edit_distance_with_moves("AABBAB", "ABBBAA")],
                [2, 2],
                name="EDM(AABBAB, ABBBAA), by two searches",
            ),
            holds(sfm.l1_distances(tight, tight)[0, 1], 2.0, name="L1 of the two: attained"),
            at_least(float((EDM - without).max()), 1.0, name="EDM - L1 without leaves, largest"),
        ],
        measured={f"largest EDM / L1, {v}": r for v, r in ratios.items()},
    )


@claim("errata/S8", place="Appendix A-B", kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def upper_bound_needs_runs(run: Run) -> Evidence:
    """‖V(S) - V(S')‖₁ ≤ O(log L log* L) EDM(S, S') for ESP as the appendix states it.

    Not for it: pieces of category (iii) have no largest length. A string of runs of two to four is
    one such piece, parsed by LPP alone, and after one insertion in front nearly every block is
    another one. The distance grows with the length of the string, not with its logarithm. Where
    runs of two already are cut, as Cormode and Muthukrishnan do ("cm"), it grows as stated. On
    random letters the appendix's variant grows little: there stretches of category (i) cut.
    """
    grown = costs_of_doubling(run)
    return Evidence(
        printed=growth(grown, "paper, short runs"),
        corrected=[
            growth(grown, "cm, short runs"),
            growth(grown, "paper, random letters"),
            at_least(
                grown["paper, short runs"] / LENGTHS,
                0.1,
                name="paper, short runs: L1 per letter, at every length",
            ),
        ],
        table=table_of(grown),
        picture=picture_of(grown),
    )
