// What a driver is told of the process of an escape.
#include "src/dxgk/submit/escape.h"

#include "tests/sched/gpu_fixture.h"
#include "tests/support/private_data.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

constexpr char kWddm22[] = "0x700A";  // the first whose escapes and queries name the process

// An escape or a private query of a process that has no device yet.
NTSTATUS escape(D3DKMT_HANDLE adapter) {
  BOOK book{};
  book.Command = BOOK_ECHO;
  return escape_with(adapter, book);
}
NTSTATUS query(D3DKMT_HANDLE adapter) {
  ULONG answer = 0;
  D3DKMT_QUERYADAPTERINFO request{};
  request.hAdapter = adapter;
  request.Type = KMTQAITYPE_UMDRIVERPRIVATE;
  request.pPrivateDriverData = &answer;
  request.PrivateDriverDataSize = sizeof answer;
  return D3DKMTQueryAdapterInfo(&request);
}

TEST(DriverState, K076EscapeWithoutALookAtTheProcessIsFound) {
  Machine machine({}, kWddm22);
  machine.expect_end();
  Client client(machine);
  machine.set_fault(BOOK_FAULT_READS_PROCESS);
  EXPECT_EQ(escape(client.adapter()), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(machine.count("K-076"), 1U) << text_of(machine.findings());
}
TEST(DriverState, K076QueryWithoutALookAtTheProcessIsFound) {
  Machine machine({}, kWddm22);
  machine.expect_end();
  Client client(machine);
  machine.set_fault(BOOK_FAULT_READS_PROCESS);
  EXPECT_EQ(query(client.adapter()), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(machine.count("K-076"), 1U) << text_of(machine.findings());
}
TEST(DriverState, K076ProcessOfADeviceIsSilent) {
  Machine machine({}, kWddm22);
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_READS_PROCESS);
  EXPECT_EQ(escape(client.adapter()), STATUS_SUCCESS);
  machine.set_fault(BOOK_FAULT_READS_PROCESS);
  EXPECT_EQ(query(client.adapter()), STATUS_SUCCESS);
  EXPECT_EQ(text_of(machine.findings()), "");
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

TEST(DriverEscape, WithoutTheEntryPointIsNotSupported) {
  const GpuWorld gpu(
      {.extend = [](DRIVER_INITIALIZATION_DATA& table) { table.DxgkDdiEscape = nullptr; }});
  BOOK book{};
  EXPECT_EQ(escape_with(gpu.opened, book), STATUS_NOT_SUPPORTED);
}

TEST(DriverEscape, OfARemovedAdapterReachesNoDriver) {
  Machine machine({}, kWddm22);
  Client client(machine);
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(escape(client.adapter()), STATUS_DEVICE_REMOVED);
}

}  // namespace
}  // namespace drydock::testing
