"""Wrong quantiles, scores, coefficients and matrices of random features."""

import numpy as np

from tests.zoo import arguments_become, faults, result_becomes, with_16_bits, wrong

wrong_result = faults(result_becomes, killed_by="sfm/eq-2")

wrong_result(
    "quantiles multiplied by beta",
    "sfm.cauchy_quantile",
    lambda x, u, beta: np.asarray(x) * beta**2,
    killed_by="sfm/algorithm-1",
)
wrong_result(
    "quantiles in a row, whatever the shape",
    "sfm.cauchy_quantile",
    lambda x, *_: np.ravel(x),
    killed_by="sfm/algorithm-1",
)


wrong_result(
    "matrix of plain features with its scale multiplied by beta",
    "sfm.cauchy_matrix",
    lambda W, D, d, beta, rng: np.asarray(W) * beta**2,
)
wrong_result(
    "matrix of plain features with equal columns",
    "sfm.cauchy_matrix",
    lambda W, *_: np.repeat(W[:, :1], W.shape[1], axis=1) * (1 - 2 * (np.arange(W.shape[1]) % 2)),
)
wrong_result(
    "matrix of plain features with a row for each feature",
    "sfm.cauchy_matrix",
    lambda W, *_: np.repeat(W, 2, axis=0),
)

T_WISE = "sfm/hash-t-wise-independent"
wrong_words = faults(result_becomes, "sfm.sample_t_wise", killed_by=T_WISE)

wrong_words("coefficients of one row", lambda a, *_: np.repeat(a[:1], len(a), axis=0))
wrong_words("coefficients of one column", lambda a, *_: np.repeat(a[:, :1], a.shape[1], axis=1))
wrong_words("coefficients as a column for each row", lambda a, *_: a.T)


@wrong("sfm.sample_t_wise", killed_by=T_WISE)
def coefficients_up_to_2_to_the_32(right, d, t, rng, form="field"):
    """Twice as many as the field has."""
    return rng.integers(2**32, size=(t, d), dtype=np.uint64)


@wrong("sfm.sample_t_wise", killed_by=T_WISE)
def coefficients_of_the_field_whatever_the_form(right, d, t, rng, form="field"):
    """31 bits where 64 were asked for."""
    return right.sfm.sample_t_wise(d, t, rng)


wrong_generator = faults(arguments_become)

wrong_generator(
    "matrix of plain features reseeded: by 16 bits a call",
    "sfm.cauchy_matrix",
    with_16_bits,
    killed_by="sfm/eq-2 no_two_calls_draw_the_same_matrix",
)
wrong_generator(
    "coefficients reseeded: by 16 bits a call",
    "sfm.sample_t_wise",
    with_16_bits,
    killed_by=f"{T_WISE} no_two_calls_draw_the_same_coefficients",
)
