"""The style check finds each kind of fault, and nothing in a clean tree."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools" / "style"
sys.path.insert(0, str(TOOLS))
import architecture  # noqa: E402
import clang_format  # noqa: E402
import headers  # noqa: E402
import includes  # noqa: E402
import lengths  # noqa: E402
import locks  # noqa: E402
import unit_tests  # noqa: E402
import words  # noqa: E402
from functions import functions  # noqa: E402
from house import TABLE, House  # noqa: E402
from sources import Source, Tree  # noqa: E402

# Two folders at the bottom, one with rooms, one that sees a single header of it, and one on top.
HOUSE = """
[room.base]
job = "Bottom."
may_include = []
[room.side]
job = "Beside."
may_include = []
[room.nt]
job = "A folder with rooms."
may_include = ["base"]
[room."nt/watch"]
job = "Below."
may_include = []
[room."nt/pool"]
job = "Above."
may_include = ["nt/watch"]
[room.gl]
job = "Sees one header."
may_include = ["nt/watch/view.h"]
[room.cli]
job = "Top."
may_include = ["nt", "gl"]
[limits]
files = 3
function_lines = 60
[locks]
may_block = ["nt"]
defined_in = []
[tests.rows]
"side" = "Rows of data."
[tests.without]
"cli/main.cpp" = "the program"
"""
FILES = {
    "src/base/a.h": "#pragma once\n",
    "src/side/s.cpp": "",
    "src/nt/watch/view.h": "#pragma once\n",
    "src/nt/watch/other.h": '#pragma once\n#include "src/base/a.h"\n',
    "src/nt/pool/p.h": '#pragma once\n#include "src/nt/watch/other.h"\n',
    "src/gl/g.h": '#pragma once\n#include "src/nt/watch/view.h"\n',
    "src/cli/main.cpp": '#include "src/gl/g.h"\n#include "src/nt/pool/p.h"\n\nint main() { return 0; }\n',
    "docs/architecture.md": f"# A\n{architecture.BEGIN}\n{architecture.END}\n",
    ".clang-format": "BasedOnStyle: Google\n",
}


class Trees(unittest.TestCase):
    """A small tree that is clean; tests spoil it."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        self.set_house(HOUSE)
        for name, text in FILES.items():
            self.write(name, text)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def set_house(self, text: str) -> None:
        self.write(TABLE, text)

    def change_house(self, old: str, new: str) -> None:
        self.assertIn(old, HOUSE)
        self.set_house(HOUSE.replace(old, new))

    def add_exceptions(self, text: str) -> None:
        self.set_house(HOUSE + "[exceptions]\n" + text + "\n")

    def faults(self, module) -> str:
        return "\n".join(module.check(Tree(self.root), House.read(self.root)))


class CleanTree(Trees):
    def test_it_has_no_faults(self):
        subprocess.run([sys.executable, TOOLS / "architecture.py", self.root], check=True)
        for module in (includes, lengths, words, locks, headers, unit_tests, clang_format, architecture):
            self.assertEqual(self.faults(module), "", module.__name__)


class Table(Trees):
    def test_a_circle_of_rooms(self):
        self.change_house('job = "Below."\nmay_include = []', 'job = "Below."\nmay_include = ["nt/pool"]')
        self.assertRegex(self.faults(includes), r"circle: nt/(pool -> nt/watch -> nt/pool|watch -> nt/pool -> nt/watch)")

    def test_a_circle_of_folders_through_different_rooms(self):
        # No room includes itself by way of others, but the two folders include each other.
        self.change_house('job = "Below."\nmay_include = []', 'job = "Below."\nmay_include = ["two/b"]')
        text = (self.root / TABLE).read_text()
        self.set_house(text + '[room.two]\njob = "T."\n[room."two/a"]\njob = "A."\nmay_include = ["nt/pool"]\n'
                              '[room."two/b"]\njob = "B."\nmay_include = []\n')
        self.assertRegex(self.faults(includes), r"circle: (nt -> two -> nt|two -> nt -> two)")

    def test_a_circle_through_a_single_header(self):
        self.change_house('job = "Below."\nmay_include = []', 'job = "Below."\nmay_include = ["gl"]')
        self.assertIn("in a circle", self.faults(includes))

    def test_a_room_that_names_its_own_folder(self):
        self.change_house('"nt/watch"]\n[room.gl]', '"nt"]\n[room.gl]')
        self.assertIn("in a circle", self.faults(includes))

    def test_names_that_lead_nowhere(self):
        self.change_house('["nt", "gl"]', '["nt", "gl", "attic", "base/gone.h"]')
        self.assertIn("cli: attic is no room", self.faults(includes))
        self.assertIn("there is no src/base/gone.h", self.faults(includes))

    def test_a_room_without_a_job(self):
        self.change_house('job = "Top."', 'job = ""')
        self.assertIn("cli: its job is one sentence", self.faults(includes))

    def test_a_room_whose_folder_has_no_job(self):
        self.set_house(HOUSE + '[room."loft/a"]\njob = "A."\n')
        self.assertIn("its folder loft has no job", self.faults(includes))

    def test_a_room_without_sources(self):
        self.set_house(HOUSE + '[room.attic]\njob = "Empty."\n')
        self.assertIn("attic has no sources", self.faults(includes))


