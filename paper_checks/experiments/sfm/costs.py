"""What SFM costs, measured: parsing (Table III), feature maps (Figures 2, 3), all (Table VI).

Seconds are CPU seconds of one thread; megabytes are the peak of what Python and NumPy allocate
(tracemalloc), less the result where "beyond the result" is said. What LIBLINEAR and LIBSVM allocate
themselves is not seen.

A cost that would be too large is extrapolated, by the law that the method has: linear in the number
of strings for feature maps, in that of pairs for kernel matrices, in the cells of the dynamic
programs for alignments.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.sfm.protocol import kernel, linear
from gramcheck.paper_checks.experiments.sfm.systems import DOUBLE, FEATURE_MAPS, SYSTEMS, cells
from gramcheck.paper_checks.experiments.sfm.tasks import GENERATED, REAL, Sample, Task, few
from gramcheck.reference import d2ke
from gramcheck.reference.sfm import (
    cauchy_matrix,
    cgk_embed,
    cgk_vectors,
    characteristic_vectors,
    rff,
    sample_hash,
    sfm,
    sfmedm,
)

MEGABYTE = 2**20
_BLOCK = 2**24  # characters of CGK's output at a time
_REPEATS = 2  # the least counts: others may use the machine
_SPENT = 0.1  # CPU seconds; a short call is made more often


def available(data: DataDirectory) -> list[Task]:
    """The generated corpus, and the data sets that are there."""
    return [GENERATED, *(task for task in REAL if not data.missing([task.name]))]


def seconds(function: Callable[[], Any], repeats: int = _REPEATS) -> float:
    """CPU seconds, the least of some calls."""
    found: list[float] = []
    while len(found) < repeats or sum(found) < _SPENT:
        started = process_time()
        function()
        found.append(process_time() - started)
    return min(found)


def megabytes(function: Callable[[], Any], beyond_result: bool = False) -> float:
    """Peak of what a call allocates."""
    tracemalloc.start()
    try:
        result = function()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return (peak - (result.nbytes if beyond_result else 0)) / MEGABYTE


# ------------------------------------------------------------------------------ Table III


def parsing(sample: Sample) -> dict[str, Any]:
    """Table III for one corpus: ESP and CGK, of all strings and of every eighth."""
    strings, part = sample.strings, sample.strings[::8]
    occurs = np.zeros(_cgk_length(sample) * (len(sample.letters) + 1), dtype=bool)

    def embed(some: Sequence[str]) -> None:
        for V in cgk_blocks(sample, some):
            occurs[V.indices] = True

    first = strings[: _rows_of_a_block(sample)]
    return {
        "strings": len(strings),
        "characters": int(sample.lengths.sum()),
        "part_characters": sum(map(len, part)),
        "letters": len(sample.letters),
        "seconds": {
            "ESP": seconds(lambda: characteristic_vectors(strings)),
            "CGK": seconds(lambda: embed(strings), repeats=1),
        },
        "part_seconds": {
            "ESP": seconds(lambda: characteristic_vectors(part)),
            "CGK": seconds(lambda: embed(part), repeats=1),
        },
        "megabytes": {
            "ESP": megabytes(lambda: characteristic_vectors(strings)),
            "CGK": megabytes(lambda: embed(first)),
        },
        "d": {"ESP": sample.esp.shape[1], "CGK": len(occurs)},
        "d_occurring": {"ESP": sample.esp.shape[1], "CGK": int(occurs.sum())},
    }


def cgk_blocks(sample: Sample, strings: Sequence[str]) -> Iterator[sparse.csr_matrix]:
    """CGK vectors of some strings of a corpus, in bounded memory; bits and length are of it all."""
    length, rows = _cgk_length(sample), _rows_of_a_block(sample)
    for begin in range(0, len(strings), rows):
        block = strings[begin : begin + rows]
        embedded = cgk_embed(block, sample.rng("CGK"), length, sample.letters)
        yield cgk_vectors(embedded, len(sample.letters))


def _rows_of_a_block(sample: Sample) -> int:
    return max(1, _BLOCK // _cgk_length(sample))


def _cgk_length(sample: Sample) -> int:
    return 3 * int(sample.lengths.max())


# ------------------------------------------------------------------------------ Figures 2 and 3


def projection(V: sparse.csr_matrix, name: str, D: int, rng: np.random.Generator) -> Any:
    """A call that builds features, random numbers included: of SFM, or of FM with its matrix."""
    d = V.shape[1]
    if name == "SFM":
        return lambda: sfm(V, D, 1.0, *sample_hash(d, rng))
    V = V.astype(np.float64)
    return lambda: rff(V, cauchy_matrix(D, d, 1.0, rng))


def matrix_gibibytes(D: int, d: int) -> float:
    """What FM stores: D / 2 rows of d doubles."""
    return D // 2 * d * DOUBLE / 2**30


# ------------------------------------------------------------------------------ Table VI

# strings that are measured, by what the cost goes with; all of a corpus that has fewer
MEASURED = {
    "quick": {"ESP": 600, "CGK": 120, "D2KE": 120, "pairs": 300, "cells": 32},
    "full": {"ESP": 10000, "CGK": 1000, "D2KE": 500, "pairs": 2000, "cells": 100},
}
_KIND = {
    "SFMEDM": "ESP",
    "SFMCGK": "CGK",
    "D2KE": "D2KE",
    "EDMKernel": "pairs",
    "CGKKernel": "pairs",
    "STK17": "pairs",
    "GAK": "cells",
    "LAK": "cells",
}


def whole_run(sample: Sample, name: str, D: int, scale: str) -> dict[str, Any]:
    """Table VI: seconds to build features or a kernel of all strings and to train on them.

    One setting, beta = 100 (or the one in the middle of the grid) and C = 1. The few strings that
    alignments are timed on say nothing about training, which is None there.
    """
    kind = _KIND[name]
    part = few(sample, MEASURED[scale][kind])
    if kind == "CGK":
        V = sparse.vstack(list(cgk_blocks(sample, part.strings)), format="csr")
        build = lambda: sfm(V, D, 100.0, *sample_hash(V.shape[1], sample.rng("hash")))  # noqa: E731
        embedding = seconds(lambda: sum(1 for _ in cgk_blocks(sample, part.strings)), 1)
    else:
        build, embedding = _builder(part, name, D), 0.0
    started = process_time()
    matrix = build()
    building = process_time() - started + embedding
    share = len(sample.strings) / len(part.strings)
    law = {"pairs": share**2, "cells": cells(sample) / cells(part)}.get(kind, share)
    found: dict[str, Any] = {
        "strings": len(sample.strings),
        "measured_on": len(part.strings),
        "building": building * law,
        "training": None,
    }
    if kind != "cells":  # too few to train on
        learner = linear if name in FEATURE_MAPS else kernel
        everything = np.arange(len(part.strings))
        started = process_time()
        learner(matrix, part.y, everything, everything[:1], 1.0)
        found["training"] = (process_time() - started) * law
    return found


def _builder(part: Sample, name: str, D: int) -> Callable[[], NDArray[np.float64]]:
    if name == "SFMEDM":
        return lambda: sfmedm(part.strings, D, 100.0, part.rng("hash"))
    if name == "D2KE":

        def embedded() -> NDArray[np.float64]:
            omegas = d2ke.random_strings(D, part.letters, (2, 50), part.rng("omegas"))
            return d2ke.feature_map(part.strings, omegas, 0.01, "levenshtein")

        return embedded
    settings = SYSTEMS[name].parts("quick")
    return lambda: next(iter(SYSTEMS[name].matrices(part, 0, settings[len(settings) // 2])))[1]
