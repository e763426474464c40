"""A rule's number is checked when it is compiled: COMPILER INCLUDE_FOLDER."""

import subprocess
import sys
import unittest

COMPILER, INCLUDES = sys.argv[1:3]

PROGRAM = """
#include "drydock/rule_id.h"
using namespace drydock;
void take(rules::RuleId);
void test() {{ take({}); }}
"""


def compile_with(argument):
    """The exit status and the messages of a program that passes this argument as a rule."""
    done = subprocess.run(
        [COMPILER, "-std=c++20", "-fsyntax-only", "-I", INCLUDES, "-x", "c++", "-"],
        input=PROGRAM.format(argument), capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


class UnknownNumber(unittest.TestCase):
    def test_known_numbers_compile(self):
        for argument in ('"K-010"', '"U-310"', '"N-001"_rule', 'true ? "S-001"_rule : "S-002"_rule'):
            status, messages = compile_with(argument)
            self.assertEqual(status, 0, argument + messages)

    def test_unknown_numbers_do_not(self):
        for argument in ('"K-999"', '"K-000"', '"Q-001"', '"K-1"', '""', '"U-311"_rule'):
            status, messages = compile_with(argument)
            self.assertNotEqual(status, 0, argument)
            self.assertIn("the_catalogue_has_no_such_rule", messages, argument)

    def test_text_of_run_time_does_not(self):
        status, messages = compile_with("*new const char*(\"K-010\")")
        self.assertNotEqual(status, 0)
        self.assertNotIn("the_catalogue_has_no_such_rule", messages)


unittest.main(argv=sys.argv[:1])
