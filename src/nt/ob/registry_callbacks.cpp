#include "src/nt/ob/registry_callbacks.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/ob/object_names.h"
#include "src/nt/watch/ledger.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct RegistryCallback {
  LONGLONG cookie;
  std::u16string altitude;
  Driver* driver;
  PEX_CALLBACK_FUNCTION routine;
  PVOID context;

  const void* key() const { return reinterpret_cast<const void*>(cookie); }
};

// By altitude, the highest first, which is called first.
struct RegistryCallbacks {
  sim::Lock mutex;
  std::vector<RegistryCallback> all DRYDOCK_GUARDED_BY(mutex);
};

RegistryCallbacks& registry_callbacks() {
  static sim::NeverDestroyed<RegistryCallbacks> instance;
  return *instance;
}

// Relaxed: a driver that registers and then uses the registry does both on one thread, or orders
// its threads itself.
constinit std::atomic<std::size_t> callback_count = 0;

std::vector<RegistryCallback> callbacks_now() {
  if (callback_count.load(std::memory_order_relaxed) == 0) return {};
  const sim::Hold hold(registry_callbacks().mutex);
  return registry_callbacks().all;
}

bool remove_callback(LONGLONG cookie) {
  const sim::Hold hold(registry_callbacks().mutex);
  const bool is_known = std::erase_if(registry_callbacks().all, [=](const RegistryCallback& one) {
                          return one.cookie == cookie;
                        }) != 0;
  callback_count.store(registry_callbacks().all.size(), std::memory_order_relaxed);
  return is_known;
}

// An altitude is a decimal number of any length.
bool is_higher(const std::u16string& one, const std::u16string& other) {
  const auto whole = [](const std::u16string& text) {
    return std::min(text.find(u'.'), text.size());
  };
  return whole(one) != whole(other) ? whole(one) > whole(other) : one > other;
}

NTSTATUS add_callback(RegistryCallback callback, PLARGE_INTEGER cookie) {
  static std::atomic<LONGLONG> last = 0x01DD'0000'0000'0000;
  static const bool is_known =
      (on_abandoned(Resource::kCallback,
                    [](const void* key) { remove_callback(reinterpret_cast<LONGLONG>(key)); }),
       true);
  static_cast<void>(is_known);
  callback.cookie = ++last;
  const RegistryCallback added = callback;
  {
    const sim::Hold hold(registry_callbacks().mutex);
    std::vector<RegistryCallback>& all = registry_callbacks().all;
    if (std::ranges::find(all, callback.altitude, &RegistryCallback::altitude) != all.end())
      return STATUS_FLT_INSTANCE_ALTITUDE_COLLISION;
    const auto at = std::ranges::find_if(all, [&](const RegistryCallback& one) {
      return is_higher(callback.altitude, one.altitude);
    });
    all.insert(at, std::move(callback));
    callback_count.store(all.size(), std::memory_order_relaxed);
  }
  cookie->QuadPart = added.cookie;
  add_debt(Resource::kCallback, added.key(), 0, "registry callback");
  return STATUS_SUCCESS;
}

}  // namespace

RegistryOperation::RegistryOperation(REG_NOTIFY_CLASS before, REG_NOTIFY_CLASS after, void* object,
                                     void* information)
    : after_(after), object_(object), information_(information) {
  for (const RegistryCallback& one : callbacks_now()) {
    NTSTATUS answer = STATUS_SUCCESS;
    run_in(one.driver, "registry callback", [&] {
      answer = one.routine(one.context, reinterpret_cast<PVOID>(ULONG_PTR{before}), information_);
    });
    if (NT_SUCCESS(answer)) continue;
    refusal_ = answer == STATUS_CALLBACK_BYPASS ? STATUS_SUCCESS : answer;
    return;
  }
}

NTSTATUS RegistryOperation::end(NTSTATUS status) {
  REG_POST_OPERATION_INFORMATION post{};
  post.Object = object_;
  post.Status = post.ReturnStatus = status;
  post.PreInformation = information_;
  for (const RegistryCallback& one : callbacks_now()) {
    NTSTATUS answer = STATUS_SUCCESS;
    run_in(one.driver, "registry callback", [&] {
      answer = one.routine(one.context, reinterpret_cast<PVOID>(ULONG_PTR{after_}), &post);
    });
    if (answer == STATUS_CALLBACK_BYPASS) status = post.ReturnStatus;
  }
  return status;
}

}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

NTSTATUS CmRegisterCallbackEx(PEX_CALLBACK_FUNCTION Function, PCUNICODE_STRING Altitude, PVOID,
                              PVOID Context, PLARGE_INTEGER Cookie, PVOID) {
  require_irql_at_most(APC_LEVEL, "CmRegisterCallbackEx");
  const std::u16string altitude = text_of(Altitude);
  if (Function == nullptr || altitude.empty()) return STATUS_INVALID_PARAMETER;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  return add_callback({0, altitude, current_driver(), Function, Context}, Cookie);
}

// A routine without an altitude is given one of its own.
NTSTATUS CmRegisterCallback(PEX_CALLBACK_FUNCTION Function, PVOID Context, PLARGE_INTEGER Cookie) {
  require_irql_at_most(APC_LEVEL, "CmRegisterCallback");
  static std::atomic<ULONG> next = 0;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  const std::u16string altitude = u"425000." + from_utf8(std::to_string(next++));
  return add_callback({0, altitude, current_driver(), Function, Context}, Cookie);
}

NTSTATUS CmUnRegisterCallback(LARGE_INTEGER Cookie) {
  require_irql_at_most(APC_LEVEL, "CmUnRegisterCallback");
  if (!remove_callback(Cookie.QuadPart)) return STATUS_INVALID_PARAMETER;
  settle(Resource::kCallback, reinterpret_cast<const void*>(Cookie.QuadPart));
  return STATUS_SUCCESS;
}

VOID CmGetCallbackVersion(PULONG Major, PULONG Minor) {
  advise_irql_at_most(APC_LEVEL, "CmGetCallbackVersion");
  if (Major != nullptr) *Major = 1;
  if (Minor != nullptr) *Minor = 0;
}

}  // extern "C"
