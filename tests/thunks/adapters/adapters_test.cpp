// Adapters: enumerated, opened and closed.
#include "tests/support/raises.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

bool is_local(D3DKMT_HANDLE handle) { return handle >> 30 != 0 && (handle & 0x3F) == 0; }

TEST(ThunkAdapters, EnumerationOpensEach) {
  Machine machine;
  Client client(machine);
  D3DKMT_ENUMADAPTERS2 count{};
  EXPECT_EQ(D3DKMTEnumAdapters2(&count), STATUS_SUCCESS);
  EXPECT_EQ(count.NumAdapters, 34U);
  D3DKMT_ADAPTERINFO infos[4] = {};
  D3DKMT_ENUMADAPTERS2 list{0, infos};
  EXPECT_EQ(D3DKMTEnumAdapters2(&list), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(infos[0].hAdapter, 0U);
  list.NumAdapters = 4;
  EXPECT_EQ(D3DKMTEnumAdapters2(&list), STATUS_SUCCESS);
  EXPECT_EQ(list.NumAdapters, 1U);
  EXPECT_TRUE(is_local(infos[0].hAdapter));
  EXPECT_EQ(infos[0].hAdapter, client.adapter() + 0x40);
  EXPECT_EQ(infos[0].AdapterLuid.LowPart, machine.adapter().luid().LowPart);
  const D3DKMT_CLOSEADAPTER close{infos[0].hAdapter};
  EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_SUCCESS);
  EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_INVALID_PARAMETER);
  list = {4, infos};
  EXPECT_EQ(D3DKMTEnumAdapters2(&list), STATUS_SUCCESS);
  EXPECT_EQ(infos[0].hAdapter, client.adapter() + 0x80);
  EXPECT_EQ(D3DKMTEnumAdapters2(nullptr), STATUS_INVALID_PARAMETER);
}

TEST(ThunkAdapters, K067EachHandleIsClosedOnce) {
  const StaysSilent silent({"K-067"});
  Machine machine;
  Client client(machine);
  D3DKMT_ADAPTERINFO infos[4] = {};
  for (int i = 0; i < 3; ++i) {
    D3DKMT_ENUMADAPTERS2 list{4, infos};
    ASSERT_EQ(D3DKMTEnumAdapters2(&list), STATUS_SUCCESS);
    const D3DKMT_CLOSEADAPTER close{infos[0].hAdapter};
    EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_SUCCESS);
  }
}

TEST(ThunkAdapters, OlderAndNewerEnumerationsAgree) {
  Machine machine;
  Client client(machine);
  D3DKMT_ENUMADAPTERS all{};
  EXPECT_EQ(D3DKMTEnumAdapters(&all), STATUS_SUCCESS);
  EXPECT_EQ(all.NumAdapters, 1U);
  EXPECT_EQ(all.Adapters[0].hAdapter, client.adapter() + 0x40);
  D3DKMT_ADAPTERINFO info{};
  D3DKMT_ENUMADAPTERS3 filtered{{}, 1, &info};
  EXPECT_EQ(D3DKMTEnumAdapters3(&filtered), STATUS_SUCCESS);
  EXPECT_EQ(info.hAdapter, client.adapter() + 0x80);
  filtered.Filter.Reserved = 1;
  EXPECT_EQ(D3DKMTEnumAdapters3(&filtered), STATUS_INVALID_PARAMETER);
}

TEST(ThunkAdapters, StatusesOfOpening) {
  Machine machine;
  Client client(machine);
  EXPECT_EQ(D3DKMTOpenAdapterFromGdiDisplayName(nullptr), STATUS_UNSUCCESSFUL);
  D3DKMT_OPENADAPTERFROMGDIDISPLAYNAME display{};
  EXPECT_EQ(D3DKMTOpenAdapterFromGdiDisplayName(&display), STATUS_UNSUCCESSFUL);
  EXPECT_EQ(D3DKMTOpenAdapterFromDeviceName(nullptr), STATUS_INVALID_PARAMETER);
  D3DKMT_OPENADAPTERFROMDEVICENAME name{};
  EXPECT_EQ(D3DKMTOpenAdapterFromDeviceName(&name), STATUS_INVALID_PARAMETER);
  D3DKMT_OPENADAPTERFROMHDC context{};
  EXPECT_EQ(D3DKMTOpenAdapterFromHdc(&context), STATUS_INVALID_PARAMETER);
  D3DKMT_OPENADAPTERFROMLUID luid{};
  luid.AdapterLuid.LowPart = 0x7777;
  EXPECT_EQ(D3DKMTOpenAdapterFromLuid(&luid), STATUS_INVALID_PARAMETER);
}

TEST(ThunkAdapters, ClosingWhatIsNoAdapterIsRefused) {
  const Raises raises({"K-067"});
  Machine machine;
  Client client(machine);
  EXPECT_EQ(D3DKMTCloseAdapter(nullptr), STATUS_INVALID_PARAMETER);
  for (const D3DKMT_HANDLE bad : {0U, 0x1234U, 0x40000002U, 0xFFFFFFFFU, client.new_device()}) {
    const D3DKMT_CLOSEADAPTER close{bad};
    EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_INVALID_PARAMETER) << std::hex << bad;
  }
  const D3DKMT_CLOSEADAPTER close{client.adapter()};
  EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_SUCCESS);
}

TEST(ThunkAdapters, ThreadsInNoProcessUseTheStandardDock) {
  D3DKMT_ENUMADAPTERS2 count{};
  EXPECT_EQ(D3DKMTEnumAdapters2(&count), STATUS_SUCCESS);
  EXPECT_EQ(count.NumAdapters, 34U);
}

}  // namespace
}  // namespace drydock::testing
