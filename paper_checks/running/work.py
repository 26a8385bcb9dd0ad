"""One job for a worker process, a unit of a claim or a claim function, and how it is done."""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import json
import pickle
import time
import traceback
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import joblib
from threadpoolctl import threadpool_limits

from gramcheck.paper_checks import fingerprint
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory, MissingData, NotRun
from gramcheck.paper_checks.evidence import Evidence, Unit
from gramcheck.paper_checks.values import encode
from gramcheck.reference.errors import UnderflowWarning

_LARGEST = 50_000_000  # bytes of a result; real ones have thousands


@dataclass(frozen=True)
class Work:
    """One job for a worker; ``name`` says which, on disk and in the generator's seed."""

    name: str
    function: Any
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    claim: bool = False  # a claim function: returns Evidence, not a dict

    @classmethod
    def of(cls, unit: Unit) -> Work:
        """A unit's job; function and key name it, the same for two claims that need the same.

        Raises
        ------
        ValueError    a function made inside another one: two of them may share a name and differ
        """
        function = inspect.unwrap(unit.function)
        if "<" in function.__qualname__:
            name = function.__qualname__
            raise ValueError(f"unit {unit.key}: {name} is not defined at the top of a module")
        name = f"{function.__module__}.{function.__qualname__}:{unit.key}"
        return cls(name, unit.function, unit.kwargs)

    @property
    def module(self) -> str:
        """Where the function is defined."""
        return inspect.unwrap(self.function).__module__

    @property
    def arguments(self) -> str:
        """Hash of the arguments: a result made from others is not this unit's."""
        return joblib.hash(dict(self.kwargs))


def execute(work: Work, run: Run) -> dict[str, Any]:
    """In a worker: do it on one thread; never raise, but say what happened.

    The seconds are of the processor, not of the clock: another load on the machine is no cost.
    """
    if work.module.startswith("gramcheck.paper_checks."):
        # most learn with it; what it costs to import is no unit's, and its threads are limited, too
        import sklearn.model_selection
        import sklearn.svm  # noqa: F401
    start = time.process_time()
    try:
        with threadpool_limits(1):
            if work.claim:
                with warnings.catch_warnings():  # claims go to extremes on purpose, units do not
                    warnings.simplefilter("ignore", UnderflowWarning)
                    evidence: Evidence = work.function(run, **work.kwargs)
                result = evidence.to_json()
            else:
                given = {"run": run, "rng": run.rng()}
                wanted = inspect.signature(work.function).parameters.keys() - work.kwargs.keys()
                extra = {name: given[name] for name in wanted & given.keys()}
                result = work.function(**work.kwargs, **extra)
            answer = {"result": _small(encode(result))}
    except NotRun as error:
        answer = left_out(error)
    except Exception:
        answer = {"error": trace()}
    return {**answer, "seconds": time.process_time() - start}


def _small(result: Any) -> Any:
    """The result, if one message and one record can hold it."""
    size = len(json.dumps(result, ensure_ascii=False, allow_nan=False).encode())
    if size > _LARGEST:
        raise ValueError(
            f"a result must be at most {_LARGEST / 1e6:g} MB as JSON, got {size / 1e6:,.0f} MB; "
            "arrays for other units are kept by scratch.shared"
        )
    return result


def trace() -> str:
    """The traceback of the exception that is being handled, in characters that can be written."""
    return traceback.format_exc().encode(errors="backslashreplace").decode()


def left_out(error: NotRun) -> dict[str, Any]:
    """Answer for work that this run does without, and whether data are why."""
    return {
        "left_out": str(error),
        "data_missing": isinstance(error, MissingData),
        "seconds": 0.0,
    }


# in a worker process


def prepared(pickled: bytes, scratch: str, data: str) -> Run:
    """The run as this machine sees it, from the parts of an `Order`."""
    run: Run = pickle.loads(pickled)
    if data:
        there = DataDirectory(data, list(run.data.catalogue.values()))
        run = dataclasses.replace(run, data=there)
    return dataclasses.replace(run, scratch=Path(scratch) if scratch else None)


def answer(pickled: bytes, run: Run, source: str) -> bytes:
    """JSON of what `execute` answers, and of what this process has loaded by then."""
    _forget_peak()
    result: dict[str, Any]
    try:
        work = pickle.loads(pickled)
    except Exception:
        result = {"error": trace(), "seconds": 0.0}
    else:
        result = execute(work, dataclasses.replace(run, key=work.name))
    return json.dumps({**result, "loaded": fingerprint.loaded(source)}, allow_nan=False).encode()


def _forget_peak() -> None:
    """Let the kernel measure the largest memory anew, for this unit."""
    with contextlib.suppress(OSError):  # Linux
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
