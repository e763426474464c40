"""Texts with mutants in them: as they are planted, with a switch, and as they read in a diff."""
import difflib
from collections.abc import Callable

from place import ON, Place

CALL = "::drydock::mutation::active({})"


def with_switches(data: bytes, numbered: dict[int, Place]) -> bytes:
    """The source with all of these mutants, each asking for its number. Lines stay where they are."""
    return replaced(data, list(numbered.items()), lambda number, place: place.planted.replace(ON, CALL.format(number)))


def with_mutant(data: bytes, place: Place) -> bytes:
    return replaced(data, [(0, place)], lambda _, each: each.mutated)


def replaced(data: bytes, numbered: list[tuple[int, Place]], text: Callable[[int, Place], str]) -> bytes:
    for number, place in sorted(numbered, key=lambda each: each[1].begin, reverse=True):
        data = data[:place.begin] + text(number, place).encode("latin-1") + data[place.end:]
    return data


def lines_of(data: bytes) -> list[str]:
    return data.decode(errors="replace").splitlines()


def diff(data: bytes, place: Place) -> str:
    """What the mutant is, as a unified diff."""
    lines = difflib.unified_diff(lines_of(data), lines_of(with_mutant(data, place)), f"a/{place.file}", f"b/{place.file}",
                                 n=3, lineterm="")
    return "\n".join(lines)


def changed_lines(data: bytes, place: Place) -> tuple[list[str], list[str]]:
    """The lines that the mutant takes away and those that it puts there, without their indentation."""
    old, new = lines_of(data), lines_of(with_mutant(data, place))
    first = place.line - 1
    last = data.count(b"\n", 0, place.end)
    left = len(old) - last - 1
    return [line.strip() for line in old[first:last + 1]], [line.strip() for line in new[first:len(new) - left]]
