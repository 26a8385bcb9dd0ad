"""Sections 1, 2 and 4 of KCR: rules against votes counted one by one, bounds in their order."""

import dataclasses
import itertools
import math

import numpy as np
import pytest

from gramcheck.reference.kcr import (
    balance_scale,
    center_coefficients,
    gaussian_kernel,
    kernel_rule,
    logistic_bound,
    margin,
    objective_8,
    relaxations,
    resubstitution_bound,
    resubstitution_error,
    smoothing_kernel,
    solve_by_splitting,
)

CHI = {
    "naive": lambda u: float(u <= 1),
    "gaussian": lambda u: math.exp(-u * u),
    "cauchy": lambda u: 1 / (1 + u * u),
    "epanechnikov": lambda u: max(0.0, 1 - u * u),
}


def naive_votes(row, y, h, kernel):
    votes = dict.fromkeys(sorted(set(y.tolist())), 0.0)
    for rho, label in zip(row, y.tolist(), strict=True):
        votes[label] += CHI[kernel](rho / h)
    return votes


def line(rng, n, integers=False):
    x = rng.integers(0, 6, n) if integers else rng.normal(size=n)
    return np.abs(np.subtract.outer(x, x)).astype(float)


@pytest.mark.parametrize("kernel", CHI)
def test_rule_by_counting(kernel):
    rng = np.random.default_rng(1)
    for _ in range(100):
        n = int(rng.integers(3, 12))
        y = np.append([0, 1], rng.integers(0, 3, n - 2))
        D = line(rng, n)
        h = float(rng.uniform(0.1, 2))
        decided = kernel_rule(D, y, h, kernel)
        for row, label, empty in zip(D, decided.labels, decided.empty, strict=True):
            votes = naive_votes(row, y, h, kernel)
            assert not empty
            assert votes[label] >= max(votes.values()) * (1 - 1e-12)
        wanted = np.vectorize(CHI[kernel])(D / h)
        assert np.abs(smoothing_kernel(D, h, kernel) - wanted).max() < 1e-14


def test_empty_balls_and_ties_are_reported():
    # errata C12: no training point within 1.5 of 5.5; C17: the ball is closed
    rho = np.abs(np.array([5.5, 5.4, 0.5, 0.0, 1.0])[:, None] - [0.0, 1.0, 10.0, 11.0])
    decided = kernel_rule(rho, ["b", "a", "a", "b"], 1.5)
    assert decided.empty.tolist() == [True, True, False, False, False]
    assert decided.tied.tolist() == [False, False, True, True, True]
    assert decided.labels.tolist() == ["a", "a", "a", "a", "a"]
    # nearest points of both classes: the smallest label
    assert kernel_rule([[2.0, 2.0]], [1, 0], 1.0).labels.tolist() == [0]
    assert kernel_rule([[2.0, 1.5]], [0, 1], 1.0).labels.tolist() == [1]


@pytest.mark.parametrize("dimension", [1, 2, 3, 7])
def test_cauchy_kernel_of_points_in_a_space(dimension):
    """Section 1: 1 / (1 + ||x||^(D + 1)) for x in R^D."""
    X = np.random.default_rng(dimension).normal(size=(9, dimension))
    D = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))
    y, p = np.arange(9) % 3, dimension + 1
    printed = [[1 / (1 + (d / 1.3) ** p) for d in row] for row in D.tolist()]
    np.testing.assert_allclose(smoothing_kernel(D, 1.3, "cauchy", p), printed, rtol=1e-13)
    sides = np.where(y[:, None] == y, -1, 1) * (1 - np.eye(9))
    margins = margin(D, y, 1.3, "cauchy", p)
    np.testing.assert_allclose(margins, (sides * printed).sum(axis=1), atol=1e-13)
    hinges = np.maximum(0, 1 + margins).sum()
    assert objective_8(D, y, 1.3, "cauchy", cauchy_exponent=p) == pytest.approx(hinges)
    votes = np.array(printed) @ np.eye(3)[y]
    assert kernel_rule(D, y, 1.3, "cauchy", p).labels.tolist() == votes.argmax(axis=1).tolist()
    wrong = (votes.argmax(axis=1) != y).mean()
    assert resubstitution_error(D, y, 1.3, "cauchy", cauchy_exponent=p) == wrong


