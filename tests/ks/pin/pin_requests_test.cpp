// Streams and resets that a pin is asked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/ks/client_scene.h"
#include "tests/ks/opened.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

// A change of format in some memory, written to a sink.
NTSTATUS change_format(const File& sink, void* memory, ULONG headers = 1) {
  std::memcpy(memory, plain_format().data(), sizeof(KSDATAFORMAT));
  Bytes all(headers * sizeof(KSSTREAM_HEADER));
  for (ULONG i = 0; i < headers; ++i) {
    KSSTREAM_HEADER header{};
    header.Size = sizeof header;
    header.FrameExtent = header.DataUsed = sizeof(KSDATAFORMAT);
    header.Data = memory;
    header.OptionsFlags = KSSTREAM_HEADER_OPTIONSF_TYPECHANGED;
    std::memcpy(all.data() + i * sizeof header, &header, sizeof header);
  }
  return sink.request(IOCTL_KS_WRITE_STREAM, {}, all);
}

std::vector<drydock::rules::Finding> format_changes(bool from_allocator, ULONG headers) {
  ClientScene scene;
  scene.allocator.close();
  scene.pin.close();
  EXPECT_EQ(scene.rig.connect(scene.filter, 1, plain_format(), scene.pin), STATUS_SUCCESS);
  EXPECT_EQ(scene.open_allocator(pool_framing(1), scene.allocator), STATUS_SUCCESS);
  EXPECT_EQ(scene.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  Bytes frame(sizeof(PVOID));
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_WRITE, frame),
            STATUS_SUCCESS);
  void* memory = nullptr;
  std::memcpy(&memory, frame.data(), sizeof memory);
  Bytes own(sizeof(KSDATAFORMAT));
  EXPECT_EQ(change_format(scene.pin, from_allocator ? memory : own.data(), headers),
            headers == 1 ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER);
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, frame), STATUS_SUCCESS);
  scene.pin.set_state(KSSTATE_STOP);
  return scene.end();
}

TEST(KsClientRules, S081FormatInAFrameOfTheAllocatorIsFound) {
  EXPECT_TRUE(has(format_changes(true, 1), "S-081"));
}

TEST(KsClientRules, S265FormatAmongOtherHeadersIsFound) {
  EXPECT_TRUE(has(format_changes(false, 2), "S-265"));
}

TEST(KsClientRules, S081FormatInMemoryOfItsOwnIsSilent) {
  const auto findings = format_changes(false, 1);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsClientRules, S262HeaderOfAnotherSizeIsFound) {
  ClientScene scene;
  EXPECT_EQ(scene.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  KSSTREAM_HEADER header{};
  header.Size = sizeof header - 8;
  Bytes all = bytes_of(header);
  EXPECT_EQ(scene.pin.request(IOCTL_KS_READ_STREAM, {}, all), STATUS_INVALID_BUFFER_SIZE);
  expect(scene, "S-262");
}

TEST(KsPromises, S159TheIrpCompletesWithItsLastFrame) {
  Opened opened({"FRAMES=3"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  const File::Stream two = pin.read(2, 64);
  ASSERT_EQ(two.sent->status(), STATUS_SUCCESS);
  EXPECT_EQ(two.sent->returned(), 2 * sizeof(KSSTREAM_HEADER));
  File::Stream more = pin.read(2, 64);
  EXPECT_FALSE(more.sent->is_done());
  more.sent->cancel();
  EXPECT_EQ(more.sent->status(), STATUS_CANCELLED);
}

TEST(KsPromises, S196ResetCancelsAndRefusesUntilItsEnd) {
  Opened opened({"FRAMES=0"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream waiting = pin.read(1, 64);
  Bytes nothing;
  ASSERT_EQ(pin.request(IOCTL_KS_RESET_STATE, bytes_of(KSRESET_BEGIN), nothing), STATUS_SUCCESS);
  EXPECT_EQ(waiting.sent->status(), STATUS_CANCELLED);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_DEVICE_NOT_READY);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_DEVICE_NOT_READY);
  ASSERT_EQ(pin.request(IOCTL_KS_RESET_STATE, bytes_of(KSRESET_END), nothing), STATUS_SUCCESS);
  File::Stream accepted = pin.read(1, 64);
  EXPECT_FALSE(accepted.sent->is_done());
  pin.set_state(KSSTATE_STOP);
  EXPECT_THAT(opened.notes(), HasSubstr("Pause Reset Run Reset"));
}

}  // namespace
