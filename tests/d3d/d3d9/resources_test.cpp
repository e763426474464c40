// Mistakes of drivers with resources, one rule a test, and drivers that make none.
#include <gtest/gtest.h>

#include "src/d3d/driver/result.h"
#include "src/d3d/driver/wdk.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

TEST(ResourceRules, U003AnErrorAfterTheReleaseIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_RETURN_AFTER, E_FAIL);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), E_FAIL);
  EXPECT_EQ(scene.count("U-003"), 1U) << scene.stand.findings_text();
}

// Early, by the list that is being built; and for certain, when it is submitted.
TEST(ResourceRules, U004U124AndU136ReleaseBeforeTheBatchIsSubmittedIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_NO_SUBMIT);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.count("U-004"), 1U);
  EXPECT_EQ(scene.count("U-136"), 0U);
  EXPECT_EQ(scene.device->flush(), D3DDDIERR_INVALIDHANDLE);
  EXPECT_EQ(scene.count("U-136"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-124"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U008PartOfALivingGroupIsFound) {
  Scene scene;
  scene.begin(textures(2));
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE, MISTAKE_PART), S_OK);
  EXPECT_EQ(scene.count("U-008"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U020HandleThatIsNotTheDriversIsFound) {
  for (const DEED deed : {DEED_NO_HANDLE, DEED_NULL_HANDLE}) {
    Scene scene;
    scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, deed);
    d3d::Resource* second = nullptr;
    EXPECT_EQ(scene.device->create_resource(textures(), second), E_FAIL);
    EXPECT_EQ(second, nullptr);
    EXPECT_EQ(scene.count("U-020"), 1U) << scene.stand.findings_text();
  }
}

TEST(ResourceRules, U022HandleOfAnotherIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_SAME_HANDLE);
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(textures(), second), E_FAIL);
  EXPECT_EQ(scene.count("U-022"), 1U) << scene.stand.findings_text();
}

// CreateResource is called when there is no CreateResource2, which U-073 wants from WDDM 1.3 on.
TEST(ResourceRules, U055AndU073UnlistedResultIsFound) {
  Scene scene;
  ASSERT_EQ(scene.stand.open(), S_OK);
  scene.stand.plan_deed(PLACE_CREATE_DEVICE, DEED_NO_SECOND);
  scene.begin();
  EXPECT_EQ(scene.count("U-073"), 1U);
  scene.stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_RETURN, E_FAIL);
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(textures(), second), E_FAIL);
  EXPECT_EQ(scene.count("U-055"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U056NotAvailableForATextureIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_RETURN, D3DDDIERR_NOTAVAILABLE);
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(textures(), second), D3DDDIERR_NOTAVAILABLE);
  EXPECT_EQ(scene.count("U-056"), 1U) << scene.stand.findings_text();
}

// One cause, one finding.
TEST(ResourceRules, U056UnlistedResultForAVertexBufferIsRaisedOnce) {
  Scene scene;
  ASSERT_EQ(scene.stand.open(), S_OK);
  scene.stand.plan_deed(PLACE_CREATE_DEVICE, DEED_NO_SECOND);
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_RETURN, E_FAIL);
  d3d::ResourceSpec spec = textures();
  spec.flags.Texture = 0;
  spec.flags.VertexBuffer = 1;
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(spec, second), E_FAIL);
  EXPECT_EQ(scene.count("U-055"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.count("U-056"), 0U) << scene.stand.findings_text();
}

TEST(ResourceRules, U056NotAvailableForAVertexBufferIsSilent) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_RETURN, D3DDDIERR_NOTAVAILABLE);
  d3d::ResourceSpec spec = textures();
  spec.flags.Texture = 0;
  spec.flags.VertexBuffer = 1;
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(spec, second), D3DDDIERR_NOTAVAILABLE);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

d3d::ResourceSpec in_system_memory(void* memory) {
  d3d::ResourceSpec spec = textures();
  spec.pool = D3DDDIPOOL_SYSTEMMEM;
  spec.surfaces[0].pSysMem = memory;
  spec.surfaces[0].SysMemPitch = 64;
  return spec;
}

TEST(ResourceRules, U070AndU096SystemMemoryThatCannotBeWrappedIsFound) {
  std::vector<std::uint32_t> memory(256);
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_FIELDS);
  scene.stand.plan().Value = 2;  // stereo, and no primary
  scene.stand.plan().Memory = memory.data();
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(in_system_memory(memory.data()), second), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-096"), 1U);
  EXPECT_EQ(scene.count("U-070"), 1U) << scene.stand.findings_text();
}

