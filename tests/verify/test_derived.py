"""What follows from a result is the result's own: nobody passes on what another has answered."""

import importlib
import types

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify.compare import equal
from gramcheck.verify.contract import contracts
from gramcheck.verify.derived import FORMULAS, UnknownError, derive
from gramcheck.verify.record import Status
from gramcheck.verify.registry import Registry
from tests.verify.toys import add, only

X = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 2.0]])
S, D = np.array([[0, 1]]), np.array([[0, 2], [1, 3]])
Y = ["a", "a", "b", "b"]
K = X @ X.T + np.eye(4)
PAIRS = (S, D, 10.0, 8.0, 0.5)
CALLS = {
    "kcr.lmnn": ((X, Y), {"k": 1}),
    "kcr.kmlcc": ((K, Y), {"max_iterations": 9}),
    "kcr.klmca": ((K, Y), {"k": 1}),
    "kcr.gradient_projection": ((K, Y, 0.1), {"max_iterations": 9}),
    "kcr.solve_by_splitting": ((K, Y, 0.1), {}),
    "kcr.solve_exactly": ((K, Y, 0.1), {}),
    "idealized.learn_metric": ((X, *PAIRS), {}),
    "idealized.learn_metric_from_kernel": ((K, *PAIRS), {}),
    "idealized.learn_metric_from_kernels": (([K, X @ X.T], *PAIRS), {}),
    "idealized.xing_metric": ((X, np.array([[0, 1], [0, 3]]), np.array([[1, 2]])), {"t": 2.0}),
}
FORMS = [(name, psd) for name in CALLS for psd in ("as-printed", "clip", "constrained")]
FORMS = [(name, psd) for name, psd in FORMS if "learn" in name or psd == "as-printed"]


def minimal(result, names):
    return types.SimpleNamespace(**{name: getattr(result, name) for name in names})


def test_every_function_that_has_formulas_is_called_here():
    assert FORMULAS.keys() == CALLS.keys()
    for name, formulas in FORMULAS.items():
        assert formulas.keys() <= set(contracts()[name].shape.optional), name


@pytest.mark.parametrize(("name", "psd"), FORMS)
def test_what_follows_is_what_the_reference_has(name, psd):
    """From all subsets of what may be there."""
    args, options = CALLS[name]
    options = options | ({"psd": psd} if "learn" in name else {})
    paper, _, function = name.partition(".")
    module = importlib.import_module(f"gramcheck.reference.{paper}")
    result = getattr(module, function)(*args, **options)
    contract = contracts()[name]
    given, derived = contract.named(args, options), 0
    rows = args[0][0] if isinstance(args[0], list) else args[0]
    for extra in ([], ["positive", "negative"], ["transform"], ["matrix"]):
        if not {*extra} <= {*contract.shape.attributes}:
            continue
        has = minimal(result, {*contract.shape.required, *extra})
        for attribute in FORMULAS[name].keys() - {*extra}:
            try:
                found = derive(name, given, has, attribute)
            except (UnknownError, ValueError):  # no transform of an indefinite matrix
                continue
            derived += 1
            expected = getattr(result, attribute)
            if callable(expected):
                expected, found = expected(rows[:3], rows), found(rows[:3], rows)
            if isinstance(expected, np.ndarray) and expected.dtype.kind == "f":
                scale = np.abs(expected).max()
                np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * max(1.0, scale))
            else:
                assert np.array_equal(found, expected)
    assert derived


@pytest.mark.parametrize("function", ["lmnn", "kmlcc", "klmca"])
def test_a_factor_of_zeros_is_no_optimum(function):
    """Which is all that the contract requires, and no check asks for it by this name."""

    def zeros(X, y, d=1, **options):
        return types.SimpleNamespace(factor=np.zeros((np.shape(X)[1], d)), objective=1.0)

    target = types.SimpleNamespace(kcr=types.SimpleNamespace(**{function: zeros}))
    records = verify.run(target, [f"kcr/{function}"], examples=2, seed=1)
    failed = [record for record in records if record.status == Status.FAILED]
    assert any("reaches_the_optimum" in r.check or "no_step_down" in r.check for r in failed)
    lacking = {name for record in records for name in record.lacking}
    assert not lacking & {f"kcr.{function}: {name}" for name in ("matrix", "Omega")}