class Includes(Trees):
    def test_a_folder_against_the_table(self):
        self.write("src/base/x.cpp", '#include "src/cli/c.h"\n')
        self.assertIn("src/base/x.cpp: src/base must not include src/cli/c.h", self.faults(includes))

    def test_a_room_against_the_table(self):
        self.write("src/nt/watch/x.cpp", '#include "src/nt/pool/p.h"\n')
        self.assertIn("src/nt/watch must not include src/nt/pool/p.h", self.faults(includes))

    def test_what_a_folder_may_each_of_its_rooms_may(self):
        self.write("src/nt/pool/x.cpp", '#include "src/base/a.h"\n')
        self.assertEqual(self.faults(includes), "")

    def test_a_single_header_opens_nothing_else_of_its_room(self):
        self.write("src/gl/x.cpp", '#include "src/nt/watch/view.h"\n#include "src/nt/watch/other.h"\n')
        self.assertEqual(self.faults(includes), "src/gl/x.cpp: src/gl must not include src/nt/watch/other.h")

    def test_a_pair_of_files_is_a_room(self):
        self.set_house(HOUSE.replace('["nt/watch/view.h"]', '["nt/door"]')
                       + '[room."nt/door"]\njob = "The way in."\nmay_include = ["nt/pool"]\n')
        self.write("src/nt/door.h", '#include "src/nt/pool/p.h"\n')
        self.write("src/gl/g.h", '#include "src/nt/door.h"\n')
        self.assertEqual(self.faults(includes), "")

    def test_an_unknown_folder(self):
        self.write("src/misc/x.cpp", "")
        self.assertIn("src/misc is not a room", self.faults(includes))

    def test_an_unknown_room(self):
        self.write("src/nt/misc/x.cpp", "")
        self.assertIn("src/nt/misc is not a room", self.faults(includes))

    def test_a_source_between_rooms(self):
        self.write("src/nt/x.cpp", "")
        self.assertIn("src/nt has rooms, and this lies in none of them", self.faults(includes))

    def test_an_include_that_the_table_cannot_see(self):
        self.write("src/base/x.cpp", '#include "a.h"\n')
        self.assertIn('include "a.h" by its path from the root', self.faults(includes))
        self.write("src/base/x.cpp", '#include "../side/s.cpp"\n')
        self.assertIn("by its path from the root", self.faults(includes))

    def test_a_public_header_that_leads_inside(self):
        self.write("include/drydock/d.h", '#include "src/base/a.h"\n')
        self.assertIn("must not include src/base/a.h", self.faults(includes))

    def test_too_many_files(self):
        for name in "bcd":
            self.write(f"src/base/{name}.{'cpp' if name == 'b' else 'h'}", "")
            self.write(f"src/nt/pool/{name}.md", "")
        self.assertEqual(self.faults(includes), "src/base: 4 sources and headers, at most 3")


