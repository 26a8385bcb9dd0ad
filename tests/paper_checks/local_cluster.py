"""A Dask scheduler and workers as programs of their own on this machine, without the package."""

import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.paper_checks import sample_claims


class Cluster:
    """A scheduler and its workers, in a folder that no run sees as its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes = []
        self.address = ""
        (folder / "modules").mkdir()
        # the claims of the tests, for their units; the package is not there
        (folder / "modules" / "sample_claims.py").write_bytes(
            Path(sample_claims.__file__).read_bytes()
        )

    def start_scheduler(self) -> None:
        file = self.folder / "scheduler.json"
        self.scheduler = self._start(
            "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
            "--scheduler-file", str(file),
        )  # fmt: skip
        deadline = time.monotonic() + 60
        while not self.address:
            assert time.monotonic() < deadline
            time.sleep(0.05)
            if file.exists() and (text := file.read_text()):
                self.address = json.loads(text)["address"]

    def path_with(self, text: str) -> str:
        """Where a worker's processes look for modules: with a text that each runs as it starts."""
        folder = self.folder / hashlib.sha256(text.encode()).hexdigest()
        folder.mkdir(exist_ok=True)
        (folder / "sitecustomize.py").write_text(text)
        return f"{folder}{os.pathsep}{self.folder / 'modules'}"

    def start_worker(self, **environment: str) -> subprocess.Popen:
        return self._start(
            "dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(self.folder), **environment,
        )  # fmt: skip

    def _start(self, module: str, *arguments: str, **environment: str) -> subprocess.Popen:
        inherited = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
        inherited |= {"PYTHONPATH": str(self.folder / "modules"), "SAMPLE_NAP": "0.3"}
        inherited["DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED"] = "False"  # it never rests
        with open(self.folder / f"{module}.log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", f"distributed.cli.{module}", *arguments],
                env={**inherited, **environment},
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)
        return process

    def wait_for_workers(self, number: int) -> None:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=60)

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
