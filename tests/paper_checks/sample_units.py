"""Units of all characters, in a module that worker processes import in no time."""

import os
import resource
import signal
import subprocess
import time
from pathlib import Path

MEMORY = 300 * 2**20


def be_good(index):
    print("what a unit prints is no answer")
    return {"value": index}


def leave(code):
    os._exit(code)


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


def be_a_victim(path):
    """Die at the first call, as when another unit takes all the memory."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"value": 1.0}


def start_another(path):
    """A process of one's own, and then wait for ever."""
    process = subprocess.Popen(["sleep", "1000"])
    Path(path).write_text(str(process.pid))
    process.wait()
