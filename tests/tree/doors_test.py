"""Every sentence of the five doors' pages is a rule that holds.

docs/doors.md says in a table of each door what the page of Windows asks, in our own words, and by which rules it is kept. Each
rule exists and is checked or proved.

Usage: doors_test.py DRYDOCK ROOT
"""
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

DOORS = 5
FEWEST = 5  # sentences of a page
HEADING = "### What its page says"
ROW = re.compile(r"^\| (?P<sentence>[^|]+) \| (?P<rules>[^|]+) \|$")
RULE = re.compile(r"[A-Z]-\d{3}")
HOLD = {"checked", "proved"}


def sentences(text):
    """Of each door its sentences, as a list of (sentence, rules)."""
    doors = []
    for section in re.split(r"^## \d\. ", text, flags=re.MULTILINE)[1:]:
        _, _, table = section.partition(HEADING)
        rows = [match for line in table.splitlines() if (match := ROW.match(line))]
        doors.append([(row["sentence"], row["rules"].split(", ")) for row in rows if row["rules"] != "rules"])
    return doors


def faults(doors, status):
    if len(doors) != DOORS:
        yield f"{len(doors)} doors, not {DOORS}"
    for number, rows in enumerate(doors, 1):
        if len(rows) < FEWEST:
            yield f"door {number} has {len(rows)} sentences"
        for sentence, rules in rows:
            for rule in rules:
                if not RULE.fullmatch(rule) or rule not in status:
                    yield f"door {number}: {sentence}: there is no rule {rule}"
                elif status[rule] not in HOLD:
                    yield f"door {number}: {sentence}: {rule} is {status[rule]}"


class Tests(unittest.TestCase):
    TEXT = "".join(f"## {n}. door\n\n{HEADING}\n\n| `X` says | rules |\n|---|---|\n" + "| so | K-001, U-002 |\n" * FEWEST
                   for n in range(1, DOORS + 1))

    def test_a_whole_table_has_no_fault(self):
        self.assertEqual([], list(faults(sentences(self.TEXT), {"K-001": "checked", "U-002": "proved"})))

    def test_what_is_missing_is_named(self):
        status = {"K-001": "checked", "U-002": "proved"}
        for old, new, what in (("K-001", "K-9", "there is no rule K-9"), ("U-002", "U-003", "there is no rule U-003"),
                               ("| so | K-001, U-002 |\n", "", "door 1 has 4 sentences"), ("## 5. ", "", "4 doors, not 5")):
            self.assertIn(what, " ".join(faults(sentences(self.TEXT.replace(old, new, 1)), status)))
        self.assertIn("so: U-002 is planned", " ".join(faults(sentences(self.TEXT), status | {"U-002": "planned"})))


def main():
    drydock, root = sys.argv[1], Path(sys.argv[2])
    listed = json.loads(subprocess.run([drydock, "rules", "--json"], stdout=subprocess.PIPE, text=True, check=True).stdout)
    doors = sentences((root / "docs/doors.md").read_text())
    wrong = list(faults(doors, {rule["id"]: rule["status"] for rule in listed}))
    for line in wrong:
        print(line)
    print(f"{sum(map(len, doors))} sentences of {len(doors)} doors")
    return 1 if wrong else 0


if __name__ == "__main__":
    if not unittest.main(argv=sys.argv[:1], exit=False, verbosity=0).result.wasSuccessful():
        sys.exit(1)
    sys.exit(main())