@pytest.mark.parametrize(
    ("empty", "ties", "labels"),
    [
        ("nearest", "smallest", ["b", "a", "a"]),
        ("tie", "smallest", ["a", "a", "a"]),
        ("nearest", "nearest", ["b", "b", "a"]),
        ("tie", "nearest", ["b", "b", "a"]),
    ],
)
def test_conventions_of_the_open_cases(empty, ties, labels):
    """Nobody within 1; a tie of "a" and "b" with "c" outvoted and nearest; "a" alone."""
    y = ["a", "b", "c", "a", "b"]
    rho = [[3.0, 2.0, 4.0, 5.0, 6.0], [0.9, 0.8, 0.7, 0.95, 0.8], [0.5, 2.0, 2.0, 2.0, 2.0]]
    decided = kernel_rule(rho, y, 1.0, empty=empty, ties=ties)
    assert decided.labels.tolist() == labels
    assert decided.empty.tolist() == [True, False, False]
    assert decided.tied.tolist() == [False, True, False]
    # the rule that is learned has the same names for the same cases
    result = solve_by_splitting(np.eye(4), ["a", "a", "b", "b"], 1.0)
    result = dataclasses.replace(result, Sigma=np.diag([4.0, 3.0, 1.0, 1.0]), h2=1.0)
    far = np.array([[0.0, 0.0, 0.9, 0.9]])  # nearest to the third point, 0.81 + 0.01
    for method in (lambda A, **how: result.vote(A, **how).labels, result.predict):
        assert method(far, empty=empty, ties=ties).tolist() == ["b"]
        got = method(10 * far, empty=empty, ties=ties).tolist()
        assert got == ["a" if (empty, ties) == ("tie", "smallest") else "b"]


def test_ties_of_training_points():
    D, y = np.array([[0.0, 0.5], [0.5, 0.0]]), ["b", "a"]
    assert resubstitution_error(D, y, 1.0) == 0.5
    assert resubstitution_error(D, y, 1.0, ties="nearest") == 0.0
    assert resubstitution_error(D, y, 1.0, strict=True, ties="nearest") == 1.0


@pytest.mark.parametrize("kernel", ["gaussian", "cauchy"])
def test_far_points_still_vote(kernel):
    for scale in (1e3, 1e150, 1e300):
        decided = kernel_rule([[1.1 * scale, scale, 1.2 * scale]], [0, 1, 0], 1.0, kernel)
        assert not decided.empty.any()
        if kernel == "gaussian":
            assert decided.labels.tolist() == [1]
        # 1.1^-40 + 1.2^-40 of the nearest vote
        steep = kernel_rule([[1.1 * scale, scale, 1.2 * scale]], [0, 1, 0], 1.0, kernel, 40.0)
        assert steep.labels.tolist() == [1]
        assert not steep.tied.any()
    assert kernel_rule([[3e300, 3e300]], [1, 0], 1e-10, kernel).tied.all()


def test_every_relaxation_is_above_the_one_before():
    rng = np.random.default_rng(2)
    for trial in range(400):
        n = int(rng.integers(3, 10))
        y = np.append([0, 1], rng.integers(0, 4, n - 2))
        D = line(rng, n, integers=trial % 2 == 0)
        h = float(rng.integers(1, 4)) if trial % 2 == 0 else float(rng.uniform(0.05, 3))
        steps = relaxations(D, y, h)
        for lower, upper in itertools.pairwise(steps):
            assert (lower <= upper).all()
        strict = resubstitution_error(D, y, h, strict=True)
        error = resubstitution_error(D, y, h)
        assert error == steps.errors.mean() <= strict <= steps.max_form.mean()
        assert steps.double_hinge.mean() == pytest.approx(resubstitution_bound(D, y, h), rel=1e-12)
        assert objective_8(D, y, h) == steps.outer_hinge.sum()
        assert objective_8(D, y, h, surrogate="logistic") >= n * strict


def test_margin_by_loops():
    rng = np.random.default_rng(3)
    D, y = line(rng, 9), np.array([0, 1, 2] * 3)
    for kernel, chi in CHI.items():
        for i, got in enumerate(margin(D, y, 0.8, kernel)):
            votes = [chi(D[i, j] / 0.8) * (1 if y[i] != y[j] else -1) for j in range(9) if j != i]
            assert got == pytest.approx(sum(votes), abs=1e-12)


