"""Style as a test: include directions, lengths, forbidden primitives, dead headers, format.

Usage: check.py [--no-format] ROOT
Exit: 0 clean, 1 with one line for each fault.
"""
import re
import subprocess
import sys
from pathlib import Path

# Which folders of src a folder may include, besides itself: the arrows of docs/architecture.md.
MAY_INCLUDE = {
    "rules": {"sim"},
    "sim": {"rules"},
    "trace": {"rules", "sim"},
    "nt": {"win32", "rules", "sim", "trace"},
    "win32": {"nt", "rules", "sim", "trace"},
    "bridge": {"nt", "rules", "sim"},
    "wdk": {"nt", "sim"},
    "dxgk": {"wdk", "nt", "bridge", "win32", "vidmm", "sched", "rules", "sim", "trace"},
    "vidmm": {"wdk", "nt", "rules", "sim", "trace"},
    "sched": {"wdk", "nt", "dxgk", "vidmm", "rules", "sim", "trace"},
    "thunks": {"wdk", "dxgk", "sched", "nt", "rules", "sim", "trace"},
    "d3d": {"wdk", "thunks", "dxgk", "win32", "nt", "rules", "sim", "trace"},
    "ks": {"nt", "bridge", "rules", "sim", "trace"},
    "verify": {"wdk", "d3d", "thunks", "ks", "dxgk", "nt", "rules", "sim", "trace"},
    "cc": set(),
    "cli": {"cc", "verify", "nt", "rules", "sim", "trace"},
}
# Every wait must be the schedule's: elsewhere locks are those of src/sim/lock.h.
BLOCKING = re.compile(
    r"std::(mutex|shared_mutex|recursive_mutex|condition_variable|thread|jthread|this_thread|async|barrier|latch"
    r"|counting_semaphore)\b|\bpthread_(mutex|cond|create)|\b(u|nano)?sleep\s*\("
)
MAY_BLOCK = {"nt", "win32", "bridge", "sim"}
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")

FUNCTION_LINES = 60
FILE_LINES = {"src": 700, "tests": 700, "tools": 400, "bench": 700, "fuzz": 300, "include/drydock": 400,
              "include/wdk": 1200}
CODE = {".h", ".cpp", ".c", ".py"}

FUNCTION_START = re.compile(r"^(\s*)(?!.*\b(namespace|class|struct|enum|union|extern)\b)[\w:~<>&*\[\]].*\{$")


def files_under(root: Path, folder: str):
    return sorted(p for p in (root / folder).rglob("*") if p.suffix in CODE and "/drivers/" not in str(p))


def check_includes(root: Path):
    for path in files_under(root, "src"):
        folder = path.relative_to(root / "src").parts[0]
        if folder not in MAY_INCLUDE:
            yield f"{path}: src/{folder} is not a folder of docs/architecture.md"
            continue
        for target in re.findall(r'#include "src/([a-z0-9_]+)/', path.read_text()):
            if target != folder and target not in MAY_INCLUDE[folder]:
                yield f"{path}: src/{folder} must not include src/{target}"


def check_lengths(root: Path):
    for folder, limit in FILE_LINES.items():
        for path in files_under(root, folder):
            lines = path.read_text().splitlines()
            if len(lines) > limit:
                yield f"{path}: {len(lines)} lines, at most {limit}"
            if path.suffix == ".cpp":
                yield from long_functions(path, lines)


def long_functions(path: Path, lines: list[str]):
    """The format puts a body's closing brace under the line that opened it."""
    for number, line in enumerate(lines):
        start = FUNCTION_START.match(line)
        # A line with an open parenthesis begins a lambda inside a call, not a function.
        if not start or "(" not in line or line.count("(") != line.count(")"):
            continue
        end = next((i for i in range(number + 1, len(lines)) if lines[i].startswith(start[1] + "}")), number)
        if end - number > FUNCTION_LINES:
            yield f"{path}:{number + 1}: function of {end - number} lines, at most {FUNCTION_LINES}"


def check_words(root: Path):
    for folder in ("src", "include/drydock", "tests", "bench", "fuzz"):
        for path in files_under(root, folder):
            in_src = path.is_relative_to(root / "src")
            may_block = not in_src or path.relative_to(root / "src").parts[0] in MAY_BLOCK
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if UNFINISHED.search(line):
                    yield f"{path}:{number}: unfinished work belongs into the tracker"
                if not may_block and BLOCKING.search(line):
                    yield f"{path}:{number}: only src/nt and src/sim may use locks of the C++ library, sleep or start threads"


def check_dead_headers(root: Path):
    included = set()
    for folder in ("src", "include", "tests", "bench", "fuzz"):
        for path in files_under(root, folder):
            included |= {Path(name).name for name in re.findall(r'#include [<"]([^>"]+)[>"]', path.read_text())}
    for path in [*files_under(root, "src"), *files_under(root, "include/drydock")]:
        if path.suffix == ".h" and path.name not in included:
            yield f"{path}: nobody includes it"


def check_format(root: Path):
    paths = [str(p) for folder in ("src", "include", "tests", "bench", "fuzz") for p in files_under(root, folder)
             if p.suffix != ".py"]
    done = subprocess.run(["clang-format-19", "--dry-run", "--Werror", *paths], capture_output=True, text=True)
    wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error", done.stderr, re.MULTILINE)))
    yield from (f"{path}: not formatted (make format)" for path in wrong)


def main() -> int:
    with_format = "--no-format" not in sys.argv
    root = Path([a for a in sys.argv[1:] if not a.startswith("--")][0])
    checks = [check_includes, check_lengths, check_words, check_dead_headers] + [check_format] * with_format
    faults = [fault for check in checks for fault in check(root)]
    print("\n".join(faults) if faults else "style: clean")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
