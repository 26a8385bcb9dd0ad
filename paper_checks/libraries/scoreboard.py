"""``paper-checks libraries``: runs libraries, keeps what was found, says what changed, one page.

A library that was run as it is installed, with the same adapter and settings, is not run again.
Results are written to ``<out>/libraries/<name>.json`` as soon as they are there; those that are
kept with the project stand in :data:`KEPT`, and what differs from them is news.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from gramcheck.paper_checks import kept
from gramcheck.paper_checks.files import write_atomically
from gramcheck.paper_checks.libraries.catalogue import Library, catalogue, looked_up
from gramcheck.paper_checks.libraries.judging import OUTCOMES, Judged, Result, judge
from gramcheck.paper_checks.report import environment, inline
from gramcheck.verify.contract import contracts
from gramcheck.verify.isolation import Limits
from gramcheck.verify.runner import Settings

KEPT = kept.RESULTS / "libraries"


def read(folder: Path) -> dict[str, Result]:
    """Results in a folder, by library."""
    return {
        path.stem: Result.from_dict(json.loads(path.read_text(encoding="utf8")))
        for path in sorted(folder.glob("*.json"))
    }


def write(folder: Path, result: Result) -> Path:
    """Write one; return its file."""
    path = folder / f"{result.library}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(result.to_dict(), indent=1, ensure_ascii=True)
    write_atomically(path, f"{text}\n".encode())
    return path


def run(
    libraries: Sequence[Library],
    folder: Path,
    settings: Settings,
    limits: Limits,
    jobs: int = 1,
    again: bool = False,
) -> Iterator[tuple[Library, Result | None, bool]]:
    """Each library with its result, None where it is not installed, and whether it is new.

    With ``again`` a result of the folder stands only if this very commit made it: a rerun that was
    killed goes on.
    """
    commit = kept.commit()
    done = read(KEPT) | read(folder)
    if again:
        clean = not commit.endswith("-dirty")
        done = {
            name: each for name, each in read(folder).items() if clean and each.commit == commit
        }
    waiting = []
    for library in libraries:
        last = done.get(library.name)
        if library.versions() is None:
            yield library, None, False
        elif last is not None and last.stands_for(library, settings):
            yield library, last, False
        else:
            waiting.append(library)
    others = [other for other in catalogue().values() if other.versions() is not None]
    with ThreadPoolExecutor(jobs) as pool:
        futures = {
            pool.submit(
                judge,
                library,
                settings,
                limits,
                [other for other in others if other.name != library.name],
                commit,
            ): library
            for library in waiting
        }
        try:
            for future in as_completed(futures):
                write(folder, future.result())
                yield futures[future], future.result(), True
        except BaseException:  # interrupted: what runs comes to its end, the rest is left
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def stale() -> dict[str, list[str]]:
    """Of each kept result that a run might not repeat, why: other versions, adapter or checks."""
    known = catalogue()
    results = {name: each for name, each in read(KEPT).items() if name in known}
    found = {name: each.differences(known[name]) for name, each in results.items()}
    return {name: reasons for name, reasons in found.items() if reasons}


def changes(old: Result | None, new: Result) -> list[str]:
    """What a function's outcome was, and is, where they differ."""
    if old is None:
        return []
    names = dict.fromkeys([*old.functions, *new.functions])
    pairs = {name: (_in_words(old, name), _in_words(new, name)) for name in names}
    return [f"{name}: {was} -> {now}" for name, (was, now) in pairs.items() if was != now]


def _in_words(result: Result, name: str) -> str:
    judged = result.functions.get(name)
    return summary(judged) if judged else result.trouble or "not judged"


def summary(judged: Judged) -> str:
    """An outcome in a few words."""
    details = {
        "agrees": "",
        "lacks": ", ".join(_option(name) for name in judged.lacking),
        "convention": judged.convention,
        "differs": f"{judged.checks - judged.passed} of {judged.checks} checks fail",
        "fault": f"{judged.checks - judged.passed} of {judged.checks} checks fail",
    }
    return f"{judged.outcome}: {details[judged.outcome]}".removesuffix(": ")


def _option(lacking: str) -> str:
    """Of ``d2ke.dtw(window)`` what is in parentheses; other names as they are."""
    return lacking.partition("(")[2].removesuffix(")") or lacking


def write_page(folder: Path) -> Path:
    """Write ``libraries.html`` beside the folder, from the kept results and the folder's."""
    old, new = read(KEPT), read(folder)
    results = old | new
    known = catalogue()
    templates = environment()
    templates.filters["summary"] = summary
    counts = Counter(judged.outcome for r in results.values() for judged in r.functions.values())
    page = templates.get_template("libraries.html.j2").render(
        style=inline(templates, "report.css"),
        script=inline(templates, "report.js"),
        results=results,
        counts={outcome: counts[outcome] for outcome in reversed(OUTCOMES) if counts[outcome]},
        functions=_by_function(results),
        stale={name: reasons for name, reasons in stale().items() if name not in new},
        changed={
            name: lines
            for name, result in new.items()
            if name in old and (lines := changes(old[name], result))
        },
        absent=[library for name, library in known.items() if name not in results],
        **looked_up(),
    )
    path = folder.parent / "libraries.html"
    write_atomically(path, page.encode())
    return path


def _by_function(results: Mapping[str, Result]) -> list[dict[str, Any]]:
    """Functions in the contract's order, each with the libraries that have it, the worst first."""
    found = []
    for name, contract in contracts().items():
        rows = [(r, r.functions[name]) for r in results.values() if name in r.functions]
        rows.sort(key=lambda row: -OUTCOMES.index(row[1].outcome))
        if rows:
            found.append({"name": name, "summary": contract.summary, "rows": rows})
    return found
