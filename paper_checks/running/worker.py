"""What runs in a worker process: takes units from a pipe, one after the other, and answers.

``python -m gramcheck.paper_checks.running.worker HANDLE FOLDER``, started by `processes`: the pipe,
and where the source was unpacked.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import threading
import warnings
from multiprocessing.connection import Connection


def main() -> None:
    """Answer until the process that started this one is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # from here on, since they take a second in which the other one may die
    from gramcheck.paper_checks import fingerprint
    from gramcheck.paper_checks.running.work import answer, prepared

    os.dup2(2, 1)  # what a unit prints must not be lost, nor disturb whoever reads the output
    warnings.formatwarning = lambda message, *_: f"{message}\n"
    handle = int(sys.argv[1])
    connection = Connection(handle)
    # the pipe must end with this process, and only this one may answer, whatever a unit starts
    os.set_inheritable(handle, False)
    os.register_at_fork(after_in_child=connection.close)
    with contextlib.suppress(EOFError, ConnectionError):
        run, scratch, data = (connection.recv_bytes() for _ in range(3))
        context = prepared(run, scratch.decode(), data.decode())
        source = fingerprint.read_source().digest
        connection.send_bytes(b"ready")
        while True:
            work = connection.recv_bytes()
            with open(1, "w", closefd=False) as sys.stdout:  # a unit may close it
                result = answer(work, context, source)
            connection.send_bytes(result)
    threading.Event().wait()  # for the end, which the other thread makes


def _end_with_parent() -> None:
    """End as soon as the process that started this one is gone, by SIGKILL too.

    Otherwise the workers of a killed run go on with work whose result nobody takes, while the same
    run, started again, competes with them.
    """
    try:
        while os.read(0, 1):
            pass
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # nobody is there to be told
        shutil.rmtree(sys.argv[2], ignore_errors=True)
    finally:  # also where a unit has used up the handles, or closed this one
        os._exit(1)


if __name__ == "__main__":
    main()
