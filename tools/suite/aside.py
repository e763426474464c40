"""Keeps the programs of the tests as they are now: a build meanwhile puts new ones in their place and disturbs nothing."""
import os
import shutil
from dataclasses import replace
from pathlib import Path

from listing import Test


def keep_aside(tests: list[Test], folder: Path) -> list[Test]:
    """The tests with programs that are further names of the same files. `folder` has those of this run only."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    kept: dict[str, str] = {}
    for program in {test.program for test in tests if test.is_gtest}:
        there = folder / Path(program).name
        os.link(program, there)
        kept[program] = str(there)
    return [replace(test, command=(kept.get(test.program, test.program), *test.command[1:])) for test in tests]


def age(test: Test) -> str:
    """Changes when the program does."""
    status = os.stat(test.program)
    return f"{status.st_mtime_ns} {status.st_size}"
