// Twins of the software GPU's user-mode driver, each with one of the bugs that such drivers have
// most often. Each is found by its rule; without the bug the same life is silent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "src/sim/faults.h"
#include "tests/support/file_text.h"
#include "tests/win32/gpu_stand.h"
#include "tests/win32/twins/twin.h"

namespace drydock::testing {
namespace {

using d3d::LockedSurface;
using d3d::Resource;
using ::testing::HasSubstr;

// The driver with all the bugs, of which it commits one.
class TwinStand : public GpuStand {
 public:
  explicit TwinStand(SoftGpuTwin twin) : GpuStand({}, DRYDOCK_SOFTGPU_TWINS) {
    using Choose = HRESULT(APIENTRY*)(int*);
    const auto choose = reinterpret_cast<Choose>(driver().loaded().symbol("OpenAdapter12"));
    int chosen = twin;
    driver().driver().run("OpenAdapter12", [&] { choose(&chosen); });
  }
};

d3d::ResourceSpec twin_images(std::size_t count, bool is_shared = false) {
  d3d::ResourceSpec spec;
  spec.flags.Texture = 1;
  spec.flags.SharedResource = is_shared ? 1 : 0;
  spec.surfaces.assign(count, {16, 16, 1, nullptr, 0, 0});
  return spec;
}

// Lives of one device, which go on whatever happens on the way.
using Life = void (*)(d3d::Device&);

void draw_and_destroy(d3d::Device& device, bool is_shared) {
  Resource* resource = nullptr;
  if (FAILED(device.create_resource(twin_images(2, is_shared), resource))) return;
  device.color_fill(*resource, 0, 1);
  device.flush();
  device.color_fill(*resource, 1, 2);
  device.destroy_resource(*resource);
  device.flush();
  device.flush();
}

void draws(d3d::Device& device) { draw_and_destroy(device, false); }
void shares(d3d::Device& device) { draw_and_destroy(device, true); }

void destroys_what_is_locked(d3d::Device& device) {
  Resource* resource = nullptr;
  if (FAILED(device.create_resource(twin_images(2), resource))) return;
  LockedSurface locked;
  device.lock(*resource, 1, {}, locked);
  device.destroy_resource(*resource);
  device.flush();
}

void submits_in_vain(d3d::Device& device) {
  Resource* resource = nullptr;
  if (FAILED(device.create_resource(twin_images(1), resource))) return;
  device.color_fill(*resource, 0, 1);
  const sim::FaultInjection injection({.nth = 0, .only = sim::FaultKind::kObject});
  device.flush();
}

void discards_in_vain(d3d::Device& device) {
  Resource* resource = nullptr;
  if (FAILED(device.create_resource(twin_images(1), resource))) return;
  D3DDDI_LOCKFLAGS discard{};
  discard.Discard = 1;
  LockedSurface locked;
  const sim::FaultInjection injection({.nth = 0, .only = sim::FaultKind::kMapping});
  if (SUCCEEDED(device.lock(*resource, 0, discard, locked))) device.unlock(*resource, 0);
}

struct Twin {
  SoftGpuTwin twin;
  Life life;
  std::vector<const char*> rules;  // all are found
};

std::vector<rules::Finding> found(SoftGpuTwin twin, Life life) {
  TwinStand stand(twin);
  d3d::Device* const device = stand.new_device();
  if (device != nullptr) life(*device);
  stand.end();
  return stand.findings();
}

void expect_found(const Twin& each) {
  const std::vector<rules::Finding> findings = found(each.twin, each.life);
  for (const char* rule : each.rules) EXPECT_TRUE(has(findings, rule)) << rule << text_of(findings);
}

TEST(SoftGpuTwins, ProperDriverIsSilentInAllLives) {
  for (const Life life :
       {draws, shares, destroys_what_is_locked, submits_in_vain, discards_in_vain})
    EXPECT_EQ(text_of(found(kProper, life)), "");
}

TEST(SoftGpuTwins, OldBuffersAreFound) { expect_found({kOldBuffers, draws, {"U-130"}}); }
TEST(SoftGpuTwins, ListReleaseIsFound) { expect_found({kListRelease, draws, {"U-195", "U-196"}}); }
TEST(SoftGpuTwins, ListReleaseOfASharedOneIsFound) {
  expect_found({kListRelease, shares, {"U-117"}});
}
TEST(SoftGpuTwins, MissingReleaseIsFound) { expect_found({kNeverReleased, draws, {"U-005"}}); }
TEST(SoftGpuTwins, MissingReleaseOfASharedOneIsFound) {
  expect_found({kNeverReleased, shares, {"U-115"}});
}
TEST(SoftGpuTwins, HalfACreationIsFound) { expect_found({kHalfCreated, draws, {"U-082"}}); }
TEST(SoftGpuTwins, OwnInvalidArgumentIsFound) { expect_found({kOwnInvalid, draws, {"U-232"}}); }
// Early, and for certain.
TEST(SoftGpuTwins, ReleaseBeforeTheBatchIsFound) {
  expect_found({kEarlyRelease, draws, {"U-004", "U-136", "U-124"}});
}
TEST(SoftGpuTwins, ReleaseOfWhatIsLockedIsFound) {
  expect_found({kStillLocked, destroys_what_is_locked, {"U-198"}});
}
TEST(SoftGpuTwins, SecondReleaseIsFound) { expect_found({kSecondRelease, draws, {"U-199"}}); }
TEST(SoftGpuTwins, ContextThatIsLeftIsFound) { expect_found({kContextLeft, draws, {"U-153"}}); }
TEST(SoftGpuTwins, FailureThatIsSwallowedIsFound) {
  expect_found({kSwallowed, submits_in_vain, {"U-230"}});
}
TEST(SoftGpuTwins, DiscardThatIsNotTriedAgainIsFound) {
  expect_found({kNoRetry, discards_in_vain, {"U-177"}});
}

std::string source_of(const char* file) {
  const std::filesystem::path twins(DRYDOCK_SOFTGPU_TWINS);
  return file_text(twins.parent_path() / "twins" / file);
}

// The finding about a leak names the resource, where it was created, its history, and the missing
// call.
TEST(SoftGpuTwins, ALeakHasItsWholeHistory) {
  const std::vector<rules::Finding> findings = found(kNeverReleased, draws);
  const rules::Finding& leak = first(findings, "U-005");
  const std::string text = rules::to_text(leak);
  EXPECT_THAT(text, HasSubstr("resource 1 of 2 surfaces"));
  EXPECT_THAT(text, HasSubstr("made by CreateResource"));
  EXPECT_THAT(text, HasSubstr("DestroyResource called"));
  EXPECT_THAT(text, HasSubstr("made by pfnAllocateCb"));
  EXPECT_THAT(text, HasSubstr("never released by pfnDeallocateCb"));
  const int made_at = line_of(source_of("resource.cpp"), "result = kernel.allocate(wanted);");
  EXPECT_TRUE(mentions_line(leak, "resource.cpp", made_at)) << text;
}

}  // namespace
}  // namespace drydock::testing
