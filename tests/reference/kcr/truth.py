"""Problems of the form (9) with a certified optimum, and what every result says of itself.

Both are those of the conformance suite, whose truth is ``gramcheck.verify.definitions``.
"""

from gramcheck.verify.suite.kcr import splitting
from gramcheck.verify.suite.kcr.problems import Problem, gaussian, problem

__all__ = ["Problem", "assert_honest", "gaussian", "problem"]


def assert_honest(result, each):
    """Objective, gap and lower bound are true, and the point is feasible."""
    for outcome in splitting.honest(splitting.solution(result, each)):
        assert outcome.ratio <= 1, outcome.detail