def test_multipliers_of_zero_are_no_optimum():
    def zeros(X, similar, dissimilar, C_S, C_D, nu):
        alphas = np.zeros(len(similar)), np.zeros(len(dissimilar))
        return types.SimpleNamespace(gamma=0.5, alpha_S=alphas[0], alpha_D=alphas[1])

    target = types.SimpleNamespace(idealized=types.SimpleNamespace(learn_metric=zeros))
    include = ["idealized/convexity optimum_*", "idealized/convexity no_better_*"]
    records = verify.run(target, include, examples=2, seed=1)
    assert [record.status for record in records] == [Status.FAILED] * 2


def test_multipliers_that_cancel_say_nothing_of_the_matrix():
    pairs = np.array([[0, 1]])
    given = {"X": X, "similar": pairs, "dissimilar": pairs, "psd": "as-printed"}
    alphas = {"alpha_S": np.array([1e6]), "alpha_D": np.array([1e6 + 1])}
    with pytest.raises(UnknownError):
        derive("idealized.learn_metric", given, types.SimpleNamespace(**alphas), "matrix")


def learned(result, ask):
    """The record of a check that asks something of a result of LMNN."""
    registry = Registry()

    @add(registry, needs="kcr.lmnn")
    def asks(target, run):
        """Asks."""
        yield equal(*ask(target.kcr.lmnn(X, Y, k=1)))

    own = types.SimpleNamespace(kcr=types.SimpleNamespace(lmnn=lambda X, y, k=3: result))
    return only(verify.run(own, registry=registry))


IDENTITY = types.SimpleNamespace(factor=np.eye(2), objective=0.0)


def test_what_follows_is_not_lacking_and_what_does_not_is():
    record = learned(IDENTITY, lambda metric: (2.0, metric.squared_distances(X[:3])[0, 2]))
    assert (record.status, record.lacking) == (Status.PASSED, ())
    record = learned(IDENTITY, lambda metric: (3.0, metric.squared_distances(X[:3])[0, 2]))
    assert record.status == Status.FAILED
    record = learned(IDENTITY, lambda metric: (3, metric.iterations))
    assert (record.tested, record.lacking) == (False, ("kcr.lmnn: iterations",))


@pytest.mark.parametrize("rows", [np.ones((2, 3)), np.array([[np.nan, 0.0]])])
def test_refusals_are_not_taken_over(rows):
    """What only the implementation could refuse is lacking, and asked of the stand-in."""

    def refused(metric):
        with pytest.raises(ValueError, match="A"):
            metric.squared_distances(rows)
        return 0, 1

    record = learned(IDENTITY, refused)
    assert (record.tested, record.lacking) == (False, ("kcr.lmnn: squared_distances",))


@pytest.mark.parametrize("factor", [None, "text", np.ones(2), object()])
def test_what_nothing_can_follow_from_is_a_failure(factor):
    result = types.SimpleNamespace(factor=factor, objective=0.0)
    record = learned(result, lambda metric: (2, len(metric.matrix)))
    assert record.status == Status.FAILED


def test_a_result_to_start_from_comes_back_as_it_was():
    given = []

    def kmlcc(K, y, start=None):
        given.append(start)
        return IDENTITY

    registry = Registry()

    @add(registry, needs="kcr.kmlcc")
    def starts_again(target, run):
        """Starts again."""
        first = target.kcr.kmlcc(K, Y)
        target.kcr.kmlcc(K, Y, start=first)
        yield equal(0, 0)

    verify.run(types.SimpleNamespace(kcr=types.SimpleNamespace(kmlcc=kmlcc)), registry=registry)
    assert given == [None, IDENTITY]
