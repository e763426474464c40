#include "src/cc/guarded_blocks.h"

#include <gtest/gtest.h>

namespace drydock::cc {
namespace {

TEST(Edits, AreAppliedInTheOrderOfTheText) {
  EXPECT_EQ(apply_edits("abcdef", {}), "abcdef");
  EXPECT_EQ(apply_edits("abcdef", {{4, 1, "X"}, {0, 2, "Y"}}), "YcdXf");
  EXPECT_EQ(apply_edits("abc", {{3, 0, "!"}, {0, 3, ""}}), "!");
  // What is inserted before a token stands before what replaces it.
  EXPECT_EQ(apply_edits("abc", {{1, 1, "B"}, {1, 0, "+"}}), "a+Bc");
}

std::size_t edits_of(std::string_view source) {
  std::vector<Edit> edits;
  find_guarded_blocks(source, tokens_of(source), edits);
  return edits.size();
}

TEST(GuardedBlocks, EachHasFourEdits) {
  EXPECT_EQ(edits_of("__try { f(); } __finally { g(); }"), 4U);
  EXPECT_EQ(edits_of("__try { f(); } __except (a(b)) { g(); }"), 4U);
  EXPECT_EQ(edits_of("__try { __try { } __finally { } } __finally { }"), 8U);
}

TEST(GuardedBlocks, IncompleteOnesStay) {
  for (const char* source :
       {"__try", "__try {", "__try { }", "__try { } __except", "__try { } __except (1)",
        "__try { } __except { }", "__try { } __except (1) {", "__try { } __finally",
        "__try { } __finally (1) { }", "__try ; __finally { }",
        "#define T __try { } __finally { }\n",
        "__try {\n#if A\n} __finally {\n#else\n} __finally { \n#endif\n }"})
    EXPECT_EQ(edits_of(source), 0U) << source;
}

}  // namespace
}  // namespace drydock::cc
