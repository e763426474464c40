#include "tests/model/driver_recorder.h"

#include <utility>

namespace drydock::model {
namespace {

DriverRecorder* the_recorder = nullptr;  // entry points have no context of the test's

}  // namespace

// The entry points.
struct RecordedDdi {
  using Entry = DriverRecorder::Entry;
  static DriverRecorder& all() { return *the_recorder; }

  static NTSTATUS start_device(PVOID context, PDXGK_START_INFO info, PDXGKRNL_INTERFACE kernel,
                               PULONG sources, PULONG children) {
    all().kernel_ = *kernel;
    return all().inner_.DxgkDdiStartDevice(context, info, kernel, sources, children);
  }

  static NTSTATUS create_device(HANDLE adapter, DXGKARG_CREATEDEVICE* wanted) {
    if (all().fails(Entry::kCreateDevice)) {
      all().calls_.push_back(create_device_call(kFailed));
      return all().failure_;
    }
    const NTSTATUS status = all().inner_.DxgkDdiCreateDevice(adapter, wanted);
    all().calls_.push_back(create_device_call(all().devices_.add(wanted->hDevice)));
    return status;
  }

  // Moves of memory are the scheduler's affair, but the device that they name is there.
  static NTSTATUS build_paging(HANDLE adapter, DXGKARG_BUILDPAGINGBUFFER* wanted) {
    if (wanted->Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT) {
      const HANDLE device = wanted->MapApertureSegment.hDevice;
      if (device != nullptr && !all().devices_.is_live(device))
        all().faults_.push_back("an aperture is mapped for a device that is destroyed");
    }
    return all().inner_.DxgkDdiBuildPagingBuffer(adapter, wanted);
  }

  static NTSTATUS destroy_device(HANDLE device) {
    all().calls_.push_back(destroy_device_call(all().devices_.number_of(device)));
    all().devices_.end(device);
    return all().inner_.DxgkDdiDestroyDevice(device);
  }

  static NTSTATUS create_context(HANDLE device, DXGKARG_CREATECONTEXT* wanted) {
    const int on = all().devices_.number_of(device);
    if (all().fails(Entry::kCreateContext)) {
      all().calls_.push_back(create_context_call(on, kFailed));
      return all().failure_;
    }
    const NTSTATUS status = all().inner_.DxgkDdiCreateContext(device, wanted);
    // The graphics kernel's own contexts are no client's affair.
    if (wanted->Flags.SystemContext == 0)
      all().calls_.push_back(create_context_call(on, all().contexts_.add(wanted->hContext)));
    return status;
  }

  static NTSTATUS destroy_context(HANDLE context) {
    const int number = all().contexts_.number_of(context);
    if (number > 0) all().calls_.push_back(destroy_context_call(number));
    return all().inner_.DxgkDdiDestroyContext(context);
  }

  static NTSTATUS create_allocation(HANDLE adapter, DXGKARG_CREATEALLOCATION* wanted) {
    CreateCall call{.count = wanted->NumAllocations,
                    .is_resource = wanted->Flags.Resource != 0,
                    .in = all().resources_.number_of(wanted->hResource),
                    .resource = 0,
                    .made = {}};
    if (all().fails(Entry::kCreateAllocation)) {
      all().calls_.push_back(text_of(call));
      return all().failure_;
    }
    const NTSTATUS status = all().inner_.DxgkDdiCreateAllocation(adapter, wanted);
    if (call.is_resource)
      call.resource = call.in != 0 ? call.in : all().resources_.add(wanted->hResource);
    for (UINT i = 0; i < wanted->NumAllocations; ++i)
      call.made.push_back(all().allocations_.add(wanted->pAllocationInfo[i].hAllocation));
    all().calls_.push_back(text_of(call));
    return status;
  }

  static NTSTATUS destroy_allocation(HANDLE adapter, const DXGKARG_DESTROYALLOCATION* wanted) {
    Numbers gone;
    for (UINT i = 0; i < wanted->NumAllocations; ++i)
      gone.push_back(all().allocations_.number_of(wanted->pAllocationList[i]));
    all().calls_.push_back(destroy_call(gone, all().resources_.number_of(wanted->hResource),
                                        wanted->Flags.DestroyResource != 0));
    return all().inner_.DxgkDdiDestroyAllocation(adapter, wanted);
  }

