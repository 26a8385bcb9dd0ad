"""Runs that stay in the process of the tests, where worker processes are not what is tested."""

import contextlib
import functools
import importlib
import sys
from concurrent.futures import Future

import pytest

from gramcheck.paper_checks import cli, fingerprint, report
from gramcheck.paper_checks.fingerprint import Source, read_source
from gramcheck.paper_checks.running import runner, work
from tests.paper_checks import programs


@contextlib.contextmanager
def workers_here(order, jobs):
    """In the place of worker processes, where they are not what is tested: a second less a run."""
    run = work.prepared(order.run, order.scratch, order.data)
    source = fingerprint.read_source().digest

    def submit(pickled):
        future = Future()
        future.set_result(work.answer(pickled, run, source))
        return future

    yield submit


class NeverSent(Source):
    """Source that no worker process needs."""

    def archive(self):
        return b""


@functools.cache
def source_read_once():
    return NeverSent(read_source().files)


templates_compiled_once = functools.cache(report.environment)


def in_this_process(patch):
    """Units here, and neither the source nor templates read anew by every run."""
    patch.setattr(runner, "local_workers", workers_here)
    for name in ("read_source", "take_source"):
        patch.setattr(fingerprint, name, source_read_once)
    patch.setattr(report, "environment", templates_compiled_once)


def isolated(patch, markers):
    """Sample claims whose traces are here, without anybody's data."""
    patch.setenv("SAMPLE_MARKERS", str(markers))
    patch.delenv("GRAMCHECK_DATA", raising=False)
    patch.setenv("XDG_CACHE_HOME", str(markers.parent / "cache"))  # nobody's fetched data
    # whoever edits the project while its tests run must not make them fail
    patch.setattr(fingerprint, "take_source", fingerprint.read_source)
    patch.setattr(fingerprint.Source, "of", lambda source, module: "fixed")


def run_here(markers, out, *claims):
    """The sample claims as their program runs them, whose name decides what units draw."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(programs.PROGRAM.parent)
        in_this_process(patch)
        isolated(patch, markers)
        patch.delitem(sys.modules, "sample_claims", raising=False)
        registry = importlib.import_module("sample_claims").REGISTRY
        return cli.main(["run", *claims, "--out", str(out)], registry=registry)
