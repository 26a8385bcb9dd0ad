"""Worker processes of one machine: each does one unit at a time, and takes nothing else down.

A process that dies is therefore known to have died of its unit, whatever the others do. Each gets
the source as the run has read it, unpacked where nobody edits it, and imports nothing of ours from
anywhere else. This module itself imports only the standard library: the machines of a cluster get
it by value and need not have the package.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from dataclasses import dataclass
from multiprocessing.connection import Pipe

_SECONDS_TO_END = 5.0  # for a process that has closed its pipe already
_SIGNALS = {int(one): one.name for one in signal.Signals}  # not all numbers have names


@dataclass(frozen=True)
class Order:
    """What every worker process of a run is told before its first unit.

    Parameters
    ----------
    archive : the source, a zip file
    run : a pickled `Run`
    scratch : directory of what units compute for each other; ``""`` for nowhere
    data : directory of the data sets, in place of the run's own; ``""`` for that
    seconds : that a unit may take; None for any number
    """

    archive: bytes
    run: bytes
    scratch: str = ""
    data: str = ""
    seconds: float | None = None


class Workers:
    """Processes that are started when they are needed, and kept for the next unit."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.lock = threading.Lock()
        self.idle: list[_Process] = []
        self.busy: set[_Process] = set()
        self.closed = False
        # goes even if an interruption comes before anybody could close this
        self.folder = tempfile.TemporaryDirectory(
            prefix="gramcheck-source-", ignore_cleanup_errors=True
        )
        try:
            with zipfile.ZipFile(io.BytesIO(order.archive)) as archive:
                archive.extractall(self.folder.name)
        except OSError as error:  # which says why, but not where
            self.folder.cleanup()
            raise OSError(error.errno, error.strerror, self.folder.name) from error

    def answer(self, work: bytes) -> bytes:
        """Do a pickled `Work`; JSON of what `execute` answers, or of how the process ended."""
        process = self._take()
        answer = process.ask(work)
        with self.lock:
            self.busy.remove(process)
            if answer is not None and not self.closed:
                self.idle.append(process)
                return answer
        ending = json.dumps(process.end()).encode()
        return ending if answer is None else answer

    def _take(self) -> _Process:
        with self.lock:
            if self.closed:
                raise RuntimeError("the run has ended")
            process = self.idle.pop() if self.idle else _Process(self.folder.name, self.order)
            self.busy.add(process)
            return process

    def close(self) -> None:
        """End every process, working or not, and remove their source."""
        with self.lock:
            self.closed = True
            for process in self.busy:
                process.kill()  # whoever waits for its answer does the rest
            for process in self.idle:
                process.kill()
                process.end()
        self.folder.cleanup()


class _Process:
    """One worker process, and the pipe to it."""

    def __init__(self, folder: str, order: Order) -> None:
        self.order = order
        self.greeted = self.timed_out = False
        self.connection, other = Pipe()
        # -P keeps the current folder out of the way: the source comes first
        path = os.pathsep.join([folder, *(os.path.abspath(entry) for entry in sys.path)])
        module = "gramcheck.paper_checks.running.worker"
        with other:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", module, str(other.fileno()), folder],
                env={**os.environ, "PYTHONPATH": path},
                pass_fds=[other.fileno()],
                stdin=subprocess.PIPE,  # closes when this process dies, in whatever way
                start_new_session=True,  # Ctrl-C and signals to the group are for the run alone
            )

    def ask(self, work: bytes) -> bytes | None:
        """The answer; None from a process that died, or takes too long."""
        order = self.order
        try:
            if not self.greeted:
                for part in (order.run, order.scratch.encode(), order.data.encode()):
                    self.connection.send_bytes(part)
                self.connection.recv_bytes()  # it has imported what it needs; now time counts
                self.greeted = True
            self.connection.send_bytes(work)
            self.timed_out = not self.connection.poll(order.seconds)
            return None if self.timed_out else self.connection.recv_bytes()
        except (OSError, EOFError):
            return None

    def kill(self) -> None:
        """End it, and whatever processes its unit has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def end(self) -> dict[str, object]:
        """How a process that no longer answers ended, and with how much memory at its peak."""
        patience = 0.0 if self.timed_out else _SECONDS_TO_END
        ended, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        while not ended and patience > 0.0:
            time.sleep(0.01)
            patience -= 0.01
            ended, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        self.kill()  # if it is dead already, what its unit has started
        if not ended:
            _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = code = os.waitstatus_to_exitcode(status)
        if self.process.stdin:
            self.process.stdin.close()
        self.connection.close()
        how = f"signal {_SIGNALS.get(-code, -code)}" if code < 0 else f"exit code {code}"
        peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return {
            "died": how,
            "at_start": code > 0 and not self.greeted,  # an error, and not because of its unit
            "after_seconds": self.order.seconds if self.timed_out else None,
            "peak_bytes": peak,
        }
