"""Algorithm 1 with the paper's own input: steps, start, and the printed projection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_least, close_to
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import agree
from gramcheck.verify.suite.kcr.gradient_projection import well_conditioned


@check(
    "kcr/algorithm-1",
    place="Section 4.1, Algorithm 1",
    needs="kcr.gradient_projection",
    since="0.1",
)
def steps_and_start_are_the_papers_own_input(target: Any, run: Any) -> Iterator[Outcome]:
    """From any feasible Sigma_0 and h~_0 > 0: alpha_t moves Sigma, beta_t moves h~, t = 0, 1, 2.

    Numbers, sequences and functions of t give the same steps, and P_N is the paper's alternating
    projection, here with three sweeps, unless another one is asked for.
    """
    each, n, T, sweeps = well_conditioned(run.rng, n=4), 4, 3, 3
    c = run.rng.normal(size=(2, n))
    c -= c.mean(axis=1, keepdims=True)
    Sigma0, h0 = c.T @ c, 1.3
    falling = [0.03 / (t + 1) for t in range(T)]
    growing = [0.02 * (t + 1) for t in range(T)]
    for (alpha, beta), (alphas, betas), count in (
        ((falling, growing), (falling, growing), T),
        ((lambda t: 0.03 / (t + 1), lambda t: 0.02 * (t + 1)), (falling, growing), 2),
        ((0.02, 0.3), ([0.02] * T, [0.3] * T), T),
        ((0.02, growing), ([0.02] * T, growing), 1),
    ):
        result = target.kcr.gradient_projection(
            each.K,
            each.y,
            each.lam,
            alpha=alpha,
            beta=beta,
            Sigma0=Sigma0,
            h0=h0,
            sweeps=sweeps,
            max_iterations=count,
            tol=0.0,
        )
        Sigma, h2 = definitions.algorithm_1(
            each.K.tolist(),
            each.y.tolist(),
            each.lam,
            alphas[:count],
            betas[:count],
            Sigma0.tolist(),
            h0,
            sweeps,
        )
        yield close_to(Sigma, result.Sigma, atol=1e-9 * float(np.abs(Sigma).max()))
        yield close_to(h2, result.h2, rtol=1e-9)


@check(
    "kcr/algorithm-1",
    place="Section 4.1, Algorithm 1; erratum C1",
    needs="kcr.gradient_projection",
    since="0.1",
)
def printed_projection_is_the_default(target: Any, run: Any) -> Iterator[Outcome]:
    """P_N are alternating projections, which end elsewhere than the exact one."""
    each = well_conditioned(run.rng, n=5)
    options = {"alpha": 0.5, "beta": 0.1, "sweeps": 4, "max_iterations": 1, "tol": 0.0}
    default, alternating, exact = (
        target.kcr.gradient_projection(each.K, each.y, each.lam, **options, **how).Sigma
        for how in ({}, {"projection": "alternating"}, {"projection": "exact"})
    )
    yield agree(alternating, default, ulps=0.5)
    apart = float(np.linalg.norm(np.asarray(exact) - np.asarray(alternating)))
    yield at_least(1e-4 * float(np.linalg.norm(exact)), apart)
