// Bad input through every thunk: the documented status, answers untouched, nothing left behind.
#include <sys/mman.h>

#include <cstring>

#include "src/dxgk/dock/adapter_name.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

constexpr std::size_t kPage = 4096;

// A structure at the end of a page that is followed by one that cannot be touched.
class Edge {
 public:
  Edge() {
    memory_ = static_cast<char*>(
        mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory_ + kPage, kPage, PROT_NONE);
  }
  ~Edge() { munmap(memory_, 2 * kPage); }
  Edge(const Edge&) = delete;
  Edge& operator=(const Edge&) = delete;

  // Returns an address with this many bytes before the inaccessible page.
  void* at(std::size_t bytes) const { return memory_ + kPage - bytes; }
  void protect(int protection) const { mprotect(memory_, kPage, protection); }

 private:
  char* memory_;
};

// A thunk, with a request of it that would work.
struct Row {
  const char* name;
  std::size_t bytes;
  std::function<NTSTATUS(void*)> call;
  std::function<void(void*)> fill;
  bool answers;  // it writes into its structure
  NTSTATUS null = STATUS_INVALID_PARAMETER;
};

template <typename Request>
Row row(const char* name, NTSTATUS (*call)(Request*), std::function<void(Request&)> fill,
        bool answers = true) {
  using Plain = std::remove_const_t<Request>;
  return {name, sizeof(Request), [call](void* at) { return call(static_cast<Plain*>(at)); },
          [fill](void* at) { fill(*static_cast<Request*>(at)); }, answers};
}
template <typename Request>
Row row(const char* name, NTSTATUS (*call)(const Request*), std::function<void(Request&)> fill,
        bool answers = false) {
  return {name, sizeof(Request), [call](void* at) { return call(static_cast<Request*>(at)); },
          [fill](void* at) { fill(*static_cast<Request*>(at)); }, answers};
}

class BadInput : public ::testing::Test {
 protected:
  BadInput() {
    add_objects();
    add_allocations();
    add_uses();
    add_syncs();
    add_mutexes();
    add_nt_handles();
    add_fences();
    add_queues();
    add_sources();
  }

  // Expects that no call has succeeded by mistake.
  void expect_unchanged(const char* what) {
    const BOOK now = machine.book();
    EXPECT_EQ(now.Devices, before.Devices) << what;
    EXPECT_EQ(now.Contexts, before.Contexts) << what;
    EXPECT_EQ(now.Allocations, before.Allocations) << what;
    EXPECT_EQ(now.Resources, before.Resources) << what;
    EXPECT_EQ(now.Bindings, before.Bindings) << what;
  }

  void add_objects();
  void add_allocations();
  void add_uses();
  void add_syncs();
  void add_mutexes();
  void add_nt_handles();
  void add_fences();
  void add_queues();
  void add_sources();

  Machine machine{{"-DBOOK_SOURCES=1"}};
  Client client{machine};
  D3DKMT_HANDLE device = client.new_device();
  D3DKMT_HANDLE context = client.new_context(device);
  Client::MadeResource shared = client.new_resource(device, 2, /*shared=*/true);
  D3DKMT_HANDLE loose = client.allocate_one(device);
  BOOK before = machine.book();
  // Memory to which requests point.
  BOOK_ALLOCATION private_data = wanted();
  D3DDDI_ALLOCATIONINFO info{};
  D3DDDI_ALLOCATIONINFO2 info2{};
  D3DDDI_OPENALLOCATIONINFO open_infos[2] = {};
  D3DDDI_OPENALLOCATIONINFO2 open_infos2[2] = {};
  D3DKMT_ADAPTERINFO adapters[4] = {};
  char total[256] = {};
  UINT priorities[2] = {1, 1};
  BOOL discarded[2] = {};
  D3DKMT_DRIVERVERSION version{};
  D3DKMT_ALLOCATIONRESIDENCYSTATUS residency[2] = {};
  std::u16string name = dxgk::device_name(machine.adapter());
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 sync{};   // a shared one
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 fence{};  // a monitored one
  D3DKMT_CREATEKEYEDMUTEX mutex{};
  HANDLE nt_resource = nullptr, nt_sync = nullptr;
  UINT64 value = 0;
  LARGE_INTEGER at_once{};
  D3DKMT_VIDPNSOURCEOWNER_TYPE owner_type = D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE;
  D3DDDI_VIDEO_PRESENT_SOURCE_ID owned_source = 0;
  std::vector<Row> rows;
};

