"""Problems searched for what batches of GAK get wrong: each alone sees such a fault."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.reference.sfm import gak
from gramcheck.reference.sfm.engines import linear_sums
from gramcheck.verify.suite.sfm import extremes

CHECK = "sfm/gak series_with_steps_are_aligned_side_by_side"
# for each problem what is written in the place of what, which it has to see; others may, too
SEEN_BY = [
    ("shift = own - self.exponents[i]", "shift = own + self.exponents[i]"),
    ("self.exponents[high + 1 :]", "self.exponents[high + 2 :]"),
    ("highest = np.maximum.accumulate", "highest = np.minimum.accumulate"),
    ("(exponents - slope)[::-1])[::-1]", "(exponents - slope)[::-1])[::1]"),
    ("np.where(top < 0,", "np.where(top <= 0,"),
]


def passes(monkeypatch, steps):
    monkeypatch.setattr(extremes, "STEPS", steps)
    (record,) = verify.run(verify.load("gramcheck.reference"), [CHECK])
    return record.status == verify.Status.PASSED


def test_each_has_a_fault():
    assert len(SEEN_BY) == len(extremes.STEPS)


@pytest.mark.parametrize("number", range(len(SEEN_BY)))
def test_a_problem_alone_sees_its_fault(monkeypatch, tmp_path, number):
    source, (before, after) = Path(linear_sums.__file__).read_text(), SEEN_BY[number]
    assert source.count(before) == 1
    file = tmp_path / "wrong_sums.py"
    file.write_text(source.replace(before, after))
    spec = importlib.util.spec_from_file_location("wrong_sums", file)
    wrong = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wrong)
    monkeypatch.setattr(gak, "global_sums", wrong.global_sums)
    # some read what nobody has written, and would come out right or not by chance
    monkeypatch.setattr(np, "empty", np.zeros)
    monkeypatch.setattr(np, "empty_like", np.zeros_like)
    # whether others see it, too, may hang on the signs of NaN in padding, which processors choose
    assert not passes(monkeypatch, extremes.STEPS[number : number + 1])
