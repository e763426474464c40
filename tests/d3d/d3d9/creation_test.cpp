// Resources and what a driver makes of their descriptions: rules that need one resource and no
// work for it.
#include <gtest/gtest.h>

#include "src/d3d/driver/result.h"
#include "src/d3d/driver/wdk.h"
#include "src/sim/schedule.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

// A change to the description of a texture.
using Change = void (*)(d3d::ResourceSpec&);

// Creates one resource with a driver that makes a mistake in it.
struct Creation {
  std::string_view rule;
  DEED deed;
  HRESULT result;
  Change change;
  d3d::Options options = {};
};

HRESULT create(Scene& scene, const Creation& each) {
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, each.deed, each.result);
  d3d::ResourceSpec spec = textures();
  each.change(spec);
  d3d::Resource* second = nullptr;
  return scene.device->create_resource(spec, second);
}

void expect_found(const Creation& each) {
  Scene scene(each.options);
  create(scene, each);
  EXPECT_EQ(scene.count(each.rule), 1U) << each.rule << "\n" << scene.stand.findings_text();
}

void expect_silent(const Creation& each) {
  Scene scene(each.options);
  create(scene, each);
  scene.stand.plan() = {};
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "") << each.rule;
}

constexpr Change kAsItIs = [](d3d::ResourceSpec&) {};
constexpr Change kShared = [](d3d::ResourceSpec& spec) { spec.flags.SharedResource = 1; };
constexpr Change kCapture = [](d3d::ResourceSpec& spec) { spec.flags.CaptureBuffer = 1; };
constexpr Change kEncoder = [](d3d::ResourceSpec& spec) { spec.flags2.VideoEncoder = 1; };
constexpr Change kDrawnLocked = [](d3d::ResourceSpec& spec) {
  spec.flags.Texture = 0;
  spec.flags.VertexBuffer = spec.flags.MightDrawFromLocked = 1;
};
constexpr Change kCrossAdapter = [](d3d::ResourceSpec& spec) {
  spec.flags.SharedResource = spec.flags2.CrossAdapter = 1;
};

TEST(CreationRules, U061SharedWithoutAllocationsIsFound) {
  expect_found({"U-061", DEED_NO_ALLOCATION, S_OK, kShared});
}

TEST(CreationRules, U061AllocationThatComesLaterIsSilent) {
  expect_silent({"U-061", DEED_NO_ALLOCATION, S_OK, kAsItIs});
}

TEST(CreationRules, U063DriverThatReadsReservedBitsIsFound) {
  expect_found({"U-063", DEED_READS_NOISE, S_OK, kAsItIs, {.noise = d3d::Noise::kFlags}});
}

TEST(CreationRules, U064DriverThatReadsReservedMembersIsFound) {
  expect_found({"U-064", DEED_READS_NOISE, S_OK, kAsItIs, {.noise = d3d::Noise::kMembers}});
}

TEST(CreationRules, U063AndU064DriverThatReadsNothingReservedIsSilent) {
  expect_silent({"U-063", DEED_NONE, S_OK, kAsItIs, {.noise = d3d::Noise::kFlags}});
  expect_silent({"U-064", DEED_NONE, S_OK, kAsItIs, {.noise = d3d::Noise::kMembers}});
}

TEST(CreationRules, U074CaptureBufferThatIsRefusedOtherwiseIsFound) {
  expect_found({"U-074", DEED_RETURN, E_FAIL, kCapture});
}

TEST(CreationRules, U074CaptureBufferThatIsTooLargeIsSilent) {
  expect_silent({"U-074", DEED_RETURN, E_INVALIDARG, kCapture});
}

TEST(CreationRules, U075EncoderThatIsNotReportedIsFound) {
  expect_found({"U-075", DEED_NONE, S_OK, kEncoder});
}

TEST(CreationRules, U075EncoderThatIsReportedIsSilent) {
  expect_silent({"U-075", DEED_ENCODER, S_OK, kEncoder});
}

TEST(CreationRules, U077BufferThatCannotBeDrawnWhileLockedIsFound) {
  expect_found({"U-077", DEED_INVISIBLE, S_OK, kDrawnLocked});
}

TEST(CreationRules, U077BufferThatCanBeDrawnWhileLockedIsSilent) {
  expect_silent({"U-077", DEED_NONE, S_OK, kDrawnLocked});
}

TEST(CreationRules, U104SecondAllocationForSeveralAdaptersIsFound) {
  expect_found({"U-104", DEED_EXTRA, S_OK, kCrossAdapter});
}

// One row of 16 pixels has 64 bytes, one of 32 has 128.
void lock_cross_adapter(Scene& scene, UINT size) {
  d3d::ResourceSpec spec = shared_textures();
  spec.flags2.CrossAdapter = 1;
  spec.surfaces[0].Width = spec.surfaces[0].Height = size;
  scene.begin(spec);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
}

