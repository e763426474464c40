"""Runs the tests that reach a mutant, with the mutant on, until one fails.

Several tests of a program run in one process; the most telling and the cheapest come first. A failure counts when it comes
again: the test fails by itself, or the same run fails a second time and passes without the mutant.
"""
import re
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "suite"))
from listing import Test, together  # noqa: E402
from reach import Reach  # noqa: E402
from running import Outcome, run  # noqa: E402

BATCH = 3.0    # seconds of tests in one process: a hang costs ten times that
START = 0.05   # seconds that a process costs
NAMES = 60     # tests of one process
BEGUN = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)
FAILED = re.compile(r"^\[  FAILED  \] (\S+?),? ", re.MULTILINE)


def limit_for(seconds: float) -> float:
    return 10 * seconds + 5


@dataclass(frozen=True)
class Verdict:
    mutant: int
    killed: bool
    by: str = ""
    how: str = ""        # failed, crashed, timed out; of a survivor: why it was not judged by all
    tests: int = 0       # that ran
    of: int = 0          # that reach it
    seconds: float = 0.0


@dataclass
class Batch:
    reaches: list[Reach]

    @property
    def seconds(self) -> float:
        return START + sum(reach.seconds for reach in self.reaches)

    @property
    def price(self) -> float:
        """What it costs by what it may tell: a test that reaches few mutants is about them."""
        return self.seconds / sum(1 / len(reach.reached) for reach in self.reaches)


def batches_for(reaches: list[Reach]) -> list[Batch]:
    by_program: dict[str, list[Reach]] = defaultdict(list)
    for reach in sorted(reaches, key=lambda each: (len(each.reached), each.seconds)):
        by_program[reach.test.program if reach.test.is_gtest else reach.test.name].append(reach)
    out = []
    for each in by_program.values():
        batch = Batch([])
        for reach in each:
            if batch.reaches and (batch.seconds + reach.seconds > BATCH or len(batch.reaches) == NAMES):
                out.append(batch)
                batch = Batch([])
            batch.reaches.append(reach)
        out.append(batch)
    return sorted(out, key=lambda batch: batch.price)


def culprit(batch: Batch, outcome: Outcome) -> Reach:
    """The test that failed, or that ran when the process ended."""
    names = FAILED.findall(outcome.output) or BEGUN.findall(outcome.output)
    by_name = {reach.test.name: reach for reach in batch.reaches}
    found = [by_name[name] for name in names if name in by_name]
    return found[-1] if found else batch.reaches[0]


class Judge:
    def __init__(self, library: Path, longest: float):
        """`longest`: seconds of tests for one mutant."""
        self.library, self.longest = library, longest

    def judge(self, mutant: int, reaches: list[Reach]) -> Verdict:
        begin, ran = time.monotonic(), 0
        for batch in batches_for(reaches):
            if time.monotonic() - begin > self.longest:
                return Verdict(mutant, False, how="not all tests in time", tests=ran, of=len(reaches),
                               seconds=round(time.monotonic() - begin, 1))
            killer = self.play(mutant, batch)
            ran += 1 if killer else len(batch.reaches)
            if killer:
                return Verdict(mutant, True, *killer, ran, len(reaches), round(time.monotonic() - begin, 1))
        return Verdict(mutant, False, tests=ran, of=len(reaches), seconds=round(time.monotonic() - begin, 1))

    def play(self, mutant: int, batch: Batch) -> tuple[str, str] | None:
        """The test that kills it, and how."""
        outcome = self.run(mutant, batch)
        if outcome.passed:
            return None
        one = culprit(batch, outcome)
        again = self.run(mutant, Batch([one]))
        if not again.passed:
            return one.test.name, again.how
        if len(batch.reaches) == 1:
            return None
        if not self.run(mutant, batch).passed and self.run(0, batch).passed:
            return one.test.name, f"{outcome.how}, with others"
        return self.play(mutant, Batch([reach for reach in batch.reaches if reach != one]))

    def run(self, mutant: int, batch: Batch) -> Outcome:
        test: Test = together([reach.test for reach in batch.reaches])
        return run(test, self.library, limit_for(batch.seconds), {"DRYDOCK_MUTANT": str(mutant)})
