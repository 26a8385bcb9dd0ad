"""An option that a target lacks costs it what needs that option, and nothing else of a check."""

import copy
import pickle
import types

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import outcomes
from gramcheck.verify.compare import equal
from gramcheck.verify.outcomes import outcomes_of
from gramcheck.verify.record import Outcome, Status
from gramcheck.verify.registry import Registry
from gramcheck.verify.runner import suite_registry
from gramcheck.verify.settings import Run
from tests.verify.toys import add, only


def once(target, name):
    """A target with a function that computes the result of each call once, and gives copies."""
    function, results = target.get(name), {}

    def remembers(*given, **options):
        call = pickle.dumps((given, options))
        if call not in results:
            results[call] = function(*given, **options)
        return copy.deepcopy(results[call])

    return verify.replace(target, name, remembers)


# metrics take long to learn, and most tests here pose the same problems
REFERENCE = once(verify.load("gramcheck.reference"), "idealized.learn_metric")
OPTIONS = [
    ("d2ke.dtw", "window"),
    ("d2ke.dtw", "local_cost"),
    ("d2ke.fit", "intercept"),
    ("d2ke.pointwise_bound", "form"),
    ("idealized.learn_metric", "psd"),
]


def drawn():
    return {"run": Run(np.random.default_rng(1), 1e-6, 2, 1)}


def that_do_not_ask(check, target, asked):
    """The places of the outcomes behind which the option was not asked for, since the first call
    after an outcome: what was fetched before may serve several.
    """
    places, behind = [], []

    def called():
        if behind:
            asked.clear()
            behind.clear()

    target.on_call = called
    result = check.function(target, **drawn())
    for place, _ in enumerate([result] if isinstance(result, Outcome) else result):
        places += [place] * (not asked)
        behind.append(place)
    asked.clear()
    return places


def poisoned(value):
    """Another value of the same kind."""
    if isinstance(value, bool | np.bool_):
        return not value
    if isinstance(value, int | float | np.ndarray):
        return value + 7
    if isinstance(value, list | tuple):
        return [poisoned(part) for part in value]
    if callable(value):
        return lambda *arguments: poisoned(value(*arguments))
    return Changed(value, poisoned)


class Changed:
    """An object with some attributes, or all, changed by a function."""

    def __init__(self, owner, change, names=None):
        self.owner, self.change, self.names = owner, change, names

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self.owner, name)
        return self.change(value) if self.names is None or name in self.names else value


@pytest.mark.parametrize(("function", "option"), OPTIONS)
def test_a_check_goes_on_with_what_does_not_need_the_option(function, option, monkeypatch):
    """What the option gives is wrong where another answers: none of it may be judged."""
    right, asked = REFERENCE.get(function), []

    def notes(*arguments, **options):
        asked.extend([option] * (option in options))
        return right(*arguments, **options)

    def lacks(*arguments, **options):
        if option in options:
            raise NotImplementedError(option)
        return right(*arguments, **options)

    def wrong(*arguments, **options):
        result = right(*arguments, **options)
        return poisoned(result) if option in options else result

    whole, partial, other = (
        verify.replace(REFERENCE, function, each) for each in (notes, lacks, wrong)
    )
    monkeypatch.setattr(outcomes, "_default", lambda: other)
    checks = [
        check
        for check in suite_registry()
        if function in check.needs and not check.drawn and "vectors" not in check.claim
    ]
    checks = [check for check in checks if "bad-input" not in check.claim and not check.statistical]
    assert checks
    for check in checks:
        judged = dict(outcomes_of(check, partial, drawn(), ""))
        assert all(outcome.passed for outcome in judged.values()), check.id
        assert list(judged) == that_do_not_ask(check, whole, asked), check.id


ATTRIBUTES = ["slack_S", "slack_D", "eta_S", "eta_D", "mu", "residuals", "cone_multiplier"]
OF_SEVERAL = [
    "idealized/eq-8 slacks_*",
    "idealized/eq-12 learned_mu_*",
    "idealized/eq-13 learned_eta_*",
    "idealized/convexity conditions_*",
    "idealized/psd-clip *",
    "idealized/psd-constrained cone_has_*",
    "idealized/proposition-2 support_*",
]


