#include "src/cc/dialect.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace drydock::cc {
namespace {

struct Case {
  const char* source;
  const char* expected;
};

class Dialect : public ::testing::TestWithParam<Case> {};

TEST_P(Dialect, Turns) { EXPECT_EQ(to_linux_dialect(GetParam().source), GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(
    Long, Dialect,
    ::testing::Values(Case{"long x;", "int  x;"}, Case{"unsigned long x;", "unsigned int  x;"},
                      Case{"long int x;", "     int x;"}, Case{"int long x;", "int      x;"},
                      Case{"long unsigned int x;", "     unsigned int x;"},
                      Case{"const long *p;", "const int  *p;"},
                      Case{"long const volatile int x;", "     const volatile int x;"},
                      Case{"(long)y", "(int )y"}, Case{"#define T long\n", "#define T int \n"},
                      Case{"long /* c */ int x;", "     /* c */ int x;"}));

INSTANTIATE_TEST_SUITE_P(Kept, Dialect,
                         ::testing::Values(Case{"long long x;", "long long x;"},
                                           Case{"unsigned long long int x;",
                                                "unsigned long long int x;"},
                                           Case{"long double d;", "long double d;"},
                                           Case{"longer; a_long; long_;", "longer; a_long; long_;"},
                                           Case{"// long 5L\nx", "// long 5L\nx"},
                                           Case{"/* long 5L */", "/* long 5L */"},
                                           Case{"\"long 5L \\\" long\"", "\"long 5L \\\" long\""},
                                           Case{"L'l' L\"long\"", "L'l' L\"long\""},
                                           Case{"R\"x(long \" 5L)x\" y", "R\"x(long \" 5L)x\" y"},
                                           Case{"// a \\\nlong\nb", "// a \\\nlong\nb"}));

INSTANTIATE_TEST_SUITE_P(Literals, Dialect,
                         ::testing::Values(Case{"50UL", "50U "}, Case{"0L", "0 "},
                                           Case{"0xFFl", "0xFF "},
                                           Case{"0xFFFFFFFFLU", "0xFFFFFFFFU "}, Case{"5LL", "5LL"},
                                           Case{"5ull", "5ull"}, Case{"1.5L", "1.5L"},
                                           Case{"1e3L", "1e3L"}, Case{"5i64", "5i64"},
                                           Case{"1'000L", "1'000 "}, Case{"0xE+1L", "0xE+1 "},
                                           Case{"~0UL", "~0U "}, Case{"a5L", "a5L"}));

INSTANTIATE_TEST_SUITE_P(
    GuardedBlocks, Dialect,
    ::testing::Values(
        Case{"__try { f(); } __except (1) { g(); }",
             "drydock_seh_open drydock_seh_try { f();  drydock_seh_ended } "
             "drydock_seh_except (1) { g(); } drydock_seh_close "},
        Case{"__try{}__finally{}__try{}__finally{}",
             "drydock_seh_open drydock_seh_try{ drydock_seh_ended }drydock_seh_finally{} "
             "drydock_seh_close drydock_seh_open drydock_seh_try{ drydock_seh_ended }"
             "drydock_seh_finally{} drydock_seh_close "},
        Case{
            "__try{__try{}__except(f(1)){}}__finally{}",
            "drydock_seh_open drydock_seh_try{drydock_seh_open drydock_seh_try{ drydock_seh_ended }"
            "drydock_seh_except(f(1)){} drydock_seh_close  drydock_seh_ended }"
            "drydock_seh_finally{} drydock_seh_close "},
        // In a macro, without a handler, or where a condition decides over its braces: it stays.
        Case{"#define T __try { } __finally { }\n", "#define T __try { } __finally { }\n"},
        Case{"__try { f();", "__try { f();"}, Case{"__try { } g();", "__try { } g();"},
        Case{"__try {\n#if A\n}\n#else\n} \n#endif\n __finally { }",
             "__try {\n#if A\n}\n#else\n} \n#endif\n __finally { }"},
        Case{"__try {\n#if A\n{}\n#endif\n} __finally { }",
             "drydock_seh_open drydock_seh_try {\n#if A\n{}\n#endif\n drydock_seh_ended } "
             "drydock_seh_finally { } drydock_seh_close "},
        Case{"\"__try { } __finally { }\"", "\"__try { } __finally { }\""}));

INSTANTIATE_TEST_SUITE_P(
    ImplicitInt, Dialect,
    ::testing::Values(Case{"const Level = 1;", "const int Level = 1;"},
                      Case{"#define A 1\nconst Level = A;", "#define A 1\nconst int Level = A;"},
                      Case{"int a; static const b = 2;", "int a; static const int b = 2;"},
                      Case{"const T x = 1;", "const T x = 1;"},
                      Case{"void f(const T = T());", "void f(const T = T());"},
                      Case{"#define M(x) const x = \\\n  1\n", "#define M(x) const x = \\\n  1\n"},
                      Case{"const", "const"}, Case{"const x", "const x"}));

RC_GTEST_PROP(DialectProperty, LinesStay, (const std::string& text)) {
  RC_ASSERT(std::ranges::count(to_linux_dialect(text), '\n') == std::ranges::count(text, '\n'));
}

RC_GTEST_PROP(DialectProperty, TwiceIsOnce, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("long", "int", "unsigned", "const", "double", "x", "=", ";",
                                    "5L", "7ULL", "\"long\"", "/* long */", "\n", "#", "'", "(",
                                    "R\"(", ")\"", "__try", "{", "}", "__except", "__finally"));
  std::string text;
  for (const std::string& word : words) text += word + " ";
  const std::string once = to_linux_dialect(text);
  RC_ASSERT(to_linux_dialect(once) == once);
}

}  // namespace
}  // namespace drydock::cc
