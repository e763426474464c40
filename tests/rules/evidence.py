"""Compares the catalogue with the evidence that the tests left: which rules each of them raised.

A test that is said to provoke a rule must have raised it. A test that is said to stay silent, or to prove a promise of the
host, must not have raised it. A named test without evidence did not run.

Usage: evidence.py DRYDOCK FOLDER
"""
import json
import subprocess
import sys
from pathlib import Path


def raised_by(folder: Path) -> dict[str, set[str]]:
    """From the name of a test to the rules that it raised."""
    return {file.name.replace("~", "/"): set(file.read_text().split()) for file in folder.iterdir()}


def faults(rules: list[dict], raised: dict[str, set[str]]):
    """Pairs of a rule and a test, and what is wrong with them."""
    for rule in rules:
        for test in rule["tests"]:
            name, role = test["test"], test["role"]
            if "." not in name or name[0].islower():
                continue  # a test of the tree: it runs no driver
            if name not in raised:
                yield (rule["id"], name), "left no evidence: it did not run"
            elif role == "provokes" and rule["id"] not in raised[name]:
                yield (rule["id"], name), f"is said to provoke it and raised {', '.join(sorted(raised[name])) or 'nothing'}"
            elif role != "provokes" and rule["id"] in raised[name]:
                yield (rule["id"], name), f"raised it and is said to {'stay silent' if role == 'stays-silent' else 'prove a promise'}"


def main() -> int:
    drydock, folder = sys.argv[1:]
    rules = json.loads(subprocess.run([drydock, "rules", "--json"], check=True, capture_output=True, text=True).stdout)
    found = list(faults(rules, raised_by(Path(folder))))
    for (rule, test), what in found:
        print(f"{rule}: {test} {what}")
    named = sum(len(rule["tests"]) for rule in rules)
    print(f"evidence: {named} named tests, {named - len(found)} with evidence, {len(found)} at fault")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
