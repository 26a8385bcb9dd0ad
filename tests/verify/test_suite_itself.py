"""What the suite promises of itself: its needs, its defaults, its reach."""

import ast
import importlib
import inspect
import textwrap

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import runner
from gramcheck.verify.compare import equal, raises
from gramcheck.verify.contract import contracts
from gramcheck.verify.registry import Registry
from gramcheck.verify.runner import Settings, suite_registry
from tests.verify.toys import add, implementation, only
from tests.zoo import attribute_becomes, is_answer, raised

PAPERS = ("d2ke", "sfm", "idealized", "kcr")


# needs ------------------------------------------------------------------------------------------


def calls_in_source(check):
    """The functions of the target that a check names in its own source."""
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(check.function)))):
        text = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
        if text.startswith("target.") and text.removeprefix("target.") in contracts():
            yield text.removeprefix("target.")


def test_checks_need_what_they_call():
    """Or a target without it is at fault, and not skipped."""
    beside = {c.id: {*calls_in_source(c)} - {*c.needs} for c in suite_registry()}
    assert not {check: names for check, names in beside.items() if names}


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
    assert runner.share(Settings(), registry) == 1e-6 / sum(c.statistical for c in registry)


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


def test_a_fault_over_which_a_check_stumbles_counts_for_nothing_either():
    right = verify.load("gramcheck.reference")
    no_tree = attribute_becomes(right, "sfm.esp_tree", "starts", lambda _: [[]])
    record = only(verify.run(no_tree, ["sfm/figure-1"]))
    assert "should be something that can be judged" in record.message
    assert raised(record) == "ValueError"
    assert not is_answer(record)
    assert is_answer(record, ValueError)


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
