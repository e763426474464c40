// The addresses by which the GPU finds memory: reserving, mapping, updating, freeing. For devices
// whose kernel driver has a GPU MMU; of others the kernel says that it has none.
#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/callbacks/paging.h"
#include "src/d3d/core/shared_resource.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

constexpr std::uint64_t kGpuPage = dxgk::RuntimeView::kGpuPage;

HRESULT reserve_addresses(Frame& frame, D3DDDI_RESERVEGPUVIRTUALADDRESS* user) {
  D3DDDI_RESERVEGPUVIRTUALADDRESS data;
  if (!frame.device.has_gpu_addresses()) return to_result(STATUS_NOT_SUPPORTED);
  if (!thunks::read(user, data) || !thunks::can_write(user)) return E_INVALIDARG;
  if (find_queue(frame, data.hPagingQueue) == nullptr) return E_INVALIDARG;
  const HRESULT result = to_result(D3DKMTReserveGpuVirtualAddress(&data));
  if (FAILED(result)) return result;
  AddressRange& range = frame.objects().addresses.add(
      data.VirtualAddress, data.VirtualAddress + data.Size, /*is_reserved=*/true);
  note(range.history, "reserved");
  return thunks::write(user, data) ? result : E_INVALIDARG;
}

class Mapping {
 public:
  Mapping(Frame& frame, D3DDDI_MAPGPUVIRTUALADDRESS* user) : frame_(frame), user_(user) {}

  HRESULT run() {
    if (!frame_.device.has_gpu_addresses()) return to_result(STATUS_NOT_SUPPORTED);
    if (!thunks::read(user_, data_) || !thunks::can_write(user_)) return E_INVALIDARG;
    queue_ = find_queue(frame_, data_.hPagingQueue);
    if (queue_ == nullptr || !find_allocation() || !check_arguments()) return E_INVALIDARG;
    if (nt::fails_here(sim::FaultKind::kObject)) return E_OUTOFMEMORY;
    const D3DKMT_HANDLE given = data_.hAllocation;
    if (allocation_ != nullptr) data_.hAllocation = allocation_->handle.value;
    const HRESULT result = to_result(D3DKMTMapGpuVirtualAddress(&data_));
    data_.hAllocation = given;
    if (result == E_INVALIDARG && !frame_.device.is_lost()) refuse();
    if (FAILED(result) && result != E_PENDING) return result;
    record();
    return thunks::write(user_, data_) ? result : E_INVALIDARG;
  }

 private:
  void raise_later(std::string message) {
    nt::Breach("U-281", nt::Offender::running()).message(std::move(message)).raise_later();
  }

  bool find_allocation() {
    if (data_.hAllocation == 0) return true;
    rules::evaluated("U-026");
    allocation_ = frame_.objects().find_allocation({data_.hAllocation});
    if (allocation_ == nullptr) raise_unknown(frame_, {data_.hAllocation}, "U-026"_rule);
    return allocation_ != nullptr;
  }

  bool check_arguments() {
    rules::evaluated("U-281");
    const bool is_for_nothing = dxgk::RuntimeView::is_protection_of_nothing(data_.Protection);
    if (!is_for_nothing && !dxgk::RuntimeView::is_protection_of_memory(data_.Protection)) {
      raise_later(fmt::format("pfnMapGpuVirtualAddressCb was given the protection {:#x}",
                              data_.Protection.Value));
      return false;
    }
    if (is_for_nothing != (allocation_ == nullptr)) {
      raise_later(
          is_for_nothing
              ? "pfnMapGpuVirtualAddressCb has an allocation, and a protection by which nobody "
                "sees it"
              : "pfnMapGpuVirtualAddressCb has no allocation, and a protection of memory");
      return false;
    }
    if (dxgk::RuntimeView::is_placed_by_pages({data_.BaseAddress, data_.MinimumAddress,
                                               data_.MaximumAddress, data_.SizeInPages * kGpuPage}))
      return true;
    raise_later(fmt::format(
        "pfnMapGpuVirtualAddressCb places {} pages at {:#x}, between {:#x} and "
        "{:#x}: not all of these are multiples of 4 KB",
        data_.SizeInPages, data_.BaseAddress, data_.MinimumAddress, data_.MaximumAddress));
    return false;
  }

