"""The tool behind make coverage counts as llvm-cov does, by room, and knows what no test enters."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"
sys.path[:0] = [str(TOOLS / name) for name in ("coverage", "suite", "mutate")]
import reasons  # noqa: E402
import table  # noqa: E402
from exports import exported, words_of  # noqa: E402
from host import room_of  # noqa: E402
from measured import branches_of, lines_of, sources_of  # noqa: E402

ROOT = Path("/house")


def segment(line, column, count, has_count=True, is_entry=True, is_gap=False):
    return [line, column, count, has_count, is_entry, is_gap]


def function(name, file, line, last, count):
    return {"name": name, "filenames": [f"{ROOT}/{file}"], "count": count, "branches": [],
            "regions": [[line, 1, last, 2, count, 0, 0, 0]]}


def source(file, segments, branches=()):
    return {"filename": f"{ROOT}/{file}", "segments": segments, "branches": list(branches)}


# Two functions of nt on four lines each, of which the second is never entered, and one of ks, entered as one of two instances.
EXPORTED = {"data": [{
    "files": [
        source("src/nt/a.cpp", [segment(1, 1, 3), segment(4, 2, 0, has_count=False, is_entry=False),
                                segment(6, 1, 0), segment(9, 2, 0, has_count=False, is_entry=False)],
               [[2, 3, 2, 9, 3, 0, 0, 0, 4], [7, 3, 7, 9, 0, 0, 0, 0, 4]]),
        source("src/ks/b.h", [segment(1, 1, 5), segment(1, 20, 0, has_count=False, is_entry=False)]),
        source("src/verify/c.cpp", [segment(1, 1, 5), segment(1, 20, 0, has_count=False, is_entry=False)]),
    ],
    "functions": [
        function("NtGood", "src/nt/a.cpp", 1, 4, 3),
        function("src/nt/a.cpp:_ZL3badv", "src/nt/a.cpp", 6, 9, 0),
        function("_Z1fIiEvv", "src/ks/b.h", 1, 1, 0), function("_Z1fIcEvv", "src/ks/b.h", 1, 1, 5),
        function("main", "src/verify/c.cpp", 1, 1, 5),
    ]}]}
NAMES = {"_ZL3badv": "bad()", "_Z1fIiEvv": "f<int>()", "_Z1fIcEvv": "f<char>()"}

LIBRARY = """\
#include <csignal>
template <class T> T twice(T x) { return x + x; }
extern "C" int NtPick(int x) {
  if (x > 2 && x < 9) {
    return 1;
  }

  for (int at = 0; at < x; ++at) {
    if (at == 5) break;  // never
  }
  return x == 1 ? twice(5) : static_cast<int>(twice(2.0));
}
extern "C" int NtNever() {
  return 3;
}
extern "C" void NtCrash() { raise(SIGKILL); }
"""
PROGRAM = """\
#include <unistd.h>
extern "C" int NtPick(int);
extern "C" void NtCrash();
int main() {
  NtPick(1);
  if (fork() == 0) { NtPick(4); _exit(0); }
  NtCrash();
}
"""


class Counting(unittest.TestCase):
    def test_a_line_counts_as_often_as_its_busiest_part(self):
        self.assertEqual(lines_of([segment(1, 1, 2), segment(2, 5, 7), segment(2, 9, 2, is_entry=False),
                                   segment(3, 2, 0, has_count=False, is_entry=False)]), {1: 2, 2: 7, 3: 2})

    def test_a_gap_says_nothing_of_its_line(self):
        self.assertEqual(lines_of([segment(1, 1, 2), segment(2, 1, 9, is_gap=True), segment(3, 1, 0),
                                   segment(3, 5, 0, has_count=False, is_entry=False)]), {1: 2, 2: 2, 3: 9})

    def test_lines_without_code_are_none(self):
        self.assertEqual(lines_of([]), {})
        self.assertEqual(lines_of([segment(1, 1, 1), segment(1, 9, 0, has_count=False, is_entry=False), segment(5, 1, 0),
                                   segment(5, 9, 0, has_count=False, is_entry=False)]), {1: 1, 5: 0})

    def test_branches_of_instances_are_one(self):
        self.assertEqual(branches_of([[1, 2, 1, 9, 4, 0, 0, 0, 4], [1, 2, 1, 9, 0, 3, 0, 0, 4]]), {(1, 2, 1, 9): (4, 3)})


class Rooms(unittest.TestCase):
    def coverage(self, excuses="", words=("NtGood",)) -> table.Coverage:
        sources = sources_of(EXPORTED, ROOT, lambda name: room_of(name) is not None)
        return table.coverage(sources, NAMES, reasons.read(excuses), {"NtGood", "NtOther"}, set(words))

    def shares(self, result: table.Coverage, room: str) -> list[tuple[int, int]]:
        return [(share.seen, share.of) for share in vars(result.rows[room]).values()]

    def test_the_host_by_room(self):
        result = self.coverage()
        self.assertEqual(list(result.rows), ["ks", "nt"])
        self.assertEqual(self.shares(result, "nt"), [(1, 1), (1, 2), (4, 8), (1, 4)])
        self.assertEqual(self.shares(result, "ks"), [(0, 0), (1, 1), (1, 1), (0, 0)])
        self.assertEqual([(each.line, name) for each, name in result.never], [(6, "bad()")])

    def test_what_is_below_its_goal(self):
        self.assertEqual(table.below_goal(self.coverage().rows), [
            "nt: 50.0% of functions, the goal is 95%", "nt: 50.0% of lines, the goal is 90%",
            "nt: 25.0% of branches, the goal is 80%"])

    def test_a_reason_takes_a_function_out(self):
        result = self.coverage("# why\nsrc/nt/a.cpp: bad(): nobody calls it\n")
        self.assertEqual(self.shares(result, "nt"), [(1, 1), (1, 1), (4, 4), (1, 2)])
        self.assertEqual((result.never, result.stale), ([], []))

    def test_a_reason_for_what_is_entered_is_stale(self):
        text = "src/nt/a.cpp: NtGood: no\nsrc/nt/a.cpp: gone(): no\n"
        self.assertEqual([each.line for each in self.coverage(text).stale], [1, 2])

    def test_a_reason_has_three_parts(self):
        with self.assertRaises(reasons.BadLine):
            reasons.read("src/nt/a.cpp: bad()\n")

    def test_the_list_of_the_tree_can_be_read(self):
        for each in reasons.read(reasons.PATH.read_text()):
            self.assertIsNotNone(room_of(each.file), each)

    def test_an_exported_routine_that_no_test_names_is_told(self):
        result = self.coverage(words=())
        self.assertEqual(result.unnamed, ["NtGood"])
        self.assertEqual(self.shares(result, "nt")[0], (0, 1))

    def test_the_table_has_a_row_for_all(self):
        last = table.as_text(self.coverage().rows).splitlines()[-1]
        self.assertEqual(last.split(), "all 1 of 1 100.0% 2 of 3 66.7% 5 of 9 55.6% 1 of 4 25.0%".split())

    def test_json(self):
        shown = json.loads(json.dumps(table.as_json(self.coverage())))
        self.assertEqual(shown["rooms"]["nt"]["lines"], {"seen": 4, "of": 8})
        self.assertEqual(shown["never_entered"], [{"file": "src/nt/a.cpp", "line": 6, "function": "bad()"}])


class Measured(unittest.TestCase):
    """A library of one source, measured with the flags of the preset by a program that crashes."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        root = cls.root = Path(cls.folder.name).resolve()
        (root / "src" / "nt").mkdir(parents=True)
        (root / "src" / "nt" / "pick.cpp").write_text(LIBRARY)
        (root / "program.cpp").write_text(PROGRAM)
        presets = json.loads((TOOLS.parent / "CMakePresets.json").read_text())["configurePresets"]
        flags = next(each for each in presets if each["name"] == "coverage")["cacheVariables"]["CMAKE_CXX_FLAGS"].split()
        cls.library = root / "libpick.so"
        subprocess.run(["clang++-19", *flags, "-fprofile-instr-generate", "-fcoverage-mapping", "-shared", "-fPIC",
                        root / "src/nt/pick.cpp", "-o", cls.library], check=True)
        subprocess.run(["clang++-19", root / "program.cpp", f"-L{root}", "-lpick", "-o", root / "program"], check=True)
        environment = {**os.environ, "LLVM_PROFILE_FILE": f"{root}/%c%4m.profraw", "LD_LIBRARY_PATH": str(root)}
        cls.code = subprocess.run([root / "program"], env=environment).returncode
        subprocess.run(["llvm-profdata-19", "merge", *root.glob("*.profraw"), "-o", root / "merged"], check=True)
        done = subprocess.run(["llvm-cov-19", "export", cls.library, f"--instr-profile={root / 'merged'}",
                               "--skip-expansions"], check=True, capture_output=True, text=True)
        cls.shown = json.loads(done.stdout)

    def test_a_crash_loses_no_counts(self):
        self.assertLess(self.code, 0)
        source = sources_of(self.shown, self.root, lambda _: True)[0]
        counts = {min(each.names): each.count for each in source.functions}
        self.assertEqual(counts, {"NtPick": 2, "NtNever": 0, "NtCrash": 1, "_Z5twiceIdET_S0_": 1})

    def test_numbers_are_those_of_llvm_cov(self):
        source = sources_of(self.shown, self.root, lambda _: True)[0]
        theirs = self.shown["data"][0]["files"][0]["summary"]
        self.assertEqual((sum(count > 0 for count in source.lines.values()), len(source.lines)),
                         (theirs["lines"]["covered"], theirs["lines"]["count"]))
        outcomes = [count > 0 for pair in source.branches.values() for count in pair]
        self.assertEqual((sum(outcomes), len(outcomes)), (theirs["branches"]["covered"], theirs["branches"]["count"]))
        self.assertEqual((sum(each.count > 0 for each in source.functions), len(source.functions)),
                         (theirs["functions"]["covered"], theirs["functions"]["count"]))

    def test_exported_routines(self):
        self.assertEqual(exported(self.library), {"NtPick", "NtNever", "NtCrash"})
        self.assertIn("NtPick", words_of(self.root))


if __name__ == "__main__":
    unittest.main()
