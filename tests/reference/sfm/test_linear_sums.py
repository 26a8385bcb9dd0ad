"""The sums without logarithms are those of the sections, and say where they are not."""

import math
from decimal import Decimal

import numpy as np
import pytest

from gramcheck.reference import antidiagonals
from gramcheck.reference.sfm import gak, global_alignment_kernel, lak, local_alignment_kernel
from gramcheck.reference.sfm.engines import linear_sums, local_sums
from gramcheck.verify.definitions import sfm as definitions

EPS = np.finfo(float).eps


def in_logarithms(kernel, *arguments, **options):
    """The kernel with every lane lost, so that the plain form of the section computes it."""

    def lost(rows, lanes, **costs):
        return np.zeros(len(lanes.n)), np.ones(len(lanes.n), bool)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gak, "global_sums", lost)
        patch.setattr(lak, "local_sums", lost)
        return kernel(*arguments, form="log", **options)


def without_looking(kernel, *arguments, **options):
    """The fast form if it vouched for everything."""
    with pytest.MonkeyPatch.context() as patch, np.errstate(all="ignore"):
        patch.setattr(linear_sums, "_SMALLEST", -2000)
        patch.setattr(linear_sums, "_SPREAD", 2000)
        patch.setattr(local_sums, "_looks", lambda *_: (10**9, 0.0))
        patch.setattr(lak, "local_sums", vouching(local_sums.local_sums))
        return kernel(*arguments, form="log", **options)


def vouching(fast):
    """The fast form, which says of no lane that it is lost."""
    return lambda *arguments, **costs: (fast(*arguments, **costs)[0], np.zeros(1, bool))


@pytest.fixture(autouse=True)
def by_diagonals(monkeypatch):
    """However few cells there are; ``test_sums_by_rows`` has the other form."""
    monkeypatch.setattr(linear_sums, "_FEW_CELLS", -1)


@pytest.fixture
def no_logarithms(monkeypatch):
    """A lane that is lost fails the test."""

    def refused(*arguments, **options):
        raise AssertionError("the sums should not have left the range")

    monkeypatch.setattr(gak, "_log_values", refused)
    monkeypatch.setattr(lak, "_log_values", refused)


def series(rng, lengths, channels, center=0.0):
    return [center + rng.normal(size=(n, channels)) for n in lengths]


def proteins(rng, lengths):
    return ["".join(rng.choice(list(definitions.AMINO_ACIDS), n)) for n in lengths]


def assert_as_exact_as_stated(got, X, Y, definition, *options):
    """Of lengths n and m to 10 (n + m) + 4 |log K| roundings."""
    for x, row in zip(X, got, strict=True):
        for y, value in zip(Y, row, strict=True):
            K = definition(x, y, *options)
            exact = float(K.ln()) if K else -np.inf
            roundings = 10 * (len(x) + len(y)) + 4 * abs(exact)
            assert value == exact or abs(value - exact) <= roundings * EPS


GLOBAL = definitions.global_alignment_kernel_by_recursion
LOCAL = definitions.local_alignment_kernel_by_recursion


@pytest.mark.usefixtures("no_logarithms")
@pytest.mark.parametrize(("channels", "triangular"), [(1, 0), (3, 0), (1, 1), (3, 2), (1, 9)])
def test_global_sums_are_as_exact_as_stated(channels, triangular):
    rng = np.random.default_rng(channels)
    X, Y = series(rng, [1, 2, 17, 30], channels), series(rng, [1, 5, 17, 24], channels)
    got = global_alignment_kernel(X, Y, 0.7, triangular, form="log")
    assert_as_exact_as_stated(got, X, Y, GLOBAL, 0.7, triangular)


@pytest.mark.usefixtures("no_logarithms")
def test_local_sums_are_as_exact_as_stated():
    rng = np.random.default_rng(1)
    X, Y = [*proteins(rng, [1, 9, 30]), "W" * 25], [*proteins(rng, [1, 12, 24]), "W" * 31]
    assert_as_exact_as_stated(local_alignment_kernel(X, Y, form="log"), X, Y, LOCAL)


