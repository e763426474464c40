"""Style as a test: include directions, lengths, words, locks, dead headers, tests of their names, format, the drawing of
the house.

What is allowed stands in house.toml.

Usage: check.py [--no-format] ROOT
Exit: 0 clean, 1 with one line for each fault.
"""
import sys
from pathlib import Path

import architecture
import clang_format
import headers
import includes
import lengths
import locks
import unit_tests
import words
from house import House
from sources import Tree

CHECKS = (includes, lengths, words, locks, headers, unit_tests, architecture)


def main() -> int:
    root = Path([a for a in sys.argv[1:] if not a.startswith("--")][0])
    tree, house = Tree(root), House.read(root)
    checks = CHECKS if "--no-format" in sys.argv else (*CHECKS, clang_format)
    faults = [fault for module in checks for fault in module.check(tree, house)]
    print("\n".join(faults) if faults else "style: clean")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