class Lengths(Trees):
    BODY = "  g();\n" * 61

    def test_a_long_file(self):
        self.write("src/base/x.cpp", "\n" * 701)
        self.assertIn("701 lines", self.faults(lengths))

    def assert_long(self, text: str, name: str, file: str = "src/base/x.cpp"):
        self.write(file, text)
        self.assertIn(f"{name} has 62 lines", self.faults(lengths))

    def test_functions_everywhere(self):
        for file in ("src/base/x.cpp", "src/base/x.h", "drivers/gpu/x.cpp", "drivers/gpu/x.c", "tests/base/x.cpp"):
            with self.subTest(file):
                self.assert_long("void f() {\n" + self.BODY + "}\n", "f", file)
                (self.root / file).unlink()

    def test_every_form_of_function(self):
        for text, name in (
            ("void f(int a,\n       int b) {\nBODY}\n", "f"),
            ("std::map<int, char>\nA::f(\n    int a) const\n    noexcept {\nBODY}\n", "A::f"),
            ("namespace n {\nclass A final : public B {\n public:\n  void f() override {\nBODY}\n};\n}\n", "f"),
            ("A::A(int a)\n    : a_(a), b_{a, {1}}, c_({2}) {\nBODY}\n", "A::A"),
            ("A::~A() {\nBODY}\n", "A::~A"),
            ("template <typename T, int N = (1 > 0)>\nvoid f(T t) {\nBODY}\n", "f"),
            ("A& A::operator=(A&& other) {\nBODY}\n", "A::operator="),
            ("auto f(int a = 1, B b = {}) -> std::vector<int> {\nBODY}\n", "f"),
            ("void f() DRYDOCK_REQUIRES(lock_) {\nBODY}\n", "f"),
            ("struct alignas(64) A {\n  void f() {\nBODY}\n};\n", "f"),
            ('extern "C" {\nvoid f() {\nBODY}\n}\n', "f"),
            ("TEST(Pool, Leaks) {\nBODY}\n", "Pool.Leaks"),
            ("const Table kTable = {{1, [](int a) {\nBODY}}};\n", "lambda"),
            ("#define HOLDS(x) \\\n  if (x) {\nvoid f() {\nBODY}\n", "f"),
            ('void f() {\n  s = "}";  // }\n  t = R"(\n}\n)";\n' + "  g();\n" * 57 + "}\n", "f"),
        ):
            with self.subTest(text):
                self.assert_long(text.replace("BODY", self.BODY), name)

    def test_what_is_no_function(self):
        for text in ("namespace n {\nBODY}\n", "class A {\nBODY};\n", "enum class E : int {\nBODY};\n",
                     "const int kTable[] = {\nBODY};\n", "struct alignas(64) A {\nBODY};\n",
                     "Table kTable = make({\nBODY});\n", 'extern "C" {\nBODY}\n'):
            with self.subTest(text):
                self.write("src/base/x.cpp", text.replace("BODY", "  1,\n" * 61))
                self.assertEqual(self.faults(lengths), "")

    def test_the_line_is_that_of_the_signature(self):
        found = functions(Source("x.cpp", "\nint\nf(int a,\n  int b) {\n  return a;\n}\nint g() { return 0; }\n"))
        self.assertEqual([(f.name, f.line, f.lines) for f in found], [("f", 2, 2), ("g", 7, 0)])

    def test_an_exception_that_is_not_needed(self):
        self.write("src/base/x.cpp", "void f() {\n" + self.BODY + "}\n")
        self.add_exceptions('long_functions = ["base/x.cpp: f"]')
        self.assertEqual(self.faults(lengths), "")
        self.write("src/base/x.cpp", "void f() {}\n")
        self.assertIn("long_functions: base/x.cpp: f is no longer needed", self.faults(lengths))

    def test_an_exception_that_means_two(self):
        for name in ("base", "side"):
            self.write(f"src/{name}/x.cpp", "void f() {\n" + self.BODY + "}\n")
        self.add_exceptions('long_functions = ["x.cpp: f"]')
        self.assertIn("means src/base/x.cpp: f and src/side/x.cpp: f", self.faults(lengths))

    def test_a_wide_comment(self):
        self.write("src/base/x.cpp", "// " + "word " * 20 + "\n")
        self.assertIn("comment of 103 columns", self.faults(lengths))
        self.write("src/base/x.cpp", "// name    " + "word " * 20 + "\n")
        self.assertEqual(self.faults(lengths), "")


