"""Sizes beyond memory are refused by name, and not sizes that fit."""

import numpy as np
import pytest

from gramcheck.reference import check
from gramcheck.reference.check import sizes
from gramcheck.reference.kcr import label_signs, lmnn
from tests.reference.memory import peak_of

POINTS = np.random.default_rng(0).normal(size=(300, 2))
CALLS = {
    "y": lambda: label_signs(np.arange(300) % 2),
    "X": lambda: lmnn(POINTS, np.arange(300) % 2),
}


@pytest.mark.parametrize("name", CALLS)
def test_sizes_beyond_memory_are_refused_by_name(name, monkeypatch):
    asked, memory = [], check.memory
    monkeypatch.setattr(check, "memory", lambda wanted, **_: asked.append(wanted))
    peak, _ = peak_of(CALLS[name])
    assert 0 < max(asked) <= peak
    monkeypatch.setattr(check, "memory", memory)
    monkeypatch.setattr(sizes, "memory_limit", lambda: max(asked) - 1)
    with pytest.raises(
        ValueError, match=f"^{name} must leave arrays that fit into memory, got 300"
    ):
        CALLS[name]()
