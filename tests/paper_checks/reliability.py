"""Real claims, disturbed at random moments: is anything lost, is the evidence what it would be?

The long form of `test_resume`, for developers::

    python -m tests.paper_checks.reliability --kills 100 --interrupts 20 --terms 20 --workers 20

A run is disturbed at a random moment of its duration and started again, until it ends; then its
evidence is compared with that of an undisturbed run, and another folder begins. Exit code 1 if
a finished unit was lost, evidence differs, or an interruption said more than a line.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from gramcheck.paper_checks.store import Store

# short, none measures time
CLAIMS = ["idealized/eq-[12]?", "idealized/eq-[1-3]", "idealized/eq-[7-9]", "kcr/eq-[67]"]
SIGNALS = {"kills": signal.SIGKILL, "interrupts": signal.SIGINT, "terms": signal.SIGTERM}
UNDISTURBED = ("seconds", "when")  # what evidence may differ in


def start(out: Path, claims: list[str], *more: str) -> subprocess.Popen[str]:
    options = ["--out", str(out), "--jobs", "2", *more]
    return subprocess.Popen(
        [sys.executable, "-m", "gramcheck.paper_checks", "run", *claims, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def evidence(out: Path) -> list[dict[str, Any]]:
    store = Store(out)
    records = [store.read_evidence(claim) for claim in store.read_run()["selection"]]
    assert all(records)
    return [{k: v for k, v in (r or {}).items() if k not in UNDISTURBED} for r in records]


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """Processes that a run has started (Linux)."""
    found = []
    for tasks in Path(f"/proc/{process.pid}/task").glob("*/children"):
        found += [int(pid) for pid in tasks.read_text().split()]
    return found


def wait(process: subprocess.Popen[str], seconds: float) -> bool:
    """Whether it ended by then."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def disturb(arguments: argparse.Namespace) -> Counter[str]:
    """One machine, in all ways."""
    rng = random.Random(arguments.seed)
    ways = [name for name in (*SIGNALS, "workers") for _ in range(getattr(arguments, name))]
    rng.shuffle(ways)
    found: Counter[str] = Counter()

    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder, "whole")
        began = time.monotonic()
        start(whole, arguments.claims).communicate()
        duration = time.monotonic() - began
        wanted = evidence(whole)
        print(f"undisturbed: {duration:.0f} s, {len(Store(whole).read_units())} units", flush=True)

        number, kept = 0, set[str]()
        while ways:
            out = Path(folder, f"disturbed-{number}")
            process = start(out, arguments.claims)
            ended = wait(process, rng.uniform(0, 0.8 * duration))
            if not ended:
                way = ways.pop()
                found[way] += 1
                if way == "workers":
                    while not (pids := workers_of(process)) and not wait(process, 0.1):
                        pass
                    for pid in rng.sample(pids, min(1, len(pids))):
                        os.kill(pid, signal.SIGKILL)
                        found["workers hit"] += 1
                    ended = True  # it must go on to its end
                else:
                    os.killpg(process.pid, SIGNALS[way])
            printed, _ = process.communicate()
            now = set(Store(out).read_units())
            found["runs"] += 1
            # too late to disturb it: the verdicts are there
            ended = ended or Store(out).read_run().get("state") == "finished"
            found["units lost"] += len(kept - now)
            found["tracebacks"] += "Traceback" in printed
            if not ended and way != "kills":
                code = process.returncode
                found[f"{way}: exit {code}, {len(printed.splitlines())} lines"] += 1
            kept = now
            if ended:
                found["folders ended"] += 1
                found["evidence differs"] += evidence(out) != wanted
                number, kept = number + 1, set()
            print(f"{len(ways)} left: {dict(found)}", flush=True)
        start(out, arguments.claims).communicate()
        found["evidence differs"] += evidence(out) != wanted
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in (*SIGNALS, "workers"):
        parser.add_argument(f"--{name}", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--claims", nargs="+", default=CLAIMS)
    found = disturb(parser.parse_args())
    print(f"in all: {dict(found)}")
    return int(any(found[what] for what in ("units lost", "tracebacks", "evidence differs")))


if __name__ == "__main__":
    sys.exit(main())
