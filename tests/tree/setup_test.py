"""tools/setup installs what is missing as root, says how otherwise, and does nothing when nothing is missing.

Usage: setup_test.py SOURCE_DIRECTORY
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(1))


class Setup(unittest.TestCase):
    """Runs the script with stand-ins for the package tools, which note how they were called."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        self.log = self.root / "log"

    def tearDown(self):
        self.folder.cleanup()

    def stand_in(self, name: str, body: str) -> None:
        path = self.root / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def run_setup(self, installed: bool, user: int) -> subprocess.CompletedProcess:
        self.stand_in("dpkg-query", "printf installed" if installed else "exit 1")
        self.stand_in("id", f"echo {user}")
        self.stand_in("apt-get", f'echo "$@" >> {self.log}')
        environment = os.environ | {"PATH": f"{self.root}:{os.environ['PATH']}"}
        return subprocess.run([SOURCE / "tools" / "setup"], env=environment, capture_output=True, text=True)

    def test_nothing_missing(self):
        done = self.run_setup(installed=True, user=0)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertFalse(self.log.exists())

    def test_root_installs_exactly_the_list(self):
        self.assertEqual(self.run_setup(installed=False, user=0).returncode, 0)
        wanted = [line for line in (SOURCE / "packages.txt").read_text().splitlines() if line and line[0] != "#"]
        install = self.log.read_text().splitlines()[-1].split()
        self.assertEqual(install[-len(wanted):], wanted)

    def test_others_are_told_the_command(self):
        done = self.run_setup(installed=False, user=1000)
        self.assertEqual(done.returncode, 1)
        self.assertIn("sudo apt-get install --no-install-recommends ccache clang-19", done.stderr)
        self.assertFalse(self.log.exists())


if __name__ == "__main__":
    unittest.main()
