"""The workflow of docs/verify-your-driver.md, as far as it can be judged without GitHub: it is a workflow, its shell is
shell, and the program has what it asks for.

Usage: workflow_test.py PROGRAM WORKFLOW
"""
import re
import shlex
import subprocess
import sys
import unittest
from pathlib import Path

import yaml

WORKFLOW = yaml.safe_load(Path(sys.argv.pop(2)).read_text())
PROGRAM = sys.argv.pop(1)
STEPS = WORKFLOW["jobs"]["verify"]["steps"]


def place(words):
    """Where the first step is whose script or action has these words."""
    return next(i for i, step in enumerate(STEPS) if words in step.get("run", "") + step.get("uses", ""))


def drydock_calls():
    lines = [line for step in STEPS for line in step.get("run", "").splitlines()]
    return [shlex.split(line) for line in lines if line.startswith("drydock ")]


class Workflow(unittest.TestCase):
    def test_it_has_what_a_workflow_has(self):
        self.assertIn(True, WORKFLOW, "`on` is a boolean to a parser of YAML 1.1")
        self.assertEqual(WORKFLOW["permissions"]["security-events"], "write")
        self.assertIn("runs-on", WORKFLOW["jobs"]["verify"])

    def test_each_step_is_a_script_or_a_released_action(self):
        for step in STEPS:
            self.assertNotEqual("run" in step, "uses" in step, step)
            if "uses" in step:
                self.assertRegex(step["uses"], r"^[\w-]+/[\w-]+(/[\w-]+)?@v\d+$")

    def test_the_scripts_are_shell(self):
        for step in STEPS:
            script = re.sub(r"\$\{\{.*?\}\}", "value", step.get("run", ""))
            done = subprocess.run(["sh", "-n"], input=script, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_program_has_the_options(self):
        calls = drydock_calls()
        self.assertEqual([call[1] for call in calls], ["cc", "verify"])
        for call in calls:
            told = subprocess.run([PROGRAM, call[1], "--help"], capture_output=True, text=True).stdout
            for word in call[2:]:
                if word.startswith("--"):
                    self.assertRegex(told, rf"{word}\b")

    def test_what_is_uploaded_is_what_was_written(self):
        verify = drydock_calls()[1]
        upload = STEPS[place("upload-sarif@")]
        self.assertEqual(upload["with"]["sarif_file"], verify[verify.index("--sarif") + 1])
        self.assertEqual(upload["if"], "always()", "findings end the step before it with an error")

    def test_tools_come_before_those_who_need_them(self):
        self.assertLess(place("install -y git make"), place("actions/checkout@"))
        self.assertLess(place("actions/checkout@"), place("drydock cc"))
        self.assertLess(place("make -C"), place("drydock cc"))


if __name__ == "__main__":
    unittest.main()