@pytest.mark.usefixtures("no_logarithms")
@pytest.mark.parametrize(
    ("length", "fall", "triangular", "looked"),
    [
        (40, 10.99, 0, False),  # bits, by each of 80 cells
        (40, 11.01, 0, True),
        (40, 8.99, 4, False),  # and two bits by the taper
        (40, 9.01, 4, True),
        (340, 1.0, 0, False),  # equal points, of which cells grow
        (350, 1.0, 0, True),
    ],
)
def test_few_diagonals_need_no_look(length, fall, triangular, looked, monkeypatch):
    """As no cell can leave float64."""
    seen, look = [], linear_sums._Powers.look

    def counted(self, *arguments):
        seen.append(arguments)
        look(self, *arguments)

    monkeypatch.setattr(linear_sums._Powers, "look", counted)
    x, y = np.zeros(length), np.full(length, np.sqrt(2 * np.log(2) * (fall - 1)))
    got = global_alignment_kernel([x], [y], 1.0, triangular, form="log")
    definition = GLOBAL if fall > 1 else lambda *_: Decimal(ways(length))  # all similarities are 1
    assert_as_exact_as_stated(got, [x], [y], definition, 1.0, triangular)
    assert bool(seen) == looked


def ways(length):
    """Of aligning two series of this length: Delannoy's number, by how many steps are diagonal."""
    n = length - 1
    return sum(math.comb(n, k) ** 2 * 2**k for k in range(n + 1))


def test_ways_are_counted_as_the_definition_does():
    for length in (1, 2, 3, 20):
        assert ways(length) == GLOBAL(np.zeros(length), np.zeros(length), 1.0, 0)


@pytest.mark.parametrize("options", [{}, {"triangular": 40}])
def test_long_global_sums_are_the_plain_ones(options):
    """Lengths of several looks at the range; the logarithms round more."""
    X = series(np.random.default_rng(2), [20, 90, 150, 160], 2)
    fast = global_alignment_kernel(X, X, 1.5, form="log", **options)
    plain = in_logarithms(global_alignment_kernel, X, X, 1.5, **options)
    np.testing.assert_allclose(fast, plain, rtol=1e-12)


def test_long_local_sums_are_the_plain_ones():
    X = [*proteins(np.random.default_rng(3), [20, 90, 150]), "W" * 80]
    fast = local_alignment_kernel(X, X, form="log")
    np.testing.assert_allclose(fast, in_logarithms(local_alignment_kernel, X, X), rtol=1e-12)


def test_units_that_change_stay_on_their_side_of_a_border():
    """Of the pairs of one stack some rise beyond float64, and others have no match."""
    X, Y = ["W" * n + "C" * 5 for n in (150, 140, 3, 2)] * 5, ["W" * 160 + "C" * 9, "G" * 155]
    fast = local_alignment_kernel(X, Y, form="log")
    np.testing.assert_allclose(fast, in_logarithms(local_alignment_kernel, X, Y), rtol=1e-12)


def test_a_small_local_kernel_keeps_its_digits():
    """K - 1 is some 1e-40, far below the rounding of K; units change beside it."""
    scores = ("abc", [[-50.0, -50.0, -50.0], [-50.0, -50.0, -50.0], [-50.0, -50.0, 80.0]])
    X, Y = ["a" * 90, "c" * 90], ["b" * 80, "c" * 80]
    K = local_alignment_kernel(X, Y, 1.0, 90.0, 90.0, scores, form="log")
    assert pytest.approx(90 * 80 * np.exp(-50.0), rel=1e-12, abs=0) == K[0, 0]


@pytest.mark.parametrize("X", [[""], ["", ""], ["", "W"]])
def test_an_empty_string_beside_a_long_one_has_one_alignment(X):
    K = local_alignment_kernel(X, ["W" * 300, "AAA"], form="log")
    np.testing.assert_array_equal(K[0], 0)
    np.testing.assert_array_equal(local_alignment_kernel(["W" * 300], [""], form="log"), 0)


@pytest.mark.usefixtures("no_logarithms")
@pytest.mark.parametrize(
    ("opening", "extending", "score"),
    [(0, 0, 100), (0, 0, 300), (1, 1, 120), (5, 0, 144), (11, 1, 180), (30, 30, 250), (0, 0, 600)],
)
def test_local_sums_have_room_for_large_scores(opening, extending, score):
    """Units change at almost every diagonal, in time for all sums that go on from it."""
    scores, x = ("a", [[float(score)]]), ["a" * 30]
    K = local_alignment_kernel(x, x, 1.0, opening, extending, scores, form="log")
    assert pytest.approx(30 * score, rel=1e-12) == K[0, 0]


