"""What the arguments of each check are good for: ``python -m tests.inputs CLAIM ...``.

A function gets the real numbers of its arrays and lists without their fractions, or without their
signs. A check that fails on that has given it some that count. Those that do are kept in
``inputs.json``, so that a check which no longer gives any is seen (:mod:`tests.mutation`).
Parameters, which are single numbers, stay as they are.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse

from gramcheck import verify
from gramcheck.verify import Status
from gramcheck.verify.registry import Check
from gramcheck.verify.runner import suite_registry
from tests.generated import EXAMPLES, record_of
from tests.sensitivity import numeric

TABLE = Path(__file__).parent / "inputs.json"
TABLED: list[str] = json.loads(TABLE.read_text(encoding="utf-8"))
LOST: dict[str, Callable[[Any], Any]] = {"fractions": np.trunc, "signs": np.abs}


def without(lost: Callable[[Any], Any], value: Any) -> Any:
    """Real numbers in arrays, in sparse matrices, and in lists and tuples, less what is lost."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return lost(value)
    if scipy.sparse.issparse(value):
        value = value.copy()
        value.data = without(lost, value.data)
        return value
    if isinstance(value, list | tuple):
        parts = [lost(v) if isinstance(v, float) else without(lost, v) for v in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


def counts(check: Check, name: str, what: str, examples: int = EXAMPLES) -> bool:
    """Whether a check does not pass where a function loses this of its arguments."""
    right, lost = verify.load("gramcheck.reference"), LOST[what]
    function = right.get(name)

    def loses(*args: Any, **how: Any) -> Any:
        args = tuple(without(lost, each) for each in args)
        return function(*args, **{n: without(lost, each) for n, each in how.items()})

    record = record_of(verify.replace(right, name, loses), check.id, examples)
    return record.status in (Status.FAILED, Status.ERROR)


def missed(check: Check) -> str:
    """What counted of the arguments of a check, and no longer does, however many are drawn."""
    for name in check.needs:
        for what in LOST:
            if f"{check.id} | {name} | {what}" in TABLED and not (
                counts(check, name, what) or counts(check, name, what, 10 * EXAMPLES)
            ):
                return f"{check.id}: {what} of {name}"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("globs", nargs="+", help="on claims or checks")
    lines = set(TABLED)
    for check, name in numeric(suite_registry().select(parser.parse_args().globs)):
        for what in LOST:
            line, found = f"{check.id} | {name} | {what}", counts(check, name, what)
            print(f"{line} | {found}", flush=True)
            lines = lines | {line} if found else lines - {line}
        TABLE.write_text(json.dumps(sorted(lines), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
