"""Ways to make KCR's functions wrong that several of its claims share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gramcheck.paper_checks.falsifiers.changes import Function


def other_label(rule: Function) -> Function:
    """Every point gets the class of the one before it."""

    def wrong(*arguments, **options):
        votes = rule(*arguments, **options)
        return votes._replace(labels=np.roll(votes.labels, 1))

    return wrong


def never_empty(rule: Function) -> Function:
    """No ball is reported as empty."""

    def wrong(*arguments, **options):
        votes = rule(*arguments, **options)
        return votes._replace(empty=np.zeros_like(votes.empty))

    return wrong


def steps_halved(relaxations: Function) -> Function:
    """The last bound of the chain is half of itself."""

    def wrong(*arguments):
        chain = relaxations(*arguments)
        return chain._replace(double_hinge=chain.double_hinge / 2)

    return wrong


def uncentered(center: Function) -> Function:
    """The coefficients come back as they came."""
    return lambda c, K=None: c


def gradient_halved(subgradient: Function) -> Function:
    """Half of the part for the metric."""
    return lambda *arguments: (subgradient(*arguments)[0] / 2, subgradient(*arguments)[1])


def not_convex(smoothing: Function) -> Function:
    """The Gaussian vote with the fourth power of the distance; others as they are."""

    def wrong(rho, h, kernel="naive", *rest):
        if kernel != "gaussian":
            return smoothing(rho, h, kernel, *rest)
        return np.exp(-((np.asarray(rho) / h) ** 4))

    return wrong


def stopped_early(solve: Function) -> Function:
    """Two iterations, whatever was asked."""

    def wrong(*arguments, **options):
        return solve(*arguments[:3], **{**options, "max_iterations": 2, "tol": 0.0})

    return wrong


def too_good(solve: Function) -> Function:
    """Claims an objective and a bound that lie below what can be reached."""

    def wrong(*arguments, **options):
        found = solve(*arguments, **options)
        return replace(found, objective=0.9 * found.objective, lower_bound=0.9 * found.lower_bound)

    return wrong
