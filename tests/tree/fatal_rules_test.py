"""Every rule of severity fatal has a stated reason why the host cannot go on with the driver.

A finding of such a rule ends the driver's life, and hides what the driver would have done next. fatal_rules.txt says of each, in
a line, why that cannot be spared.

Usage: fatal_rules_test.py DRYDOCK ROOT
"""
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

KINDS = ("bug check", "fault", "stuck", "corrupt")
LINE = re.compile(r"([A-Z]-\d{3}): ([a-z ]+): (\S.*\S)")
SHORTEST = 12  # characters of a reason


def read_reasons(text):
    """The rules that have a reason, and what is wrong with the lines."""
    rules, wrong, last = set(), [], ""
    for line in text.splitlines():
        if not line or line.startswith("#"):
            last = ""
            continue
        match = LINE.fullmatch(line)
        if match is None or match[2] not in KINDS or len(match[3]) < SHORTEST:
            wrong.append(f"{line}: a rule, one of {', '.join(KINDS)} and a sentence are wanted")
            continue
        if match[1] in rules or match[1] <= last:
            wrong.append(f"{match[1]} stands twice or not in order")
        rules.add(match[1])
        last = match[1]
    return rules, wrong


def compare(fatal, reasons):
    """Fatal rules without a reason, and reasons of rules that are not fatal."""
    for rule in sorted(fatal - reasons):
        yield f"{rule} is fatal: let the host go on after a breach, or say in fatal_rules.txt why it cannot"
    for rule in sorted(reasons - fatal):
        yield f"{rule} stands in fatal_rules.txt and is not fatal"


class Tests(unittest.TestCase):
    def test_what_is_missing_is_named(self):
        self.assertEqual([], list(compare({"K-001"}, {"K-001"})))
        self.assertEqual(["K-001", "K-002"], [line.split()[0] for line in compare({"K-001"}, {"K-002"})])

    def test_reasons_have_a_form(self):
        self.assertEqual(({"K-001", "N-002"}, []), read_reasons("# x\n\nK-001: stuck: it never returns\n\nN-002: fault: nothing is there\n"))
        for bad in ("K-001: because: it never returns", "K-001: stuck: no", "K-1: stuck: it never returns", "K-001 stuck"):
            self.assertEqual(1, len(read_reasons(bad)[1]), bad)
        self.assertEqual(1, len(read_reasons("K-002: stuck: it never returns\nK-001: stuck: it never returns")[1]))


def main():
    drydock, root = sys.argv[1], Path(sys.argv[2])
    listed = json.loads(subprocess.run([drydock, "rules", "--json"], stdout=subprocess.PIPE, text=True, check=True).stdout)
    fatal = {rule["id"] for rule in listed if rule["severity"] == "fatal"}
    reasons, wrong = read_reasons((root / "tests/tree/fatal_rules.txt").read_text())
    wrong += compare(fatal, reasons)
    if not fatal:
        wrong.append("no rule is fatal: the test does not see the catalogue")
    for line in wrong:
        print(line)
    print(f"{len(fatal)} rules are fatal, {len(reasons)} have a reason")
    return 1 if wrong else 0


if __name__ == "__main__":
    if not unittest.main(argv=sys.argv[:1], exit=False, verbosity=0).result.wasSuccessful():
        sys.exit(1)
    sys.exit(main())
