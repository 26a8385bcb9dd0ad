"""What the reference accepts and refuses by a number of its own, to within a tenth."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from gramcheck.reference.kcr import klmca, kmlcc, lmnn, solve_by_splitting
from gramcheck.reference.sfm import edit_distance_with_moves
from gramcheck.verify.definitions.sfm import edm as definitions
from tests.reference.limits import ABOVE, BELOW, X, d2ke, idealized, kcr, refused, sfm


class Limit(NamedTuple):
    """A number in a module, and what holds for it alone."""

    module: str
    name: str
    probe: Callable[[pytest.MonkeyPatch], None]


LIMITS = [
    Limit("idealized.dual", "_ACCEPTED", idealized.gaps_of_a_printed_dual),
    Limit("idealized.dual", "_ACCEPTED", idealized.violations_of_a_printed_dual),
    Limit("idealized.engines.solver", "_GAP_ACCEPTED", idealized.gaps_of_a_learned_metric),
    Limit("idealized.engines.certificate", "_ROUNDING", idealized.roundings_of_a_learned_metric),
    Limit("idealized.engines.certificate", "_CORRECTION", idealized.roundings_of_a_learned_metric),
    Limit("idealized.metric", "_NEGLIGIBLE", idealized.eigenvalues_of_a_metric),
    Limit("idealized.conditions", "_INTERIOR", idealized.multipliers_inside_the_box),
    Limit("idealized.xing", "_ROUNDING", idealized.spans_of_similar_pairs),
    Limit("d2ke.engines.losses", "_GAP_WANTED", d2ke.gaps_of_a_fit),
    Limit("d2ke.engines.losses", "_GAP_WANTED", d2ke.gaps_of_a_plain_fit),
    Limit("d2ke.analysis", "_GAP_WANTED", d2ke.gaps_of_a_risk_minimizer),
    Limit("d2ke.random_objects", "_MOST_CHARACTERS", d2ke.lists_of_strings),
    Limit("d2ke.covering", "_MOST_BITS", d2ke.digits_of_a_bound),
    Limit("d2ke.engines.edit_distances", "_PADDED", d2ke.letters_of_texts_together),
    Limit("d2ke.random_features", "_ROUNDING", d2ke.kernel_values_of_a_variance),
    Limit("d2ke.pseudo_euclidean", "_SAME_SIZE", d2ke.largest_entries_of_a_vector),
    Limit("check", "LARGEST", sfm.values_of_a_mismatch_kernel),
    Limit("kcr.engines.pairs", "_ROUNDING", kcr.roundings_of_a_lower_bound),
    Limit("kcr.engines.certificate", "_ROUNDING", kcr.roundings_of_balanced_multipliers),
    Limit("kcr.engines.certificate", "_ROUNDING", kcr.roundings_of_a_gain),
    Limit("kcr.engines.centered", "_RANK", kcr.directions_of_a_kernel),
    Limit("kcr.engines.exact", "WITHIN", kcr.gaps_of_a_cone_program),
    Limit("kcr.engines.splitting", "_FEW_UNKNOWNS", kcr.unknowns_of_a_metric_of_patterns),
    Limit("kcr.engines.splitting", "_PATIENCE", kcr.unknowns_of_a_metric_of_patterns),
    Limit("kcr.engines.smoothing", "_FEW_UNKNOWNS", kcr.unknowns_of_a_metric_of_points),
    Limit("kcr.engines.exact", "_LOOSEST", kcr.tolerances_that_are_tried),
    Limit("kcr.engines.result", "_SAME", kcr.other_kernels_of_a_start),
    Limit("kcr.algorithm1", "_FEASIBLE", kcr.sums_of_a_start),
    Limit("kcr.representer", "_RANK", kcr.rank_of_a_metric),
]


def named(limit: Limit) -> str:
    return f"{limit.module}.{limit.name} {limit.probe.__name__}"


PROBES = {limit.probe: limit for limit in LIMITS}  # some are of two limits


@pytest.mark.parametrize("probe", PROBES, ids=[named(limit) for limit in PROBES.values()])
def test_a_limit_holds(
    probe: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    probe(monkeypatch)


@pytest.mark.parametrize("factor", [0.9, 1.1])
@pytest.mark.parametrize("limit", LIMITS, ids=named)
def test_a_tenth_less_and_a_tenth_more_do_not(
    limit: Limit, factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module(f"gramcheck.reference.{limit.module}")
    with pytest.MonkeyPatch.context() as moved:
        moved.setattr(module, limit.name, factor * getattr(module, limit.name))
        with pytest.raises((Exception, pytest.fail.Exception)):
            limit.probe(monkeypatch)


def test_large_margins_of_an_objective_near_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """LMNN has converged, too, at a part of the objective of M = 0, all of whose hinges are 1."""
    module, y, c, tol = (
        importlib.import_module("gramcheck.reference.kcr.lmnn"),
        [0, 0, 0, 1, 1],
        4,
        1e-3,
    )
    hinges = 3 * 1 * 2 + 2 * 1 * 3  # of each point, its one target, and all of the other class
    for part in (BELOW, ABOVE):
        reached = part * tol * c * hinges
        found = SimpleNamespace(factor=np.eye(2), reached=reached, bound=0.0, iterations=1)
        monkeypatch.setattr(module, "solve", lambda *_, found=found: found)
        assert lmnn(X, y, k=1, c=c, tol=tol).converged == (part < 1)


def test_splitting_that_has_not_converged_uses_all_iterations() -> None:
    """Where the gap of its Gram matrix is small long before that of Sigma, which has roundings."""
    x = np.random.default_rng(17).normal(size=(10, 2))
    K = np.exp(-0.04 * ((x[:, None] - x) ** 2).sum(axis=2))
    found = solve_by_splitting(K, np.arange(10) % 2, 1e-5, tol=1e-8, max_iterations=900)
    assert (found.iterations == 900) or found.converged


def test_rounds_of_cutting_planes_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1,200 iterations 1,000 come before the cuts, 5 are rounds, and 195 come after them."""
    splitting = importlib.import_module("gramcheck.reference.kcr.engines.splitting")
    A, y, done = np.random.default_rng(0).normal(size=(20, 3)), np.arange(20) % 2, []
    nothing = np.zeros((20, 20))
    point = splitting.Point(nothing, 1.0, nothing, 1005)
    iterate = splitting._Splitting.iterate
    monkeypatch.setattr(splitting, "cut", lambda *_, **__: point)
    monkeypatch.setattr(
        splitting._Splitting, "iterate", lambda *given: done.append(iterate(*given))
    )
    found = solve_by_splitting(A @ A.T, y, 0.1, tol=1e-99, max_iterations=1200)
    assert (found.iterations, len(done)) == (1200, 1195)


