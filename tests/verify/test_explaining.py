"""What is said of a failure beside the failure: what was returned, and which convention it is."""

import types

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.definitions import sfm
from gramcheck.verify.runner import suite_registry
from tests.verify.toys import add, implementation, only

HINT = "; returns float32; --precision float32 judges it as such ["


@pytest.mark.parametrize("type_", ["float16", "float32", "float64"])
@pytest.mark.parametrize("run_at", ["float64", "float32"])
def test_whoever_returns_fewer_digits_hears_of_the_option(registry, type_, run_at):
    @add(registry, needs="d2ke.dtw")
    def third(target, run):
        """A third."""
        yield close_to(1 / 3, target.d2ke.dtw([0.0], [1 / 3]), ulps=1)

    def inexact(x, y):
        return np.dtype(type_).type(1 / 3 + 0.01)

    target = types.SimpleNamespace(d2ke=types.SimpleNamespace(dtw=inexact))
    record = only(verify.run(target, registry=registry, precision=run_at))
    assert record.status == "failed"
    hint = HINT.replace("float32", type_)
    assert (hint in record.message) == (run_at == "float64" and type_ != "float64")


def test_of_an_array_too(registry):
    @add(registry)
    def thirds(target, run):
        """Thirds."""
        yield close_to([1 / 3, 1 / 3], target.toy.double(3), ulps=1)

    target = implementation(double=lambda x: np.full(2, 1 / x, dtype=np.float32))
    assert HINT in only(verify.run(target, registry=registry)).message


def test_only_failures_are_hinted_at(registry):
    @add(registry)
    def half(target, run):
        """A half."""
        yield equal(0.5, target.toy.double(2))

    target = implementation(double=lambda x: np.float32(1 / x))
    assert "float32" not in only(verify.run(target, registry=registry)).message


def test_every_check_of_a_function_with_conventions_says_which_one_is_followed():
    def inverse(V, W, beta):
        return [[sfm.laplacian_kernel(v, w, 1 / beta) for w in W] for v in V]

    checks = [
        check
        for check in suite_registry()
        if check.needs == ("sfm.laplacian_kernel",) and "/bad-input" not in check.claim
    ]
    assert not all(check.diagnose for check in checks)
    target = types.SimpleNamespace(sfm=types.SimpleNamespace(laplacian_kernel=inverse))
    records = verify.run(target, [check.id for check in checks], examples=5, seed=1)
    failed = [record.message for record in records if record.status == "failed"]
    assert len(failed) > sum(check.diagnose is not None for check in checks)
    assert all("; matches " in text for text in failed)


def test_checks_of_several_functions_and_refusals_have_no_usual_diagnosis(registry):
    @registry.check("toy/both", place="", needs=("d2ke.dtw", "d2ke.levenshtein"), since="0.1")
    def both(target, run):
        """Both."""
        yield equal(1.0, target.d2ke.dtw([0.0], [0.0]))

    @registry.check("toy/bad-input", place="", needs="d2ke.dtw", since="0.1")
    def refusal(target, run):
        """A refusal."""
        yield equal(1.0, target.d2ke.dtw([0.0], [0.0]))

    @registry.check("toy/dtw", place="", needs="d2ke.dtw", since="0.1")
    def one(target, run):
        """One."""
        yield equal(1.0, target.d2ke.dtw([0.0], [0.0]))

    said = ["definition" in record.message for record in verify.run(registry=registry)]
    assert said == [False, False, True]
