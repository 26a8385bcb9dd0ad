"""Residuals and certificates: zero at optima known beforehand, and large at planted faults."""

import math
from dataclasses import replace

import numpy as np
import pytest
from cvxopt import matrix, solvers
from hypothesis import given
from hypothesis import strategies as st

from gramcheck.verify import manufactured, strategies
from gramcheck.verify.optimality import (
    certified,
    dimacs_errors,
    linear_gap,
    projected_gradient,
    quadratic_program,
)
from gramcheck.verify.sets import cheapest_in_box, moreau, onto_box, onto_cone

EXACT = 1e-12  # of the manufactured optima: roundings of at most a few dozen terms


def kkt(p):
    return quadratic_program(p.P, p.q, p.G, p.h, p.x, p.z, p.A, p.b, p.y)


def dimacs(p):
    return dimacs_errors(p.C, p.A, p.b, p.X, p.y, p.Z)


def draw_qp(seed, n=6, m=9, equations=2):
    return manufactured.quadratic_program(np.random.default_rng(seed), n, m, equations, rank=n - 1)


def draw_sdp(seed, sizes=(4, 2), equations=3, nonnegative=3):
    rng = np.random.default_rng(seed)
    return manufactured.semidefinite_program(rng, sizes, equations, nonnegative)


@given(strategies.seeds(), st.integers(1, 8), st.integers(0, 12), st.integers(0, 3))
def test_manufactured_quadratic_programs_are_optimal(seed, n, m, equations):
    program = manufactured.quadratic_program(np.random.default_rng(seed), n, m, equations)
    assert certified(kkt(program), EXACT).passed


@given(
    strategies.seeds(),
    st.lists(st.integers(1, 5), min_size=1, max_size=3),
    st.integers(1, 5),
    st.integers(0, 3),
)
def test_manufactured_semidefinite_programs_are_optimal(seed, sizes, equations, nonnegative):
    program = draw_sdp(seed, sizes, equations, nonnegative)
    assert certified(dimacs(program), EXACT).passed


def test_a_solver_finds_the_value_that_was_planted():
    """A solver is judged by the plant, not the other way round; they meet at its tolerance."""
    quiet = {"show_progress": False}
    for seed in range(5):
        p = draw_qp(seed)
        found = solvers.qp(*map(matrix, (p.P, p.q, p.G, p.h, p.A, p.b)), options=quiet)
        assert found["primal objective"] == pytest.approx(p.value, rel=1e-5, abs=1e-5)
        s = draw_sdp(seed, nonnegative=0)
        G = [matrix(np.array([a[j].ravel() for a in s.A]).T) for j in range(2)]
        found = solvers.sdp(matrix(-s.b), Gs=G, hs=[matrix(c) for c in s.C], options=quiet)
        assert -found["primal objective"] == pytest.approx(s.value, rel=1e-5, abs=1e-5)


PLANTED = 1e-4


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("fault", ["x", "z", "y", "h", "b", "q", "P"])
def test_every_part_of_a_quadratic_program_counts(seed, fault):
    program = draw_qp(seed)
    rng = np.random.default_rng(seed)
    value = getattr(program, fault)
    value = value + PLANTED * rng.choice([-1.0, 1.0], size=value.shape)
    assert not certified(kkt(replace(program, **{fault: value})), PLANTED / 100).passed


@pytest.mark.parametrize(
    ("change", "field"),
    [
        # a step over the boundary of an inequality, one off an equation, a negative multiplier
        (lambda p: {"h": p.h - PLANTED - (p.h - p.G @ p.x)}, "primal"),
        (lambda p: {"b": p.b + PLANTED}, "primal"),
        (lambda p: {"z": p.z - PLANTED}, "dual"),
        (lambda p: {"q": p.q + PLANTED}, "stationarity"),
        (lambda p: {"z": p.z + PLANTED}, "complementarity"),
        (lambda p: {"z": p.z + PLANTED}, "gap"),
    ],
)
def test_each_residual_sees_its_condition(change, field):
    program = draw_qp(3)
    faulty = kkt(replace(program, **change(program)))
    assert getattr(faulty, field) > PLANTED / 100
    assert not certified(faulty, PLANTED / 100).passed


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("fault", ["X", "Z", "C", "y", "b"])
def test_every_part_of_a_semidefinite_program_counts(seed, fault):
    program = draw_sdp(seed)
    value = getattr(program, fault)
    shift = lambda block: block - PLANTED * (np.eye(len(block)) if block.ndim == 2 else 1)  # noqa: E731
    value = [shift(block) for block in value] if isinstance(value, list) else value + PLANTED
    assert not certified(dimacs(replace(program, **{fault: value})), PLANTED / 100).passed


def test_each_dimacs_error_sees_its_condition():
    program = draw_sdp(1)
    wrong_sign = [np.negative(block) for block in program.X]
    assert dimacs(replace(program, X=wrong_sign)).primal_cone > 0.1
    assert dimacs(replace(program, Z=[np.negative(z) for z in program.Z])).dual_cone > 0.1
    assert dimacs(replace(program, b=program.b + 1)).primal_equations > 0.1
    assert dimacs(replace(program, C=[c + 1 for c in program.C])).dual_equations > 0.1
    both = replace(program, Z=[x.copy() for x in program.X])
    assert dimacs(both).complementarity > 0.1
    assert abs(dimacs(replace(program, y=2 * program.y + 1)).gap) > 0.01


