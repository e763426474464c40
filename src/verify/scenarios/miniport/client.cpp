#include "src/verify/scenarios/miniport/client.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/rtl/names.h"
#include "src/sim/faults.h"
#include "src/verify/scenarios/miniport/gdi_commands.h"
#include "src/verify/scenarios/miniport/residency_lists.h"

namespace drydock::verify {
namespace {

std::string describe_refusal(std::string_view call, NTSTATUS status) {
  const std::string_view name = nt::status_name(static_cast<std::uint32_t>(status));
  if (name.data() == nullptr)
    return fmt::format("{} returned {:#010x}", call, static_cast<std::uint32_t>(status));
  return fmt::format("{} returned {}", call, name);
}

// The results of a call whose object another strand destroys at the same time.
constexpr std::array kMissed = {STATUS_INVALID_PARAMETER, STATUS_INVALID_HANDLE,
                                STATUS_DEVICE_REMOVED, STATUS_NO_MEMORY,
                                STATUS_GRAPHICS_NO_VIDEO_MEMORY};

// A name in the objects' name space, as a client passes it.
struct ObjectName {
  explicit ObjectName(std::u16string_view chosen) : text(chosen) {
    string.Buffer = reinterpret_cast<PWSTR>(text.data());
    string.Length = string.MaximumLength = static_cast<USHORT>(text.size() * sizeof(char16_t));
    InitializeObjectAttributes(&attributes, &string, OBJ_CASE_INSENSITIVE, nullptr, nullptr);
  }
  ObjectName(const ObjectName&) = delete;
  ObjectName& operator=(const ObjectName&) = delete;

  std::u16string text;
  UNICODE_STRING string{};
  OBJECT_ATTRIBUTES attributes{};
};

Blob blob_of(std::span<const std::byte> data) { return {data.begin(), data.end()}; }

D3DKMT_RENDER submission_to(const Queue& queue) {
  D3DKMT_RENDER out{};
  if (queue.context != 0) {
    out.hContext = queue.context;
  } else {
    out.hDevice = queue.device;
  }
  return out;
}

// The buffers that come back are the next to be filled.
void turn_over(Queue& queue, const D3DKMT_RENDER& rendered) {
  queue.commands = rendered.pNewCommandBuffer;
  queue.command_bytes = rendered.NewCommandBufferSize;
  queue.list = rendered.pNewAllocationList;
  queue.list_size = rendered.NewAllocationListSize;
}

// A wait for one fence, or a signal of it, by the context of the queue.
template <typename Request>
Request fence_request(const Queue& queue, D3DKMT_HANDLE fence, UINT64 value) {
  Request data{};
  data.hContext = queue.context;
  data.ObjectCount = 1;
  data.ObjectHandleArray[0] = fence;
  data.Fence.FenceValue = value;
  return data;
}

}  // namespace

RefusedCall::RefusedCall(std::string_view call, NTSTATUS status)
    : Refused(describe_refusal(call, status)), status_(status) {}

void must(NTSTATUS status, std::string_view call) {
  if (!NT_SUCCESS(status)) throw RefusedCall(call, status);
}

void may_miss(const std::function<void()>& calls) {
  try {
    calls();
  } catch (const RefusedCall& refused) {
    if (std::ranges::find(kMissed, refused.status()) == kMissed.end()) throw;
  }
}

Client::Client(dxgk::Dock& dock, dxgk::Adapter& adapter, Run& run, Contexts contexts)
    : run_(run),
      has_devices_(adapter.table().DxgkDdiCreateDevice != nullptr),
      has_contexts_(adapter.has_contexts()),
      contexts_(contexts),
      process_(dock.new_process()) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_OPENADAPTERFROMLUID data{};
  data.AdapterLuid = adapter.luid();
  must(D3DKMTOpenAdapterFromLuid(&data), "D3DKMTOpenAdapterFromLuid");
  adapter_handle_ = data.hAdapter;
  if (adapter.has_paging_queues()) residency_lists_ = std::make_unique<ResidencyLists>(*this);
}

Client::~Client() { vanish(); }

void Client::list_nothing_on(D3DKMT_HANDLE device) {
  if (residency_lists_) residency_lists_->leave_to_scenario(device);
}