// The GPU writes where the application looks.
TEST(RuntimePromises, SystemMemoryOfWholePagesIsWrapped) {
  constexpr UINT kSide = 64;
  alignas(PAGE_SIZE) static std::uint32_t memory[kSide * kSide];
  d3d::ResourceSpec spec = in_system_memory(memory);
  spec.surfaces[0].Width = spec.surfaces[0].Height = kSide;
  spec.surfaces[0].SysMemPitch = kSide * 4;
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_FIELDS);
  scene.stand.plan().Memory = memory;
  d3d::Resource* wrapped = nullptr;
  ASSERT_EQ(scene.device->create_resource(spec, wrapped), S_OK) << scene.stand.findings_text();
  scene.stand.plan() = {};
  EXPECT_EQ(scene.device->color_fill(*wrapped, 0, 0x0a0b0c0d), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*wrapped, 0, {}, locked), S_OK);  // waits for it
  EXPECT_EQ(locked.data, memory);
  EXPECT_EQ(memory[0], 0x0a0b0c0dU);
  EXPECT_EQ(memory[kSide * kSide - 1], 0x0a0b0c0dU);
  EXPECT_EQ(scene.device->unlock(*wrapped, 0), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U070SystemMemoryIsSilent) {
  std::vector<std::uint32_t> memory(256);
  Scene scene;
  scene.begin(in_system_memory(memory.data())).end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U072StagingMemoryThatIsRefusedIsFound) {
  d3d::ResourceSpec spec = textures();
  spec.pool = D3DDDIPOOL_STAGINGMEM;
  Scene scene;
  scene.begin(spec).stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_RETURN, E_FAIL);
  EXPECT_EQ(scene.count("U-072"), 0U);
  d3d::Resource* second = nullptr;
  EXPECT_EQ(scene.device->create_resource(spec, second), E_FAIL);
  EXPECT_EQ(scene.count("U-072"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U072StagingMemoryIsSilent) {
  d3d::ResourceSpec spec = textures();
  spec.pool = D3DDDIPOOL_STAGINGMEM;
  Scene scene;
  scene.begin(spec).end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U106OpenedWithoutAHandleIsFound) {
  Scene scene;
  scene.begin(shared_textures());
  const auto other = scene.stand.new_device();
  scene.stand.plan_deed(PLACE_OPEN_RESOURCE, DEED_NO_HANDLE);
  d3d::Resource* opened = nullptr;
  EXPECT_EQ(other->open_resource(scene.resource->global, opened), E_FAIL);
  EXPECT_EQ(opened, nullptr);
  EXPECT_EQ(scene.count("U-106"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U117SharedReleasedByListIsFound) {
  Scene scene;
  scene.begin(shared_textures(2)).stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_LIST_RELEASE);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.count("U-117"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.stand.findings().size(), 1U) << "a list of all stands for the resource";
  EXPECT_EQ(scene.stand.kernel_resources(), 0);
}

TEST(ResourceRules, U118PartOfASharedOneIsFound) {
  Scene scene;
  scene.begin(shared_textures(2));
  EXPECT_EQ(scene.err_in_flush(CALLBACK_DEALLOCATE, MISTAKE_PART), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-118"), 1U) << scene.stand.findings_text();
}

// Windows gives the same buffers again: the driver keeps them, and its device goes on.
TEST(ResourceRules, U130WritingInBuffersThatWereReplacedIsFoundAndGoesOn) {
  Scene scene;
  scene.begin();
  scene.stand.plan_deed(PLACE_FLUSH, DEED_OLD_BUFFERS);
  for (const UINT color : {1U, 2U, 3U}) {
    EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, color), S_OK);
    EXPECT_EQ(scene.device->flush(), S_OK);
  }
  EXPECT_EQ(scene.count("U-130"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.stand.findings().size(), 1U) << "one cause, one finding";
  EXPECT_TRUE(scene.stand.driver().alive());
}

TEST(ResourceRules, U138CachedLockIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_EQ(scene.count("U-138"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK, MISTAKE_NONE), S_OK);
}

// One into which the driver streams, say: it is no resource's.
TEST(ResourceRules, U138BufferOfTheDriversOwnThatStaysLockedIsSilent) {
  Scene scene;
  ASSERT_EQ(scene.stand.open(), S_OK);
  scene.stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_UNATTACHED);
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_LOCK, MISTAKE_NONE), S_OK);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  EXPECT_EQ(scene.count("U-138"), 0U) << scene.stand.findings_text();
  EXPECT_EQ(scene.err_in_flush(CALLBACK_UNLOCK, MISTAKE_NONE), S_OK);
}

// Memory of the runtime's that the driver has wrapped.
void wrap(Scene& scene, void* memory, d3d::Resource*& out) {
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_FIELDS);
  scene.stand.plan().Memory = memory;
  ASSERT_EQ(scene.device->create_resource(in_system_memory(memory), out), S_OK);
  scene.stand.plan() = {};
}

