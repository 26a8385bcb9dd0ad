"""The book names the wrong implementations that there are.

``python -m tests.paper_checks.site.test_faults`` writes what it knows of them.
"""

import json

from gramcheck.paper_checks.site.zoo import FILE
from tests.zoo import zoo


def told():
    """By name: what kills it and, of one that is a function, what it says of itself and where."""
    every = {
        fault.name: {"killed_by": list(fault.killed_by), "said": fault.said, "place": fault.place}
        for fault in zoo()
    }
    return {name: {k: v for k, v in fault.items() if v} for name, fault in every.items()}


def test_the_book_names_every_wrong_implementation():
    assert json.loads(FILE.read_text("utf8")) == told(), __doc__


if __name__ == "__main__":
    rows = json.dumps(told(), ensure_ascii=False).replace('}, "', '},\n"')[1:-1]
    FILE.write_text(f"{{\n{rows}\n}}\n", encoding="utf8")