void Client::close_adapter() {
  const dxgk::ProcessScope inside(process_.get());
  const D3DKMT_CLOSEADAPTER data{adapter_handle_};
  must(D3DKMTCloseAdapter(&data), "D3DKMTCloseAdapter");
}

D3DKMT_HANDLE Client::create_device() {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_CREATEDEVICE data{};
  data.hAdapter = adapter_handle_;
  const NTSTATUS status = D3DKMTCreateDevice(&data);
  if (status == STATUS_NOT_SUPPORTED && !has_devices_)
    throw Skip("DxgkDdiCreateDevice is not registered");
  must(status, "D3DKMTCreateDevice");
  if (!has_contexts_) {
    device_queues_[data.hDevice] = {data.hDevice,         0,
                                    data.pCommandBuffer,  data.CommandBufferSize,
                                    data.pAllocationList, data.AllocationListSize};
  }
  return data.hDevice;
}

void Client::destroy_device(D3DKMT_HANDLE device) {
  const dxgk::ProcessScope inside(process_.get());
  const D3DKMT_DESTROYDEVICE data{device};
  must(D3DKMTDestroyDevice(&data), "D3DKMTDestroyDevice");
}

D3DKMT_DEVICEEXECUTION_STATE Client::state_of(D3DKMT_HANDLE device) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_GETDEVICESTATE data{};
  data.hDevice = device;
  data.StateType = D3DKMT_DEVICESTATE_EXECUTION;
  must(D3DKMTGetDeviceState(&data), "D3DKMTGetDeviceState");
  return data.ExecutionState;
}

Queue Client::create_queue(D3DKMT_HANDLE device, UINT node) {
  if (!has_contexts_) return device_queues_.at(device);
  if (contexts_ == Contexts::kByAddress)
    return {.device = device, .context = create_virtual_context(device, node)};
  const dxgk::ProcessScope inside(process_.get());
  Blob private_data = context_private_data();
  D3DKMT_CREATECONTEXT data{};
  data.hDevice = device;
  data.NodeOrdinal = node;
  data.EngineAffinity = 1;
  data.pPrivateDriverData = private_data.empty() ? nullptr : private_data.data();
  data.PrivateDriverDataSize = static_cast<UINT>(private_data.size());
  must(D3DKMTCreateContext(&data), "D3DKMTCreateContext");
  return {device,
          data.hContext,
          data.pCommandBuffer,
          data.CommandBufferSize,
          data.pAllocationList,
          data.AllocationListSize};
}

void Client::make_urgent(const Queue& queue) {
  constexpr INT kUrgent = 3;
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_SETCONTEXTSCHEDULINGPRIORITY data{};
  data.hContext = queue.context;
  data.Priority = kUrgent;
  must(D3DKMTSetContextSchedulingPriority(&data), "D3DKMTSetContextSchedulingPriority");
}

D3DKMT_HANDLE Client::create_virtual_context(D3DKMT_HANDLE device, UINT node) {
  const dxgk::ProcessScope inside(process_.get());
  Blob private_data = context_private_data();
  D3DKMT_CREATECONTEXTVIRTUAL data{};
  data.hDevice = device;
  data.NodeOrdinal = node;
  data.EngineAffinity = 1;
  data.pPrivateDriverData = private_data.empty() ? nullptr : private_data.data();
  data.PrivateDriverDataSize = static_cast<UINT>(private_data.size());
  must(D3DKMTCreateContextVirtual(&data), "D3DKMTCreateContextVirtual");
  return data.hContext;
}

void Client::destroy_queue(const Queue& queue) {
  if (!has_contexts_) return;
  const dxgk::ProcessScope inside(process_.get());
  const D3DKMT_DESTROYCONTEXT data{queue.context};
  must(D3DKMTDestroyContext(&data), "D3DKMTDestroyContext");
}

// The driver describes each surface anew, as it does for the window manager.
dxgk::StandardData Client::describe(D3DKMT_HANDLE device, const Recipe& recipe) {
  dxgk::StandardData out;
  if (recipe.of_profile != nullptr) {
    out.allocation = recipe.of_profile->private_data;
    out.resource = recipe.of_profile->resource_private_data;
    return out;
  }
  const dxgk::Operation operation(*process_, device);
  must(operation ? dxgk::describe_standard(*operation, recipe.surface, out)
                 : STATUS_INVALID_PARAMETER,
       "DxgkDdiGetStandardAllocationDriverData");
  return out;
}

