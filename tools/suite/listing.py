"""The tests of a build as ctest lists them, without those that do not run the library."""
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "rules"))
import named_tests  # noqa: E402

FILTER = "--gtest_filter="
# Tests of the tree and of its benchmarks: they build, install and measure, and say nothing about the host's behaviour.
OTHERS = ("tree.", "bench.", "rules.")
# Evidence is of the library as it is, and `make test` reads it.
WITHHELD = "DRYDOCK_EVIDENCE_FOLDER"


@dataclass(frozen=True)
class Test:
    name: str
    command: tuple[str, ...]
    folder: str | None = None  # where it must run; a GoogleTest program may run anywhere
    environment: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def program(self) -> str:
        return self.command[0]

    @property
    def is_gtest(self) -> bool:
        return any(word.startswith(FILTER) for word in self.command)


class NotBuilt(Exception):
    """A program of tests is not there."""


def tests_of(build: Path, wanted: Callable[[str], bool] = lambda _: True) -> list[Test]:
    """The tests that run the library, in the order of ctest."""
    rows = [row for row in named_tests.listing("ctest", str(build)) if not row["name"].startswith(OTHERS)]
    if absent := [row["name"] for row in rows if "command" not in row]:
        raise NotBuilt(f"{len(absent)} programs of tests are not built, such as {absent[0]}")
    return [test_of(row) for row in rows if wanted(row["name"])]


def test_of(row: dict) -> Test:
    properties = {each["name"]: each["value"] for each in row.get("properties", ())}
    environment = dict(word.split("=", 1) for word in properties.get("ENVIRONMENT", ()))
    environment.pop(WITHHELD, None)
    command = tuple(row["command"])
    is_gtest = any(word.startswith(FILTER) for word in command)
    return Test(row["name"], command, None if is_gtest else properties.get("WORKING_DIRECTORY"), environment)


def together(tests: list[Test]) -> Test:
    """Several tests of one GoogleTest program as one that stops at the first that fails."""
    if len(tests) == 1:
        return tests[0]
    first = tests[0]
    names = ":".join(test.name for test in tests)
    words = [FILTER + names if word.startswith(FILTER) else word for word in first.command]
    return Test(f"{len(tests)} tests of {Path(first.program).name}", (*words, "--gtest_fail_fast"), first.folder,
                first.environment)
