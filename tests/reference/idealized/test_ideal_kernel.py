"""What only the reference promises of kernels and labels; the rest is the conformance suite's."""

import numpy as np
import pytest

from gramcheck.reference.idealized import ideal_kernel, rand_index


def test_rand_index_needs_no_table_of_labels_by_clusters():
    every = np.arange(200_000)
    assert rand_index(every, every[::-1]) == 1.0


def test_weights_that_are_no_mapping_are_named():
    with pytest.raises(TypeError, match="class_weights must map"):
        ideal_kernel([0, 1], [1, 1])
