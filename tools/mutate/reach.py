"""The map from each test to the mutants whose places it reaches: every test runs once, with no mutant on."""
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "suite"))
from aside import age  # noqa: E402
from listing import Test  # noqa: E402
from records import Records  # noqa: E402
from running import run  # noqa: E402

LIMIT = 300.0  # seconds, as ctest gives them


@dataclass(frozen=True)
class Reach:
    test: Test
    seconds: float
    passed: bool
    reached: tuple[int, ...]


class Mapper:
    def __init__(self, library: Path, highest: int, records: Records):
        self.library, self.highest, self.records = library, highest, records

    def map(self, tests: list[Test], jobs: int, progress: Callable[[int, int], None]) -> list[Reach]:
        """Tests that were mapped before, by a program that has not changed since, are not run again."""
        ages = {test.program: age(test) for test in tests}
        known = {(row["test"], row["age"]): row for row in self.records.rows()}
        left = [test for test in tests if (test.name, ages[test.program]) not in known]
        pool = ThreadPoolExecutor(jobs)
        try:
            futures = [pool.submit(self.record, test, ages[test.program]) for test in left]
            for count, future in enumerate(as_completed(futures), 1):
                row = future.result()
                known[row["test"], row["age"]] = row
                progress(count, len(left))
        finally:
            pool.shutdown(cancel_futures=True)
        rows = [known[test.name, ages[test.program]] for test in tests]
        self.records.replace(rows)
        return [Reach(test, row["seconds"], row["passed"], tuple(row["reached"])) for test, row in zip(tests, rows)]

    def record(self, test: Test, its_age: str) -> dict:
        seconds, passed, reached = self.once(test)
        if not passed:  # perhaps the machine was too busy
            seconds, passed, reached = self.once(test)
        row = {"test": test.name, "age": its_age, "seconds": round(seconds, 4), "passed": passed, "reached": reached}
        self.records.add(row)
        return row

    def once(self, test: Test) -> tuple[float, bool, list[int]]:
        with tempfile.NamedTemporaryFile(prefix="drydock-reached-") as file:
            file.truncate(self.highest + 1)
            outcome = run(test, self.library, LIMIT, {"DRYDOCK_MUTANTS_REACHED": file.name})
            marks = Path(file.name).read_bytes()
        return outcome.seconds, outcome.passed, [number for number, mark in enumerate(marks) if mark]
