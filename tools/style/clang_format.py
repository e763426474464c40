"""Format: clang-format would change nothing. tests/drivers is left out: it has the style of other people's drivers."""
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from house import House
from sources import Tree

WORKERS = 2


def check(tree: Tree, _: House):
    sources = tree.of("src", "include", "tests", "bench", "fuzz", "drivers")
    names = [s.name for s in sources if s.is_c and not s.name.startswith("tests/drivers/")]
    with ThreadPoolExecutor(WORKERS) as pool:
        wrong = set().union(*pool.map(lambda at: unformatted(tree, names[at::WORKERS]), range(WORKERS)))
    yield from (f"{name}: not formatted (make format)" for name in sorted(wrong))


def unformatted(tree: Tree, names: list[str]) -> set[str]:
    if not names:
        return set()
    done = subprocess.run(["clang-format-19", "--dry-run", "--Werror", *names], cwd=tree.root, capture_output=True,
                          text=True)
    return set(re.findall(r"^(\S+?):\d+:\d+: error", done.stderr, re.MULTILINE))
