"""Wrong systems of Section VII-C."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, one_less, twice
from gramcheck.paper_checks.falsifiers.d2ke.random_objects import always_the_greatest_length

MAPS = ("sfmedm", "sfmcgk", "fmedm", "fmcgk")
KERNELS = {
    "EDMKernel": "espkernel",
    "CGKKernel": "cgkkernel",
    "STK17": "stk17",
    "GAK": "global_alignment_kernel",
    "LAK": "local_alignment_kernel",
}


def features_without_meaning(features: Function) -> Function:
    """Noise in place of features."""
    return lambda corpus, *_, **__: np.random.default_rng(0).normal(size=(len(corpus), 50))


def kernel_without_meaning(kernel: Function) -> Function:
    """The kernel of such features."""
    noise = features_without_meaning(kernel)
    return lambda corpus, *_, **__: noise(corpus) @ noise(corpus).T


def with_a_small_diagonal(kernel: Function) -> Function:
    """Not positive semidefinite."""
    return lambda X, *arguments, **options: kernel(X, *arguments, **options) - 0.9 * np.eye(len(X))


for _name in MAPS:
    falsify(f"sfm/system-{_name.upper()}", wrong={f"sfm.{_name}": features_without_meaning})
for _system, _name in KERNELS.items():
    falsify(f"sfm/system-{_system}", wrong={f"sfm.{_name}": kernel_without_meaning})
falsify("sfm/system-EDMKernel", wrong={"sfm.espkernel": with_a_small_diagonal})
falsify("sfm/system-GAK", wrong={"sfm.global_alignment_kernel": with_a_small_diagonal})
falsify("sfm/system-D2KE", wrong={"d2ke.random_strings": always_the_greatest_length})
falsify("sfm/system-D2KE", "errata/S20", wrong={"d2ke.feature_map": twice})
falsify("errata/S26", wrong={"sfm.global_alignment_kernel": one_less})
