"""Promises of our own about the functions of SFM: what they refuse, and what changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import equals, is_true
from gramcheck.paper_checks.ledger import Evidence, claim
from gramcheck.reference import sfm
from gramcheck.reference.types import Integers


def refusal(call: Callable[[], Any]) -> str:
    """The kind of error and the argument that its message begins with; nothing for no error."""
    try:
        call()
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {str(error).split()[0]}"
    return ""


@claim("own/sfm-refusals", place="Sections III-VII", checks=("bad-input", "bad-input-vectors/*"))
def refusals(run: Run) -> Evidence:
    """Bad arguments are refused before any work, by an error that names the argument.

    Before the first draw, which a generator shows: the maps of strings leave it as it was. (Until a
    review nothing was asked of the work.)
    """
    rng = run.rng()
    V, (array1, array2) = np.ones((2, 3)), sfm.sample_hash(3, rng)
    refused = {
        "ValueError: D": lambda: sfm.sfm(V, 3, 1.0, array1, array2),
        "ValueError: beta": lambda: sfm.sfm(V, 4, 0.0, array1, array2),
        "ValueError: epsilon": lambda: sfm.concentration_bound(-1.0, 4),
        "ValueError: variant": lambda: sfm.esp_tree("AB", "cn"),
        "TypeError: strings": lambda: sfm.characteristic_vectors("AB"),
        "TypeError: rng": lambda: sfm.sample_hash(3, 0),  # type: ignore[arg-type]  # to be refused
    }
    found = [refusal(call) for call in refused.values()]
    before = str(rng.bit_generator.state)
    maps = [getattr(sfm, name) for name in ("sfmedm", "fmedm", "sfmcgk", "fmcgk")]
    named = [
        refusal(partial(method, strings, D, beta, rng))
        for method in maps
        for strings, D, beta in ((["AB"], 3, 1.0), (["AB"], 4, -1.0), ("AB", 4, 1.0))
    ]
    return Evidence(
        printed=[
            equals(found, list(refused), name="errors, and what they name"),
            equals(
                named,
                ["ValueError: D", "ValueError: beta", "TypeError: strings"] * len(maps),
                name="of the maps of strings",
            ),
            is_true(
                str(rng.bit_generator.state) == before,
                f"{len(named)} refusals",
                name="the generator is as it was",
            ),
        ]
    )


@claim(
    "own/sfm-side-effects",
    place="Section IV, Algorithm 2",
    checks=("no-side-effects", "memory-layout"),
    about=("algorithm-2",),
)
def side_effects(run: Run) -> Evidence:
    """Arguments stay as they are, and neither the format of V nor the rows beside it matter.

    Columns of a sparse V that are in no order stay so. (Until a review only a dense one was asked.)
    """
    rng = run.rng()
    V, arrays = rng.integers(0, 3, size=(5, 30)), sfm.sample_hash(30, rng)
    before = V.copy(), arrays[0].copy(), arrays[1].copy()
    z = sfm.sfm(V, 16, 20.0, *arrays)
    rows = np.vstack([sfm.sfm(row[None], 16, 20.0, *arrays) for row in V])
    of_sparse = sfm.sfm(sparse.csr_array(V), 16, 20.0, *arrays)
    loose, was = backwards(V), backwards(V)
    sfm.sfm(loose, 16, 20.0, *arrays)
    return Evidence(
        printed=[
            equals(
                [int(np.count_nonzero(a != b)) for a, b in zip((V, *arrays), before, strict=True)],
                [0, 0, 0],
                name="entries of V, array1 and array2 that changed",
            ),
            equals(
                [
                    int(np.count_nonzero(getattr(loose, part) != getattr(was, part)))
                    for part in ("data", "indices")
                ],
                [0, 0],
                name="counts and columns that changed in a sparse V, columns in reverse order",
            ),
            equals(
                [int(np.count_nonzero(other != z)) for other in (of_sparse, rows)],
                [0, 0],
                name="features that are others in any bit for a sparse V, and row by row",
            ),
        ]
    )


def backwards(V: Integers) -> sparse.csr_array:
    """A sparse matrix whose columns are in reverse order in each row."""
    sorted_one = sparse.csr_array(V)
    rows = pairwise(sorted_one.indptr)
    order = np.concatenate([np.arange(begin, end)[::-1] for begin, end in rows])
    parts = sorted_one.data[order], sorted_one.indices[order], sorted_one.indptr
    return sparse.csr_array(parts, shape=V.shape)