@pytest.mark.parametrize("lacks", [[name] for name in ATTRIBUTES] + [ATTRIBUTES])
def test_no_attribute_that_is_lacking_is_judged_by_that_of_another(lacks, monkeypatch):
    """Though a check fetches two of them, or one for several outcomes."""
    right = REFERENCE.idealized.learn_metric

    def without(value):
        raise AttributeError

    mine, other = (
        verify.replace(
            REFERENCE,
            "idealized.learn_metric",
            lambda *given, c=change, **options: Changed(right(*given, **options), c, lacks),
        )
        for change in (without, poisoned)
    )
    monkeypatch.setattr(outcomes, "_default", lambda: other)
    records = verify.run(mine, OF_SEVERAL, examples=1, seed=1)
    assert {record.status for record in records} <= {Status.PASSED, Status.LACKING}
    lacking = {name for record in records for name in record.lacking}
    assert lacking == {f"idealized.learn_metric: {name}" for name in lacks}


def warped(dtw):
    """The record of a check that asks for a window, and then for none."""
    registry = Registry()

    @add(registry, "toy/warped", needs="d2ke.dtw")
    def two_outcomes(target, run):
        """Two series, the second time in a window."""
        banded = target.d2ke.dtw([0.0, 1.0], [1.0, 1.0], window=0)
        yield equal(1.0, banded)
        yield equal(1.0, target.d2ke.dtw([0.0, 1.0], [1.0, 1.0]))

    own = types.SimpleNamespace(d2ke=types.SimpleNamespace(dtw=dtw))
    return only(verify.run(own, registry=registry))


def test_what_another_answered_counts_for_nothing():
    assert warped(lambda x, y, window=None: 1.0).status == Status.PASSED
    assert warped(lambda x, y, window=None: 2.0 - (window is None)).status == Status.FAILED
    right = warped(lambda x, y: 1.0)
    assert (right.status, right.lacking, right.tested) == (
        Status.LACKING,
        ("d2ke.dtw(window)",),
        True,
    )


def test_a_fault_behind_what_is_lacking_is_found():
    record = warped(lambda x, y: 2.0)
    assert record.status == Status.FAILED
    assert "dtw([0.0, 1.0], [1.0, 1.0])" in record.message

    def lacks_everything(x, y):
        raise NotImplementedError("series")

    assert not warped(lacks_everything).tested


def test_the_diagnosis_hears_the_implementation_alone():
    own = verify.load(types.SimpleNamespace(d2ke=types.SimpleNamespace(dtw=lambda x, y: 1.0)))
    with own.helped_by(lambda: REFERENCE):
        assert own.d2ke.dtw([0.0, 1.0], [1.0, 1.0], window=0) == 1.0
        assert own.stood_in
    with pytest.raises(verify.record.LackingError, match="window"):
        own.d2ke.dtw([0.0, 1.0], [1.0, 1.0], window=0)


def test_refusals_are_judged_without_the_options_that_are_lacking():
    def dtw(x, y):
        if len(x) == 0:
            raise ValueError("x must not be empty")
        return 0.0

    class Mine:
        class d2ke:  # noqa: N801
            pass

    Mine.d2ke.dtw = staticmethod(dtw)
    include = ["d2ke/bad-input dtw_refuses_bad_arguments"]
    [record] = verify.run(Mine, include)
    assert record.status == Status.FAILED  # much else is not refused
    assert "x-empty" not in record.message


@pytest.mark.parametrize(
    ("lacks", "status"),
    [
        ([], Status.UNEXPECTED_PASS),
        (["d2ke.dtw(window)"], Status.UNEXPECTED_PASS),
        (["time (60 s)"], Status.LACKING),
        (["precision: more digits than float32 has"], Status.LACKING),
    ],
)
def test_an_expected_failure_that_passes_but_for_what_it_lacks_passes(registry, lacks, status):
    @add(registry)
    def passes(target, run):
        """Passes."""
        target.lacking.update(dict.fromkeys(lacks))
        yield equal(2, target.toy.double(1))

    own = types.SimpleNamespace(toy=types.SimpleNamespace(double=lambda x: 2 * x))
    record = only(verify.run(own, expected_failures=["toy/*"], registry=registry))
    assert record.status == status
    but_for = " but for what it lacks: d2ke.dtw(window)" * (lacks[:1] == ["d2ke.dtw(window)"])
    expected = f"passes{but_for}, but is in the list of expected failures"
    assert (expected in record.message) == (status == Status.UNEXPECTED_PASS)


def test_an_expected_failure_that_needs_what_is_lacking_is_no_pass(registry):
    @add(registry)
    def lacks(target, run):
        """Lacks."""
        target.lack("toy.double(x)")
        yield

    own = types.SimpleNamespace(toy=types.SimpleNamespace(double=lambda x: 2 * x))
    record = only(verify.run(own, expected_failures=["toy/*"], registry=registry))
    assert record.status == Status.LACKING
