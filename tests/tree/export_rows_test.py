"""Each exported routine has a row that says what it answers: export_rows_test.py LIBRARY ROOT.

The rows stand in tests/*/exports/*_rows.cpp (tests/support/export_rows.h). A row of a kernel routine has an IRQL, each row says what
arguments of zeros come to, and has a proof: a call in the row, or a test of another file, which exists and reaches the routine
(reach.py). A thunk that is supported succeeds somewhere: the empty request that is refused proves little.
without_export_row.txt lists the exports that cannot have a row, each with its reason; a line that excuses nothing fails, so that the
list only shrinks."""
import re
import sys
import tempfile
import unittest
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "tools/coverage"), str(Path(__file__).resolve().parent)]
from exports import exported  # noqa: E402
from reach import Sources  # noqa: E402

OWN = "drydock_"  # what drivers are compiled against besides the routines of Windows
USER_MODE = {"win32", "thunks"}
REFUSALS = {"STATUS_INVALID_PARAMETER", "STATUS_INVALID_HANDLE", "STATUS_UNSUCCESSFUL"}  # of an empty request
LEVELS = ("up_to", "up_to_by", "advised_up_to", "at_least", "at_any_level", "level_unchecked")
ZEROS = ("zeros", "zeros_unchecked")
CITATIONS = ("proven_by", "proven_by_scene", "proven_by_driver")
PROOFS = ("answers", "works", "comes_to", "is_ended_by", *CITATIONS)
TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", re.MULTILINE)
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'')


@dataclass
class Row:
    file: str
    routine: str
    parts: set[str]
    tests: list[tuple[str, str]] = field(default_factory=list)  # how each is cited, and its name
    answers: set[str] = field(default_factory=set)  # statuses that a call of the row comes to


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
        for proof in re.finditer(r"\b(" + "|".join(CITATIONS) + r")\(", body):
            named = re.findall(r'"([^"]*)"', quoted[proof.end():body.index(")", proof.end())])
            tests += [(proof[1], name) for name in named]
        answers = set(re.findall(r"\b(?:answers|comes_to\(gives)\((\w+)", body))
        yield Row(file, head[1], set(re.findall(r"\b(\w+)\(", body)), tests, answers)


class Tests:
    """The tests below a folder, and what they reach."""

    def __init__(self, root: Path):
        self.files: dict[str, list[str]] = {}
        for path in sorted((root / "tests").rglob("*.cpp")):
            for suite, name in TEST.findall(path.read_text(errors="replace")):
                self.files.setdefault(f"{suite}.{name}", []).append(str(path.relative_to(root)))
        self.sources = Sources(root)

    def proves(self, how: str, test: str, routine: str) -> bool:
        return any(routine in words for words in self.words(how, test))

    def words(self, how: str, test: str):
        for file in self.files[test]:
            reached = self.sources.reach(file, test, across=how != "proven_by")
            yield reached.drivers if how == "proven_by_driver" else reached.named
            if how == "proven_by":
                yield reached.drivers

    def succeeds(self, how: str, test: str, routine: str) -> bool:
        """Whether the test does more with the routine than to see it refuse."""
        return any(self.sources.is_more_than_refused(file, test, routine, across=how != "proven_by")
                   for file in self.files[test])


REASONS = {"proven_by": "does not reach {} in its file", "proven_by_scene": "reaches {} by no helper that it includes",
           "proven_by_driver": "has no driver that names {}"}


def faults_of(row: Row, tests) -> list[str]:
    """What a row lacks."""
    wanted = [(ZEROS, "does not say what zeros come to"), (PROOFS, "has no proof")]
    if Path(row.file).parts[1] not in USER_MODE:
        wanted.append((LEVELS, "has no IRQL"))
    faults = [f"{row.file}: {row.routine} {what}" for names, what in wanted if not row.parts.intersection(names)]
    for how, test in row.tests:
        if test not in tests.files:
            faults.append(f"{row.file}: {row.routine} names {test}, which is no test")
        elif not tests.proves(how, test, row.routine):
            faults.append(f"{row.file}: {test} {REASONS[how].format(row.routine)}")
    if not faults and Path(row.file).parts[1] == "thunks" and not is_answered(row, tests):
        faults.append(f"{row.file}: nothing shows that {row.routine} succeeds")
    return faults