def test_more_iterations_are_not_used_where_rounding_ends_a_method() -> None:
    points = [[-3, -2], [-3, 3], [2, -3], [-3, 1], [1, 0], [3, 0], [3, -1]]
    K = np.array(points) @ np.transpose(points) + np.eye(7)
    found = kmlcc(K, np.arange(7) % 2, lam=2e-4, tol=1e-12, max_iterations=1000)
    assert found.iterations < 1000


def test_without_a_penalty_the_residual_ends_a_method(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the first look, where the gap to a lower bound of 0 would often let it go on."""
    engine = importlib.import_module("gramcheck.reference.kcr.engines.few_columns")
    stages, stage = [], engine._quasi_newton
    monkeypatch.setattr(engine, "_quasi_newton", lambda *of: stages.append(of) or stage(*of))
    gaps = []
    for seed in range(10):
        X = np.random.default_rng(seed).normal(size=(12, 2))
        found = kmlcc(X @ X.T, np.arange(12) % 2, lam=0.0, tol=1e-4)
        assert found.converged
        gaps.append(found.gap)
    assert len(stages) == len(gaps)
    assert max(gaps) > 0.9


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_step_lengths_follow_the_curvature(seed: int) -> None:
    """KLMCA of columns of other sizes takes some 80 steps; with other lengths 500, or no end."""
    X = np.random.default_rng(seed).normal(size=(40, 4)) * [1, 3, 10, 30]
    found = klmca(X @ X.T, np.arange(40) % 2, 2, k=2, tol=1e-6, max_iterations=250)
    assert found.converged


def test_strings_of_a_search_are_counted_on_both_sides() -> None:
    """Two operations apart: all strings one operation away from either are visited."""
    s, t = "ABCDE", "BADCE"
    near = [set(definitions.one_operation(each, set(s))) for each in (s, t)]
    assert s not in near[1]
    assert near[0] & near[1]
    visited = sum(map(len, near))
    assert edit_distance_with_moves(s, t, most_strings=round(ABOVE * visited)) == 2
    with refused():
        edit_distance_with_moves(s, t, most_strings=round(BELOW * visited))


def test_strings_that_come_again_are_not_counted_again() -> None:
    """From "a" one operation leads to "aa", "ab", "ba", "" and "b", and to "a" itself."""
    assert edit_distance_with_moves("a", "b", most_strings=7) == 1
    with refused():
        edit_distance_with_moves("a", "b", most_strings=6)


def test_long_strings_are_searched_as_far_as_they_have_few_neighbors() -> None:
    """Of 20 letters there are 1,330 moves, and all strings an operation away are below 4,000."""
    s = "ABCDEFGHIJKLMNOPQRST"
    assert len(set(definitions.one_operation(s, set(s)))) < 4000
    assert edit_distance_with_moves(s, s[10:] + s[:10], most_strings=4000) == 1