def test_logistic_bound_needs_the_base_2():
    # errata C13
    x = np.array([1e-12, 0.01, 0.5, 0.541, 0.542, 3.0, 800.0])
    assert (logistic_bound(x) > 1).all()
    assert (logistic_bound(x, math.e) < 1).tolist() == [True] * 4 + [False] * 3
    assert (logistic_bound(-x) > 0).sum() == 6  # e^-800 is 0


def test_tied_votes_of_section_2():
    # errata C14: two classes at distance 1, h = 1 and below
    D, y = 1.0 - np.eye(2), [0, 1]
    assert resubstitution_error(D, y, 1.0) == 0.5
    assert resubstitution_error(D, y, 1.0, strict=True) == 1
    assert resubstitution_error(D, y, 0.9) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1.0]], [0], 1.0), "at least 2 classes"),
        (([[1.0, 2.0]], [0, 1, 1], 1.0), "y must be a vector of length 2"),
        (([[1.0, -2.0]], [0, 1], 1.0), "nonnegative"),
        (([[1.0, math.nan]], [0, 1], 1.0), "NaN"),
        (([[1.0, 2.0]], [0, 1], 0.0), "h must be positive"),
        (([[1.0, 2.0]], [0, 1], 1.0, "Gauss"), "did you mean 'gaussian'"),
        (([[1.0, 2.0]], [0, 1], 1.0, "cauchy", 0.0), "cauchy_exponent must be positive"),
        (([[1.0, 2.0]], [0, 1], 1.0, "naive", 2.0, "nearst"), "did you mean 'nearest'"),
        (([[1.0, 2.0]], [0, 1], 1.0, "naive", 2.0, "tie", "small"), "ties .* mean 'smallest'"),
    ],
)
def test_bad_input_of_the_rule(arguments, message):
    with pytest.raises(ValueError, match=message):
        kernel_rule(*arguments)


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_distances_whose_squares_are_no_numbers(size):
    D = np.array([[0.0, 1.0], [1.0, 0.0]])
    for bound in (relaxations, resubstitution_bound):
        with pytest.raises(ValueError, match=r"^h must be between"):
            bound(D, [0, 1], size)
        with pytest.raises(ValueError, match=r"^distances must be between"):
            bound(size * D, [0, 1], 1.0)
    np.testing.assert_array_equal(relaxations(0 * D, [0, 1], 1.0).errors, [0, 1])


def test_resubstitution_needs_distances_within():
    with pytest.raises(ValueError, match="zero diagonal"):
        resubstitution_error([[1.0, 1.0], [1.0, 0.0]], [0, 1], 1.0)
    with pytest.raises(ValueError, match="symmetric"):
        resubstitution_error([[0.0, 1.0], [2.0, 0.0]], [0, 1], 1.0)


def test_balance_data():
    X, y = balance_scale()
    assert X.shape == (625, 4)
    assert len(np.unique(X, axis=0)) == 625
    assert {label: int((y == label).sum()) for label in "LBR"} == {"L": 288, "B": 49, "R": 288}
    for (lw, ld, rw, rd), label in zip(X, y, strict=True):
        assert label == ("L" if lw * ld > rw * rd else "R" if lw * ld < rw * rd else "B")


def test_gaussian_kernel_by_loops():
    rng = np.random.default_rng(4)
    A, B = rng.normal(size=(4, 3)), rng.normal(size=(5, 3))
    K = gaussian_kernel(A, B, s=0.7)
    for i in range(4):
        for j in range(5):
            assert K[i, j] == pytest.approx(math.exp(-0.7 * ((A[i] - B[j]) ** 2).sum()), rel=1e-13)
    assert (gaussian_kernel(A).diagonal() == 1).all()
    with pytest.raises(ValueError, match="s must be positive"):
        gaussian_kernel(A, s=0)
    with pytest.raises(ValueError, match="B must have 3 column"):
        gaussian_kernel(A, B[:, :2])


def test_numbers_in_messages_are_plain():
    with pytest.raises(ValueError, match=r"got -1\.0$"):
        smoothing_kernel([-1.0], 1.0)
    with pytest.raises(ValueError, match=r"the eigenvalue -?[0-9.e-]+$"):
        center_coefficients([1.0, 2.0], np.diag([1.0, 0.0]))
