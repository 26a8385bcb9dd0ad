"""The kernel rule in the cases that the paper leaves open, and far from all training points."""

import dataclasses

import numpy as np
import pytest

from gramcheck.reference.kcr import gaussian_kernel, kernel_rule, solve_by_splitting


@pytest.mark.parametrize("scale", [2.0**-330, 2.0**-200, 2.0**200, 2.0**330])
def test_rules_learned_from_small_and_large_kernels_classify_alike(scale):
    """Sigma is then as large or small as 1 / scale^2."""
    X, y = np.random.default_rng(0).normal(size=(12, 2)), np.arange(12) % 2
    K = gaussian_kernel(X)
    plain, scaled = solve_by_splitting(K, y, 1.0), solve_by_splitting(scale * K, y, scale)
    wanted = plain.squared_distances(K)
    assert np.abs(scaled.squared_distances(scale * K) - wanted).max() <= 1e-9 * wanted.max()
    assert scaled.predict(scale * K).tolist() == plain.predict(K).tolist()
    with pytest.raises(ValueError, match="A, B and the metric must have finite distances"):
        solve_by_splitting(2.0**-330 * K, y, 2.0**-330).squared_distances(1e90 * K)


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


@pytest.mark.parametrize("kernel", ["gaussian", "cauchy"])
@pytest.mark.parametrize("scale", [1e3, 3e99])
def test_far_points_still_vote(kernel, scale):
    decided = kernel_rule([[1.1 * scale, scale, 1.2 * scale]], [0, 1, 0], 1.0, kernel)
    assert not decided.empty.any()
    if kernel == "gaussian":
        assert decided.labels.tolist() == [1]
    # 1.1^-40 + 1.2^-40 of the nearest vote
    steep = kernel_rule([[1.1 * scale, scale, 1.2 * scale]], [0, 1, 0], 1.0, kernel, 40.0)
    assert steep.labels.tolist() == [1]
    assert not steep.tied.any()
    assert kernel_rule([[3 * scale, 3 * scale]], [1, 0], 1e-10, kernel).tied.all()