void BadInput::add_sources() {
  const auto names_source = [this](auto& r) { r.hAdapter = client.adapter(); };
  const auto names_luid = [this](auto& r) { r.AdapterLuid = machine.adapter().luid(); };
  const auto owns = [this](D3DKMT_SETVIDPNSOURCEOWNER& r) {
    r = {device, &owner_type, &owned_source, 1};
  };
  rows.push_back(
      row<D3DKMT_SETVIDPNSOURCEOWNER>("SetVidPnSourceOwner", D3DKMTSetVidPnSourceOwner, owns));
  rows.push_back(row<D3DKMT_SETVIDPNSOURCEOWNER1>(
      "SetVidPnSourceOwner1", D3DKMTSetVidPnSourceOwner1, [=](auto& r) { owns(r.Version0); }));
  rows.push_back(row<D3DKMT_SETVIDPNSOURCEOWNER2>("SetVidPnSourceOwner2",
                                                  D3DKMTSetVidPnSourceOwner2,
                                                  [=](auto& r) { owns(r.Version1.Version0); }));
  rows.push_back(row<D3DKMT_CHECKVIDPNEXCLUSIVEOWNERSHIP>(
      "CheckVidPnExclusiveOwnership", D3DKMTCheckVidPnExclusiveOwnership, names_source));
  rows.push_back(row<D3DKMT_QUERYVIDPNEXCLUSIVEOWNERSHIP>(
      "QueryVidPnExclusiveOwnership", D3DKMTQueryVidPnExclusiveOwnership,
      [](auto& r) { r.hProcess = ZwCurrentProcess(); }));
  rows.push_back(row<D3DKMT_CHECKMONITORPOWERSTATE>("CheckMonitorPowerState",
                                                    D3DKMTCheckMonitorPowerState, names_source));
  rows.push_back(row<D3DKMT_GETSHAREDPRIMARYHANDLE>("GetSharedPrimaryHandle",
                                                    D3DKMTGetSharedPrimaryHandle, names_source));
  rows.push_back(row<D3DKMT_SHAREDPRIMARYLOCKNOTIFICATION>(
      "SharedPrimaryLockNotification", D3DKMTSharedPrimaryLockNotification, names_luid));
  rows.push_back(row<D3DKMT_SHAREDPRIMARYUNLOCKNOTIFICATION>(
      "SharedPrimaryUnLockNotification", D3DKMTSharedPrimaryUnLockNotification, names_luid));
  rows.push_back(row<D3DKMT_CHECKOCCLUSION>("CheckOcclusion", D3DKMTCheckOcclusion, [](auto& r) {
    r.hWindow = reinterpret_cast<HWND>(0x10010);
  }));
}

void BadInput::add_syncs() {
  const auto fill = [this](auto& r) {
    r.hDevice = device;
    r.Info.Type = D3DDDI_SYNCHRONIZATION_MUTEX;
  };
  fill(sync);
  sync.Info.Flags.Shared = 1;
  EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&sync), STATUS_SUCCESS);
  rows.push_back(row<D3DKMT_CREATESYNCHRONIZATIONOBJECT>("CreateSynchronizationObject",
                                                         D3DKMTCreateSynchronizationObject, fill));
  rows.push_back(row<D3DKMT_CREATESYNCHRONIZATIONOBJECT2>(
      "CreateSynchronizationObject2", D3DKMTCreateSynchronizationObject2, fill));
  rows.push_back(row<D3DKMT_OPENSYNCHRONIZATIONOBJECT>(
      "OpenSynchronizationObject", D3DKMTOpenSynchronizationObject,
      [this](auto& r) { r.hSharedHandle = sync.Info.SharedHandle; }));
  rows.push_back(row<D3DKMT_DESTROYSYNCHRONIZATIONOBJECT>(
      "DestroySynchronizationObject", D3DKMTDestroySynchronizationObject,
      [this](auto& r) { r.hSyncObject = sync.hSyncObject; }));
  rows.push_back(row<D3DKMT_OPENADAPTERFROMDEVICENAME>(
      "OpenAdapterFromDeviceName", D3DKMTOpenAdapterFromDeviceName,
      [this](auto& r) { r.pDeviceName = reinterpret_cast<const WCHAR*>(name.c_str()); }));
}

