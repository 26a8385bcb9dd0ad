"""Ways to make KCR's functions wrong that several of its claims share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers.changes import Function, instead


@instead
def other_label(rule: Function, *arguments, **options):
    """Every point gets the class of the one before it."""
    votes = rule(*arguments, **options)
    return votes._replace(labels=np.roll(votes.labels, 1))


@instead
def never_empty(rule: Function, *arguments, **options):
    """No ball is reported as empty."""
    votes = rule(*arguments, **options)
    return votes._replace(empty=np.zeros_like(votes.empty))


@instead
def never_tied(rule: Function, *arguments: Any, **options: Any) -> Any:
    """No tie of votes is reported."""
    votes = rule(*arguments, **options)
    return votes._replace(tied=np.zeros_like(votes.tied))


def the_first_five(configurations: Function) -> Function:
    """Too few to tell."""
    return lambda *arguments, **options: list(configurations(*arguments, **options))[:5]


@instead
def steps_halved(relaxations: Function, *arguments):
    """The last bound of the chain is half of itself."""
    chain = relaxations(*arguments)
    return chain._replace(double_hinge=chain.double_hinge / 2)


def uncentered(center: Function) -> Function:
    """The coefficients come back as they came."""
    return lambda c, K=None: c


def by_position(objective: Function) -> Function:
    """The first point counts for more than the others."""
    return lambda Sigma, h2, K, y, lam: objective(Sigma, h2, K, y, lam) + K[0, 1]


def gradient_halved(subgradient: Function) -> Function:
    """Half of the part for the metric."""
    return lambda *arguments: (subgradient(*arguments)[0] / 2, subgradient(*arguments)[1])


@instead
def not_convex(smoothing: Function, rho, h, kernel="naive", *rest):
    """The Gaussian vote with the fourth power of the distance; others as they are."""
    if kernel != "gaussian":
        return smoothing(rho, h, kernel, *rest)
    return np.exp(-((np.asarray(rho) / h) ** 4))


@instead
def stopped_early(solve: Function, *arguments, **options):
    """Two iterations, whatever was asked."""
    return solve(*arguments[:3], **{**options, "max_iterations": 2, "tol": 0.0})


@instead
def too_good(solve: Function, *arguments, **options):
    """Claims an objective and a bound that lie below what can be reached."""
    found = solve(*arguments, **options)
    return replace(found, objective=0.9 * found.objective, lower_bound=0.9 * found.lower_bound)


def with_half_the_penalty(learn: Function) -> Function:
    """λ/2 for λ."""

    def wrong(K: Any, y: Any, lam: float, **options: Any) -> Any:
        return learn(K, y, lam / 2, **options)

    return wrong
