// Pins that kernel clients open, and streams that they send.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/ks/client_scene.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

// A pin that consumes data is opened with this access and closed again.
void open_sink(const ClientScene& scene, ACCESS_MASK access) {
  HANDLE handle = nullptr;
  struct {
    KSPIN_CONNECT connect{};
    KSDATAFORMAT format{};
  } request;
  request.connect.Interface.Set = KSINTERFACESETID_Standard;
  request.connect.Interface.Id = KSINTERFACE_STANDARD_STREAMING;
  request.connect.Medium.Set = KSMEDIUMSETID_Standard;
  request.connect.PinId = 1;
  std::memcpy(&request.format, plain_format().data(), sizeof request.format);
  EXPECT_EQ(KsCreatePin(scene.filter.handle(), &request.connect, access, &handle), STATUS_SUCCESS);
  ZwClose(handle);
}

TEST(KsClientRules, S111PinOpenedForTheWrongAccessIsFound) {
  ClientScene scene;
  open_sink(scene, GENERIC_READ);
  expect(scene, "S-111");
}

TEST(KsClientRules, S111PinOpenedForWritingIsSilent) {
  ClientScene scene;
  open_sink(scene, GENERIC_WRITE);
  const auto findings = scene.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-267: headers of a kernel client, in one pool or the other.
std::vector<drydock::rules::Finding> stream_io(POOL_TYPE pool) {
  Rig rig(minidriver());
  File filter, pin;
  EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
  EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  EXPECT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  Bytes data(64);
  auto* header =
      static_cast<PKSSTREAM_HEADER>(ExAllocatePoolWithTag(pool, sizeof(KSSTREAM_HEADER), 'tseT'));
  *header = {};
  header->Size = sizeof *header;
  header->FrameExtent = 64;
  header->Data = data.data();
  IO_STATUS_BLOCK block{};
  EXPECT_EQ(KsStreamIo(pin.object(), nullptr, nullptr, nullptr, nullptr, KsInvokeOnSuccess, &block,
                       header, sizeof *header, KSSTREAM_READ | KSSTREAM_SYNCHRONOUS, KernelMode),
            STATUS_SUCCESS);
  EXPECT_EQ(header->DataUsed, 64U);
  ExFreePool(header);
  pin.close();
  filter.close();
  rig.finish();
  return rig.findings();
}

TEST(KsClientRules, S267PagedHeadersAreFound) { EXPECT_TRUE(has(stream_io(PagedPool), "S-267")); }

TEST(KsClientRules, S267NonpagedHeadersAreSilent) {
  const auto findings = stream_io(NonPagedPoolNx);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