void BadInput::add_mutexes() {
  EXPECT_EQ(D3DKMTCreateKeyedMutex(&mutex), STATUS_SUCCESS);
  const auto open = [this](auto& r) { r.hSharedHandle = mutex.hSharedHandle; };
  const auto named = [this](auto& r) { r.hKeyedMutex = mutex.hKeyedMutex; };
  const auto acquire = [this](auto& r) {
    r.hKeyedMutex = mutex.hKeyedMutex;
    r.pTimeout = &at_once;
  };
  rows.push_back(
      row<D3DKMT_CREATEKEYEDMUTEX>("CreateKeyedMutex", D3DKMTCreateKeyedMutex, [](auto&) {}));
  rows.push_back(
      row<D3DKMT_CREATEKEYEDMUTEX2>("CreateKeyedMutex2", D3DKMTCreateKeyedMutex2, [](auto&) {}));
  rows.push_back(row<D3DKMT_OPENKEYEDMUTEX>("OpenKeyedMutex", D3DKMTOpenKeyedMutex, open));
  rows.push_back(row<D3DKMT_OPENKEYEDMUTEX2>("OpenKeyedMutex2", D3DKMTOpenKeyedMutex2, open));
  rows.push_back(
      row<D3DKMT_DESTROYKEYEDMUTEX>("DestroyKeyedMutex", D3DKMTDestroyKeyedMutex, named));
  rows.push_back(
      row<D3DKMT_ACQUIREKEYEDMUTEX>("AcquireKeyedMutex", D3DKMTAcquireKeyedMutex, acquire));
  rows.push_back(
      row<D3DKMT_ACQUIREKEYEDMUTEX2>("AcquireKeyedMutex2", D3DKMTAcquireKeyedMutex2, acquire));
  rows.push_back(row<D3DKMT_RELEASEKEYEDMUTEX>("ReleaseKeyedMutex", D3DKMTReleaseKeyedMutex, named,
                                               /*answers=*/false));
  rows.push_back(row<D3DKMT_RELEASEKEYEDMUTEX2>("ReleaseKeyedMutex2", D3DKMTReleaseKeyedMutex2,
                                                named, /*answers=*/false));
}

void BadInput::add_nt_handles() {
  Creation creation(device);
  creation.request.Flags.CreateResource = creation.request.Flags.CreateShared =
      creation.request.Flags.NtSecuritySharing = 1;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  EXPECT_EQ(D3DKMTShareObjects(1, &creation.request.hResource, nullptr, GENERIC_ALL, &nt_resource),
            STATUS_SUCCESS);
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 secured{};
  secured.hDevice = device;
  secured.Info.Type = D3DDDI_FENCE;
  secured.Info.Flags.Shared = secured.Info.Flags.NtSecuritySharing = 1;
  EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&secured), STATUS_SUCCESS);
  EXPECT_EQ(D3DKMTShareObjects(1, &secured.hSyncObject, nullptr, GENERIC_ALL, &nt_sync),
            STATUS_SUCCESS);
  before = machine.book();
  rows.push_back(row<D3DKMT_OPENSYNCOBJECTFROMNTHANDLE>(
      "OpenSyncObjectFromNtHandle", D3DKMTOpenSyncObjectFromNtHandle,
      [this](auto& r) { r.hNtHandle = nt_sync; }));
  rows.push_back(row<D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2>(
      "OpenSyncObjectFromNtHandle2", D3DKMTOpenSyncObjectFromNtHandle2, [this](auto& r) {
        r.hNtHandle = nt_sync;
        r.hDevice = device;
      }));
  rows.push_back(row<D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE>(
      "QueryResourceInfoFromNtHandle", D3DKMTQueryResourceInfoFromNtHandle, [this](auto& r) {
        r.hNtHandle = nt_resource;
        r.hDevice = device;
      }));
  rows.push_back(row<D3DKMT_OPENRESOURCEFROMNTHANDLE>(
      "OpenResourceFromNtHandle", D3DKMTOpenResourceFromNtHandle, [this](auto& r) {
        r.hDevice = device;
        r.hNtHandle = nt_resource;
        r.NumAllocations = 1;
        r.pOpenAllocationInfo2 = open_infos2;
        r.pTotalPrivateDriverDataBuffer = total;
        r.TotalPrivateDriverDataBufferSize = sizeof total;
      }));
  rows.push_back(row<D3DKMT_OPENNTHANDLEFROMNAME>("OpenNtHandleFromName",
                                                  D3DKMTOpenNtHandleFromName, [](auto&) {}));
}

