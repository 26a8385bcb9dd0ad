"""The generated corpus: what it promises, and that its classes are neither plain nor hidden."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gramcheck.paper_checks.experiments.sfm.corpus import AMINO_ACIDS, generated_corpus, operated
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions


def drawn(seed=0, **options):
    return generated_corpus(12, np.random.default_rng(seed), **options)


def test_the_same_generator_gives_the_same_corpus_and_another_one_another():
    (strings, labels), (again, _) = drawn(), drawn()
    assert strings == again
    assert drawn(1)[0] != strings
    assert labels.tolist() == [0] * 12 + [1] * 12
    assert set("".join(strings)) <= set(AMINO_ACIDS)


@given(st.integers(0, 2**32 - 1), st.integers(0, 2), st.integers(0, 2))
def test_operations_are_those_of_the_edit_distance_with_moves(seed, edits, moves):
    s = list("abba")
    t = "".join(operated(s, (edits, moves), ["a", "b"], np.random.default_rng(seed)))
    assert definitions.edit_distance_with_moves("".join(s), t) <= edits + moves


@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
def test_a_string_never_becomes_empty(seed, edits):
    assert operated(["a"], (edits, 2), ["a", "b"], np.random.default_rng(seed))


def test_moves_alone_keep_the_letters_and_no_operation_keeps_the_string():
    strings, _ = drawn(apart=(0, 2), within=(0, 2))
    assert len({"".join(sorted(s)) for s in strings}) == 1
    assert len(set(strings)) > 1
    assert len(set(drawn(apart=(0, 0), within=(0, 0))[0])) == 1


def test_families_take_turns_and_keep_together():
    strings, _ = drawn(n_classes=3, seeds_per_class=2, apart=(20, 0), within=(0, 0))
    families = [strings[c * 12 + k] for c in range(3) for k in range(2)]
    assert len(set(families)) == 6
    assert strings == [families[2 * c + k % 2] for c in range(3) for k in range(12)]


@pytest.mark.parametrize("seed", range(3))
def test_strings_of_a_family_are_closer_than_others_but_not_each_of_them(seed):
    strings, _ = generated_corpus(40, np.random.default_rng(seed))
    V, _ = sfm.characteristic_vectors(strings)
    D = sfm.l1_distances(V, V)
    family = 2 * np.repeat([0, 1], 40) + np.arange(80) % 2
    same = np.equal.outer(family, family) & ~np.eye(80, dtype=bool)
    other = ~np.equal.outer(family, family)
    # 1/2 would be no classes, 1 classes that anything sees
    smaller = np.mean(D[same] < np.median(D[other]))
    assert 0.6 < smaller < 0.999


def test_bad_input():
    for name in ("n_classes", "seeds_per_class"):
        with pytest.raises(ValueError, match=f"{name} must be at least 1, got 0"):
            drawn(**{name: 0})
    with pytest.raises(ValueError, match="alphabet must be at least 2, got 1"):
        drawn(alphabet="a")
    with pytest.raises(ValueError, match=r"within must be 0 to 60 edits .* got 61 and 0"):
        drawn(within=(61, 0))
    with pytest.raises(ValueError, match=r"apart must be .* got 0 and -1"):
        drawn(apart=(0, -1))
