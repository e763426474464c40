"""The tools behind make mutate find the places of a sample, plant mutants that compile, and kill those that can be seen."""
import json
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
from dataclasses import replace
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"
sys.path[:0] = [str(TOOLS / "mutate"), str(TOOLS / "suite")]
import equivalents  # noqa: E402
import judge  # noqa: E402
import report  # noqa: E402
import running  # noqa: E402
from aside import age, keep_aside  # noqa: E402
from draw import draw, shares  # noqa: E402
from edits import diff, with_mutant, with_switches  # noqa: E402
from host import NOT_HOST, ROOMS, TABLES  # noqa: E402
from judge import Batch, Judge, Verdict, batches_for, culprit  # noqa: E402
from listing import Test, together  # noqa: E402
from place import OPERATORS, Place  # noqa: E402
from plant import NotPlanted, Workshop  # noqa: E402
from reach import Mapper, Reach  # noqa: E402
from records import Records  # noqa: E402
from units import Unit, parse  # noqa: E402

NAME = "src/sim/sample.cpp"

SAMPLE = """\
#include <assert.h>

#define STATUS_SUCCESS 0
#define STATUS_INVALID_PARAMETER (-1)
#define STATUS_UNSUCCESSFUL (-2)
#define TWICE(x) ((x) + (x))

namespace {
constexpr int kMost = 4 + 3;
static_assert(kMost - 1 == 6);
constexpr int plus(int a, int b) { return a + b; }
void note(int, int) {}
}  // namespace

struct Shelf {
  int count = 0;
  int put(int how_many, int where);
};

int Shelf::put(int how_many, int where) {
  assert(how_many > 0 || where > 0);
  if (how_many > kMost && where != 0) return STATUS_INVALID_PARAMETER;
  for (int at = 0; at < how_many; ++at) note(at, where);
  count = plus(how_many, TWICE(where));
  return STATUS_SUCCESS;
}

extern "C" int put(int how_many, int where, int* left) {
  Shelf shelf;
  if (const int status = shelf.put(how_many, where); status != STATUS_SUCCESS)
    return status;
  *left = kMost -
          shelf.count;
  return 0;
}
"""

# The operator, the line and what stands there then.
EXPECTED = [
    ("negate", 22, "!(how_many > kMost && where != 0)"),
    ("boundary", 22, "how_many >= kMost"),
    ("term", 22, "true"),
    ("boundary", 22, "where == 0"),
    ("term", 22, "true"),
    ("status", 22, "STATUS_SUCCESS"),
    ("negate", 23, "!(at < how_many)"),
    ("boundary", 23, "at <= how_many"),
    ("call", 23, ""),
    ("arguments", 23, "where, at"),
    ("member", 24, ""),
    ("arguments", 24, "TWICE(where), how_many"),
    ("status", 25, "STATUS_UNSUCCESSFUL"),
    ("arguments", 30, "where, how_many"),
    ("negate", 30, "!(status != STATUS_SUCCESS)"),
    ("member", 32, ""),
    ("sum", 32, "kMost + shelf.count"),
]

BUILD = """\
cmake_minimum_required(VERSION 3.25)
project(sample LANGUAGES CXX)
file(GLOB_RECURSE sources src/*.cpp)
add_library(libdrydock SHARED ${sources})
set_target_properties(libdrydock PROPERTIES OUTPUT_NAME drydock)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set_target_properties(libdrydock PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
target_compile_options(libdrydock PRIVATE -std=c++20)
"""
PRESETS = {"version": 3, "configurePresets": [{
    "name": "dev", "generator": "Ninja", "binaryDir": "${sourceDir}/build/dev",
    "cacheVariables": {"CMAKE_CXX_COMPILER": "clang++-19", "CMAKE_BUILD_TYPE": "Debug"}}]}