TEST(CreationRules, U104PitchForSeveralAdaptersIsFound) {
  Scene scene;
  lock_cross_adapter(scene, 16);
  EXPECT_EQ(scene.count("U-104"), 1U) << scene.stand.findings_text();
}

TEST(CreationRules, U104OneAllocationWithTheRightPitchIsSilent) {
  Scene scene;
  lock_cross_adapter(scene, 32);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(CreationRules, U071AnswerThatDependsOnTheKindOfMemoryIsFound) {
  Scene scene;
  d3d::ResourceSpec spec = textures();
  spec.pool = D3DDDIPOOL_LOCALVIDMEM;
  scene.begin(spec).stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_RETURN, E_OUTOFMEMORY);
  spec.pool = D3DDDIPOOL_NONLOCALVIDMEM;
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(spec, second), E_OUTOFMEMORY);
  EXPECT_EQ(scene.count("U-071"), 1U) << scene.stand.findings_text();
}

TEST(CreationRules, U071SameAnswerForAllKindsOfMemoryIsSilent) {
  Scene scene;
  scene.begin();
  for (const D3DDDI_POOL pool : {D3DDDIPOOL_LOCALVIDMEM, D3DDDIPOOL_NONLOCALVIDMEM}) {
    d3d::ResourceSpec spec = textures();
    spec.pool = pool;
    d3d::Resource* second = nullptr;
    EXPECT_EQ(scene.device->create_resource(spec, second), S_OK);
  }
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

// The flags are those of the first allocation.
HRESULT create_with_priority(Scene& scene, ULONG flags) {
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_FIELDS);
  scene.stand.plan().Value = flags;
  scene.stand.plan().Priority = D3DDDI_ALLOCATIONPRIORITY_HIGH;
  d3d::Resource* second = nullptr;
  return scene.device->create_resource(textures(), second);
}

TEST(CreationRules, U098PriorityThatCountsForNothingIsFound) {
  Scene scene;
  EXPECT_EQ(create_with_priority(scene, 0), S_OK);
  EXPECT_EQ(scene.count("U-098"), 1U) << scene.stand.findings_text();
}

TEST(CreationRules, U098PriorityThatOverridesIsSilent) {
  Scene scene;
  EXPECT_EQ(create_with_priority(scene, 0x4), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

// A second device, and what it opened of the scene's shared resource.
struct Opener {
  Opener(Scene& scene, DEED deed, d3d::Device9& on) {
    scene.stand.plan_deed(PLACE_OPEN_RESOURCE, deed);
    result = on.open_resource(scene.resource->global, resource);
    scene.stand.plan() = {};
  }
  HRESULT result;
  d3d::Resource* resource = nullptr;
};

TEST(CreationRules, U023ResourcesByTheKernelsHandleAreFound) {
  Scene scene({.repeat_kernel_handle = true});
  scene.begin(shared_textures());
  const Opener opener(scene, DEED_KERNEL_KEY, *scene.device);
  EXPECT_EQ(opener.result, E_FAIL);
  EXPECT_EQ(scene.count("U-023"), 1U) << scene.stand.findings_text();
}

TEST(CreationRules, U023ResourcesByTheRuntimesHandleAreSilent) {
  Scene scene({.repeat_kernel_handle = true});
  scene.begin(shared_textures());
  const Opener opener(scene, DEED_NONE, *scene.device);
  EXPECT_EQ(opener.result, S_OK);
  EXPECT_EQ(opener.resource->reported_kernel, scene.resource->reported_kernel);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(CreationRules, U102AllocationInOpenResourceIsFound) {
  Scene scene;
  scene.begin(shared_textures());
  const auto other = scene.stand.new_device();
  scene.stand.plan_mistake(PLACE_OPEN_RESOURCE, CALLBACK_ALLOCATE, MISTAKE_RESOURCE);
  d3d::Resource* opened = nullptr;
  other->open_resource(scene.resource->global, opened);
  EXPECT_EQ(scene.stand.plan().Got, E_INVALIDARG);
  EXPECT_EQ(scene.count("U-102"), 1U) << scene.stand.findings_text();
  scene.stand.plan() = {};
  other->destroy();
}

TEST(CreationRules, U109HandleOfAnotherDeviceIsFound) {
  Scene scene;
  scene.begin(shared_textures());
  const auto other = scene.stand.new_device();
  const Opener opener(scene, DEED_GLOBAL_KEY, *other);
  EXPECT_EQ(opener.result, S_OK);
  EXPECT_EQ(scene.count("U-109"), 1U) << scene.stand.findings_text();
  scene.stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_RETURN, S_OK);  // it is the other one's
  other->destroy();
  scene.stand.plan() = {};
}

TEST(CreationRules, U110OpenedThatIsNotClosedIsFound) {
  Scene scene;
  scene.begin(shared_textures());
  const auto other = scene.stand.new_device();
  const Opener opener(scene, DEED_NONE, *other);
  ASSERT_EQ(opener.result, S_OK);
  scene.stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_NO_RELEASE);
  EXPECT_EQ(other->destroy_resource(*opener.resource), S_OK);
  other->destroy();
  EXPECT_EQ(scene.count("U-110"), 1U) << scene.stand.findings_text();
}

TEST(CreationRules, U048ObsoleteBuffersThatAreUsedAreFound) {
  Scene scene({.give_obsolete = true});
  ASSERT_EQ(scene.stand.open(), S_OK);
  scene.stand.plan_deed(PLACE_CREATE_DEVICE, DEED_OBSOLETE);
  scene.begin();
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_EQ(scene.count("U-048"), 1U) << scene.stand.findings_text();
}

TEST(CreationRules, U048ObsoleteBuffersThatAreLeftAreSilent) {
  Scene scene({.give_obsolete = true});
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

// A driver may allocate with one callback or several, and more allocations than surfaces.
TEST(RuntimePromises, U059AndU060AllocationsAreTheDriversToCount) {
  for (const DEED deed : {DEED_NONE, DEED_SPLIT, DEED_EXTRA}) {
    Scene scene;
    scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, deed);
    d3d::Resource* second = nullptr;
    EXPECT_EQ(scene.device->create_resource(textures(3), second), S_OK);
    EXPECT_EQ(second->allocations.size(), deed == DEED_EXTRA ? 4U : 3U);
    EXPECT_EQ(scene.device->destroy_resource(*second), S_OK);
    EXPECT_EQ(scene.living(), 1U);
    scene.end();
    EXPECT_EQ(scene.stand.findings_text(), "");
  }
}

TEST(RuntimePromises, U062ResourceWithoutFlagsIsLockedAndCopiedOnly) {
  d3d::ResourceSpec spec = textures();
  spec.flags.Value = 0;
  Scene scene;
  scene.begin(spec);
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(spec, second), S_OK);
  EXPECT_EQ(scene.device->blt(*scene.resource, *second), S_OK);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.device->unlock(*scene.resource, 0), S_OK);
  EXPECT_EQ(scene.device->present(*scene.resource), E_INVALIDARG);
  EXPECT_EQ(scene.stand.plan().Presents, 0U);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(RuntimePromises, U081CreateResourceComesOnTheApplicationsThread) {
  Scene scene;
  scene.begin();
  const void* const first = scene.stand.plan().CreateThread;
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(textures(), second), S_OK);
  EXPECT_EQ(scene.stand.plan().CreateThread, first);
  sim::Thread other = sim::spawn(
      "application", [&] { EXPECT_EQ(scene.device->create_resource(textures(), second), S_OK); });
  other.join();
  EXPECT_NE(scene.stand.plan().CreateThread, first);
}

