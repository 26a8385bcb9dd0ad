"""Names of nodes: by first appearance."""

import numpy as np
import pytest

from gramcheck.reference.sfm.engines.node_names import NodeNames, first_appearances


def naive(rows):
    names = {}
    return [names.setdefault(tuple(row), len(names)) for row in rows.tolist()]


def random_rows(rng, n, n_children):
    rows = rng.integers(n_children, size=(n, 3)).astype(np.int32)
    rows[rng.random(n) < 0.5, 2] = -1
    return rows[rng.integers(n, size=2 * n)]


@pytest.mark.parametrize("n_children", [3, 100, 101, 5000, 2**30])
def test_names_in_one_go_and_in_chunks(n_children):
    rng = np.random.default_rng(n_children)
    rows = random_rows(rng, 60, n_children)
    expected = naive(rows)
    ids, firsts = first_appearances(rows)
    assert ids.tolist() == expected
    assert firsts.tolist() == [expected.index(i) for i in range(max(expected) + 1)]
    for cuts in ([], [1], [10, 10, 70]):
        names = NodeNames()
        got = [names.add(part)[0] for part in np.split(rows, cuts)]
        assert np.concatenate(got).tolist() == expected
        assert names.rows.tolist() == rows[firsts].tolist()
        assert names.find(rows).tolist() == expected
        strangers = np.array([[n_children, 0, 0], [0, 2**31 - 1, -1]], dtype=np.int32)
        assert names.find(strangers).tolist() == [-1, -1]
        again = NodeNames.of(names.rows)
        assert again.find(rows).tolist() == expected
        assert len(again) == len(names)


def test_nothing_to_name():
    ids, firsts = first_appearances(np.empty((0, 3), dtype=np.int32))
    assert len(ids) == len(firsts) == 0
    assert len(NodeNames.of(np.empty((0, 3), dtype=np.int32))) == 0
