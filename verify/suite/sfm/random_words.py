"""Section IV: what the hashes and the matrix of plain random features are drawn from."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies, tails
from gramcheck.verify.compare import close_to, equal, is_true
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.several_draws import never_repeated
from gramcheck.verify.suite.sfm.problems import cauchy_scale

MISS = 1e-3
FIELD = 2**31 - 1


@check("sfm/algorithm-1", place="Algorithm 1, line 8", needs="sfm.cauchy_quantile", since="0.2")
@for_all(
    u=st.lists(st.floats(1e-9, 1 - 1e-9), min_size=1, max_size=4),
    beta=strategies.log_uniform(1e-3, 1e3),
    examples=[{"u": [0.25, 0.5, 0.75, 2.0**-33], "beta": 3.0}],
)
def quantiles_are_tangents(target: Any, u: list[float], beta: float) -> Iterator[Outcome]:
    """tan(pi (u - 1/2)) / beta to 60 digits, in the shape of u."""
    quantile = definitions.cauchy_inverse_cdf
    expected = np.array([float(quantile(Fraction(value))) / beta for value in u])
    for shape in ((-1,), (1, -1, 1)):
        values = expected.reshape(shape)
        got = target.sfm.cauchy_quantile(np.reshape(u, shape), beta)
        yield close_to(values, got, ulps=8, scale=cauchy_scale(values, beta))


@check(
    "sfm/hash-t-wise-independent",
    place="Section IV-A; erratum S3",
    needs="sfm.sample_t_wise",
    since="0.2",
    statistical=True,
)
def coefficients_are_independent_and_uniform(target: Any, run: Any) -> Iterator[Outcome]:
    """Below the prime, or of 64 bits; and so are differences of two, of one row and of one column.

    A distribution function off by a fiftieth shows.
    """
    alpha = run.alpha / 8
    d = (
        tails.samples_needed_for_cdf(0.02, alpha, beta=MISS) + 1
    )  # one more than differences in a row
    for form, most in (("field", FIELD), ("real", 2**64)):
        words = np.asarray(target.sfm.sample_t_wise(d, 2, run.rng, form))
        yield equal(((2, d), "uint64"), (words.shape, words.dtype.name))
        yield is_true(int(words.max()) < most, f"got {words.max()}, should be below {most}")
        u = words.astype(float) / most
        beside = np.append(u[0, 1:], u[0, 0])
        for sample in (*u, (u[0] - u[1]) % 1, (u[0] - beside)[:-1] % 1):
            yield tails.assert_true_cdf_equals(
                np.sort(sample), lambda x: np.clip(x, 0, 1), alpha, beta=MISS
            )
        yield equal((3, 1), np.shape(target.sfm.sample_t_wise(1, 3, run.rng, form)))


@check(
    "sfm/hash-t-wise-independent",
    place="Section IV-A; erratum S3",
    needs="sfm.sample_t_wise",
    since="0.3",
    statistical=True,
)
def no_two_calls_draw_the_same_coefficients(target: Any, run: Any) -> Iterator[Outcome]:
    """Six numbers a call, of 31 bits below the prime."""

    def drawn(form: str) -> bytes:
        return np.asarray(target.sfm.sample_t_wise(3, 2, run.rng, form)).tobytes()

    for form in ("field", "real"):
        yield never_repeated(partial(drawn, form))


@check("sfm/eq-2", place="Section IV, FM", needs="sfm.cauchy_matrix", since="0.2", statistical=True)
def plain_features_are_drawn_from_the_cauchy_law(target: Any, run: Any) -> Iterator[Outcome]:
    """Scale 1 / beta, and means of two, of one row and of one column, which have it, too.

    A scale wrong by a twentieth shows.
    """
    beta, alpha = 3.0, run.alpha / 3
    far = definitions.cauchy_cdf(1.05) - definitions.cauchy_cdf(1.0)
    n = 2 * tails.samples_needed_for_cdf(far, alpha, beta=MISS)  # half as many means of a column
    W = np.asarray(target.sfm.cauchy_matrix(2 * n, 2, beta, run.rng), dtype=float)
    yield equal((n, 2), W.shape)
    for sample in (W[:, 0], W.mean(axis=1), (W[: n // 2, 1] + W[n // 2 :, 1]) / 2):
        cdf = lambda x: 0.5 + np.arctan(beta * x) / np.pi  # noqa: E731
        yield tails.assert_true_cdf_equals(sample, cdf, alpha, beta=MISS)


@check("sfm/eq-2", place="Section IV, FM", needs="sfm.cauchy_matrix", since="0.3", statistical=True)
def no_two_calls_draw_the_same_matrix(target: Any, run: Any) -> Outcome:
    """Four numbers a call."""
    return never_repeated(
        lambda: np.asarray(target.sfm.cauchy_matrix(4, 2, 1.0, run.rng)).tobytes()
    )
