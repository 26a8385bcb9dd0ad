"""The book names the wrong implementations that there are.

``python -m tests.paper_checks.site.test_faults`` writes what it knows of them.
"""

import json

from gramcheck.paper_checks.site.zoo import FILE
from tests.zoo import zoo


def told():
    return {fault.name: list(fault.killed_by) for fault in zoo()}


def test_the_book_names_every_wrong_implementation():
    assert json.loads(FILE.read_text("utf8")) == told(), __doc__


if __name__ == "__main__":
    rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(by)}" for name, by in told().items())
    FILE.write_text(f"{{\n{rows}\n}}\n", encoding="utf8")