void BadInput::add_fences() {
  fence.hDevice = device;
  fence.Info.Type = D3DDDI_MONITORED_FENCE;
  EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&fence), STATUS_SUCCESS);
  const auto common = [this](auto& r) {
    r.ObjectCount = 1;
    r.ObjectHandleArray = &fence.hSyncObject;
  };
  rows.push_back(row<D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU>(
      "SignalSynchronizationObjectFromCpu", D3DKMTSignalSynchronizationObjectFromCpu,
      [this, common](auto& r) {
        common(r);
        r.hDevice = device;
        r.FenceValueArray = &value;
      }));
  rows.push_back(row<D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU>(
      "WaitForSynchronizationObjectFromCpu", D3DKMTWaitForSynchronizationObjectFromCpu,
      [this, common](auto& r) {
        common(r);
        r.hDevice = device;
        r.FenceValueArray = &value;
      }));
  rows.push_back(row<D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMGPU>(
      "WaitForSynchronizationObjectFromGpu", D3DKMTWaitForSynchronizationObjectFromGpu,
      [this, common](auto& r) {
        common(r);
        r.hContext = context;
        r.MonitoredFenceValueArray = &value;
      }));
  rows.push_back(row<D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU>(
      "SignalSynchronizationObjectFromGpu", D3DKMTSignalSynchronizationObjectFromGpu,
      [this, common](auto& r) {
        common(r);
        r.hContext = context;
        r.MonitoredFenceValueArray = &value;
      }));
  rows.push_back(row<D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2>(
      "SignalSynchronizationObjectFromGpu2", D3DKMTSignalSynchronizationObjectFromGpu2,
      [this, common](auto& r) {
        common(r);
        r.BroadcastContextCount = 1;
        r.BroadcastContextArray = &context;
        r.MonitoredFenceValueArray = &value;
      }));
  rows.push_back(row<D3DKMT_SUBMITCOMMAND>("SubmitCommand", D3DKMTSubmitCommand, [this](auto& r) {
    r.BroadcastContextCount = 1;
    r.BroadcastContext[0] = context;
  }));
}

// The driver has no hardware queues, so the calls use the context's handle instead.
void BadInput::add_queues() {
  rows.push_back(row<D3DKMT_CREATEHWQUEUE>("CreateHwQueue", D3DKMTCreateHwQueue,
                                           [this](auto& r) { r.hHwContext = context; }));
  const auto fill = [this](auto& r) { r.hHwQueue = context; };
  rows.push_back(row<D3DKMT_DESTROYHWQUEUE>("DestroyHwQueue", D3DKMTDestroyHwQueue, fill));
  rows.push_back(row<D3DKMT_SUBMITCOMMANDTOHWQUEUE>("SubmitCommandToHwQueue",
                                                    D3DKMTSubmitCommandToHwQueue, fill));
  rows.push_back(
      row<D3DKMT_CREATE_DOORBELL>("CreateDoorbell", D3DKMTCreateDoorbell, [this](auto& r) {
        r.hHwQueue = context;
        r.hRingBuffer = loose;
      }));
  rows.push_back(row<D3DKMT_CONNECT_DOORBELL>("ConnectDoorbell", D3DKMTConnectDoorbell, fill));
  rows.push_back(row<D3DKMT_DESTROY_DOORBELL>("DestroyDoorbell", D3DKMTDestroyDoorbell, fill));
  rows.push_back(
      row<D3DKMT_NOTIFY_WORK_SUBMISSION>("NotifyWorkSubmission", D3DKMTNotifyWorkSubmission, fill));
}