Resource Client::create(D3DKMT_HANDLE device, const Recipe& recipe,
                        D3DKMT_CREATEALLOCATION wanted) {
  const dxgk::ProcessScope inside(process_.get());
  dxgk::StandardData data;
  const UINT count = wanted.NumAllocations;
  if (count != 0) data = describe(device, recipe);
  std::vector<Blob> private_data(count, blob_of(data.allocation));
  std::vector<D3DDDI_ALLOCATIONINFO2> infos(count);
  const bool is_primary = recipe.surface.type == D3DKMDT_STANDARDALLOCATION_SHAREDPRIMARYSURFACE &&
                          recipe.of_profile == nullptr;
  for (UINT i = 0; i < count; ++i) {
    infos[i].pPrivateDriverData = private_data[i].empty() ? nullptr : private_data[i].data();
    infos[i].PrivateDriverDataSize = static_cast<UINT>(private_data[i].size());
    infos[i].Flags.Primary = is_primary;
  }
  wanted.hDevice = device;
  wanted.pAllocationInfo2 = infos.data();
  wanted.pPrivateDriverData = data.resource.empty() ? nullptr : data.resource.data();
  wanted.PrivateDriverDataSize = static_cast<UINT>(data.resource.size());
  must(D3DKMTCreateAllocation2(&wanted), "D3DKMTCreateAllocation2");
  Resource out{wanted.hResource, wanted.hGlobalShare, {}};
  for (const D3DDDI_ALLOCATIONINFO2& info : infos) out.allocations.push_back(info.hAllocation);
  return out;
}

bool Client::refuses_several(const std::function<void()>& call) {
  const std::uint64_t faults = sim::faults_failed();
  try {
    call();
    return false;
  } catch (const RefusedCall& refused) {
    if (refused.status() == STATUS_DEVICE_REMOVED || sim::faults_failed() != faults) throw;
    run_.note(
        fmt::format("several allocations in one call were refused ({}) and created one by one",
                    refused.what()));
    return true;
  }
}

Resource Client::create(D3DKMT_HANDLE device, const Recipe& recipe, Kind kind, UINT count) {
  if (count < 2) return create_at_once(device, recipe, kind, count);
  Resource out;
  if (refuses_several([&] { out = create_at_once(device, recipe, kind, count); }))
    return create_one_by_one(device, recipe, kind, count);
  return out;
}

Resource Client::create_one_by_one(D3DKMT_HANDLE device, const Recipe& recipe, Kind kind,
                                   UINT count) {
  Resource out = create_at_once(device, recipe, kind, 1);
  bool takes_more = kind == Kind::kResource;  // no allocation is added to a shared resource
  while (out.allocations.size() < count) {
    if (takes_more) {
      takes_more = !refuses_several([&] { add_at_once(device, recipe, out, 1); });
      continue;
    }
    const Resource another = create_at_once(device, recipe, kind, 1);
    out.allocations.push_back(another.allocations[0]);
    if (another.handle == 0) continue;
    out.further.push_back(another.handle);
    separate_.insert(another.allocations[0]);
  }
  return out;
}

Resource Client::create_at_once(D3DKMT_HANDLE device, const Recipe& recipe, Kind kind, UINT count) {
  D3DKMT_CREATEALLOCATION wanted{};
  wanted.NumAllocations = count;
  wanted.Flags.CreateResource = kind != Kind::kLoose;
  wanted.Flags.CreateShared = kind == Kind::kShared || kind == Kind::kNtShared;
  wanted.Flags.NtSecuritySharing = kind == Kind::kNtShared;
  return create(device, recipe, wanted);
}

void Client::add(D3DKMT_HANDLE device, const Recipe& recipe, Resource& to, UINT count) {
  if (count < 2) return add_at_once(device, recipe, to, count);
  if (!refuses_several([&] { add_at_once(device, recipe, to, count); })) return;
  for (UINT i = 0; i < count; ++i) add_at_once(device, recipe, to, 1);
}

