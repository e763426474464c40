"""Each exported routine has a row that says what it answers: export_rows_test.py LIBRARY ROOT.

The rows stand in tests/*/exports/*_rows.cpp (tests/support/export_rows.h). A row of a kernel routine has an IRQL, each row says what
arguments of zeros come to, and has a proof: a call in the row, or a test of another file, which exists and whose file names the
routine. without_export_row.txt lists the exports that cannot have a row, each with its reason; a line that excuses nothing
fails, so that the list only shrinks."""
import re
import subprocess
import sys
import unittest
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/coverage"))
from exports import exported  # noqa: E402

OWN = "drydock_"  # what drivers are compiled against besides the routines of Windows
USER_MODE = {"win32", "thunks"}
LEVELS = ("up_to", "up_to_by", "advised_up_to", "at_least", "at_any_level", "level_unchecked")
ZEROS = ("zeros", "zeros_unchecked")
PROOFS = ("answers", "works", "comes_to", "is_ended_by", "proven_by")
TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", re.MULTILINE)
INCLUDE = re.compile(r'^#include "(tests/[^"]+)"', re.MULTILINE)
WORD = re.compile(r"[A-Za-z_]\w*")
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'')


@dataclass
class Row:
    file: str
    routine: str
    parts: set[str]
    tests: list[str] = field(default_factory=list)


def rows_of(file: str, text: str):
    """The rows of a source."""
    bare = LITERAL.sub(lambda match: '"' + "_" * (len(match[0]) - 2) + '"', text)
    for head in re.finditer(r"\bROW\((\w+),", bare):
        depth, at = 1, head.end()
        while depth and at < len(bare):
            depth += {"(": 1, ")": -1}.get(bare[at], 0)
            at += 1
        body, quoted = bare[head.end():at], text[head.end():at]
        tests = []
        for proof in re.finditer(r"\bproven_by\(", body):
            tests += re.findall(r'"([^"]*)"', quoted[proof.end():body.index(")", proof.end())])
        yield Row(file, head[1], set(re.findall(r"\b(\w+)\(", body)), tests)


class Tests:
    """The tests below a folder, each with the words of its file and of the files of tests/ that it includes."""

    def __init__(self, root: Path):
        self.root = root
        self.words: dict[str, set[str]] = {}
        self.files: dict[str, list[str]] = {}
        for path in sorted((root / "tests").rglob("*.cpp")):
            for suite, name in TEST.findall(path.read_text(errors="replace")):
                self.files.setdefault(f"{suite}.{name}", []).append(str(path.relative_to(root)))

    def words_of(self, file: str) -> set[str]:
        if file not in self.words:
            self.words[file] = set()
            path = self.root / file
            text = path.read_text(errors="replace") if path.exists() else ""
            words = set(WORD.findall(text))
            for other in INCLUDE.findall(text):
                words |= self.words_of(other)
                source = re.sub(r"\.h$", ".cpp", other)
                if (self.root / source).exists():
                    words |= self.words_of(source)
            self.words[file] = words
        return self.words[file]

    def names(self, test: str, routine: str) -> bool:
        return any(routine in self.words_of(file) for file in self.files[test])


def faults_of(row: Row, tests) -> list[str]:
    """What a row lacks."""
    wanted = [(ZEROS, "does not say what zeros come to"), (PROOFS, "has no proof")]
    if Path(row.file).parts[1] not in USER_MODE:
        wanted.append((LEVELS, "has no IRQL"))
    faults = [f"{row.file}: {row.routine} {what}" for names, what in wanted if not row.parts.intersection(names)]
    for test in row.tests:
        if test not in tests.files:
            faults.append(f"{row.file}: {row.routine} names {test}, which is no test")
        elif not tests.names(test, row.routine):
            faults.append(f"{row.file}: the file of {test} does not name {row.routine}")
    return faults


def compare(names: set[str], rows: list[Row], excuses: dict[str, str]) -> list[str]:
    """Exports without a row, rows without an export, rows that stand twice, and excuses of nothing."""
    have = [row.routine for row in rows]
    faults = [f"{name} is exported and has no row" for name in sorted(names - set(have) - excuses.keys())]
    faults += [f"{row.file}: {row.routine} is no export" for row in rows if row.routine not in names]
    faults += [f"{name} has two rows" for name in sorted(set(have)) if have.count(name) > 1]
    faults += [f"without_export_row.txt: {name} {'has a row' if name in have else 'is no export'}"
               for name in excuses if name in have or name not in names]
    return faults


def reasons(text: str) -> dict[str, str]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split(None, 1) for line in lines)


class Checks(unittest.TestCase):
    SOURCE = '''
ROW(KeGood, up_to(APC_LEVEL), zeros(crash()), works([] { EXPECT_EQ(words(")"), ')'); })),
ROW(KeNamed, at_any_level(), zeros(crash()), proven_by("A.B", "A.C")),
ROW(KeBare, advised_up_to(APC_LEVEL)),
'''

    def setUp(self):
        self.rows = list(rows_of("tests/nt/exports/a_rows.cpp", self.SOURCE))

    def test_rows_are_read(self):
        self.assertEqual(["KeGood", "KeNamed", "KeBare"], [row.routine for row in self.rows])
        self.assertEqual(["A.B", "A.C"], self.rows[1].tests)
        self.assertEqual({"advised_up_to"}, self.rows[2].parts)

    def test_what_a_row_lacks_is_named(self):
        class Some:
            files = {"A.B": ["x"]}

            def names(self, test, routine):
                return routine != "KeNamed"
        self.assertEqual([], faults_of(self.rows[0], Some()))
        self.assertEqual(2, len(faults_of(self.rows[1], Some())))
        self.assertEqual(2, len(faults_of(self.rows[2], Some())))
        self.rows[2].parts = {"zeros", "works"}
        self.assertEqual(1, len(faults_of(self.rows[2], Some())))
        self.rows[2].file = "tests/win32/exports/a_rows.cpp"
        self.assertEqual([], faults_of(self.rows[2], Some()))

    def test_exports_and_rows_are_compared(self):
        names = {"KeGood", "KeNamed", "KeBare", "KeOdd"}
        self.assertEqual([], compare(names, self.rows, {"KeOdd": "why"}))
        self.assertEqual(1, len(compare(names, self.rows, {})))
        self.assertEqual(1, len(compare(names - {"KeOdd", "KeBare"}, self.rows, {})))
        self.assertEqual(1, len(compare(names, self.rows, {"KeOdd": "why", "KeGood": "why"})))
        self.assertEqual(2, len(compare(names - {"KeOdd"}, self.rows + self.rows[:1], {"KeOdd": "why"})))


def main(library: Path, root: Path) -> int:
    names = {name for name in exported(library) if not name.startswith(OWN)}
    rows = [row for path in sorted((root / "tests").glob("*/exports/*_rows.cpp"))
            for row in rows_of(str(path.relative_to(root)), path.read_text())]
    tests = Tests(root)
    excuses = reasons((root / "tests/tree/without_export_row.txt").read_text())
    faults = compare(names, rows, excuses) + [fault for row in rows for fault in faults_of(row, tests)]
    print("\n".join(faults))
    levels = sum(1 for row in rows if row.parts.intersection(("up_to", "up_to_by", "advised_up_to")))
    print(f"{len(names)} exports, {len(rows)} rows, {len(excuses)} without; {levels} are called above their highest IRQL")
    return 1 if faults else 0


if __name__ == "__main__":
    if not unittest.main(argv=sys.argv[:1], exit=False, verbosity=0).result.wasSuccessful():
        sys.exit(1)
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
