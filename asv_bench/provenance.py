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

PACKAGES = (
    *("numpy", "scipy", "rapidfuzz", "dtaidistance", "aeon", "numba", "tslearn", "POT"),
    *("scikit-learn", "clarabel", "osqp", "scs"),
)
CPUINFO = Path("/proc/cpuinfo")  # where Linux tells more than a name
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
        "processor": processor_named(machine["cpu"] or platform.machine(), told),
        "processors": machine["num_cpu"],
        "system": machine["os"],
    }


def processor_named(name: str, told: str) -> str:
    """With family and model, which tell those of one name apart, where Linux has ``told`` them."""
    found = {key: re.search(rf"^{key}\s*: (\d+)$", told, re.M) for key in ("cpu family", "model")}
    numbers = [f"{key.split()[-1]} {number[1]}" for key, number in found.items() if number]
    return f"{name} ({', '.join(numbers)})" if numbers else name


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
    times = [each[end]["time"] for each in records for end in ("begin", "end")]
    loads = {end: extremes(each[end]["load"] for each in records) for end in ("begin", "end")}
    return (
        f"Commit {first['commit'][:SHORT]}{' + changes' * first['changes']}; Python "
        f"{first['python']}, {versions}; {first['processor']}, {first['processors']} processors, "
        f"{first['system']}; measured from {min(times)} to {max(times)} (UTC). The load of the "
        f"machine was {loads['begin']} when a family began and {loads['end']} when it ended, ours "
        "about 1; where it is above the number of processors, ratios mean more than times."
    )


def extremes(values: Iterable[float]) -> str:
    """The smallest and the largest, which may be the same."""
    ordered = sorted(values)
    return " to ".join(dict.fromkeys(f"{value:.1f}" for value in (ordered[0], ordered[-1])))


def alike(records: dict[str, Record]) -> list[list[str]]:
    """The families in groups that were measured in the same surroundings."""
    groups: dict[str, list[str]] = {}
    for family, record in records.items():
        same = {key: value for key, value in record.items() if key not in ("begin", "end")}
        groups.setdefault(json.dumps(same, sort_keys=True), []).append(family)
    return list(groups.values())
