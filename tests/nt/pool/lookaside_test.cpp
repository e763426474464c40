// Lookaside lists: documented outcomes, and rules N-012 and N-013.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "src/nt/pool/pool.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

constexpr ULONG kTag = 0x6b6f6f4c;

std::vector<std::string> rules_in(const rules::FindingLog& log) {
  std::vector<std::string> out;
  for (const rules::Finding& finding : log.findings()) out.emplace_back(finding.rule->id);
  return out;
}

// wdm/nf-wdm-exfreetonpagedlookasidelist.md: "inserts the given entry at the front of the list"
TEST(Lookaside, FreedEntryIsGivenToTheNextTaker) {
  const rules::FindingLog log;
  NPAGED_LOOKASIDE_LIST list;
  ExInitializeNPagedLookasideList(&list, nullptr, nullptr, POOL_NX_ALLOCATION, 100, kTag, 0);
  void* first = ExAllocateFromNPagedLookasideList(&list);
  void* second = ExAllocateFromNPagedLookasideList(&list);
  ASSERT_NE(first, nullptr);
  std::memset(first, 1, 100);
  ExFreeToNPagedLookasideList(&list, first);
  ExFreeToNPagedLookasideList(&list, second);
  EXPECT_EQ(ExAllocateFromNPagedLookasideList(&list), second);
  EXPECT_EQ(ExAllocateFromNPagedLookasideList(&list), first);
  ExFreeToNPagedLookasideList(&list, first);
  ExFreeToNPagedLookasideList(&list, second);
  ExDeleteNPagedLookasideList(&list);
  EXPECT_FALSE(nt::find_pool_block(first)->live);
  EXPECT_TRUE(log.findings().empty());
}

// What one thread has freed may be another's at once: K-015 and its like are about the former life.
TEST(Lookaside, EntryThatIsTakenAgainHasAnotherLife) {
  NPAGED_LOOKASIDE_LIST list;
  ExInitializeNPagedLookasideList(&list, nullptr, nullptr, POOL_NX_ALLOCATION, 100, kTag, 0);
  void* entry = ExAllocateFromNPagedLookasideList(&list);
  const auto life = nt::life_of_pool_block(entry);
  ASSERT_TRUE(life.has_value());
  EXPECT_EQ(nt::life_of_pool_block(entry), life);
  ExFreeToNPagedLookasideList(&list, entry);
  EXPECT_FALSE(nt::life_of_pool_block(entry).has_value());
  ASSERT_EQ(ExAllocateFromNPagedLookasideList(&list), entry);
  EXPECT_TRUE(nt::life_of_pool_block(entry).has_value());
  EXPECT_NE(nt::life_of_pool_block(entry), life);
  ExFreeToNPagedLookasideList(&list, entry);
  ExDeleteNPagedLookasideList(&list);
}

int allocated, freed;
PVOID counted_allocate(POOL_TYPE type, SIZE_T bytes, ULONG tag) {
  ++allocated;
  return ExAllocatePoolWithTag(type, bytes, tag);
}
VOID counted_free(PVOID entry) {
  ++freed;
  ExFreePool(entry);
}

// wdm/nf-wdm-exinitializepagedlookasidelist.md: Allocate is "for allocating an entry when the
// lookaside list is empty", Free is "for freeing an entry whenever the lookaside list is full"
TEST(Lookaside, OwnRoutinesAreCalledWhenTheListIsEmptyOrFull) {
  const rules::FindingLog log;
  allocated = freed = 0;
  PAGED_LOOKASIDE_LIST list;
  ExInitializePagedLookasideList(&list, counted_allocate, counted_free, 0, 64, kTag, 0);
  std::vector<void*> entries;
  for (int i = 0; i < 50; ++i) entries.push_back(ExAllocateFromPagedLookasideList(&list));
  EXPECT_EQ(allocated, 50);
  for (void* entry : entries) ExFreeToPagedLookasideList(&list, entry);
  EXPECT_GT(freed, 0);
  EXPECT_LT(freed, 50);
  void* again = ExAllocateFromPagedLookasideList(&list);
  EXPECT_EQ(allocated, 50);
  ExFreeToPagedLookasideList(&list, again);
  ExDeletePagedLookasideList(&list);
  EXPECT_EQ(freed, 50);
  EXPECT_TRUE(log.findings().empty());
}

struct WithContext {
  int calls;
  LOOKASIDE_LIST_EX list;
};
PVOID context_allocate(POOL_TYPE type, SIZE_T bytes, ULONG tag, PLOOKASIDE_LIST_EX list) {
  ++CONTAINING_RECORD(list, WithContext, list)->calls;
  EXPECT_EQ(static_cast<int>(type), PagedPool | POOL_RAISE_IF_ALLOCATION_FAILURE);
  return ExAllocatePoolWithTag(type, bytes, tag);
}
VOID context_free(PVOID entry, PLOOKASIDE_LIST_EX list) {
  ++CONTAINING_RECORD(list, WithContext, list)->calls;
  ExFreePool(entry);
}