void Client::add_at_once(D3DKMT_HANDLE device, const Recipe& recipe, Resource& to, UINT count) {
  D3DKMT_CREATEALLOCATION wanted{};
  wanted.hResource = to.handle;
  wanted.NumAllocations = count;
  const Resource more = create(device, recipe, wanted);
  to.allocations.insert(to.allocations.end(), more.allocations.begin(), more.allocations.end());
}

NTSTATUS Client::try_destroy(D3DKMT_HANDLE device, D3DKMT_HANDLE resource,
                             std::span<const D3DKMT_HANDLE> allocations,
                             D3DDDICB_DESTROYALLOCATION2FLAGS flags) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_DESTROYALLOCATION2 data{};
  data.hDevice = device;
  data.hResource = resource;
  data.phAllocationList = allocations.empty() ? nullptr : allocations.data();
  data.AllocationCount = static_cast<UINT>(allocations.size());
  data.Flags = flags;
  return D3DKMTDestroyAllocation2(&data);
}

void Client::destroy(D3DKMT_HANDLE device, const Resource& resource) {
  if (resource.handle == 0) return destroy(device, resource.allocations);
  must(try_destroy(device, resource.handle, {}), "D3DKMTDestroyAllocation2");
  for (const D3DKMT_HANDLE each : resource.further)
    must(try_destroy(device, each, {}), "D3DKMTDestroyAllocation2");
}

// A list names allocations of one resource only.
void Client::destroy(D3DKMT_HANDLE device, std::span<const D3DKMT_HANDLE> allocations) {
  const auto is_separate = [&](D3DKMT_HANDLE each) { return separate_.contains(each); };
  if (allocations.size() > 1 && std::ranges::any_of(allocations, is_separate)) {
    for (const D3DKMT_HANDLE& each : allocations) destroy(device, {&each, 1});
    return;
  }
  must(try_destroy(device, 0, allocations), "D3DKMTDestroyAllocation2");
}

// Skips when the driver does not support it, because then it must not be called.
bool Client::shares_across_adapters() const {
  D3DKMT_WDDM_1_3_CAPS caps{};
  D3DKMT_QUERYADAPTERINFO query{};
  query.hAdapter = adapter_handle_;
  query.Type = KMTQAITYPE_WDDM_1_3_CAPS;
  query.pPrivateDriverData = &caps;
  query.PrivateDriverDataSize = sizeof caps;
  return NT_SUCCESS(D3DKMTQueryAdapterInfo(&query)) && caps.SupportCrossAdapterResource != 0;
}

Resource Client::create_over(D3DKMT_HANDLE device, void* memory, std::size_t bytes) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_CREATESTANDARDALLOCATION standard{};
  standard.Type = D3DKMT_STANDARDALLOCATIONTYPE_EXISTINGHEAP;
  standard.ExistingHeapData.Size = bytes;
  D3DDDI_ALLOCATIONINFO2 info{};
  info.pSystemMem = memory;
  D3DKMT_CREATEALLOCATION wanted{};
  wanted.hDevice = device;
  wanted.NumAllocations = 1;
  wanted.pAllocationInfo2 = &info;
  wanted.pStandardAllocation = &standard;
  wanted.Flags.CreateResource = wanted.Flags.CreateShared = 1;
  wanted.Flags.CrossAdapter = shares_across_adapters() ? 1 : 0;
  wanted.Flags.NtSecuritySharing = 1;
  wanted.Flags.StandardAllocation = wanted.Flags.ExistingSysMem = 1;
  must(D3DKMTCreateAllocation2(&wanted), "D3DKMTCreateAllocation2");
  return {wanted.hResource, 0, {info.hAllocation}};
}

namespace {

// Makes room for everything that `query` describes; `call` then opens what `data` names.
template <typename Query, typename Data>
Resource open_asked(const Query& query, Data& data, NTSTATUS (*call)(Data*), const char* name) {
  std::vector<D3DDDI_OPENALLOCATIONINFO2> infos(query.NumAllocations);
  Blob total(query.TotalPrivateDriverDataSize), resource(query.ResourcePrivateDriverDataSize);
  data.hDevice = query.hDevice;
  data.NumAllocations = query.NumAllocations;
  data.pOpenAllocationInfo2 = infos.data();
  data.pResourcePrivateDriverData = resource.data();
  data.ResourcePrivateDriverDataSize = query.ResourcePrivateDriverDataSize;
  data.pTotalPrivateDriverDataBuffer = total.data();
  data.TotalPrivateDriverDataBufferSize = query.TotalPrivateDriverDataSize;
  must(call(&data), name);
  Resource out{data.hResource, 0, {}};
  for (const D3DDDI_OPENALLOCATIONINFO2& info : infos) out.allocations.push_back(info.hAllocation);
  return out;
}

}  // namespace