def test_a_lane_that_is_lost_takes_no_other_with_it(monkeypatch):
    """Units of the other change, though no comparison with NaN says so.

    From one look to the next the a's rise beyond float64, the b's and c's not.
    """
    scores = np.full((4, 4), -2000.0)
    np.fill_diagonal(scores, [240.0, 30.0, 30.0, 0.0])
    X, Y = ["a" * 60, "b" * 60 + "c" * 60], ["a" * 400, "b" * 60 + "d" * 300 + "c" * 60]
    lost = []

    def seen(rows, lanes, **costs):
        values, gone = local_sums.local_sums(rows, lanes, **costs)
        lost.extend(gone)
        return values, gone

    monkeypatch.setattr(lak, "local_sums", seen)
    monkeypatch.setattr(local_sums, "_looks", lambda *_: (8, 300.0))
    got = local_alignment_kernel(X, Y, 1.0, 8.0, 8.0, ("abcd", scores), form="log")
    assert sum(lost) == 1
    plain = in_logarithms(local_alignment_kernel, X, Y, 1.0, 8.0, 8.0, ("abcd", scores))
    np.testing.assert_allclose(got, plain, rtol=1e-12)


@pytest.mark.parametrize(
    ("X", "Y", "sigma", "limits"),
    [
        # along C the best way is 1,700 bits below the way along A, and is ahead after it
        (["CA"], ["A" * 100 + "C" * 200], 0.3, {"_LEAST": -(10**6)}),
        # kappa falls by 100 bits at once, too many for powers of their own
        ([np.repeat([0.0, 1], [40, 60])], [np.array([1.0, 1, 0, 0])], 0.085, {"_SMALLEST": -2000}),
    ],
)
def test_a_best_way_that_underflows_is_done_in_logarithms(X, Y, sigma, limits):
    plain = in_logarithms(global_alignment_kernel, X, Y, sigma)
    fast = global_alignment_kernel(X, Y, sigma, form="log")
    np.testing.assert_allclose(fast, plain, rtol=1e-12)
    with pytest.MonkeyPatch.context() as patch, np.errstate(all="ignore"):
        for name, limit in limits.items():
            patch.setattr(linear_sums, name, limit)
        assert abs(global_alignment_kernel(X, Y, sigma, form="log") - plain) > 1


@pytest.mark.parametrize("sigma", [0.3, 0.5, 1.0, 10.0])
def test_global_sums_of_proteins_are_the_plain_ones(sigma):
    """Cells of one diagonal are thousands of bits apart."""
    X = proteins(np.random.default_rng(7), [20, 150, 400, 410])
    fast = global_alignment_kernel(X, X, sigma, form="log")
    plain = in_logarithms(global_alignment_kernel, X, X, sigma)
    np.testing.assert_allclose(fast, plain, rtol=1e-12, atol=10 * 820 * EPS)


