"""Faults that show with a third class, a third target, targets that tie, or a lone point."""

import numpy as np

from gramcheck.verify import Target, replace
from gramcheck.verify.contract import contracts
from tests.zoo import faults, wrong


def named_arguments_become(right: Target, path: str, form) -> Target:
    """One function that is given what ``form(**arguments by name)`` gives anew."""
    function, contract = right.get(path), contracts()[path]

    def asked(*args, **how):
        given = contract.named(args, how)
        return function(**given | form(**given))

    return replace(right, path, asked)


def first_class_against_the_rest(y, **others):
    """Two classes are left."""
    return {"y": (np.asarray(y) != np.unique(y)[0]).astype(int)}


def two_targets_at_most(k, **others):
    """A third neighbor of the class does not count."""
    return {"k": min(k, 2)}


OPTIMUM = "kcr/lmnn lmnn_reaches_the_optimum"
TERMS = "kcr/lmnn lmnn_pulls_targets_and_pushes_impostors"
SMOOTH_TERMS = "kcr/klmca klmca_has_a_gradient_in_both_inner_products"
DIVERGENCE = "kcr/kmlcc kmlcc_is_a_divergence_from_collapsed_classes"
OF_TARGETS = {
    "kcr.lmnn": OPTIMUM,
    "kcr.lmnn_objective": TERMS,
    "kcr.lmnn_subgradient": TERMS,
    "kcr.klmca": "kcr/klmca klmca_ends_where_no_step_down_is_left",
    "kcr.klmca_objective": SMOOTH_TERMS,
    "kcr.klmca_gradient": SMOOTH_TERMS,
}
OF_CLASSES = {"kcr.kmlcc_objective": DIVERGENCE, "kcr.kmlcc_gradient": DIVERGENCE}

for _path, _check in (OF_TARGETS | OF_CLASSES).items():
    faults(named_arguments_become, killed_by=_check)(
        f"{_path} of two classes: the first against all others",
        _path,
        first_class_against_the_rest,
    )
for _path, _check in OF_TARGETS.items():
    faults(named_arguments_become, killed_by=_check)(
        f"{_path} of two targets: however many are asked for", _path, two_targets_at_most
    )


@wrong("kcr.lmnn", killed_by=OPTIMUM)
def last_of_equally_near_targets(right, X, y, **how):
    """The metric of the points in reverse: of targets that tie the last ones are pulled."""
    return right.kcr.lmnn(np.asarray(X)[::-1], np.asarray(y)[::-1], **how)


# KMLCC ------------------------------------------------------------------------------------------


def shares(A, K, i):
    """Rows k_i - k_j, and the shares p_A(j | i), of all other points j."""
    gaps = np.delete(K[i] - K, i, axis=0)
    squared = np.einsum("ja,ab,jb->j", gaps, A, gaps)
    weights = np.exp(squared.min() - squared)
    return gaps, weights / weights.sum()


@wrong("kcr.kmlcc_gradient", killed_by=DIVERGENCE)
def lone_points_are_pushed_away(right, A, K, y, lam=0.0):
    """A point alone in its class keeps its terms -p_A."""
    G, (classes, sizes) = right.kcr.kmlcc_gradient(A, K, y, lam), np.unique(y, return_counts=True)
    for i in np.flatnonzero(np.isin(y, classes[sizes == 1])):
        gaps, p = shares(A, K, i)
        G = G - gaps.T @ (p[:, None] * gaps)
    return G


@wrong("kcr.kmlcc_gradient", killed_by=DIVERGENCE)
def shares_that_underflow_are_none(right, A, K, y, lam=0.0):
    """exp(-d) over its sum without a shift: where all underflow, the point has no p_A."""
    G = right.kcr.kmlcc_gradient(A, K, y, lam)
    for i in range(len(K)):
        gaps, p = shares(A, K, i)
        squared = np.einsum("ja,ab,jb->j", gaps, A, gaps)
        if np.sum(np.asarray(y) == y[i]) > 1 and squared.min() > 745:
            G = G + gaps.T @ (p[:, None] * gaps)
    return G
