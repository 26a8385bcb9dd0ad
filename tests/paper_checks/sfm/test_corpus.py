"""The generated corpus: what it promises, and that its classes are neither plain nor hidden."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gramcheck.paper_checks.experiments.sfm import corpus
from gramcheck.paper_checks.experiments.sfm.corpus import AMINO_ACIDS, generated_corpus, operated
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions


def drawn(seed=0):
    return generated_corpus(12, np.random.default_rng(seed))


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


@pytest.fixture
def operations(monkeypatch):
    """Other numbers of operations between ancestor and seed, seed and string."""

    def operations(apart, within):
        monkeypatch.setattr(corpus, "APART", apart)
        monkeypatch.setattr(corpus, "WITHIN", within)

    return operations


def test_moves_alone_keep_the_letters_and_no_operation_keeps_the_string(operations):
    operations((0, 2), (0, 2))
    strings, _ = drawn()
    assert len({"".join(sorted(s)) for s in strings}) == 1
    assert len(set(strings)) > 1
    operations((0, 0), (0, 0))
    assert len(set(drawn()[0])) == 1


def test_families_take_turns_and_keep_together(operations):
    operations((20, 0), (0, 0))
    strings, _ = drawn()
    families = [strings[c * 12 + k] for c in range(2) for k in range(2)]
    assert len(set(families)) == 4
    assert strings == [families[2 * c + k % 2] for c in range(2) for k in range(12)]


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
