"""Wrong labels and landmarks, and a parsing that is too slow."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, one_more

LABELS, LANDMARKS = "sfm.alphabet_reduction", "sfm.landmarks"


@instead
def maxima_alone(landmarks: Function, labels: Any) -> Any:
    """Minima are left out."""
    places = landmarks(labels)
    padded = np.concatenate([[-1], np.asarray(labels), [-1]])
    return places[[padded[p + 1] > max(padded[p], padded[p + 2]) for p in places]]


def all_the_same(labels: Function) -> Function:
    """Every label is 0."""
    return lambda names, rounds: 0 * labels(names, rounds)


@instead
def again_for_every_thousand_letters(
    vectors: Function, corpus: list[str], variant: str = "cm"
) -> Any:
    """Passes over the corpus a number of times that grows with it."""
    for _ in range(sum(map(len, corpus)) // 1000):
        vectors(corpus, variant)
    return vectors(corpus, variant)


falsify("sfm/alphabet-reduction", "errata/S11", "sfm/figure-7-text", wrong={LABELS: one_more})
falsify("sfm/alphabet-reduction", "errata/S11", wrong={LABELS: all_the_same})
for _name in ("reduce_to_three", "rounds_needed"):
    falsify("sfm/alphabet-reduction", "errata/S11", wrong={f"sfm.{_name}": one_more})
falsify("sfm/figure-7-text", wrong={LANDMARKS: one_more})
falsify("sfm/landmarks", "errata/S10", wrong={LANDMARKS: maxima_alone})
falsify("sfm/landmarks", "errata/S10", wrong={LABELS: all_the_same})
falsify(
    "sfm/esp-linear-time", wrong={"sfm.characteristic_vectors": again_for_every_thousand_letters}
)