class Words(Trees):
    def setUp(self):
        super().setUp()
        self.write("src/base/a.h", '#pragma once\n#include <fmt/format.h>\n')
        self.write("src/rules/chapter.cpp", '{"K-001", "U-007"}\n')
        self.write("include/wdk/km/ntddk.h", "")
        self.write("docs/page.md", "")

    def assert_word(self, comment: str, fault: str):
        self.write("src/base/x.cpp", f"// First.\n// {comment}\nint a;\n")
        self.assertEqual(self.faults(words), f"src/base/x.cpp:2: {fault}")

    def assert_fine(self, text: str):
        self.write("src/base/x.cpp", text + "\n")
        self.assertEqual(self.faults(words), "", text)

    def test_unfinished_work(self):
        self.write("src/base/x.cpp", "// TO" + "DO: later\n")
        self.assertIn("unfinished", self.faults(words))

    def test_files_that_do_not_exist(self):
        self.assert_word("See pin_stream.cpp.", "there is no file pin_stream.cpp")
        self.assert_word("As (src/base/b.h) has it", "there is no file src/base/b.h")
        self.assert_word("The job of src/attic.", "there is no src/attic")
        self.assert_word("docs/gone.md says why", "there is no docs/gone.md")
        self.write("src/base/x.cpp", "/* One.\n   two.c */\n")
        self.assertEqual(self.faults(words), "src/base/x.cpp:2: there is no file two.c")

    def test_files_that_exist(self):
        for text in ("// a.h, base/a.h and src/base/a.h; src/nt/pool too, and src/base/a.",
                     "// format.h of fmt, as fmt/format.h; Ntddk.h of the WDK", "// docs/page.md",
                     'const char* s = "pin_stream.cpp";', "// nf-wdm-kesetevent.md is a page of others"):
            self.assert_fine(text)

    def test_example_files(self):
        self.set_house(HOUSE + '[words]\nexample_files = ["clock.c"]\n')
        self.assert_fine("// at clock.c, line 7")
        self.write("src/base/x.cpp", "")
        self.assertIn("no comment names clock.c any more", self.faults(words))

    def test_citations(self):
        for cited in ("A-17", "D18", "b.6", "V1", "R2", "seed 004", "section 6 of the rules"):
            self.assert_word(f"It waits ({cited}).", f"{cited} is of no document that is here: write out what it says")
        self.assert_word("It waits (K-999).", "there is no rule K-999")

    def test_citations_in_what_users_read(self):
        self.write("src/base/x.cpp", 'const char* kWhy = "see A-17";\n')
        self.assertIn("x.cpp:1: A-17 is of no document", self.faults(words))

    def test_what_is_no_citation(self):
        for text in ("// K-001 and U-007.", "// Below D0 to D3, from S0 to S5.", "// %I64 is a size", "// 1.5, x.h",
                     "// 0x0000'C000'0000, UTF-8, R8G8B8A8, v1.6"):
            self.write("src/base/x.h", "")
            self.assert_fine(text)

    def test_citations_by_marks(self):
        for cited in ("[S]", "[W for both]", "[H: a header]", "[sample]", "rulebook", "harness"):
            self.write("src/base/x.cpp", f'const char* kOutcome = "fails {cited}";\n')
            self.assertIn(f"x.cpp:1: {cited} is of no document", self.faults(words))
        for code in ("(&text)[N]", "list[I]", "[^A-Z]", "[A-Z]+"):
            self.assert_fine(f'const char* kCode = "{code}";')

    def test_a_folder_that_is_not_clean_yet(self):
        self.write("src/base/x.cpp", "// A-17\n")
        self.add_exceptions('unclean_words = ["src/base"]')
        self.assertEqual(self.faults(words), "")
        self.write("src/base/x.cpp", "")
        self.assertIn("unclean_words: src/base is no longer needed", self.faults(words))


