// What a miniport says of an allocation when it creates it.
#include "src/dxgk/creation/check_allocation.h"

#include "tests/dxgk/creation/edited_answer.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

DXGK_ALLOCATIONINFO& answer_of(void* arguments) {
  return static_cast<DXGKARG_CREATEALLOCATION*>(arguments)->pAllocationInfo[0];
}

constexpr char kWddm29[] = "0xE003";
constexpr char kWddm30[] = "0xF003";

// The finding is raised once, what is wrong is left out, and the allocation lives and dies.
void expect_healed(std::string_view rule, Edited::Edit edit, const char* version = kWddm13,
                   const std::vector<std::string>& words = {}) {
  Edited edited(edit, {BOOK_ENTRY_CREATE, words, version});
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count(rule), 1U) << text_of(edited.machine.findings());
  EXPECT_EQ(edited.machine.book().Allocations, 1);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
  EXPECT_EQ(edited.machine.book().Allocations, 0);
}

// The creation is refused, the finding raised once, and what the driver made is gone.
void expect_refused(std::string_view rule, Edited::Edit edit, const char* version = kWddm13,
                    const std::vector<std::string>& words = {}) {
  Edited edited(edit, {BOOK_ENTRY_CREATE, words, version});
  EXPECT_EQ(edited.create(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(edited.count(rule), 1U) << text_of(edited.machine.findings());
  EXPECT_EQ(edited.machine.book().Allocations, 0);
}

TEST(AllocationAnswer, ProperAnswerIsSilent) {
  for (const char* version : {kWddm13, kWddm20}) {
    Edited edited([](void*) {}, {BOOK_ENTRY_CREATE, kDisplay, version});
    EXPECT_EQ(edited.create(), STATUS_SUCCESS);
    EXPECT_EQ(edited.create_primary(), STATUS_SUCCESS);
    EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
    for (const rules::Finding& finding : edited.machine.findings())
      EXPECT_EQ(finding.rule->party, rules::Party::kClient) << rules::to_text(finding);
  }
}

TEST(AllocationAnswer, K129NoHandleIsFound) {
  Edited edited([](void* arguments) { answer_of(arguments).hAllocation = nullptr; });
  edited.machine.expect_end();  // nobody can destroy it
  EXPECT_EQ(edited.create(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(edited.count("K-129"), 1U);
  EXPECT_EQ(edited.create(), STATUS_SUCCESS) << "life goes on";
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
// A wrong answer for one of several: the others are destroyed.
TEST(AllocationAnswer, K129NoHandleForOneOfThreeIsFound) {
  Edited edited([](void* arguments) {
    DXGK_ALLOCATIONINFO& second =
        static_cast<DXGKARG_CREATEALLOCATION*>(arguments)->pAllocationInfo[1];
    second.hAllocation = nullptr;
    second.Size = second.AllocationPriority = 0;
  });
  edited.machine.expect_end();  // nobody can destroy that one
  EXPECT_EQ(Creation(edited.device, 3).run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(edited.count("K-129"), 1U);
  EXPECT_EQ(edited.count("K-135") + edited.count("K-140"), 0U) << "it was not answered, once";
  EXPECT_EQ(edited.machine.book().Allocations, 1);
}
// The documents want a pointer; an index is only advised against.
TEST(AllocationAnswer, K129IndexIsALint) {
  Edited edited(
      [](void* arguments) { answer_of(arguments).hAllocation = reinterpret_cast<HANDLE>(1); });
  edited.machine.expect_end();  // this driver itself takes it for a pointer
  edited.create();
  ASSERT_EQ(edited.count("K-129"), 1U) << text_of(edited.machine.findings());
  EXPECT_EQ(rules::severity_of(edited.machine.findings().front()), rules::Severity::kLint);
}
TEST(AllocationAnswer, K135NoSizeIsFound) {
  expect_refused("K-135", [](void* arguments) { answer_of(arguments).Size = 0; });
}
TEST(AllocationAnswer, K136PitchAlignedSizeBelowSizeIsFound) {
  expect_healed("K-136", [](void* arguments) { answer_of(arguments).PitchAlignedSize = 4095; });
}
TEST(AllocationAnswer, K137PreferenceOutsideTheSetIsFound) {
  Edited edited([](void* arguments) { answer_of(arguments).PreferredSegment.SegmentId0 = 3; });
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-137"), 1U);
}
TEST(AllocationAnswer, K138ReadSegmentsCountBelowWddm2Only) {
  const auto read_only = [](void* arguments) {
    answer_of(arguments).SupportedReadSegmentSet = 1;
    answer_of(arguments).SupportedWriteSegmentSet = 2;
    answer_of(arguments).PreferredSegment.SegmentId0 = 1;
  };
  Edited older(read_only);
  EXPECT_EQ(older.create(), STATUS_SUCCESS);
  EXPECT_EQ(older.count("K-137"), 0U);
  Edited newer(read_only, {BOOK_ENTRY_CREATE, {}, kWddm20});
  EXPECT_EQ(newer.create(), STATUS_SUCCESS);
  EXPECT_EQ(newer.count("K-137"), 1U);
}
TEST(AllocationAnswer, K139EvictionToMemoryIsFound) {
  expect_healed("K-139", [](void* arguments) { answer_of(arguments).EvictionSegmentSet = 2; });
}
TEST(AllocationAnswer, K140NoPriorityIsFound) {
  expect_healed("K-140", [](void* arguments) { answer_of(arguments).AllocationPriority = 0; });
}
TEST(AllocationAnswer, K141FlagOfTheOtherGenerationIsFound) {
  expect_healed("K-141",
                [](void* arguments) { answer_of(arguments).Flags.AccessedPhysically = 1; });
  expect_healed(
      "K-141", [](void* arguments) { answer_of(arguments).Flags.SynchronousPaging = 1; }, kWddm20);
}
TEST(AllocationAnswer, K142SmallAlignmentInLargePagesIsFound) {
  expect_healed("K-142", [](void*) {}, kWddm20, {"-DBOOK_LARGE_PAGES"});
}
TEST(AllocationAnswer, K142LargeAlignmentInLargePagesIsSilent) {
  Edited edited([](void* arguments) { answer_of(arguments).Alignment = 0x10000; },
                {BOOK_ENTRY_CREATE, {"-DBOOK_LARGE_PAGES"}, kWddm20});
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(text_of(edited.machine.findings()), "");
}

TEST(AllocationAnswer, K149PermanentSystemMemoryUnseenIsFound) {
  expect_healed("K-149", [](void* arguments) {
    answer_of(arguments).Flags.PermanentSysMem = 1;
    answer_of(arguments).Flags.CpuVisible = 0;
  });
}
TEST(AllocationAnswer, K150CachedUnseenIsFound) {
  expect_healed("K-150", [](void* arguments) {
    answer_of(arguments).Flags.Cached = 1;
    answer_of(arguments).Flags.CpuVisible = 0;
  });
}
TEST(AllocationAnswer, K151CachedPrimaryIsFound) {
  Edited edited([](void* arguments) { answer_of(arguments).Flags.Cached = 1; },
                {BOOK_ENTRY_CREATE, kDisplay});
  EXPECT_EQ(edited.create_primary(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-151"), 1U);
}
TEST(AllocationAnswer, K151PrimaryOutOfTheCpusReachIsFound) {
  Edited edited([](void*) {}, {BOOK_ENTRY_CREATE, {"-DBOOK_SOURCES=1", "-DBOOK_HIDDEN_SEGMENT"}});
  EXPECT_EQ(edited.create_primary(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-151"), 1U);
}
TEST(AllocationAnswer, K152TwoKindsOfMemoryAreFound) {
  expect_healed("K-152", [](void* arguments) {
    answer_of(arguments).Flags.Protected = answer_of(arguments).Flags.PermanentSysMem = 1;
  });
}
TEST(AllocationAnswer, K153ExistingMemoryThatIsNotCachedIsFound) {
  Edited edited([](void* arguments) { answer_of(arguments).Flags.Cached = 0; });
  Heap heap(edited.device);
  EXPECT_EQ(heap.run(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-153"), 1U);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(AllocationAnswer, K153ExistingMemoryThatIsCachedIsSilent) {
  Edited edited([](void*) {});
  Heap heap(edited.device);
  EXPECT_EQ(heap.run(), STATUS_SUCCESS);
  // The heap is not shared: a lint about this scene.
  for (const rules::Finding& each : edited.machine.findings())
    EXPECT_EQ(each.rule->id, "K-115") << rules::to_text(each);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(AllocationAnswer, K158AlternateAddressOfNoPrimaryIsFound) {
  expect_healed("K-158", [](void* arguments) { answer_of(arguments).Flags.UseAlternateVA = 1; });
}
TEST(AllocationAnswer, K158AlternateAddressOfAPrimaryIsSilent) {
  Edited edited([](void* arguments) { answer_of(arguments).Flags.UseAlternateVA = 1; },
                {BOOK_ENTRY_CREATE, kDisplay});
  EXPECT_EQ(edited.create_primary(), STATUS_SUCCESS);
  EXPECT_EQ(text_of(edited.machine.findings()), "");
}
TEST(AllocationAnswer, K160HistoryBufferWithOtherFlagsIsFound) {
  expect_healed("K-160", [](void* arguments) {
    answer_of(arguments).Flags.HistoryBuffer = answer_of(arguments).Flags.FromEndOfSegment = 1;
  });
  expect_healed("K-160", [](void* arguments) {
    answer_of(arguments).Flags.HistoryBuffer = 1;
    answer_of(arguments).Flags.CpuVisible = 0;
  });
}
TEST(AllocationAnswer, K160HistoryBufferUncachedInACoherentApertureIsFound) {
  expect_healed("K-160", [](void* arguments) { answer_of(arguments).Flags.HistoryBuffer = 1; });
}
TEST(AllocationAnswer, K160HistoryBufferIsSilent) {
  Edited edited([](void* arguments) {
    answer_of(arguments).Flags.HistoryBuffer = answer_of(arguments).Flags.Cached = 1;
  });
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(text_of(edited.machine.findings()), "");
}
TEST(AllocationAnswer, K161NotificationWithoutPhysicalAccessIsFound) {
  expect_healed(
      "K-161",
      [](void* arguments) { answer_of(arguments).Flags.ExplicitResidencyNotification = 1; },
      kWddm20);
}
TEST(AllocationAnswer, K161NotificationWithPhysicalAccessIsSilent) {
  Edited edited(
      [](void* arguments) {
        answer_of(arguments).Flags.ExplicitResidencyNotification = 1;
        answer_of(arguments).Flags.AccessedPhysically = 1;
      },
      {BOOK_ENTRY_CREATE, {}, kWddm20});
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(text_of(edited.machine.findings()), "");
}
TEST(AllocationAnswer, K164ApertureForTheCpuWithoutTheCapIsFound) {
  expect_healed(
      "K-164", [](void* arguments) { answer_of(arguments).FlagsWddm2.MapApertureCpuVisible = 1; },
      kWddm29);
}
TEST(AllocationAnswer, K164ApertureForTheCpuWithoutPhysicalAccessIsFound) {
  Edited edited([](void* arguments) { answer_of(arguments).FlagsWddm2.MapApertureCpuVisible = 1; },
                {BOOK_ENTRY_CREATE, {"-DBOOK_MAP_APERTURE2"}, kWddm29});
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-164"), 1U);
}
TEST(AllocationAnswer, K164ApertureForTheCpuWithTheCapIsSilent) {
  Edited edited(
      [](void* arguments) {
        answer_of(arguments).FlagsWddm2.MapApertureCpuVisible = 1;
        answer_of(arguments).FlagsWddm2.AccessedPhysically = 1;
      },
      {BOOK_ENTRY_CREATE, {"-DBOOK_MAP_APERTURE2"}, kWddm29});
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(text_of(edited.machine.findings()), "");
}
TEST(AllocationAnswer, K165BackingStoreThatIsNotEnabledIsFound) {
  expect_healed(
      "K-165", [](void* arguments) { answer_of(arguments).Flags2.ShareBackingStoreWithKmd = 1; },
      kWddm30);
}
TEST(AllocationAnswer, K165WithoutTheFlagIsSilent) {
  Edited edited([](void*) {}, {BOOK_ENTRY_CREATE, {}, kWddm30});
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(text_of(edited.machine.findings()), "");
}
TEST(AllocationAnswer, K168SharedAndVisibleInMemoryIsFound) {
  Edited edited([](void*) {});
  EXPECT_EQ(edited.create_shared(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-168"), 1U);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(AllocationAnswer, K168SharedAndVisibleInAnApertureIsSilent) {
  Edited edited([](void* arguments) {
    answer_of(arguments).SupportedReadSegmentSet = 1;
    answer_of(arguments).SupportedWriteSegmentSet = 1;
    answer_of(arguments).PreferredSegment.SegmentId0 = 1;
  });
  EXPECT_EQ(edited.create_shared(), STATUS_SUCCESS);
  // It is shared by a global handle: a lint about this scene.
  for (const rules::Finding& each : edited.machine.findings())
    EXPECT_EQ(each.rule->id, "K-216") << rules::to_text(each);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
