"""Coverage by room: of how many functions, lines, branches and exported routines the tests see to how many."""
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "mutate"))
from host import room_of  # noqa: E402
from measured import Function, Source  # noqa: E402
from reasons import Reason  # noqa: E402

# In percent, for each room.
GOALS = {"exports": 100, "functions": 95, "lines": 90, "branches": 80}


@dataclass
class Share:
    seen: int = 0
    of: int = 0

    def add(self, is_seen: bool) -> None:
        self.seen += is_seen
        self.of += 1

    @property
    def percent(self) -> float:
        return 100 * self.seen / self.of if self.of else 100.0

    def __str__(self) -> str:
        return f"{self.seen:6} of {self.of:6} {self.percent:5.1f}%" if self.of else f"{'-':>23}"


@dataclass
class Row:
    exports: Share = field(default_factory=Share)
    functions: Share = field(default_factory=Share)
    lines: Share = field(default_factory=Share)
    branches: Share = field(default_factory=Share)


@dataclass
class Coverage:
    rows: dict[str, Row]
    never: list[tuple[Function, str]]  # functions that are not entered and have no reason, with their names
    unnamed: list[str]                 # exported routines that no test names
    stale: list[Reason]                # reasons for functions that are entered or not there


def coverage(sources: list[Source], names: dict[str, str], reasons: list[Reason], exports: set[str],
             words: set[str]) -> Coverage:
    """`names`: what the names of the linker mean. `words`: those in the tests."""
    rows: dict[str, Row] = defaultdict(Row)
    out = Coverage(rows, [], [], [])
    used: set[Reason] = set()
    for source in sources:
        row = rows[room_of(source.name)]
        excused: set[int] = set()
        for function in source.functions:
            readable = shortest(function, names)
            reason = next((r for r in reasons if (r.file, r.function) == (source.name, readable)), None)
            if function.count == 0 and reason:
                used.add(reason)
                excused |= set(range(function.line, function.last + 1))
                continue
            row.functions.add(function.count > 0)
            if function.count == 0:
                out.never.append((function, readable))
            add_exports(row, function, exports & function.names, words, out.unnamed)
        add_lines(row, source, excused)
    out.rows = dict(sorted(rows.items()))
    out.stale = [reason for reason in reasons if reason not in used]
    return out


def shortest(function: Function, names: dict[str, str]) -> str:
    return min((names.get(name, name) for name in function.names), key=lambda name: (len(name), name))


def add_exports(row: Row, function: Function, exported: set[str], words: set[str], unnamed: list[str]) -> None:
    """An exported routine is tested when a test names it and it is entered."""
    for name in sorted(exported):
        row.exports.add(name in words and function.count > 0)
        if name not in words:
            unnamed.append(name)


def add_lines(row: Row, source: Source, excused: set[int]) -> None:
    for line, count in source.lines.items():
        if line not in excused:
            row.lines.add(count > 0)
    for place, outcomes in source.branches.items():
        if place[0] not in excused:
            for count in outcomes:
                row.branches.add(count > 0)


def total(rows: dict[str, Row]) -> Row:
    out = Row()
    for row in rows.values():
        for name in GOALS:
            share, whole = getattr(row, name), getattr(out, name)
            whole.seen, whole.of = whole.seen + share.seen, whole.of + share.of
    return out


def below_goal(rows: dict[str, Row]) -> list[str]:
    return [f"{room}: {getattr(row, name).percent:.1f}% of {name}, the goal is {goal}%" for room, row in rows.items()
            for name, goal in GOALS.items() if getattr(row, name).percent < goal]


def as_text(rows: dict[str, Row]) -> str:
    lines = ["room     " + "".join(f"{name:>25}" for name in GOALS)]
    for room, row in (rows | {"all": total(rows)}).items():
        lines.append(f"{room:9}" + "".join(f"{str(getattr(row, name)):>25}" for name in GOALS))
    return "\n".join(lines)


def as_json(result: Coverage) -> dict:
    shares = {room: {name: vars(getattr(row, name)) for name in GOALS} for room, row in result.rows.items()}
    never = [{"file": each.file, "line": each.line, "function": name} for each, name in result.never]
    return {"rooms": shares, "never_entered": never, "unnamed_exports": result.unnamed,
            "below_goal": below_goal(result.rows)}
