"""Plain calls of every function, of which :mod:`.layouts` and :mod:`.traces` ask for like answers.

They are those of :mod:`gramcheck.verify.arguments` without their options, so that an implementation
which lacks some is judged; an option that is an array, or keeps a solver short, is given by itself.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.verify.arguments import CALLS, Argument, Call, Refusal
from gramcheck.verify.arguments.arrays import collection_of_series
from gramcheck.verify.arguments.declare import call
from gramcheck.verify.arguments.kinds import generator
from gramcheck.verify.compare import close_to, equal, largest
from gramcheck.verify.contract import Shape, contracts
from gramcheck.verify.record import Outcome

# What is misread, or of another call, is wrong in its first digits; a rounding may end a solver a
# step earlier. Relative to the largest number of an answer; where that is 0, absolute.
RTOL, ATOL = 1e-6, 1e-12
LIMITS = ("max_iterations", "tol", "limit", "sweeps", "k")  # options without which solvers go on
OF_ITS_OWN = ("iterations", "converged", "status", "names")  # what like answers may differ in
SERIES = collection_of_series([[[0.0, 1.0], [2.0, 0.5]], [[1.0, 3.0]]])
ON_A_LINE = {"x": np.array([0.0, 3.0, 4.0, 9.0]), "y": np.array([1.0, 2.0, 8.0])}
PLACES = np.array([0.0, 1.0, 3.0, 3.5, 9.0, 21.0])
D = np.abs(np.subtract.outer(PLACES, PLACES))
LABELS = np.array(list("aababb"))
POINT = {"Sigma": np.exp(-D), "h2": 0.75, "K": np.exp(-D / 4), "y": LABELS}
WORDS = ["ABABBA", "BBABAA"]
SAMPLES = {"alphabet": "AB", "samples": 2, "tolerance": 9.0, "rng": generator()}
# Series of one channel, since some implementations take no others; samples that are not all there
# is; and arrays whose order matters to what takes few values.
MORE = {
    "d2ke": (
        call("dtw", **ON_A_LINE),
        call("modified_hausdorff", **ON_A_LINE),
        call("feature_map", X=SERIES, omegas=SERIES, gamma=0.5, distance="dtw"),
        *(
            call(name, X=SERIES, Y=SERIES, omegas=SERIES, gamma=0.5, distance="dtw")
            for name in ("kernel", "softmin_kernel", "soft_distance")
        ),
        call("representative_set_map", X=SERIES, representatives=SERIES, distance="dtw"),
        call("covering_number", D=D, delta=2.0),
        call("effective_dimension", D=D, c=8.0),
        call("suggest_lengths", D=D),
    ),
    "sfm": (
        call("mismatch_kernel", X=WORDS, Y=WORDS, k=5, m=2).with_options(**SAMPLES),
        call("reduce_to_three", labels=np.array([5, 0, 4, 1, 3, 0])),
        call("landmarks", labels=np.array([0, 1, 2, 0, 1, 0, 2, 1])),
    ),
    "kcr": (
        call("smoothing_kernel", rho=PLACES, h=3.25),
        call("smoothing_kernel", rho=PLACES, h=3.25, kernel="gaussian"),
        call("kernel_rule", distances=D, y=np.array(list("abbccc")), h=1.5),
        call("same_class_counts", y=np.array(list("abb"))),
        call("errors_5", distances=D, y=LABELS, h=2.25),
        call("objective_5", distances=D, y=LABELS, h=2.25, penalty=0.0, lam=1.0),
        call("coefficients_from_pairs", b=np.exp(-D) * PLACES),
        call("objective", **POINT, lam=1.0),
        call("active_sets", **POINT),
        call("knn_predict", distances=D + 0.3, y=LABELS),
        call("knn_error", distances=D[:3] + 0.3, y_train=LABELS, y_test=LABELS[3:]),
    ),
}


def _calls(paper: str) -> tuple[Call, ...]:
    return (*MORE.get(paper, ()), *CALLS[paper])


def functions(paper: str, is_asked: Callable[[Argument], bool]) -> list[str]:
    """The functions of a paper that have such an argument."""
    calls = [each for each in _calls(paper) if any(map(is_asked, each.arguments.values()))]
    return list(dict.fromkeys(each.function for each in calls))


def plain_calls(
    paper: str, name: str, is_asked: Callable[[Argument], bool]
) -> Iterator[tuple[Call, str]]:
    """Calls of a function, each with one of its arguments that are such; our own come first."""
    for each in _calls(paper):
        if each.function != name:
            continue
        kept = {option: it for option, it in each.options.items() if option in LIMITS}
        for argument, it in each.arguments.items():
            if is_asked(it):
                own = {argument: it} if argument in each.options else {}
                if own and is_generator(it):  # which is used where others say so
                    own = each.options
                yield replace(each, options=kept | own), argument


def is_array(argument: Argument) -> bool:
    """Whether an argument is an array, or a collection of them."""
    return isinstance(argument.good, np.ndarray) or _is_collection(argument)


def is_held(argument: Argument) -> bool:
    """Whether it is an array or a list, which may be filled anew."""
    return isinstance(argument.good, np.ndarray | list)


def is_generator(argument: Argument) -> bool:
    """Whether it is a random generator."""
    return isinstance(argument.good, np.random.Generator)


def _is_collection(argument: Argument) -> bool:
    return argument.kind.startswith("collection") and np.ndim(argument.good[0]) == 2


def fresh(plain: Call) -> dict[str, Any]:
    """The arguments, with arrays in collections of them."""
    given = plain.valid()
    for name, argument in plain.arguments.items():
        if _is_collection(argument):
            given[name] = [np.array(each, dtype=float) for each in given[name]]
    return given


def put(plain: Call, function: Callable[..., Any], given: dict[str, Any]) -> Any:
    """What the function returns; a generator stays as it is, as do those of everybody else."""
    given = {
        name: copy.deepcopy(value) if isinstance(value, np.random.Generator) else value
        for name, value in given.items()
    }
    return Refusal("", given, len(plain.required), "either", ()).put_to(function)


# answers ------------------------------------------------------------------------------------------


def parts(paper: str, plain: Call, result: Any) -> list[Any]:
    """Copies of the numbers and names of which a result consists, and how many each list has."""
    return list(_parts(result, contracts()[f"{paper}.{plain.function}"].shape))


def _parts(value: Any, shape: Shape) -> Iterator[Any]:
    if shape.kind == "tuple":
        for each, part in zip(value, shape.parts, strict=True):
            yield from _parts(each, part)
    elif shape.attributes:
        for name in shape.required or shape.optional:
            if name not in OF_ITS_OWN and hasattr(value, name):
                yield from _parts(getattr(value, name), Shape(""))
    elif hasattr(value, "tocsr"):
        yield value.toarray()
    elif isinstance(value, list | tuple):
        yield np.array(len(value))
        for each in value:
            yield from _parts(each, Shape(""))
    elif isinstance(value, float | int | memoryview) or hasattr(value, "__array__"):
        yield np.array(value)
    elif not callable(value):  # as methods of a result are
        yield copy.deepcopy(value)


def alike(what: str, expected: list[Any], got: list[Any]) -> Outcome:
    """Two answers of an implementation to one question: floats nearly, all else exactly."""
    if len(expected) != len(got):
        outcomes = [equal(expected, got)]
    else:
        floats = [part for part in expected if _is_float(part)]
        scale = max((largest(part[np.isfinite(part)]) for part in floats), default=0.0)
        outcomes = [
            close_to(a, b, rtol=RTOL, atol=ATOL, scale=scale) if _is_float(a) else equal(a, b)
            for a, b in zip(expected, got, strict=True)
        ]
    worst = max(outcomes, key=lambda each: each.severity, default=equal([], []))
    return replace(worst, detail=f"{what}: {worst.detail}")


def _is_float(part: Any) -> bool:
    return isinstance(part, np.ndarray) and part.dtype.kind == "f"
