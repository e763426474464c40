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

template <typename Answer>
NTSTATUS query(D3DKMT_HANDLE adapter, KMTQUERYADAPTERINFOTYPE type, Answer& answer,
               int bytes = sizeof(Answer)) {
  D3DKMT_QUERYADAPTERINFO query{};
  query.hAdapter = adapter;
  query.Type = type;
  query.pPrivateDriverData = &answer;
  query.PrivateDriverDataSize = static_cast<UINT>(bytes);
  return D3DKMTQueryAdapterInfo(&query);
}

TEST(ThunkAdapters, InformationIsTheDrivers) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE adapter = client.adapter();
  ULONG magic = 0;
  EXPECT_EQ(query(adapter, KMTQAITYPE_UMDRIVERPRIVATE, magic), STATUS_SUCCESS);
  EXPECT_EQ(magic, static_cast<ULONG>(BOOK_MAGIC));
  D3DKMT_DRIVERVERSION version{};
  EXPECT_EQ(query(adapter, KMTQAITYPE_DRIVERVERSION, version), STATUS_SUCCESS);
  EXPECT_EQ(version, KMT_DRIVERVERSION_WDDM_1_3);
  BOOL update = TRUE;
  EXPECT_EQ(query(adapter, KMTQAITYPE_CHECKDRIVERUPDATESTATUS, update), STATUS_SUCCESS);
  EXPECT_EQ(update, FALSE);
  D3DKMT_ADAPTERTYPE type{};
  EXPECT_EQ(query(adapter, KMTQAITYPE_ADAPTERTYPE, type), STATUS_SUCCESS);
  EXPECT_EQ(type.RenderSupported, 1U);
  EXPECT_EQ(type.DisplaySupported, 0U);
  D3DKMT_PHYSICAL_ADAPTER_COUNT count{};
  EXPECT_EQ(query(adapter, KMTQAITYPE_PHYSICALADAPTERCOUNT, count), STATUS_SUCCESS);
  EXPECT_EQ(count.Count, 1U);
  D3DKMT_QUERY_DEVICE_IDS ids{};
  EXPECT_EQ(query(adapter, KMTQAITYPE_PHYSICALADAPTERDEVICEIDS, ids), STATUS_SUCCESS);
  EXPECT_EQ(ids.DeviceIds.VendorID, 0x1af4U);
  ids.PhysicalAdapterIndex = 1;
  EXPECT_EQ(query(adapter, KMTQAITYPE_PHYSICALADAPTERDEVICEIDS, ids), STATUS_INVALID_PARAMETER);
  D3DKMT_SEGMENTSIZEINFO sizes{};
  EXPECT_EQ(query(adapter, KMTQAITYPE_GETSEGMENTSIZE, sizes), STATUS_SUCCESS);
  EXPECT_EQ(sizes.DedicatedVideoMemorySize, 0x4000000U);
  EXPECT_EQ(sizes.SharedSystemMemorySize, 0x10000000U);
  D3DKMT_NODEMETADATA node{};
  node.NodeOrdinalAndAdapterIndex = 1;
  EXPECT_EQ(query(adapter, KMTQAITYPE_NODEMETADATA, node), STATUS_SUCCESS);
  EXPECT_EQ(node.NodeData.EngineType, DXGK_ENGINE_TYPE_COPY);
  node.NodeOrdinalAndAdapterIndex = 2;
  EXPECT_EQ(query(adapter, KMTQAITYPE_NODEMETADATA, node), STATUS_INVALID_PARAMETER);
  static D3DKMT_DRIVER_DESCRIPTION description;
  EXPECT_EQ(query(adapter, KMTQAITYPE_DRIVER_DESCRIPTION, description), STATUS_SUCCESS);
  EXPECT_EQ(description.DriverDescription[0], u'S');
}

