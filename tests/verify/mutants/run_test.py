"""What run.py says and exits with, without a compiler and without drivers."""
import contextlib
import io
import re
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))
import run  # noqa: E402


def mutant(name, old, rules=("K-404",)):
    return run.Mutant("miniport", run.ROOT / "drivers/softgpu/kmd", name, "hang", "interrupt.cpp",
                      [{"old": old, "new": ""}], list(rules), "because")


class Played(unittest.TestCase):
    def play(self, mutants, words, found=None):
        """The exit code, and what was printed; each driver breaks the rules that `found` has for its name."""
        built = subprocess.CompletedProcess([], 0, "", "")
        said = io.StringIO()
        with (mock.patch.object(run, "load", lambda: mutants),
              mock.patch.object(sys, "argv", ["run.py", *words]),
              mock.patch.object(run.Workshop, "cc", lambda *_: built),
              mock.patch.object(run.Workshop, "verify",
                                lambda _, each, *__: ((found or {}).get(each.name, []), "")),
              contextlib.redirect_stdout(said)):
            return run.main(), said.getvalue()

    def test_what_does_not_fit_is_told_and_the_others_are_played(self):
        code, said = self.play([mutant("stale", "no such text"), mutant("fits", '#include "interrupt.h"\n')],
                               ["--compile-only"])
        self.assertEqual(code, 2)
        self.assertRegex(said, r"failed +miniport\.stale .*found 0 times in interrupt\.cpp")
        self.assertRegex(said, r"compiled +miniport\.fits")

    def test_the_table_counts_verdicts_by_kind(self):
        text = '#include "interrupt.h"\n'
        bugs = [mutant("a", text), mutant("b", text, ["K-001"])]
        code, said = self.play(bugs, ["--quick", "--least", "50"], found={"a": ["K-404"]})
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"miniport +1 +0 +1 +0 +50\.0")
        code, _ = self.play(bugs, ["--quick"], found={"a": ["K-404"]})
        self.assertEqual(code, 1)
        code, said = self.play(bugs + [mutant("stale", "no such text")], ["--quick", "--least", "10"], found={"a": ["K-404"]})
        self.assertEqual(code, 2)
        self.assertRegex(said, r"failed: miniport\.stale: found 0 times")

    def test_a_bug_under_a_wrong_rule_only_fails_the_run(self):
        text = '#include "interrupt.h"\n'
        bugs = [mutant(str(i), text) for i in range(19)] + [mutant("misnamed", text)]
        found = {each.name: ["K-404"] for each in bugs} | {"misnamed": ["N-062"]}
        code, said = self.play(bugs, ["--quick"], found)
        self.assertEqual(code, 1, said)
        self.assertRegex(said, r"miniport +19 +1 +0 +0 +95\.0")
        self.assertRegex(said, r"wrong rule: miniport\.misnamed: because")
        code, said = self.play(bugs, ["--quick"], found | {"misnamed": ["N-062", "K-404"]})
        self.assertEqual(code, 0, said)

class Lists(unittest.TestCase):
    """The lists as they are, against the sources as they are."""

    def test_every_bug_fits_its_driver(self):
        for each in run.load():
            with self.subTest(each.full_name):
                self.assertTrue(each.edits, "a bug is planted by an edit")
                for file, text in run.edited(each).items():
                    self.assertNotEqual(text, (each.driver / file).read_text())

    def test_every_bug_has_a_name_of_its_own_and_rules_that_exist(self):
        counts = dict(re.findall(r"{'([A-Z])', (\d+)}", (run.ROOT / "include/drydock/rule_id.h").read_text()))
        names = [each.full_name for each in run.load()]
        self.assertEqual(len(names), len(set(names)))
        for each in run.load():
            with self.subTest(each.full_name):
                self.assertTrue(each.rules)
                for rule in each.rules:
                    letter, number = rule.split("-")
                    self.assertIn(int(number), range(1, int(counts[letter]) + 1))


if __name__ == "__main__":
    unittest.main()
