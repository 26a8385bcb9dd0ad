"""Faults that show with labels, exponents, ties and sizes beyond those that come to mind first."""

import numpy as np

from tests.zoo import arguments_become, faults, options_become, result_becomes, wrong

# smoothing kernels --------------------------------------------------------------------------------

RULE = "kcr/eq-2"
WHOLE = {
    "smoothing_kernel": RULE,
    "kernel_rule": f"{RULE} smooth_votes_decide_however_small_they_are",
    "resubstitution_error": "kcr/eq-3 resubstitution_error_counts_the_own_point",
    "regularized_error": "kcr/eq-3 regularized_error_is_a_mean_and_a_penalty",
    "margin": "kcr/eq-5 margin_leaves_the_own_point_out",
    "objective_8": "kcr/eq-8 surrogates_are_those_that_are_named",
}
for _name, _check in WHOLE.items():
    faults(options_become, killed_by=_check)(
        f"{_name} with the whole number below the exponent",
        f"kcr.{_name}",
        cauchy_exponent=lambda how: float(int(how.get("cauchy_exponent", 2.0))),
    )

faults(result_becomes, killed_by=f"{RULE} smoothing_kernels_are_those_of_the_paper")(
    "smoothing kernel in a row: matrices of distances have vectors of weights",
    "kcr.smoothing_kernel",
    lambda weights, *_: np.ravel(weights),
)


@wrong("kcr.kernel_rule", killed_by=f"{RULE} open_cases_are_decided_as_asked")
def smooth_ties_go_to_the_smallest_label(right, distances, y, h, kernel="naive", **how):
    """What ``ties`` asks for is forgotten by the kernels that are positive everywhere."""
    if kernel in ("gaussian", "cauchy"):
        how["ties"] = "smallest"
    return right.kcr.kernel_rule(distances, y, h, kernel, **how)


@wrong("kcr.regularized_error", killed_by="kcr/eq-3 regularized_error_is_a_mean_and_a_penalty")
def epanechnikov_without_its_square(right, distances, y, h, penalty, lam, kernel="naive", **how):
    """1 - u for 1 - u^2."""
    if kernel != "epanechnikov":
        return right.kcr.regularized_error(distances, y, h, penalty, lam, kernel, **how)
    names, codes = np.unique(y, return_inverse=True)
    votes = np.maximum(0.0, 1 - np.asarray(distances) / h) @ np.eye(len(names))[codes]
    near = votes >= votes.max(axis=1, keepdims=True) * (1 - 1e-12)
    return float(np.mean(near.argmax(axis=1) != codes)) + lam * penalty


# labels -------------------------------------------------------------------------------------------


def whole_numbers(y):
    """Labels that are floats lose their fractions."""
    y = np.asarray(y)
    return y.astype(int) if y.dtype.kind == "f" else y


def inverted(y):
    """Truth values are taken for their opposites."""
    y = np.asarray(y)
    return ~y if y.dtype.kind == "b" else y


def labels_become(right, path, form):
    """One function whose labels of the training points are ``form(y)``."""
    return arguments_become(right, path, lambda D, y, *rest: (D, form(y), *rest))


for _what, _form, _checks in (
    ("labels are whole numbers", whole_numbers, ("kcr/invariance", "kcr/k-nn")),
    ("truth values are inverted", inverted, ("kcr/invariance", "kcr/k-nn")),
):
    for _name, _check in zip(("kernel_rule", "knn_predict"), _checks, strict=True):
        faults(labels_become, killed_by=_check)(f"{_name}: {_what}", f"kcr.{_name}", _form)

ERRORS = "kcr/k-nn neighbors_vote_and_errors_are_shares"


@wrong("kcr.knn_error", killed_by=ERRORS)
def strangers_have_the_class_above_them(right, distances, y_train, y_test, k=1):
    """A label that no training point has is taken for the next one, or for the last."""
    names = np.unique(y_train)
    codes = np.minimum(np.searchsorted(names, y_test), len(names) - 1)
    return right.kcr.knn_error(distances, y_train, names[codes], k)


@wrong("kcr.knn_error", killed_by=ERRORS)
def strangers_do_not_count(right, distances, y_train, y_test, k=1):
    """The mean is over test points whose label some training point has."""
    known = np.isin(y_test, y_train)
    return right.kcr.knn_error(np.asarray(distances)[known], y_train, np.asarray(y_test)[known], k)


# active sets --------------------------------------------------------------------------------------

ACTIVE = "kcr/algorithm-1 active_sets_are_those_of_algorithm_1"


@wrong("kcr.active_sets", killed_by=ACTIVE)
def columns_of_larger_sets(right, Sigma, h2, K, y):
    """From six points on, N leaves out pairs by their second point."""
    found = right.kcr.active_sets(Sigma, h2, K, y)
    A, B = map(np.asarray, (found.A, found.B))
    return found._replace(N=B & ~A) if len(A) > 5 else found


@wrong("kcr.active_sets", killed_by=ACTIVE)
def pairs_of_four_classes_stay(right, Sigma, h2, K, y):
    """N is all of B where there are four classes or more."""
    found = right.kcr.active_sets(Sigma, h2, K, y)
    return found._replace(N=found.B) if len(np.unique(y)) > 3 else found


@wrong("kcr.active_sets", killed_by=ACTIVE)
def kinks_a_millionth_wide(Sigma, h2, K, y):
    """What is within 1e-6 of a kink is at it."""
    G = np.asarray(K) @ Sigma @ K
    squared = G.diagonal()[:, None] + G.diagonal() - G - G.T
    same = np.equal.outer(y, y)
    hinges = 1 + np.where(same, 1, -1) * (squared - h2)
    A = 2 + np.maximum(hinges, 0).sum(axis=1) <= same.sum(axis=1) + 1e-6
    B = hinges > 1e-6
    return A, B, B & ~A[:, None]