def test_infinite_rows_are_no_constraints_and_hide_no_other():
    P, q, G = [[1.0]], [-5.0], [[1.0], [1.0]]
    far = quadratic_program(P, q, G, [math.inf, 0.5], [5.0], [0.0, 0.0])
    assert far.primal == pytest.approx(0.9)  # 4.5 of 5
    free = quadratic_program(P, q, G, [math.inf, 7.0], [5.0], [0.0, 0.0])
    assert certified(free, EXACT).passed
    pulled = quadratic_program(P, q, G, [math.inf, 7.0], [5.0], [0.5, 0.0])
    assert pulled.dual == pytest.approx(0.5)
    with pytest.raises(ValueError, match="h must be above -inf"):
        quadratic_program(P, q, G, [-math.inf, 7.0], [5.0], [0.0, 0.0])


def test_a_row_of_large_numbers_hides_no_other():
    """x <= 1e9 does not excuse y <= 0.5 at y = 5; nor a large multiplier a negative one."""
    P, G = np.zeros((2, 2)), np.eye(2)
    found = quadratic_program(P, [0.0, 0.0], G, [1e9, 0.5], [1e9, 5.0], [0.0, 0.0])
    assert found.primal == pytest.approx(0.9)
    found = quadratic_program(P, [-1e9, 3.0], G, [0.0, 0.0], [0.0, 0.0], [1e9, -3.0])
    assert found.dual == 1.0
    found = quadratic_program(P, [-1e9, 3.0], G, [0.0, 0.0], [0.0, 0.0], [1e9, 0.0])
    assert found.stationarity == 1.0


def test_a_matrix_that_is_not_symmetric_is_refused_by_its_name():
    """Of X = [[1, 50], [0, 1]] one triangle says it is the identity."""
    eye, skew = np.eye(2), np.array([[1.0, 50.0], [0.0, 1.0]])
    right = {"C": [eye], "A": [[eye]], "b": [2.0], "X": [eye], "y": [1.0], "Z": [np.zeros((2, 2))]}
    assert certified(dimacs_errors(**right), EXACT).passed
    for change, name in (
        ({"X": [skew]}, r"X\[0\]"),
        ({"Z": [skew]}, r"Z\[0\]"),
        ({"C": [skew]}, r"C\[0\]"),
        ({"A": [[skew]]}, r"A\[0\]\[0\]"),
        ({"C": [np.ones((2, 3))]}, r"C\[0\]"),
    ):
        with pytest.raises(ValueError, match=f"{name} must be symmetric, got"):
            dimacs_errors(**(right | change))
    with pytest.raises(ValueError, match=r"X must have blocks of shapes \[\(2, 2\)\]"):
        dimacs_errors(**(right | {"X": [np.ones(2)]}))
    above = np.finfo(float).eps * np.array([[0.0, 1.0], [0.0, 0.0]])
    assert certified(dimacs_errors(**(right | {"X": [eye + 59 * above]})), EXACT).passed
    with pytest.raises(ValueError, match="apart"):  # by more than 30 roundings a row
        dimacs_errors(**(right | {"X": [eye + 61 * above]}))


@pytest.mark.parametrize("block", [0, 2])
def test_a_cone_with_a_hole_is_not_clean(block):
    program = draw_sdp(2)
    X = [x.copy() for x in program.X]
    X[block].flat[0] = math.nan
    errors = dimacs(replace(program, X=X))
    assert math.isnan(errors.primal_cone)
    assert not certified(errors, 1e-6).passed


def test_nan_is_never_certified():
    program = draw_qp(0)
    assert not certified(kkt(replace(program, x=program.x * np.nan)), 1e-6).passed
    assert math.isnan(kkt(replace(program, b=program.b * np.nan)).primal)
    assert not certified([0.0, math.nan], 1e-6).passed
    assert "1=nan" in certified([0.0, math.nan], 1e-6).detail


@given(strategies.seeds(), st.integers(1, 6))
def test_moreau_splits_into_orthogonal_parts(seed, n):
    rng = np.random.default_rng(seed)
    S = rng.standard_normal((n, n))
    for W in (S + S.T, S[0]):
        positive, negative = moreau(W)
        assert np.abs(positive - negative - W).max() <= 1e-13 * n * np.abs(W).max()
        assert abs((positive * negative).sum()) <= 1e-13 * n * (W**2).sum()
        for part in (positive, negative):
            spectrum = np.linalg.eigvalsh(part) if part.ndim == 2 else part
            assert spectrum.min() >= -1e-13 * n * np.abs(W).max()


