"""The stored test vectors: a function of a paper has a check of its answers, one of refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from gramcheck.verify import vectors
from gramcheck.verify.contract import PAPERS
from gramcheck.verify.conventions import TABLES, diagnoser
from gramcheck.verify.definitions.idealized import KKTConditions
from gramcheck.verify.precision import minimizer
from gramcheck.verify.record import LackingError, Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.sfm.problems import dense, nested

# how to write a result down as the vectors do, where it is not numbers and strings alone:
# from what is returned and the arguments
READERS: dict[str, dict[str, Callable[[Any, Any], Any]]] = {
    "sfm": {
        "cgk_vectors": lambda V, given: dense(V),
        "characteristic_vectors": lambda found, given: dense(found[0]),
        "esp_tree": lambda tree, given: nested(tree),
    },
    "idealized": {
        "kkt_conditions": lambda found, given: tuple(
            getattr(found, name) for name in KKTConditions._fields
        ),
        "learn_metric": lambda m, given: (m.matrix, m.gamma, m.dual, m.smallest_eigenvalue),
        "learn_metric_from_kernel": lambda m, given: (m.kernel(given["K"]), m.gamma, m.dual),
    },
    "kcr": {
        "balance_scale": lambda found, given: sorted(map(list, Counter(found[1].tolist()).items())),
        "solve_by_splitting": lambda rule, given: rule.objective,
        "solve_exactly": lambda rule, given: rule.objective,
    },
}


# whose answer is where a minimum is, and not what it is
MINIMIZERS = ("fit", "one_vs_rest", "learn_metric", "learn_metric_from_kernel", "xing_metric")


def register_answers(paper: str, name: str, chosen: list[vectors.Vector]) -> None:
    """The check of one function on its vectors that have an answer."""
    read = READERS.get(paper, {}).get(name, lambda found, given: found)

    def stored_vectors(target: Any, run: Any) -> Iterator[Outcome]:
        function = target.get(f"{paper}.{name}")
        if name in MINIMIZERS:
            minimizer("stored answers")
        yield from judged(chosen, lambda **given: read(function(**given), given))

    stored_vectors.__name__ = f"{name}_answers_the_stored_vectors"
    stored_vectors.__doc__ = f"Every stored vector of {name} that has an answer is answered so."
    function = f"{paper}.{name}"
    diagnose = diagnoser(function) if function in TABLES else None
    register(f"{paper}/vectors/{name}", function, stored_vectors, diagnose)


def register_refusals(paper: str, name: str, chosen: list[vectors.Vector]) -> None:
    """The check of one function on its invalid vectors, under a claim that ``*/bad-input*`` meets.

    An implementation that is right but trusts its callers fails these alone.
    """

    def stored_vectors(target: Any, run: Any) -> Iterator[Outcome]:
        yield from judged(chosen, target.get(f"{paper}.{name}"))

    stored_vectors.__name__ = f"{name}_refuses_the_invalid_vectors"
    stored_vectors.__doc__ = f"Every stored vector of {name} that is invalid is refused."
    register(f"{paper}/bad-input-vectors/{name}", f"{paper}.{name}", stored_vectors)


def judged(chosen: list[vectors.Vector], function: Callable[..., Any]) -> Iterator[Outcome]:
    """What the vectors say of a function, each under its name."""
    for vector in chosen:
        try:
            outcome = vectors.judge(vector, function)
        except LackingError:  # it is on the target's list; the other vectors do without
            continue
        yield replace(outcome, detail=f"vector {vector.id}: {outcome.detail}")


def register(
    claim: str,
    needs: str,
    function: Callable[..., Any],
    diagnose: Callable[[Any], list[str]] | None = None,
) -> None:
    """Make it the check of the claim."""
    place = f"verify/vectors/{claim.split('/')[0]}.json"
    check(claim, place=place, needs=needs, since="0.1", diagnose=diagnose)(function)


def register_all() -> None:
    """The checks of every paper."""
    for paper in PAPERS:
        stored = vectors.load(paper)
        for name in dict.fromkeys(vector.function for vector in stored):
            own = [vector for vector in stored if vector.function == name]
            register_answers(paper, name, [v for v in own if v.result != "invalid"])
            if invalid := [v for v in own if v.result == "invalid"]:
                register_refusals(paper, name, invalid)


register_all()