# Takes the names of tests as GoogleTest does, and says what it does as GoogleTest does.
PROGRAM = """\
#include <cstdio>
#include <cstring>
#include <initializer_list>
extern "C" int put(int, int, int*);
int main(int count, char** words) {
  struct { const char* name; int many, where, status, left; } tests[] = {
      {"Shelf.Few", 2, 0, 0, 5}, {"Shelf.Many", 8, 1, -1, 0}, {"Shelf.Most", 7, 1, 0, -2}, {"Shelf.Other", 8, 0, 0, -1}};
  int failures = 0;
  for (const auto& test : tests) {
    bool is_wanted = false;
    for (int at = 1; at < count; ++at) is_wanted |= std::strstr(words[at], test.name) != nullptr;
    if (!is_wanted) continue;
    std::printf("[ RUN      ] %s\\n", test.name);
    std::fflush(stdout);
    int left = 0;
    const bool is_good = put(test.many, test.where, &left) == test.status && left == test.left;
    std::printf("%s %s (0 ms)\\n", is_good ? "[       OK ]" : "[  FAILED  ]", test.name);
    failures += !is_good;
  }
  return failures != 0;
}
"""


def place(operator="call", begin=0, end=1, file=NAME, **more) -> Place:
    return Place(file, more.pop("line", 1), "f", operator, begin, end, **({"planted": "", "mutated": ""} | more))


