"""The score by room and by operator, and each survivor as a diff."""
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from edits import diff
from equivalents import as_paragraph
from host import room_of
from place import OPERATORS, Place

# In percent: of all mutants, and of the mutants of each room that has enough of them to say something.
GOAL = 80
GOAL_OF_ROOM = 70
ENOUGH = 5


@dataclass(frozen=True)
class Mutant:
    number: int
    place: Place
    verdict: str  # killed, survived, equivalent, skipped, left (not judged yet)
    by: str = ""
    how: str = ""
    tests: int = 0
    of: int = 0
    seconds: float = 0.0

    @property
    def room(self) -> str:
        return room_of(self.place.file)

    def as_row(self) -> dict:
        place = {name: value for name, value in self.place.as_row().items() if name != "planted"}
        return {"number": self.number, "room": self.room, **place, "verdict": self.verdict, "by": self.by, "how": self.how,
                "tests": self.tests, "of": self.of, "seconds": self.seconds}


@dataclass
class Score:
    killed: int = 0
    survived: int = 0
    others: int = 0

    @property
    def judged(self) -> int:
        return self.killed + self.survived

    @property
    def percent(self) -> float | None:
        return 100 * self.killed / self.judged if self.judged else None

    def __str__(self) -> str:
        return "    -" if self.percent is None else f"{self.percent:5.1f}%"

    def add(self, mutant: Mutant) -> None:
        self.killed += mutant.verdict == "killed"
        self.survived += mutant.verdict == "survived"
        self.others += mutant.verdict not in ("killed", "survived")


def scores(mutants: list[Mutant], key) -> dict[str, Score]:
    out: dict[str, Score] = defaultdict(Score)
    for mutant in mutants:
        out[key(mutant)].add(mutant)
    return dict(sorted(out.items()))


def whole(mutants: list[Mutant]) -> Score:
    return scores(mutants, lambda _: "all").get("all", Score())


def below_goal(mutants: list[Mutant]) -> list[str]:
    total = whole(mutants)
    out = [f"{str(total).strip()} in all, the goal is {GOAL}%"] if (total.percent or 0) < GOAL else []
    for room, score in scores(mutants, lambda mutant: mutant.room).items():
        if score.judged >= ENOUGH and score.percent < GOAL_OF_ROOM:
            out.append(f"{str(score).strip()} in {room}, the goal of each room is {GOAL_OF_ROOM}%")
    return out


def count(mutants: list[Mutant], verdict: str) -> int:
    return sum(mutant.verdict == verdict for mutant in mutants)


def table(title: str, rows: dict[str, Score]) -> list[str]:
    lines = [f"{title:12} killed  survived  others  score"]
    return lines + [f"{name:12} {row.killed:6} {row.survived:9} {row.others:7}   {row}" for name, row in rows.items()]


def summary(mutants: list[Mutant]) -> str:
    lines = table("room", scores(mutants, lambda mutant: mutant.room) | {"all": whole(mutants)})
    lines += ["", *table("operator", scores(mutants, lambda mutant: mutant.place.operator))]
    lines += ["", f"{count(mutants, 'killed')} killed, {count(mutants, 'survived')} survived; others: "
                  f"{count(mutants, 'equivalent')} change nothing, {count(mutants, 'skipped')} do not compile, "
                  f"{count(mutants, 'left')} not judged yet"]
    return "\n".join(lines)


def survivor(mutant: Mutant, data: bytes) -> str:
    place = mutant.place
    if mutant.of == 0:
        seen = "no test reaches it"
    else:
        seen = f"{mutant.tests} of the {mutant.of} tests that reach it ran" + (f": {mutant.how}" if mutant.how else "")
    head = f"#{mutant.number} {place.file}:{place.line} {place.function}: {OPERATORS[place.operator]}; {seen}"
    return f"{head}\n{diff(data, place)}\n"


def survivors(mutants: list[Mutant], root: Path) -> str:
    alive = sorted((mutant for mutant in mutants if mutant.verdict == "survived"), key=lambda f: (f.place.file, f.place.line))
    return "\n".join(survivor(mutant, (root / mutant.place.file).read_bytes()) for mutant in alive)


def as_json(mutants: list[Mutant], seed: int, root: Path) -> dict:
    rows = []
    for mutant in mutants:
        row = mutant.as_row()
        if mutant.verdict == "survived":
            data = (root / mutant.place.file).read_bytes()
            row |= {"diff": diff(data, mutant.place), "entry": as_paragraph(mutant.place, data)}
        rows.append(row)
    by_room = {room: vars(score) for room, score in scores(mutants, lambda mutant: mutant.room).items()}
    return {"seed": seed, "score": whole(mutants).percent, "rooms": by_room, "below_goal": below_goal(mutants), "mutants": rows}
