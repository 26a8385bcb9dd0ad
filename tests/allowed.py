"""What each outcome of a check allows: ``python -m tests.allowed CLAIM ...``.

The table ``allowed.json`` has, for each ``yield`` (:mod:`tests.outcomes`), how many outcomes there
are on the reference, and the least and the largest tolerance of their comparisons. What hypothesis
draws is left out. Of many rounds :mod:`tests.sensitivity` sees the one that sees most; here the one
that allows most is seen to allow more, and a round that is left out, if none is added. That is told
by :mod:`tests.mutation`, and of some checks by ``tests/verify/test_given.py``. Where processors
differ in the numbers, the count alone is kept; bounds of one-sided comparisons are no tolerances.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import compare
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import Check
from gramcheck.verify.runner import suite_registry
from tests.outcomes import watch

TABLE = Path(__file__).parent / "allowed.json"
TABLED: dict[str, list[float]] = json.loads(TABLE.read_text(encoding="utf-8"))
MORE, AGREED = 1.01, 0.001  # times what was allowed, and what processors may differ by
NEWEST = "X86_V4" if np.lib.NumpyVersion(np.__version__) >= "2.4.0" else "AVX512F"
OLDER = {"NPY_DISABLE_CPU_FEATURES": NEWEST, "OPENBLAS_CORETYPE": "Haswell"}


def allowed(check: Check) -> dict[str, list[float]]:
    """By place: how many outcomes, and the least and the largest error that is allowed."""
    found: dict[str, list[float]] = {}
    errors: list[float] = []  # of the comparisons since the last outcome
    usual = compare._tolerance

    def tolerance(*arguments: Any) -> Any:
        error, complaint = usual(*arguments)
        errors.extend((float(np.min(error)), float(np.max(error))) if np.size(error) else ())
        return error, complaint

    def note(place: str, outcome: Outcome) -> Outcome:
        number, least, largest = found.get(place, (0, np.inf, 0.0))
        found[place] = [number + 1, min([least, *errors]), max([largest, *errors])]
        errors.clear()
        return outcome

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compare, "_tolerance", tolerance)
        watch(check, verify.load("gramcheck.reference"), note, drawn=False)
    return {
        f"{check.id} | {place}": [
            n,
            *(float(f"{e:.4g}") for e in (least, largest) if n and least < np.inf),
        ]
        for place, (n, least, largest) in found.items()
    }


def missed(check: Check) -> str:
    """An outcome that comes less often than it did, or that allows more."""
    here = allowed(check)
    for line, (number, *errors) in TABLED.items():
        if line.startswith(f"{check.id} | "):
            n, *now = here.get(line, [0])
            if n < number:
                return f"{line}: {n} outcomes, where there were {number}"
            if errors and not now:
                return f"{line}: compares no more"
            if any(e > MORE * then for e, then in zip(now, errors, strict=False)):
                return f"{line}: allows {now}, where it was {errors}"
    return ""


def agreed(globs: list[str]) -> dict[str, list[float]]:
    """What is allowed on this processor, less what it would not be without its newest vectors."""
    command = [sys.executable, "-m", "tests.allowed", "--show", *globs]
    here, elsewhere = (
        json.loads(
            subprocess.run(command, env=os.environ | env, stdout=subprocess.PIPE, check=True).stdout
        )
        for env in ({}, OLDER)
    )
    found = {}
    for line in here.keys() & elsewhere.keys():
        (n, *errors), (m, *others) = here[line], elsewhere[line]
        same = len(errors) == len(others) and np.allclose(errors, others, rtol=AGREED, atol=0)
        found[line] = [min(n, m), *(errors if same else ())]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("globs", nargs="+", help="on claims or checks")
    parser.add_argument("--show", action="store_true", help="what is allowed here, and no more")
    arguments = parser.parse_args()
    checks = suite_registry().select(arguments.globs)
    if arguments.show:
        print(json.dumps({line: it for check in checks for line, it in allowed(check).items()}))
        return
    for line in [line for line in TABLED if line.partition(" | ")[0] in {c.id for c in checks}]:
        del TABLED[line]
    TABLED.update(agreed(arguments.globs))
    lines = (f" {json.dumps(line)}: {json.dumps(TABLED[line])}" for line in sorted(TABLED))
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
