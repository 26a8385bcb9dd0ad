"""What the claims about SFM have beside their falsifiers, and the helpers that they judge by."""

import numpy as np
import pytest

from gramcheck.paper_checks.claims.sfm import (
    alphabet_reduction,
    esp_bounds,
    excursions,
    parsing_rules,
)
from gramcheck.paper_checks.ledger import REGISTRY
from gramcheck.verify.definitions import sfm as definitions


def test_an_erratum_beside_its_statement_shows_the_same_evidence():
    both = {"S1": "theorem-1-proof", "S6": "algorithm-1", "S13": "lpp", "S18": "figure-4"}
    for erratum, statement in both.items():
        ids = f"errata/{erratum}", f"sfm/{statement}"
        assert len({REGISTRY[id].source for id in ids}) == 1
        assert len({REGISTRY[id].expected for id in ids}) == 1


@pytest.mark.parametrize(
    ("s", "lonely"),
    [
        ("CABCA", True),  # a minimum at the second place: the first has no left neighbor to beat
        ("BACAB", False),  # but none next to the maximum C
        ("ABABA", True),
        ("BABAB", False),
        ("ABCBC", False),
        ("ABAB", False),  # category (iii)
        ("AAAAACABCA", True),  # behind a run
    ],
)
def test_a_landmark_as_printed_lies_between_two_neighbors(s, lonely):
    assert parsing_rules.has_lonely_head(s) is lonely


@pytest.mark.parametrize(
    ("labels", "places"),
    [
        ([0, 1, 2, 0, 1], [2]),  # the minimum behind it is next to it, and ends are none
        ([2, 0, 1, 0, 2], [2]),
        ([2, 1, 0, 1, 2], [2]),
        ([1, 0, 1, 0, 2, 0, 1], [2, 4]),  # of ABGHCEAF
        ([0, 1], []),
    ],
)
def test_landmarks_as_printed_have_two_neighbors(labels, places):
    assert alphabet_reduction.between_two_neighbors(labels) == places


@pytest.mark.parametrize("operation", esp_bounds.OPERATIONS.values())
def test_what_is_done_to_a_string_is_one_operation(operation):
    """Or it leaves the string as it is, if equal substrings change places."""
    rng = np.random.default_rng(0)
    distances = {
        definitions.edit_distance_with_moves("ABCAB", operation("ABCAB", rng)) for _ in range(40)
    }
    assert 1 in distances
    assert distances <= {0, 1}


@pytest.mark.parametrize(("n", "head"), alphabet_reduction.HARDEST.items())
def test_the_hardest_heads_need_as_many_rounds_as_their_number_of_names(n, head):
    """A label above 5 is left before the last round; one name fewer needs no such round."""
    rounds = definitions.rounds_for(n)
    assert max(head) < n
    assert max(definitions.alphabet_reduction(head, rounds - 1)) > 5
    assert definitions.rounds_for(n - 1) == rounds - 1


@pytest.mark.parametrize(
    ("s", "t", "k"),
    [
        ("ABCDABCD", "ABCCABCD", 1),
        ("ABABABAB", "ABBBABAB", 1),  # many letters agree by chance
        ("ABCDEFGH", "ABCDEFGX", 1),  # at the end
        ("ABCDEFGH", "AXZDEFGH", 2),
        ("ABCDEFGH", "AXCDEFYH", 2),
    ],
)
def test_substitutions_cost_excursions_at_most(s, t, k):
    """Exactly, by the distribution over all tables of bits."""
    length = 3 * len(s)
    distribution = definitions.cgk_hamming_distribution(s, t, length)
    exact = [float(distribution.get(h, 0)) for h in range(length + 1)]
    total = np.eye(1, length + 1)[0]
    for _ in range(k):
        total = np.convolve(total, excursions.excursion(length + 1))[: length + 1]
    assert np.all(np.cumsum(total) <= np.cumsum(exact) + 1e-12)


@pytest.mark.parametrize(
    ("s", "t", "k"),
    [
        ("ABCDABCD", "ABCXDABCD", 1),
        ("ABABABAB", "ABABBABAB", 1),
        ("ABCD", "ABCDX", 1),  # at the end
        ("ABCDEF", "XABCYDEF", 2),
        ("ABCD", "ABXYCD", 2),  # side by side
    ],
)
def test_insertions_cost_gaps_that_close_at_most(s, t, k):
    """The same of letters that one of the strings has and the other has not."""
    length = 3 * len(t)
    distribution = definitions.cgk_hamming_distribution(s, t, length)
    exact = [float(distribution.get(h, 0)) for h in range(length + 1)]
    total = np.eye(1, length + 1)[0]
    for _ in range(k):
        total = np.convolve(total, excursions.closing(length + 1))[: length + 1]
    assert np.all(np.cumsum(total) <= np.cumsum(exact) + 1e-12)
