"""A target is a module, an object or a part; calls are remembered, and faults are told apart."""

import sys
import types

import numpy as np
import pytest

from gramcheck.verify.target import load, replace, require_some


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with a submodule that works, one that lacks something, and one that is broken."""
    folder = tmp_path / "somepackage"
    folder.mkdir()
    (folder / "__init__.py").write_text("__version__ = '1.2'\n")
    (folder / "part.py").write_text(
        "def half(x):\n    return x / 2\n\ndef crash(x):\n    return [][0]\n\n"
        "class Result:\n    def crash(self):\n        return [][0]\n\n"
        "absent = None\nlimit = 3\n"
    )
    (folder / "needy.py").write_text("import a_module_that_does_not_exist\n")
    (folder / "broken.py").write_text("raise RuntimeError('no import for you')\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "somepackage"
    for name in [name for name in sys.modules if name.split(".")[0] == "somepackage"]:
        del sys.modules[name]


def test_submodules_are_imported_on_demand(package):
    target = load(package)
    assert target.part.half(3.0) == 1.5
    assert target.part.limit == 3
    assert target.version == "1.2"
    assert target.name == package


def test_missing_names_are_missing_and_not_errors(package):
    target = load(package)
    assert target.has("part.half")
    for name in ("part.third", "nothing.half", "part.absent", "part.half.further", "nothing"):
        assert not target.has(name)
    with pytest.raises(AttributeError, match=r"somepackage lacks part\.third"):
        target.part.third(1)


def test_a_broken_submodule_is_not_a_missing_one(package):
    with pytest.raises(ModuleNotFoundError, match="a_module_that_does_not_exist"):
        load(package).has("needy.function")
    with pytest.raises(RuntimeError, match="no import for you"):
        load(package).has("broken.function")


def test_of_the_names_needed_one_at_least_must_be_there(package):
    require_some(load(package), ["part.third", "part.half"])
    require_some(load(package), ["part.third", "needy.function"])  # its checks say what it needs
    require_some(load(package), [])
    with pytest.raises(ValueError, match="the target somepackage has none of the names"):
        require_some(load(package), ["part.third", "other.half"])


def test_a_target_that_does_not_exist_says_so():
    with pytest.raises(ImportError, match=r"no_such_module_at_all.*folder on PYTHONPATH\?"):
        load("no_such_module_at_all")
    with pytest.raises(ImportError, match=r"'./my_adapter\.py' is no name of a module"):
        load("./my_adapter.py")


def test_whatever_python_imports_is_a_name(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "my-adapter.py").write_text("class part:\n    pass\n")
    assert load("my-adapter").root.__name__ == "my-adapter"
    (tmp_path / "stale.py").write_text("from part_of_it import nothing\n")
    with pytest.raises(ImportError, match=r"'part_of_it'$"):  # where the target lies is no trouble
        load("stale")


@pytest.mark.parametrize("kind", ["namespace", "class", "instance"])
def test_objects_serve_as_targets(kind):
    class Part:
        @staticmethod
        def half(x):
            return x / 2

    class Adapter:
        part = Part

    root = {
        "namespace": types.SimpleNamespace(part=types.SimpleNamespace(half=Part.half)),
        "class": Adapter,
        "instance": Adapter(),
    }[kind]
    target = load(root)
    assert target.part.half(3.0) == 1.5
    assert target.has("part.half")
    assert not target.has("part.third")
    assert load(target) is target


def test_replacing_takes_the_place_of_a_name_and_leaves_the_original(package):
    right = load(package)
    wrong = replace(right, "part.half", lambda x: right.part.half(x) + 1)
    assert wrong.part.half(3.0) == 2.5
    assert wrong.part.limit == 3
    assert right.part.half(3.0) == 1.5
    assert "part.half replaced" in wrong.name
    assert not replace(wrong, "part.half", None).has("part.half")
    assert replace(right, "elsewhere.deep.f", abs).elsewhere.deep.f(-1) == 1


def test_calls_can_be_pasted(package):
    target = load(package)
    target.part.half(np.array([1.0, np.inf]))
    assert target.pasteable_calls() == "somepackage.part.half(np.array([1.0, np.inf]))"
    target.part.half(x=2)
    assert target.pasteable_calls(last_only=True) == "somepackage.part.half(x=2)"
    assert target.pasteable_calls().count(";") == 1


def test_calls_that_cannot_be_pasted_give_nothing(package):
    target = load(package)
    target.part.half(np.zeros(10**6))
    assert target.pasteable_calls() == ""
    target.calls.clear()
    for _ in range(4):  # too many to be read
        target.part.half(1.0)
    assert target.pasteable_calls() == ""


def test_only_calls_from_outside_are_remembered(package):
    target = load(package)
    outer = replace(target, "part.map", lambda f, values: [f(v) for v in values])
    outer.part.map(outer.part.half, [1.0, 2.0])
    written = "somepackage.part.map(somepackage.part.half, [1.0, 2.0])"
    assert outer.pasteable_calls() == written


def test_a_generator_is_pasted_as_it_was_when_handed_over():
    target = load(types.SimpleNamespace(draw=lambda rng: rng.random()))
    target.draw(np.random.default_rng([3, 5]))
    assert target.pasteable_calls() == "SimpleNamespace().draw(np.random.default_rng([3, 5]))"
    target.calls.clear()
    used = np.random.default_rng(3)
    used.random()
    target.draw(used)
    assert target.pasteable_calls() == ""


def caught(function, *args):
    try:
        function(*args)
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def test_exceptions_of_the_implementation_are_told_from_ours(package):
    target = load(package)
    assert target.raised(caught(target.part.crash, 1))
    assert not target.raised(caught(lambda: [][0]))
    # methods of what the implementation returned are its own too, though they are not wrapped
    result = target.part.Result()
    assert target.raised(caught(result.crash))


def test_our_callable_is_blamed_on_us_even_inside_the_implementation(package):
    from gramcheck.verify.axioms import negativity

    target = replace(load(package), "part.apply", lambda f: f())
    # fails within verify/axioms.py, called by the implementation
    error = caught(target.part.apply, lambda: negativity([1]))
    assert not target.raised(error)
