"""Fails when the catalogue names a test that does not exist.

Usage: named_tests.py DRYDOCK CTEST BUILD_DIRECTORY
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path


def listing(ctest: str, build: str) -> list[dict]:
    """Asked from a folder beside the build: in the build itself, a listing would empty the log of the run it is part of."""
    with tempfile.TemporaryDirectory() as beside:
        Path(beside, "CTestTestfile.cmake").write_text(f'subdirs("{build}")\n')
        shown = subprocess.run(
            [ctest, "--test-dir", beside, "--show-only=json-v1"], check=True, capture_output=True, text=True
        ).stdout
    return json.loads(shown)["tests"]


def existing_tests(ctest: str, build: str) -> set[str]:
    return {test["name"] for test in listing(ctest, build)}


def main() -> int:
    drydock, ctest, build = sys.argv[1:]
    rules = json.loads(subprocess.run([drydock, "rules", "--json"], check=True, capture_output=True, text=True).stdout)
    existing = existing_tests(ctest, build)
    absent = [(rule["id"], test["test"]) for rule in rules for test in rule["tests"] if test["test"] not in existing]
    for rule, test in absent:
        print(f"{rule} names the test '{test}', which does not exist")
    named = sum(len(rule["tests"]) for rule in rules)
    print(f"{named} named tests, {len(absent)} absent")
    return 1 if absent or not existing else 0


if __name__ == "__main__":
    sys.exit(main())
