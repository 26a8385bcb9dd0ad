"""What runs in a worker process: takes units from a pipe, one after the other, and answers.

``python -m gramcheck.paper_checks.worker HANDLE FOLDER``, started by `processes`: the pipe, and
where the source was unpacked.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pickle
import shutil
import sys
import threading
import traceback
import warnings
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from gramcheck.paper_checks import fingerprint
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.work import execute


def main() -> None:
    """Answer until the pipe is closed."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.dup2(2, 1)  # what a unit prints must not be lost, nor disturb whoever reads the output
    warnings.formatwarning = lambda message, *_: f"{message}\n"
    connection = Connection(int(sys.argv[1]))
    order = [connection.recv_bytes() for _ in range(3)]
    run = prepared(order[0], order[1].decode(), order[2].decode())
    source = fingerprint.read_source().digest
    connection.send_bytes(b"ready")
    with contextlib.suppress(EOFError, OSError):
        while True:
            connection.send_bytes(answer(connection.recv_bytes(), run, source))


def prepared(pickled: bytes, scratch: str, data: str) -> Run:
    """The run as this machine sees it, from the parts of an `Order`."""
    run: Run = pickle.loads(pickled)
    if data:
        there = DataDirectory(data, list(run.data.catalogue.values()))
        run = dataclasses.replace(run, data=there)
    return dataclasses.replace(run, scratch=Path(scratch) if scratch else None)


def answer(pickled: bytes, run: Run, source: str) -> bytes:
    """JSON of what `execute` answers, and of what this process has loaded by then."""
    _forget_peak()
    result: dict[str, Any]
    try:
        work = pickle.loads(pickled)
    except Exception:
        result = {"error": traceback.format_exc(), "seconds": 0.0}
    else:
        result = execute(work, dataclasses.replace(run, key=work.name))
    return json.dumps({**result, "loaded": fingerprint.loaded(source)}, allow_nan=False).encode()


def _forget_peak() -> None:
    """Let the kernel measure the largest memory anew, for this unit."""
    with contextlib.suppress(OSError):  # Linux
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _end_with_parent() -> None:
    """End as soon as the process that started this one is gone, by SIGKILL too.

    Otherwise the workers of a killed run go on with work whose result nobody takes, while the same
    run, started again, competes with them.
    """
    while os.read(0, 1):
        pass
    shutil.rmtree(sys.argv[2], ignore_errors=True)
    os._exit(1)


if __name__ == "__main__":
    main()
