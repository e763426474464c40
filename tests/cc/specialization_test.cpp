#include "src/cc/specialization.h"

#include <gtest/gtest.h>

#include <string>

namespace drydock::cc {
namespace {

// The source with template<> where it is missing.
std::string completed(const std::string& text) {
  const TokenList tokens(text);
  std::string out;
  std::size_t copied = 0;
  for (const std::size_t at : bare_specializations(tokens)) {
    out += text.substr(copied, tokens[at].begin - copied) + "template<> ";
    copied = tokens[at].begin;
  }
  return out + text.substr(copied);
}

TEST(Specialization, MembersOfTemplatesAreCompleted) {
  EXPECT_EQ(completed("void Q<P>::F() { }"), "template<> void Q<P>::F() { }");
  EXPECT_EQ(completed("const int Q<P>::N = 5;"), "template<> const int Q<P>::N = 5;");
  EXPECT_EQ(completed("int Q<A<B>, 3>::T[2] = {1};"), "template<> int Q<A<B>, 3>::T[2] = {1};");
  EXPECT_EQ(completed("int a; namespace n { void Q<P>::F(); }\nint Q<P>::x;"),
            "int a; namespace n { template<> void Q<P>::F(); }\ntemplate<> int Q<P>::x;");
  EXPECT_EQ(completed("extern \"C\" { int Q<P>::x; }"), "extern \"C\" { template<> int Q<P>::x; }");
}

TEST(Specialization, EverythingElseStays) {
  for (const char* text :
       {"template<> void Q<P>::F() { }", "template <class T> void Q<T>::F() { }", "void Q::F() { }",
        "void F() { Q<P>::F(); }", "Q<P>::T x;", "Q<P> f();", "using X = Q<P>::T;",
        "typedef Q<P>::T X;", "struct Q<P>::S { };", "#define X void Q<P>::F()\nint a;",
        "x = a < b > ::c(d);", "Q<P>::Q() { }", "", "}", "void Q<P>::"})
    EXPECT_EQ(completed(text), text);
}

}  // namespace
}  // namespace drydock::cc
