"""The convention that a failing implementation follows instead of the default one.

Half of the questions that users ask about these functions are of that kind. A table names
alternatives and computes each; :func:`diagnose` says which of them reproduce an implementation on a
whole battery of inputs, or that it agrees with the definition there. That is a hint in a message,
never a verdict. A key is a function, with what its battery asks for where it has several.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gramcheck.verify.conventions.d2ke import sets, strings, warping, weights
from gramcheck.verify.conventions.idealized import kernels as idealized
from gramcheck.verify.conventions.kcr import rule as kcr
from gramcheck.verify.conventions.sfm import features, kernels
from gramcheck.verify.conventions.table import Table, answers_as, diagnose

__all__ = ["TABLES", "Table", "diagnose", "diagnoser", "follows", "tables"]

TABLES: Mapping[str, Callable[[], Table]] = {
    "d2ke.levenshtein": strings.levenshtein_conventions,
    "d2ke.dtw": warping.dtw_conventions,
    "d2ke.dtw(window)": warping.dtw_window_conventions,
    "d2ke.dtw(local_cost, window)": functools.partial(
        warping.dtw_window_conventions, "sqeuclidean"
    ),
    "d2ke.dtw(transposed)": warping.dtw_transposed,
    "d2ke.dtw(one channel)": warping.dtw_of_one_channel,
    "d2ke.fit": weights.fit_conventions,
    "d2ke.fit(intercept)": weights.fit_with_intercept,
    "d2ke.modified_hausdorff": sets.modified_hausdorff_conventions,
    "idealized.alignment": idealized.alignment_conventions,
    "idealized.dual_objective": idealized.dual_objective_conventions,
    "idealized.ideal_kernel": idealized.ideal_kernel_conventions,
    "idealized.idealize": idealized.idealize_conventions,
    "idealized.learn_metric": idealized.learn_metric_conventions,
    "idealized.pairs_from_labels": idealized.pairs_from_labels_conventions,
    "idealized.rand_index": idealized.rand_index_conventions,
    "kcr.gaussian_kernel": kcr.gaussian_kernel_conventions,
    "kcr.kernel_rule": kcr.kernel_rule_conventions,
    "kcr.margin": kcr.margin_conventions,
    "kcr.objective_from_distances": kcr.objective_from_distances_conventions,
    "kcr.resubstitution_bound": kcr.resubstitution_bound_conventions,
    "kcr.resubstitution_error": kcr.resubstitution_error_conventions,
    "sfm.characteristic_vectors": features.characteristic_vectors_conventions,
    "sfm.cgk_vectors": features.cgk_vectors_conventions,
    "sfm.global_alignment_kernel": kernels.gak_conventions,
    "sfm.hash_uniform": features.hash_uniform_conventions,
    "sfm.laplacian_kernel": features.laplacian_kernel_conventions,
    "sfm.local_alignment_kernel": kernels.lak_conventions,
    "sfm.lpp_parse": features.lpp_parse_conventions,
    "sfm.mismatch_kernel": kernels.mismatch_conventions,
    "sfm.rff": features.rff_conventions,
    "sfm.sfm": features.sfm_conventions,
}


def tables(name: str) -> list[Table]:
    """All of a function."""
    return [table() for key, table in TABLES.items() if key.partition("(")[0] == name]


def diagnoser(name: str) -> Callable[[Any], list[str]]:
    """For ``@check(..., diagnose=diagnoser("d2ke.dtw"))``: the tables of that function."""

    def diagnose_target(target: Any) -> list[str]:
        function = target.get(name)
        found = [sentence for table in tables(name) for sentence in diagnose(function, table)]
        return list(dict.fromkeys(found))

    return diagnose_target


def follows(name: str, convention: str, got: Any, arguments: Sequence[Any]) -> bool:
    """Whether a function's result is what its convention of that name gives for these arguments."""
    having = [table for table in tables(name) if convention in table.conventions]
    return any(answers_as(table, convention, got, arguments) for table in having)
