"""``paper-checks data``: what there is, whether it is right, and how to obtain it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from gramcheck.paper_checks.commands.console import table
from gramcheck.paper_checks.data import (
    NO_DIRECTORY,
    DataDirectory,
    Status,
    cache_directory,
    default_directory,
)
from gramcheck.paper_checks.datasets.entry import DataFile
from gramcheck.paper_checks.registry import Registry


def list_all(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Print the catalogue."""
    listed = table("name", "what", "files", "obtain", "license", "citation")
    for entry in DataDirectory(None).select(arguments.names):
        listed.add_row(
            entry.name,
            escape(entry.description),
            "\n".join(f"{entry.folder}/{file.name}" for file in entry.files),
            entry.way if entry.way == "embedded" else f"data {entry.way}",
            escape(entry.license),
            escape(entry.citation),
        )
    console.print(listed)
    return 0


def show(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Print all that is known of data sets: enough to make their files by hand."""
    for entry in DataDirectory(None).select(arguments.names):
        console.print(f"[bold]{entry.name}[/]  {escape(entry.description)}")
        console.print(f"origin: {escape(entry.origin)}", soft_wrap=True)
        console.print(f"license: {escape(entry.license)}; cite {escape(entry.citation)}")
        if entry.way == "show":
            console.print("to be made from the origin:")
        else:
            console.print(escape(entry.how_to_obtain), soft_wrap=True)
        if entry.conversion:
            console.print(f"FILES: {escape(entry.conversion.originals)}")
        for file in entry.files:
            _show_file(entry.folder, file, console)
        console.print()
    return 0


def _show_file(folder: str, file: DataFile, console: Console) -> None:
    console.print(f"file {folder}/{file.name}, {file.size:,} bytes, sha256 {file.sha256}")
    if file.url:
        console.print(f"from {file.url}", soft_wrap=True)
    if file.content:
        console.print(f"or any gzip file whose content has {file.content}")
    if file.arrays:
        console.print("or any npz file with these arrays (sha256 of the values in C order):")
    for array in file.arrays:
        shape = " x ".join(map(str, array.shape))
        console.print(f"  {array.name}: {array.dtype}, {shape}, sha256 {array.sha256}")
        console.print(f"    {escape(array.meaning)}", soft_wrap=True)


def check(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Compare the files with the catalogue."""
    data = DataDirectory(arguments.data or default_directory())
    if data.path is not None:
        return _print_states(data.check(arguments.names), console)
    console.print(f"{NO_DIRECTORY}, or fill the cache with `paper-checks data fetch`")
    names = [entry.name for entry in data.select(arguments.names) if entry.files]
    console.print(f"missing: {', '.join(names) or 'nothing, all are embedded'}")
    return 0


def fetch(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Download what is missing and public; 1 where what is named is not there after that."""
    rows = _writable(arguments, console).fetch(arguments.names)
    lacking = bool(arguments.names) and any(row.state == "missing" for row in rows)
    return _print_states(rows, console) or int(lacking)


def convert(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Make the file of a data set from its originals."""
    data = _writable(arguments, console)
    return _print_states([data.convert(arguments.name, arguments.originals)], console)


def _writable(arguments: argparse.Namespace, console: Console) -> DataDirectory:
    path = Path(arguments.data or default_directory() or cache_directory())
    if not path.exists():  # of a file in its place, DataDirectory complains
        path.mkdir(parents=True)
    data = DataDirectory(path)
    console.print(f"data directory: {escape(str(path))}")
    return data


def _print_states(rows: Sequence[Status], console: Console) -> int:
    listed = table("data set", "file", "state", "")
    for row in rows:
        color = {"wrong": "red", "failed": "red", "missing": "yellow"}.get(row.state, "green")
        listed.add_row(row.name, row.file, f"[{color}]{row.state}[/]", escape(row.detail))
    console.print(listed)
    states = [row.state for row in rows]
    console.print(", ".join(f"{states.count(state)} {state}" for state in sorted(set(states))))
    return 1 if {"wrong", "failed"} & set(states) else 0
