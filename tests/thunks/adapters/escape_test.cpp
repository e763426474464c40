// Escapes to the driver.
#include "src/dxgk/work/device.h"
#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

class Escape : public ::testing::Test {
 protected:
  NTSTATUS escape(D3DKMT_HANDLE adapter, D3DKMT_HANDLE device, D3DKMT_HANDLE context,
                  BOOK_COMMAND command = BOOK_ECHO, UINT flags = 0) {
    book = {};
    book.Command = command;
    book.FaultAt = 0x1234;
    D3DKMT_ESCAPE escape{};
    escape.hAdapter = adapter;
    escape.hDevice = device;
    escape.hContext = context;
    escape.Flags.Value = flags;
    escape.pPrivateDriverData = &book;
    escape.PrivateDriverDataSize = sizeof book;
    return D3DKMTEscape(&escape);
  }

  Machine machine;
  Client client{machine};
  D3DKMT_HANDLE device = client.new_device();
  D3DKMT_HANDLE context = client.new_context(device);
  BOOK book{};
};

TEST_F(Escape, K468ContextWithoutItsDeviceIsRefused) {
  const Raises raises({"K-468"});
  EXPECT_EQ(escape(client.adapter(), 0, context), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(escape(client.adapter(), client.new_device(), context), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(escape(0, device, context), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(escape(client.adapter(), 0x77, 0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(escape(client.adapter(), device, 0, BOOK_ECHO, 1U << 31), STATUS_INVALID_PARAMETER);
}

TEST_F(Escape, K468ContextWithItsDeviceReachesTheDriver) {
  const StaysSilent silent({"K-468"});
  EXPECT_EQ(escape(client.adapter(), device, context), STATUS_SUCCESS);
  EXPECT_EQ(book.FaultAt, ~0x1234U);
  EXPECT_EQ(machine.book().EscapeHadDevice, 1U);
  EXPECT_EQ(machine.book().EscapeHadContext, 1U);
  EXPECT_EQ(escape(client.adapter(), 0, 0, BOOK_ECHO, /*HardwareAccess*/ 1), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().EscapeHadDevice, 0U);
  EXPECT_EQ(machine.book().EscapeFlags, 1U);
}

TEST_F(Escape, AdapterIsLookedAtBeforeTheType) {
  for (const int type : {0, 2, 5, 16, 29, 0x7777}) {
    D3DKMT_ESCAPE of_none{};
    of_none.Type = static_cast<D3DKMT_ESCAPETYPE>(type);
    EXPECT_EQ(D3DKMTEscape(&of_none), STATUS_INVALID_PARAMETER) << type;
    of_none.hAdapter = device;
    EXPECT_EQ(D3DKMTEscape(&of_none), STATUS_INVALID_PARAMETER) << type;
  }
  D3DKMT_ESCAPE unknown{};
  unknown.Type = static_cast<D3DKMT_ESCAPETYPE>(0x7777);
  EXPECT_EQ(D3DKMTEscape(&unknown), STATUS_INVALID_PARAMETER);
  unknown.hAdapter = client.adapter();
  EXPECT_EQ(D3DKMTEscape(&unknown), STATUS_NOT_SUPPORTED);
}

TEST_F(Escape, FailureChangesNothing) {
  EXPECT_EQ(escape(client.adapter(), device, 0, BOOK_FAIL), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(book.FaultAt, 0x1234U);
}

}  // namespace
}  // namespace drydock::testing
