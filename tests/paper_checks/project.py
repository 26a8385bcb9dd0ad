"""A copy of the package that tests may edit, with a claim of its own about the soft minimum."""

import io
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

from gramcheck.paper_checks import fingerprint, report
from gramcheck.paper_checks.store import Store
from tests.paper_checks.programs import wait

CLAIMS = '''
import os, time
import numpy as np
from gramcheck.paper_checks.findings import holds
from gramcheck.paper_checks.ledger import Evidence, Unit, Verdict, claim

def measure():
    from gramcheck.reference.d2ke import softmin
    return {"value": float(softmin(np.array([1.0, 2.0]), np.array([0.5, 0.5]), 1.0))}

def wait(folder):
    with open(os.path.join(folder, "waiting.new"), "w") as file:
        file.write(str(os.getpid()))
    os.replace(file.name, os.path.join(folder, "waiting"))
    while not os.path.exists(os.path.join(folder, "go")):
        time.sleep(0.02)
    return {}

def units(run):
    return [
        Unit("before", measure),
        Unit("wait", wait, {"folder": os.environ["EDIT_TEST_FOLDER"]}),
        Unit("after", measure),
    ]

@claim("d2ke/eq-6", place="", kind="equation", expected=Verdict.HOLDS, units=units)
def softmin_is_right(run, results):
    """The soft minimum of two values."""
    right = -np.log((np.exp(-1.0) + np.exp(-2.0)) / 2)
    found = [results[key]["value"] for key in ("before", "after")]
    return Evidence(printed=[holds(value, right, atol=1e-12) for value in found])
'''
WRONG = """
_right = softmin

def softmin(*arguments, **options):
    return 2 * _right(*arguments, **options)
"""


class Project:
    """The copy, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with zipfile.ZipFile(io.BytesIO(fingerprint.read_source().archive())) as archive:
            archive.extractall(folder / "source")
        ledger = folder / "source" / "gramcheck" / "paper_checks"
        templates = Path(report.__file__).parent / "templates"
        shutil.copytree(templates, ledger / "templates")
        shutil.copy(templates.parent / "story.toml", ledger)
        shutil.rmtree(ledger / "claims")
        (ledger / "claims").mkdir()
        # outside paper_checks, for whose units a worker loads what experiments learn with
        (ledger / "claims" / "__init__.py").write_text("import gramcheck.of_the_test")
        (ledger.parent / "of_the_test.py").write_text(CLAIMS)
        self.edited = folder / "source" / "gramcheck" / "reference" / "d2ke" / "__init__.py"
        self.right = self.edited.read_text()

    def make_wrong(self) -> None:
        self.edited.write_text(self.right + WRONG)

    def make_right(self, comment: str = "") -> None:
        self.edited.write_text(self.right + comment)

    def start(self, out: Path, *options: str) -> subprocess.Popen[str]:
        """Run the claim, one unit after the other."""
        (self.folder / "waiting").unlink(missing_ok=True)
        module = "gramcheck.paper_checks"
        return subprocess.Popen(
            [sys.executable, "-P", "-m", module, "run", "--jobs", "1", "--out", str(out), *options],
            env={
                **os.environ,
                "PYTHONPATH": str(self.folder / "source"),
                "EDIT_TEST_FOLDER": str(self.folder),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def wait(self, process: subprocess.Popen[str], out: Path) -> None:
        """Until the first unit is kept and the second one waits."""
        wait(process, lambda: (self.folder / "waiting").exists() and Store(out).read_units())

    def kill_worker(self) -> None:
        """The process of the unit that waits, which another one then does again."""
        os.kill(int((self.folder / "waiting").read_text()), signal.SIGKILL)

    def go_on(self) -> None:
        """Let the unit that waits, and those of later runs, go on."""
        (self.folder / "go").touch()

    def holds(self, out: Path) -> list[bool]:
        """Whether the unit before the one that waits, and the one after it, found what is right."""
        return [found["holds"] for found in Store(out).read_evidence("d2ke/eq-6")["printed"]]