TEST(ThunkAdapters, BuffersThatAreTooSmallAreRefused) {
  Machine machine;
  Client client(machine);
  struct {
    KMTQUERYADAPTERINFOTYPE type;
    UINT bytes;
  } const rows[] = {
      {KMTQAITYPE_DRIVERVERSION, sizeof(D3DKMT_DRIVERVERSION)},
      {KMTQAITYPE_CHECKDRIVERUPDATESTATUS, sizeof(BOOL)},
      {KMTQAITYPE_ADAPTERTYPE, sizeof(D3DKMT_ADAPTERTYPE)},
      {KMTQAITYPE_GETSEGMENTSIZE, sizeof(D3DKMT_SEGMENTSIZEINFO)},
      {KMTQAITYPE_GETSEGMENTGROUPSIZE, sizeof(D3DKMT_SEGMENTGROUPSIZEINFO)},
      {KMTQAITYPE_PHYSICALADAPTERDEVICEIDS, sizeof(D3DKMT_QUERY_DEVICE_IDS)},
      {KMTQAITYPE_NODEMETADATA, sizeof(D3DKMT_NODEMETADATA)},
      {KMTQAITYPE_WDDM_1_2_CAPS, sizeof(D3DKMT_WDDM_1_2_CAPS)},
      {KMTQAITYPE_WDDM_2_7_CAPS, sizeof(D3DKMT_WDDM_2_7_CAPS)},
  };
  for (const auto& row : rows) {
    std::vector<std::byte> buffer(row.bytes);
    D3DKMT_QUERYADAPTERINFO query{client.adapter(), row.type, buffer.data(), row.bytes};
    EXPECT_EQ(D3DKMTQueryAdapterInfo(&query), STATUS_SUCCESS) << row.type;
    query.PrivateDriverDataSize = row.bytes - 1;
    EXPECT_EQ(D3DKMTQueryAdapterInfo(&query), STATUS_INVALID_PARAMETER) << row.type;
    query = {client.adapter(), row.type, nullptr, row.bytes};
    EXPECT_EQ(D3DKMTQueryAdapterInfo(&query), STATUS_INVALID_PARAMETER) << row.type;
    query = {0, row.type, buffer.data(), row.bytes};
    EXPECT_EQ(D3DKMTQueryAdapterInfo(&query), STATUS_INVALID_PARAMETER) << row.type;
  }
}

TEST(ThunkAdapters, VideoMemoryOfTheCaller) {
  Machine machine;
  Client client(machine);
  for (const D3DKMT_MEMORY_SEGMENT_GROUP group :
       {D3DKMT_MEMORY_SEGMENT_GROUP_LOCAL, D3DKMT_MEMORY_SEGMENT_GROUP_NON_LOCAL}) {
    for (const auto process : {std::uintptr_t{0}, ~std::uintptr_t{0}}) {
      D3DKMT_QUERYVIDEOMEMORYINFO info{};
      info.hProcess = reinterpret_cast<HANDLE>(process);
      info.hAdapter = client.adapter();
      info.MemorySegmentGroup = group;
      EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_SUCCESS);
      EXPECT_GT(info.Budget, 0U);
      EXPECT_GE(info.Budget, info.AvailableForReservation);
      EXPECT_LE(info.CurrentUsage, info.Budget);
      EXPECT_EQ(info.CurrentReservation, 0U);
    }
  }
  D3DKMT_QUERYVIDEOMEMORYINFO info{};
  info.hProcess = reinterpret_cast<HANDLE>(0xdeadbeef);
  info.hAdapter = client.adapter();
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_HANDLE);
  info = {};
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_PARAMETER);
  info.hAdapter = client.adapter();
  info.PhysicalAdapterIndex = 99;
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_PARAMETER);
  info.PhysicalAdapterIndex = 0;
  info.MemorySegmentGroup = static_cast<D3DKMT_MEMORY_SEGMENT_GROUP>(2);
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_PARAMETER);
}

TEST(ThunkAdapters, ThreadsInNoProcessUseTheStandardDock) {
  D3DKMT_ENUMADAPTERS2 count{};
  EXPECT_EQ(D3DKMTEnumAdapters2(&count), STATUS_SUCCESS);
  EXPECT_EQ(count.NumAdapters, 34U);
}

}  // namespace
}  // namespace drydock::testing
