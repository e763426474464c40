// The answers of a miniport when it creates, opens and describes allocations.
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

DXGK_ALLOCATIONINFO& answer_of(void* arguments) {
  return static_cast<DXGKARG_CREATEALLOCATION*>(arguments)->pAllocationInfo[0];
}

const std::vector<std::string> kDisplay = {"-DBOOK_SOURCES=1"};

// A machine whose driver's answers are edited.
struct Scene {
  BOOK_ENTRY entry = BOOK_ENTRY_CREATE;
  std::vector<std::string> words = {};  // more for drydock cc
  const char* version = kWddm13;
};

// A machine whose driver's next answer is edited.
struct Edited {
  using Edit = void (*)(void* arguments);

  explicit Edited(Edit edit, const Scene& scene = {}) : machine(scene.words, scene.version) {
    machine.set_fault(BOOK_FAULT_CALLS_BACK, scene.entry, edit);
  }

  // The status that the client gets, and the number of breaches.
  NTSTATUS create() { return Creation(device).run(); }
  NTSTATUS create_primary(bool shared = false) {
    Creation creation(device);
    creation.infos[0].Flags.Primary = 1;
    creation.request.Flags.CreateResource = creation.request.Flags.CreateShared = shared;
    const NTSTATUS status = creation.run();
    global = creation.request.hGlobalShare;
    return status;
  }
  NTSTATUS create_shared() {
    Creation creation(device);
    creation.request.Flags.CreateResource = creation.request.Flags.CreateShared = 1;
    const NTSTATUS status = creation.run();
    global = creation.request.hGlobalShare;
    return status;
  }
  std::size_t count(std::string_view rule) const { return machine.count(rule); }

  Machine machine;
  Client client{machine};
  D3DKMT_HANDLE device = client.new_device();
  D3DKMT_HANDLE global = 0;
};

constexpr char kWddm29[] = "0xE003";
constexpr char kWddm30[] = "0xF003";

