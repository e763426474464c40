// A device's deferred contexts and command lists, and what they keep alive.
#include <fmt/format.h>

#include "src/d3d/device10.h"

namespace drydock::d3d {
namespace {

constexpr UINT kMostSizes = 1024;

}  // namespace

bool Device10::has_command_lists() { return is_created_ && agreement().has_command_lists; }

HRESULT Device10::tell_in(DeferredContext& context, const Entry& entry, Resource* subject,
                          const Body& body) {
  if (is_removed() && !entry.is_cleanup) return D3DDDIERR_DEVICEREMOVED;
  const sim::Passage alone(context.entrance, sim::Passage::Kind::kAlone);
  const dxgk::ProcessScope scope(&adapter_->process());
  const win32::UnderHeapAccount under(heap_);
  Call record(entry, this, subject, &context);
  const HRESULT result = enter(driver(), record, [&] {
    body();
    return record.told();
  });
  if (result == D3DDDIERR_DEVICEREMOVED) set_removed();
  // U-245: the context's own loss.
  if (result == E_OUTOFMEMORY) context.lose();
  return result;
}

// The sizes that handles of deferred contexts may have, asked for twice: how many, and which.
void Device10::read_deferred_sizes() {
  UINT count = 0;
  tell(entry::kCheckSizes10, nullptr,
       [&] { table_.check_deferred_sizes(device(), count, nullptr); });
  if (count > kMostSizes) return;
  deferred_sizes_.resize(count);
  tell(entry::kCheckSizes10, nullptr,
       [&] { table_.check_deferred_sizes(device(), count, deferred_sizes_.data()); });
  deferred_sizes_.resize(std::min<std::size_t>(count, deferred_sizes_.size()));
}

// U-268. The memory is of this size whether it was announced or not.
SIZE_T Device10::check_deferred_size(D3D11DDI_HANDLETYPE type, void* object) {
  if (!has_command_lists() || object == nullptr) return 0;
  SIZE_T bytes = 0;
  tell(
      entry::kCalcPrivateSize, nullptr,
      [&] { bytes = table_.calc_deferred_handle(device(), type, object); },
      [&](HRESULT, Breaches& breaches) {
        const bool is_announced =
            std::ranges::any_of(deferred_sizes_, [&](const D3D11DDI_HANDLESIZE& each) {
              return each.HandleType == type && each.DriverPrivateSize == bytes;
            });
        if (!is_announced)
          breaches.add(
              "U-268",
              fmt::format("CalcDeferredContextHandleSize said {} bytes for a handle of "
                          "type {}, which CheckDeferredContextHandleSizes did not announce",
                          bytes, static_cast<int>(type)));
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
  const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
  out = deferred_.emplace_back(std::move(made)).get();
  return result;
}

CommandList* Device10::add_list(std::unique_ptr<CommandList> list) {
  for (Resource* each : list->resources) hold(*each);
  for (Child* each : list->views) hold(*each);
  const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
  return lists_.emplace_back(std::move(list)).get();
}

HRESULT Device10::execute(CommandList& list) {
  if (!list.is_alive || !is_created_) return E_INVALIDARG;
  const HRESULT result =
      tell(entry::kExecute10, nullptr, [&] { table_.execute(device(), list.memory->data()); });
  // Everything is as it was when the device was made.
  if (SUCCEEDED(result)) bound_.clear();
  return result;
}

HRESULT Device10::destroy_list(CommandList& list) {
  if (!list.is_alive) return E_INVALIDARG;
  list.is_alive = false;
  const HRESULT result = tell(entry::kDestroyCommandList10, nullptr,
                              [&] { table_.destroy_command_list(device(), list.memory->data()); });
  list.memory->retire("DestroyCommandList");
  for (Child* each : list.views) let_go(*each);
  for (Resource* each : list.resources) let_go(*each);
  return result;
}

void Device10::hold(Resource& resource) {
  const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
  ++resource.deferred_uses;
}

void Device10::hold(Child& view) {
  const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
  ++view.deferred_uses;
}

// U-034: the immediate context's handle is the last to go.
void Device10::let_go(Resource& resource) {
  {
    const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
    if (--resource.deferred_uses != 0 || !std::exchange(resource.is_unwanted, false)) return;
  }
  destroy_resource(resource);
}

void Device10::let_go(Child& view) {
  {
    const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
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
