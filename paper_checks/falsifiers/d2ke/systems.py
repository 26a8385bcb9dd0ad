"""Section 5 and appendix B: systems that do something else."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, squared
from gramcheck.paper_checks.falsifiers.d2ke.random_objects import always_the_greatest_length


def smallest_label(_: Function) -> Function:
    """One class for all objects."""
    return lambda D, y, k, **ties: np.full(len(D), np.min(y))


@instead
def stretched_for_the_objects_themselves(
    embedding: Function, D: Any, R: int, D_new: Any = None
) -> Any:
    """A tenth longer for the objects embedded, not for those placed afterwards."""
    found = embedding(D, R, D_new)
    return 1.1 * found if D_new is None else (1.1 * found[0], found[1])


@instead
def one_object_for_all(representatives: Function, objects: Any, R: int, rng: Any) -> Any:
    """The first object, R times."""
    return [objects[0]] * R


@instead
def of_negative_type(_: Function, X: Any, Y: Any, distance: str) -> Any:
    """Square roots of distances on a line."""
    lengths = [np.array([ord(s[-1]) if s else 90 for s in Z], dtype=float) for Z in (X, Y)]
    return np.sqrt(np.abs(np.subtract.outer(*lengths)))


@instead
def of_the_distance_itself(dsk_nd: Function, D: Any, beta: float = 2, *origin: Any) -> Any:
    """-d whatever the power, as the other of appendix B's two descriptions has it."""
    return dsk_nd(D, 1, *origin)


falsify("d2ke/system-D2KE", wrong={"d2ke.feature_map": half})
falsify("d2ke/system-D2KE", wrong={"d2ke.random_strings": always_the_greatest_length})
falsify("d2ke/system-KNN", wrong={"d2ke.knn_predict": smallest_label})
falsify("d2ke/system-DSK-RBF", wrong={"d2ke.dsk_rbf": squared})
falsify("d2ke/system-DSK-ND", wrong={"d2ke.dsk_nd": of_the_distance_itself})
falsify(
    "d2ke/system-GDK-LED",
    wrong={"d2ke.pseudo_euclidean_embedding": stretched_for_the_objects_themselves},
)
falsify("d2ke/system-RSM", wrong={"d2ke.representative_set_map": squared})
falsify("d2ke/system-RSM", wrong={"d2ke.representatives": one_object_for_all})
falsify("errata/D16", wrong={"d2ke.cdist": of_negative_type})
