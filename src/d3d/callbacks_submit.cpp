// Virtual contexts, whose work names memory by addresses of the GPU: pfnCreateContextVirtualCb,
// pfnSubmitCommandCb.
#include <fmt/format.h>

#include "src/d3d/callbacks.h"
#include "src/d3d/callbacks_paging.h"
#include "src/d3d/context_request.h"
#include "src/d3d/kernel.h"
#include "src/d3d/result.h"
#include "src/dxgk/object/visit.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"

namespace drydock::d3d {
namespace {

// What the kernel's driver asked for when it made the context; 0 when there is no such context.
UINT private_room_of(Frame& frame, const Context& context) {
  const dxgk::Visit visit;
  const auto* const found = dxgk::as<dxgk::Context>(
      frame.device.adapter().process().handles().look_up(context.kernel.value));
  return found == nullptr ? 0 : found->info().DmaBufferPrivateDataSize;
}

HRESULT create_virtual(Frame& frame, D3DDDICB_CREATECONTEXTVIRTUAL* user) {
  D3DDDICB_CREATECONTEXTVIRTUAL data;
  if (!has_addresses(frame.device)) return to_result(STATUS_NOT_SUPPORTED);
  if (!thunks::read(user, data) || !thunks::can_write(user)) return E_INVALIDARG;
  check_context_table(frame, "pfnCreateContextVirtualCb");
  check_trimming(frame);
  if (nt::fails_here(sim::FaultKind::kObject)) return E_OUTOFMEMORY;
  auto request = context_request<D3DKMT_CREATECONTEXTVIRTUAL>(frame, data);
  const HRESULT result = to_result(D3DKMTCreateContextVirtual(&request));
  if (FAILED(result)) return result;
  Context& context = frame.objects().add_context(RuntimeHandle::next(HandleKind::kContext));
  context.kernel = {request.hContext};
  note(context.history, "made by pfnCreateContextVirtualCb");
  data.hContext = context.handle.as_given();
  return thunks::write(user, data) ? S_OK : take_back(context);
}

class Submitting {
 public:
  Submitting(Frame& frame, const D3DDDICB_SUBMITCOMMAND* user) : frame_(frame), user_(user) {}

  HRESULT run() {
    if (!has_paging_queues(frame_.device)) return to_result(STATUS_NOT_SUPPORTED);
    constexpr std::size_t kPart = offsetof(D3DDDICB_SUBMITCOMMAND, hSyncToken);
    if (!read_part(user_, data_, kPart)) return E_INVALIDARG;
    check_primaries();
    if (!check_count()) return E_INVALIDARG;
    context_ = frame_.objects().find_context(RuntimeHandle(data_.BroadcastContext[0]));
    if (context_ == nullptr) {
      frame_.breaches.add("U-133", "pfnSubmitCommandCb names no context of the device");
      return E_INVALIDARG;
    }
    check_private_data(*context_);
    check_sequence(frame_, data_.RenderCBSequence, *context_);
    if (!context_->is_virtual()) {
      frame_.breaches.add("U-146",
                          "pfnSubmitCommandCb names a context that pfnCreateContextCb made: its "
                          "batches are submitted by pfnRenderCb",
                          about());
      return E_INVALIDARG;
    }
    if (data_.Flags.Value != 0) {
      frame_.breaches.add(
          "U-143", fmt::format("pfnSubmitCommandCb was given the flags {:#x}", data_.Flags.Value),
          about());
      return E_INVALIDARG;
    }
    check_commands();
    const HRESULT result = ask_kernel();
    if (SUCCEEDED(result)) record();
    return result;
  }

 private:
  nt::Concerning about() const {
    return {.object = fmt::format("context {}", context_->number), .history = context_->history};
  }

  // What the address of the commands led to, and whether it still does.
  void check_commands() {
    AddressBook& book = frame_.objects().addresses;
    AddressRange* const range = book.find(data_.Commands);
    const AddressMapping* const mapping = book.mapping_at(data_.Commands);
    if (range == nullptr || frame_.device.is_removed()) return;
    const nt::Concerning concerning{.object = "range of GPU addresses", .history = range->history};
    if (range->state == AddressRange::State::kFreed || (mapping != nullptr && mapping->is_released))
      return check_gone(*range, mapping, concerning);
    if (mapping == nullptr) return;
    if (mapping->queue != nullptr && !is_awaited(*context_, *mapping->queue, mapping->value))
      frame_.breaches.add("U-281",
                          fmt::format("pfnSubmitCommandCb names commands at {:#x}, which the GPU "
                                      "finds when the paging queue's fence comes to {}, and "
                                      "nobody has waited for that",
                                      data_.Commands, mapping->value),
                          concerning);
    if (Allocation* const found = frame_.objects().find_allocation(mapping->allocation))
      check_residency(frame_, *context_, *found, /*is_written=*/false, {});
  }

