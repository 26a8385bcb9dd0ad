"""Verdicts on spectra, against matrices whose inertia is known exactly."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.spectrum import (
    _quadratic_form,
    certified_psd,
    negative_direction,
    positive_semidefinite,
    psd_verdict,
)

EPS = np.finfo(float).eps


def exact_form(K, v):
    """The value v'Kv in rational arithmetic."""
    pairs = np.ndindex(K.shape)
    return sum(Fraction(v[i]) * Fraction(K[i, j]) * Fraction(v[j]) for i, j in pairs)


def with_spectrum(eigenvalues, rng):
    Q = np.linalg.qr(rng.standard_normal((len(eigenvalues),) * 2))[0]
    K = (Q * np.asarray(eigenvalues)) @ Q.T
    return (K + K.T) / 2


def exactly_definite(K):
    """Sylvester's criterion in rational arithmetic."""
    A = [[Fraction(x) for x in row] for row in K.tolist()]
    for i in range(len(A)):
        if A[i][i] <= 0:
            return False
        for k in range(i + 1, len(A)):
            factor = A[k][i] / A[i][i]
            A[k] = [a - factor * b for a, b in zip(A[k], A[i], strict=True)]
    return True


@given(strategies.kernels())
def test_gram_matrices_are_never_called_indefinite(K):
    assert psd_verdict(K).is_psd
    assert psd_verdict(K).witness is None
    assert positive_semidefinite(K).passed


@given(strategies.kernels(definite=False))
def test_a_negative_minor_is_found_with_a_witness(K):
    verdict = psd_verdict(K)
    assert not verdict.is_psd
    assert abs(np.linalg.norm(verdict.witness) - 1) <= 4 * EPS
    assert exact_form(K, verdict.witness) < -verdict.tolerance
    assert not positive_semidefinite(K).passed


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scale", [1e-150, 1.0, 1e150])
def test_the_verdict_is_relative_to_the_norm(seed, scale):
    rng = np.random.default_rng(seed)
    n = 30
    K = scale * with_spectrum(np.linspace(0, 1, n), rng)
    assert psd_verdict(K).is_psd
    assert psd_verdict(K).tolerance == pytest.approx(n * EPS * scale)
    bad = scale * with_spectrum([-1e-9, *np.linspace(0.1, 1, n - 1)], rng)
    assert not psd_verdict(bad).is_psd
    # 3 n eps below zero: beyond the tolerance by more than the roundings that made the matrix
    assert psd_verdict(scale * with_spectrum([-EPS, *np.ones(n - 1)], rng)).is_psd


@given(strategies.kernels() | strategies.kernels(definite=False))
def test_certificates_are_true(K):
    verdict = certified_psd(K)
    if verdict == "psd":
        assert exactly_definite(K)
    elif verdict == "indefinite":
        assert exact_form(K, negative_direction(K)) < 0


@given(st.integers(1, 6), strategies.seeds())
def test_certificates_are_given_where_nothing_is_close(n, seed):
    K = with_spectrum(np.linspace(1, 2, n), np.random.default_rng(seed))
    assert certified_psd(K) == "psd"
    assert certified_psd(-K) == "indefinite"


def test_the_certificate_is_as_sharp_as_its_formula():
    n = 20
    rng = np.random.default_rng(0)
    K = with_spectrum([1e-13, *np.ones(n - 1)], rng)  # above gamma_21 tr K = 4.6e-14
    assert certified_psd(K) == "psd"
    assert certified_psd(with_spectrum([1e-15, *np.ones(n - 1)], rng)) != "psd"  # below it


def test_a_matrix_that_plain_cholesky_accepts_wrongly_is_not_certified():
    # 1 + eps/2 rounds to 1, so the factorization sees a singular matrix where an indefinite one is
    K = np.array([[1.0, 1.0 + EPS], [1.0 + EPS, 1.0 + EPS]])
    assert not exactly_definite(K)
    assert certified_psd(K) != "psd"


def test_singular_matrices_are_undecided():
    assert certified_psd(np.ones((3, 3))) == "undecided"
    assert certified_psd(np.zeros((2, 2))) == "undecided"
    assert psd_verdict(np.zeros((2, 2))).is_psd


def test_known_indefinite_kernels_are_found():
    """The 4-cycle aa, ab, bb, ba under exp(-0.1 d^2): smallest eigenvalue -0.139."""
    D = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])
    K = np.exp(-0.1 * D**2)
    assert certified_psd(K) == "indefinite"
    assert psd_verdict(K).smallest == pytest.approx(-0.139, abs=5e-4)


@pytest.mark.parametrize(
    ("K", "said"),
    [
        (np.ones(3), "not a square"),
        (np.ones((2, 3)), "not a square"),
        (np.empty((0, 0)), "not a square"),
        ([[1.0, np.nan], [np.nan, 1.0]], "not finite"),
        ([[1.0, np.inf], [np.inf, 1.0]], "not finite"),
        ([[1.0, 0.5], [0.4, 1.0]], "not symmetric"),
        (np.array([["a"]]), "dtype"),
    ],
)
def test_what_is_no_kernel_matrix_is_refused(K, said):
    for judge in (psd_verdict, certified_psd, negative_direction):
        with pytest.raises(ValueError, match=said):
            judge(K)
    outcome = positive_semidefinite(K)
    assert not outcome.passed
    assert said in outcome.detail


def test_a_certificate_wants_exact_symmetry():
    K = np.array([[1.0, 0.5], [0.5 + EPS / 2, 1.0]])
    assert psd_verdict(K).is_psd
    with pytest.raises(ValueError, match="not symmetric"):
        certified_psd(K)


@pytest.mark.parametrize("scale", [5e-324, 1e-310, 1e-300, 1e300, 8e307])
def test_the_verdict_knows_no_smallest_and_no_largest_number(scale):
    for K in ([[-1.0]], [[1.0, 2.0], [2.0, 1.0]]):
        bad = scale * np.array(K)
        assert not psd_verdict(bad).is_psd
        assert not positive_semidefinite(bad).passed
    for K in ([[1.0]], [[2.0, 1.0], [1.0, 2.0]], [[1.0, 1.0], [1.0, 1.0]]):
        good = scale * np.array(K)
        assert psd_verdict(good).is_psd
        assert positive_semidefinite(good).passed


@pytest.mark.parametrize("small", [1e-100, 1e-155, 1e-165, 1e-170])
def test_the_form_is_within_its_error_where_products_of_the_vector_underflow(small):
    K, v = np.array([[1e308, 1.0], [1.0, 0.0]]), np.array([-small, 1.0])
    form, error = _quadratic_form(K, v)
    assert abs(Fraction(form) - exact_form(K, v)) <= Fraction(error)
    K = np.array([[1e308, 0.0], [0.0, 0.0]])
    form, error = _quadratic_form(K, v)
    assert abs(Fraction(form) - exact_form(K, v)) <= Fraction(error)