class Names(Trees):
    UNCLEAR = '[words]\ndrivers_of_others = ["tests/drivers"]\n[words.unclear]\nlent = "borrowed"\ntold = "reported"\n'

    def setUp(self):
        super().setUp()
        self.set_house(HOUSE + self.UNCLEAR)
        self.write("tests/drivers/theirs.c", "int Told;\n")

    def test_each_form_of_a_name(self):
        for name in ("Lent", "lent", "lent_", "is_lent", "find_lent_page", "kLentPages", "PageIsLent", "LENT_PAGE"):
            self.write("src/base/x.cpp", f"\nint {name};\n")
            self.assertEqual(self.faults(words), f"src/base/x.cpp:2: {name}: instead of lent say borrowed")

    def test_names_of_files(self):
        self.write("src/base/lent_page.h", "#pragma once\n")
        self.assertEqual(self.faults(words), "src/base/lent_page.h:0: lent_page: instead of lent say borrowed")

    def test_each_folder_of_ours(self):
        for file in ("include/drydock/a.h", "tests/base/a_test.cpp", "drivers/gpu/a.c", "bench/a.cpp", "fuzz/a.cpp"):
            with self.subTest(file):
                self.write(file, "void told();\n")
                self.assertIn(f"{file}:1: told: instead of told say reported", self.faults(words))
                (self.root / file).unlink()

    def test_what_is_no_name(self):
        self.write("src/base/x.cpp", '// is told\nconst char* kSilent = "told"; int silent, untold, Equivalent;\n')
        self.assertEqual(self.faults(words), "")

    def test_exceptions_only_shrink(self):
        self.write("src/base/x.cpp", "int lent;\n")
        self.set_house(HOUSE + '[exceptions]\nunclear_names = ["base/x.cpp"]\n' + self.UNCLEAR)
        self.assertEqual(self.faults(words), "")
        self.write("src/base/x.cpp", "")
        self.assertEqual(self.faults(words), "house.toml: unclear_names: base/x.cpp is no longer needed")

    def test_a_folder_of_others_that_is_gone(self):
        (self.root / "tests/drivers/theirs.c").unlink()
        self.assertEqual(self.faults(words), "house.toml: drivers_of_others: tests/drivers has no sources")


class Locks(Trees):
    def test_waits_outside_of_the_executive(self):
        for word in ("std::this_thread::sleep_for(x);", "std::thread t;", "usleep(1);", "sleep(1);"):
            self.write("src/base/x.cpp", word + "\n")
            self.assertIn("only nt may sleep", self.faults(locks), word)

    def test_waits_inside_of_the_executive(self):
        self.write("src/nt/pool/x.cpp", "std::thread t;  // not a std::mutex\n")
        self.assertEqual(self.faults(locks), "")

    def test_bare_locks_anywhere(self):
        for word in ("mutex", "shared_mutex", "recursive_mutex", "timed_mutex", "lock_guard", "unique_lock",
                     "scoped_lock", "shared_lock"):
            self.write("src/nt/pool/x.cpp", f"std::{word} m;\n")
            self.assertIn(f"x.cpp:1: std::{word}: take the annotated lock", self.faults(locks))

    def test_the_file_that_defines_the_lock(self):
        self.write("src/nt/watch/mutex.h", "std::mutex m;\n")
        self.change_house("defined_in = []", 'defined_in = ["nt/watch/mutex.h"]')
        self.assertEqual(self.faults(locks), "")

    def test_an_exception_that_is_not_needed(self):
        self.add_exceptions('bare_locks = ["a.h"]')
        self.assertIn("bare_locks: a.h is no longer needed", self.faults(locks))


