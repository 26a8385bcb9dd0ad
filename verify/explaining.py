"""What can be said of a failure beside what came and what was wanted; a hint, never a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from gramcheck.verify import precision
from gramcheck.verify.contract import contracts
from gramcheck.verify.record import LackingError
from gramcheck.verify.registry import Check
from gramcheck.verify.target import Target

_NUMPY = (np.ndarray, np.generic)
_COARSE = "returns {0}; --precision {0} judges it as such"


def explained(check: Check, target: Target) -> list[str]:
    """What the implementation did to its arguments, returned and may follow, a sentence each."""
    return [*target.changed, *_coarse_result(target), *_diagnosis(check, target)]


def _coarse_result(target: Target) -> list[str]:
    """That the last result has fewer digits than float64, if nobody has said so to the run."""
    if precision.current().type != "float64" or not isinstance(target.result, _NUMPY):
        return []
    type_ = target.result.dtype.name
    return [_COARSE.format(type_)] if type_ in ("float16", "float32") else []


def _diagnosis(check: Check, target: Target) -> list[str]:
    """The conventions that the implementation seems to follow; a crash on the way says nothing."""
    if not (diagnose := check.diagnose or _usual_diagnosis(check)):
        return []
    try:
        return list(diagnose(target))
    except LackingError:
        return []
    except Exception as error:
        if target.raised(error):
            return []
        raise


def _usual_diagnosis(check: Check) -> Callable[[Target], Sequence[str]] | None:
    """That of the function, where a check of its mathematics needs no other."""
    [name, *others] = check.needs
    if others or name not in contracts() or "/bad-input" in check.claim:
        return None
    from gramcheck.verify.conventions import diagnoser  # slow to import

    return diagnoser(name)  # which says nothing where there is no table
