"""The examples of README.md are what the program prints.

A block of README.md that begins with "$ drydock" is an example. Its commands run in one folder, in the order of the page,
with the files of tests/tree/readme and the drivers that drivers() names. What a command prints is compared with the lines
below it. "…" stands for anything within a line; a line of "…" alone stands for lines that are left out. With --write the
page gets what the program prints; lines with "…" that still fit stay.

Usage: readme_test.py PROGRAM ROOT BUILD [--write]
"""
import functools
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM, ROOT, BUILD = (Path(word).resolve() for word in sys.argv[1:4])
WRITE = "--write" in sys.argv[4:]
PAGE = ROOT / "README.md"
BLOCK = re.compile(r"(?<=^```\n)\$ drydock .*?(?=^```$)", re.DOTALL | re.MULTILINE)
ELLIPSIS = "…"
# The reference camera with a planted bug of tests/verify/mutants/minidriver.json.
MUTANTS = {"leaky.so": "pool-kept-without-buffer", "racy.so": "land-race"}


def is_gap(line):
    return line.strip() == ELLIPSIS


def line_fits(pattern, line):
    return re.fullmatch(".*".join(map(re.escape, pattern.rstrip().split(ELLIPSIS))), line.rstrip()) is not None


def fits(patterns, lines):
    """True when the lines are what the patterns say."""
    if not patterns:
        return not lines
    if is_gap(patterns[0]):
        return any(fits(patterns[1:], lines[skipped:]) for skipped in range(len(lines) + 1))
    return bool(lines) and line_fits(patterns[0], lines[0]) and fits(patterns[1:], lines[1:])


def examples(block):
    """The commands of a block, each with the lines below it."""
    out = []
    for line in block.splitlines():
        if line.startswith("$ "):
            out.append((line[2:], []))
        else:
            out[-1][1].append(line)
    return out


def renewed(patterns, lines):
    """The patterns with as few changes as make them fit the lines: an edit of a line costs less than one more or one less."""
    edit, other = 2, 3

    @functools.cache
    def best(at, line):
        """The cost of the rest, and its text."""
        ways = []
        if at == len(patterns) and line == len(lines):
            return 0, ()
        if at < len(patterns) and is_gap(patterns[at]):
            for end in range(line, len(lines) + 1):
                cost, rest = best(at + 1, end)
                ways.append((cost, (patterns[at], *rest)))
            return min(ways, key=lambda way: way[0])
        if at < len(patterns) and line < len(lines):
            cost, rest = best(at + 1, line + 1)
            same = line_fits(patterns[at], lines[line])
            ways.append((cost + (0 if same else edit), (patterns[at] if same else lines[line], *rest)))
        if line < len(lines):
            cost, rest = best(at, line + 1)
            ways.append((cost + other, (lines[line], *rest)))
        if at < len(patterns):
            cost, rest = best(at + 1, line)
            ways.append((cost + other, rest))
        return min(ways, key=lambda way: way[0])

    return list(best(0, 0)[1])


def drivers(folder):
    """The drivers that the page speaks of: the reference camera, and copies of it with a bug."""
    sys.path.insert(0, str(ROOT / "tests" / "verify" / "mutants"))
    import run as mutation
    built = BUILD / "share" / "drydock" / "drivers"
    shutil.copy(built / "vcam.so", folder)
    workshop = mutation.Workshop(str(PROGRAM), folder, True)
    workshop.take_objects(built)
    for name, bug in MUTANTS.items():
        mutant = next(each for each in mutation.load() if each.full_name == f"minidriver.{bug}")
        driver, done = workshop.build(mutant, folder / bug)
        assert done.returncode == 0, done.stderr
        driver.rename(folder / name)


class Program:
    """The program in a folder with everything that the examples name."""

    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        for source in (ROOT / "tests" / "tree" / "readme").iterdir():
            shutil.copy(source, self.folder)
        drivers(self.folder)

    def output(self, command):
        words = shlex.split(command)
        assert words[0] == "drydock", command
        done = subprocess.run([PROGRAM, *words[1:]], cwd=self.folder, capture_output=True, text=True, timeout=300)
        assert done.returncode in (0, 1), f"{command}: {done.returncode}\n{done.stderr}"
        lines = done.stdout.replace(str(self.folder), ELLIPSIS).strip("\n").splitlines()
        return [line.rstrip() for line in lines]


class Readme(unittest.TestCase):
    def test_every_example_is_what_the_program_prints(self):
        text = PAGE.read_text()
        blocks = BLOCK.findall(text)
        commands = [command for block in blocks for command, _ in examples(block)]
        self.assertEqual(commands, re.findall(r"^\$ (.*)", text, re.MULTILINE), "a command stands outside of the examples")
        self.assertIn("drydock explain K-010", commands)
        with tempfile.TemporaryDirectory() as folder:
            program = Program(folder)
            for block in blocks:
                for command, patterns in examples(block):
                    with self.subTest(command):
                        lines = program.output(command)
                        self.assertTrue(fits(patterns, lines),
                                        f"README.md is stale, run `make docs`. {command} prints:\n" + "\n".join(lines))


class Comparison(unittest.TestCase):
    """The test would find a stale page."""

    def test_a_line_that_changed_does_not_fit(self):
        self.assertTrue(fits(["one", "two"], ["one", "two"]))
        self.assertFalse(fits(["one", "two"], ["one", "2"]))
        self.assertFalse(fits(["one"], ["one", "two"]))
        self.assertFalse(fits(["one", "two"], ["one"]))

    def test_an_ellipsis_is_anything_within_a_line(self):
        self.assertTrue(fits(["at …, IRQL 2"], ["at 0x7f00, IRQL 2"]))
        self.assertFalse(fits(["at …, IRQL 2"], ["at 0x7f00, IRQL 0"]))
        self.assertFalse(fits(["a.c:1"], ["abc:1"]))

    def test_an_ellipsis_alone_is_any_number_of_lines(self):
        self.assertTrue(fits(["…", "last"], ["first", "second", "last"]))
        self.assertTrue(fits(["…", "last"], ["last"]))
        self.assertFalse(fits(["…", "last"], ["last", "one more"]))

    def test_commands_of_a_block_have_their_own_lines(self):
        self.assertEqual(examples("$ drydock a\n$ drydock b\nx\n"), [("drydock a", []), ("drydock b", ["x"])])

    def test_a_page_that_does_not_fit_changes_where_it_does_not(self):
        self.assertEqual(renewed(["a …", "old"], ["a 1", "new"]), ["a …", "new"])
        self.assertEqual(renewed(["…", "b"], ["a", "b"]), ["…", "b"])
        self.assertEqual(renewed(["one", "old", "…", "last …"], ["one", "new", "x", "y", "last 7"]),
                         ["one", "new", "…", "last …"])
        self.assertEqual(renewed(["one"], ["one", "two"]), ["one", "two"])
        self.assertEqual(renewed(["one", "two"], ["two"]), ["two"])
        self.assertEqual(renewed([], ["one"]), ["one"])


def write():
    with tempfile.TemporaryDirectory() as folder:
        program = Program(folder)

        def block_of(match):
            lines = []
            for command, patterns in examples(match[0]):
                lines += ["$ " + command, *renewed(patterns, program.output(command))]
            return "\n".join(lines) + "\n"

        text = PAGE.read_text()
        PAGE.write_text(BLOCK.sub(block_of, text))


if WRITE:
    write()
else:
    del sys.argv[1:]
    unittest.main()