void BadInput::add_objects() {
  rows.push_back(
      row<D3DKMT_ENUMADAPTERS>("EnumAdapters", D3DKMTEnumAdapters, [](auto&) {}, /*answers=*/true));
  rows.push_back(row<D3DKMT_ENUMADAPTERS2>(
      "EnumAdapters2", D3DKMTEnumAdapters2,
      [this](auto& r) {
        r.NumAdapters = 4;
        r.pAdapters = adapters;
      },
      /*answers=*/true));
  rows.push_back(row<D3DKMT_ENUMADAPTERS3>("EnumAdapters3", D3DKMTEnumAdapters3, [this](auto& r) {
    r.NumAdapters = 4;
    r.pAdapters = adapters;
  }));
  rows.push_back(row<D3DKMT_OPENADAPTERFROMLUID>(
      "OpenAdapterFromLuid", D3DKMTOpenAdapterFromLuid,
      [this](auto& r) { r.AdapterLuid = machine.adapter().luid(); }, /*answers=*/true));
  rows.push_back(row<D3DKMT_CLOSEADAPTER>("CloseAdapter", D3DKMTCloseAdapter,
                                          [this](auto& r) { r.hAdapter = client.adapter(); }));
  rows.push_back(
      row<D3DKMT_QUERYADAPTERINFO>("QueryAdapterInfo", D3DKMTQueryAdapterInfo, [this](auto& r) {
        r = {client.adapter(), KMTQAITYPE_DRIVERVERSION, &version, sizeof version};
      }));
  rows.push_back(row<D3DKMT_CREATEDEVICE>("CreateDevice", D3DKMTCreateDevice,
                                          [this](auto& r) { r.hAdapter = client.adapter(); }));
  rows.push_back(row<D3DKMT_DESTROYDEVICE>("DestroyDevice", D3DKMTDestroyDevice,
                                           [this](auto& r) { r.hDevice = device; }));
  rows.push_back(
      row<D3DKMT_GETDEVICESTATE>("GetDeviceState", D3DKMTGetDeviceState, [this](auto& r) {
        r.hDevice = device;
        r.StateType = D3DKMT_DEVICESTATE_EXECUTION;
      }));
  rows.push_back(row<D3DKMT_WAITFORIDLE>("WaitForIdle", D3DKMTWaitForIdle,
                                         [this](auto& r) { r.hDevice = device; }));
  rows.push_back(row<D3DKMT_CREATECONTEXT>("CreateContext", D3DKMTCreateContext,
                                           [this](auto& r) { r.hDevice = device; }));
  rows.push_back(row<D3DKMT_DESTROYCONTEXT>("DestroyContext", D3DKMTDestroyContext,
                                            [this](auto& r) { r.hContext = context; }));
  rows.push_back(row<D3DKMT_SETCONTEXTSCHEDULINGPRIORITY>(
      "SetContextSchedulingPriority", D3DKMTSetContextSchedulingPriority,
      [this](auto& r) { r.hContext = context; }));
  rows.push_back(row<D3DKMT_GETCONTEXTSCHEDULINGPRIORITY>(
      "GetContextSchedulingPriority", D3DKMTGetContextSchedulingPriority,
      [this](auto& r) { r.hContext = context; }));
  rows.push_back(row<D3DKMT_ESCAPE>("Escape", D3DKMTEscape, [this](auto& r) {
    r.hAdapter = client.adapter();
    r.pPrivateDriverData = total;
    r.PrivateDriverDataSize = sizeof(BOOK);
  }));
  rows.push_back(
      row<D3DKMT_QUERYVIDEOMEMORYINFO>("QueryVideoMemoryInfo", D3DKMTQueryVideoMemoryInfo,
                                       [this](auto& r) { r.hAdapter = client.adapter(); }));
  rows.push_back(row<D3DKMT_CHANGEVIDEOMEMORYRESERVATION>(
      "ChangeVideoMemoryReservation", D3DKMTChangeVideoMemoryReservation,
      [this](auto& r) { r.hAdapter = client.adapter(); }));
}

