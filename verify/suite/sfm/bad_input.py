"""Bad input of SFM beyond the tables: vocabularies, and what looks bad and is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.arguments import kinds
from gramcheck.verify.arguments.declare import call
from gramcheck.verify.arguments.sfm import COUNTS, WORDS
from gramcheck.verify.compare import equal
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import refused
from gramcheck.verify.registry import check
from gramcheck.verify.suite.sfm.problems import VARIANTS, dense

CLAIM = "sfm/bad-input"
PLACE = "any function"


@check(CLAIM, place=PLACE, needs=("sfm.characteristic_vectors", "sfm.transform"), since="0.1")
def vocabularies_do_not_mix(target: Any, run: Any) -> Iterator[Outcome]:
    """A vocabulary of another variant: ValueError; anything else in its place: TypeError."""
    vocabulary = target.sfm.characteristic_vectors(["AB", "ABC"], "cm")[1]
    known = kinds.Argument("vocabulary", vocabulary, (
        kinds.NONE, kinds.Bad("name", "cm", "type"), kinds.Bad("mapping", {"A": 0}, "type"),
    ))  # fmt: skip
    made = call("transform", strings=kinds.strings(["AB", "ABC"]), vocabulary=known)
    for other in ("paper", "released"):
        made = made.refusing(f"variant-{other}", "vocabulary", variant=other)
    for refusal in made.refusals():
        yield refused(refusal, target.sfm.transform)


@check(CLAIM, place=PLACE, needs="sfm.characteristic_vectors", since="0.1")
def an_empty_string_among_others_is_a_row_of_zeros(target: Any, run: Any) -> Outcome:
    """Only where no string has a letter is there no vector."""
    V, _ = target.sfm.characteristic_vectors(["", "A"])
    return equal(np.array([[0.0], [1.0]]), dense(V))


@check(CLAIM, place=PLACE, needs=("sfm.fit_vocabulary", "sfm.transform"), since="0.3")
def new_strings_may_all_be_empty(target: Any, run: Any) -> Iterator[Outcome]:
    """They have no node, and so no unknown one."""
    for variant in VARIANTS:
        vocabulary = target.sfm.fit_vocabulary([["AB", "B"]], variant)
        V, unseen = target.sfm.transform(["", ""], vocabulary)
        yield equal(np.zeros((2, len(vocabulary))), dense(V))
        yield equal([0, 0], np.asarray(unseen).tolist())


@check(CLAIM, place=PLACE, needs="sfm.sfm", since="0.1")
def halves_are_counts(target: Any, run: Any) -> Outcome:
    """The codes of Section VI are multiples of 1/2, and have features."""
    arrays = (np.array(words, dtype=np.uint64) for words in WORDS)
    return equal((2, 4), np.shape(target.sfm.sfm(np.array(COUNTS) / 2, 4, 1.0, *arrays)))
