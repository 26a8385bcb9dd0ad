"""What SFM costs: parsing (Table III), feature maps (Figures 2, 3), all of it (Table VI).

Growth and order are judged by steps and bytes (`counting`); CPU seconds of one thread are shown
beside them. What LIBLINEAR and LIBSVM allocate themselves is not seen.

A cost that would be too large is extrapolated, by the law that the method has: linear in the number
of strings for feature maps, in that of pairs for kernel matrices, in the cells of the dynamic
programs for alignments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.sfm.counting import peak_bytes, steps
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
PEAKS = 3  # taken of a call
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


# ------------------------------------------------------------------------------ Table III


def parsing(sample: Sample) -> dict[str, Any]:
    """Table III for one corpus: ESP and CGK, of all strings and of every eighth."""
    strings, part = sample.strings, sample.strings[::8]
    occurs = np.zeros(_cgk_length(sample) * (len(sample.letters) + 1), dtype=bool)

    def embed(some: Sequence[str]) -> None:
        for V in cgk_blocks(sample, some):
            occurs[V.indices] = True

    def both(some: Sequence[str]) -> dict[str, Callable[[], Any]]:
        return {"ESP": lambda: characteristic_vectors(some), "CGK": lambda: embed(some)}

    held = both(strings)["ESP"], both(strings[: _rows_of_a_block(sample)])["CGK"]
    return {
        "strings": len(strings),
        "characters": int(sample.lengths.sum()),
        "part_characters": sum(map(len, part)),
        "letters": len(sample.letters),
        "seconds": {
            name: seconds(call, repeats=1 if name == "CGK" else _REPEATS)
            for name, call in both(strings).items()
        },
        "steps": {name: steps(call) for name, call in both(strings).items()},
        "part_steps": {name: steps(call) for name, call in both(part).items()},
        "megabytes": {
            name: peak_bytes(call) / MEGABYTE
            for name, call in zip(("ESP", "CGK"), held, strict=True)
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


def steps_and_megabytes(V: sparse.csr_matrix, D: int, call: Callable[[], Any]) -> tuple[int, float]:
    """Steps of such a call, and its peak beyond the features themselves.

    What a first call loads has been loaded when the peak is taken, and what other threads of the
    process allocate meanwhile is not in the least of several.
    """
    count = steps(call)
    peak = min(peak_bytes(call) for _ in range(PEAKS))
    return count, (peak - V.shape[0] * D * DOUBLE) / MEGABYTE


def matrix_gibibytes(D: int, d: int) -> float:
    """What FM stores: D / 2 rows of d doubles."""
    return D // 2 * d * DOUBLE / 2**30


# ------------------------------------------------------------------------------ Table VI

# strings that are measured, by what the cost goes with; all of a corpus that has fewer
MEASURED = {
    "quick": {"ESP": 600, "CGK": 120, "D2KE": 120, "pairs": 300, "cells": 32},
    "full": {"ESP": 10000, "CGK": 1000, "D2KE": 500, "pairs": 2000, "cells": 100},
}
_COUNTED = 8  # one in so many of these, for steps
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
    """Table VI: what it takes to build features or a kernel of all strings, and to train on them.

    One setting, beta = 100 (or the one in the middle of the grid) and C = 1. Steps of building are
    counted on fewer strings, and extrapolated by the same law. The few strings that alignments are
    timed on say nothing about training, which is None there.
    """
    kind = _KIND[name]
    part = few(sample, MEASURED[scale][kind])
    started = process_time()
    matrix = _builder(sample, part, name, D)()
    found: dict[str, Any] = {
        "strings": len(sample.strings),
        "measured_on": len(part.strings),
        "building": (process_time() - started) * _law(kind, sample, part),
        "training": None,
    }
    if kind != "cells":  # too few to train on
        learner = linear if name in FEATURE_MAPS else kernel
        everything = np.arange(len(part.strings))
        started = process_time()
        learner(matrix, part.y, everything, everything[:1], 1.0)
        found["training"] = (process_time() - started) * _law(kind, sample, part)
    counted = few(part, -(-len(part.strings) // _COUNTED))
    count = steps(_builder(sample, counted, name, D))
    return found | {"steps": count * _law(kind, sample, counted)}


def _law(kind: str, sample: Sample, part: Sample) -> float:
    """How much more all strings cost than some of them."""
    share = len(sample.strings) / len(part.strings)
    return {"pairs": share**2, "cells": cells(sample) / cells(part)}.get(kind, share)


def _builder(sample: Sample, part: Sample, name: str, D: int) -> Callable[[], NDArray[np.float64]]:
    """A call that builds features or a kernel matrix of some strings of a corpus."""
    if name == "SFMEDM":
        return lambda: sfmedm(part.strings, D, 100.0, part.rng("hash"))
    if name == "SFMCGK":

        def mapped() -> NDArray[np.float64]:
            V = sparse.vstack(list(cgk_blocks(sample, part.strings)), format="csr")
            return sfm(V, D, 100.0, *sample_hash(V.shape[1], sample.rng("hash")))

        return mapped
    if name == "D2KE":

        def embedded() -> NDArray[np.float64]:
            omegas = d2ke.random_strings(D, part.letters, (2, 50), part.rng("omegas"))
            return d2ke.feature_map(part.strings, omegas, 0.01, "levenshtein")

        return embedded
    settings = SYSTEMS[name].parts
    middle = settings[len(settings) // 2]
    return lambda: next(iter(SYSTEMS[name].matrices(part, 0, middle, 0)))[1]