class Trees(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def places(self, text: str) -> list[Place]:
        path = self.write(NAME, text)
        return parse(Unit(str(self.root), str(path), ("-std=c++20",), (NAME,)))


class Places(Trees):
    def found(self, body: str) -> list[tuple[str, str]]:
        return [(each.operator, each.mutated) for each in self.places(body)]

    def test_every_place_of_the_sample_is_found_and_no_other(self):
        found = [(each.operator, each.line, each.mutated) for each in self.places(SAMPLE)]
        self.assertEqual(sorted(found), sorted(EXPECTED))

    def test_a_place_knows_its_function(self):
        self.assertEqual({each.function for each in self.places(SAMPLE)}, {"Shelf::put", "put"})

    def test_a_chain_of_terms_drops_each(self):
        text = "bool f(bool a, bool b, bool c) { return a || b || c; }"
        self.assertEqual(self.found(text), [("term", "false")] * 3)

    def test_a_condition_that_declares_is_negated(self):
        self.assertEqual(self.found("int* g();\nvoid f() { if (int* p = g()) *p = 1; }"),
                         [("negate", "int* p = g(); !p"), ("member", "")])

    def test_steps(self):
        self.assertEqual(self.found("int f(int x) { x++; x += 2; return -x; }"), [("count", "x"), ("count", "x -= 2")])

    def test_a_returned_pointer_becomes_null(self):
        self.assertEqual(self.found("int* f(int* p) { return p; }\nint* g() { return nullptr; }"), [("status", "nullptr")])

    def test_what_the_compiler_evaluates_has_no_places(self):
        text = """
            template <int N> struct A { int x[N + 1]; };
            int f(int x) {
              constexpr bool kIs = 1 < 2 && 3 < 4;
              if constexpr (kIs && sizeof(A<3 - 1>) > 2) switch (x) { case 1 + 1: break; }
              return x;
            }"""
        self.assertEqual(self.found(text), [])

    def test_a_lambda_in_a_table_has_places(self):
        self.assertEqual(self.found("auto less = [](int a, int b) { return a < b; };"), [("boundary", "a <= b")])

    def test_a_macro_is_whole_or_nothing(self):
        text = "#define IS_GOOD(x) ((x) >= 0)\nbool f(int a) { return IS_GOOD(a) && a != 3; }"
        self.assertEqual(self.found(text), [("term", "true"), ("boundary", "a == 3"), ("term", "true")])

    def test_text_with_a_comment_to_the_end_of_its_line_stays_on_its_lines(self):
        for each in self.places("int f(int a, int b) {\n  return a +  // why\n         b;\n}"):
            self.assertEqual(each.planted.count("\n"), 1)

    def test_letters_beyond_ascii_do_not_move_places(self):
        text = "// …\nbool f(int a) { return a < 2; }"
        one = self.places(text)[0]
        self.assertEqual(text.encode()[one.begin:one.end], b"a < 2")


class Planting(Trees):
    """A library of the sample with all its mutants, and the tests of it."""

    def plant(self, numbered: dict[int, Place]) -> tuple[Workshop, dict[int, str]]:
        self.write("CMakeLists.txt", BUILD)
        self.write("CMakePresets.json", json.dumps(PRESETS))
        (self.root / "build" / "dev" / "share" / "drydock" / "drivers").mkdir(parents=True)
        workshop = Workshop(self.root, self.root / "build" / "mutate", 2)
        return workshop, workshop.make(numbered)

    def programs(self, library: Path) -> list[Test]:
        program = self.root / "shelf_test"
        source = self.write("shelf_test.cpp", PROGRAM)
        subprocess.run(["clang++-19", str(source), f"-L{library}", "-ldrydock", "-o", str(program)], check=True)
        return [Test(f"Shelf.{name}", (str(program), f"--gtest_filter=Shelf.{name}"))
                for name in ("Few", "Many", "Most", "Other")]

    def test_mutants_are_killed_by_those_who_reach_them(self):
        found = [each for each in self.places(SAMPLE) if each.operator != "negate" or each.line != 22]
        apart = [each for at, each in enumerate(found) if not any(each.overlaps(other) for other in found[:at])]
        numbered = dict(enumerate([*apart, replace(apart[0], begin=0, end=1, line=1, planted="no such thing")], 1))
        workshop, skipped = self.plant(numbered)
        self.assertEqual(list(skipped), [len(numbered)])

        tests = self.programs(workshop.library)
        reaches = Mapper(workshop.library, len(numbered), Records(self.root / "map")).map(tests, 2, lambda *_: None)
        self.assertEqual([reach.passed for reach in reaches], [True] * 4)
        by_line = {(each.line, each.operator): number for number, each in numbered.items() if number not in skipped}
        self.assertNotIn(by_line[22, "status"], reaches[0].reached)
        self.assertIn(by_line[22, "status"], reaches[1].reached)

        court = Judge(workshop.library, 60)
        def verdict(number: int) -> Verdict:
            return court.judge(number, [reach for reach in reaches if number in reach.reached])
        killed = verdict(by_line[22, "status"])
        self.assertEqual((killed.killed, killed.by, killed.how), (True, "Shelf.Many", "failed"))
        # Nobody can tell whether note() was called: it does nothing.
        alive = verdict(by_line[23, "call"])
        self.assertEqual((alive.killed, alive.tests, alive.of), (False, 3, 3))
        # Places were drawn apart: the boundary of the loop is one of them.
        self.assertTrue(all(verdict(by_line[at]).killed for at in ((24, "member"), (25, "status"), (32, "member"))))

    def test_a_library_that_does_not_build_without_mutants_is_told(self):
        self.write(NAME, "int f() { return missing; }\n")
        with self.assertRaises(NotPlanted):
            self.plant({})

    def test_what_is_not_in_the_tree_any_more_goes(self):
        self.write(NAME, "int f() { return 1; }\n")
        old = self.write("src/sim/old.cpp", "int g() { return 1; }\n")
        workshop, _ = self.plant({})
        self.assertTrue((workshop.tree / "src/sim/old.cpp").exists())
        old.unlink()
        workshop.make({})
        self.assertFalse((workshop.tree / "src/sim/old.cpp").exists())


class Blame(Trees):
    def blame(self, output: str, numbered: dict[int, Place]) -> list[int]:
        workshop = Workshop(self.root, self.root / "made", 1)
        return list(workshop.blame(output.replace("TREE", str(workshop.tree)), numbered))

    def test_the_line_of_the_error_says_which(self):
        numbered = {1: place(line=3), 2: place(line=5, planted="a\nb"), 3: place(line=6, file="src/sim/other.cpp")}
        self.assertEqual(self.blame(f"TREE/{NAME}:6:3: error: no\n", numbered), [2])

    def test_a_note_says_which_when_the_error_is_elsewhere(self):
        numbered = {1: place(line=3), 2: place(line=9)}
        text = f"/usr/include/c++/12/bits/x.h:6:3: error: no\nTREE/{NAME}:9:1: note: requested here\n"
        self.assertEqual(self.blame(text, numbered), [2])

    def test_else_all_of_the_file(self):
        numbered = {1: place(line=3), 2: place(line=4), 3: place(file="src/sim/other.cpp")}
        self.assertEqual(self.blame(f"TREE/{NAME}:90:3: error: no\n", numbered), [1, 2])

    def test_an_error_elsewhere_blames_nobody(self):
        self.assertEqual(self.blame("/usr/include/x.h:1:1: error: no\n", {1: place()}), [])


class Rooms(unittest.TestCase):
    SRC = TOOLS.parent / "src"

    def folders_with_sources(self, root: Path) -> list[str]:
        return sorted(path.name for path in root.iterdir() if path.is_dir() and any(path.rglob("*.cpp")))

    def test_a_folder_of_src_is_a_room_or_is_not_the_host(self):
        self.assertEqual(self.folders_with_sources(self.SRC), sorted((*ROOMS, *NOT_HOST)))

    def test_the_tables_are_the_chapters_of_the_catalogue(self):
        chapters = [f"rules/{name}" for name in self.folders_with_sources(self.SRC / "rules")]
        self.assertEqual(chapters, sorted(TABLES))


class Drawing(unittest.TestCase):
    PLACES = [place(operator, at, at + 2, f"src/{room}/x.cpp") for room, count in (("nt", 60), ("bridge", 3))
              for at in range(count) for operator in ("call", "sum")]

    def test_each_room_has_its_part_and_the_smallest_some(self):
        self.assertEqual(shares({"nt": 970, "bridge": 30}, 60), {"nt": 58, "bridge": 2})
        self.assertEqual(shares({"nt": 1, "bridge": 1}, 60), {"nt": 1, "bridge": 1})
        self.assertEqual(sum(shares({"nt": 5, "ks": 5, "bridge": 5}, 2).values()), 2)

    def test_a_seed_draws_the_same_and_another_one_others(self):
        self.assertEqual(draw(self.PLACES, 1, 20), draw(self.PLACES, 1, 20))
        self.assertNotEqual(draw(self.PLACES, 1, 20), draw(self.PLACES, 2, 20))

    def test_no_place_is_on_top_of_another(self):
        drawn = draw(self.PLACES, 1, 30)
        self.assertFalse(any(one.overlaps(other) for at, one in enumerate(drawn) for other in drawn[:at]))
        self.assertEqual({each.operator for each in drawn}, {"call", "sum"})


class Texts(Trees):
    DATA = b"int f() {\n  go(1);\n  return 2;\n}\n"
    ONE = place(begin=12, end=17, line=2, planted="(@ON@ ? void() : void(go(1)))")

    def test_edits(self):
        self.assertIn(b"  (::drydock::mutation::active(7) ? void() : void(go(1)));\n", with_switches(self.DATA, {7: self.ONE}))
        self.assertEqual(with_mutant(self.DATA, self.ONE), b"int f() {\n  ;\n  return 2;\n}\n")
        self.assertIn("-  go(1);\n+  ;\n", diff(self.DATA, self.ONE))

    def test_an_equivalent_is_known_again(self):
        self.write(NAME, self.DATA.decode())
        entry = equivalents.as_paragraph(self.ONE, self.DATA) + "\nNobody looks.\n"
        entries = equivalents.read("# why\n\n" + entry + "\n" + entry.replace("go(1)", "gone(1)"))
        named, stale = equivalents.sort_out(entries, [self.ONE, place("sum", 12, 17, line=2)], self.root)
        self.assertEqual(named, {self.ONE})
        self.assertEqual([each.line for each in stale], [8])

    def test_an_entry_has_a_reason(self):
        with self.assertRaises(equivalents.BadEntry):
            equivalents.read(equivalents.as_paragraph(self.ONE, self.DATA))

    def test_the_list_of_the_tree_can_be_read(self):
        for entry in equivalents.read(equivalents.PATH.read_text()):
            self.assertIn(entry.key[2], OPERATORS)


def is_gone(process: Path) -> bool:
    return not process.exists() or process.read_text().split()[2] == "Z"


class Running(Trees):
    def outcome(self, script: str, limit: float = 20, **more) -> running.Outcome:
        return running.run(Test("x", ("/bin/sh", "-c", script), **more), self.root, limit)

    def test_how_a_run_ends(self):
        self.assertEqual([self.outcome(script).how for script in ("true", "exit 3", "kill -SEGV $$")],
                         ["passed", "failed", "crashed"])

    def test_what_hangs_is_ended_with_all_that_it_started(self):
        mark = self.root / "child"
        outcome = self.outcome(f"setsid sleep 300 & echo $! > {mark}; sleep 300", limit=0.5)
        self.assertEqual(outcome.how, "timed out")
        child = Path("/proc", mark.read_text().strip(), "stat")
        deadline = time.monotonic() + 10  # a signal that was sent is not yet a process that ended
        while not is_gone(child) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertTrue(is_gone(child))

    def test_a_run_has_a_folder_of_its_own_and_the_library_first(self):
        outcome = self.outcome("pwd; echo $TMPDIR; echo $LD_LIBRARY_PATH; ulimit -c")
        folder, temporary, library, core = outcome.output.split()
        self.assertEqual((folder, library, core), (temporary, str(self.root), "0"))
        self.assertFalse(Path(folder).exists())

    def test_endless_output_neither_fills_anything_nor_outlasts_the_limit(self):
        outcome = self.outcome("yes", limit=0.5)
        self.assertEqual(outcome.how, "timed out")
        self.assertLessEqual(len(outcome.output), running.OUTPUT)

    def test_who_is_left_behind_does_not_keep_a_run_from_its_end(self):
        outcome = self.outcome("echo begun; sleep 300 & echo ended", limit=60)
        self.assertEqual((outcome.how, outcome.output), ("passed", "begun\nended\n"))
        self.assertLess(outcome.seconds, 30)

    def test_memory_has_a_limit(self):
        program = (sys.executable, "-c", "import time; x = b'x' * (200 << 20); time.sleep(300)")
        with unittest.mock.patch.object(running, "MEMORY", 100 << 20):
            outcome = running.run(Test("x", program), self.root, 60)
        self.assertEqual(outcome.how, "crashed")
        self.assertLess(outcome.seconds, 30)


class Judging(Trees):
    def reach(self, name: str, seconds=0.1, reached=(1,), program="p") -> Reach:
        return Reach(Test(name, (program, f"--gtest_filter={name}")), seconds, True, reached)

    def test_the_telling_and_cheap_come_first(self):
        broad, narrow = self.reach("A.broad", reached=tuple(range(50))), self.reach("B.narrow", program="q")
        slow = self.reach("C.slow", seconds=60, program="r")
        names = [[each.test.name for each in batch.reaches] for batch in batches_for([slow, broad, narrow])]
        self.assertEqual(names, [["B.narrow"], ["A.broad"], ["C.slow"]])

    def test_tests_of_a_program_share_a_process_until_it_lasts_too_long(self):
        batches = batches_for([self.reach(f"A.{at}", seconds=1) for at in range(5)])
        self.assertEqual([len(batch.reaches) for batch in batches], [2, 2, 1])
        command = together([each.test for each in batches[0].reaches]).command
        self.assertEqual(command, ("p", "--gtest_filter=A.0:A.1", "--gtest_fail_fast"))

    def test_the_culprit_is_who_failed_or_who_ran(self):
        batch = Batch([self.reach("A.one"), self.reach("A.two")])
        failed = "[ RUN      ] A.one\n[  FAILED  ] A.one (0 ms)\n[  FAILED  ] A.one\n 1 FAILED TEST\n"
        self.assertEqual(culprit(batch, running.Outcome(1, 0, failed)).test.name, "A.one")
        crashed = "[ RUN      ] A.one\n[       OK ] A.one (0 ms)\n[ RUN      ] A.two\n"
        self.assertEqual(culprit(batch, running.Outcome(-11, 0, crashed)).test.name, "A.two")

    def judged(self, script: str) -> Verdict:
        test = Test("A.one", ("/bin/sh", "-c", script, "--gtest_filter=A.one"))
        return Judge(self.root, 60).judge(1, [Reach(test, 0.01, True, (1,))])

    def test_a_failure_that_does_not_come_again_does_not_count(self):
        flag = self.root / "flag"
        self.assertFalse(self.judged(f"test -e {flag} || {{ touch {flag}; exit 1; }}").killed)

    def test_a_failure_that_comes_with_the_mutant_counts(self):
        self.assertTrue(self.judged("test $DRYDOCK_MUTANT = 0").killed)

    def test_a_hang_counts(self):
        with unittest.mock.patch.object(judge, "limit_for", lambda _: 0.3):
            verdict = self.judged("sleep 300")
        self.assertEqual((verdict.killed, verdict.how), (True, "timed out"))

    def test_a_mutant_that_nobody_reaches_survives(self):
        verdict = Judge(self.root, 60).judge(1, [])
        self.assertEqual((verdict.killed, verdict.of), (False, 0))

    def test_a_test_is_mapped_anew_when_its_program_changes(self):
        program = self.write("p", "#!/bin/sh\nexit 0\n")
        program.chmod(0o755)
        tests, records = [Test("A.one", (str(program), "--gtest_filter=A.one"))], Records(self.root / "map")
        mapper = Mapper(self.root, 1, records)
        self.assertTrue(mapper.map(tests, 1, lambda *_: None)[0].passed)
        counts = []
        mapper.map(tests, 1, lambda *count: counts.append(count))
        program.write_text("#!/bin/sh\nexit 10\n")
        self.assertFalse(mapper.map(tests, 1, lambda *count: counts.append(count))[0].passed)
        self.assertEqual(counts, [(1, 1)])

    def test_programs_that_are_kept_aside_stay_as_they_were(self):
        program = self.write("p", "old")
        test = Test("A.one", (str(program), "--gtest_filter=A.one"))
        kept = keep_aside([test], self.root / "aside")[0]
        self.assertEqual(age(kept), age(test))
        self.write("q", "new one").rename(program)
        self.assertEqual(Path(kept.program).read_text(), "old")
        self.assertNotEqual(age(kept), age(test))

    def test_a_line_that_was_not_finished_is_no_record(self):
        records = Records(self.root / "records")
        records.add({"test": "a"})
        with records.path.open("a") as file:
            file.write('{"test": "b')
        self.assertEqual(records.rows(), [{"test": "a"}])


class Reports(unittest.TestCase):
    def mutants(self, room: str, killed: int, survived: int) -> list[report.Mutant]:
        verdicts = ["killed"] * killed + ["survived"] * survived
        return [report.Mutant(at, place(file=f"src/{room}/x.cpp"), verdict) for at, verdict in enumerate(verdicts)]

    def test_the_goals(self):
        good = self.mutants("nt", 80, 20)
        self.assertEqual(report.below_goal(good), [])
        self.assertEqual(report.below_goal(self.mutants("nt", 79, 21)), ["79.0% in all, the goal is 80%"])
        # Too few to say something of the room.
        self.assertEqual(report.below_goal([*good, *self.mutants("nt", 10, 0), *self.mutants("ks", 2, 2)]), [])
        self.assertEqual(len(report.below_goal([*self.mutants("nt", 100, 0), *self.mutants("ks", 3, 2)])), 1)

    def test_what_was_not_judged_is_not_in_the_score(self):
        others = [report.Mutant(1, place(), verdict) for verdict in ("equivalent", "skipped", "left")]
        self.assertEqual(report.whole([*self.mutants("nt", 3, 1), *others]).percent, 75)
        self.assertIn("1 change nothing, 1 do not compile, 1 not judged yet", report.summary(others))

    def test_a_survivor_is_a_diff(self):
        text = report.survivor(report.Mutant(3, Texts.ONE, "survived", tests=2, of=2), Texts.DATA)
        self.assertIn(f"#3 {NAME}:2 f: a call whose result nobody wants is dropped; 2 of the 2 tests", text)
        self.assertIn("-  go(1);", text)
        self.assertIn("no test reaches it", report.survivor(report.Mutant(3, Texts.ONE, "survived"), Texts.DATA))


if __name__ == "__main__":
    unittest.main()
