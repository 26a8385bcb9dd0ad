"""What the suite promises of itself: its share of alpha, its marks, its defaults, its reach."""

import ast
import importlib
import inspect
import textwrap

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import bounds, runner, tails
from gramcheck.verify import target as targets
from gramcheck.verify.compare import equal, raises
from gramcheck.verify.contract import contracts
from gramcheck.verify.registry import Registry
from gramcheck.verify.runner import Settings, run_check, suite_registry
from gramcheck.verify.suite import several_draws
from tests.verify.toys import add, implementation, only
from tests.zoo import is_answer, raised

PAPERS = ("d2ke", "sfm", "idealized", "kcr")
ALPHA = 0.01  # a share: what a check makes of it does not depend on its size, and samples do


# the false-alarm rate ---------------------------------------------------------------------------


class Spent:
    """What is handed to the tests of ``tails``, and to ``bounds.radius`` by checks themselves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.total, self.depth, self.sized = 0.0, 0, False
        self.needed, self.short = 0, []  # samples last asked for, and tests that had fewer
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
            if not self.depth and name.startswith("assert_"):
                self.total += given["alpha"]
                if "samples" in given and not hasattr(given["samples"], "__len__"):
                    given["samples"] = list(given["samples"])
                size = given["n"] if "n" in given else len(given["samples"])
                self.short += [(size, self.needed)] if size < self.needed else []
            if not self.depth and name == "radius":
                self.total += 2 * given["rate"]  # of both sides
            self.sized |= name.startswith(("samples_needed_", "calls_needed"))
            self.depth += 1
            try:
                found = function(**given)
            finally:
                self.depth -= 1
            if not self.depth and name.startswith("samples_needed_"):
                self.needed = found
            return found

        return counted


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


@pytest.mark.parametrize("check", STATISTICAL, ids=lambda check: check.id)
def test_a_check_spends_its_share_of_alpha(check, monkeypatch):
    """No more, or false alarms come more often than is stated; no less, or power is given away."""
    spent, handed = Spent(monkeypatch), []
    usual = targets.TargetFunction.__call__

    def call(self, *args, **how):
        handed.extend(a for a in (*args, *how.values()) if isinstance(a, np.random.Generator))
        return usual(self, *args, **how)

    monkeypatch.setattr(targets.TargetFunction, "__call__", call)
    record = run_check(check, verify.load("gramcheck.reference"), Settings(), ALPHA)
    assert record.status != verify.Status.ERROR, record.message
    assert spent.total <= ALPHA * (1 + 1e-9)
    # that no draw comes twice is nearly certain, and has no rate
    if not check.name.startswith("no_two_calls"):
        assert spent.total > (0 if check.id in WORST_OF_MANY else ALPHA * (1 - 1e-9))
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
    "d2ke/random-objects draws_depend_on_the_generator_only",
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
    found = []
    usual = targets.TargetFunction.__call__

    def call(self, *args, **how):
        found.extend(a for a in (*args, *how.values()) if isinstance(a, np.random.Generator))
        return usual(self, *args, **how)

    monkeypatch.setattr(targets.TargetFunction, "__call__", call)
    if not check.statistical and "bad-input" not in check.claim and DRAWING & {*check.needs}:
        run_check(check, verify.load("gramcheck.reference"), Settings(examples=3), ALPHA)
    return bool(found)


def test_checks_of_every_draw_exist():
    assert {check.id for check in suite_registry()} >= OF_EVERY_DRAW


@pytest.mark.parametrize("paper", PAPERS)
def test_checks_of_random_results_are_marked_as_statistical(paper, monkeypatch):
    for check in suite_registry().select([f"{paper}/*"]):
        with monkeypatch.context() as patch:
            assert lets_the_target_draw(check, patch) == (check.id in OF_EVERY_DRAW), check.id


def calls_in_source(check):
    """The functions of the target that a check names in its own source."""
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(check.function)))):
        text = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
        if text.startswith("target.") and text.removeprefix("target.") in contracts():
            yield text.removeprefix("target.")


CALLED_BESIDE = {"kcr/klmca klmca_has_no_units": {"kcr.klmca_objective"}}  # still to be listed


def test_checks_need_what_they_call():
    """Or a target without it is at fault, and not skipped."""
    beside = {c.id: {*calls_in_source(c)} - {*c.needs} for c in suite_registry()}
    assert {check: names for check, names in beside.items() if names} == CALLED_BESIDE


# defaults ---------------------------------------------------------------------------------------


def test_defaults_are_those_that_are_documented():
    assert Settings() == Settings(alpha=1e-6, examples=100, seed=0, seconds=None)
    defaults = {p.name: p.default for p in inspect.signature(verify.run).parameters.values()}
    assert defaults == {
        "target": "gramcheck.reference",
        "include": (),
        "exclude": (),
        "expected_failures": (),
        "alpha": 1e-6,
        "examples": 100,
        "seed": None,
        "precision": "float64",
        "registry": None,
        "on_record": None,
    }


def test_alpha_is_shared_among_all_statistical_checks_of_the_suite():
    registry = suite_registry()
    assert runner.share(Settings(), registry) == 1e-6 / len(STATISTICAL)


# the zoo ----------------------------------------------------------------------------------------


def failure(double):
    """The record of a check of 2 x, and of the refusal of what cannot be doubled."""
    registry = Registry()

    @add(registry)
    def doubles(target, run):
        """2 x."""
        yield equal(4, target.toy.double(2))
        yield raises(ValueError, target.toy.double, -1, naming="x")

    record = only(verify.run(implementation(double=double), registry=registry))
    assert record.status == verify.Status.FAILED
    return record


class LostError(ValueError):
    """That of a library."""

    def __init__(self, x):
        super().__init__(f"two lines\nabout {x}")


def is_lost(x):
    raise LostError(x)


SLIPS = {
    "AttributeError": lambda x: x.doubled,
    "AxisError": lambda x: np.sum(x, axis=1),
    "UFuncTypeError": lambda x: np.min(["a"]),
    "LinAlgError": lambda x: np.linalg.inv(np.zeros((2, 2))),
    "LostError": is_lost,
    "RecursionError": lambda x: SLIPS["RecursionError"](x),
}


@pytest.mark.parametrize("error", SLIPS)
def test_a_fault_that_dies_of_its_own_exception_counts_for_nothing(error):
    dies = SLIPS[error]
    for slip in (dies, lambda x: 4 if x == 2 else dies(x)):  # at good arguments, or at bad ones
        record = failure(slip)
        assert raised(record) == error
        assert not is_answer(record)
    assert is_answer(failure(lambda x: x))
    assert is_answer(failure(lambda x: 4))


def test_an_exception_counts_where_it_is_what_is_wrong():
    record = failure(is_lost)
    assert is_answer(record, LostError)
    assert is_answer(record, (KeyError, LostError))
    assert not is_answer(record, ValueError)


# reach ------------------------------------------------------------------------------------------

# Public functions whose truth is no definition of the same name, and what it is instead.
TRUTH = {
    "a law": """
        d2ke.data_sample d2ke.random_series d2ke.random_sets d2ke.random_strings
        d2ke.representatives sfm.cauchy_matrix sfm.sample_hash sfm.sample_t_wise
        idealized.make_toy idealized.random_similar_pairs""",
    "a certificate, of a solution": """
        d2ke.plain_fit d2ke.risk_minimizer d2ke.smallest_lambda idealized.learn_metric
        idealized.learn_metric_from_kernel idealized.learn_metric_from_kernels
        idealized.best_gamma idealized.solve_dual idealized.xing_metric kcr.gradient_projection
        kcr.klmca kcr.kmlcc kcr.lmnn kcr.lower_bound kcr.project_alternating kcr.project_dykstra
        kcr.solve_by_splitting kcr.solve_exactly""",
    "another definition, of which it is a part, a sum or a batch": """
        d2ke.distance_substitution_inner_product d2ke.effective_degrees_bound
        d2ke.effective_dimension d2ke.kernel_eigenvalues d2ke.random_feature_variance
        sfm.ball_intersections sfm.blosum62 sfm.cauchy_quantile sfm.cgk_vectors sfm.fit_vocabulary
        sfm.fmcgk sfm.fmedm sfm.hamming_distances sfm.l1_distances sfm.plain_sfm
        sfm.rounds_needed sfm.sfmcgk sfm.sfmedm sfm.shift_spectrum sfm.transform kcr.embed
        kcr.knn_predict kcr.label_signs kcr.squared_distances""",
    "a formula in its check": """
        kcr.balance_scale kcr.center_coefficients kcr.coefficients_from_sigma kcr.expansion
        kcr.gaussian_kernel kcr.same_class_counts kcr.sigma_from_coefficients""",
}


def public():
    for paper in PAPERS:
        module = importlib.import_module(f"gramcheck.reference.{paper}")
        functions = (n for n in module.__all__ if inspect.isfunction(getattr(module, n)))
        yield from (f"{paper}.{name}" for name in functions)


def test_every_public_function_has_a_definition_or_another_truth():
    def defined(name):
        paper, _, function = name.partition(".")
        home = importlib.import_module(f"gramcheck.verify.definitions.{paper}")
        return callable(getattr(home, function, None))  # a module may have the name, too

    listed = {name for names in TRUTH.values() for name in names.split()}
    assert listed == {name for name in public() if not defined(name)}


def test_every_public_function_has_a_check_beside_refusals_and_stored_vectors():
    checks = [c for c in suite_registry() if not {"bad-input", "vectors"} & {*c.claim.split("/")}]
    assert not {*public()} - {name for c in checks for name in c.needs}
