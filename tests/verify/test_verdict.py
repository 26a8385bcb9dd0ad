"""The verdict of adapters as they are shipped, on stand-ins that do what the libraries do."""

import importlib
import math
import sys
import types

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify.definitions import d2ke, sfm
from gramcheck.verify.record import Status
from gramcheck.verify.summary import agreement


def rooted(x, y, global_constraint=None, sakoe_chiba_radius=None):
    """As tslearn's: the root of squared costs."""
    return math.sqrt(d2ke.dtw(x, y, "sqeuclidean", sakoe_chiba_radius))


def normalized(x, y, sigma):
    return sfm.global_alignment_kernel_normalized(list(map(float, x)), list(map(float, y)), sigma)


def all_pairs(X, Y, scorer, dtype):
    return np.array([[scorer(x, y) for y in Y] for x in X], dtype=dtype)


STAND_INS = {
    "rapidfuzz": {
        "distance": {"Levenshtein": types.SimpleNamespace(distance=d2ke.levenshtein)},
        "process": {"cdist": all_pairs},
    },
    "tslearn": {"metrics": {"dtw": rooted, "gak": normalized}},
}


@pytest.fixture
def adapter(monkeypatch):
    """An adapter, whatever is installed."""

    def load(library):
        monkeypatch.setitem(sys.modules, library, types.ModuleType(library))
        for part, names in STAND_INS[library].items():
            module = types.ModuleType(f"{library}.{part}")
            vars(module).update(names)
            monkeypatch.setitem(sys.modules, module.__name__, module)
        name = f"gramcheck.verify.adapters.{library}"
        monkeypatch.delitem(sys.modules, name, raising=False)
        module = importlib.import_module(name)
        monkeypatch.delitem(sys.modules, name)  # the next one gets the library that is installed
        return module

    return load


VERDICTS = {
    "rapidfuzz": (
        ["d2ke/vectors/levenshtein", "d2ke/vectors/cdist", "d2ke/cdist large_objects_*"],
        [
            "d2ke.cdist: 1 of 2 agree, 1 of them but for what it lacks: distance dtw, distance "
            "modified_hausdorff; 1 needs what it lacks: distance dtw, distance modified_hausdorff",
            "d2ke.levenshtein: 1 of 1 agree",
        ],
    ),
    "tslearn": (
        ["d2ke/vectors/dtw", "sfm/gak", "sfm/vectors/global_alignment_kernel"],
        [
            "sfm.global_alignment_kernel: 3 of 9 agree, 3 of them but for what it lacks: "
            "form, triangular, strings; 6 need what it lacks: form, triangular",
            "d2ke.dtw: 1 of 1 agree, 1 of them but for what it lacks: local_cost",
        ],
    ),
}
# of long series, in a form that the kernel of tslearn lacks: nothing of it is judged
UNTOLD = [
    "sfm/gak a_protein_is_aligned_with_a_fragment_globally",
    "sfm/gak series_with_steps_are_aligned_side_by_side",
    "sfm/gak ways_that_are_ahead_late_are_not_lost",
    "sfm/gak what_falls_for_long_comes_back",
]


@pytest.mark.parametrize("library", VERDICTS)
def test_a_correct_library_agrees_on_what_it_has(adapter, library):
    include, lines = VERDICTS[library]
    records = verify.run(adapter(library), include, UNTOLD, examples=5, seed=1)
    assert {record.status for record in records} <= {Status.PASSED, Status.LACKING}
    assert agreement(records) == lines
