"""A test of its name: what src/nt/ob/sid.cpp does is tested in tests/nt/ob/sid_test.cpp.

house.toml says why some have none: [tests.rows] names whole folders of src, whose sources need none, and [tests.without]
single sources. A reason that names a test names one that exists and that includes or names the source.
"""
import re
from pathlib import PurePosixPath

from house import House
from sources import Tree


def check(tree: Tree, house: House):
    tests = {source.name: source.text for source in tree.under("tests")}
    sources = [s.name.removeprefix("src/") for s in tree.under("src") if s.name.endswith((".cpp", ".c"))]
    bare = [name for name in sources if test_of(name) not in tests]
    table = house.data.get("tests", {})
    rows, without = table.get("rows", {}), table.get("without", {})
    yield from check_reasons(rows, without)
    yield from check_rows(rows, sources, bare)
    yield from check_named_tests(without, tests)
    single = [name for name in bare if str(PurePosixPath(name).parent) not in rows]
    for name in without:
        if name not in single:
            yield f"house.toml: tests.without: {name} is no longer needed"
    for name in single:
        if name not in without:
            yield f"src/{name}: no {test_of(name)}"


def test_of(name: str) -> str:
    return f"tests/{PurePosixPath(name).with_suffix('')}_test.cpp"


def check_reasons(rows: dict[str, str], without: dict[str, str]):
    for folder, reason in rows.items():
        if not reason.endswith("."):
            yield f"house.toml: tests.rows: {folder}: why is one sentence, with a full stop"
    for name, reason in without.items():
        if not reason.strip():
            yield f"house.toml: tests.without: {name}: why"


def check_rows(rows: dict[str, str], sources: list[str], bare: list[str]):
    """A folder of rows has sources without a test; those that have one are units of their own beside the rows."""
    for folder in rows:
        if not any(str(PurePosixPath(name).parent) == folder for name in sources):
            yield f"house.toml: tests.rows: {folder} has no sources"
        elif not any(str(PurePosixPath(name).parent) == folder for name in bare):
            yield f"house.toml: tests.rows: {folder} is no longer needed"


def check_named_tests(without: dict[str, str], tests: dict[str, str]):
    for name, reason in without.items():
        for test in re.findall(r"tests/[\w/]+\.\w+", reason):
            if test not in tests:
                yield f"house.toml: tests.without: {name}: there is no {test}"
            elif not names_unit(tests[test], name):
                yield f"house.toml: tests.without: {name}: {test} neither includes nor names it"


def names_unit(text: str, name: str) -> bool:
    """By its header, or by its path as a comment has it."""
    return f'"src/{PurePosixPath(name).with_suffix(".h")}"' in text or f"src/{name}" in text