void BadInput::add_allocations() {
  info.pPrivateDriverData = info2.pPrivateDriverData = &private_data;
  info.PrivateDriverDataSize = info2.PrivateDriverDataSize = sizeof private_data;
  rows.push_back(
      row<D3DKMT_CREATEALLOCATION>("CreateAllocation", D3DKMTCreateAllocation, [this](auto& r) {
        r.hDevice = device;
        r.NumAllocations = 1;
        r.pAllocationInfo = &info;
      }));
  rows.push_back(
      row<D3DKMT_CREATEALLOCATION>("CreateAllocation2", D3DKMTCreateAllocation2, [this](auto& r) {
        r.hDevice = device;
        r.NumAllocations = 1;
        r.pAllocationInfo2 = &info2;
      }));
  rows.push_back(row<D3DKMT_DESTROYALLOCATION>("DestroyAllocation", D3DKMTDestroyAllocation,
                                               [this](auto& r) { r = {device, 0, &loose, 1}; }));
  rows.push_back(
      row<D3DKMT_DESTROYALLOCATION2>("DestroyAllocation2", D3DKMTDestroyAllocation2,
                                     [this](auto& r) { r = {device, 0, &loose, 1, {}}; }));
  rows.push_back(
      row<D3DKMT_QUERYRESOURCEINFO>("QueryResourceInfo", D3DKMTQueryResourceInfo, [this](auto& r) {
        r.hDevice = device;
        r.hGlobalShare = shared.global;
      }));
  rows.push_back(row<D3DKMT_CHECKSHAREDRESOURCEACCESS>(
      "CheckSharedResourceAccess", D3DKMTCheckSharedResourceAccess,
      [this](auto& r) { r = {shared.resource, client.process().id()}; }));
  const auto open = [this](D3DKMT_OPENRESOURCE& r) {
    r.hDevice = device;
    r.hGlobalShare = shared.global;
    r.NumAllocations = 2;
    r.pTotalPrivateDriverDataBuffer = total;
    r.TotalPrivateDriverDataBufferSize = sizeof total;
  };
  rows.push_back(row<D3DKMT_OPENRESOURCE>("OpenResource", D3DKMTOpenResource, [=, this](auto& r) {
    open(r);
    r.pOpenAllocationInfo = open_infos;
  }));
  rows.push_back(row<D3DKMT_OPENRESOURCE>("OpenResource2", D3DKMTOpenResource2, [=, this](auto& r) {
    open(r);
    r.pOpenAllocationInfo2 = open_infos2;
  }));
}

void BadInput::add_uses() {
  rows.push_back(row<D3DKMT_LOCK>("Lock", D3DKMTLock, [this](auto& r) {
    r.hDevice = device;
    r.hAllocation = loose;
    r.Flags.LockEntire = 1;
  }));
  rows.push_back(row<D3DKMT_LOCK2>("Lock2", D3DKMTLock2, [this](auto& r) {
    r.hDevice = device;
    r.hAllocation = loose;
  }));
  rows.push_back(
      row<D3DKMT_UNLOCK>("Unlock", D3DKMTUnlock, [this](auto& r) { r = {device, 1, &loose}; }));
  rows.push_back(
      row<D3DKMT_UNLOCK2>("Unlock2", D3DKMTUnlock2, [this](auto& r) { r = {device, loose}; }));
  rows.push_back(row<D3DKMT_INVALIDATECACHE>("InvalidateCache", D3DKMTInvalidateCache,
                                             [this](auto& r) { r = {device, loose, 0, 1}; }));
  rows.push_back(row<D3DKMT_OFFERALLOCATIONS>(
      "OfferAllocations", D3DKMTOfferAllocations,
      [this](auto& r) { r = {device, nullptr, &loose, 1, D3DKMT_OFFER_PRIORITY_LOW, {}}; }));
  rows.push_back(row<D3DKMT_RECLAIMALLOCATIONS>(
      "ReclaimAllocations", D3DKMTReclaimAllocations,
      [this](auto& r) { r = {device, nullptr, &loose, discarded, 1}; }));
  rows.push_back(row<D3DKMT_SETALLOCATIONPRIORITY>(
      "SetAllocationPriority", D3DKMTSetAllocationPriority,
      [this](auto& r) { r = {device, 0, &loose, 1, priorities}; }));
  rows.push_back(row<D3DKMT_GETALLOCATIONPRIORITY>(
      "GetAllocationPriority", D3DKMTGetAllocationPriority,
      [this](auto& r) { r = {device, 0, &loose, 1, priorities}; }));
  rows.push_back(row<D3DKMT_QUERYALLOCATIONRESIDENCY>(
      "QueryAllocationResidency", D3DKMTQueryAllocationResidency,
      [this](auto& r) { r = {device, 0, &loose, 1, residency}; }));
}

