"""What is wrong with the projection onto N and with the alternation that approaches it."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, twice
from gramcheck.reference import kcr


@instead
def only_clipped(project: Function, S):
    """The nearest matrix of the cone, 1'S1 as it falls out."""
    values, vectors = np.linalg.eigh(S)
    return vectors * np.maximum(values, 0) @ vectors.T


def only_centered(project: Function) -> Function:
    """HSH, with its negative eigenvalues."""
    return lambda S: S - S.mean(axis=0) - S.mean(axis=1)[:, None] + S.mean()


def fast(alternation: Function) -> Function:
    """As if the sets met at an angle: the rest falls geometrically."""
    return lambda S, max_iterations, **options: np.full((2, 2), 0.5 ** min(max_iterations, 900))


def exact(alternation: Function) -> Function:
    """The nearest point, which is what the alternation misses."""
    return lambda S, *rest, **options: kcr.project(S)


def clipped_first(alternation: Function) -> Function:
    """Begins with the cone."""

    def wrong(S, *rest, **options):
        values, vectors = np.linalg.eigh(S)
        return alternation(vectors * np.maximum(values, 0) @ vectors.T, *rest, **options)

    return wrong


def at_zero(alternation: Function) -> Function:
    """0, which is in both sets, too."""
    return lambda S, *rest, **options: np.zeros_like(S)


@instead
def against_the_kernel(subgradient: Function, Sigma, h2, K, *rest):
    """-K, so that a step against it stays in the cone."""
    return -K, 0.0


for _change in (only_clipped, only_centered, twice):  # twice is in the set as well
    falsify("kcr/alternating-projections", wrong={"kcr.project": _change})
falsify(
    *("kcr/alternating-projections", "errata/C1", "errata/C3"),
    wrong={"kcr.project_alternating": exact},
)
falsify(*("kcr/alternating-projections", "errata/C1"), wrong={"kcr.project_alternating": at_zero})
falsify("errata/C1", "errata/C3", wrong={"kcr.project": only_clipped})
falsify("errata/C3", wrong={"kcr.project_alternating": clipped_first})
falsify("errata/C3", wrong={"kcr.subgradient": against_the_kernel})
falsify("errata/C2", wrong={"kcr.project_alternating": fast})
