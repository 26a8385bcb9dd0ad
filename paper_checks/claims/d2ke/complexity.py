"""Section 5: what features cost, counted and not timed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

import numpy as np

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions


class CountedString(str):
    """A string that counts the letters which are read from it, and from all others like it."""

    read = 0

    def __getitem__(self, place):
        CountedString.read += 1
        return super().__getitem__(place)


def letters_read(task: Callable[[Sequence[str], Sequence[str]], object], *shape: int) -> int:
    """Letters that a system reads: n strings of length L, R random ones of length L_ω."""
    n, R, L, L_omega = shape
    objects = [CountedString(("ab" * L)[:L]) for _ in range(n)]
    omegas = [CountedString(("ba" * L_omega)[:L_omega]) for _ in range(R)]
    CountedString.read = 0
    task(objects, omegas)
    return CountedString.read


def distance(x: str, y: str) -> float:
    """The Levenshtein distance by its recursion, which reads two letters a cell."""
    return float(definitions.levenshtein(x, y))


def d2ke_features(objects: Sequence[str], omegas: Sequence[str]) -> object:
    """D2KE: features of random objects."""
    return d2ke.feature_map(objects, omegas, 0.1, distance)


def representatives(objects: Sequence[str], omegas: Sequence[str]) -> object:
    """RSM: distances to representatives, which are as long as the objects."""
    return d2ke.representative_set_map(objects, [objects[0]] * len(omegas), distance)


def all_pairs(objects: Sequence[str], omegas: Sequence[str]) -> object:
    """KNN, DSK_RBF, DSK_ND and GDK_LED: distances of all pairs."""
    return d2ke.cdist(objects, list(objects), distance)


BASE = (4, 6, 8, 10)  # n, R, L, L_ω


def powers(task: Callable[[Sequence[str], Sequence[str]], object]) -> list[float]:
    """Power of each of n, R, L and L_ω in the letters read: at the base and at three times it."""
    least, found = letters_read(task, *BASE), []
    for place in range(4):
        shape = [size * (3 if i == place else 1) for i, size in enumerate(BASE)]
        found.append(math.log(letters_read(task, *shape) / least, 3))
    return found


def milliseconds(L_omega: int) -> float:
    """Processor time of the reference's feature map with DTW: 60 series of length 100, R = 60."""
    rng = np.random.default_rng(0)  # times do not depend on the values
    X = d2ke.random_series(60, 1, 1.0, (100, 100), rng)
    omegas = d2ke.random_series(60, 1, 1.0, (L_omega, L_omega), rng)
    start = time.process_time()
    d2ke.feature_map(X, omegas, 0.1, "dtw")
    return 1000 * (time.process_time() - start)


@claim(
    "d2ke/complexity",
    place="Section 5, Baselines",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
@erratum("errata/D17", place="Section 5, Baselines", about=("complexity", "distances"))
def complexity(run: Run) -> Evidence:
    """D2KE costs O(NRL), against O(N²L²) for KNN, DSK and GDK_LED and O(NRL²) for RSM.

    Counted: the letters that are read while the reference computes features, representatives or all
    pairs with a distance that says which letters it reads. The cost is proportional to N R L L_ω,
    with L_ω the length of the random objects: O(NRL) treats L_ω as a constant (erratum D17),
    although it is searched up to 50. On splice, where L = 60, random objects of length 50 cost 5/6
    of what RSM costs at the same R. The other two are right of the distances, which alone are
    counted: kernel machines and eigenvectors come on top. Times are shown, and not judged.
    """
    found = {
        task.__doc__ or "": powers(task) for task in (d2ke_features, representatives, all_pairs)
    }
    features, rsm, pairs = found.values()
    name = "power of L_ω for D2KE"
    as_splice = (1, 2, 60, 50)
    share = letters_read(d2ke_features, *as_splice) / letters_read(representatives, *as_splice)
    return Evidence(
        common=[
            holds(features[:3], [1, 1, 1], name="powers of N, R, L for D2KE"),
            holds(rsm, [1, 1, 2, 0], atol=1e-9, name="powers of N, R, L, L_ω for RSM"),
            holds(pairs, [2, 0, 2, 0], atol=1e-9, name="powers of N, R, L, L_ω for all pairs"),
        ],
        printed=holds(features[3], 0.0, atol=1e-9, name=name),
        corrected=[
            holds(features[3], 1.0, name=name),
            holds(share, 5 / 6, name="L = 60, L_ω = 50: letters read, over those of RSM"),
        ],
        table=[
            Table(
                ["letters read", "N", "R", "L", "L_ω"],
                [[what, *exponents] for what, exponents in found.items()],
                title="Powers in the letters read",
            ),
            Table(
                ["L_ω", "milliseconds, DTW"],
                [[length, milliseconds(length)] for length in (20, 60, 180)],
            ),
        ],
        note="Programs that put 64 letters of ω into one word make O(NRL) true for the Levenshtein "
        "distance up to that length.",
    )
