"""Where a family's figures come from: written when they are measured, in a file of its own.

The files stand beside asv's results and end in ``.measured``, as asv reads every ``.json`` there.
"""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.compiled import compiler_named

PACKAGES = (
    *("numpy", "scipy", "rapidfuzz", "dtaidistance", "aeon", "numba", "tslearn", "POT"),
    *("scikit-learn", "metric-learn", "clarabel", "osqp", "scs"),
)
CPUINFO = Path("/proc/cpuinfo")  # where Linux tells more than a name
UNTOLD = ("begin", "end", "env_name")  # of each family its own, or asv's name of the same
SHORT = 10  # digits of a commit, of forty

Record = dict[str, Any]


def moment() -> Record:
    """The time, and how many processes wanted a processor in the last minute."""
    return {"time": datetime.now(UTC).isoformat(" ", "minutes")[:16], "load": os.getloadavg()[0]}


def surroundings(machine: dict[str, str]) -> Record:
    """The programs and the machine; what a result can depend on beside the code."""
    told = CPUINFO.read_text("utf-8") if CPUINFO.exists() else ""
    return {
        "python": platform.python_version(),
        "versions": {name: version(name) for name in PACKAGES},
        "compiler": compiler_named(),
        "processor": processor_named(machine["cpu"] or platform.machine(), told),
        "avx512": has_avx512(told),
        "processors": machine["num_cpu"],
        "system": machine["os"],
    }


def processor_named(name: str, told: str) -> str:
    """With family and model, which tell those of one name apart, where Linux has ``told`` them."""
    found = {key: re.search(rf"^{key}\s*: (\d+)$", told, re.M) for key in ("cpu family", "model")}
    numbers = [f"{key.split()[-1]} {number[1]}" for key, number in found.items() if number]
    return f"{name} ({', '.join(numbers)})" if numbers else name


def has_avx512(told: str) -> bool | None:
    """Whether the processor has it, None where Linux has ``told`` no flags."""
    flags = re.search(r"^flags\s*:(.*)$", told, re.M)
    return "avx512f" in flags[1].split() if flags else None


def file_of(folder: Path, commit: str, family: str) -> Path:
    return folder / f"{commit[:SHORT]}-{family}.measured"


def write(folder: Path, commit: str, family: str, record: Record) -> None:
    file_of(folder, commit, family).write_text(json.dumps(record, indent=1) + "\n")


def read(folder: Path, commit: str) -> dict[str, Record]:
    """Records of a commit by family."""
    files = sorted(folder.glob(f"{commit[:SHORT]}-*.measured"))
    return {f.stem[SHORT + 1 :]: json.loads(f.read_text()) for f in files}


def sentence(records: list[Record]) -> str:
    """Where families come from that were measured in the same surroundings."""
    first = records[0]
    versions = ", ".join(" ".join(item) for item in first["versions"].items())
    compiler = first["compiler"] or "no compiler"
    avx512 = {True: " with AVX-512", False: " without AVX-512", None: ""}[first["avx512"]]
    times = [each[end]["time"] for each in records for end in ("begin", "end")]
    loads = {end: extremes(each[end]["load"] for each in records) for end in ("begin", "end")}
    return (
        f"Commit {first['commit'][:SHORT]}{' + changes' * first['changes']}; Python "
        f"{first['python']}, {versions}; {compiler}; {first['processor']}{avx512}, "
        f"{first['processors']} processors, {first['system']}; measured from {min(times)} to "
        f"{max(times)} (UTC). The load of the machine was {loads['begin']} when a "
        f"family began and {loads['end']} when it ended, ours about 1; where it is above "
        "the number of processors, ratios mean more than times."
    )


def extremes(values: Iterable[float]) -> str:
    """The smallest and the largest, which may be the same."""
    ordered = sorted(values)
    return " to ".join(dict.fromkeys(f"{value:.1f}" for value in (ordered[0], ordered[-1])))


def alike(records: dict[str, Record]) -> list[list[str]]:
    """The families in groups that were measured in the same surroundings."""
    groups: dict[str, list[str]] = {}
    for family, record in records.items():
        same = {key: value for key, value in record.items() if key not in UNTOLD}
        groups.setdefault(json.dumps(same, sort_keys=True), []).append(family)
    return list(groups.values())