  static NTSTATUS open_allocation(HANDLE device, const DXGKARG_OPENALLOCATION* wanted) {
    OpenCall call{.device = all().devices_.number_of(device),
                  .is_creator = wanted->Flags.Create != 0,
                  .is_reader = wanted->Flags.ReadOnly != 0,
                  .allocations = {},
                  .handles = {},
                  .made = {}};
    for (UINT i = 0; i < wanted->NumAllocations; ++i) {
      const D3DKMT_HANDLE handle = wanted->pOpenAllocation[i].hAllocation;
      call.handles.push_back(handle);
      call.allocations.push_back(all().allocations_.number_of(all().allocation_of(handle)));
    }
    if (all().fails(Entry::kOpenAllocation)) {
      all().calls_.push_back(text_of(call));
      return all().failure_;
    }
    const NTSTATUS status = all().inner_.DxgkDdiOpenAllocation(device, wanted);
    for (UINT i = 0; i < wanted->NumAllocations; ++i)
      call.made.push_back(
          all().openings_.add(wanted->pOpenAllocation[i].hDeviceSpecificAllocation));
    all().calls_.push_back(text_of(call));
    return status;
  }

  static NTSTATUS close_allocation(HANDLE device, const DXGKARG_CLOSEALLOCATION* wanted) {
    Numbers gone;
    for (UINT i = 0; i < wanted->NumAllocations; ++i)
      gone.push_back(all().openings_.number_of(wanted->pOpenHandleList[i]));
    all().calls_.push_back(close_call(all().devices_.number_of(device), gone));
    return all().inner_.DxgkDdiCloseAllocation(device, wanted);
  }
};

DriverRecorder::DriverRecorder() { the_recorder = this; }
DriverRecorder::~DriverRecorder() { the_recorder = nullptr; }

void DriverRecorder::stand_before(DRIVER_INITIALIZATION_DATA& table) {
  inner_ = table;
  table.DxgkDdiStartDevice = RecordedDdi::start_device;
  table.DxgkDdiCreateDevice = RecordedDdi::create_device;
  table.DxgkDdiBuildPagingBuffer = RecordedDdi::build_paging;
  table.DxgkDdiDestroyDevice = RecordedDdi::destroy_device;
  table.DxgkDdiCreateContext = RecordedDdi::create_context;
  table.DxgkDdiDestroyContext = RecordedDdi::destroy_context;
  table.DxgkDdiCreateAllocation = RecordedDdi::create_allocation;
  table.DxgkDdiDestroyAllocation = RecordedDdi::destroy_allocation;
  table.DxgkDdiOpenAllocation = RecordedDdi::open_allocation;
  table.DxgkDdiCloseAllocation = RecordedDdi::close_allocation;
}

void DriverRecorder::fail_next(Entry entry, NTSTATUS status) {
  failing_ = entry;
  failure_ = status;
}

Calls DriverRecorder::take_faults() { return std::exchange(faults_, {}); }

Calls DriverRecorder::take_calls() { return std::exchange(calls_, {}); }

int DriverRecorder::Known::number_of(HANDLE handle) const {
  if (handle == nullptr) return 0;
  const auto found = numbers_.find(handle);
  return found == numbers_.end() ? kFailed : found->second;
}

bool DriverRecorder::fails(Entry entry) {
  if (failing_ != entry && failing_ != Entry::kAny) return false;
  failing_ = Entry::kNone;
  return true;
}

// The driver's allocation behind a handle of the graphics kernel.
HANDLE DriverRecorder::allocation_of(D3DKMT_HANDLE handle) const {
  DXGKARGCB_GETHANDLEDATA wanted{};
  wanted.hObject = handle;
  wanted.Type = DXGK_HANDLE_ALLOCATION;
  return kernel_.DxgkCbGetHandleData(&wanted);
}

}  // namespace drydock::model
