"""A test of its name: what src/nt/ob/sid.cpp does is tested in tests/nt/ob/sid_test.cpp.

house.toml says why some have none: [tests.rows] names whole folders of src, [tests.without] single sources.
"""
from pathlib import PurePosixPath

from house import House
from sources import Tree


def check(tree: Tree, house: House):
    tests = {source.name for source in tree.under("tests")}
    sources = [s.name.removeprefix("src/") for s in tree.under("src") if s.name.endswith((".cpp", ".c"))]
    bare = [name for name in sources if test_of(name) not in tests]
    table = house.data.get("tests", {})
    rows, without = table.get("rows", {}), table.get("without", {})
    yield from check_reasons(rows, without)
    yield from check_rows(rows, sources, bare)
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
    """A folder of rows has sources, and no test of a single one: else its sources are excepted one by one."""
    for folder in rows:
        inside = [name for name in sources if str(PurePosixPath(name).parent) == folder]
        if not inside:
            yield f"house.toml: tests.rows: {folder} has no sources"
        for name in inside:
            if name not in bare:
                yield f"house.toml: tests.rows: {folder} has {test_of(name)}"
