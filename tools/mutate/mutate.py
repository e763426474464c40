"""Breaks the host on purpose and sees whether the tests notice.

Draws COUNT places of the host from SEED, plants a mutant at each in one copy of the library, and runs for each mutant the
tests that reach its place, with that mutant on, until one fails. Prints the score by room and by operator, and each mutant
that no test noticed. docs/testing-the-host.md says how to read this.

An interrupted run goes on when the same command is given again. Tests that were built meanwhile judge the survivors anew.

Exit: 0 when enough was killed, 1 when not, 2 when some mutants are not judged yet, 3 when there was nothing to judge with.
"""
import argparse
import json
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "suite"))
import equivalents  # noqa: E402
import report  # noqa: E402
from aside import age, keep_aside  # noqa: E402
from draw import draw  # noqa: E402
from host import ROOMS, ROOT, is_in, tree_digest  # noqa: E402
from judge import Judge, Verdict  # noqa: E402
from listing import NotBuilt, tests_of  # noqa: E402
from place import OPERATORS, Place  # noqa: E402
from plant import NotPlanted, Workshop  # noqa: E402
from reach import Mapper, Reach  # noqa: E402
from records import Records  # noqa: E402
from running import Stopped, stop  # noqa: E402
from units import Unparsed, all_places  # noqa: E402

KILLED, LEFT, SURVIVED = "killed", "left", "survived"


def arguments() -> argparse.Namespace:
    operators = "\n".join(f"  {name:10} {what}" for name, what in OPERATORS.items())
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog=f"operators:\n{operators}\n\nrooms: {', '.join(ROOMS)}")
    parser.add_argument("--seed", type=int, help="draws the places; the clock's seconds otherwise")
    parser.add_argument("--count", type=int, default=100, help="how many mutants")
    parser.add_argument("--room", default="", help="a room, or a room inside of one such as nt/pool; all otherwise")
    parser.add_argument("--seconds", type=float, default=float("inf"),
                        help="begin to judge no mutant after this time, from the start on")
    parser.add_argument("--each", type=float, default=300, help="seconds of tests for one mutant (300)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", type=Path, help="a file for the report as JSON")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev", help="the build whose tests are run")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutate", help="for everything that is made")
    return parser.parse_args()


