"""The list of functions that no test can enter, each with its reason.

A line is a source, a function as the list of functions never entered prints it, and why: `src/x/y.cpp: name: reason`. A
function that is listed and is entered is a fault of the list.
"""
from dataclasses import dataclass
from pathlib import Path

PATH = Path(__file__).with_name("unreachable.txt")


@dataclass(frozen=True)
class Reason:
    line: int
    file: str
    function: str
    why: str


class BadLine(Exception):
    """A line of the list that says too little."""


def read(text: str) -> list[Reason]:
    out = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        # The function's name may have colons, but none with a space behind it.
        parts = line.split(": ", 2)
        if len(parts) != 3 or not parts[2].strip():
            raise BadLine(f"{PATH.name}:{number}: a line is a source, a function and a reason")
        out.append(Reason(number, *parts))
    return out
