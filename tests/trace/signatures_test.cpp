// What is read from headers of functions and tables of functions.
#include "src/trace/signatures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using ::drydock::trace::Passed;
using ::drydock::trace::Signature;
using ::drydock::trace::Signatures;

std::string names_of(const Signature* signature) {
  if (signature == nullptr) return "none";
  std::string out = signature->name + ":";
  for (const auto& parameter : signature->parameters) out += " " + parameter.name;
  return out;
}

TEST(Signatures, OfFunctionsAndOfTypesOfFunctions) {
  Signatures all;
  all.add(R"(
#define NAME(x) \
  Other(x);
/* A comment; with (parentheses). */
NTKERNELAPI PVOID ExTake(POOL_TYPE Type, SIZE_T NumberOfBytes,  // bytes
                         ULONG Tag);
VOID KeRest(VOID);
typedef NTSTATUS(APIENTRY CALLBACK* TAKE_CB)(HANDLE Device, PHYSICAL_ADDRESS Where, BOOLEAN*);
typedef VOID APIENTRY GIVE(_In_ CONST struct thing* Thing, FLOAT Scale, LONG Count);
ULONG DbgSay(PCSTR Format, ...);
FORCEINLINE int Twice(int x) { return Once(x) + Once(x); }
)");
  EXPECT_EQ(names_of(all.find("ExTake")), "ExTake: Type NumberOfBytes Tag");
  EXPECT_EQ(all.find("ExTake")->result, Passed::kPointer);
  EXPECT_EQ(all.find("ExTake")->parameters[0].passed, Passed::kUnsigned32);
  EXPECT_EQ(all.find("ExTake")->parameters[1].passed, Passed::kWhole);
  EXPECT_EQ(names_of(all.find("KeRest")), "KeRest:");
  EXPECT_EQ(all.find("KeRest")->result, Passed::kNothing);
  EXPECT_EQ(names_of(all.find("TAKE_CB")), "TAKE_CB: Device Where BOOLEAN");
  EXPECT_EQ(all.find("TAKE_CB")->parameters[1].passed, Passed::kWhole);
  EXPECT_EQ(names_of(all.find("GIVE")), "GIVE: Thing Scale Count");
  EXPECT_EQ(all.find("GIVE")->parameters[1].passed, Passed::kFloating);
  EXPECT_EQ(all.find("GIVE")->parameters[2].passed, Passed::kSigned32);
  EXPECT_EQ(all.find("DbgSay"), nullptr) << "its arguments are not known";
  EXPECT_EQ(all.find("Other"), nullptr);
}

TEST(Signatures, OfTheMembersOfATable) {
  Signatures all;
  all.add(
      "typedef NTSTATUS START(HANDLE Context); typedef START* PSTART;"
      "typedef VOID(* STOP)(ULONG Why);"
      "struct _TABLE { ULONG Version; HANDLE Device; PSTART First; VOID* Second; STOP Third; };");
  const auto table = all.table("_TABLE");
  ASSERT_EQ(table.size(), 3U);
  EXPECT_EQ(names_of(table[0]), "First: Context");
  EXPECT_EQ(table[1], nullptr);
  EXPECT_EQ(names_of(table[2]), "Third: Why");
  EXPECT_TRUE(all.table("_OTHER").empty());
}

// The tables whose entries are recorded are known from the first to the last.
TEST(Signatures, OfTheKitsOwnTablesAreWhole) {
  Signatures all;
  all.add_headers(DRYDOCK_SOURCE_DIR "/include/wdk");
  for (const char* type : {"_DXGKRNL_INTERFACE", "_DRIVER_INITIALIZATION_DATA",
                           "_D3DDDI_DEVICECALLBACKS", "_D3DDDI_DEVICEFUNCS"}) {
    const auto table = all.table(type);
    EXPECT_GT(table.size(), 50U) << type;
    EXPECT_LT(std::ranges::count(table, nullptr), 12) << type;
  }
  EXPECT_EQ(names_of(all.find("KeWaitForSingleObject")),
            "KeWaitForSingleObject: Object WaitReason WaitMode Alertable Timeout");
}

}  // namespace