class UnitTests(Trees):
    """The house excepts src/side as a folder and the program as a source."""

    def change_main(self, line: str):
        self.change_house('"cli/main.cpp" = "the program"\n', line)

    def test_a_source_without_a_test(self):
        for suffix in ("cpp", "c"):
            self.write(f"src/nt/pool/x.{suffix}", "")
            self.assertEqual(self.faults(unit_tests), f"src/nt/pool/x.{suffix}: no tests/nt/pool/x_test.cpp")
            (self.root / f"src/nt/pool/x.{suffix}").unlink()
        self.write("src/nt/pool/x.h", "")
        self.assertEqual(self.faults(unit_tests), "")

    def test_only_the_folder_of_the_same_name_counts(self):
        self.write("src/nt/pool/x.cpp", "")
        for other in ("tests/nt/x_test.cpp", "tests/nt/watch/x_test.cpp", "tests/nt/pool/x_test.py", "tests/nt/pool/x.cpp"):
            self.write(other, "")
            self.assertIn("no tests/nt/pool/x_test.cpp", self.faults(unit_tests), other)
        self.write("tests/nt/pool/x_test.cpp", "")
        self.assertEqual(self.faults(unit_tests), "")

    def test_an_exception_is_needed(self):
        self.change_main("")
        self.assertEqual(self.faults(unit_tests), "src/cli/main.cpp: no tests/cli/main_test.cpp")

    def test_an_exception_that_is_no_longer_needed(self):
        self.write("tests/cli/main_test.cpp", "")
        self.assertEqual(self.faults(unit_tests), "house.toml: tests.without: cli/main.cpp is no longer needed")

    def test_an_exception_for_a_source_that_is_not_there(self):
        self.change_main('"cli/main.cpp" = "the program"\n"cli/gone.cpp" = "gone"\n')
        self.assertEqual(self.faults(unit_tests), "house.toml: tests.without: cli/gone.cpp is no longer needed")

    def test_an_exception_in_a_folder_that_is_one(self):
        self.change_main('"cli/main.cpp" = "the program"\n"side/s.cpp" = "data"\n')
        self.assertEqual(self.faults(unit_tests), "house.toml: tests.without: side/s.cpp is no longer needed")

    def test_an_exception_says_why(self):
        self.change_main('"cli/main.cpp" = " "\n')
        self.assertEqual(self.faults(unit_tests), "house.toml: tests.without: cli/main.cpp: why")
        self.change_house('"Rows of data."', '"Rows"')
        self.assertEqual(self.faults(unit_tests), "house.toml: tests.rows: side: why is one sentence, with a full stop")

    def test_a_folder_of_rows_whose_sources_all_have_tests(self):
        self.write("tests/side/s_test.cpp", "")
        self.assertEqual(self.faults(unit_tests), "house.toml: tests.rows: side is no longer needed")

    def test_a_folder_of_rows_has_sources(self):
        self.change_house('"side" = "Rows of data."\n', '"side" = "Rows of data."\n"attic" = "Empty."\n')
        self.assertEqual(self.faults(unit_tests), "house.toml: tests.rows: attic has no sources")

    def test_the_sources_below_a_folder_of_rows_are_others(self):
        self.write("src/side/inner/x.cpp", "")
        self.assertEqual(self.faults(unit_tests), "src/side/inner/x.cpp: no tests/side/inner/x_test.cpp")


class Others(Trees):
    def test_a_dead_header(self):
        self.write("src/base/lonely.h", "#pragma once\n")
        self.write("src/side/x.cpp", '#include "src/side/lonely.h"\n')
        self.assertEqual(self.faults(headers), "src/base/lonely.h: nobody includes it")

    def test_format(self):
        for name in ("src/base/x.cpp", "drivers/gpu/x.c"):
            self.write(name, "int  f( ) {return 0;}\n")
            self.assertIn(f"{name}: not formatted", self.faults(clang_format))


class Drawing(Trees):
    def page(self) -> str:
        subprocess.run([sys.executable, TOOLS / "architecture.py", self.root], check=True)
        return (self.root / architecture.PAGE).read_text()

    def test_a_stale_page(self):
        self.assertIn("stale (make docs)", self.faults(architecture))
        self.page()
        self.assertEqual(self.faults(architecture), "")
        self.change_house('job = "Top."', 'job = "Roof."')
        self.assertIn("stale (make docs)", self.faults(architecture))

    def test_a_page_without_its_part(self):
        self.write(architecture.PAGE, "# A\n")
        self.assertIn("has no part for the house", self.faults(architecture))

    def test_arrows(self):
        page = self.page()
        self.assertIn("room_nt --> room_base", page)
        self.assertIn('room_gl -. "view.h" .-> room_nt', page)
        self.assertIn("room_cli --> room_gl", page)
        self.assertIn("room_nt_pool --> room_nt_watch", page)
        self.assertNotIn("room_cli --> room_base", page)
        self.assertLess(page.index('room_cli["cli"]'), page.index('room_gl["gl"]'))

    def test_an_arrow_that_others_stand_for_is_left_out(self):
        self.change_house('["nt", "gl"]', '["nt", "gl", "base"]')
        page = self.page()
        self.assertNotIn("room_cli --> room_base", page)
        self.assertIn("| `src/cli` | Top | `nt`, `gl`, `base` |", page)


if __name__ == "__main__":
    unittest.main()
