"""Measured otherwise: Table 1 with one system that errs more, or less, than it does."""

from collections.abc import Callable
from typing import Any

from gramcheck.paper_checks.falsifiers import falsify

Results = dict[str, Any]


def error_of(results: Results, system: str, change: Callable[[float], float]) -> Results:
    """Another test error of one system on every split."""
    return {
        key: r | {"test_error": change(r["test_error"])} if f"/{system}/" in key else r
        for key, r in results.items()
    }


def all_finished(results: Results) -> Results:
    """No chosen fit fell short of what was asked."""
    return {
        key: r
        | {"optimality": {name: name == "converged" or v for name, v in r["optimality"].items()}}
        for key, r in results.items()
    }


def nothing_wrong_with_kcr(results: Results) -> Results:
    """KCR errs on none, and all others, which converge, on half of the test points."""
    others = {key.split("/")[1] for key in results} - {"KCR"}
    results = error_of(all_finished(results), "KCR", lambda error: 0.0)
    for other in others:
        results = error_of(results, other, lambda error: 50 + error / 100)
    return results


def fifteen_points_more(results: Results) -> Results:
    """KCR errs by so much more than it does."""
    return error_of(results, "KCR", lambda error: error + 15)


def kcr_at_15_6(results: Results) -> Results:
    """KCR errs on 15.6 %, as much as plain k-NN in the paper, where it has 5.71 %."""
    errors = [r["test_error"] for key, r in results.items() if "/KCR/" in key]
    return error_of(results, "KCR", lambda error: error + 15.6 - sum(errors) / len(errors))


def kernel_nn_thirty_points_behind(results: Results) -> Results:
    """k-NN is ahead of it everywhere, which would be consistent, if nothing is left out."""
    return error_of(results, "Kernel-NN", lambda error: error + 30)


def kernel_nn_without_errors_on_ionosphere_alone(results: Results) -> Results:
    """Elsewhere k-NN has none, and each time the other rule errs on half of the points."""
    right = {key: ("/Kernel-NN/" in key) == ("ionosphere/" in key) for key in results}
    return {
        key: r | {"test_error": 0.0 if right[key] else 50 + r["test_error"] / 100}
        for key, r in results.items()
    }


TABLES = ("kcr/table-1", "kcr/table-1-ionosphere", "kcr/table-1-all", "kcr/performs-better")
falsify(*TABLES, results=(fifteen_points_more, nothing_wrong_with_kcr))
falsify("kcr/table-1-ionosphere", results=nothing_wrong_with_kcr)
falsify("kcr/table-1-ionosphere", results=kcr_at_15_6)
falsify(
    "kcr/no-consistent-behavior",
    results=(kernel_nn_thirty_points_behind, kernel_nn_without_errors_on_ionosphere_alone),
)