TEST_F(BadInput, K040StructuresThatAreNotThere) {
  const Edge edge;
  for (const Row& each : rows) {
    EXPECT_EQ(each.call(nullptr), each.null) << each.name;
    for (const std::uintptr_t bad :
         {std::uintptr_t{0x10}, std::uintptr_t{0xDEAD'BEEF'0000'0000}, ~std::uintptr_t{7}})
      EXPECT_EQ(each.call(reinterpret_cast<void*>(bad)), STATUS_INVALID_PARAMETER) << each.name;
    EXPECT_EQ(each.call(edge.at(0)), STATUS_INVALID_PARAMETER) << each.name;
    // All of it but the last word.
    EXPECT_EQ(each.call(edge.at((each.bytes - 1) / 8 * 8)), STATUS_INVALID_PARAMETER) << each.name;
    expect_unchanged(each.name);
  }
}

TEST_F(BadInput, StructuresThatAreMisaligned) {
  for (const Row& each : rows) {
    std::vector<char> room(each.bytes + 16, 0);
    std::vector<std::uint64_t> aligned((each.bytes + 7) / 8);
    each.fill(aligned.data());
    std::memcpy(room.data() + 1, aligned.data(), each.bytes);
    const std::vector<char> before_call = room;
    EXPECT_EQ(each.call(room.data() + 1), STATUS_INVALID_PARAMETER) << each.name;
    EXPECT_EQ(room, before_call) << each.name;
    expect_unchanged(each.name);
  }
}

// A structure that cannot take the answer: nothing happens.
TEST_F(BadInput, StructuresThatCannotBeWritten) {
  for (const Row& each : rows) {
    if (!each.answers) continue;
    const Edge edge;
    void* const at = edge.at((each.bytes + 7) / 8 * 8);
    each.fill(at);
    edge.protect(PROT_READ);
    EXPECT_EQ(each.call(at), STATUS_INVALID_PARAMETER) << each.name;
    expect_unchanged(each.name);
  }
}

// Every word of every structure, one at a time, with what cannot be: no crash, no leak. A word that
// is a count or a pointer or a handle is refused; the others may succeed, and what they made is
// known to the books and ends with the client.
TEST_F(BadInput, EveryWordWithWhatCannotBe) {
  constexpr std::uint32_t kWords[] = {0, 1, 0xFFFFFFFF, 0x80000000, 0x40000002, 0x1234, 0xC0000000};
  for (const Row& each : rows) {
    const std::string_view name_of_call = each.name;
    if (name_of_call.starts_with("Destroy") || name_of_call == "CloseAdapter")
      continue;                                         // what they destroy is needed for the rest
    if (name_of_call.starts_with("Acquire")) continue;  // without a time-out they wait for ever
    for (std::size_t offset = 0; offset + 4 <= each.bytes; offset += 4) {
      for (const std::uint32_t word : kWords) {
        std::vector<std::uint64_t> room((each.bytes + 7) / 8);
        each.fill(room.data());
        std::memcpy(reinterpret_cast<char*>(room.data()) + offset, &word, sizeof word);
        each.call(room.data());
      }
    }
  }
  EXPECT_EQ(machine.book().Errors, 0);
}

// Handles of every wrong kind in the place of each handle.
TEST_F(BadInput, DestroysWithHandlesOfEveryWrongKind) {
  Client other(machine);
  const D3DKMT_HANDLE foreign_device = other.new_device();
  other.new_context(foreign_device);
  const dxgk::ProcessScope scope(&client.process());
  const D3DKMT_HANDLE dead = client.allocate_one(device);
  EXPECT_EQ(client.destroy(device, 0, {dead}), STATUS_SUCCESS);
  const D3DKMT_HANDLE wrong[] = {0,          dead,          client.adapter(), context,
                                 0xFFFFFFFF, shared.global, dead + 0x400000,  dead | 1,
                                 loose + 1};
  before = machine.book();
  for (const D3DKMT_HANDLE each : wrong) {
    EXPECT_EQ(client.destroy(device, 0, {each}), STATUS_INVALID_PARAMETER) << std::hex << each;
    EXPECT_EQ(client.destroy(each, 0, {loose}), STATUS_INVALID_PARAMETER) << std::hex << each;
    EXPECT_EQ(client.destroy_device(each), STATUS_INVALID_PARAMETER) << std::hex << each;
    if (each != 0) {
      EXPECT_EQ(client.destroy(device, each, {}), STATUS_INVALID_PARAMETER) << std::hex << each;
    }
    if (each != context) {
      const D3DKMT_DESTROYCONTEXT destroy{each};
      EXPECT_EQ(D3DKMTDestroyContext(&destroy), STATUS_INVALID_PARAMETER) << std::hex << each;
    }
  }
  expect_unchanged("wrong handles");
}

TEST_F(BadInput, CountsThatCannotBe) {
  D3DKMT_DESTROYALLOCATION destroy{device, 0, &loose, 0xFFFFFFFF};
  EXPECT_EQ(D3DKMTDestroyAllocation(&destroy), STATUS_INVALID_PARAMETER);
  destroy.AllocationCount = 1U << 24;
  EXPECT_EQ(D3DKMTDestroyAllocation(&destroy), STATUS_INVALID_PARAMETER);
  D3DKMT_CREATEALLOCATION create{};
  create.hDevice = device;
  create.pAllocationInfo = &info;
  for (const UINT count : {0U, 0xFFFFFFFFU, 1U << 20}) {
    create.NumAllocations = count;
    EXPECT_EQ(D3DKMTCreateAllocation(&create), STATUS_INVALID_PARAMETER);
  }
  create.NumAllocations = 1;
  info.PrivateDriverDataSize = 0xFFFFFFFF;
  EXPECT_FALSE(NT_SUCCESS(D3DKMTCreateAllocation(&create)));
  info.PrivateDriverDataSize = sizeof private_data;
  create.PrivateRuntimeDataSize = 0xFFFFFFFF;
  create.pPrivateRuntimeData = total;
  EXPECT_FALSE(NT_SUCCESS(D3DKMTCreateAllocation(&create)));
  expect_unchanged("counts");
}

Edge* victim = nullptr;
void take_memory_away(void*) { victim->protect(PROT_NONE); }

// The client unmaps the memory for the answer while the driver creates. The call fails and is
// undone.
TEST_F(BadInput, AnswersThatCanNoLongerBeWrittenUndoTheCall) {
  for (const bool resource : {false, true}) {
    Edge edge;
    victim = &edge;
    auto* const request = new (edge.at(sizeof(D3DKMT_CREATEALLOCATION))) D3DKMT_CREATEALLOCATION{};
    request->hDevice = device;
    request->NumAllocations = 1;
    request->pAllocationInfo = &info;
    request->Flags.CreateResource = resource;
    machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_CREATE, take_memory_away);
    EXPECT_EQ(D3DKMTCreateAllocation(request), STATUS_INVALID_PARAMETER);
    expect_unchanged("answer");
  }
}

}  // namespace
}  // namespace drydock::testing
