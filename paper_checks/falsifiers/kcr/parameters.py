"""What is wrong with the parameters of the systems: one more, or one less."""

from __future__ import annotations

import functools
from dataclasses import replace

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function


def bandwidth_from_eps(solve: Function) -> Function:
    """h~ is to be given: it is a million times ε."""

    @functools.wraps(solve)
    def wrong(*arguments, eps=1e-6, **options):
        return replace(solve(*arguments, **options), h2=1e6 * eps)

    return wrong


def without_penalty(learn: Function) -> Function:
    """λ is of no account."""

    @functools.wraps(learn)
    def wrong(*arguments, lam, **options):
        return learn(*arguments, lam=1.0, **options)

    return wrong


def three_targets(learn: Function) -> Function:
    """Three target neighbors, however many were asked for."""

    @functools.wraps(learn)
    def wrong(*arguments, k, **options):
        return learn(*arguments, k=3, **options)

    return wrong


falsify("kcr/footnote-13", wrong={"kcr.solve_by_splitting": bandwidth_from_eps})
falsify("kcr/footnote-13", wrong={"kcr.kmlcc": without_penalty})
falsify("kcr/footnote-13", wrong={"kcr.lmnn": three_targets})
