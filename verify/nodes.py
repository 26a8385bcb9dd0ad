"""What pytest collects of the suite: its modules, the claims in them, and a check for each item."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gramcheck.verify.plugin import SuiteRun
    from gramcheck.verify.record import Record
    from gramcheck.verify.registry import Check

_PACKAGE = Path(__file__).resolve().parent


class SuiteFile(pytest.File):
    """A module of the suite."""

    checks: list[Check]
    run: SuiteRun

    @classmethod
    def of(cls, parent: Any, path: Path, checks: list[Check], run: SuiteRun) -> SuiteFile:
        """A file with some of the checks in it, which has the same id wherever it is installed."""
        inside = path.resolve().relative_to(_PACKAGE).as_posix()
        file: SuiteFile = cls.from_parent(parent, path=path, nodeid=f"gramcheck/verify/{inside}")
        file.checks, file.run = checks, run
        return file

    def collect(self) -> Iterable[ClaimNode]:
        """One node a claim."""
        for claim in dict.fromkeys(check.claim for check in self.checks):
            node: ClaimNode = ClaimNode.from_parent(self, name=claim)
            node.checks = [check for check in self.checks if check.claim == claim]
            node.run = self.run
            yield node


class ClaimNode(pytest.Collector):
    """A claim with its checks."""

    checks: list[Check]
    run: SuiteRun

    def collect(self) -> Iterable[CheckItem]:
        """One item a check."""
        for check in self.checks:
            item: CheckItem = CheckItem.from_parent(self, name=check.name)
            item.check, item.run = check, self.run
            yield item


class CheckFailedError(Exception):
    """Carries the message of a failing check; there is no traceback worth showing."""


class CheckItem(pytest.Item):
    """One check."""

    check: Check
    run: SuiteRun
    record: Record | None = None

    def runtest(self) -> None:
        """Run the check and translate its verdict."""
        from gramcheck.verify.record import Status
        from gramcheck.verify.registry import why_expected
        from gramcheck.verify.runner import run_check

        run = self.run
        why = why_expected(self.check, run.expected)
        expected = why is not None
        if run.isolated:
            record = run.isolated.run(self.check, expected)
        else:
            record = run_check(self.check, run.target, run.settings, run.share, expected)
        self.record = record.explained(why or "")
        if self.record.status in (Status.SKIPPED, Status.LACKING):
            pytest.skip(self.record.message)
        if self.record.status == Status.EXPECTED_FAILURE:
            pytest.xfail(self.record.message)
        if self.record.status != Status.PASSED:
            raise CheckFailedError(self.record.message)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the message, and nothing of how the suite works."""
        if isinstance(excinfo.value, CheckFailedError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the check stands, and its name."""
        return self.check.file, self.check.line - 1, self.check.id
