// Names of adapters and of displays.
#include "src/dxgk/dock/adapter_name.h"

#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

const std::vector<std::string> kDisplay = {"-DBOOK_SOURCES=1"};

NTSTATUS open_display(const char16_t* name, D3DKMT_OPENADAPTERFROMGDIDISPLAYNAME& open) {
  open = {};
  for (std::size_t i = 0; name[i] != 0; ++i) open.DeviceName[i] = static_cast<WCHAR>(name[i]);
  return D3DKMTOpenAdapterFromGdiDisplayName(&open);
}

TEST(ClientAdapters, K071DisplayOutsideTheDesktopIsRefused) {
  const Raises raises({"K-071"});
  Machine machine(kDisplay);
  Client client(machine);
  D3DKMT_OPENADAPTERFROMGDIDISPLAYNAME open{};
  for (const char16_t* name : {u"", u"\\\\.\\DISPLAY0", u"\\\\.\\DISPLAY2", u"DISPLAY1",
                               u"\\\\.\\DISPLAY11111111111111111111"})
    EXPECT_EQ(open_display(name, open), STATUS_UNSUCCESSFUL);
  std::fill(std::begin(open.DeviceName), std::end(open.DeviceName), WCHAR{'x'});
  EXPECT_EQ(D3DKMTOpenAdapterFromGdiDisplayName(&open), STATUS_UNSUCCESSFUL) << "no end";
  Machine without;
  Client other(without);
  EXPECT_EQ(open_display(u"\\\\.\\DISPLAY1", open), STATUS_UNSUCCESSFUL) << "it has no display";
}
TEST(ClientAdapters, K071DisplayOfTheDesktopIsOpened) {
  const StaysSilent silent({"K-071"});
  Machine machine(kDisplay);
  Client client(machine);
  D3DKMT_OPENADAPTERFROMGDIDISPLAYNAME open{};
  EXPECT_EQ(open_display(u"\\\\.\\display1", open), STATUS_SUCCESS);
  EXPECT_EQ(open.hAdapter, client.adapter() + 0x40);
  EXPECT_EQ(open.VidPnSourceId, 0U);
  EXPECT_EQ(open.AdapterLuid.LowPart, machine.adapter().luid().LowPart);
}

TEST(ClientAdapters, K072EmptyNameIsRefused) {
  const Raises raises({"K-072"});
  Machine machine;
  Client client(machine);
  D3DKMT_OPENADAPTERFROMDEVICENAME open{};
  EXPECT_EQ(D3DKMTOpenAdapterFromDeviceName(&open), STATUS_INVALID_PARAMETER);
  const WCHAR empty[] = {0};
  open.pDeviceName = empty;
  EXPECT_EQ(D3DKMTOpenAdapterFromDeviceName(&open), STATUS_INVALID_PARAMETER);
  const std::vector<WCHAR> endless(5000, WCHAR{'x'});
  open.pDeviceName = endless.data();
  EXPECT_EQ(D3DKMTOpenAdapterFromDeviceName(&open), STATUS_INVALID_PARAMETER);
  open.pDeviceName = reinterpret_cast<const WCHAR*>(0x10);
  EXPECT_EQ(D3DKMTOpenAdapterFromDeviceName(&open), STATUS_INVALID_PARAMETER);
}
TEST(ClientAdapters, K072NameOfAnAdapterIsOpened) {
  const StaysSilent silent({"K-072"});
  Machine machine;
  Client client(machine);
  const std::u16string name = dxgk::device_name(machine.adapter());
  std::vector<WCHAR> text(name.begin(), name.end());
  text.push_back(0);
  D3DKMT_OPENADAPTERFROMDEVICENAME open{};
  open.pDeviceName = text.data();
  EXPECT_EQ(D3DKMTOpenAdapterFromDeviceName(&open), STATUS_SUCCESS);
  EXPECT_EQ(open.hAdapter, client.adapter() + 0x40);
  EXPECT_EQ(open.AdapterLuid.LowPart, machine.adapter().luid().LowPart);
}

}  // namespace
}  // namespace drydock::testing
