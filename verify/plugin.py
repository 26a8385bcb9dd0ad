"""Pytest's front: ``python -m pytest --pyargs gramcheck.verify --target=mypackage.adapter``.

Every check is one test, ``verify/suite/d2ke/kernel.py::d2ke/eq-6::softmin_is_its_definition``. This
module is loaded by :mod:`gramcheck.pytest_plugin`, in runs that ask for the suite and in no other.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gramcheck.verify.nodes import CheckItem, SuiteFile

if TYPE_CHECKING:
    from gramcheck.verify.isolation import Isolated
    from gramcheck.verify.record import Record
    from gramcheck.verify.registry import Check
    from gramcheck.verify.runner import Settings

_PACKAGE = Path(__file__).resolve().parent
_RECORD = "verify_record"

_OPTIONS: dict[str, dict[str, Any]] = {
    "target": {"default": "gramcheck.reference", "metavar": "MODULE", "help": "what is under test"},
    "claims": {"action": "append", "metavar": "GLOB", "help": "claims to check; may be repeated"},
    "exclude-claims": {"action": "append", "metavar": "GLOB", "help": "claims to leave out"},
    "alpha": {"type": float, "default": 1e-6, "help": "false-alarm rate of the whole run"},
    "examples": {"type": int, "default": 100, "help": "examples drawn for a check"},
    "seed": {"type": int, "default": None, "help": "seed of the run; random when not given"},
    "precision": {"default": "float64", "help": "float64, float32, or a number such as 1e-6"},
    "seconds-per-check": {"type": float, "metavar": "S", "help": "time limit of a check"},
    "isolate": {"action": "store_true", "help": "run the target in a process of its own"},
    "megabytes": {"type": int, "metavar": "M", "help": "memory that process may have"},
    "functions": {"action": "append", "metavar": "GLOB", "help": "only checks of d2ke.dtw, ..."},
    "report": {"default": None, "metavar": "FILE.json", "help": "records, written as they come"},
    "badge": {
        "default": None,
        "metavar": "FILE.json",
        "help": "the verdict, as shields.io reads it",
    },
    "expected-failures": {"metavar": "FILE", "help": "globs of checks known to fail, # and why"},
}


def add_options(parser: pytest.Parser) -> None:
    """Add the suite's options; where somebody has the short name, ours is ``--verify-...``."""
    groups = [*parser._groups, parser._anonymous]
    taken = {name for group in groups for option in group.options for name in option.names()}
    ours = parser.getgroup("verify", "conformance suite (gramcheck.verify)")
    for name, attributes in _OPTIONS.items():
        if f"--{name}" not in taken:
            ours.addoption(f"--{name}", dest=_destination(name), **attributes)
        else:  # whoever means ours by the short name must not get the default instead
            given = attributes | ({"default": None} if name == "target" else {})
            ours.addoption(f"--verify-{name}", dest=_destination(name), **given)


def pytest_configure(config: pytest.Config) -> None:
    """Start a run of the suite."""
    if not config.option.help:
        config.pluginmanager.register(SuiteRun(config), "gramcheck-suite-run")