TEST(ResourceRules, U163WrappedMemoryThatStaysLockedIsFound) {
  std::vector<std::uint32_t> memory(256);
  Scene scene;
  d3d::Resource* wrapped = nullptr;
  wrap(scene, memory.data(), wrapped);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*wrapped, 0, {}, locked), S_OK);
  EXPECT_EQ(locked.data, memory.data());
  scene.stand.plan_deed(PLACE_UNLOCK, DEED_RETURN, S_OK);
  EXPECT_EQ(scene.device->unlock(*wrapped, 0), S_OK);
  EXPECT_EQ(scene.count("U-163"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U163WrappedMemoryThatIsUnlockedIsSilent) {
  std::vector<std::uint32_t> memory(256);
  Scene scene;
  d3d::Resource* wrapped = nullptr;
  wrap(scene, memory.data(), wrapped);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*wrapped, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.device->unlock(*wrapped, 0), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U162WrappedMemoryWhoseWorkIsNotSubmittedIsFound) {
  std::vector<std::uint32_t> memory(256);
  Scene scene;
  d3d::Resource* wrapped = nullptr;
  wrap(scene, memory.data(), wrapped);
  EXPECT_EQ(scene.device->color_fill(*wrapped, 0, 1), S_OK);
  scene.stand.plan_deed(PLACE_LOCK, DEED_NO_LOCK);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*wrapped, 0, {}, locked), S_OK);
  EXPECT_EQ(scene.count("U-162"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U162WrappedMemoryThatIsWaitedForIsSilent) {
  std::vector<std::uint32_t> memory(256);
  Scene scene;
  d3d::Resource* wrapped = nullptr;
  wrap(scene, memory.data(), wrapped);
  EXPECT_EQ(scene.device->color_fill(*wrapped, 0, 1), S_OK);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*wrapped, 0, {}, locked), S_OK);
  EXPECT_EQ(locked.data, memory.data());
  EXPECT_EQ(scene.device->unlock(*wrapped, 0), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

TEST(ResourceRules, U173LockOfWhatTheCpuCannotSeeIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, DEED_INVISIBLE);
  d3d::Resource* second = nullptr;
  ASSERT_EQ(scene.device->create_resource(textures(), second), S_OK);
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*second, 0, {}, locked), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-173"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U198ReleaseWhileLockedIsFound) {
  Scene scene;
  scene.begin();
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  scene.stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_NO_UNLOCK);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.count("U-198"), 1U) << scene.stand.findings_text();
  // The runtime has unlocked it, so that it could go.
  EXPECT_EQ(scene.living(), 0U);
  EXPECT_EQ(scene.stand.kernel_allocations(), 0);
  scene.end();
  EXPECT_EQ(scene.stand.findings().size(), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U198ReleaseWhileLockedIsRefusedWhenAskedFor) {
  Scene scene({.refuse_locked = true});
  scene.begin();
  d3d::LockedSurface locked;
  EXPECT_EQ(scene.device->lock(*scene.resource, 0, {}, locked), S_OK);
  scene.stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_NO_UNLOCK);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-198"), 1U) << scene.stand.findings_text();
  EXPECT_EQ(scene.living(), 1U);
  EXPECT_EQ(scene.stand.kernel_allocations(), 1);
}

TEST(ResourceRules, U210DeferralThatOutstaysIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_DESTROY_RESOURCE, DEED_DEFER_FOREVER);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  scene.end();
  EXPECT_EQ(scene.count("U-210"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U232OwnInvalidArgumentIsFound) {
  Scene scene;
  scene.begin().stand.plan_deed(PLACE_FLUSH, DEED_RETURN, E_INVALIDARG);
  EXPECT_EQ(scene.device->flush(), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-232"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U289AndU292OfferThatIsTooEarlyOrFailsIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.stand.plan_deed(PLACE_OFFER, DEED_NO_SUBMIT);
  scene.device->offer({&scene.resource, 1}, D3DDDI_OFFER_PRIORITY_LOW);
  EXPECT_EQ(scene.count("U-289"), 1U) << scene.stand.findings_text();
  scene.stand.plan_deed(PLACE_RECLAIM, DEED_RETURN, E_FAIL);
  EXPECT_EQ(scene.device->reclaim({&scene.resource, 1}, {}), E_FAIL);
  EXPECT_EQ(scene.count("U-292"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U290UseOfWhatIsOfferedIsFound) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.device->offer({&scene.resource, 1}, D3DDDI_OFFER_PRIORITY_LOW), S_OK);
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.device->flush(), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-290"), 1U) << scene.stand.findings_text();
}

TEST(ResourceRules, U292OfferThatIsRefusedIsNoLostDevice) {
  Scene scene;
  scene.begin().stand.plan_mistake(PLACE_OFFER, CALLBACK_OFFER, MISTAKE_PRIORITY);
  EXPECT_EQ(scene.device->offer({&scene.resource, 1}, D3DDDI_OFFER_PRIORITY_LOW), S_OK);
  EXPECT_EQ(scene.stand.plan().Got, E_INVALIDARG);
  EXPECT_EQ(scene.count("U-292"), 0U) << scene.stand.findings_text();
}

}  // namespace
}  // namespace drydock::testing
