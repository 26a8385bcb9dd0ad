"""Wrong systems of Section VII-C."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, negated, one_less, twice
from gramcheck.paper_checks.falsifiers.d2ke.random_objects import always_the_greatest_length

MAPS = ("sfmedm", "sfmcgk", "fmedm", "fmcgk")


@instead
def with_twice_the_width(method: Function, *arguments: Any) -> Any:
    """Of the kernel: beta or sigma, the one argument that is no whole number."""
    return method(*(2 * a if isinstance(a, float) else a for a in arguments))


@instead
def whose_gaps_open_for_10(kernel: Function, X: Any, Y: Any) -> Any:
    """Instead of 11."""
    return kernel(X, Y, gap_open=10.0)


@instead
def without_mismatches(kernel: Function, strings: Any, k: int, m: int) -> Any:
    """Words alone that are the same."""
    return kernel(strings, k, 0)


def of_each_string_alone(kernel: Function) -> Function:
    """No two strings have anything in common."""
    return lambda *arguments, **options: np.diag(np.diag(kernel(*arguments, **options)))


def of_all_strings_together(method: Function) -> Function:
    """Every string has the features of the first one."""
    return lambda *arguments: np.repeat(method(*arguments)[:1], len(arguments[0]), axis=0)


def with_a_tenth_of_its_diagonal(kernel: Function) -> Function:
    """Not positive semidefinite, whatever its scale."""

    def wrong(*arguments: Any) -> Any:
        K = kernel(*arguments)
        return K - 0.9 * np.diag(np.diag(K))

    return wrong


def with_a_small_diagonal(kernel: Function) -> Function:
    """Not positive semidefinite."""
    return lambda X, *arguments, **options: kernel(X, *arguments, **options) - 0.9 * np.eye(len(X))


KERNELS: dict[str, tuple[str, Function]] = {
    "EDMKernel": ("espkernel", with_twice_the_width),
    "CGKKernel": ("cgkkernel", with_twice_the_width),
    "GAK": ("global_alignment_kernel", with_twice_the_width),
    "LAK": ("local_alignment_kernel", whose_gaps_open_for_10),
    "STK17": ("stk17", without_mismatches),
}
for _name in MAPS:
    falsify(f"sfm/system-{_name.upper()}", wrong={f"sfm.{_name}": with_twice_the_width})
for _system, (_name, _wrong) in KERNELS.items():
    falsify(f"sfm/system-{_system}", wrong={f"sfm.{_name}": _wrong})
falsify("sfm/system-EDMKernel", wrong={"sfm.espkernel": with_a_small_diagonal})
for _system in ("STK17", "CGKKernel"):
    falsify(
        f"sfm/system-{_system}", wrong={f"sfm.{KERNELS[_system][0]}": with_a_tenth_of_its_diagonal}
    )
for _system, (_name, _) in KERNELS.items():
    falsify(f"sfm/system-{_system}", wrong={f"sfm.{_name}": of_each_string_alone})
for _name in MAPS:
    falsify(f"sfm/system-{_name.upper()}", wrong={f"sfm.{_name}": of_all_strings_together})
falsify("sfm/system-GAK", wrong={"sfm.global_alignment_kernel": with_a_small_diagonal})
falsify("sfm/system-D2KE", wrong={"d2ke.random_strings": always_the_greatest_length})
falsify("sfm/system-D2KE", "errata/S20", wrong={"d2ke.feature_map": twice})
falsify("sfm/system-LAK", wrong={"sfm.shift_spectrum": negated})
falsify("errata/S26", wrong={"sfm.global_alignment_kernel": one_less})
