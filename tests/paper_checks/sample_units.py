"""Units of all characters, in a module that worker processes import in no time."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

MEMORY = 300 * 2**20


def be_good(index):
    print("what a unit prints is no answer")
    return {"value": index}


def say_goodbye():
    raise SystemExit(5)


def exhaust_the_limit():
    """As under ``ulimit -v``."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (2 * MEMORY, resource.RLIM_INFINITY))
    try:
        return {"value": len(bytearray(4 * MEMORY))}
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)  # the worker has other units to do


def exhaust_the_machine():
    """As when the kernel ends the largest process."""
    block = bytearray(MEMORY)
    block[:: 2**10] = b"1" * len(block[:: 2**10])
    os.kill(os.getpid(), signal.SIGKILL)


def hang():
    time.sleep(1000)


def die_with_a_child():
    """Of a signal without a name, while a process of its own lives on and holds what was open."""
    os.system("sleep 1000 &")
    if os.fork() == 0:
        time.sleep(1000)
    os.kill(os.getpid(), signal.SIGRTMIN + 1)


def be_two():
    """As whoever forks and forgets which of the two it is."""
    os.fork()
    return {"value": -1}


def close_the_output():
    sys.stdout.close()
    return {"value": -2}


def answer_with(value):
    """What JSON, or this project's JSON, does not know; or 60 MB."""
    return {
        "surrogate": {"value": "\ud800"},
        "tag": {"value": {"$float": "x"}},
        "digits": {"value": 10**5000},
        "huge": {"value": "x" * 60_000_000},
    }[value]


def be_a_victim(path):
    """Die at the first call, as when another unit takes all the memory."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"value": 1.0}


def start_another(path):
    """A process of one's own that outlives its parent, as of a pool that runs out of memory."""
    process = subprocess.Popen(["sleep", "1000"])
    Path(path).write_text(str(process.pid))
    os.kill(os.getpid(), signal.SIGKILL)