  // Another device of the process may have got the address since.
  void check_gone(const AddressRange& range, const AddressMapping* mapping,
                  const nt::Concerning& concerning) {
    const void* const owner = owner_of_address(frame_.device, data_.Commands);
    if (owner != nullptr && (mapping == nullptr || owner != mapping->owner)) return;
    const bool is_freed = range.state == AddressRange::State::kFreed;
    frame_.breaches.add(
        is_freed ? "U-282"_rule : "U-206"_rule,
        fmt::format("pfnSubmitCommandCb names commands at {:#x}, {}", data_.Commands,
                    is_freed ? "which pfnFreeGpuVirtualAddressCb has freed"
                             : "an address that went with its allocation"),
        concerning);
  }

  HRESULT ask_kernel() {
    D3DKMT_SUBMITCOMMAND request{};
    request.Commands = data_.Commands;
    request.CommandLength = data_.CommandLength;
    request.BroadcastContextCount = data_.BroadcastContextCount;
    for (UINT i = 0; i < data_.BroadcastContextCount; ++i) {
      const Context* const each =
          frame_.objects().find_context(RuntimeHandle(data_.BroadcastContext[i]));
      request.BroadcastContext[i] = each == nullptr ? 0 : each->kernel.value;
    }
    request.pPrivateDriverData = data_.pPrivateDriverData;
    request.PrivateDriverDataSize = data_.PrivateDriverDataSize;
    request.NumPrimaries = data_.NumPrimaries;
    std::ranges::copy(data_.WrittenPrimaries, request.WrittenPrimaries);
    return to_result(D3DKMTSubmitCommand(&request));
  }

  // Those that are over are forgotten, before there are very many.
  void record() {
    constexpr std::size_t kMany = 64;
    auto& commands = frame_.objects().commands_at;
    if (commands.size() >= kMany) {
      std::erase_if(commands, [&](const auto& each) {
        return is_work_by_address_over(frame_.device, each.second);
      });
    }
    commands[data_.Commands] = last_work_by_address(frame_.device);
    frame_.device.submissions.fetch_add(1, std::memory_order_relaxed);
  }

  bool check_count() {
    const UINT count = data_.BroadcastContextCount;
    if (count >= 1 && count <= D3DDDI_MAX_BROADCAST_CONTEXT) return true;
    frame_.breaches.add("U-147", fmt::format("pfnSubmitCommandCb has {} contexts", count));
    return false;
  }

  void check_private_data(const Context& context) {
    const UINT room = private_room_of(frame_, context);
    if (data_.PrivateDriverDataSize <= room) return;
    frame_.breaches.add(
        "U-147", fmt::format("pfnSubmitCommandCb has {} bytes of private data; the kernel's driver "
                             "asked for {}",
                             data_.PrivateDriverDataSize, room));
  }

  void check_primaries() {
    if (data_.NumPrimaries > D3DDDI_MAX_WRITTEN_PRIMARIES) {
      frame_.breaches.add("U-148",
                          fmt::format("pfnSubmitCommandCb names {} primaries", data_.NumPrimaries));
      return;
    }
    for (UINT i = 0; i < data_.NumPrimaries; ++i) {
      const Allocation* const found = frame_.objects().find_allocation({data_.WrittenPrimaries[i]});
      if (found != nullptr && found->resource != nullptr)
        found->resource->is_written_unsaid = false;
      if (found == nullptr)
        frame_.breaches.add("U-148", fmt::format("WrittenPrimaries[{}] is {:#x}, which is no "
                                                 "allocation of the device",
                                                 i, data_.WrittenPrimaries[i]));
    }
    frame_.objects().was_submitted_by_address = true;
  }

  Frame& frame_;
  const D3DDDICB_SUBMITCOMMAND* const user_;
  D3DDDICB_SUBMITCOMMAND data_{};
  const Context* context_ = nullptr;
};

// The context that a submission is for; null when it cannot be read.
HANDLE context_of_submission(const D3DDDICB_SUBMITCOMMAND* user) {
  HANDLE out = nullptr;
  if (user == nullptr || !nt::copy_from_user(&out, &user->BroadcastContext[0], sizeof out))
    return nullptr;
  return out;
}

HRESULT APIENTRY create_virtual_cb(HANDLE device, D3DDDICB_CREATECONTEXTVIRTUAL* user) {
  return answer(device, "pfnCreateContextVirtualCb",
                [&](Frame& frame) { return create_virtual(frame, user); });
}

HRESULT APIENTRY submit_command(HANDLE device, const D3DDDICB_SUBMITCOMMAND* user) {
  return answer(
      device, "pfnSubmitCommandCb", [&](Frame& frame) { return Submitting(frame, user).run(); },
      context_of_submission(user));
}

}  // namespace

void add_submit_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnCreateContextVirtualCb = create_virtual_cb;
  table.pfnSubmitCommandCb = submit_command;
}

}  // namespace drydock::d3d
