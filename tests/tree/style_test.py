"""The style check finds each kind of fault, and nothing in a clean tree."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "style"))
import check  # noqa: E402


class Style(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        self.write(".clang-format", "BasedOnStyle: Google\n")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def faults(self, checker) -> str:
        return "\n".join(checker(self.root))

    def test_clean_tree(self):
        self.write("src/cli/main.cpp", '#include "src/cc/compile.h"\nint main() { return 0; }\n')
        self.write("src/cc/compile.h", "#pragma once\n")
        for checker in (check.check_includes, check.check_lengths, check.check_words, check.check_dead_headers,
                        check.check_format):
            self.assertEqual(self.faults(checker), "")

    def test_include_against_the_arrows(self):
        self.write("src/rules/x.cpp", '#include "src/nt/pool.h"\n')
        self.assertIn("src/rules must not include src/nt", self.faults(check.check_includes))

    def test_unknown_folder(self):
        self.write("src/misc/x.cpp", "")
        self.assertIn("is not a folder", self.faults(check.check_includes))

    def test_long_file(self):
        self.write("src/nt/x.cpp", "\n" * 701)
        self.assertIn("701 lines", self.faults(check.check_lengths))

    def test_long_function(self):
        self.write("src/nt/x.cpp", "void f() {\n" + "  g();\n" * 61 + "}\n")
        self.assertIn("function of 62 lines", self.faults(check.check_lengths))

    def test_long_method(self):
        self.write("src/nt/x.cpp", "class A {\n  void f() {\n" + "    g();\n" * 61 + "  }\n};\n")
        self.assertIn("function of 62 lines", self.faults(check.check_lengths))

    def test_source_in_a_raw_string_is_no_function(self):
        self.write("src/rules/x.cpp", 'const char* a = R"(int x;\nvoid f() {\n  g();)";\n' + "int b;\n" * 61 + "void h() {\n}\n")
        self.assertEqual(self.faults(check.check_lengths), "")

    def test_blocking_outside_the_executive(self):
        for word in ("std::mutex m;", "std::this_thread::sleep_for(x);", "std::thread t;", "usleep(1);", "sleep(1);"):
            self.write("src/dxgk/x.cpp", word + "\n")
            self.assertIn("only src/nt and src/sim", self.faults(check.check_words), word)

    def test_blocking_inside_the_executive(self):
        self.write("src/nt/x.cpp", "std::mutex m;\n")
        self.assertEqual(self.faults(check.check_words), "")

    def test_unfinished_work(self):
        self.write("src/nt/x.cpp", "// TO" + "DO: later\n")
        self.assertIn("unfinished", self.faults(check.check_words))

    def test_dead_header(self):
        self.write("src/nt/lonely.h", "#pragma once\n")
        self.assertIn("nobody includes it", self.faults(check.check_dead_headers))

    def test_format(self):
        self.write("src/nt/x.cpp", "int  f( ) {return 0;}\n")
        self.assertIn("not formatted", self.faults(check.check_format))


if __name__ == "__main__":
    unittest.main()
