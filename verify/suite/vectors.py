"""The stored test vectors, one check a function of a paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from verify import vectors
from verify.record import Outcome
from verify.registry import check
from verify.suite.sfm.problems import dense, nested

# how to write a result down as the vectors do, where it is not numbers and strings alone:
# from what is returned and the arguments
READERS: dict[str, dict[str, Callable[[Any, Any], Any]]] = {
    "sfm": {
        "cgk_vectors": lambda V, given: dense(V),
        "characteristic_vectors": lambda found, given: dense(found[0]),
        "esp_tree": lambda tree, given: nested(tree),
    },
    "idealized": {
        "learn_metric": lambda m, given: (m.matrix, m.gamma, m.dual, m.smallest_eigenvalue),
        "learn_metric_from_kernel": lambda m, given: (m.kernel(given["K"]), m.gamma, m.dual),
    },
    "kcr": {
        "balance_scale": lambda found, given: sorted(map(list, Counter(found[1].tolist()).items())),
        "solve_by_splitting": lambda rule, given: rule.objective,
        "solve_exactly": lambda rule, given: rule.objective,
    },
}


def register(paper: str, name: str, chosen: list[vectors.Vector]) -> None:
    """The check of one function on all its vectors."""
    read = READERS.get(paper, {}).get(name, lambda found, given: found)

    def stored_vectors(target: Any, run: Any) -> Iterator[Outcome]:
        function = target.get(f"{paper}.{name}")
        for vector in chosen:
            outcome = vectors.judge(vector, lambda **given: read(function(**given), given))
            yield replace(outcome, detail=f"vector {vector.id}: {outcome.detail}")

    stored_vectors.__name__ = f"{name}_answers_the_stored_vectors"
    stored_vectors.__doc__ = f"Every stored vector of {name}, invalid ones too, is answered so."
    check(
        f"{paper}/vectors/{name}",
        place=f"verify/vectors/{paper}.json",
        needs=f"{paper}.{name}",
        since="0.1",
    )(stored_vectors)


def register_all() -> None:
    """The checks of every paper."""
    for paper in vectors.PAPERS:
        stored = vectors.load(paper)
        for name in dict.fromkeys(vector.function for vector in stored):
            register(paper, name, [vector for vector in stored if vector.function == name])


register_all()
