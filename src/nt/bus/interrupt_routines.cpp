// Connecting drivers' service routines to the interrupts of their devices.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/bus/interrupt.h"
#include "src/nt/bus/interrupt_line.h"
#include "src/nt/driver/driver.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

// The object behind PKINTERRUPT: one for a line, one for each message.
struct _KINTERRUPT {
  ULONG message;
};

namespace drydock::nt {
namespace {

struct Connection {
  std::shared_ptr<Interrupt> interrupt;
  std::vector<InterruptVector> vectors;
  std::vector<std::unique_ptr<_KINTERRUPT>> objects;
  std::unique_ptr<std::byte[]> table;  // IO_INTERRUPT_MESSAGE_INFO
  KAFFINITY processors = 0;

  // The address by which the driver knows all of it.
  void* context() const { return table ? static_cast<void*>(table.get()) : objects.front().get(); }
};

void take_away(const void* context);

// Found by every address that a driver has of it: a driver may use one too long.
struct Connections {
  Connections() { on_abandoned(Resource::kInterrupt, take_away); }

  sim::Lock mutex;
  std::unordered_map<const void*, std::shared_ptr<Connection>> all DRYDOCK_GUARDED_BY(mutex);
};

Connections& connections() {
  static sim::NeverDestroyed<Connections> instance;
  return *instance;
}

std::shared_ptr<Connection> find(const void* address) {
  const sim::Hold hold(connections().mutex);
  const auto at = connections().all.find(address);
  return at == connections().all.end() ? nullptr : at->second;
}

void add_connection(const std::shared_ptr<Connection>& connection) {
  const sim::Hold hold(connections().mutex);
  connections().all[connection->context()] = connection;
  for (const auto& object : connection->objects) connections().all[object.get()] = connection;
}

void take_away(const void* context) {
  const std::shared_ptr<Connection> connection = find(context);
  if (!connection) return;
  for (const InterruptVector& vector : connection->vectors)
    disconnect(vector, connection->interrupt);
  connection->interrupt->disconnect();
  const sim::Hold hold(connections().mutex);
  std::erase_if(connections().all, [&](const auto& one) { return one.second == connection; });
}

// The parameters that all forms of the call have in common.
struct ConnectRequest {
  std::vector<InterruptVector> vectors;
  PKSERVICE_ROUTINE routine = nullptr;
  PKMESSAGE_SERVICE_ROUTINE message_routine = nullptr;
  PVOID context = nullptr;
  PKSPIN_LOCK lock = nullptr;
  KIRQL irql = PASSIVE_LEVEL;
  bool shared = true;
  KAFFINITY processors = 0;
};

KIRQL highest_irql(const std::vector<InterruptVector>& vectors, KIRQL at_least) {
  KIRQL irql = at_least;
  for (const InterruptVector& vector : vectors) irql = std::max(irql, vector.description.irql);
  return irql;
}

Interrupt::Service service_of(const ConnectRequest& request, const Connection& connection) {
  if (request.message_routine != nullptr) {
    return [&connection, routine = request.message_routine, context = request.context](ULONG id) {
      return routine(connection.objects[id].get(), context, id) != FALSE;
    };
  }
  return [&connection, routine = request.routine, context = request.context](ULONG) {
    return routine(connection.objects.front().get(), context) != FALSE;
  };
}

void fill_table(Connection& connection, KIRQL irql) {
  const std::size_t count = connection.vectors.size();
  const std::size_t bytes = offsetof(IO_INTERRUPT_MESSAGE_INFO, MessageInfo) +
                            count * sizeof(IO_INTERRUPT_MESSAGE_INFO_ENTRY);
  connection.table = std::make_unique<std::byte[]>(bytes);
  auto* table = new (connection.table.get()) IO_INTERRUPT_MESSAGE_INFO{};
  table->UnifiedIrql = irql;
  table->MessageCount = static_cast<ULONG>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const InterruptVector& vector = connection.vectors[i];
    IO_INTERRUPT_MESSAGE_INFO_ENTRY& entry = table->MessageInfo[i];
    constexpr std::int64_t kLocalApic = 0xFEE0'0000;
    entry = {};
    entry.MessageAddress.QuadPart = kLocalApic;
    entry.TargetProcessorSet = connection.processors;
    entry.InterruptObject = connection.objects[i].get();
    entry.Vector = entry.MessageData = vector.description.vector + vector.message;
    entry.Irql = vector.description.irql;
    entry.Mode = Latched;
    entry.Polarity = InterruptRisingEdge;
  }
}

// Makes a connection. Returns null when a driver on the vector does not share it.
std::shared_ptr<Connection> make_connection(ConnectRequest request) {
  auto connection = std::make_shared<Connection>();
  connection->vectors = std::move(request.vectors);
  connection->processors = request.processors;
  const std::size_t objects = request.message_routine == nullptr ? 1 : connection->vectors.size();
  for (ULONG i = 0; i < objects; ++i)
    connection->objects.push_back(std::make_unique<_KINTERRUPT>(i));
  if (request.message_routine != nullptr) fill_table(*connection, request.irql);
  connection->interrupt =
      std::make_shared<Interrupt>(Interrupt::Settings{current_driver(), request.irql, request.lock},
                                  service_of(request, *connection));
  add_connection(connection);
  for (const InterruptVector& vector : connection->vectors) {
    if (connect(vector, connection->interrupt, request.shared)) continue;
    take_away(connection->context());
    return nullptr;
  }
  const InterruptVector& first = connection->vectors.front();
  add_debt(Resource::kInterrupt, connection->context(), 0,
           fmt::format("interrupt of vector {:#x}", first.description.vector + first.message));
  return connection;
}

NTSTATUS connect_request(ConnectRequest request, void** out) {
  const bool has_routine = request.routine != nullptr || request.message_routine != nullptr;
  if (!has_routine || out == nullptr) return STATUS_INVALID_PARAMETER;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  const std::shared_ptr<Connection> connection = make_connection(std::move(request));
  if (!connection) return STATUS_INVALID_PARAMETER;
  *out = connection->context();
  return STATUS_SUCCESS;
}

NTSTATUS connect_fully_specified(const IO_CONNECT_INTERRUPT_FULLY_SPECIFIED_PARAMETERS& given,
                                 USHORT group) {
  if (given.PhysicalDeviceObject == nullptr || given.SynchronizeIrql < given.Irql || group != 0)
    return STATUS_INVALID_PARAMETER;
  const KAFFINITY processors = given.ProcessorEnableMask & KeQueryActiveProcessors();
  if (processors == 0) return STATUS_INVALID_PARAMETER_10;
  InterruptVector vector = find_vector(given.Vector);
  if (!vector.line) return STATUS_NOT_FOUND;
  return connect_request({.vectors = {std::move(vector)},
                          .routine = given.ServiceRoutine,
                          .context = given.ServiceContext,
                          .lock = given.SpinLock,
                          .irql = given.SynchronizeIrql,
                          .shared = given.ShareVector != FALSE,
                          .processors = processors},
                         reinterpret_cast<void**>(given.InterruptObject));
}

// A request for all of the vectors of a device, line-based or message-based; the caller adds the
// routine.
template <typename Parameters>
ConnectRequest request_for(std::vector<InterruptVector> vectors, const Parameters& given) {
  const KIRQL irql = highest_irql(vectors, given.SynchronizeIrql);
  return {.vectors = std::move(vectors),
          .context = given.ServiceContext,
          .lock = given.SpinLock,
          .irql = irql,
          .processors = KeQueryActiveProcessors()};
}

NTSTATUS connect_lines(const IO_CONNECT_INTERRUPT_LINE_BASED_PARAMETERS& given) {
  if (given.PhysicalDeviceObject == nullptr) return STATUS_INVALID_PARAMETER;
  std::vector<InterruptVector> vectors = vectors_of(given.PhysicalDeviceObject);
  if (vectors.empty()) return STATUS_NOT_FOUND;
  const auto is_one_of_many = [](const InterruptVector& one) {
    return one.description.messages > 1;
  };
  if (std::ranges::any_of(vectors, is_one_of_many)) return STATUS_INVALID_DEVICE_REQUEST;
  ConnectRequest request = request_for(std::move(vectors), given);
  request.routine = given.ServiceRoutine;
  return connect_request(std::move(request), reinterpret_cast<void**>(given.InterruptObject));
}

// A device without messages is served by the fall-back routine; the version says so to the driver.
NTSTATUS connect_messages(const IO_CONNECT_INTERRUPT_MESSAGE_BASED_PARAMETERS& given,
                          ULONG& version) {
  if (given.PhysicalDeviceObject == nullptr) return STATUS_INVALID_PARAMETER;
  std::vector<InterruptVector> vectors = vectors_of(given.PhysicalDeviceObject);
  const auto is_line = [](const InterruptVector& one) { return one.description.messages == 0; };
  if (std::ranges::all_of(vectors, is_line)) {
    if (given.FallBackServiceRoutine == nullptr || vectors.empty()) return STATUS_NOT_FOUND;
    version = CONNECT_LINE_BASED;
    return connect_lines({given.PhysicalDeviceObject, given.ConnectionContext.InterruptObject,
                          given.FallBackServiceRoutine, given.ServiceContext, given.SpinLock,
                          given.SynchronizeIrql, given.FloatingSave});
  }
  std::erase_if(vectors, is_line);
  ConnectRequest request = request_for(std::move(vectors), given);
  request.message_routine = given.MessageServiceRoutine;
  return connect_request(std::move(request), given.ConnectionContext.Generic);
}

void remove(const void* context, const char* call) {
  require_irql_at_most(PASSIVE_LEVEL, call);
  if (rules::breaks("N-021", !find(context))) {
    Breach("N-021", Offender::running())
        .message("{} was given an interrupt that is not connected", call)
        .raise();
    return;
  }
  settle(Resource::kInterrupt, context);
  take_away(context);
}

// The interrupt that a driver names; null, with a finding, when it is not connected.
std::shared_ptr<Interrupt> named(const void* object, const char* call) {
  const std::shared_ptr<Connection> connection = find(object);
  rules::evaluated("N-021");
  if (connection) return connection->interrupt;
  Breach("N-021", Offender::running())
      .message("{} was given an interrupt that is not connected", call)
      .raise();
  return nullptr;
}

void set_active(PIO_REPORT_INTERRUPT_ACTIVE_STATE_PARAMETERS parameters, bool active,
                const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  if (const auto interrupt = named(parameters->ConnectionContext.Generic, call))
    interrupt->set_active(active);
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

NTSTATUS IoConnectInterruptEx(PIO_CONNECT_INTERRUPT_PARAMETERS Parameters) {
  require_irql_at_most(PASSIVE_LEVEL, "IoConnectInterruptEx");
  switch (Parameters->Version) {
    case CONNECT_FULLY_SPECIFIED:
      return connect_fully_specified(Parameters->FullySpecified, 0);
    case CONNECT_FULLY_SPECIFIED_GROUP:
      return connect_fully_specified(Parameters->FullySpecified, Parameters->FullySpecified.Group);
    case CONNECT_LINE_BASED:
      return connect_lines(Parameters->LineBased);
    case CONNECT_MESSAGE_BASED:
      return connect_messages(Parameters->MessageBased, Parameters->Version);
    default:
      return STATUS_INVALID_PARAMETER_1;
  }
}

// The older routine knows no device: a vector that none has is one of its invalid parameters.
NTSTATUS IoConnectInterrupt(PKINTERRUPT* InterruptObject, PKSERVICE_ROUTINE ServiceRoutine,
                            PVOID ServiceContext, PKSPIN_LOCK SpinLock, ULONG Vector, KIRQL Irql,
                            KIRQL SynchronizeIrql, KINTERRUPT_MODE, BOOLEAN ShareVector,
                            KAFFINITY ProcessorEnableMask, BOOLEAN) {
  require_irql_at_most(PASSIVE_LEVEL, "IoConnectInterrupt");
  *InterruptObject = nullptr;
  InterruptVector vector = find_vector(Vector);
  const KAFFINITY processors = ProcessorEnableMask & KeQueryActiveProcessors();
  if (processors == 0 || SynchronizeIrql < Irql || !vector.line) return STATUS_INVALID_PARAMETER;
  return connect_request({.vectors = {std::move(vector)},
                          .routine = ServiceRoutine,
                          .context = ServiceContext,
                          .lock = SpinLock,
                          .irql = SynchronizeIrql,
                          .shared = ShareVector != FALSE,
                          .processors = processors},
                         reinterpret_cast<void**>(InterruptObject));
}

VOID IoDisconnectInterrupt(PKINTERRUPT InterruptObject) {
  remove(InterruptObject, "IoDisconnectInterrupt");
}

VOID IoDisconnectInterruptEx(PIO_DISCONNECT_INTERRUPT_PARAMETERS Parameters) {
  require_irql_at_most(PASSIVE_LEVEL, "IoDisconnectInterruptEx");
  remove(Parameters->ConnectionContext.Generic, "IoDisconnectInterruptEx");
}

NTSTATUS IoGetAffinityInterrupt(PKINTERRUPT InterruptObject, PGROUP_AFFINITY GroupAffinity) {
  const auto connection = find(InterruptObject);
  if (!connection) return STATUS_INVALID_PARAMETER;
  *GroupAffinity = {};
  GroupAffinity->Mask = connection->processors;
  return STATUS_SUCCESS;
}

VOID IoReportInterruptActive(PIO_REPORT_INTERRUPT_ACTIVE_STATE_PARAMETERS Parameters) {
  set_active(Parameters, true, "IoReportInterruptActive");
}

VOID IoReportInterruptInactive(PIO_REPORT_INTERRUPT_ACTIVE_STATE_PARAMETERS Parameters) {
  set_active(Parameters, false, "IoReportInterruptInactive");
}

BOOLEAN KeSynchronizeExecution(PKINTERRUPT Interrupt, PKSYNCHRONIZE_ROUTINE SynchronizeRoutine,
                               PVOID SynchronizeContext) {
  constexpr const char* kCall = "KeSynchronizeExecution";
  const auto interrupt = named(Interrupt, kCall);
  if (!interrupt) return FALSE;
  return interrupt->synchronize([=] { return SynchronizeRoutine(SynchronizeContext) != FALSE; },
                                kCall);
}

KIRQL KeAcquireInterruptSpinLock(PKINTERRUPT Interrupt) {
  constexpr const char* kCall = "KeAcquireInterruptSpinLock";
  const auto interrupt = named(Interrupt, kCall);
  return interrupt ? interrupt->acquire(kCall) : self().irql;
}

VOID KeReleaseInterruptSpinLock(PKINTERRUPT Interrupt, KIRQL OldIrql) {
  constexpr const char* kCall = "KeReleaseInterruptSpinLock";
  if (const auto interrupt = named(Interrupt, kCall)) interrupt->release(OldIrql, kCall);
}

}  // extern "C"
