"""What llvm-cov exports, as functions, lines and branches of each source of the host.

A function that is compiled several times, as a template or in several sources, counts once, and is entered when one of
them is.
"""
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Function:
    file: str  # named from the root
    line: int
    last: int
    names: set[str] = field(default_factory=set)  # as the linker knows them
    count: int = 0


@dataclass
class Source:
    name: str
    functions: list[Function]
    lines: dict[int, int]                          # how often each line with code was run
    branches: dict[tuple[int, ...], tuple[int, int]]  # by place: how often the condition was true, and false


def sources_of(exported: dict, root: Path, wanted: Callable[[str], bool]) -> list[Source]:
    """Those of the sources that `wanted` takes, by their names from the root."""
    data = exported["data"][0]
    functions = functions_of(data["functions"], root)
    found = []
    for row in data["files"]:
        name = named(row["filename"], root)
        if name and wanted(name):
            found.append(Source(name, functions.get(name, []), lines_of(row["segments"]), branches_of(row["branches"])))
    return sorted(found, key=lambda source: source.name)


def named(path: str, root: Path) -> str | None:
    return Path(path).relative_to(root).as_posix() if Path(path).is_relative_to(root) else None


def functions_of(rows: list[dict], root: Path) -> dict[str, list[Function]]:
    by_place: dict[tuple, Function] = {}
    for row in rows:
        name = named(row["filenames"][0], root)
        if name is None or not row["regions"]:
            continue
        line, column, last = row["regions"][0][:3]
        function = by_place.setdefault((name, line, column), Function(name, line, last))
        # What a source keeps to itself has the name of the source before its own.
        function.names.add(row["name"].rsplit(":", 1)[-1].rsplit(";", 1)[-1])
        function.count += row["count"]
    out: dict[str, list[Function]] = defaultdict(list)
    for (name, *_), function in sorted(by_place.items()):
        out[name].append(function)
    return out


@dataclass(frozen=True)
class Segment:
    """From here on the source was run `count` times, until the next one."""

    line: int
    column: int
    count: int
    has_count: bool
    is_entry: bool
    is_gap: bool

    @property
    def begins_code(self) -> bool:
        return self.has_count and self.is_entry and not self.is_gap


def lines_of(rows: list[list]) -> dict[int, int]:
    """As llvm-cov counts lines: the most that any part of the line was run; lines without code are left out."""
    segments = [Segment(*row) for row in rows]
    by_line: dict[int, list[Segment]] = defaultdict(list)
    for segment in segments:
        by_line[segment.line].append(segment)
    counts: dict[int, int] = {}
    before: Segment | None = None
    for line in range(segments[0].line, segments[-1].line + 1) if segments else ():
        if (count := count_of(by_line.get(line, []), before)) is not None:
            counts[line] = count
        before = by_line[line][-1] if line in by_line else before
    return counts


def count_of(segments: list[Segment], before: Segment | None) -> int | None:
    """Of a line, by the segments that begin on it and the last one before it."""
    entries = [segment.count for segment in segments if segment.begins_code]
    is_skipped = bool(segments) and not segments[0].has_count and segments[0].is_entry
    runs_on = before is not None and before.has_count and not is_skipped
    if not (runs_on or any(segment.is_entry and segment.has_count for segment in segments)):
        return None
    return max([before.count if before is not None else 0, *entries])


def branches_of(rows: list[list]) -> dict[tuple[int, ...], tuple[int, int]]:
    out: dict[tuple[int, ...], tuple[int, int]] = {}
    for row in rows:
        place, (true, false) = tuple(row[:4]), row[4:6]
        before = out.get(place, (0, 0))
        out[place] = (before[0] + true, before[1] + false)
    return out


def never_entered(sources: list[Source]) -> Iterator[Function]:
    for source in sources:
        yield from (function for function in source.functions if function.count == 0)
