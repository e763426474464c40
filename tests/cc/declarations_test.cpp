#include "src/cc/declarations.h"

#include <gtest/gtest.h>

namespace drydock::cc {
namespace {

bool is_untyped(const char* parameter) {
  Declarations declared;
  declared.learn(std::string("int f(") + parameter + ");");
  return declared.takes_untyped_pointer("f", 0);
}

TEST(Declarations, KnowPointersToAnything) {
  for (const char* yes :
       {"void*", "void* p", "VOID *p", "PVOID", "PVOID p", "LPVOID p", "IN PVOID p", "_In_ void* p",
        "_In_reads_(n + g(1)) PVOID p", "OUT OPTIONAL PVOID p"})
    EXPECT_TRUE(is_untyped(yes)) << yes;
  for (const char* no : {"", "const void* p", "void** p", "void", "char* p", "PVOID* p",
                         "PVOID p[]", "PCVOID p", "int PVOID", "void (*p)(void)"})
    EXPECT_FALSE(is_untyped(no)) << no;
}

TEST(Declarations, KnowThePositionInEveryFile) {
  Declarations declared;
  declared.learn("void f(int a, PVOID b, PVOID c);");
  declared.learn("void g(PVOID a); void f(PVOID d);");
  EXPECT_TRUE(declared.takes_untyped_pointer("f", 0));  // some declaration has it
  EXPECT_TRUE(declared.takes_untyped_pointer("f", 1));
  EXPECT_TRUE(declared.takes_untyped_pointer("f", 2));
  EXPECT_FALSE(declared.takes_untyped_pointer("f", 3));
  EXPECT_TRUE(declared.takes_untyped_pointer("g"));
  EXPECT_FALSE(declared.takes_untyped_pointer("g", 1));
  EXPECT_FALSE(declared.takes_untyped_pointer("h"));
}

TEST(Declarations, WordsOfTheLanguageAreNoFunctions) {
  Declarations declared;
  declared.learn("x = sizeof(PVOID); if (PVOID) {} // f(PVOID)\n");
  for (const char* word : {"sizeof", "if", "f"}) EXPECT_FALSE(declared.takes_untyped_pointer(word));
}

}  // namespace
}  // namespace drydock::cc