class SuiteRun:
    """One run of the suite: settings, target, selection, records."""

    def __init__(self, config: pytest.Config) -> None:
        # numpy and hypothesis are loaded from here on, and no earlier
        from gramcheck.verify import precision, runner, target

        self.config = config
        self.is_worker = hasattr(config, "workerinput")
        self.records: list[Record] = []
        self.way: dict[Path, Path] = {}  # of those that lead to a file, the one that was first
        try:
            checks = runner.suite_registry()
            seed = getattr(config, "workerinput", {}).get(_RECORD, self._option("seed"))
            self.settings = runner.Settings(
                self._option("alpha"),
                self._option("examples"),
                runner.fresh_seed() if seed is None else seed,
                self._seconds(),
                precision.parsed(self._option("precision")),
            )
            self.share = runner.share(self.settings, checks)
            if self._option("target") is None:
                raise ValueError("--target is another plugin's option here, use --verify-target")
            self.target = target.load(self._option("target"))
            claims, excluded = self._option("claims") or (), self._option("exclude-claims") or ()
            self.selected = checks.select(claims, excluded, self._option("functions") or ())
            runner.require_selected(self.target, self.selected)
            self.checks_by_file: dict[Path, list[Check]] = {}
            for check in self.selected:  # links are resolved: a checkout is installed through some
                self.checks_by_file.setdefault(check.file.resolve(), []).append(check)
            self.isolated = self._isolated(self.settings)
            self.expected = self._expected()
        except (ValueError, ImportError, OSError) as error:
            raise pytest.UsageError(f"verify: {error}") from error
        for glob in checks.unmatched(self.expected):
            warning = pytest.PytestConfigWarning(f"expected failure {glob!r} matches no check")
            try:
                config.issue_config_time_warning(warning, stacklevel=2)
            except pytest.PytestConfigWarning:  # the project takes warnings for errors
                raise pytest.UsageError(f"verify: {warning}") from None

    def _seconds(self) -> float | None:
        seconds: float | None = self._option("seconds-per-check")
        if seconds is not None and not seconds > 0:
            raise ValueError(f"--seconds-per-check must be positive, got {seconds:g}")
        return seconds

    def _expected(self) -> dict[str, str]:
        """The globs of checks that are known to fail, each with the reason."""
        from gramcheck.verify.registry import read_globs

        if not (path := self._option("expected-failures")):
            return {}
        try:
            return read_globs(self._path(path))
        except OSError as error:
            text = f"--expected-failures {path} cannot be read: {error.strerror}"
            raise ValueError(text) from error

    def _isolated(self, settings: Settings) -> Isolated | None:
        from gramcheck.verify import isolation

        megabytes = self._option("megabytes")
        if not self._option("isolate"):
            if megabytes is not None:
                raise ValueError("--megabytes limits a process of its own: it needs --isolate")
            return None
        limits = isolation.Limits(settings.seconds, megabytes)
        return isolation.Isolated(self._option("target"), settings, limits)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Give workers of pytest-xdist the seed of the run."""
        node.workerinput[_RECORD] = self.settings.seed

    def pytest_report_header(self) -> str:
        """Say what is under test, and how."""
        return f"verify: {self._headline()}"

    def pytest_sessionstart(self) -> None:
        """Put an empty report in place of that of an earlier run."""
        self._write_report(complete=False)

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: Any
    ) -> Generator[None, list[Any], list[Any]]:
        """Collect a module of the suite, which pytest would import a second time if it is named."""
        others = yield
        path = file_path.resolve()
        if not path.is_relative_to(_PACKAGE):
            return others
        here = self.checks_by_file.get(path, [])
        if not here or self.way.setdefault(path, file_path) != file_path:
            return []
        return [SuiteFile.of(parent, file_path, here, self)]

    def pytest_collect_directory(self, path: Path, parent: Any) -> pytest.Collector | None:
        """Enter the package as a folder: as a package, pytest would import it a second time."""
        inside = path.resolve().is_relative_to(_PACKAGE)
        return pytest.Dir.from_parent(parent, path=path) if inside else None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach the record to pytest's report, on which it travels from worker to controller."""
        report = yield
        if call.when == "call" and isinstance(item, CheckItem) and item.record is not None:
            setattr(report, _RECORD, item.record.to_dict())
            if report.outcome == "skipped" and isinstance(report.longrepr, tuple):
                path, line, _ = item.reportinfo()  # of the check; the skip is raised in here
                report.longrepr = (str(path), line + 1, item.record.message)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the record, on disk too, the moment it is there."""
        from gramcheck.verify.record import Record

        if values := getattr(report, _RECORD, None):
            self.records.append(Record.from_dict(values))
            self._write_report(complete=False)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Mark the report as complete, if nothing stopped the run; fail one that tested nothing."""
        if self.isolated:
            self.isolated.stop()
        stopped = session.shouldstop or session.shouldfail or exitstatus not in (0, 1)
        self._write_report(complete=not stopped)
        self._write_badge(complete=not stopped)
        if self.records and not any(record.tested for record in self.records) and not exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """List what was skipped, and count."""
        from gramcheck.verify.summary import agreement, missing, verdict

        if not self.records:
            return
        terminalreporter.ensure_newline()
        terminalreporter.section("verify")
        for line in (*agreement(self.records), *missing(self.records)):
            terminalreporter.write_line(line)
        if not any(record.tested for record in self.records):
            terminalreporter.write_line("nothing of the target was tested", red=True)
        terminalreporter.write_line(f"{self._headline()}: {verdict(self.records)}")

    def _headline(self) -> str:
        version = f" {self.target.version}" if self.target.version else ""
        return (
            f"target {self.target.name}{version}, seed {self.settings.seed}, "
            f"alpha {self.settings.alpha:g}, examples {self.settings.examples}, "
            f"precision {self.settings.precision.name}"
        )

    def _write_report(self, complete: bool) -> None:
        from gramcheck.verify.record import write_report

        if self.is_worker or not (path := self._option("report")):
            return
        header = {
            "target": self.target.name,
            "version": self.target.version,
            "seed": self.settings.seed,
            "alpha": self.settings.alpha,
            "examples": self.settings.examples,
            "precision": self.settings.precision.name,
            "complete": complete,
        }
        write_report(self._path(path), header, self.records)

    def _write_badge(self, complete: bool) -> None:
        from gramcheck.verify.summary import badge

        if not self.is_worker and (name := self._option("badge")):
            path = self._path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{json.dumps(badge(self.records, complete))}\n", encoding="ascii")

    def _option(self, name: str) -> Any:
        return getattr(self.config.option, _destination(name))

    def _path(self, path: str) -> Path:
        return self.config.invocation_params.dir / path


def _destination(name: str) -> str:
    return f"verify_{name.replace('-', '_')}"