Resource Client::open(D3DKMT_HANDLE device, D3DKMT_HANDLE global) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_QUERYRESOURCEINFO query{};
  query.hDevice = device;
  query.hGlobalShare = global;
  must(D3DKMTQueryResourceInfo(&query), "D3DKMTQueryResourceInfo");
  D3DKMT_OPENRESOURCE data{};
  data.hGlobalShare = global;
  Resource out = open_asked(query, data, D3DKMTOpenResource2, "D3DKMTOpenResource2");
  out.global = global;
  return out;
}

HANDLE Client::share(const Resource& resource, std::u16string_view name) {
  const dxgk::ProcessScope inside(process_.get());
  ObjectName object(name);
  HANDLE out = nullptr;
  must(D3DKMTShareObjects(1, &resource.handle, name.empty() ? nullptr : &object.attributes,
                          GENERIC_ALL, &out),
       "D3DKMTShareObjects");
  return out;
}

HANDLE Client::find_share(std::u16string_view name) {
  const dxgk::ProcessScope inside(process_.get());
  ObjectName object(name);
  D3DKMT_OPENNTHANDLEFROMNAME data{};
  data.dwDesiredAccess = GENERIC_ALL;
  data.pObjAttrib = &object.attributes;
  must(D3DKMTOpenNtHandleFromName(&data), "D3DKMTOpenNtHandleFromName");
  return data.hNtHandle;
}

Resource Client::open(D3DKMT_HANDLE device, HANDLE shared) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE query{};
  query.hDevice = device;
  query.hNtHandle = shared;
  must(D3DKMTQueryResourceInfoFromNtHandle(&query), "D3DKMTQueryResourceInfoFromNtHandle");
  D3DKMT_OPENRESOURCEFROMNTHANDLE data{};
  data.hNtHandle = shared;
  return open_asked(query, data, D3DKMTOpenResourceFromNtHandle, "D3DKMTOpenResourceFromNtHandle");
}

void Client::close(HANDLE shared) {
  const dxgk::ProcessScope inside(process_.get());
  must(ZwClose(shared), "NtClose");
}

void* Client::lock(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_LOCK2 data{};
  data.hDevice = device;
  data.hAllocation = allocation;
  must(D3DKMTLock2(&data), "D3DKMTLock2");
  return data.pData;
}

void Client::unlock(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  const dxgk::ProcessScope inside(process_.get());
  const D3DKMT_UNLOCK2 data{device, allocation};
  must(D3DKMTUnlock2(&data), "D3DKMTUnlock2");
}

void* Client::lock_first(D3DKMT_HANDLE device, D3DKMT_HANDLE& allocation, bool discards) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_LOCK data{};
  data.hDevice = device;
  data.hAllocation = allocation;
  data.Flags.LockEntire = 1;
  data.Flags.Discard = data.Flags.WriteOnly = discards;
  NTSTATUS status = D3DKMTLock(&data);
  if (status == STATUS_GRAPHICS_ALLOCATION_BUSY && discards) {
    data.Flags.NoExistingReference = 1;  // everything has been submitted
    status = D3DKMTLock(&data);
  }
  must(status, "D3DKMTLock");
  allocation = data.hAllocation;
  return data.pData;
}

void Client::offer(D3DKMT_HANDLE device, std::span<const D3DKMT_HANDLE> allocations) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_OFFERALLOCATIONS data{};
  data.hDevice = device;
  data.HandleList = allocations.data();
  data.NumAllocations = static_cast<UINT>(allocations.size());
  data.Priority = D3DKMT_OFFER_PRIORITY_NORMAL;
  must(D3DKMTOfferAllocations(&data), "D3DKMTOfferAllocations");
}

