"""What pytest imports of gramcheck in every run on the machine: one function, and nothing else.

Only a run whose arguments name the conformance suite goes on to :mod:`gramcheck.verify.plugin`.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

SUITE = "gramcheck.verify"
FOLDER = Path(__file__).parent / "verify"


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, parser: pytest.Parser, args: list[str]
) -> Generator[None, Any, Any]:
    """Bring in the suite, if it is asked for, after everyone else has added their options."""
    for names in (args, early_config.known_args_namespace.file_or_dir):
        names[:] = [_found(name, early_config) for name in names]
    result = yield
    if _is_asked_for(early_config):
        from gramcheck.verify import plugin

        plugin.add_options(parser)
        early_config.pluginmanager.register(plugin, SUITE)
    return result


def _found(name: str, config: pytest.Config) -> str:
    """Where the file is of an id that the suite printed, ``gramcheck/verify/suite/...``."""
    _, printed, inside = str(name).partition("gramcheck/verify/suite/")
    if not printed or (config.invocation_params.dir / str(name).split("::")[0]).exists():
        return name
    return str(FOLDER / "suite" / inside)


def _is_asked_for(config: pytest.Config) -> bool:
    """Whether the command line, or the project's testpaths, name the suite or a part of it."""
    options = config.known_args_namespace
    arguments = list(options.file_or_dir)
    if not arguments and config.invocation_params.dir == config.rootpath:
        arguments = list(config.getini("testpaths"))
    names = [str(argument).split("::")[0] for argument in arguments]
    if options.pyargs and any(f"{name}.".startswith(f"{SUITE}.") for name in names):
        return True
    suite = FOLDER.resolve()
    paths = [(config.invocation_params.dir / name).resolve() for name in names]
    return any(path == suite.parent or path.is_relative_to(suite) for path in paths)