class Run:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.folder: Path = options.folder.resolve()
        self.begin = time.monotonic()

    def say(self, text: str) -> None:
        print(f"[{time.monotonic() - self.begin:6.0f} s] {text}", flush=True)

    def progress(self, what: str):
        def step(done: int, of: int) -> None:
            if done == of or done % max(1, of // 10) == 0:
                self.say(f"{what}: {done} of {of}")
        return step

    def main(self) -> int:
        self.folder.mkdir(parents=True, exist_ok=True)
        tests = tests_of(self.options.build)
        ages = {test.program: age(test) for test in tests}
        self.read_places()
        plan = self.plan()
        numbered = {number: Place(**row) for number, row in enumerate(plan["places"], 1)}
        skipped = {int(number): why for number, why in plan["skipped"].items()}
        tests = keep_aside(tests, self.folder / "programs")
        reaches = self.map(tests, len(numbered), plan["digest"])
        verdicts = self.judge(numbered, skipped, reaches, ages, plan["digest"])
        return self.tell(plan["seed"], numbered, skipped, verdicts)

    def read_places(self) -> None:
        places = all_places(self.options.build, ROOT, self.folder / "places", self.options.jobs)
        entries = equivalents.read(equivalents.PATH.read_text())
        self.equivalent, self.stale = equivalents.sort_out(entries, places, ROOT)
        self.places = [place for place in places if is_in(place.file, self.options.room)]
        self.say(f"{len(self.places)} places for mutants" + (f" in {self.options.room}" if self.options.room else ""))
        if not self.places:
            raise NotBuilt(f"there is no place in {self.options.room}")

    def plan(self) -> dict:
        """The mutants of this run, planted; what was planted before is used when it is the same."""
        options, path = self.options, self.folder / "plan.json"
        seed = options.seed if options.seed is not None else int(time.time())
        asked = {"seed": seed, "count": options.count, "room": options.room}
        digest = tree_digest()
        old = json.loads(path.read_text()) if path.is_file() else {}
        print(f"seed {seed}, {options.count} mutants", flush=True)
        if old.get("asked") == asked and old.get("digest") == digest:
            self.say("the library is planted already")
            return old
        path.unlink(missing_ok=True)
        for name in ("map.jsonl", "verdicts.jsonl"):
            (self.folder / name).unlink(missing_ok=True)
        drawn = draw(self.places, seed, options.count)
        numbered = dict(enumerate(drawn, 1))
        skipped = self.workshop().make(numbered)
        self.say(f"the library is built with {len(numbered) - len(skipped)} mutants, {len(skipped)} do not compile")
        plan = {"asked": asked, "seed": seed, "digest": digest, "places": [place.as_row() for place in drawn],
                "skipped": skipped}
        path.write_text(json.dumps(plan))
        return plan

    def workshop(self) -> Workshop:
        return Workshop(ROOT, self.folder, self.options.jobs, self.options.build.name)

    def map(self, tests: list, highest: int, digest: str) -> list[Reach]:
        mapper = Mapper(self.workshop().library, highest, Records(self.folder / "map.jsonl"))
        reaches = mapper.map(tests, self.options.jobs, self.progress("tests mapped"))
        failing = [reach.test.name for reach in reaches if not reach.passed]
        for name in failing:
            print(f"left out, for it fails without a mutant: {name}")
        self.say(f"{len(reaches)} tests, {len(failing)} left out; {sum(reach.seconds for reach in reaches):.0f} s together")
        return [reach for reach in reaches if reach.passed]

    def judge(self, numbered: dict, skipped: dict, reaches: list[Reach], ages: dict, digest: str) -> dict[int, Verdict]:
        records = Records(self.folder / "verdicts.jsonl")
        now = json.dumps(sorted(ages.values()))
        names = {reach.test.name for reach in reaches}
        # A test that killed still kills; new tests may kill what survived the old ones.
        known = {row["mutant"]: row for row in records.rows()
                 if (row["by"] in names if row["killed"] else row.get("ages") == now)}
        left = [number for number, place in numbered.items()
                if number not in known and number not in skipped and place not in self.equivalent]
        by_mutant = {number: [reach for reach in reaches if number in reach.reached] for number in left}
        judge = Judge(self.workshop().library, self.options.each)
        end = self.begin + self.options.seconds
        step = self.progress("mutants judged")

        def one(number: int) -> dict | None:
            if time.monotonic() > end:
                return None
            row = asdict(judge.judge(number, by_mutant[number])) | {"ages": now}
            records.add(row)
            return row

        pool = ThreadPoolExecutor(self.options.jobs)
        try:
            for done, future in enumerate(as_completed([pool.submit(one, number) for number in left]), 1):
                if row := future.result():
                    known[row["mutant"]] = row
                step(done, len(left))
        finally:
            pool.shutdown(cancel_futures=True)
        return {n: Verdict(**{k: v for k, v in row.items() if k != "ages"}) for n, row in known.items()}

    def tell(self, seed: int, numbered: dict, skipped: dict, verdicts: dict[int, Verdict]) -> int:
        mutants = [self.mutant(number, place, skipped, verdicts) for number, place in numbered.items()]
        if text := report.survivors(mutants, ROOT):
            print(f"\n{text}")
        print(f"\n{report.summary(mutants)}")
        for entry in self.stale:
            print(f"{equivalents.PATH.name}:{entry.line}: stale, there is no such place")
        for missed in report.below_goal(mutants):
            print(missed)
        if self.options.json:
            self.options.json.write_text(json.dumps(report.as_json(mutants, seed, ROOT), indent=1))
        self.say(f"seed {seed}")
        if any(mutant.verdict == LEFT for mutant in mutants):
            print("some mutants are not judged yet: the same command with this seed goes on")
            return 2
        return 1 if report.below_goal(mutants) or self.stale else 0

    def mutant(self, number: int, place: Place, skipped: dict, verdicts: dict[int, Verdict]) -> report.Mutant:
        if number in skipped:
            return report.Mutant(number, place, "skipped", how=skipped[number])
        if place in self.equivalent:
            return report.Mutant(number, place, "equivalent")
        if number not in verdicts:
            return report.Mutant(number, place, LEFT)
        one = verdicts[number]
        return report.Mutant(number, place, KILLED if one.killed else SURVIVED, one.by, one.how, one.tests, one.of, one.seconds)


def interrupt(*_) -> None:
    stop()
    raise KeyboardInterrupt


def main() -> int:
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, interrupt)
    try:
        return Run(arguments()).main()
    except (NotBuilt, NotPlanted, Unparsed, equivalents.BadEntry) as fault:
        print(fault, file=sys.stderr)
        return 3
    except (KeyboardInterrupt, Stopped):
        print("interrupted: the same command with the same seed goes on", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