// The driver wipes its buffers as soon as pfnAllocateCb has returned.
TEST(RuntimePromises, U092AndU111OpenersSeeWhatWasHandedOverAndNoReservedFlags) {
  Scene scene;
  scene.begin(shared_textures());
  const auto other = scene.stand.new_device();
  d3d::Resource* opened = nullptr;
  ASSERT_EQ(other->open_resource(scene.resource->global, opened), S_OK);
  EXPECT_EQ(scene.stand.plan().OpenedUsage, 77U);
  EXPECT_EQ(scene.stand.plan().OpenedFlags, 0U);
  other->destroy();
}

TEST(RuntimePromises, U113SharedPrimaryHasBothFlags) {
  d3d::ResourceSpec spec = shared_textures();
  spec.flags.Primary = 1;
  Scene scene;
  scene.begin(spec);
  D3DDDI_RESOURCEFLAGS seen;
  seen.Value = scene.stand.plan().LastFlags;
  EXPECT_EQ(seen.Primary, 1U);
  EXPECT_EQ(seen.SharedResource, 1U);
}

TEST(RuntimePromises, U122RestrictedResourceIsOpenedByItsOwnProcessOnly) {
  for (const bool is_restricted : {false, true}) {
    Scene scene;
    d3d::ResourceSpec spec = shared_textures();
    spec.flags.RestrictSharedAccess = is_restricted ? 1 : 0;
    scene.begin(spec);
    const auto stranger = scene.stand.dock().new_process();
    {
      const auto adapter = scene.stand.new_adapter(*stranger);
      ASSERT_EQ(adapter->open(), S_OK);
      const auto device = std::make_shared<d3d::Device9>(adapter);
      ASSERT_EQ(device->create(), S_OK);
      d3d::Resource* opened = nullptr;
      EXPECT_EQ(device->open_resource(scene.resource->global, opened),
                is_restricted ? E_ACCESSDENIED : S_OK);
      EXPECT_EQ(scene.stand.plan().Opens, is_restricted ? 0U : 1U);
      device->destroy();
      adapter->close();
    }
    const auto own = scene.stand.new_device();
    d3d::Resource* opened = nullptr;
    EXPECT_EQ(own->open_resource(scene.resource->global, opened), S_OK);
    own->destroy();
    scene.end();
    EXPECT_EQ(scene.stand.findings_text(), "");
  }
}

}  // namespace
}  // namespace drydock::testing