std::vector<bool> Client::reclaim(D3DKMT_HANDLE device,
                                  std::span<const D3DKMT_HANDLE> allocations) {
  const dxgk::ProcessScope inside(process_.get());
  std::vector<BOOL> discarded(allocations.size());
  D3DKMT_RECLAIMALLOCATIONS data{};
  data.hDevice = device;
  data.HandleList = allocations.data();
  data.pDiscarded = discarded.data();
  data.NumAllocations = static_cast<UINT>(allocations.size());
  must(D3DKMTReclaimAllocations(&data), "D3DKMTReclaimAllocations");
  return {discarded.begin(), discarded.end()};
}

// If the driver has no contexts, a device has one queue. All strands share it, and its buffers
// alternate.
void Client::on_queue(Queue& named, const std::function<void(Queue& queue)>& body) {
  const dxgk::ProcessScope inside(process_.get());
  if (has_contexts_) return body(named);
  const sim::Alone alone(device_turn_);
  body(device_queues_.at(named.device));
}

void Client::render(Queue& named, std::span<const std::byte> commands,
                    std::span<const D3DKMT_HANDLE> allocations, bool by_kernel) {
  const auto work = [&] {
    on_queue(named, [&](Queue& queue) { render_on(queue, commands, allocations, by_kernel); });
  };
  if (residency_lists_) return residency_lists_->with(named, allocations, work);
  work();
}

void Client::render_on(Queue& queue, std::span<const std::byte> commands,
                       std::span<const D3DKMT_HANDLE> allocations, bool by_kernel) {
  if (commands.size() > queue.command_bytes || allocations.size() > queue.list_size)
    throw Skip(fmt::format("its contexts have no room for {} bytes of commands on {} allocations",
                           commands.size(), allocations.size()));
  if (!commands.empty()) std::memcpy(queue.commands, commands.data(), commands.size());
  for (std::size_t i = 0; i < allocations.size(); ++i) {
    queue.list[i] = {};
    queue.list[i].hAllocation = allocations[i];
    queue.list[i].WriteOperation = 1;
  }
  D3DKMT_RENDER data = submission_to(queue);
  data.CommandLength = static_cast<UINT>(commands.size());
  data.AllocationCount = static_cast<UINT>(allocations.size());
  data.Flags.RenderKm = by_kernel;
  must(D3DKMTRender(&data), "D3DKMTRender");
  turn_over(queue, data);
}

void Client::submit_taken_away(Queue& named, UINT bytes) {
  on_queue(named, [&](Queue& queue) { submit_taken_away_on(queue, bytes); });
}

void Client::submit_taken_away_on(Queue& queue, UINT bytes) {
  void* const memory = queue.commands;
  const std::size_t size = (queue.command_bytes + PAGE_SIZE - 1) & ~std::size_t{PAGE_SIZE - 1};
  std::memset(memory, 0, queue.command_bytes);
  D3DKMT_RENDER data = submission_to(queue);
  data.CommandLength = bytes;
  mprotect(memory, size, PROT_NONE);
  const NTSTATUS status = D3DKMTRender(&data);
  mprotect(memory, size, PROT_READ | PROT_WRITE);
  if (NT_SUCCESS(status)) turn_over(queue, data);
}

void Client::submit(Queue& queue, const Blob& commands,
                    std::span<const D3DKMT_HANDLE> allocations) {
  render(queue, commands, allocations, /*by_kernel=*/false);
}

void Client::fill(Queue& queue, const Recipe& recipe, std::span<const D3DKMT_HANDLE> allocations,
                  UINT color) {
  const RECT whole = rect_at(0, 0, recipe.surface.width, recipe.surface.height);
  std::vector<DXGK_RENDERKM_COMMAND> commands;
  for (UINT i = 0; i < allocations.size(); ++i) commands.push_back(fill_command(whole, i, color));
  draw(queue, commands, allocations);
}

void Client::draw(Queue& queue, std::span<const DXGK_RENDERKM_COMMAND> commands,
                  std::span<const D3DKMT_HANDLE> allocations) {
  render(queue, std::as_bytes(commands), allocations, /*by_kernel=*/true);
}

void Client::submit_by_address(Queue& queue, std::span<const D3DKMT_HANDLE> allocations) {
  residency_lists_->with(queue, allocations,
                         [&] { residency_lists_->submit_nothing(queue, allocations[0]); });
}

