"""What the suite promises of its statistical checks: their share of alpha, samples and marks."""

import inspect
import re

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import bounds, tails
from gramcheck.verify import target as targets
from gramcheck.verify.contract import contracts
from gramcheck.verify.registry import Registry
from gramcheck.verify.runner import Settings, run_check, suite_registry
from gramcheck.verify.suite import several_draws
from tests.sensitivity import OF_EVERY_FUNCTION
from tests.verify.toys import add, implementation, only

PAPERS = ("d2ke", "sfm", "idealized", "kcr")
ALPHA = 0.01  # a share: what a check makes of it does not depend on its size, and samples do


# the false-alarm rate ---------------------------------------------------------------------------


class Spent:
    """What is handed to the tests of ``tails``, and to ``bounds.radius`` by checks themselves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.total, self.depth, self.sized = 0.0, 0, False
        self.needed, self.short = 0, []  # samples last asked for, and tests that had fewer
        self.untested = []  # what samples were asked for, until a test has the same arguments
        for name in tails.__all__:
            monkeypatch.setattr(tails, name, self._counted(getattr(tails, name), name))
        monkeypatch.setattr(bounds, "radius", self._counted(bounds.radius, "radius"))
        monkeypatch.setattr(
            several_draws, "calls_needed", self._counted(several_draws.calls_needed, "calls_needed")
        )

    def _counted(self, function, name):
        signature = inspect.signature(function)

        def counted(*args, **how):
            given = signature.bind(*args, **how).arguments
            outermost = not self.depth
            if outermost and name == "radius":
                self.total += 2 * given["rate"]  # of both sides
            self.sized |= name.startswith(("samples_needed_", "calls_needed"))
            self.depth += 1
            try:
                if outermost and name.startswith("assert_"):
                    self.total += given["alpha"]
                    if "samples" in given and not hasattr(given["samples"], "__len__"):
                        given["samples"] = list(given["samples"])
                    size = given["n"] if "n" in given else len(given["samples"])
                    self.short += [(size, self.needed)] if size < self.needed else []
                    self.untested = [
                        asked for asked in self.untested if not is_tested(*asked, name, given)
                    ]
                found = function(**given)
            finally:
                self.depth -= 1
            if outermost and name.startswith("samples_needed_"):
                self.needed, (_, *named) = found, given.items()  # all but the discrepancy
                self.untested.append((name, dict(named)))
            return found

        return counted


def is_tested(sized, wanted, name, given):
    """Whether a test has all that a sample was asked for with: law, range, rates and variance."""
    of_one_law = sized == "samples_needed_for_" + re.sub("assert_(true_)?|_equals", "", name)
    return of_one_law and all(given.get(key) == value for key, value in wanted.items())


def generators_handed(monkeypatch: pytest.MonkeyPatch) -> list[np.random.Generator]:
    """Those that are handed to a target from now on."""
    handed, usual = [], targets.TargetFunction.__call__

    def call(self, *args, **how):
        handed.extend(a for a in (*args, *how.values()) if isinstance(a, np.random.Generator))
        return usual(self, *args, **how)

    monkeypatch.setattr(targets.TargetFunction, "__call__", call)
    return handed


STATISTICAL = [check for check in suite_registry() if check.statistical]
WORST_OF_MANY = {  # of many events the one that is farthest from its rate is tested, at its share
    "d2ke/random-series channels_and_places_are_independent_normals",
    "d2ke/random-sets directions_are_uniform_in_128_dimensions",
    "d2ke/random-strings every_letter_of_a_long_string_is_independent",
}
# Of objects of random length: the later a place is, the fewer of them have it.
OF_LATER_PLACES = {
    "d2ke/random-series channels_and_places_are_independent_normals",
    "d2ke/random-sets directions_are_uniform_in_128_dimensions",
    "d2ke/random-strings strings_of_all_lengths_to_fifty_have_their_law",
}


# Samples for a fault a tenth too large, whose range and variance are larger than those of the law.
OF_A_WIDER_FAULT = {
    "d2ke/proposition-2 random_feature_kernel_is_unbiased",
    "d2ke/proposition-2 variance_is_that_of_the_kernel_at_twice_gamma",
}


@pytest.mark.parametrize("check", STATISTICAL, ids=lambda check: check.id)
def test_a_check_spends_its_share_of_alpha(check, monkeypatch):
    """No more, or false alarms come more often than is stated; no less, or power is given away."""
    spent, handed = Spent(monkeypatch), generators_handed(monkeypatch)
    record = run_check(check, verify.load("gramcheck.reference"), Settings(), ALPHA)
    assert record.status != verify.Status.ERROR, record.message
    assert spent.total <= ALPHA * (1 + 1e-9)
    # that no draw comes twice is nearly certain, and has no rate
    if not check.name.startswith("no_two_calls"):
        assert spent.total > (0 if check.id in WORST_OF_MANY else ALPHA * (1 - 1e-9))
    assert bool(spent.untested) == (check.id in OF_A_WIDER_FAULT), spent.untested
    assert spent.sized, "as many samples as the discrepancy that matters needs, and no fixed number"
    assert bool(spent.short) == (check.id in OF_LATER_PLACES), spent.short
    assert handed, "what is drawn by the target is what has a law"


def test_fewer_samples_than_needed_are_seen(monkeypatch):
    spent, registry = Spent(monkeypatch), Registry()

    @add(registry, statistical=True)
    def leaves_one_out(target, run):
        """Of an iterator, which the test is still to read."""
        n = tails.samples_needed_for_distribution(0.1, {0: 0.5, 1: 0.5}, run.alpha)
        for size in (n, n - 1):
            samples = (i % 2 for i in range(size))
            yield tails.assert_distribution_equals(samples, {0: 0.5, 1: 0.5}, run.alpha)

    record = only(verify.run(implementation(double=abs), alpha=ALPHA, registry=registry))
    assert record.status == verify.Status.PASSED
    [(size, needed)] = spent.short
    assert size == needed - 1


@pytest.mark.parametrize("of_the_size", [{"low": 0.5}, {"variance": 0.2}, {"beta": 0.5}])
def test_samples_for_another_test_are_seen(of_the_size, monkeypatch):
    spent, registry = Spent(monkeypatch), Registry()

    @add(registry, statistical=True)
    def asks_for_fewer(target, run):
        """By a range, a variance or a rate that are not those of its test."""
        law = {"low": 0.0, "high": 1.0, "alpha": run.alpha}
        n = tails.samples_needed_for_mean(0.1, **{**law, **of_the_size})
        yield tails.assert_true_mean_equals([0.5] * n, 0.5, **law)
        n = tails.samples_needed_for_mean(0.1, **law)
        yield tails.assert_true_mean_equals([0.5] * n, 0.5, **law)

    verify.run(implementation(double=abs), alpha=ALPHA, registry=registry)
    [(name, wanted)] = spent.untested
    assert name == "samples_needed_for_mean"
    assert of_the_size.items() <= wanted.items()


def test_what_a_check_spends_too_much_is_counted(monkeypatch):
    spent, registry = Spent(monkeypatch), Registry()

    @add(registry, statistical=True)
    def spends_its_share_for_each_of_two(target, run):
        """Two tests, each at the whole share."""
        for _ in range(2):
            yield tails.assert_rate_equals(50, 100, 0.5, run.alpha)

    verify.run(implementation(double=abs), alpha=ALPHA, registry=registry)
    assert spent.total == 2 * ALPHA


# Checks that are not statistical, though the target draws: what is asked holds of every draw.
OF_EVERY_DRAW = {
    "d2ke/random-objects series_depend_on_the_generator_only",
    "d2ke/random-objects sets_depend_on_the_generator_only",
    "d2ke/random-objects strings_depend_on_the_generator_only",
    "d2ke/random-sets vectors_have_length_one",
    "idealized/side-information components_are_a_given_share",
    "idealized/toy-data toy_data_depend_on_the_generator_alone",
    "sfm/cgk-distortion alphabet_and_length_make_new_strings_comparable",
    "sfm/cgk-distortion length_and_generator_decide",
    "sfm/cgk-distortion letters_of_large_alphabets_are_told_apart",
    "sfm/cgk-distortion strings_are_read_by_shared_bits",
    "sfm/cgk-hamming-equals-l1 hamming_distances_count_every_position",
    "sfm/cgk-hamming-equals-l1 l1_of_codes_is_the_hamming_distance",
    "sfm/mismatch few_sets_of_positions_are_all_taken",
    "sfm/mismatch sampled_sets_serve_all_pairs",
    "sfm/system-CGKKernel embedded_kernel_is_that_of_hamming",
    "sfm/system-FMCGK fmcgk_chains_its_pieces",
    "sfm/system-FMEDM fmedm_chains_its_pieces",
    "sfm/system-SFMCGK sfmcgk_chains_its_pieces",
    "sfm/system-SFMEDM sfmedm_chains_its_pieces",
}
DRAWING = {
    name
    for name, contract in contracts().items()
    if "random generator" in {each.kind for each in contract.parameters}
}


def lets_the_target_draw(check, monkeypatch):
    """Whether a check that has to be marked, as it is statistical, is not.

    The mark says that the target draws: the check hands it a generator, and correct code may fail.
    Checks whose own inputs are random need none, as what they ask holds of every input; nor do
    those of refusals, where nothing is drawn.
    """
    handed = generators_handed(monkeypatch)
    asks = not check.statistical and "bad-input" not in check.claim
    if asks and not check.id.endswith(OF_EVERY_FUNCTION) and DRAWING & {*check.needs}:
        run_check(check, verify.load("gramcheck.reference"), Settings(examples=3), ALPHA)
    return bool(handed)


def test_checks_of_every_draw_exist():
    assert {check.id for check in suite_registry()} >= OF_EVERY_DRAW


@pytest.mark.parametrize("paper", PAPERS)
def test_checks_of_random_results_are_marked_as_statistical(paper, monkeypatch):
    for check in suite_registry().select([f"{paper}/*"]):
        with monkeypatch.context() as patch:
            assert lets_the_target_draw(check, patch) == (check.id in OF_EVERY_DRAW), check.id
