// Virtual contexts, whose work names memory by addresses of the GPU: pfnCreateContextVirtualCb,
// pfnSubmitCommandCb.
#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/callbacks/context_request.h"
#include "src/d3d/callbacks/paging.h"
#include "src/d3d/core/shared_resource.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

constexpr char kCreateVirtual[] = "pfnCreateContextVirtualCb";

HRESULT create_virtual(Frame& frame, D3DDDICB_CREATECONTEXTVIRTUAL* user) {
  D3DDDICB_CREATECONTEXTVIRTUAL data;
  if (!frame.device.has_gpu_addresses()) return to_result(STATUS_NOT_SUPPORTED);
  if (!thunks::read(user, data) || !thunks::can_write(user)) return E_INVALIDARG;
  if (!begin_creation(frame, kCreateVirtual)) return E_OUTOFMEMORY;
  auto request = context_request<D3DKMT_CREATECONTEXTVIRTUAL>(frame, data);
  const HRESULT result = to_result(D3DKMTCreateContextVirtual(&request));
  if (FAILED(result)) return result;
  Context& context = add_context(frame, request.hContext, kCreateVirtual);
  data.hContext = context.handle.as_given();
  return thunks::write(user, data) ? S_OK : undo_creation(context);
}

class Submitting {
 public:
  Submitting(Frame& frame, const D3DDDICB_SUBMITCOMMAND* user) : frame_(frame), user_(user) {}

  HRESULT run() {
    if (!frame_.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
    constexpr std::size_t kPart = offsetof(D3DDDICB_SUBMITCOMMAND, hSyncToken);
    if (!read_part(user_, data_, kPart)) return E_INVALIDARG;
    check_primaries();
    if (!check_count()) return E_INVALIDARG;
    context_ = named_context(frame_, data_.BroadcastContext[0]);
    if (context_ == nullptr) return E_INVALIDARG;
    check_private_data(*context_);
    check_sequence(frame_, data_.RenderCBSequence, *context_);
    if (rules::breaks("U-146", !context_->is_virtual())) {
      nt::Breach("U-146", nt::Offender::running())
          .message(
              "pfnSubmitCommandCb names a context that pfnCreateContextCb made: its "
              "batches are submitted by pfnRenderCb")
          .about(about())
          .raise_later();
      return E_INVALIDARG;
    }
    if (rules::breaks("U-143", data_.Flags.Value != 0)) {
      nt::Breach("U-143", nt::Offender::running())
          .message("pfnSubmitCommandCb was given the flags {:#x}", data_.Flags.Value)
          .about(about())
          .raise_later();
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

  // Checks that the address of the commands is still mapped to the allocation that it was mapped
  // to.
  void check_commands() {
    AddressBook& book = frame_.objects().addresses;
    AddressRange* const range = book.find(data_.Commands);
    const AddressMapping* const mapping = book.mapping_at(data_.Commands);
    if (range == nullptr || frame_.device.is_removed()) return;
    const nt::Concerning concerning{.object = "range of GPU addresses", .history = range->history};
    if (range->state == AddressRange::State::kFreed || (mapping != nullptr && mapping->is_released))
      return check_unmapped(*range, mapping, concerning);
    if (mapping == nullptr) return;
    if (mapping->queue != nullptr &&
        rules::breaks("U-281", !is_awaited(*context_, *mapping->queue, mapping->value)))
      nt::Breach("U-281", nt::Offender::running())
          .message(
              "pfnSubmitCommandCb names commands at {:#x}, which the GPU "
              "finds when the paging queue's fence comes to {}, and "
              "nobody has waited for that",
              data_.Commands, mapping->value)
          .about(concerning)
          .raise_later();
    if (Allocation* const found = frame_.objects().find_allocation(mapping->allocation))
      check_residency(frame_, *context_, *found, /*is_written=*/false, {});
  }

  // The address may belong to another device of the process since.
  void check_unmapped(const AddressRange& range, const AddressMapping* mapping,
                      const nt::Concerning& concerning) {
    rules::evaluated("U-282");
    const void* const owner =
        frame_.device.view().owner_of_address(frame_.device.kernel().value, data_.Commands);
    if (owner != nullptr && (mapping == nullptr || owner != mapping->owner)) return;
    const bool is_freed = range.state == AddressRange::State::kFreed;
    nt::Breach("U-282", nt::Offender::running())
        .message("pfnSubmitCommandCb names commands at {:#x}, {}", data_.Commands,
                 is_freed ? "which pfnFreeGpuVirtualAddressCb has freed"
                          : "an address that went with its allocation")
        .about(concerning)
        .raise_later();
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

  // Entries of work that has ended are removed, before there are very many.
  void record() {
    constexpr std::size_t kMany = 64;
    auto& commands = frame_.objects().commands_at;
    if (commands.size() >= kMany) {
      std::erase_if(commands, [&](const auto& each) {
        return frame_.device.view().is_work_by_address_over(frame_.device.kernel().value,
                                                            each.second);
      });
    }
    commands[data_.Commands] =
        frame_.device.view().last_work_by_address(frame_.device.kernel().value);
    frame_.device.submissions.fetch_add(1, std::memory_order_relaxed);
  }

  bool check_count() {
    const UINT count = data_.BroadcastContextCount;
    if (!rules::breaks("U-147", count == 0 || count > D3DDDI_MAX_BROADCAST_CONTEXT)) return true;
    nt::Breach("U-147", nt::Offender::running())
        .message("pfnSubmitCommandCb has {} contexts", count)
        .raise_later();
    return false;
  }

  void check_private_data(const Context& context) {
    const UINT room = frame_.device.view().private_data_of_buffers(context.kernel.value);
    if (!rules::breaks("U-147", data_.PrivateDriverDataSize > room)) return;
    nt::Breach("U-147", nt::Offender::running())
        .message(
            "pfnSubmitCommandCb has {} bytes of private data; the kernel's driver "
            "asked for {}",
            data_.PrivateDriverDataSize, room)
        .raise_later();
  }

  void check_primaries() {
    if (rules::breaks("U-148", data_.NumPrimaries > D3DDDI_MAX_WRITTEN_PRIMARIES)) {
      nt::Breach("U-148", nt::Offender::running())
          .message("pfnSubmitCommandCb names {} primaries", data_.NumPrimaries)
          .raise_later();
      return;
    }
    for (UINT i = 0; i < data_.NumPrimaries; ++i) {
      const Allocation* const found = frame_.objects().find_allocation({data_.WrittenPrimaries[i]});
      if (found != nullptr && found->resource != nullptr)
        found->resource->is_unnamed_primary = false;
      if (rules::breaks("U-148", found == nullptr))
        nt::Breach("U-148", nt::Offender::running())
            .message(
                "WrittenPrimaries[{}] is {:#x}, which is no "
                "allocation of the device",
                i, data_.WrittenPrimaries[i])
            .raise_later();
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
  return answer(device, kCreateVirtual, [&](Frame& frame) { return create_virtual(frame, user); });
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
