"""What is wrong with the six systems."""

from dataclasses import replace

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.kcr.changes import stopped_early


def farthest(predict: Function) -> Function:
    """The farthest points vote."""
    return lambda distances, *rest: predict(np.max(distances) - np.asarray(distances), *rest)


@instead
def by_feature_space(predict: Function, K_new, K, y, k):
    """The nearest in feature space, and not by rows of kernel values."""
    return np.asarray(y)[np.argmax(K_new, axis=1)]


@instead
def objective_too_large(learn: Function, X, y, **options):
    """Reports an objective far above that of the metric it found."""
    found = learn(X, y, **options)
    return replace(found, objective=2 * found.objective + 1e3)


def two_iterations(learn: Function) -> Function:
    """Ends after two iterations."""
    return lambda *arguments, **options: learn(*arguments, **(options | {"max_iterations": 2}))


falsify("kcr/system-KCR", wrong={"kcr.solve_by_splitting": stopped_early})
falsify("kcr/system-k-NN", wrong={"kcr.knn_predict": farthest})
falsify("kcr/system-LMNN", wrong={"kcr.lmnn": objective_too_large})
falsify("kcr/system-LMNN", wrong={"kcr.lmnn": two_iterations})
falsify("kcr/system-Kernel-NN", wrong={"kcr.kernel_nn": by_feature_space})
falsify("kcr/system-KMLCC", wrong={"kcr.kmlcc": two_iterations})
falsify("kcr/system-KLMCA", wrong={"kcr.klmca": two_iterations})
