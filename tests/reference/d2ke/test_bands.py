"""Levenshtein distances by diagonals: no more of them than needed, and no fewer."""

import itertools

import numpy as np
import pytest

from gramcheck.reference.d2ke import levenshtein
from gramcheck.reference.d2ke.engines import diagonals, edit_distances
from gramcheck.verify.definitions import d2ke as definitions
from tests.reference.d2ke.strings import (
    assert_all_ways_give,
    every_way,
    sorted_by_length,
    strings_of,
    table,
)

WORD = "abcdefghijklmnopqrst"
ROTATED = [WORD[n:] + WORD[:n] for n in range(20)]


@pytest.mark.parametrize("length", [*range(1, 9), 15, 16])
def test_no_diagonal_of_the_band_is_missing(length, monkeypatch):
    """A string whose beginning is moved to its end needs as many diagonals as were moved.

    With one diagonal less on either side some distance is wrong, as long as there are any.
    """
    x = "".join(map(chr, range(97, 97 + length)))
    X = [x[n:] + x[:n] for n in range(length)]
    expected = table(definitions.levenshtein, X, X)
    assert_all_ways_give(expected, X, X)

    of = diagonals.Band.of
    for low, high in ((1, 0), (0, -1)):
        monkeypatch.setattr(
            diagonals.Band,
            "of",
            lambda *a, low=low, high=high: (b := of(*a))._replace(
                low=min(b.low + low, b.m - b.n), high=max(b.high + high, b.m - b.n)
            ),
        )
        narrower = next(every_way(X, X))
        assert (narrower >= expected).all()
        assert (narrower != expected).any() == (length > 2)


@pytest.mark.parametrize("shortest", [0, 1, 3])
def test_cells_of_a_band_are_counted(shortest):
    for m, n in itertools.product(range(shortest, 12), repeat=2):
        for of_x, of_y in itertools.product(range(shortest, m + 1), range(shortest, n + 1)):
            band = diagonals.Band.of(np.array([m, of_x]), np.array([n, of_y]))
            assert band.cells() == sum(count for _, _, count in band.antidiagonals())


@pytest.mark.parametrize("shortest", [7, 9])
@pytest.mark.parametrize("most", range(9))
def test_what_a_narrow_band_gives_is_right_up_to_its_bound(most, shortest):
    """And no further: 2 k + 1 letters, of which k are moved to the end, are at distance 2 k."""
    rng = np.random.default_rng(most)
    X, Y = (strings_of(rng, 40, [*range(shortest, 10)]) for _ in "XY")
    k, letters = max((most + 1) // 2, 1), "abcdefghi"
    part, rest = letters[: 2 * k + 1], letters[2 * k + 1 :]
    X, Y = [letters, *X], [part[k:] + part[:k] + rest, *Y]
    x, y = sorted_by_length(X, Y)
    expected = table(definitions.levenshtein, x.strings, y.strings)

    band, whole = diagonals.Band.of(x.lengths, y.lengths, most), slice(0, 41)
    texts = diagonals.Texts(y, whole, before=9)
    found = diagonals.Distances(x)._results(whole, texts, band, np.dtype(np.int16))
    assert (found >= expected).all()
    assert (found == expected)[found <= band.enough].all()
    moved = x.index.argmin(), y.index.argmin()
    assert expected[moved] == band.enough == 2 * k
    assert found[moved] == 2 * k + (shortest == 9)  # shorter strings need diagonals besides


def bands_of_parts(X, Y, monkeypatch):
    """Of all parts, in which those of nine patterns or less have eight texts, and are right."""
    monkeypatch.setattr(diagonals, "BYTES", 10 * 9)
    bands, of = [], diagonals.Band.of
    monkeypatch.setattr(diagonals.Band, "of", lambda *a: bands.append(of(*a)) or bands[-1])
    way = edit_distances._ByDiagonals(*sorted_by_length(X, Y))
    bands.clear()
    found = np.empty((len(X), len(Y)), np.int16)
    way.write(found)
    np.testing.assert_array_equal(found, table(levenshtein, X, Y))
    return bands, way._parts


@pytest.mark.parametrize(
    ("further", "anew"),
    [
        ([], 0),
        (["bca" + WORD[3:]], 1),  # in one diagonal 3, the number after those that are sure
        ([x for k in (1, 2, 3) for x in (ROTATED[k], *27 * [WORD])], 3),
        (2 * [*ROTATED[10:], *27 * [WORD]], 1),  # no more than before, after others that were alike
    ],
)
def test_strings_farther_apart_than_those_before_are_compared_anew(further, anew, monkeypatch):
    """One diagonal is enough for the first ones, which are alike."""
    X = [*36 * [WORD], *further, *27 * [WORD]]
    bands, parts = bands_of_parts(X, 8 * [WORD], monkeypatch)
    assert [band.high for band in bands[:3]] == [9, 0, 0]
    assert len(bands) == len(parts) + anew


def test_nothing_is_compared_anew_where_all_are_as_far_apart(monkeypatch):
    bands, parts = bands_of_parts(50 * [WORD.upper()], 8 * [WORD[:12]], monkeypatch)
    assert len(bands) == len(parts)


def test_parts_with_one_pattern_less_have_the_memory_of_those_before(monkeypatch):
    shapes, strands = [], diagonals.Strands
    monkeypatch.setattr(
        diagonals, "Strands", lambda band, shape: shapes.append(shape) or strands(band, shape)
    )
    monkeypatch.setattr(edit_distances, "_MOST_TEXTS", 17)
    for patterns, texts, expected in (
        (52, 8, [(9, 1)]),  # parts of nine and of eight, all of them as far apart
        (9, 33, [(9, 4), (9, 2)]),  # 17 texts, and 16
        (3, 8, [(2, 1), (1, 1)]),  # half as much again to compute would be too much
    ):
        shapes.clear()
        monkeypatch.setattr(diagonals, "BYTES", 10 * expected[0][0] * expected[0][1])
        x, y = sorted_by_length(patterns * [WORD.upper()], texts * [WORD])
        found = np.empty((patterns, texts), np.int16)
        edit_distances._ByDiagonals(x, y).write(found)
        assert (found == 20).all()
        assert shapes == expected
