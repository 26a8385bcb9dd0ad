"""Functions that read arrays by address and length, or answer in the type of an argument."""

from collections.abc import Callable
from typing import Any

import numpy as np

from gramcheck.verify import Target, replace
from gramcheck.verify.arguments import CALLS, Argument
from gramcheck.verify.suite.plain_calls import functions, is_array
from tests.generated import altered, larger
from tests.zoo import faults


def misreading(right: Target, path: str, misread: Callable[[np.ndarray], np.ndarray]) -> Target:
    """A function that misreads its arrays, and those in lists; it refuses none for that."""
    function = right.get(path)

    def seen(value: Any) -> Any:
        if isinstance(value, list):
            return [seen(each) for each in value]
        return misread(value) if isinstance(value, np.ndarray) else value

    def misreads(*args: Any, **options: Any) -> Any:
        try:
            return function(*map(seen, args), **{n: seen(v) for n, v in options.items()})
        except (TypeError, ValueError):  # as nothing is that does not look
            return altered(function(*args, **options), larger)

    return replace(right, path, misreads)


def without_strides(array: np.ndarray) -> np.ndarray:
    """As many numbers from the first on as they lie in memory."""
    if array.flags.c_contiguous:
        return array
    if array.flags.f_contiguous:
        return array.ravel(order="K").reshape(array.shape)
    strides = np.empty(array.shape, array.dtype).strides
    return np.lib.stride_tricks.as_strided(array, array.shape, strides).copy()


def in_native_order(array: np.ndarray) -> np.ndarray:
    """The same bytes, as numbers of this machine."""
    return array if array.dtype.isnative else array.view(array.dtype.newbyteorder())


def unlocked(array: np.ndarray) -> np.ndarray:
    """Only what may be written to; else nothing."""
    return array if array.flags.writeable else np.zeros_like(array)


def in_type_of_integers(right: Target, path: str) -> Target:
    """A function that makes its result in the type of an argument, if that is one of integers."""
    function = right.get(path)

    def answers(*args: Any, **options: Any) -> Any:
        result = function(*args, **options)
        kinds = {getattr(value, "dtype", np.dtype(float)).kind for value in args}
        return altered(result, np.trunc) if "i" in kinds else result

    return replace(right, path, answers)


def has_numbers(argument: Argument) -> bool:
    """Whether an argument is an array, or arrays, of numbers, which are more than names."""
    first = argument.good[0] if isinstance(argument.good, list) else argument.good
    numeric = is_array(argument) and np.asarray(first).dtype.kind in "iuf"
    return numeric and argument.kind != "labels"


for _paper in CALLS:
    for _what, _misread, _is_asked in (
        ("ignores strides", without_strides, is_array),
        ("ignores byte order", in_native_order, has_numbers),
        ("takes what is read-only for zeros", unlocked, has_numbers),
    ):
        for _name in functions(_paper, _is_asked):
            _check = f"{_paper}/memory-layout {_name}_reads_arrays_in_any_layout"
            _path = f"{_paper}.{_name}"
            faults(misreading, _path, killed_by=_check)(f"{_path} {_what}", _misread)

for _path in (
    "d2ke.kernel_limit",
    "d2ke.predict",
    "d2ke.softmin",
    "idealized.idealize",
    "kcr.klmca_gradient",
    "kcr.kmlcc_gradient",
    "kcr.logistic_bound",
    "kcr.project",
    "kcr.resubstitution_bound",
    "kcr.smoothing_kernel",
    "sfm.laplacian_kernel",
):
    _paper, _, _name = _path.partition(".")
    _check = f"{_paper}/memory-layout {_name}_reads_arrays_in_any_layout"
    faults(in_type_of_integers, killed_by=_check)(f"{_path} answers integers in integers", _path)