def boxes(seed):
    """A box with a total that binds half of the time."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 7))
    lower = rng.standard_normal(n)
    upper = lower + rng.random(n)
    counted = rng.random(n) < 0.7
    counted[0] = True
    share = rng.random()
    total = lower[counted].sum() + share * (upper - lower)[counted].sum()
    return rng, lower, upper, counted, float(total)


@given(strategies.seeds())
def test_projection_on_a_box_with_a_total_is_the_nearest_point(seed):
    """Variational inequality: (v - Pv)'(s - Pv) <= 0 for the worst s of the set."""
    rng, lower, upper, counted, total = boxes(seed)
    v = 3 * rng.standard_normal(len(lower))
    x = onto_box(v, lower, upper, counted, total)
    assert (x >= lower).all()
    assert (x <= upper).all()
    assert x[counted].sum() >= total - 1e-12
    s = cheapest_in_box(x - v, lower, upper, counted, total)
    assert float((v - x) @ (s - x)) <= 1e-12


@given(strategies.seeds())
def test_cheapest_point_is_the_best_of_many_and_dual_optimal(seed):
    """Reduced costs: with the price t of the total, every entry is where its sign wants it."""
    rng, lower, upper, counted, total = boxes(seed)
    cost = rng.standard_normal(len(lower))
    x = cheapest_in_box(cost, lower, upper, counted, total)
    assert x[counted].sum() >= total - 1e-12
    for _ in range(20):
        other = onto_box(5 * rng.standard_normal(len(lower)), lower, upper, counted, total)
        assert cost @ x <= cost @ other + 1e-12


def test_a_total_out_of_reach_is_refused():
    for function in (onto_box, cheapest_in_box):
        with pytest.raises(ValueError, match="no point"):
            function([0.0, 0.0], 0.0, 1.0, True, 2.5)


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_projected_gradients_vanish_at_optima_only(scale):
    """Nearest point of the cone: the gradient of |X - S|^2 / 2 is X - S."""
    S = scale * np.array([[1.0, 4.0], [4.0, -2.0]])
    X = onto_cone(S)
    terms = float(np.linalg.norm(S))
    assert projected_gradient(X, X - S, onto_cone, terms) <= 1e-14
    worse = X + 1e-4 * scale * np.eye(2)
    assert projected_gradient(worse, worse - S, onto_cone, terms) > 1e-6
    outside = X - 1e-4 * scale * np.eye(2)
    assert projected_gradient(outside, outside - S, onto_cone, terms) > 1e-6


@pytest.mark.parametrize("off", [0.0, *10.0 ** np.arange(-16, -3)])
@pytest.mark.parametrize("S", [[0.1 + 0.2, 1.0], [[2.0, 0.1 + 0.2], [0.1 + 0.2, 1.0]]])
def test_projected_gradients_go_to_zero_with_the_distance_from_an_inner_optimum(S, off):
    """The gradient of |x - S|^2 / 2 is all rounding at S; however small, it is no slope."""
    S = np.array(S)
    rounded = np.round(S, 15)  # 0.1 + 0.2 becomes 0.3
    x = rounded + off * np.sign(rounded)
    got = projected_gradient(x, x - S, onto_cone, float(np.linalg.norm(S)))
    away = off * math.sqrt(S.size) / float(np.linalg.norm(S))
    assert away / 2 - 1e-15 <= got <= 2 * away + 1e-15


def test_projected_gradient_at_zero_and_without_slope():
    assert projected_gradient(np.zeros(2), np.ones(2), onto_cone, 2.0) == 0
    assert projected_gradient(np.zeros(2), -np.ones(2), onto_cone, 2.0) > 0.5
    # at 0 the way to the far corner of the unit square is told in its own length
    corner = projected_gradient(np.zeros(2), -np.full(2, 4.0), lambda x: np.clip(x, 0, 1), 2.0)
    assert corner == pytest.approx(math.sqrt(2))
    for scale in (0.0, 1.0):
        assert projected_gradient(np.ones(2), np.zeros(2), onto_cone, scale) == 0
        outside = projected_gradient(-np.ones(2), np.zeros(2), onto_cone, scale)
        assert outside == pytest.approx(1.0)


@pytest.mark.parametrize("scale", [-1.0, math.nan, math.inf, 0.0])
def test_a_scale_that_no_gradient_has_is_refused(scale):
    with pytest.raises(ValueError, match="scale must be finite, and positive"):
        projected_gradient(np.ones(2), np.ones(2), onto_cone, scale)


@given(strategies.seeds())
def test_the_linear_gap_bounds_the_distance_from_the_minimum(seed):
    """|x - v|^2 / 2 over a box with a total: its minimum is known, the projection."""
    rng, lower, upper, counted, total = boxes(seed)
    v = rng.standard_normal(len(lower))
    best = onto_box(v, lower, upper, counted, total)
    x = onto_box(rng.standard_normal(len(lower)), lower, upper, counted, total)
    excess = ((x - v) ** 2).sum() / 2 - ((best - v) ** 2).sum() / 2
    gap = linear_gap(x, x - v, cheapest_in_box(x - v, lower, upper, counted, total))
    assert excess <= gap + 1e-12
    at_best = cheapest_in_box(best - v, lower, upper, counted, total)
    assert linear_gap(best, best - v, at_best) <= 1e-12
