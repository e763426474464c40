"""Turns each checked rule off and sees that every test that provokes it fails.

A test that passes although its rule is off does not look at the rule. Each rule is turned off in a run of its own, by
DRYDOCK_RULE_OFF (src/rules/evidence.h), in a build with assertions.

Usage: rules_off.py [--jobs N] DRYDOCK CTEST BUILD_DIRECTORY [RULE…]
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import named_tests

TIMEOUT = 120


def commands(ctest: str, build: str) -> dict[str, list[str]]:
    """From the name of a test to the program that has it."""
    return {test["name"]: test["command"] for test in named_tests.listing(ctest, build) if "command" in test}


def runs(rules: list[dict], command_of: dict[str, list[str]]):
    """A run for each rule and program, with the tests of that program that provoke the rule."""
    for rule in rules:
        programs = collections.defaultdict(list)
        for test in rule["tests"]:
            if test["role"] == "provokes" and test["test"] in command_of:
                programs[command_of[test["test"]][0]].append(test["test"])
        for program, tests in programs.items():
            yield rule["id"], program, tests


def survivors(rule: str, program: str, tests: list[str]) -> list[str]:
    """The tests that pass although the rule is off. One that ends the program has failed, and so has one that hangs."""
    return [test for test in tests if passes(rule, program, test)]


def passes(rule: str, program: str, test: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DRYDOCK_RULE_OFF": rule}
        try:
            return subprocess.run([program, f"--gtest_filter={test}", "--gtest_brief=1"], env=environment, cwd=folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  timeout=TIMEOUT).returncode == 0
        except subprocess.TimeoutExpired:
            return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("drydock")
    parser.add_argument("ctest")
    parser.add_argument("build")
    parser.add_argument("rules", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    catalogue = json.loads(subprocess.run([arguments.drydock, "rules", "--json"], check=True, capture_output=True,
                                          text=True).stdout)
    chosen = [rule for rule in catalogue if rule["status"] == "checked" and
              (not arguments.rules or rule["id"] in arguments.rules)]
    work = list(runs(chosen, commands(arguments.ctest, arguments.build)))
    with ThreadPoolExecutor(arguments.jobs) as pool:
        alive = list(pool.map(lambda run: survivors(*run), work))
    passed = [(rule, test) for (rule, _, _), tests in zip(work, alive) for test in tests]
    for rule, test in passed:
        print(f"{rule}: {test} passes with the rule turned off")
    unprovoked = [rule["id"] for rule in chosen if rule["id"] not in {rule for rule, _, _ in work}]
    for rule in unprovoked:
        print(f"{rule}: no test provokes it")
    blind = {rule for rule, _ in passed} | set(unprovoked)
    tests = sum(len(tests) for _, _, tests in work)
    print(f"rules off: {len(chosen)} rules, {len(chosen) - len(blind)} of them missed by every test that provokes them; "
          f"{tests} tests, {tests - len(passed)} failed as they must")
    return 1 if blind else 0


if __name__ == "__main__":
    sys.exit(main())
