"""Kernels of parse trees that are wrong for longer strings, more letters or more strings."""

import numpy as np

from tests.zoo import arguments_become, faults, wrong

TREES = "sfm/system-EDMKernel edit_kernel_is_that_of_the_trees"

wrong_strings = faults(
    arguments_become,
    "sfm.espkernel",
    killed_by=TREES,
)

wrong_strings(
    "edit kernel of letters without their case",
    lambda strings, beta: ([s.upper() for s in strings], beta),
)
wrong_strings(
    "edit kernel of 16 letters at most", lambda strings, beta: ([s[:16] for s in strings], beta)
)
wrong_strings(
    "edit kernel of strings in order, from six of them on",
    lambda strings, beta: (sorted(strings) if len(strings) > 5 else strings, beta),
)


@wrong(
    "sfm.espkernel",
    killed_by=TREES,
)
def edit_kernel_of_many_letters_as_printed(right, strings, beta, variant="cm"):
    """From nine letters on they are parsed as "paper" has it."""
    many = len(set("".join(strings))) > 8 and variant == "cm"
    return right.sfm.espkernel(strings, beta, variant="paper" if many else variant)


@wrong(
    "sfm.espkernel",
    killed_by=TREES,
)
def edit_kernel_of_counts_in_bytes(right, strings, beta, variant="cm"):
    """A node that is there 256 times counts as none."""
    V = right.sfm.characteristic_vectors(strings, variant)[0].toarray() % 256
    return np.exp(-np.abs(V[:, None] - V[None]).sum(axis=2) / beta)