  // Raises the breaches that only the kernel can detect, because it knows what is mapped where and
  // how large the allocation is.
  void refuse() {
    raise_later(
        fmt::format("pfnMapGpuVirtualAddressCb maps {} pages from {} on at {:#x}: beyond the "
                    "allocation, or neither free nor inside one range that a callback gave",
                    data_.SizeInPages, data_.OffsetInPages, data_.BaseAddress));
  }

  void record() {
    const std::uint64_t at = data_.VirtualAddress;
    AddressMapping mapping;
    mapping.end = at + data_.SizeInPages * kGpuPage;
    mapping.queue = queue_;
    mapping.value = data_.PagingFenceValue;
    if (allocation_ != nullptr) {
      mapping.allocation = allocation_->handle;
      mapping.owner = frame_.device.view().owner_of_address(frame_.device.kernel().value, at);
      allocation_->mapped_at.push_back(at);
      note(allocation_->history, "mapped");
    }
    note(frame_.objects().addresses.map(at, mapping).history, "mapped");
  }

  Frame& frame_;
  D3DDDI_MAPGPUVIRTUALADDRESS* const user_;
  D3DDDI_MAPGPUVIRTUALADDRESS data_{};
  PagingQueue* queue_ = nullptr;
  Allocation* allocation_ = nullptr;
};

// U-282: commands that lie there and that the GPU is not done with.
bool has_commands_at_work(Frame& frame, std::uint64_t begin, std::uint64_t end) {
  auto& commands = frame.objects().commands_at;
  for (auto each = commands.lower_bound(begin); each != commands.end() && each->first < end;) {
    if (!frame.device.view().is_work_by_address_over(frame.device.kernel().value, each->second))
      return true;
    each = commands.erase(each);
  }
  return false;
}

// U-282: a second end of a range.
void check_freed_before(const AddressRange& range) {
  if (!rules::breaks("U-282", range.state != AddressRange::State::kLive)) return;
  nt::Breach("U-282", nt::Offender::running())
      .message(range.state == AddressRange::State::kFreed
                   ? "pfnFreeGpuVirtualAddressCb frees a range a second time"
                   : "pfnFreeGpuVirtualAddressCb frees a range that went with its allocation")
      .about({.object = "range of GPU addresses", .history = range.history})
      .raise_later();
}

HRESULT free_addresses(Frame& frame, const D3DDDICB_FREEGPUVIRTUALADDRESS* user) {
  D3DDDICB_FREEGPUVIRTUALADDRESS data;
  if (!frame.device.has_gpu_addresses()) return to_result(STATUS_NOT_SUPPORTED);
  if (!thunks::read(user, data)) return E_INVALIDARG;
  AddressRange* const range = frame.objects().addresses.find_base(data.BaseAddress);
  const bool is_known = range != nullptr && range->end - data.BaseAddress == data.Size;
  if (is_known && range->state == AddressRange::State::kLive &&
      rules::breaks("U-282", has_commands_at_work(frame, data.BaseAddress, range->end)))
    nt::Breach("U-282", nt::Offender::running())
        .message(
            "pfnFreeGpuVirtualAddressCb frees the range at {:#x}, in which "
            "commands lie that the GPU is not done with",
            data.BaseAddress)
        .about({.object = "range of GPU addresses", .history = range->history})
        .raise_later();
  const D3DKMT_FREEGPUVIRTUALADDRESS request{frame.device.adapter().kernel().value,
                                             data.BaseAddress, data.Size};
  const HRESULT result = to_result(D3DKMTFreeGpuVirtualAddress(&request));
  if (!is_known) return result;
  if (FAILED(result)) {
    check_freed_before(*range);
    return result;
  }
  range->state = AddressRange::State::kFreed;
  note(range->history, "freed");
  return result;
}

// The allocation of an operation that has one; null for others.
D3DKMT_HANDLE* allocation_in(D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION& operation) {
  switch (operation.OperationType) {
    case D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP:
      return &operation.Map.hAllocation;
    case D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP_PROTECT:
      return &operation.MapProtect.hAllocation;
    default:
      return nullptr;
  }
}

class Updating {
 public:
  Updating(Frame& frame, const D3DDDICB_UPDATEGPUVIRTUALADDRESS* user)
      : frame_(frame), user_(user) {}

