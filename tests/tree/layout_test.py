"""The layout proof sees what differs, names the member, and is silent about what is equal."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "layout"))
from compare import EXCUSED, Differences, compare_builds, compare_with_theirs, report_needless_excuses  # noqa: E402
from probe import Probe, measure  # noqa: E402
from records import parse, records_in  # noqa: E402
from views import View  # noqa: E402

VIEW = View("test", "miniport", ())


class Layout(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def records(self, text: str, name: str = "ours"):
        header = self.root / f"{name}.h"
        header.write_text(text)
        source = self.root / f"{name}-all.c"
        source.write_text(f'#include "{header}"\n')
        found = records_in(parse(str(source), ["-std=gnu11"]), str(self.root))
        return sorted(found.values(), key=lambda r: r.name), [f'#include "{header}"']

    def linux(self, includes, records, *flags):
        return measure(Probe(includes, records), self.root, "linux",
                       lambda s, o: ["clang-19", "-w", *flags, "-c", str(s), "-o", str(o)], "objcopy")

    def windows(self, includes, records):
        return measure(Probe(includes, records), self.root, "windows",
                       lambda s, o: ["x86_64-w64-mingw32-gcc", "-w", "-c", str(s), "-o", str(o)],
                       "x86_64-w64-mingw32-objcopy")

    def builds(self, text: str, *flags) -> Differences:
        records, includes = self.records(text)
        differences = Differences()
        compare_builds(VIEW, records, self.linux(includes, records, *flags), self.windows(includes, records), differences)
        return differences

    def test_equal_layouts_are_silent(self):
        found = self.builds("typedef struct { int a; union { void* p; struct { char b, c; }; }; "
                            "struct { short d; } e[2]; unsigned f : 3, g : 29; } S;")
        self.assertEqual((found.builds, found.lines), (0, []))

    def test_an_excuse_that_excuses_nothing_is_a_difference(self):
        found = Differences(excused=set(EXCUSED))
        report_needless_excuses(found)
        self.assertEqual((found.theirs, found.lines), (0, []))
        found.excused.remove("KAPC_STATE")
        report_needless_excuses(found)
        self.assertEqual(found.theirs, 1)
        self.assertIn("KAPC_STATE", found.lines[0])

    def test_a_long_is_seen_and_named(self):
        found = self.builds("typedef struct { long a; int b; } S;")
        self.assertEqual(found.builds, 1)
        self.assertIn("test: S.b: 8 on Linux, 4 on Windows", found.lines)

    def test_bit_fields_of_two_types_are_seen(self):
        text = "typedef struct { unsigned char a : 4; unsigned int b : 4; unsigned char c; } S;"
        self.assertEqual(self.builds(text).builds, 1)
        self.assertEqual(self.builds(text, "-mms-bitfields").builds, 0)

    def test_a_moved_bit_is_seen(self):
        mine, includes = self.records("typedef struct { unsigned a : 1, b : 1; } S;", "mine")
        theirs, their_includes = self.records("typedef struct { unsigned b : 1, a : 1; } S;", "theirs")
        differences = Differences()
        compare_with_theirs(VIEW, theirs, self.windows(their_includes, theirs), {r.name: r for r in mine},
                            self.linux(includes, mine), differences)
        self.assertEqual(differences.theirs, 1)
        self.assertTrue(any("S.a:" in line for line in differences.lines))

    def test_a_missing_member_is_seen(self):
        mine, includes = self.records("typedef struct _S { int a; int spare; } S;", "mine")
        theirs, their_includes = self.records("struct _S { int a; int b; };", "theirs")
        differences = Differences()
        compared = compare_with_theirs(VIEW, theirs, self.windows(their_includes, theirs), {r.name: r for r in mine},
                                       self.linux(includes, mine), differences)
        self.assertEqual(compared, {"S"})
        self.assertIn("test: S.b: ours absent, mingw-w64's 4", differences.lines)

    def test_nested_members_are_all_measured(self):
        records, _ = self.records("typedef struct { struct { int a; } n; union { int b; struct { int c; } d; }; } S;")
        self.assertEqual([m.path for m in records[0].members], ["n", "n.a", "b", "d", "d.c"])


if __name__ == "__main__":
    unittest.main()