// The creation is refused, the finding raised once, and the driver's objects are destroyed.
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
  edited.machine.expect_end();
  EXPECT_EQ(edited.create(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(edited.count("K-129"), 1U);
  EXPECT_FALSE(edited.machine.adapter().is_working()) << "Windows would have stopped";
}
TEST(AllocationAnswer, K135NoSizeIsFound) {
  expect_refused("K-135", [](void* arguments) { answer_of(arguments).Size = 0; });
}
TEST(AllocationAnswer, K136PitchAlignedSizeBelowSizeIsFound) {
  expect_refused("K-136", [](void* arguments) { answer_of(arguments).PitchAlignedSize = 4095; });
}
TEST(AllocationAnswer, K137PreferenceOutsideTheSetIsFound) {
  Edited edited([](void* arguments) { answer_of(arguments).PreferredSegment.SegmentId0 = 3; });
  edited.machine.expect_end();
  EXPECT_EQ(edited.create(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(edited.count("K-137"), 1U);
  EXPECT_FALSE(edited.machine.adapter().is_working());
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
  newer.machine.expect_end();
  EXPECT_EQ(newer.create(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(newer.count("K-137"), 1U);
}
TEST(AllocationAnswer, K139EvictionToMemoryIsFound) {
  expect_refused("K-139", [](void* arguments) { answer_of(arguments).EvictionSegmentSet = 2; });
}
TEST(AllocationAnswer, K140NoPriorityIsFound) {
  expect_refused("K-140", [](void* arguments) { answer_of(arguments).AllocationPriority = 0; });
}
TEST(AllocationAnswer, K141FlagOfTheOtherGenerationIsFound) {
  expect_refused("K-141",
                 [](void* arguments) { answer_of(arguments).Flags.AccessedPhysically = 1; });
  expect_refused(
      "K-141", [](void* arguments) { answer_of(arguments).Flags.SynchronousPaging = 1; }, kWddm20);
}
TEST(AllocationAnswer, K142SmallAlignmentInLargePagesIsFound) {
  expect_refused("K-142", [](void*) {}, kWddm20, {"-DBOOK_LARGE_PAGES"});
}
TEST(AllocationAnswer, K142LargeAlignmentInLargePagesIsSilent) {
  Edited edited([](void* arguments) { answer_of(arguments).Alignment = 0x10000; },
                {BOOK_ENTRY_CREATE, {"-DBOOK_LARGE_PAGES"}, kWddm20});
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-142"), 0U);
}

TEST(AllocationAnswer, K149PermanentSystemMemoryUnseenIsFound) {
  expect_refused("K-149", [](void* arguments) {
    answer_of(arguments).Flags.PermanentSysMem = 1;
    answer_of(arguments).Flags.CpuVisible = 0;
  });
}
TEST(AllocationAnswer, K150CachedUnseenIsFound) {
  expect_refused("K-150", [](void* arguments) {
    answer_of(arguments).Flags.Cached = 1;
    answer_of(arguments).Flags.CpuVisible = 0;
  });
}
TEST(AllocationAnswer, K151CachedPrimaryIsFound) {
  Edited edited([](void* arguments) { answer_of(arguments).Flags.Cached = 1; },
                {BOOK_ENTRY_CREATE, kDisplay});
  EXPECT_EQ(edited.create_primary(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(edited.count("K-151"), 1U);
}
TEST(AllocationAnswer, K151PrimaryOutOfTheCpusReachIsFound) {
  Edited edited([](void*) {}, {BOOK_ENTRY_CREATE, {"-DBOOK_SOURCES=1", "-DBOOK_HIDDEN_SEGMENT"}});
  EXPECT_EQ(edited.create_primary(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(edited.count("K-151"), 1U);
}
TEST(AllocationAnswer, K152TwoKindsOfMemoryAreFound) {
  expect_refused("K-152", [](void* arguments) {
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
  EXPECT_EQ(edited.count("K-153"), 0U);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(AllocationAnswer, K158AlternateAddressOfNoPrimaryIsFound) {
  expect_refused("K-158", [](void* arguments) { answer_of(arguments).Flags.UseAlternateVA = 1; });
}
TEST(AllocationAnswer, K158AlternateAddressOfAPrimaryIsSilent) {
  Edited edited([](void* arguments) { answer_of(arguments).Flags.UseAlternateVA = 1; },
                {BOOK_ENTRY_CREATE, kDisplay});
  EXPECT_EQ(edited.create_primary(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-158"), 0U);
}
TEST(AllocationAnswer, K160HistoryBufferWithOtherFlagsIsFound) {
  expect_refused("K-160", [](void* arguments) {
    answer_of(arguments).Flags.HistoryBuffer = answer_of(arguments).Flags.FromEndOfSegment = 1;
  });
  expect_refused("K-160", [](void* arguments) {
    answer_of(arguments).Flags.HistoryBuffer = 1;
    answer_of(arguments).Flags.CpuVisible = 0;
  });
}
TEST(AllocationAnswer, K160HistoryBufferUncachedInACoherentApertureIsFound) {
  expect_refused("K-160", [](void* arguments) { answer_of(arguments).Flags.HistoryBuffer = 1; });
}
TEST(AllocationAnswer, K160HistoryBufferIsSilent) {
  Edited edited([](void* arguments) {
    answer_of(arguments).Flags.HistoryBuffer = answer_of(arguments).Flags.Cached = 1;
  });
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-160"), 0U);
}
TEST(AllocationAnswer, K161NotificationWithoutPhysicalAccessIsFound) {
  expect_refused(
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
  EXPECT_EQ(edited.count("K-161"), 0U);
}
TEST(AllocationAnswer, K164ApertureForTheCpuWithoutTheCapIsFound) {
  expect_refused(
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
  EXPECT_EQ(edited.count("K-164"), 0U);
}
TEST(AllocationAnswer, K165BackingStoreThatIsNotEnabledIsFound) {
  expect_refused(
      "K-165", [](void* arguments) { answer_of(arguments).Flags2.ShareBackingStoreWithKmd = 1; },
      kWddm30);
}
TEST(AllocationAnswer, K165WithoutTheFlagIsSilent) {
  Edited edited([](void*) {}, {BOOK_ENTRY_CREATE, {}, kWddm30});
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-165"), 0U);
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
  EXPECT_EQ(edited.count("K-168"), 0U);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}

// The description of allocations that can be presented.
TEST(DescribeAllocation, K176PrimaryIsDescribedWhenItIsMadeAndOpened) {
  Edited edited([](void*) {}, {BOOK_ENTRY_DESCRIBE, kDisplay});
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(edited.machine.book().DescribeCalls, 0) << "nobody shows it";
  EXPECT_EQ(edited.create_primary(/*shared=*/true), STATUS_SUCCESS);
  EXPECT_EQ(edited.machine.book().DescribeCalls, 1);
  D3DDDI_OPENALLOCATIONINFO info{};
  char data[sizeof(BOOK_ALLOCATION)];
  D3DKMT_OPENRESOURCE open{};
  open.hDevice = edited.device;
  open.hGlobalShare = edited.global;
  open.NumAllocations = 1;
  open.pOpenAllocationInfo = &info;
  open.pTotalPrivateDriverDataBuffer = data;
  open.TotalPrivateDriverDataBufferSize = sizeof data;
  EXPECT_EQ(D3DKMTOpenResource(&open), STATUS_SUCCESS);
  EXPECT_EQ(edited.machine.book().DescribeCalls, 2);
  EXPECT_EQ(edited.count("K-176"), 0U);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(DescribeAllocation, K176PrimaryWithoutADescriptionIsFound) {
  const Edited::Edit edits[] = {
      [](void* arguments) { static_cast<DXGKARG_DESCRIBEALLOCATION*>(arguments)->Width = 0; },
      [](void* arguments) { static_cast<DXGKARG_DESCRIBEALLOCATION*>(arguments)->Height = 0; },
      [](void* arguments) {
        static_cast<DXGKARG_DESCRIBEALLOCATION*>(arguments)->Format = D3DDDIFMT_UNKNOWN;
      },
      [](void* arguments) {
        static_cast<DXGKARG_DESCRIBEALLOCATION*>(arguments)->hAllocation = nullptr;
      },
  };
  for (const Edited::Edit edit : edits) {
    Edited edited(edit, {BOOK_ENTRY_DESCRIBE, kDisplay});
    EXPECT_EQ(edited.create_primary(), STATUS_SUCCESS);
    EXPECT_EQ(edited.count("K-176"), 1U);
  }
  Edited failing([](void*) {}, {BOOK_ENTRY_DESCRIBE, kDisplay});
  failing.machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_DESCRIBE);
  EXPECT_EQ(failing.create_primary(), STATUS_SUCCESS);
  EXPECT_EQ(failing.count("K-176"), 1U);
}

// The driver's answer when it opens an allocation.
DXGKARG_OPENALLOCATION& opening_of(void* arguments) {
  return *static_cast<DXGKARG_OPENALLOCATION*>(arguments);
}

NTSTATUS open(Edited& edited, std::size_t group = 0) {
  D3DDDI_OPENALLOCATIONINFO info{};
  char data[sizeof(BOOK_ALLOCATION)];
  char group_data[64];
  D3DKMT_OPENRESOURCE request{};
  request.hDevice = edited.device;
  request.hGlobalShare = edited.global;
  request.NumAllocations = 1;
  request.pOpenAllocationInfo = &info;
  request.pTotalPrivateDriverDataBuffer = data;
  request.TotalPrivateDriverDataBufferSize = sizeof data;
  request.pResourcePrivateDriverData = group_data;
  request.ResourcePrivateDriverDataSize = static_cast<UINT>(group);
  return D3DKMTOpenResource(&request);
}

TEST(OpenAnswer, K181NoHandleIsFound) {
  Edited edited(
      [](void* arguments) {
        opening_of(arguments).pOpenAllocation[0].hDeviceSpecificAllocation = nullptr;
      },
      {BOOK_ENTRY_OPEN});
  edited.machine.expect_end();
  EXPECT_EQ(edited.create(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(edited.count("K-181"), 1U);
  EXPECT_FALSE(edited.machine.adapter().is_working());
}
TEST(OpenAnswer, K182DataOfAnotherOpenerChangedIsFound) {
  Edited edited([](void*) {}, {BOOK_ENTRY_OPEN});
  ASSERT_EQ(edited.create_shared(), STATUS_SUCCESS);
  edited.machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_OPEN, [](void* arguments) {
    ++*static_cast<ULONG*>(opening_of(arguments).pOpenAllocation[0].pPrivateDriverData);
  });
  EXPECT_EQ(open(edited), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-182"), 1U);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(OpenAnswer, K182OwnDataChangedIsSilent) {
  Edited edited(
      [](void* arguments) {
        ++static_cast<BOOK_ALLOCATION*>(opening_of(arguments).pOpenAllocation[0].pPrivateDriverData)
              ->Serial;
      },
      {BOOK_ENTRY_OPEN});
  EXPECT_EQ(edited.create_shared(), STATUS_SUCCESS);
  EXPECT_EQ(open(edited), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-182"), 0U);
  EXPECT_EQ(edited.count("K-181"), 0U);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(OpenAnswer, K183DataOfTheGroupChangedIsFound) {
  Edited edited(
      [](void* arguments) {
        ++*static_cast<char*>(const_cast<void*>(opening_of(arguments).pPrivateDriverData));
      },
      {BOOK_ENTRY_OPEN});
  char group[] = "group";
  Creation creation(edited.device);
  creation.request.Flags.CreateResource = 1;
  creation.request.pPrivateDriverData = group;
  creation.request.PrivateDriverDataSize = sizeof group;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-183"), 1U);
  EXPECT_STREQ(group, "group");
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(OpenAnswer, K183DataOfTheGroupKeptIsSilent) {
  Edited edited([](void*) {}, {BOOK_ENTRY_OPEN});
  const char group[] = "group";
  Creation creation(edited.device);
  creation.request.Flags.CreateResource = creation.request.Flags.CreateShared = 1;
  creation.request.pPrivateDriverData = group;
  creation.request.PrivateDriverDataSize = sizeof group;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  edited.global = creation.request.hGlobalShare;
  EXPECT_EQ(open(edited, sizeof group), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-183"), 0U);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
