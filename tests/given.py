"""What each check gives to the functions that it asks: ``python -m tests.given CLAIM ...``.

The table ``given.json`` has, for each check and function, how many different calls there are, how
many numbers or letters in the largest of them, numbers of what size and sign, and what kinds of
arguments. What hypothesis draws is left out, since it differs between its versions. A check that
gives less than it did has lost a case, be it one that no fault needs; :mod:`tests.mutation` tells
it, and ``tests/verify/test_given.py`` of some checks. That it gives more is never told. Functions,
generators and results are told apart by their names alone, and methods of results are not watched.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse

from gramcheck import verify
from gramcheck.verify.registry import Check
from gramcheck.verify.runner import suite_registry
from tests.outcomes import watch

TABLE = Path(__file__).parent / "given.json"
TABLED: dict[str, dict[str, Any]] = json.loads(TABLE.read_text(encoding="utf-8"))
OF_ROUNDING = 1e-25, 1e-12  # numbers in between may be what is left of 0, and 0 elsewhere


@dataclass
class Given:
    """What a function was called with."""

    calls: set[bytes] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    longest: int = 0
    sizes: list[float] = field(default_factory=list)  # the least and the largest of an argument
    negative: bool = False

    def spied(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its arguments noted."""

        def call(*args: Any, **how: Any) -> Any:
            digest, length = hashlib.sha256(), 0
            digest.update(repr(sorted(how)).encode())
            for each in parts((*args, *(how[name] for name in sorted(how)))):
                kind = f"{each.dtype}, {each.ndim}" if isinstance(each, np.ndarray) else repr(each)
                digest.update(kind.encode())
                if isinstance(each, np.ndarray):
                    self.kinds.add(kind)
                    self._note(each)
                    digest.update(np.ascontiguousarray(each).tobytes())
                    length += each.size
            self.calls.add(digest.digest())
            self.longest = max(self.longest, length)
            return function(*args, **how)

        return call

    def _note(self, numbers: Any) -> None:
        """Sizes and signs of the numbers that count."""
        if numbers.dtype.kind not in "iuf":
            return
        known = numbers[np.isfinite(numbers)].astype(float)
        size = np.abs(known)
        counts = ((size > 0) & (size < OF_ROUNDING[0])) | (size > OF_ROUNDING[1])
        if counts.any():
            self.sizes += [float(size[counts].min()), float(size[counts].max())]
            self.negative |= bool((known[counts] < 0).any())

    def told(self) -> dict[str, Any]:
        """What is kept of it; sizes as powers of ten."""
        told = {"calls": len(self.calls), "longest": self.longest, "kinds": sorted(self.kinds)}
        if self.sizes:
            least, most = (math.floor(math.log10(f(self.sizes))) for f in (min, max))
            told |= {"least": min(least, 0), "most": most, "negative": self.negative}
        return told


def parts(value: Any) -> Iterator[Any]:
    """Arrays of numbers, letters and truth values, and words for what is none."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufcUV":
        yield value
    elif isinstance(value, np.ndarray):
        yield from parts(value.tolist())
    elif isinstance(value, str):
        letters = np.frombuffer(value.encode("utf-32-le", "surrogatepass"), np.uint32)
        yield letters.astype("V4")  # which have no size
    elif isinstance(value, bool | np.bool_ | int | float | np.number):
        is_long = isinstance(value, int) and value.bit_length() > 63
        yield str(value) if is_long else np.array(value)
    elif scipy.sparse.issparse(value):
        yield from (value.format, value.tocoo().row, value.tocoo().col, value.data)
    elif isinstance(value, list | tuple | dict):
        yield type(value).__name__
        for each in value.items() if isinstance(value, dict) else value:
            yield from parts(each)
    elif isinstance(value, bytes | set | frozenset):
        yield repr(sorted(value))
    else:  # generators, functions, results, None
        yield getattr(value, "__name__", type(value).__name__)


def given(check: Check) -> dict[str, dict[str, Any]]:
    """By function what a check gives it, on the reference and without what is drawn."""
    target = verify.load("gramcheck.reference")
    found = {name: Given() for name in check.needs}
    for name, noted in found.items():
        target = verify.replace(target, name, noted.spied(target.get(name)))
    watch(check, target, lambda _, outcome: outcome, drawn=False)
    return {f"{check.id} | {name}": each.told() for name, each in found.items() if each.calls}


def missed(check: Check) -> str:
    """What a check has given, as the table says, and gives no more."""
    here = given(check)
    for line, then in TABLED.items():
        if line.startswith(f"{check.id} | "):
            now = here.get(line, {})
            for what, it in then.items():
                if not is_as_much(what, it, now.get(what)):
                    return f"{line}: {what} {it}, now {now.get(what)}"
    return ""


def is_as_much(what: str, then: Any, now: Any) -> bool:
    """Whether what is given now is no less than then."""
    if now is None:
        return False
    if what == "kinds":
        return set(then) <= set(now)
    return bool(now <= then if what == "least" else now >= then)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("globs", nargs="+", help="on claims or checks")
    for check in suite_registry().select(parser.parse_args().globs):
        for line in [line for line in TABLED if line.startswith(f"{check.id} | ")]:
            del TABLED[line]
        TABLED.update(given(check))
    lines = (f" {json.dumps(line)}: {json.dumps(TABLED[line])}" for line in sorted(TABLED))
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