def is_answered(row: Row, tests) -> bool:
    """Whether a thunk succeeds in the row or in a test, or is not supported."""
    if row.parts & {"works", "never_succeeds"} or row.answers - REFUSALS:
        return True
    return any(tests.succeeds(how, test, row.routine) for how, test in row.tests)


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
ROW(KeNamed, at_any_level(), zeros(crash()), proven_by("A.B", "A.C"), proven_by_driver("A.D")),
ROW(KeBare, advised_up_to(APC_LEVEL)),
'''

    class Some:
        files = {"A.B": ["x"], "A.D": ["x"], "A.Refused": ["x"]}

        def proves(self, how, test, routine):
            return routine != "KeNamed"

        def succeeds(self, how, test, routine):
            return test != "A.Refused"

    def setUp(self):
        self.rows = list(rows_of("tests/nt/exports/a_rows.cpp", self.SOURCE))

    def test_rows_are_read(self):
        self.assertEqual(["KeGood", "KeNamed", "KeBare"], [row.routine for row in self.rows])
        self.assertEqual([("proven_by", "A.B"), ("proven_by", "A.C"), ("proven_by_driver", "A.D")], self.rows[1].tests)
        self.assertEqual({"advised_up_to"}, self.rows[2].parts)

    def test_what_a_row_lacks_is_named(self):
        self.assertEqual([], faults_of(self.rows[0], self.Some()))
        self.assertEqual(3, len(faults_of(self.rows[1], self.Some())))
        self.assertEqual(2, len(faults_of(self.rows[2], self.Some())))
        self.rows[2].parts = {"zeros", "works"}
        self.assertEqual(1, len(faults_of(self.rows[2], self.Some())))
        self.rows[2].file = "tests/win32/exports/a_rows.cpp"
        self.assertEqual([], faults_of(self.rows[2], self.Some()))

    def test_a_thunk_succeeds_or_is_not_supported(self):
        def faults(proof):
            row = list(rows_of("tests/thunks/exports/a_rows.cpp", f"ROW(D3DKMTGood, zeros(crash()), {proof})"))[0]
            return faults_of(row, self.Some())
        self.assertEqual(1, len(faults("answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTGood))")))
        self.assertEqual(1, len(faults('comes_to(gives(STATUS_INVALID_PARAMETER, "K-001"), x), proven_by("A.Refused")')))
        self.assertEqual([], faults("answers(STATUS_NOT_SUPPORTED, with_empty(&D3DKMTGood))"))
        self.assertEqual([], faults('proven_by("A.Refused", "A.B")'))
        self.assertEqual([], faults('never_succeeds("why"), proven_by("A.Refused")'))

    def test_exports_and_rows_are_compared(self):
        names = {"KeGood", "KeNamed", "KeBare", "KeOdd"}
        self.assertEqual([], compare(names, self.rows, {"KeOdd": "why"}))
        self.assertEqual(1, len(compare(names, self.rows, {})))
        self.assertEqual(1, len(compare(names - {"KeOdd", "KeBare"}, self.rows, {})))
        self.assertEqual(1, len(compare(names, self.rows, {"KeOdd": "why", "KeGood": "why"})))
        self.assertEqual(2, len(compare(names - {"KeOdd"}, self.rows + self.rows[:1], {"KeOdd": "why"})))


class Reaches(unittest.TestCase):
    """What a test of a small tree reaches."""

    FILES = {"tests/a_test.cpp": '''
#include "tests/a_scene.h"
namespace {
constexpr const char* kWays = R"(
static void Do(void) {
  switch (Switch) {
    case 1: case 2: KeOne(); break;
    case kThree: KeThree(); break;
    default: KeAlways();
  }
  if (Switch == 4) KeFour();
}
#define ON_START Do();
)";
constexpr const char* kDeeds = R"(
DEED(First) { return UserFirst(); }
DEED(Second) { return UserSecond(); }
)";
// KeCommented
void helper(int way) { KeHelped(way, kWays); }
TEST(A, Body) { EXPECT_EQ(KeBody(), "KeQuoted"); }
TEST(A, Helper) { helper(2U); }
TEST(A, Deed) { expect_work(kDeeds, "Second"); }
TEST(A, Scene) { in_scene(build_sample("sample")); }
TEST(A, Refused) { EXPECT_EQ(KeThunk(&data), STATUS_INVALID_PARAMETER); }
TEST(A, Served) { EXPECT_EQ(KeThunk(&data), STATUS_SUCCESS); }
TYPED_TEST(B, Typed) {}
struct Traits { void go() { KeTraits(); } };
TYPED_TEST_SUITE(B, Traits);
}  // namespace
''', "tests/a_scene.h": "inline void in_scene(int x) { KeScene(x); }\n",
             "tests/drivers/sample/driver.c": "void Unload(void) { KeSample(); } /* KeRemarked */\n"}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, text in self.FILES.items():
            path = Path(folder.name, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.tests = Tests(Path(folder.name))

    def proved(self, how: str, test: str, *routines: str) -> list[bool]:
        return [self.tests.proves(how, test, routine) for routine in routines]

    def test_bodies_and_helpers_of_the_file_count_and_remarks_do_not(self):
        self.assertEqual([True, True, False], self.proved("proven_by", "A.Body", "KeBody", "KeQuoted", "KeHelped"))
        self.assertEqual([True, False], self.proved("proven_by", "A.Helper", "KeHelped", "KeCommented"))
        self.assertEqual([True], self.proved("proven_by", "B.Typed", "KeTraits"))

    def test_ways_of_a_driver_count_when_they_are_named(self):
        self.assertEqual([True, False, True, False],
                         self.proved("proven_by", "A.Helper", "KeOne", "KeThree", "KeAlways", "KeFour"))
        self.assertEqual([False, True], self.proved("proven_by", "A.Deed", "UserFirst", "UserSecond"))

    def test_other_files_count_as_what_they_are(self):
        self.assertEqual([False], self.proved("proven_by", "A.Scene", "KeScene"))
        self.assertEqual([True, False], self.proved("proven_by_scene", "A.Scene", "KeScene", "KeSample"))
        self.assertEqual([False, True, False], self.proved("proven_by_driver", "A.Scene", "KeScene", "KeSample", "KeRemarked"))

    def test_a_refusal_is_no_success(self):
        self.assertFalse(self.tests.succeeds("proven_by", "A.Refused", "KeThunk"))
        self.assertTrue(self.tests.succeeds("proven_by", "A.Served", "KeThunk"))


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
