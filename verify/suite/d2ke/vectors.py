"""The stored test vectors, one check a function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from verify import vectors
from verify.record import Outcome
from verify.registry import check

VECTORS = vectors.load("d2ke")


def register(name: str) -> None:
    """The check of one function on all its vectors."""
    chosen = [vector for vector in VECTORS if vector.function == name]

    def stored_vectors(target: Any, run: Any) -> Iterator[Outcome]:
        function = target.get(f"d2ke.{name}")
        for vector in chosen:
            outcome = vectors.judge(vector, function)
            yield replace(outcome, detail=f"vector {vector.id}: {outcome.detail}")

    stored_vectors.__name__ = f"{name}_answers_the_stored_vectors"
    stored_vectors.__doc__ = f"Every stored vector of {name}, invalid ones too, is answered so."
    check(
        f"d2ke/vectors/{name}",
        place="verify/vectors/d2ke.json",
        needs=f"d2ke.{name}",
        since="0.1",
    )(stored_vectors)


for _name in dict.fromkeys(vector.function for vector in VECTORS):
    register(_name)
