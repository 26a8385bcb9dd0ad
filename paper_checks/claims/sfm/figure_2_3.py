"""Section VII-B: Figures 2 and 3, memory and time of features over D, with and without a matrix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.costs import (
    available,
    matrix_gibibytes,
    projection,
    seconds,
    steps_and_megabytes,
)
from gramcheck.paper_checks.experiments.sfm.printed import COSTS, DIMENSIONS
from gramcheck.paper_checks.experiments.sfm.systems import cgk, esp
from gramcheck.paper_checks.experiments.sfm.tasks import TASKS, few, whole
from gramcheck.paper_checks.findings import at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Results, Table, Unit, claim
from gramcheck.reference import sfm

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STRINGS = {"quick": 100, "full": 2000}
SIZES = {"quick": DIMENSIONS[:3], "full": DIMENSIONS}  # D by scale
GIBIBYTES = {"quick": 1.0, "full": 8.0}  # of a stored matrix; larger ones are computed, not made
A_BIT_EACH = 1 / 16  # bytes for each unit of D and of d, where D/2 rows of d hold one bit each
EMBEDDINGS = {"EDM": esp, "CGK": cgk}
MAPS = tuple(f"{kind}{embedding}" for embedding in EMBEDDINGS for kind in ("SFM", "FM"))


def build(run: Run, task: str, name: str, D: int) -> dict[str, Any]:
    """Features of some strings of one set: seconds, steps, peak megabytes beyond the features."""
    kind, embedding = name[:-3], name[-3:]
    sample = few(whole(TASKS[task], run.data, run.seed), STRINGS[run.scale])
    V = EMBEDDINGS[embedding](sample, 0)
    found = {"d": V.shape[1], "strings": V.shape[0], "nonzeros": V.nnz}
    if kind == "FM" and matrix_gibibytes(D, V.shape[1]) > GIBIBYTES[run.scale]:
        return found
    call = projection(V, kind, D, run.rng())
    count, held = steps_and_megabytes(V, D, call)
    return found | {"seconds": seconds(call), "steps": count, "megabytes": held}


def units(run: Run) -> list[Unit]:
    """One for each data set that is there, map and D."""
    return [
        Unit(f"{task.name}/{name}/{D}", build, {"task": task.name, "name": name, "D": D})
        for task in available(run.data)
        for name in MAPS
        for D in SIZES[run.scale]
    ]


def curves(results: Results) -> Iterator[tuple[str, str, dict[int, Mapping[str, Any]]]]:
    """Data set, map, and what was measured by D."""
    found: dict[tuple[str, str], dict[int, Mapping[str, Any]]] = {}
    for key, record in results.items():
        task, name, D = key.split("/")
        found.setdefault((task, name), {})[int(D)] = record
    for (task, name), by_D in found.items():
        yield task, name, dict(sorted(by_D.items()))


@claim("sfm/figure-2", place="Section VII-B, Figure 2", units=units)
def memory_over_D(run: Run, results: Results) -> Evidence:
    """SFMs need memory linear in d whatever D is; FMs need the D/2 rows of d numbers besides.

    Measured is the peak beyond the features themselves, and judged its growth from each D to the
    next, the smallest left out: a matrix of doubles has 4 bytes for each unit of D and of d. What
    keeps anything of each random number has a bit of it, 1/16 byte for a unit; an SFM is to stay
    below a tenth of that, which leaves room for the objects of Python, some hundred bytes in all.
    (Until a review a tenth of a byte was allowed, more than a matrix of bits has. Until a full run
    the largest peak of an SFM was to be at most 1.25 times the smallest. It is 1.37 on the shortest
    vectors, whose features fill no block at D = 128, and grows no more from D = 512 on; nor does it
    with another seed.) That what SFMs hold is linear in d is judged at one D by sfm/space. The
    numbers of the text follow from d: 4 d D bytes for FMEDM at D = 16384 (1.1 TB for Sports, 323 GB
    for Compound), and for SFMEDM the 16 bytes that the reference's hash has for a coordinate
    (280 MB and 80 MB), in units of 2^10, 2^20 ...
    """
    grows: dict[str, list[float]] = {"SFM": [], "FM": []}
    for _task, name, by_D in curves(results):
        done = {D: r for D, r in by_D.items() if "megabytes" in r}
        for (low, before), (high, last) in pairwise(list(done.items())[len(done) > 2 :]):
            bytes_each = (last["megabytes"] - before["megabytes"]) * 2**20 / (high - low)
            grows[name[:-3]].append(bytes_each / last["d"])
    d = {name: row.d[0] for name, row in COSTS.items()}
    large = [matrix_gibibytes(16384, d[name]) for name in ("Sports", "Compound")]
    a_coordinate = sum(array.nbytes for array in sfm.sample_hash(1000, run.rng())) / 1000
    words = [a_coordinate * d[name] / 2**20 for name in ("Sports", "Compound")]
    return Evidence(
        printed=[
            at_most(
                grows["SFM"],
                A_BIT_EACH / 10,
                name="SFM: further bytes for each unit of D and of d",
            ),
            holds(grows["FM"], 4.0, rtol=0.1, name="FM: further bytes for each unit of D and of d"),
            holds(large[0] / 1024, 1.1, atol=0.05, name="FMEDM, Sports, D = 16384: TiB"),
            holds(large[1], 323.0, atol=1.0, name="FMEDM, Compound, D = 16384: GiB"),
            holds(words, [280.0, 80.0], atol=1.0, name="SFMEDM, Sports and Compound: MiB"),
        ],
        table=_table(results, "megabytes", "MB beyond the features"),
        picture=_pictures(results, "megabytes", "megabytes beyond the features"),
        note="Matrices of FM above "
        f"{GIBIBYTES[run.scale]:g} GiB are not made; their size is in the table.",
    )


@claim("sfm/figure-3", place="Section VII-B, Figure 3", units=units)
def time_over_D(run: Run, results: Results) -> Evidence:
    """Time for building features increases linearly with D for each method.

    Steps are counted; seconds are shown beside them. A step is a line of the reference or an entry
    that is handed to one of its functions; the work inside a single call of NumPy has none, and is
    in the seconds alone. What does not depend on D is taken off: judged is the growth between the
    last two D measured over that between the first two, as an exponent.
    """
    exponents = [
        exponent
        for _task, _name, by_D in curves(results)
        if (exponent := growth({D: r["steps"] for D, r in by_D.items() if "steps" in r}))
    ]
    return Evidence(
        printed=holds(exponents, 1.0, atol=0.05, name="growth of the steps with that of D"),
        measured={"exponents": exponents},
        table=[_table(results, "steps", "steps"), _table(results, "seconds", "CPU s")],
        picture=_pictures(results, "seconds", "CPU seconds"),
    )


def growth(steps_by_D: Mapping[int, float]) -> float | None:
    """Exponent e for which steps are a + b D^e, at D in geometric steps; None for less than 3."""
    if len(steps_by_D) < 3:
        return None
    D, t = (np.array(list(part)) for part in (steps_by_D, steps_by_D.values()))
    first, last = t[1] - t[0], t[-1] - t[-2]
    return float(np.log(max(last / first, 1e-9)) / np.log((D[-1] - D[-2]) / (D[1] - D[0])))


def _table(results: Results, quantity: str, label: str) -> Table:
    rows = []
    for task, name, by_D in curves(results):
        for D, record in by_D.items():
            matrix = None if name.startswith("SFM") else matrix_gibibytes(D, record["d"])
            size = (record["strings"], record["nonzeros"], record["d"])
            rows.append((task, name, D, record.get(quantity), *size, matrix))
    columns = ["data", "map", "D", label, "strings", "nonzeros", "d", "stored matrix, GiB"]
    return Table(columns, rows, title=f"{label}, by D")


def _pictures(results: Results, quantity: str, ylabel: str) -> list[Figure]:
    by_task: dict[str, dict[str, list[float]]] = {}
    Ds: list[int] = []
    for task, name, by_D in curves(results):
        Ds = list(by_D)
        by_task.setdefault(task, {})[name] = [r.get(quantity, np.nan) for r in by_D.values()]
    return [
        plots.curves(
            Ds, y, xlabel="D", ylabel=ylabel, logx=True, logy=True, title=_title(task, results)
        )
        for task, y in by_task.items()
    ]


def _title(task: str, results: Results) -> str:
    strings = next(r["strings"] for key, r in results.items() if key.startswith(f"{task}/"))
    return f"{task}, {strings} strings"
