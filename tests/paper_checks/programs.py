"""The sample claims as a program of its own, and what it leaves."""

import os
import subprocess
import sys
import time
from pathlib import Path

from gramcheck.paper_checks.store import Store
from tests.paper_checks import sample_claims

PROGRAM = Path(sample_claims.__file__)


def start(out, *arguments, nap=0.0):
    """The command as from a terminal, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, PROGRAM, "run", *arguments, "--out", out],
        env={**os.environ, "SAMPLE_NAP": str(nap)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def finish(process):
    text, _ = process.communicate(timeout=120)
    return text


def wait(process, ready):
    """Until something is so, while the program goes on."""
    deadline = time.monotonic() + 60
    while not ready():
        assert process.poll() is None, finish(process)
        assert time.monotonic() < deadline
        time.sleep(0.02)


def evidence(out):
    """Of the long claim, but for what may differ between two runs."""
    record = Store(out).read_evidence("d2ke/long")
    return {key: record[key] for key in ("verdict", "printed", "measured", "tables")}
