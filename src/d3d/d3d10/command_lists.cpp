// A device's deferred contexts and command lists, and the resources and views that they use.
#include <fmt/format.h>

#include <cassert>

#include "src/d3d/d3d10/device.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

constexpr UINT kMostSizes = 1024;

}  // namespace

bool Device10::has_command_lists() { return is_created() && agreement().has_command_lists; }

HRESULT Device10::call_void_in(DeferredContext& context, const Entry& entry, Resource* subject,
                               Body body) {
  if (is_removed() && !entry.is_cleanup) return D3DDDIERR_DEVICEREMOVED;
  const sim::Alone alone(context.entrance);
  const dxgk::RuntimeView::Scope scope(view());
  const win32::UnderHeapAccount under(heap_);
  Call record(entry, this, subject, &context);
  const HRESULT result = enter(driver(), record, reported_by_callback(std::move(body)));
  if (result == D3DDDIERR_DEVICEREMOVED) set_removed();
  // U-245: the context's own loss.
  if (result == E_OUTOFMEMORY) context.lose();
  return result;
}

// The sizes that handles of deferred contexts may have, asked for twice: how many, and which.
void Device10::read_deferred_sizes() {
  UINT count = 0;
  call_void(entry::kCheckSizes10, nullptr,
            [&] { table_.check_deferred_sizes(device(), count, nullptr); });
  if (count > kMostSizes) return;
  deferred_sizes_.resize(count);
  call_void(entry::kCheckSizes10, nullptr,
            [&] { table_.check_deferred_sizes(device(), count, deferred_sizes_.data()); });
  deferred_sizes_.resize(std::min<std::size_t>(count, deferred_sizes_.size()));
}

// U-268. The memory is of this size whether it was announced or not.
SIZE_T Device10::check_deferred_size(D3D11DDI_HANDLETYPE type, void* object) {
  if (!has_command_lists() || object == nullptr) return 0;
  SIZE_T bytes = 0;
  call_void(
      entry::kCalcPrivateSize, nullptr,
      [&] { bytes = table_.calc_deferred_handle(device(), type, object); },
      [&](HRESULT) {
        const bool is_announced =
            std::ranges::any_of(deferred_sizes_, [&](const D3D11DDI_HANDLESIZE& each) {
              return each.HandleType == type && each.DriverPrivateSize == bytes;
            });
        if (rules::breaks("U-268", !is_announced))
          nt::Breach("U-268", nt::Offender::running())
              .message(
                  "CalcDeferredContextHandleSize said {} bytes for a handle of "
                  "type {}, which CheckDeferredContextHandleSizes did not announce",
                  bytes, static_cast<int>(type))
              .raise_later();
      });
  constexpr SIZE_T kMostBytes = SIZE_T{1} << 26;
  return bytes <= kMostBytes ? bytes : 0;
}

HRESULT Device10::create_deferred(DeferredContext*& out) {
  out = nullptr;
  if (!has_command_lists()) return E_NOTIMPL;
  auto made = std::make_unique<DeferredContext>(*this);
  const HRESULT result = made->create();
  if (FAILED(result)) return result;
  const sim::Alone alone(turn);
  out = deferred_.emplace_back(std::move(made)).get();
  return result;
}

CommandList* Device10::add_list(std::unique_ptr<CommandList> list) {
  for (Resource* each : list->resources) claim(*each);
  for (Child* each : list->views) claim(*each);
  const sim::Alone alone(turn);
  return lists_.emplace_back(std::move(list)).get();
}

HRESULT Device10::execute(CommandList& list) {
  if (!list.is_alive || !is_created()) return E_INVALIDARG;
  const HRESULT result =
      call_void(entry::kExecute10, nullptr, [&] { table_.execute(device(), list.memory->data()); });
  // Everything is as it was when the device was made.
  if (SUCCEEDED(result)) bound_.clear();
  return result;
}

HRESULT Device10::destroy_list(CommandList& list) {
  if (!list.is_alive) return E_INVALIDARG;
  list.is_alive = false;
  const HRESULT result = call_void(entry::kDestroyCommandList10, nullptr, [&] {
    table_.destroy_command_list(device(), list.memory->data());
  });
  list.memory->retire("DestroyCommandList");
  for (Child* each : list.views) release(*each);
  for (Resource* each : list.resources) release(*each);
  return result;
}

void Device10::claim(Resource& resource) {
  const sim::Alone alone(turn);
  ++resource.of10().deferred_uses;
}

void Device10::claim(Child& view) {
  const sim::Alone alone(turn);
  ++view.deferred_uses;
}

// U-034: the immediate context's handle is the last to go.
void Device10::release(Resource& resource) {
  {
    const sim::Alone alone(turn);
    assert(resource.of10().deferred_uses > 0);
    if (--resource.of10().deferred_uses != 0 || !resource.life.is_unwanted()) return;
    resource.life.become(ResourceLife::State::kLive);
  }
  destroy_resource(resource);
}

void Device10::release(Child& view) {
  {
    const sim::Alone alone(turn);
    assert(view.deferred_uses > 0);
    if (--view.deferred_uses != 0 || !std::exchange(view.is_unwanted, false)) return;
  }
  destroy_child(view);
}

void Device10::end_command_lists() {
  for (const std::unique_ptr<DeferredContext>& each : deferred_) {
    if (each->is_alive()) each->abandon();
  }
  for (const std::unique_ptr<CommandList>& each : lists_) {
    if (each->is_alive) destroy_list(*each);
  }
}

}  // namespace drydock::d3d