// wdm/nf-wdm-exinitializelookasidelistex.md: "the PoolType parameter value is bitwise ORed with the
// POOL_RAISE_IF_ALLOCATION_FAILURE flag bit"; flush "frees any remaining entries".
TEST(Lookaside, RoutinesOfTheExtendedListAreGivenTheList) {
  const rules::FindingLog log;
  WithContext context{};
  ASSERT_EQ(ExInitializeLookasideListEx(&context.list, context_allocate, context_free, PagedPool,
                                        EX_LOOKASIDE_LIST_EX_FLAGS_RAISE_ON_FAIL, 40, kTag, 0),
            STATUS_SUCCESS);
  void* entry = ExAllocateFromLookasideListEx(&context.list);
  EXPECT_EQ(context.calls, 1);
  ExFreeToLookasideListEx(&context.list, entry);
  EXPECT_EQ(context.calls, 1);
  ExFlushLookasideListEx(&context.list);
  EXPECT_EQ(context.calls, 2);
  ExDeleteLookasideListEx(&context.list);
  EXPECT_TRUE(log.findings().empty());
}

// wdm/nf-wdm-exinitializelookasidelistex.md: STATUS_INVALID_PARAMETER_4 and _5
TEST(Lookaside, ExtendedListRefusesBadTypeAndFlags) {
  LOOKASIDE_LIST_EX list;
  EXPECT_EQ(ExInitializeLookasideListEx(&list, nullptr, nullptr, static_cast<POOL_TYPE>(99), 0, 40,
                                        kTag, 0),
            STATUS_INVALID_PARAMETER_4);
  EXPECT_EQ(ExInitializeLookasideListEx(&list, nullptr, nullptr, PagedPool, 3, 40, kTag, 0),
            STATUS_INVALID_PARAMETER_5);
  EXPECT_EQ(ExInitializeLookasideListEx(&list, nullptr, nullptr, PagedPool, 8, 40, kTag, 0),
            STATUS_INVALID_PARAMETER_5);
}

TEST(Lookaside, SecondFreeOfAnEntryIsFound) {
  const rules::FindingLog log;
  NPAGED_LOOKASIDE_LIST list;
  ExInitializeNPagedLookasideList(&list, nullptr, nullptr, 0, 100, kTag, 0);
  void* entry = ExAllocateFromNPagedLookasideList(&list);
  ExFreeToNPagedLookasideList(&list, entry);
  ExFreeToNPagedLookasideList(&list, entry);
  ExFreePool(entry);
  EXPECT_EQ(rules_in(log), (std::vector<std::string>{"N-001", "N-001"}));
  ExDeleteNPagedLookasideList(&list);
}

std::string driver(const std::string& body, const std::string& at_unload) {
  return "#include <ntddk.h>\n"
         "static NPAGED_LOOKASIDE_LIST list, other; static PVOID entry;\n"
         "static VOID Unload(PDRIVER_OBJECT object)\n{\n  UNREFERENCED_PARAMETER(object);\n" +
         at_unload +
         "\n}\n"
         "NTSTATUS DriverEntry(PDRIVER_OBJECT object, PUNICODE_STRING path)\n{\n"
         "  UNREFERENCED_PARAMETER(path); (void)other; (void)entry;\n"
         "  object->DriverUnload = Unload;\n"
         "  ExInitializeNPagedLookasideList(&list, NULL, NULL, POOL_NX_ALLOCATION, 80, 'kooL', 0); "
         "/*here*/\n" +
         body + "\n  return STATUS_SUCCESS;\n}\n";
}

void expect_found(const std::string& source, const std::string& rule, const char* mark) {
  const Life life = life_of(source);
  const rules::Finding& finding = first(life.findings, rule);
  EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(source, mark))) << text_of(life.findings);
}

TEST(PoolRules, N012ListLeftAtUnloadIsFound) { expect_found(driver("", ""), "N-012", "/*here*/"); }

TEST(PoolRules, N012ListInFreedMemoryIsFound) {
  expect_found(driver("  entry = ExAllocatePoolWithTag(NonPagedPoolNx, "
                      "sizeof(NPAGED_LOOKASIDE_LIST), 'tseT');\n"
                      "  ExInitializeNPagedLookasideList(entry, NULL, NULL, 0, 80, 'kooL', 0);\n"
                      "  ExFreePool(entry); /*freed*/",
                      "  ExDeleteNPagedLookasideList(&list);"),
               "N-012", "/*freed*/");
}

TEST(PoolRules, N012DeletedListIsSilent) {
  const Life life =
      life_of(driver("  entry = ExAllocateFromNPagedLookasideList(&list);\n"
                     "  ExFreeToNPagedLookasideList(&list, entry);",
                     "  ExDeleteNPagedLookasideList(&list);"));
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

TEST(PoolRules, N013EntryReturnedToAnotherListIsFound) {
  expect_found(driver("  ExInitializeNPagedLookasideList(&other, NULL, NULL, 0, 80, 'rehO', 0);\n"
                      "  entry = ExAllocateFromNPagedLookasideList(&list);\n"
                      "  ExFreeToNPagedLookasideList(&other, entry); /*mixed*/",
                      ""),
               "N-013", "/*mixed*/");
}

TEST(PoolRules, N013EntryReturnedToItsListIsSilent) {
  const Life life =
      life_of(driver("  ExInitializeNPagedLookasideList(&other, NULL, NULL, 0, 80, 'rehO', 0);\n"
                     "  entry = ExAllocateFromNPagedLookasideList(&other);\n"
                     "  ExFreeToNPagedLookasideList(&other, entry);",
                     "  ExDeleteNPagedLookasideList(&list); ExDeleteNPagedLookasideList(&other);"));
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
}  // namespace drydock::testing
