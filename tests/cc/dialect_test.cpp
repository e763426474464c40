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

// The text of a driver that consists of this one file.
std::string turned(std::string_view source) {
  Declarations declared;
  declared.learn(source);
  return to_linux_dialect(source, declared);
}

class Dialect : public ::testing::TestWithParam<Case> {};

TEST_P(Dialect, Turns) { EXPECT_EQ(turned(GetParam().source), GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(
    Long, Dialect,
    ::testing::Values(Case{"long x;", "int  x;"}, Case{"unsigned long x;", "unsigned int  x;"},
                      Case{"long int x;", "     int x;"}, Case{"int long x;", "int      x;"},
                      Case{"long unsigned int x;", "     unsigned int x;"},
                      Case{"const long *p;", "const int  *p;"},
                      Case{"long const volatile int x;", "     const volatile int x;"},
                      Case{"_Generic(f(y, (long)x), int: 1) + (long)2",
                           "_Generic(f(y, (int )x), int: 1) + (int )2"},
                      Case{"(long)y", "(int )y"}, Case{"#define T long\n", "#define T int \n"},
                      Case{"long /* c */ int x;", "     /* c */ int x;"}));

INSTANTIATE_TEST_SUITE_P(
    StaysAsItIs, Dialect,
    ::testing::Values(Case{"long long x;", "long long x;"},
                      Case{"unsigned long long int x;", "unsigned long long int x;"},
                      Case{"long double d;", "long double d;"},
                      Case{"_Generic((x), int: 1, long: *(long*)(x), long *: 3)",
                           "_Generic((x), int: 1, long: *(long*)(x), long *: 3)"},
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
    TextThatMayBeWritten, Dialect,
    ::testing::Values(
        Case{"{ return p ? p : \"a\" \"b\"; }", "{ return p ? p : (char*)\"a\" \"b\"; }"},
        Case{"(p ? L\"a\" : p)", "(p ? (wchar_t*)L\"a\" : p)"},
        Case{"f(a ? b ? \"x\" : c : \"y\", 1)", "f(a ? b ? (char*)\"x\" : c : (char*)\"y\", 1)"},
        Case{"(p ? p : _TEXT(\"a\"))", "(p ? p : (TCHAR*)_TEXT(\"a\"))"},
        Case{"(p ? N::p : \"a\")", "(p ? N::p : (char*)\"a\")"},
        Case{"static_cast <PCHAR> (\"a\")", "static_cast <PCHAR> ((char*)\"a\")"},
        Case{"{ q[1].DefaultData = L\"\"; }", "{ q[1].DefaultData = (wchar_t*)L\"\"; }"},
        Case{"q->d = \"a\"; p = \"b\";", "q->d = (char*)\"a\"; p = (char*)\"b\";"},
        Case{"{.name = \"a\", .x = \"b\"}", "{.name = \"a\", .x = \"b\"}"},
        Case{"char a[] = \"a\"; S s = \"b\";", "char a[] = \"a\"; S s = \"b\";"},
        // Texts that are more than an arm, arms that are none, and casts of another kind stay.
        Case{"(p ? \"a\"[1] : \"b\" + 1)", "(p ? \"a\"[1] : \"b\" + 1)"},
        Case{"(p ? L : q)", "(p ? L : q)"},
        Case{"for (char c : \"ab\") ;", "for (char c : \"ab\") ;"},
        Case{"asm(\"\" : \"=r\"(x) : : \"memory\");", "asm(\"\" : \"=r\"(x) : : \"memory\");"},
        Case{"{ case 1: \"a\"; }", "{ case 1: \"a\"; }"},
        Case{"p ? \"a\" : \"b\";", "p ? \"a\" : \"b\";"},
        Case{"f<PCHAR>(\"a\")", "f<PCHAR>(\"a\")"}));

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

INSTANTIATE_TEST_SUITE_P(
    LiteralsAsUntypedPointers, Dialect,
    ::testing::Values(
        Case{"void f(int, PVOID); f(1, \"x\");", "void f(int, PVOID); f(1, (char*)\"x\");"},
        Case{"void f(_In_ void* p); f(\"a\" \"b\");",
             "void f(_In_ void* p); f((char*)\"a\" \"b\");"},
        Case{"void f(_In_reads_(n) PVOID p, int n); f(L\"x\", 1);",
             "void f(_In_reads_(n) PVOID p, int n); f((wchar_t*)L\"x\", 1);"},
        Case{"f(\"x\"); LONG f(IN LPVOID Data);", "f((char*)\"x\"); LONG f(IN LPVOID Data);"},
        Case{"void f(PVOID); f(g(\"x\"));", "void f(PVOID); f(g(\"x\"));"},
        Case{"void f(PVOID, int); g(\"x\", \"y\");", "void f(PVOID, int); g(\"x\", \"y\");"},
        Case{"void f(PVOID); f((PVOID)\"x\");", "void f(PVOID); f((PVOID)\"x\");"},
        Case{"void f(const void*); f(\"x\");", "void f(const void*); f(\"x\");"},
        Case{"void f(PVOID*); f(\"x\");", "void f(PVOID*); f(\"x\");"},
        Case{"void f(PVOID); f(\"x\"[0]);", "void f(PVOID); f(\"x\"[0]);"},
        Case{"void f(PVOID); f(\"x\"", "void f(PVOID); f(\"x\""}));

INSTANTIATE_TEST_SUITE_P(
    SpecializedMembers, Dialect,
    ::testing::Values(
        Case{"void A<int>::f() {}", "template<> void A<int>::f() {}"},
        Case{"int x; const B A<B, C<D>>::m[] = {1};",
             "int x; template<> const B A<B, C<D>>::m[] = {1};"},
        Case{"namespace n { void A<B>::f(); }", "namespace n { template<> void A<B>::f(); }"},
        Case{"extern \"C\" {\n}\n#define X A<B>::f(\nB A<B>::m;",
             "extern \"C\" {\n}\n#define X A<B>::f(\ntemplate<> B A<B>::m;"},
        Case{"template <typename T> void A<T>::f() {}", "template <typename T> void A<T>::f() {}"},
        Case{"template<> void A<int>::f() {}", "template<> void A<int>::f() {}"},
        Case{"A<int>::type f() { return 0; }", "A<int>::type f() { return 0; }"},
        Case{"A<int>::type x = 0;", "A<int>::type x = 0;"},
        Case{"int x = A<int>::f();", "int x = A<int>::f();"},
        Case{"void A::f() { B<int>::g(); }", "void A::f() { B<int>::g(); }"},
        Case{"class X { void f() { int B<int>::g(); } };",
             "class X { void f() { int B<int>::g(); } };"},
        Case{"void A<int", "void A<int"}, Case{"} } void f() {", "} } void f() {"}));

RC_GTEST_PROP(DialectProperty, LinesStay, (const std::string& text)) {
  RC_ASSERT(std::ranges::count(turned(text), '\n') == std::ranges::count(text, '\n'));
}

RC_GTEST_PROP(DialectProperty, TwiceIsOnce, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "long", "int", "unsigned", "const", "double", "x", "=", ";", "5L", "7ULL", "\"long\"",
      "/* long */", "\n", "#", "'", "(", "R\"(", ")\"", ")", "f", "PVOID", ",", "L", "<", ">",
      "::", "{", "}", "template<>", "namespace", "__try", "__except", "__finally"));
  std::string text;
  for (const std::string& word : words) text += word + " ";
  const std::string once = turned(text);
  RC_ASSERT(turned(once) == once);
}

// A list that never closes must not be walked again from every name in it.
TEST(DialectOfHostileText, NestedCallsTakeLinearTime) {
  std::string text = "void f(PVOID);";
  for (int i = 0; i < 200000; ++i) text += "f(";
  EXPECT_EQ(turned(text), text);
}

}  // namespace
}  // namespace drydock::cc
