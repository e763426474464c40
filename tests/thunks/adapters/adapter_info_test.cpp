// What clients ask an adapter, and buffers that are too small for the answer.
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

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

}  // namespace
}  // namespace drydock::testing