@pytest.mark.usefixtures("no_logarithms")
@pytest.mark.parametrize(
    ("lengths", "sigma", "triangular", "differ"),
    [
        ((120, 136), 0.3, 0, True),  # looks after 12 diagonals and more, 1,100 bits
        ((120, 136), 0.3, 140, True),  # after 8
        ((160, 180), 0.7, 185, True),  # after 19 and more; letters are much alike
        ((120, 136), 0.3, 37, False),
        ((120, 136), 10.0, 37, False),
    ],
)
def test_each_row_with_a_power_of_its_own_is_as_exact_as_stated(
    lengths, sigma, triangular, differ, monkeypatch
):
    """Where cells of a diagonal are 600 bits apart, or not yet; no lane leaves the range."""
    seen, look = [], linear_sums._Powers.look

    def noted(self, *arguments):
        look(self, *arguments)
        seen.append(self.differ)

    monkeypatch.setattr(linear_sums._Powers, "look", noted)
    x, y = proteins(np.random.default_rng(8), lengths)
    X = [x[: len(x) // 4], x]
    got = global_alignment_kernel(X, [y], sigma, triangular, form="log")
    assert any(seen) == differ
    assert len(seen) > 7
    assert_as_exact_as_stated(got, X, [y], GLOBAL, sigma, triangular)


def test_a_global_sum_that_rises_too_fast_is_done_in_logarithms():
    """From the letters B to the A after them the sums of a column rise by thousands of bits."""
    arguments = (["A" * 200], ["B" * 20 + "A" + "B" * 20], 0.2)
    plain = in_logarithms(global_alignment_kernel, *arguments)
    np.testing.assert_allclose(global_alignment_kernel(*arguments, form="log"), plain, rtol=1e-12)
    with pytest.MonkeyPatch.context() as patch, np.errstate(all="ignore"):
        patch.setattr(gak, "global_sums", vouching(linear_sums.global_sums))
        assert not np.isfinite(global_alignment_kernel(*arguments, form="log"))


def test_a_global_sum_that_would_underflow_on_the_best_way():
    """Early on the other way is ahead by more than float64 holds, and loses at the end."""
    x, y = "A" * 40 + "B" * 60, "B" * 2 + "A" * 2
    arguments = ([x], [y], 0.15)  # 1 / 0.15^2 = 44: 42 unequal letters leave the range
    exact = float(GLOBAL(x, y, 0.15, 0).ln())
    assert global_alignment_kernel(*arguments, form="log") == pytest.approx(exact, rel=1e-14)
    assert abs(without_looking(global_alignment_kernel, *arguments) - exact) > 1


def test_a_local_sum_whose_gaps_underflow_is_done_in_logarithms(monkeypatch):
    """Around the c leads only a gap, at e^-800; the a's or the b's alone have e^900."""
    scores = ("abc", [[15.0, -2000, -2000], [-2000, 15.0, -2000], [-2000, -2000, 15.0]])
    arguments = (["a" * 60 + "b" * 60], ["a" * 60 + "c" + "b" * 60], 1.0, 800.0, 1.0, scores)
    plain = in_logarithms(local_alignment_kernel, *arguments)
    np.testing.assert_allclose(local_alignment_kernel(*arguments, form="log"), plain, rtol=1e-12)
    often = local_sums._looks(15.0, 1.0, 1.0, 121)
    monkeypatch.setattr(local_sums, "_looks", lambda *_: often)
    monkeypatch.setattr(lak, "local_sums", vouching(local_sums.local_sums))
    assert not abs(local_alignment_kernel(*arguments, form="log") - plain) < 90


@pytest.mark.usefixtures("no_logarithms")
@pytest.mark.parametrize("gaps", [(0, 0), (0, 80), (100, 60), (188, 188), (112, 0)])
@pytest.mark.parametrize("beta", [1 / 64, 4])
def test_local_sums_are_as_exact_at_the_costs_that_are_just_in_range(beta, gaps):
    """Equal strings beside strangers, and a good end after a common beginning; costs in nats.

    There is room for one diagonal between two looks, or for a few.
    """
    opening, extension = gaps[0] / beta, gaps[1] / beta
    words = ["A" * 40, "W" * 30 + "A" * 5, "A" * 25 + "W" * 20, "AW" * 20]
    got = local_alignment_kernel(words, words, beta, opening, extension, form="log")
    assert_as_exact_as_stated(got, words, words, LOCAL, beta, opening, extension)


@pytest.mark.usefixtures("no_logarithms")
@pytest.mark.parametrize(
    ("x", "y", "beta", "gap"),
    [
        ("A", "S", 0.6551136029553816, 300.0),
        ("A" * 10, "S" * 10, 0.875, 214.0),
        ("W" * 20, "W" * 20, 0.11405253446005612, 1285.3635358884676),
    ],
)
def test_local_sums_of_dear_gaps_are_as_exact_as_stated(x, y, beta, gap):
    """A match and what it carries of a gap are rounded together."""
    got = local_alignment_kernel([x], [y], beta, gap, gap, form="log")[0, 0]
    exact = float(LOCAL(x, y, beta, gap, gap).ln())
    exponents = abs(exact) + len(x) * beta * (11 + gap)
    assert abs(got - exact) <= (20 * len(x) + 4 * exponents) * EPS


@pytest.mark.usefixtures("no_logarithms")
def test_alignments_begin_anew_after_a_sum_beyond_the_range(monkeypatch):
    """What is before the gap is e^744 and more, and its end is worth less than a new beginning."""
    x, y = "W" * 20 + "C" * 25, "W" * 20 + "G" * 25 + "C" * 25
    got = local_alignment_kernel([x], [y], 4.0, 11.0, 11.0, form="log")
    assert_as_exact_as_stated(got, [x], [y], LOCAL, 4.0, 11.0, 11.0)
    # the same of the defaults, where it takes longer, and where B falls alone before it rises again
    x, y = "W" * 200 + "C" * 260, "W" * 200 + "G" * 2600 + "C" * 260
    got = local_alignment_kernel([x], [y], form="log")
    monkeypatch.undo()
    plain = in_logarithms(local_alignment_kernel, [x], [y])
    np.testing.assert_allclose(got, plain, rtol=1e-12)


@pytest.mark.parametrize("score", [0.0, 3.0, 200.0])
@pytest.mark.parametrize("opening", [0.0, 1.0, 60.0, 150.0])
@pytest.mark.parametrize("extending", [0.0, 0.5, 60.0, 110.0])
def test_looks_are_as_frequent_as_underflow_wants(score, opening, extending):
    """All that an operation may lose, up to the next look, is 2^-173 of B as it may be there."""
    k, far = local_sums._looks(score, opening, extending, 300)
    dearer, apart = max(opening, extending), abs(opening - extending)
    grown = 2 * dearer + extending * k + 3 * apart + max(0.0, score)
    assert k == 0 or (far >= 0 and -1073 + far + grown / np.log(2) <= -173)
    # matches alone, each in the place of a gap, stay within float64
    rise = k * (score + extending + max(0.0, extending - opening)) / np.log(2)
    assert k == 0 or far + rise <= 900


@pytest.mark.usefixtures("no_logarithms")
@pytest.mark.parametrize(
    ("opening", "extending"), [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 20.0)]
)
def test_matches_that_split_a_gap_stay_within_the_range(opening, extending):
    """Places of the matches are many, and equally dear."""
    scores, x = ("ab", [[0.0, -20.0], [-20.0, 18.0]]), "a" * 300 + "b" * 300
    assert np.isfinite(local_alignment_kernel([x], [x], 1.0, opening, extending, scores, "log"))


@pytest.mark.parametrize("every", [10**9, 205])
def test_a_local_sum_that_rises_too_far_is_done_in_logarithms(every, monkeypatch):
    """Beyond float64, or to 2^1022.5 at the look, whose inverse is no normal number."""
    scores, x = ("a", [[1022.5 / 102 * np.log(2)]]), ["a" * 150]
    plain = in_logarithms(local_alignment_kernel, x, x, 1.0, 50.0, 50.0, scores)
    monkeypatch.setattr(local_sums, "_looks", lambda *_: (every, 900.0))
    got = local_alignment_kernel(x, x, 1.0, 50.0, 50.0, scores, form="log")
    np.testing.assert_allclose(got, plain, rtol=1e-12)
    monkeypatch.setattr(lak, "local_sums", vouching(local_sums.local_sums))
    assert not abs(local_alignment_kernel(x, x, 1.0, 50.0, 50.0, scores, form="log") - plain) < 1


@pytest.mark.usefixtures("no_logarithms")
def test_sums_of_one_diagonal_may_differ_by_more_than_float64_holds(monkeypatch):
    """A string with itself: far from the middle there is little more than the empty alignment."""
    x = proteins(np.random.default_rng(6), [900])
    fast = local_alignment_kernel(x, x, form="log")
    monkeypatch.undo()
    np.testing.assert_allclose(fast, in_logarithms(local_alignment_kernel, x, x), rtol=1e-12)
    assert not np.isfinite(without_looking(local_alignment_kernel, x, x))


def test_scores_beyond_the_range_are_done_in_logarithms():
    scores = ("ab", [[1000.0, -1.0], [-1.0, 1.0]])
    got = local_alignment_kernel(["aa"], ["aa"], 1.0, 2000.0, 2000.0, scores, form="log")
    assert got == pytest.approx(2000, rel=1e-15)


@pytest.mark.usefixtures("no_logarithms")
def test_padding_never_costs_a_lane_its_range():
    """Padded with zeros, 1e3 away from the data: kappa is 0 there."""
    X = series(np.random.default_rng(4), [3, 50, 90], 1, center=1e3)
    K = global_alignment_kernel(X, X[::-1], 1.0)
    np.testing.assert_allclose(np.diag(K[::-1]), 1, rtol=1e-12)


@pytest.mark.parametrize("strip", [1, 300, 10**5])
@pytest.mark.parametrize("triangular", [0, 1, 5])
def test_strips_of_every_depth_give_the_same_bits(strip, triangular, monkeypatch):
    rng = np.random.default_rng(5)
    X, words = series(rng, [1, 4, 11, 30], 2), proteins(rng, [1, 7, 25])
    expected = global_alignment_kernel(X, X, 1.0, triangular, form="log")
    local = local_alignment_kernel(words, words, form="log")
    monkeypatch.setattr(antidiagonals, "_STRIP", strip)
    got = global_alignment_kernel(X, X, 1.0, triangular, form="log")
    np.testing.assert_array_equal(got, expected)
    np.testing.assert_array_equal(local_alignment_kernel(words, words, form="log"), local)
