"""Lengths of files and functions: a file has one subject, a function fits on a screen."""
import re

from functions import functions
from house import House
from sources import Tree, excepted

FILE_LINES = {"src": 700, "tests": 700, "tools": 400, "bench": 700, "drivers": 700, "fuzz": 300,
              "include/drydock": 400, "include/wdk": 1200}
COMMENT_COLUMNS = 100  # clang-format sees to those of code
DRAWN = re.compile(r"//.*(?:\S {3,}\S|[─│┌└├►+|])")  # a table or drawing may be as wide as it must
MEASURED = ("src", "include/drydock", "tests", "bench", "fuzz", "drivers")


def check(tree: Tree, house: House):
    for folder, limit in FILE_LINES.items():
        for source in tree.under(folder):
            if len(source.lines) > limit:
                yield f"{source.name}: {len(source.lines)} lines, at most {limit}"
    yield from check_comments(tree)
    yield from check_functions(tree, house)


def check_comments(tree: Tree):
    for source in tree.of(*MEASURED):
        if not source.is_c or source.name.startswith("tests/drivers/"):
            continue
        for number, line in enumerate(source.lines, 1):
            if len(line) > COMMENT_COLUMNS and line.lstrip().startswith("//") and not DRAWN.search(line):
                yield f"{source.name}:{number}: comment of {len(line)} columns, at most {COMMENT_COLUMNS}"


def check_functions(tree: Tree, house: House):
    limit = house.limit("function_lines")
    long: dict[str, list[str]] = {}
    for source in tree.of(*MEASURED):
        if not source.is_c or len(source.lines) <= limit:
            continue
        for function in functions(source):
            if function.lines > limit:
                long.setdefault(f"{source.name}: {function.name}", []).append(
                    f"{source.name}:{function.line}: {function.name} has {function.lines} lines, at most {limit}")
    yield from excepted(long, house.exceptions("long_functions"), "long_functions")