  HRESULT run() {
    if (!frame_.device.has_gpu_addresses()) return to_result(STATUS_NOT_SUPPORTED);
    const D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION* list = nullptr;
    if (!thunks::read(user_, data_) || data_.NumOperations == 0) return E_INVALIDARG;
    list = data_.Operations;
    if (!thunks::read_list(list, data_.NumOperations, kMostListed, operations_))
      return E_INVALIDARG;
    const Context* const context = named_context(frame_, data_.hContext);
    if (context == nullptr) return E_INVALIDARG;
    if (!name_allocations()) return E_INVALIDARG;
    const HRESULT result = ask_kernel(*context);
    if (rules::breaks("U-283",
                      result == E_INVALIDARG && !frame_.device.view().are_in_one_reservation(
                                                    frame_.device.kernel().value, operations_)))
      nt::Breach("U-283", nt::Offender::running())
          .message(
              "pfnUpdateGpuVirtualAddressCb changes addresses, or copies some, that "
              "do not all lie in one reserved range")
          .raise_later();
    if (SUCCEEDED(result)) note_updated();
    return result;
  }

 private:
  bool name_allocations() {
    for (D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION& each : operations_) {
      D3DKMT_HANDLE* const handle = allocation_in(each);
      if (handle == nullptr) continue;
      const Allocation* const found = frame_.objects().find_allocation({*handle});
      rules::evaluated("U-026");
      if (found == nullptr) {
        raise_unknown(frame_, {*handle}, "U-026"_rule);
        return false;
      }
      *handle = found->handle.value;
    }
    return true;
  }

  // The call waits while very many are queued; another thread signals their fence.
  HRESULT ask_kernel(const Context& context) {
    D3DKMT_UPDATEGPUVIRTUALADDRESS request{};
    request.hDevice = frame_.device.kernel().value;
    request.hContext = context.kernel.value;
    request.hFenceObject = data_.hFenceObject;
    request.NumOperations = data_.NumOperations;
    request.Operations = operations_.data();
    request.Reserved0 = data_.Reserved0;
    request.Reserved1 = data_.Reserved1;
    request.FenceValue = data_.FenceValue;
    request.Flags.Value = data_.Flags.Value;
    const OutOfTurn away(frame_);
    return to_result(D3DKMTUpdateGpuVirtualAddress(&request));
  }

  // Notes the update in the history of the range; all operations lie in one range.
  void note_updated() {
    const auto& first = operations_.front();
    AddressRange* const range = frame_.objects().addresses.find(
        first.OperationType == D3DDDI_UPDATEGPUVIRTUALADDRESS_COPY ? first.Copy.DestAddress
                                                                   : first.Map.BaseAddress);
    if (range == nullptr) return;
    range->is_updated = true;
    note(range->history, "updated");
  }

  Frame& frame_;
  const D3DDDICB_UPDATEGPUVIRTUALADDRESS* const user_;
  D3DDDICB_UPDATEGPUVIRTUALADDRESS data_{};
  std::vector<D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION> operations_;
};

HRESULT APIENTRY reserve_addresses_cb(HANDLE device, D3DDDI_RESERVEGPUVIRTUALADDRESS* user) {
  return answer(device, "pfnReserveGpuVirtualAddressCb",
                [&](Frame& frame) { return reserve_addresses(frame, user); });
}

HRESULT APIENTRY map_addresses_cb(HANDLE device, D3DDDI_MAPGPUVIRTUALADDRESS* user) {
  return answer(device, "pfnMapGpuVirtualAddressCb",
                [&](Frame& frame) { return Mapping(frame, user).run(); });
}

HRESULT APIENTRY free_addresses_cb(HANDLE device, const D3DDDICB_FREEGPUVIRTUALADDRESS* user) {
  return answer(device, "pfnFreeGpuVirtualAddressCb",
                [&](Frame& frame) { return free_addresses(frame, user); });
}

HRESULT APIENTRY update_addresses_cb(HANDLE device, const D3DDDICB_UPDATEGPUVIRTUALADDRESS* user) {
  return answer(
      device, "pfnUpdateGpuVirtualAddressCb",
      [&](Frame& frame) { return Updating(frame, user).run(); }, context_in(user));
}

}  // namespace

void add_address_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnReserveGpuVirtualAddressCb = reserve_addresses_cb;
  table.pfnMapGpuVirtualAddressCb = map_addresses_cb;
  table.pfnFreeGpuVirtualAddressCb = free_addresses_cb;
  table.pfnUpdateGpuVirtualAddressCb = update_addresses_cb;
}

}  // namespace drydock::d3d
