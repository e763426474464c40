#include "tests/model/graphics_play.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "src/dxgk/memory/named.h"
#include "src/dxgk/object/retire_worker.h"
#include "src/sched/scheduler.h"
#include "src/sim/faults.h"
#include "tests/support/client.h"
#include "tests/support/fences.h"
#include "tests/support/residency_client.h"

namespace drydock::model {
namespace {

using testing::EngineMiniport;
using testing::Label;

// The number of handles in a small buffer; longer counts lie.
constexpr std::size_t kSmallBuffer = 8;

EngineMiniport::Settings settings() {
  EngineMiniport::Settings out;
  out.version = DXGKDDI_INTERFACE_VERSION_WDDM2_0;
  out.aperture_bytes = 4 << 20;
  out.allocation_bytes = 4096;
  out.segments = 2;  // the aperture alone, in which a lock moves nothing
  out.preferred = 2;
  return out;
}

std::string differs(const char* what, std::uint64_t wanted, std::uint64_t got) {
  return fmt::format("{} is {:#x}, and {:#x} by the model\n", what, got, wanted);
}

std::uint64_t bits(NTSTATUS status) { return static_cast<std::uint32_t>(status); }

bool meets_faults(const Step& step) {
  switch (step.op) {
    case Op::kOpenAdapter:
    case Op::kCreateDevice:
    case Op::kCreateContext:
    case Op::kCreateQueue:
    case Op::kCreate:
    case Op::kOpen:
    case Op::kShare:
      return step.fault == Fault::kHost;
    default:
      return false;
  }
}

}  // namespace

GraphicsPlay::GraphicsPlay() : engine_(settings()) {
  dxgk::Miniport miniport = engine_.miniport();
  recorder_.stand_before(miniport.table);
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  adapter_ = dock_->plug(miniport, std::make_shared<dxgk::DeviceModel>(), status);
  for (int i = 1; i <= kProcesses; ++i)
    processes_[static_cast<std::size_t>(i)] = dock_->new_process();
  recorder_.take_calls();
  engine_.start_engine(*adapter_);
}

GraphicsPlay::~GraphicsPlay() {
  for (auto& each : processes_) each.reset();
  dock_.reset();
}

std::string GraphicsPlay::operator()(const Step& step) {
  const bool may_fail = meets_faults(step);
  if (may_fail) {
    before_ = model_;
    come_to_rest();  // no other thread meets the fault
  }
  const auto caller = static_cast<std::size_t>(model_.caller_of(step));
  prepare(step.fault);
  Outcome got;
  bool has_failed = false;
  {
    const dxgk::ProcessScope scope(processes_[caller].get());
    std::optional<sim::FaultInjection> faults;
    if (may_fail) faults.emplace(sim::FaultPlan{.nth = static_cast<std::uint64_t>(step.nth)});
    got = make(step);
    if (got.awaited != 0) {
      const auto [device, fence] = model_.fence_of(step.on);
      testing::wait_on_cpu(static_cast<D3DKMT_HANDLE>(device), static_cast<D3DKMT_HANDLE>(fence),
                           got.awaited);
    }
    has_failed = faults && faults->failed() != 0 && !NT_SUCCESS(got.status);
  }
  const Answer wanted = model_.apply(step);
  recorder_.fail_next(DriverRecorder::Entry::kNone, STATUS_SUCCESS);
  // Only these calls have work that goes on after them.
  if (step.op == Op::kEvict || step.op == Op::kMakeResident) come_to_rest();
  if (has_failed) {
    const Calls calls = recorder_.take_calls();
    const std::string out = compare_failure(wanted, got, calls);
    model_.undo(before_, calls);
    return out + compare_accounts();
  }
  return compare(step, wanted, got) + compare_accounts();
}

std::string GraphicsPlay::end() {
  std::string out;
  for (int i = 1; i <= kProcesses; ++i) out += (*this)({.op = Op::kEndProcess, .by = i});
  for (auto& each : processes_) each.reset();
  come_to_rest();
  for (const std::string& fault : engine_.ledger().faults())
    out += "the driver noticed: " + fault + "\n";
  for (const std::string& fault : engine_.faults()) out += "the GPU noticed: " + fault + "\n";
  if (!engine_.is_memory_free()) out += "something is left in the GPU's memory\n";
  dock_.reset();
  if (engine_.ledger().live() != testing::LedgerMiniport::Counts{})
    out += "the driver has objects left\n";
  return out;
}

D3DKMT_HANDLE GraphicsPlay::handle(Ref ref) const {
  return static_cast<D3DKMT_HANDLE>(model_.value_of(ref));
}

std::vector<D3DKMT_HANDLE> GraphicsPlay::handles(const std::vector<Ref>& list) const {
  std::vector<D3DKMT_HANDLE> out;
  for (const Ref each : list) out.push_back(handle(each));
  return out;
}

void GraphicsPlay::prepare(Fault fault) {
  using Entry = DriverRecorder::Entry;
  if (fault == Fault::kDriverOpen) recorder_.fail_next(Entry::kOpenAllocation, STATUS_NO_MEMORY);
  if (fault == Fault::kDriver) recorder_.fail_next(Entry::kAny, STATUS_NO_MEMORY);
}

// Everything that the call has begun comes to its end, and what it moved is no longer in use.
void GraphicsPlay::come_to_rest() {
  dxgk::finish_jobs();
  sched::Scheduler* const scheduler = adapter_->scheduler();
  if (scheduler == nullptr) return;
  // The end of a packet may begin another.
  for (int quiet = 0; quiet < 3;) {
    scheduler->run_on_strand([](auto&) {});
    quiet = scheduler->is_at_work() ? 0 : quiet + 1;
  }
}

// The calls.

GraphicsPlay::Outcome GraphicsPlay::make(const Step& step) {
  using Call = Outcome (GraphicsPlay::*)(const Step&);
  static constexpr std::array<Call, kOps> kCalls = {
      &GraphicsPlay::open_adapter,    &GraphicsPlay::close,         &GraphicsPlay::create_on,
      &GraphicsPlay::close,           &GraphicsPlay::create_on,     &GraphicsPlay::close,
      &GraphicsPlay::create_queue,    &GraphicsPlay::close,         &GraphicsPlay::create,
      &GraphicsPlay::destroy,         &GraphicsPlay::open,          &GraphicsPlay::share,
      &GraphicsPlay::close_nt,        &GraphicsPlay::lock,          &GraphicsPlay::unlock,
      &GraphicsPlay::offer,           &GraphicsPlay::reclaim,       &GraphicsPlay::reclaim,
      &GraphicsPlay::discard,         &GraphicsPlay::make_resident, &GraphicsPlay::evict,
      &GraphicsPlay::query_residency, &GraphicsPlay::end_process,   &GraphicsPlay::restart};
  return (this->*kCalls[static_cast<std::size_t>(step.op)])(step);
}

GraphicsPlay::Outcome GraphicsPlay::open_adapter(const Step&) {
  D3DKMT_OPENADAPTERFROMLUID data{};
  data.AdapterLuid = adapter_->luid();
  Outcome out;
  out.status = D3DKMTOpenAdapterFromLuid(&data);
  out.made = {data.hAdapter};
  return out;
}

// A device on an adapter, or a context on a device.
GraphicsPlay::Outcome GraphicsPlay::create_on(const Step& step) {
  D3DKMT_HANDLE made = 0;
  Outcome out;
  out.status = step.op == Op::kCreateDevice ? testing::create_device(handle(step.on), made)
                                            : testing::create_context(handle(step.on), made);
  out.made = {made};
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::create_queue(const Step& step) {
  D3DKMT_CREATEPAGINGQUEUE data{};
  data.hDevice = handle(step.on);
  data.Priority =
      static_cast<D3DDDI_PAGINGQUEUE_PRIORITY>(D3DDDI_PAGINGQUEUE_PRIORITY_BELOW_NORMAL + step.way);
  Outcome out;
  out.status = D3DKMTCreatePagingQueue(&data);
  out.made = {data.hPagingQueue, data.hSyncObject};
  return out;
}

// Ends what one handle names.
GraphicsPlay::Outcome GraphicsPlay::close(const Step& step) {
  Outcome out;
  const D3DKMT_HANDLE named = handle(step.on);
  if (step.op == Op::kCloseAdapter) out.status = testing::close_adapter(named);
  if (step.op == Op::kDestroyDevice) out.status = testing::destroy_device(named);
  if (step.op == Op::kDestroyContext) out.status = testing::destroy_context(named);
  if (step.op == Op::kDestroyQueue) out.status = testing::destroy_paging_queue(named);
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::discard(const Step& step) {
  dxgk::discard_offered(*dock_, static_cast<UINT>(step.way));
  Outcome out;
  out.status = STATUS_SUCCESS;
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::restart(const Step&) {
  Outcome out;
  out.status = dock_->restart(*adapter_);
  engine_.start_engine(*adapter_);
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::create(const Step& step) {
  const auto count = std::min<std::size_t>(static_cast<std::size_t>(step.count), kSmallBuffer);
  std::vector<Label> labels(count);
  std::vector<D3DDDI_ALLOCATIONINFO2> infos(count);
  for (std::size_t i = 0; i < count; ++i) {
    labels[i] = {static_cast<std::uint64_t>(++tag_), 0};
    infos[i].pPrivateDriverData = &labels[i];
    infos[i].PrivateDriverDataSize = sizeof(Label);
  }
  D3DKMT_CREATEALLOCATION data{};
  data.hDevice = handle(step.on);
  data.NumAllocations = static_cast<UINT>(step.count);
  data.pAllocationInfo2 = infos.data();
  const int way = step.way;
  if (way == kAdded || way == kResourceIntoAnother) data.hResource = handle(step.of);
  data.Flags.CreateResource =
      way == kResource || way == kShared || way == kNtShared || way == kResourceIntoAnother;
  data.Flags.CreateShared = way == kShared || way == kNtShared || way == kSharedWithoutResource;
  data.Flags.NtSecuritySharing = way == kNtShared || way == kNtWithoutShared;
  data.Flags.OpenCrossAdapter = way == kForKernelMode;
  data.Flags.Reserved = way == kReservedFlag;
  Outcome out;
  out.status = D3DKMTCreateAllocation2(&data);
  if (!NT_SUCCESS(out.status)) return out;
  if (data.Flags.CreateResource != 0) out.made.push_back(data.hResource);
  for (const auto& info : infos) out.made.push_back(info.hAllocation);
  out.global = data.hGlobalShare;
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::destroy(const Step& step) {
  const std::vector<D3DKMT_HANDLE> list = handles(step.list);
  Outcome out;
  if ((step.way & kFirstVersion) != 0) {
    const D3DKMT_DESTROYALLOCATION data{handle(step.on), handle(step.of), list.data(),
                                        static_cast<UINT>(list.size())};
    out.status = D3DKMTDestroyAllocation(&data);
    return out;
  }
  D3DKMT_DESTROYALLOCATION2 data{};
  data.hDevice = handle(step.on);
  data.hResource = handle(step.of);
  data.phAllocationList = list.data();
  data.AllocationCount = static_cast<UINT>(list.size());
  data.Flags.AssumeNotInUse = (step.way & kAssumeNotInUse) != 0;
  data.Flags.SynchronousDestroy = (step.way & kSynchronous) != 0;
  data.Flags.Reserved = (step.way & kReservedBit) != 0;
  out.status = D3DKMTDestroyAllocation2(&data);
  return out;
}

namespace {

// The buffers of an opening, as large as the query said, or wrong in one way.
template <typename Request>
struct OpenBuffers {
  std::vector<D3DDDI_OPENALLOCATIONINFO2> infos;
  std::vector<std::byte> total;

  OpenBuffers(UINT members, UINT bytes, int way, Request& data) {
    const UINT count = way == kCountTooLarge ? members + 1 : members;
    const UINT room = way == kBufferTooSmall && bytes != 0 ? bytes - 1 : bytes;
    infos.resize(count);
    total.resize(room + 1);
    data.NumAllocations = count;
    data.pOpenAllocationInfo2 = infos.data();
    data.pTotalPrivateDriverDataBuffer = total.data();
    data.TotalPrivateDriverDataBufferSize = room;
  }
};

}  // namespace

template <typename Query, typename Request>
GraphicsPlay::Outcome GraphicsPlay::open_by_name(Query& query, NTSTATUS(APIENTRY* ask)(Query*),
                                                 Request& data, NTSTATUS(APIENTRY* open)(Request*),
                                                 int way) {
  Outcome out;
  out.query = ask(&query);
  out.members = query.NumAllocations;
  data.hDevice = query.hDevice;
  const UINT members = NT_SUCCESS(out.query) ? query.NumAllocations : 1;
  const OpenBuffers buffers(members, query.TotalPrivateDriverDataSize, way, data);
  out.status = open(&data);
  if (!NT_SUCCESS(out.status)) return out;
  out.made.push_back(data.hResource);
  for (const auto& info : buffers.infos) out.made.push_back(info.hAllocation);
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::open(const Step& step) {
  return step.of.kind == Kind::kNt ? open_nt(step) : open_global(step);
}

GraphicsPlay::Outcome GraphicsPlay::open_global(const Step& step) {
  D3DKMT_QUERYRESOURCEINFO query{};
  query.hDevice = handle(step.on);
  query.hGlobalShare = handle(step.of);
  D3DKMT_OPENRESOURCE data{};
  data.hGlobalShare = query.hGlobalShare;
  return open_by_name(query, D3DKMTQueryResourceInfo, data, D3DKMTOpenResource2, step.way);
}

GraphicsPlay::Outcome GraphicsPlay::open_nt(const Step& step) {
  D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE query{};
  query.hDevice = handle(step.on);
  query.hNtHandle = reinterpret_cast<HANDLE>(model_.value_of(step.of));
  D3DKMT_OPENRESOURCEFROMNTHANDLE data{};
  data.hNtHandle = query.hNtHandle;
  return open_by_name(query, D3DKMTQueryResourceInfoFromNtHandle, data,
                      D3DKMTOpenResourceFromNtHandle, step.way);
}

GraphicsPlay::Outcome GraphicsPlay::share(const Step& step) {
  const D3DKMT_HANDLE object = handle(step.of);
  HANDLE made = nullptr;
  Outcome out;
  out.status = D3DKMTShareObjects(1, &object, nullptr, GENERIC_ALL, &made);
  out.nt = reinterpret_cast<Value>(made);
  return out;
}

// Makes no call without an open handle: the executive would raise a driver's mistake.
GraphicsPlay::Outcome GraphicsPlay::close_nt(const Step& step) {
  Outcome out;
  const auto value = reinterpret_cast<HANDLE>(model_.value_of(step.of));
  out.status = model_.is_nt_open(step.of) ? ZwClose(value) : STATUS_INVALID_HANDLE;
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::lock(const Step& step) {
  Outcome out;
  if (step.way == kSecondVersion || step.way == kSecondWithFlags) {
    D3DKMT_LOCK2 data{};
    data.hDevice = handle(step.on);
    data.hAllocation = handle(step.of);
    data.Flags.Value = step.way == kSecondWithFlags ? 1 : 0;
    out.status = D3DKMTLock2(&data);
    out.locked = static_cast<std::uint64_t*>(data.pData);
    return out;
  }
  D3DKMT_LOCK data{};
  data.hDevice = handle(step.on);
  data.hAllocation = handle(step.of);
  data.Flags.LockEntire = step.way != kNoPages;
  data.Flags.ReadOnly = step.way == kReadOnly || step.way == kReadAndWriteOnly;
  data.Flags.WriteOnly = step.way == kReadAndWriteOnly;
  data.Flags.DonotWait = step.way == kDoNotWait;
  out.status = D3DKMTLock(&data);
  out.locked = static_cast<std::uint64_t*>(data.pData);
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::unlock(const Step& step) {
  const std::vector<D3DKMT_HANDLE> list = handles(step.list);
  Outcome out;
  if (step.way == 1) {
    out.status = testing::unlock(handle(step.on), list.empty() ? 0 : list[0]);
    return out;
  }
  const D3DKMT_UNLOCK data{handle(step.on), static_cast<UINT>(list.size()), list.data()};
  out.status = D3DKMTUnlock(&data);
  return out;
}

namespace {

template <typename Request>
void list_set(const Step& step, std::vector<D3DKMT_HANDLE>& list, Request& data) {
  if (step.way == kResources || step.way == kBoth) data.pResources = list.data();
  if (step.way != kResources && step.way != kNothing) data.HandleList = list.data();
  data.NumAllocations = static_cast<UINT>(list.size());
}

}  // namespace

GraphicsPlay::Outcome GraphicsPlay::offer(const Step& step) {
  std::vector<D3DKMT_HANDLE> list = handles(step.list);
  D3DKMT_OFFERALLOCATIONS data{};
  data.hDevice = handle(step.on);
  list_set(step, list, data);
  data.Priority = step.way == kBadPriority
                      ? static_cast<D3DKMT_OFFER_PRIORITY>(0)
                      : static_cast<D3DKMT_OFFER_PRIORITY>(D3DKMT_OFFER_PRIORITY_LOW +
                                                           step.count % D3DKMT_OFFER_PRIORITY_AUTO);
  Outcome out;
  out.status = D3DKMTOfferAllocations(&data);
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::reclaim(const Step& step) {
  std::vector<D3DKMT_HANDLE> list = handles(step.list);
  std::vector<D3DDDI_RECLAIM_RESULT> results(list.size(), D3DDDI_RECLAIM_RESULT_NOT_COMMITTED);
  Outcome out;
  if (step.op == Op::kReclaimByQueue) {
    D3DKMT_RECLAIMALLOCATIONS2 data{};
    data.hPagingQueue = handle(step.on);
    list_set(step, list, data);
    data.pDiscarded = reinterpret_cast<decltype(data.pDiscarded)>(results.data());
    out.status = D3DKMTReclaimAllocations2(&data);
    out.awaited = data.PagingFenceValue;
  } else {
    D3DKMT_RECLAIMALLOCATIONS data{};
    data.hDevice = handle(step.on);
    list_set(step, list, data);
    data.pDiscarded = reinterpret_cast<BOOL*>(results.data());
    out.status = D3DKMTReclaimAllocations(&data);
  }
  if (NT_SUCCESS(out.status)) out.values.assign(results.begin(), results.end());
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::make_resident(const Step& step) {
  const std::vector<D3DKMT_HANDLE> list = handles(step.list);
  D3DDDI_MAKERESIDENT data{};
  data.hPagingQueue = handle(step.on);
  data.NumAllocations = static_cast<UINT>(list.size());
  data.AllocationList = list.data();
  data.Flags.MustSucceed = step.way == kBadFlags;
  Outcome out;
  out.status = D3DKMTMakeResident(&data);
  out.awaited = data.PagingFenceValue;
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::evict(const Step& step) {
  D3DDDI_EVICT_FLAGS flags{};
  flags.EvictOnlyIfNecessary = step.way == kOnlyIfNecessary;
  if (step.way == kBadFlags) flags.Reserved = 1;
  Outcome out;
  out.status = testing::evict(handle(step.on), handles(step.list), flags);
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::query_residency(const Step& step) {
  const std::vector<D3DKMT_HANDLE> list = handles(step.list);
  std::vector<D3DKMT_ALLOCATIONRESIDENCYSTATUS> answers(list.empty() ? 1 : list.size());
  D3DKMT_QUERYALLOCATIONRESIDENCY data{};
  data.hDevice = handle(step.on);
  data.hResource = handle(step.of);
  data.phAllocationList = list.empty() ? nullptr : list.data();
  data.AllocationCount = static_cast<UINT>(list.size());
  data.pResidencyStatus = answers.data();
  Outcome out;
  out.status = D3DKMTQueryAllocationResidency(&data);
  if (NT_SUCCESS(out.status)) out.values.assign(answers.begin(), answers.end());
  return out;
}

GraphicsPlay::Outcome GraphicsPlay::end_process(const Step& step) {
  auto& process = processes_[static_cast<std::size_t>(model_.caller_of(step))];
  step.way == 0 ? process->end() : process->vanish();
  ended_ = recorder_.take_calls();  // no call is left for the end of the process itself
  const dxgk::ProcessScope outside(nullptr);
  process.reset();
  process = dock_->new_process();
  Outcome out;
  out.status = STATUS_SUCCESS;
  return out;
}

// The comparison.

std::string GraphicsPlay::compare(const Step& step, const Answer& wanted, const Outcome& got) {
  std::string out;
  if (got.status != wanted.status)
    out += differs("the status", bits(wanted.status), bits(got.status));
  Calls calls = std::exchange(ended_, {});
  for (std::string& call : recorder_.take_calls())
    calls.push_back((step.op == Op::kEndProcess ? "too late: " : "") + call);
  if (calls != wanted.calls)
    out += "the driver gets\n" + lines_of(calls) + "and by the model\n" + lines_of(wanted.calls);
  for (const std::string& fault : recorder_.take_faults()) out += "wrong: " + fault + "\n";
  if (step.op == Op::kOpen) {
    if (got.query != wanted.query)
      out += differs("the query's status", bits(wanted.query), bits(got.query));
    if (NT_SUCCESS(wanted.query) && got.members != wanted.members)
      out += differs("the number of allocations", wanted.members, got.members);
  }
  if (!out.empty() || !NT_SUCCESS(wanted.status)) return out;
  if (got.made != wanted.made) {
    for (std::size_t i = 0; i < std::max(got.made.size(), wanted.made.size()); ++i)
      out += differs("a new handle", i < wanted.made.size() ? wanted.made[i] : 0,
                     i < got.made.size() ? got.made[i] : 0);
  }
  if (got.values != wanted.values) {
    for (std::size_t i = 0; i < std::min(got.values.size(), wanted.values.size()); ++i)
      out += differs("an element's answer", static_cast<std::uint64_t>(wanted.values[i]),
                     static_cast<std::uint64_t>(got.values[i]));
  }
  if ((got.global != 0) != wanted.makes_global)
    out += differs("the global handle", wanted.makes_global, got.global);
  if (wanted.makes_global) model_.learn_global(got.global);
  if (wanted.makes_nt) model_.learn_nt(got.nt);
  if ((got.awaited != 0) != wanted.waits_for_fence)
    out += differs("the fence's value", wanted.waits_for_fence, got.awaited);
  return out + compare_lock(wanted, got);
}

// K-241: the address stays, and what was written is there.
std::string GraphicsPlay::compare_lock(const Answer& wanted, const Outcome& got) {
  if (wanted.locked == 0) return {};
  if (got.locked == nullptr) return "the lock has no address\n";
  std::string out;
  if (wanted.content && *got.locked != *wanted.content)
    out += differs("the content", *wanted.content, *got.locked);
  void*& address = addresses_[wanted.locked];
  if (address != nullptr && address != got.locked)
    out += "the address of the allocation has changed\n";
  address = got.locked;
  *got.locked = ++written_;
  model_.write(wanted.locked, written_);
  return out;
}

// The host's memory ran out: a failure that is allowed, and what the driver got is undone.
std::string GraphicsPlay::compare_failure(const Answer& wanted, const Outcome& got,
                                          const Calls& calls) {
  std::string out;
  const NTSTATUS other = NT_SUCCESS(wanted.status) ? STATUS_NO_MEMORY : wanted.status;
  if (got.status != STATUS_NO_MEMORY && got.status != other)
    out += differs("the status without memory", bits(other), bits(got.status));
  if (std::ranges::find(wanted.undone, calls) == wanted.undone.end())
    out += "without memory the driver gets\n" + lines_of(calls);
  return out;
}

namespace {

std::string text_of(const GraphicsModel::Accounts& each) {
  return fmt::format(
      "{} locks, {}, {} times on the list; the allocation: {} locks, on {} lists, open {} times",
      each.locks, each.is_offered ? "offered" : "not offered", each.listed, each.locks_of_all,
      each.lists, each.openings);
}

// The host's own accounts of a binding.
std::optional<GraphicsModel::Accounts> accounts_of(dxgk::Process& process,
                                                   const GraphicsModel::Accounts& named) {
  const dxgk::Operation device(process, static_cast<dxgk::Handle>(named.device));
  if (!device) return std::nullopt;
  const dxgk::ReadSection reading;
  const dxgk::DeviceHold hold(*device);
  const dxgk::Binding* const binding =
      find_binding(*device, static_cast<dxgk::Handle>(named.handle));
  if (binding == nullptr) return std::nullopt;
  GraphicsModel::Accounts out = named;
  const dxgk::Allocation& allocation = binding->allocation();
  out.locks = binding->locks.count;
  out.is_offered = binding->offer.is_made();
  out.listed = binding->listing.count;
  out.locks_of_all = allocation.tenant.cpu.locks.load();
  out.lists = allocation.listings.load();
  out.openings = static_cast<std::uint32_t>(allocation.bindings.size());
  return out;
}

}  // namespace

std::string GraphicsPlay::compare_accounts() {
  std::string out;
  const GraphicsModel::Living wanted = model_.living();
  const testing::LedgerMiniport::Counts has = engine_.ledger().live();
  const GraphicsModel::Living got{has.devices, has.contexts, has.resources, has.allocations,
                                  has.bindings};
  if (got != wanted)
    out += fmt::format(
        "the driver has {} devices, {} contexts, {} resources, {} allocations, {} openings, and by "
        "the model {}, {}, {}, {}, {}\n",
        got.devices, got.contexts, got.resources, got.allocations, got.bindings, wanted.devices,
        wanted.contexts, wanted.resources, wanted.allocations, wanted.bindings);
  for (const GraphicsModel::Accounts& each : model_.accounts()) {
    const auto host = accounts_of(*processes_[static_cast<std::size_t>(each.process)], each);
    if (!host) {
      out += fmt::format("the allocation {:#x} of the model is not there\n", each.handle);
    } else if (*host != each) {
      out += fmt::format("allocation {:#x}: {}; by the model: {}\n", each.handle, text_of(*host),
                         text_of(each));
    }
  }
  return out;
}

}  // namespace drydock::model
