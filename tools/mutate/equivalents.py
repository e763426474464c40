"""The list of mutants that change nothing, each with its reason.

An entry is a paragraph: the place, the lines that the mutant takes away and puts there, as the report prints them, and why
nobody can tell the difference.

    src/nt/pool/pool.cpp: Pool::free: call
    - forget_hint(block);
    + ;
    The hint only says where to look first.

Lines that begin with # are comments. An entry whose lines are not in the source any more is stale.
"""
from dataclasses import dataclass
from pathlib import Path

from edits import changed_lines
from place import Place

PATH = Path(__file__).with_name("equivalent.txt")


@dataclass(frozen=True)
class Entry:
    line: int  # of the list
    key: tuple[str, str, str, tuple[str, ...], tuple[str, ...]]
    reason: str


class BadEntry(Exception):
    """A paragraph that is not an entry."""


def read(text: str) -> list[Entry]:
    entries, paragraph, first = [], [], 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.startswith("#"):
            continue
        if line.strip():
            first = first if paragraph else number
            paragraph.append(line.strip())
        elif paragraph:
            entries.append(entry_of(paragraph, first))
            paragraph = []
    return entries


def entry_of(paragraph: list[str], number: int) -> Entry:
    place, *rest = paragraph
    # A function may have colons of its own, but no colon with a space behind it.
    parts = place.split(": ")
    old = tuple(line[1:].strip() for line in rest if line.startswith("-"))
    new = tuple(line[1:].strip() for line in rest if line.startswith("+"))
    reason = " ".join(line for line in rest if line[0] not in "-+")
    if len(parts) != 3 or not old or not new or not reason:
        raise BadEntry(f"{PATH.name}:{number}: an entry is a place, the lines - and +, and a reason")
    return Entry(number, (*parts, old, new), reason)


def key_of(place: Place, data: bytes) -> tuple:
    old, new = changed_lines(data, place)
    return place.file, place.function, place.operator, tuple(old), tuple(new)


def as_paragraph(place: Place, data: bytes) -> str:
    old, new = changed_lines(data, place)
    lines = [f"{place.file}: {place.function}: {place.operator}"]
    return "\n".join(lines + [f"- {line}" for line in old] + [f"+ {line}" for line in new])


def sort_out(entries: list[Entry], places: list[Place], root: Path) -> tuple[set[Place], list[Entry]]:
    """Those of the places that the list names, and the entries that name none."""
    wanted = {entry.key[:3] for entry in entries}
    found: dict[tuple, list[Place]] = {}
    for place in places:
        if (place.file, place.function, place.operator) in wanted:
            found.setdefault(key_of(place, (root / place.file).read_bytes()), []).append(place)
    named = {place for entry in entries for place in found.get(entry.key, ())}
    return named, [entry for entry in entries if entry.key not in found]
