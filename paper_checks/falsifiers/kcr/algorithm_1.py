"""Measured otherwise: what Algorithm 1, the splitting method and interior points reach."""

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify

Results = dict[str, Any]


def _gaps(results: Results, **gaps: float) -> Results:
    """These gaps on every program, in the place of those that were measured."""
    return {key: r | {"gaps": r["gaps"] | gaps} for key, r in results.items()}


def _of_the_best_solved(results: Results, name: str, measured: float) -> Results:
    """Something else measured on the program that interior points solve best."""
    best = min(results, key=lambda key: results[key]["exact gap"])
    return results | {best: results[best] | {name: measured}}


def all_programs_reached(results: Results) -> Results:
    """Algorithm 1 reaches every optimum."""
    return _gaps(results, Sigma=1e-4)


def near_programs_missed(results: Results) -> Results:
    """Not even on linear kernels does Algorithm 1 get near."""
    return {key: _gaps({key: r}, Sigma=0.01)[key] if r["kernel"] == "linear" else r
            for key, r in results.items()}  # fmt: skip


def a_far_program_reached(results: Results) -> Results:
    """One program that is said to be missed is reached, in Σ and in W."""
    farthest = max(results, key=lambda key: results[key]["far"]["W"])
    return results | _gaps({farthest: results[farthest]}, Sigma=1e-4, W=1e-4)


def splitting_stops_short(results: Results) -> Results:
    """The splitting method ends at twice the gap that is to be reached."""
    return _gaps(results, splitting=2e-3)


def splitting_above_interior_points(results: Results) -> Results:
    """Interior points find a lower objective."""
    return _of_the_best_solved(results, "above exact objective", 2e-3)


def splitting_above_their_bound(results: Results) -> Results:
    """The bound of interior points is farther below."""
    return _of_the_best_solved(results, "above exact bound", 2e-3)


def bound_above_an_objective(results: Results) -> Results:
    """What the splitting method says to be a bound is none."""
    return _of_the_best_solved(results, "bound above exact objective", 1e-6)


def no_nearer_in_W(results: Results) -> Results:
    """The change of the variable mends nothing."""
    return _gaps(results, Sigma=0.1, W=0.11)


def mended_by_the_projection(results: Results) -> Results:
    """With the exact projection a tenth of the gap is left."""
    return _gaps(results, printed=0.1, fifth=0.01)


falsify("kcr/algorithm-1", "errata/C10", results=all_programs_reached)
falsify("kcr/algorithm-1", "errata/C10", results=splitting_stops_short)
falsify("kcr/algorithm-1", "errata/C10", results=a_far_program_reached)
falsify("errata/C10", results=no_nearer_in_W)
falsify("errata/C10", results=mended_by_the_projection)
for _change in (
    near_programs_missed,
    splitting_above_interior_points,
    splitting_above_their_bound,
    bound_above_an_objective,
):
    falsify("kcr/algorithm-1", results=_change)
