"""Bad input of idealized kernels beyond the tables: learned metrics, evidence, what is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.arguments.idealized import D as DISSIMILAR
from gramcheck.verify.arguments.idealized import K, X
from gramcheck.verify.arguments.idealized import S as SIMILAR
from gramcheck.verify.compare import close_to, equal, is_true, raises
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.idealized.kernel_version import FROM_KERNEL
from gramcheck.verify.suite.idealized.problems import LEARN

CLAIM = "idealized/bad-input"
PLACE = "any function"
REST = SIMILAR, DISSIMILAR, 1.0, 1.0, 0.5


@check(CLAIM, place=PLACE, needs=(LEARN, FROM_KERNEL), since="0.1")
def new_points_have_as_many_columns(target: Any, run: Any) -> Iterator[Outcome]:
    """Rows of another length are not cut or broadcast: ValueError."""
    of_points = target.idealized.learn_metric(X, *REST)
    of_kernel = target.idealized.learn_metric_from_kernel(K, *REST)
    for metric, width in ((of_points, 2), (of_kernel, 5)):
        for method in (metric.squared_distances, metric.kernel):
            for columns in (1, width - 1, width + 1):
                yield raises(ValueError, method, np.ones((3, columns)))
                yield raises(ValueError, method, np.ones((3, width)), np.ones((3, columns)))
            yield raises(ValueError, method, np.full((1, width), np.nan))


@check(CLAIM, place=PLACE, needs=FROM_KERNEL, since="0.1")
def indefinite_kernels_are_refused_with_their_evidence(target: Any, run: Any) -> Outcome:
    """The message tells the smallest eigenvalue."""
    indefinite = K - 5 * np.eye(5)
    lowest = f"{np.linalg.eigvalsh(indefinite)[0]:.2g}"[:4]
    try:
        target.idealized.learn_metric_from_kernel(indefinite, *REST)
    except ValueError as error:
        said = lowest in str(error)
        return is_true(said, f"got={error}, should tell the smallest eigenvalue, {lowest}...")
    return is_true(False, "got a metric, should be ValueError: the kernel is indefinite")


@check(CLAIM, place=PLACE, needs=(LEARN, FROM_KERNEL), since="0.1")
def singular_forms_are_allowed(target: Any, run: Any) -> Iterator[Outcome]:
    """Semidefinite is enough for M and for the kernel matrix; M is the identity by default."""
    learn = target.idealized.learn_metric
    yield close_to(learn(X, *REST, M=np.eye(2)).matrix, learn(X, *REST, M=None).matrix, atol=1e-6)
    yield equal((2, 2), np.shape(learn(X, *REST, M=np.ones((2, 2))).matrix))
    singular = target.idealized.learn_metric_from_kernel(X @ X.T, *REST)
    yield equal((5, 5), np.shape(singular.matrix))


@check(CLAIM, place=PLACE, needs="idealized.ideal_kernel", since="0.1")
def one_class_has_an_ideal_kernel(target: Any, run: Any) -> Outcome:
    """It is 1 for every pair."""
    return equal(np.ones((2, 2)), target.idealized.ideal_kernel(["a", "a"]))