void Client::page(Queue& queue, std::span<const D3DKMT_HANDLE> allocations) {
  residency_lists_->page(queue, allocations);
}

void Client::copy(Queue& queue, const Recipe& recipe, D3DKMT_HANDLE from, D3DKMT_HANDLE to) {
  const RECT whole = rect_at(0, 0, recipe.surface.width, recipe.surface.height);
  const DXGK_RENDERKM_COMMAND command = copy_command(whole, whole);
  draw(queue, {&command, 1}, std::array{from, to});
}

void Client::wait_idle(D3DKMT_HANDLE device) {
  const dxgk::ProcessScope inside(process_.get());
  const D3DKMT_WAITFORIDLE data{device};
  must(D3DKMTWaitForIdle(&data), "D3DKMTWaitForIdle");
}

D3DKMT_HANDLE Client::create_fence(D3DKMT_HANDLE device) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
  data.hDevice = device;
  data.Info.Type = D3DDDI_FENCE;
  must(D3DKMTCreateSynchronizationObject2(&data), "D3DKMTCreateSynchronizationObject2");
  return data.hSyncObject;
}

void Client::destroy_fence(D3DKMT_HANDLE fence) {
  const dxgk::ProcessScope inside(process_.get());
  const D3DKMT_DESTROYSYNCHRONIZATIONOBJECT data{fence};
  must(D3DKMTDestroySynchronizationObject(&data), "D3DKMTDestroySynchronizationObject");
}

void Client::wait_for(const Queue& queue, D3DKMT_HANDLE fence, UINT64 value) {
  if (!has_contexts_) throw Skip(kNoContexts);
  const dxgk::ProcessScope inside(process_.get());
  const auto data = fence_request<D3DKMT_WAITFORSYNCHRONIZATIONOBJECT2>(queue, fence, value);
  must(D3DKMTWaitForSynchronizationObject2(&data), "D3DKMTWaitForSynchronizationObject2");
}

void Client::signal(const Queue& queue, D3DKMT_HANDLE fence, UINT64 value) {
  if (!has_contexts_) throw Skip(kNoContexts);
  const dxgk::ProcessScope inside(process_.get());
  const auto data = fence_request<D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2>(queue, fence, value);
  must(D3DKMTSignalSynchronizationObject2(&data), "D3DKMTSignalSynchronizationObject2");
}

void Client::reserve_memory(D3DKMT_MEMORY_SEGMENT_GROUP group) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_QUERYVIDEOMEMORYINFO info{};
  info.hAdapter = adapter_handle_;
  info.MemorySegmentGroup = group;
  must(D3DKMTQueryVideoMemoryInfo(&info), "D3DKMTQueryVideoMemoryInfo");
  D3DKMT_CHANGEVIDEOMEMORYRESERVATION data{};
  data.hAdapter = adapter_handle_;
  data.MemorySegmentGroup = group;
  data.Reservation = info.AvailableForReservation;
  must(D3DKMTChangeVideoMemoryReservation(&data), "D3DKMTChangeVideoMemoryReservation");
}

void Client::force_timeout(D3DKMT_TDRDBGCTRLTYPE what) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_ESCAPE data{};
  data.hAdapter = adapter_handle_;
  data.Type = D3DKMT_ESCAPE_TDRDBGCTRL;
  data.pPrivateDriverData = &what;
  data.PrivateDriverDataSize = sizeof what;
  must(D3DKMTEscape(&data), "D3DKMTEscape");
}

NTSTATUS Client::escape(const EscapeTarget& target, D3DDDI_ESCAPEFLAGS flags, Blob& data) {
  const dxgk::ProcessScope inside(process_.get());
  D3DKMT_ESCAPE request{};
  request.hAdapter = adapter_handle_;
  request.hDevice = target.device;
  request.hContext = target.context;
  request.Type = D3DKMT_ESCAPE_DRIVERPRIVATE;
  request.Flags = flags;
  request.pPrivateDriverData = data.empty() ? nullptr : data.data();
  request.PrivateDriverDataSize = static_cast<UINT>(data.size());
  return D3DKMTEscape(&request);
}

}  // namespace drydock::verify
