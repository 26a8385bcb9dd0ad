"""The program ``esp.cpp``, compiled once a process, and by which compiler."""

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path


def compiler():
    """Where one is, None without."""
    return shutil.which("g++") or shutil.which("clang++")


def compiler_named():
    """The first line of what it says of itself, None without one."""
    if not (found := compiler()):
        return None
    told = subprocess.run([found, "--version"], check=True, capture_output=True, text=True)
    return told.stdout.splitlines()[0]


@cache
def esp():
    """The library, None without a compiler."""
    if not (found := compiler()):
        return None
    with tempfile.TemporaryDirectory() as directory:
        library = Path(directory) / "esp.so"
        options = ("-O3", "-std=c++17", "-shared", "-fPIC", "-o", library)
        subprocess.run([found, *options, Path(__file__).with_name("esp.cpp")], check=True)
        return ctypes.CDLL(str(library))
