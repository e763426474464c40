// What is read from headers of functions and tables of functions.
#include "src/trace/signatures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using ::drydock::trace::Failure;
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
typedef HRESULT APIENTRY OPEN(HANDLE Adapter);
NTSTATUS* StatusOf(PIRP Irp);
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
  EXPECT_EQ(all.find("TAKE_CB")->failure, Failure::kStatus);
  EXPECT_EQ(all.find("GIVE")->failure, Failure::kNever);
  EXPECT_EQ(all.find("ExTake")->failure, Failure::kNever);
  EXPECT_EQ(all.find("OPEN")->failure, Failure::kResult);
  EXPECT_EQ(all.find("StatusOf")->failure, Failure::kNever) << "a pointer to one";
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

TEST(Signatures, OfWhatIsPassedByValueAndOfArrays) {
  Signatures all;
  all.add(R"(
typedef VOID(APIENTRY* CLEAR)(D3D10DDI_HDEVICE hDevice, FLOAT Color[4], const GUID* Which, VOID* Data);
typedef VOID(APIENTRY* ASK)(D3D12DDI_HDEVICE Device, GUID CommandId);
typedef SIZE_T(APIENTRY* HEAP)(D3D12DDI_HEAP_FLAGS Flags, D3D10DDI_HKMRESOURCE Kernel);
)");
  const Signature* const clear = all.find("CLEAR");
  ASSERT_EQ(names_of(clear), "CLEAR: hDevice Color Which Data");
  for (const auto& parameter : clear->parameters)
    EXPECT_EQ(parameter.passed, Passed::kPointer) << parameter.name;
  EXPECT_EQ(all.find("ASK"), nullptr) << "it takes two registers";
  ASSERT_EQ(names_of(all.find("HEAP")), "HEAP: Flags Kernel");
  EXPECT_EQ(all.find("HEAP")->parameters[0].passed, Passed::kUnsigned32);
  EXPECT_EQ(all.find("HEAP")->parameters[1].passed, Passed::kUnsigned32);
}

// What the registers hold besides a short value differs from run to run.
TEST(Signatures, OfTypesThatATypedefNames) {
  Signatures all;
  all.add(R"(
NTSTATUS KsAddItem(KSOBJECT_BAG ObjectBag, IN_CONST_HANDLE Adapter, KPROCESSOR_MODE Mode, NODE Node);
BOOLEAN KeTry(SHORT Count, WCHAR Letter);
typedef PVOID KSOBJECT_BAG;
typedef CCHAR KPROCESSOR_MODE;
typedef struct _NODE NODE;
)");
  using enum Passed;
  const auto passed = [&](const char* name) {
    std::vector<Passed> out;
    for (const auto& parameter : all.find(name)->parameters) out.push_back(parameter.passed);
    return out;
  };
  EXPECT_THAT(passed("KsAddItem"),
              ::testing::ElementsAre(kPointer, kPointer, kSigned8, kUnsigned32));
  EXPECT_THAT(passed("KeTry"), ::testing::ElementsAre(kSigned16, kUnsigned16));
  EXPECT_EQ(all.find("KeTry")->result, kUnsigned8);
}

TEST(Signatures, OfAMemberOfATable) {
  Signatures all;
  all.add(
      "typedef NTSTATUS(*PFNKSPIN)(PKSPIN Pin); typedef VOID(*FILL)(PVOID Where);"
      "struct _KSPIN_DISPATCH { PFNKSPIN Process; const KSCLOCK_DISPATCH* Clock; };"
      "typedef struct BASE { HRESULT(APIENTRY* pfnPresent)(DXGI_DDI_ARG_PRESENT*); FILL pfnFill; } "
      "BASE; typedef struct NEXT { FILL pfnPresent; } NEXT;");
  EXPECT_EQ(names_of(all.find("KSPIN_DISPATCH.Process")), "PFNKSPIN: Pin");
  EXPECT_EQ(all.find("KSPIN_DISPATCH.Clock"), nullptr);
  EXPECT_EQ(all.find("KSPIN_DISPATCH.Other"), nullptr);
  EXPECT_EQ(all.find("OTHER.Process"), nullptr);
  EXPECT_EQ(names_of(all.find("BASE.pfnPresent")), "pfnPresent: DXGI_DDI_ARG_PRESENT");
  EXPECT_EQ(names_of(all.find("NEXT.pfnPresent")), "FILL: Where");
  ASSERT_EQ(all.table("BASE").size(), 2U);
  EXPECT_EQ(names_of(all.table("BASE")[1]), "pfnFill: Where");
}

// The tables whose entries are recorded are known from the first to the last.
TEST(Signatures, OfTheKitsOwnTablesAreWhole) {
  Signatures all;
  all.add_headers(DRYDOCK_SOURCE_DIR "/include/wdk");
  for (const char* type :
       {"_DXGKRNL_INTERFACE", "_DRIVER_INITIALIZATION_DATA", "_D3DDDI_DEVICECALLBACKS",
        "_D3DDDI_DEVICEFUNCS", "D3D10DDI_DEVICEFUNCS", "D3D10_1DDI_DEVICEFUNCS",
        "D3D11DDI_DEVICEFUNCS", "D3D11_1DDI_DEVICEFUNCS", "D3DWDDM1_3DDI_DEVICEFUNCS",
        "D3DWDDM2_0DDI_DEVICEFUNCS", "D3DWDDM2_1DDI_DEVICEFUNCS", "D3DWDDM2_2DDI_DEVICEFUNCS",
        "D3DWDDM2_6DDI_DEVICEFUNCS", "D3D12DDI_DEVICE_FUNCS_CORE_0030",
        "D3D12DDI_DEVICE_FUNCS_CORE_0088"}) {
    const auto table = all.table(type);
    EXPECT_GT(table.size(), 50U) << type;
    EXPECT_LT(std::ranges::count(table, nullptr), 12) << type;
  }
  EXPECT_EQ(names_of(all.find("KeWaitForSingleObject")),
            "KeWaitForSingleObject: Object WaitReason WaitMode Alertable Timeout");
}

}  // namespace
