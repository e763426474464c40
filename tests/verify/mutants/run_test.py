"""What run.py says and exits with, without a compiler and without drivers."""
import contextlib
import io
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
    def play(self, mutants, words, found=()):
        """The exit code, and what was printed; every driver breaks the rules `found`, but the one without a bug."""
        built = subprocess.CompletedProcess([], 0, "", "")
        said = io.StringIO()
        with (mock.patch.object(run, "load", lambda: mutants),
              mock.patch.object(sys, "argv", ["run.py", *words]),
              mock.patch.object(run.Workshop, "cc", lambda *_: built),
              mock.patch.object(run.Workshop, "verify",
                                lambda _, each, *__: ([] if each.bug == run.CLEAN else list(found), "")),
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
        code, said = self.play(bugs, ["--quick", "--least", "50"], found=["K-404"])
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"miniport +1 +1 +0 +0 +50\.0")
        code, _ = self.play(bugs, ["--quick"], found=["K-404"])
        self.assertEqual(code, 1)
        code, said = self.play(bugs + [mutant("stale", "no such text")], ["--quick", "--least", "10"], found=["K-404"])
        self.assertEqual(code, 2)
        self.assertRegex(said, r"failed: miniport\.stale: found 0 times")


if __name__ == "__main__":
    unittest.main()
