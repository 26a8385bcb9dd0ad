"""The lines beside a statement are those that compute it."""

import ast
import inspect
import textwrap

import pytest

from gramcheck.paper_checks.site import code
from gramcheck.reference import d2ke, idealized, kcr, sfm
from gramcheck.verify.definitions import d2ke as definitions


@pytest.mark.parametrize(
    ("function", "wanted"),
    [
        (d2ke.softmin, "d2ke.engines.features.softmin"),
        (d2ke.modified_hausdorff, "d2ke.engines.hausdorff.cross_distances"),
        (d2ke.dtw, "d2ke.engines.time_warping.cross_distances"),
        (d2ke.levenshtein, "d2ke.engines.edit_distance.one_pair"),
        (d2ke.n_features_needed, "d2ke.random_features._smallest_R"),
        (definitions.softmin, "verify.definitions.d2ke.kernel._softmin"),
        (kcr.solve_exactly, "kcr.engines.exact.solve"),
        (kcr.solve_by_splitting, "kcr.engines.splitting.solve"),
    ],
)
def test_what_a_function_passes_on_to_is_found(function, wanted):
    found = code.behind(function)
    assert f"{found.__module__}.{found.__name__}".endswith(f".{wanted}")


@pytest.mark.parametrize(
    "function",
    [
        d2ke.claim_1_sizes,
        d2ke.softmin_kernel,
        sfm.lpp_parse,
        idealized.idealize,
        kcr.project,
        sfm.stk17,
    ],
)
def test_what_computes_itself_is_shown_alone(function):
    assert code.behind(function) is None


def test_the_engine_of_a_name_is_the_one_that_is_called(monkeypatch):
    for path, engine in code._CHOSEN.items():
        module, _, name = engine.rpartition(".")
        called = []
        right = code.resolve(engine)
        monkeypatch.setattr(code.resolve(module), name, lambda *a: called.append(1) or right(*a))  # noqa: B023
        code.resolve(path)([[0.0]], [[1.0]])
        assert called == [1], path


def test_the_lines_are_without_the_docstring():
    text = code.source(d2ke.softmin)
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(d2ke.softmin))).body
    assert '"""' not in text
    assert ast.dump(ast.parse(text).body[0].args) == ast.dump(definition.args)
