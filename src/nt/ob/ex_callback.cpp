// Callback objects: named lists of routines. Whoever has the object can have them all called.
#include <algorithm>
#include <memory>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/ob/object_create.h"
#include "src/nt/watch/ledger.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

_OBJECT_TYPE callback_type{"Callback"};

struct Registration {
  PCALLBACK_OBJECT object;
  Driver* driver;
  PCALLBACK_FUNCTION routine;
  PVOID context;
  std::size_t running = 0;
  bool is_removed = false;
};

}  // namespace
}  // namespace drydock::nt

// The object behind PCALLBACK_OBJECT.
struct _CALLBACK_OBJECT {
  bool allows_many;  // registrations at the same time
};

namespace drydock::nt {
namespace {

// All registrations, in their order.
struct Registrations {
  sim::Lock mutex;
  std::vector<std::shared_ptr<Registration>> all DRYDOCK_GUARDED_BY(mutex);
  std::vector<sim::Strand*> waiting DRYDOCK_GUARDED_BY(mutex);  // for a routine to return
};

Registrations& registrations() {
  static sim::NeverDestroyed<Registrations> instance;
  return *instance;
}

PCALLBACK_OBJECT make_callback(const std::u16string& name, bool many) {
  auto* object = new _CALLBACK_OBJECT{many};
  add_object(object, &callback_type, description_of("callback object", name), [object] {
    unname_object(object);
    delete object;
  });
  return object;
}

std::vector<std::shared_ptr<Registration>> registered_with(PCALLBACK_OBJECT object) {
  std::vector<std::shared_ptr<Registration>> out;
  const sim::Hold hold(registrations().mutex);
  for (const auto& one : registrations().all) {
    if (one->object == object) out.push_back(one);
  }
  return out;
}

// One call of a routine; unregistering waits for it.
void call(Registration& one, PVOID argument1, PVOID argument2) {
  {
    const sim::Hold hold(registrations().mutex);
    if (one.is_removed) return;
    ++one.running;
  }
  const auto returned = [&] {
    const sim::Hold hold(registrations().mutex);
    --one.running;
    for (sim::Strand* strand : registrations().waiting) sim::unpark(*strand);
    registrations().waiting.clear();
  };
  try {
    run_in(one.driver, "callback routine", [&] { one.routine(one.context, argument1, argument2); });
  } catch (...) {
    returned();
    throw;
  }
  returned();
}

// Removes a registration and waits until its routine has returned.
void unregister(const void* handle) {
  std::shared_ptr<Registration> found;
  for (;;) {
    {
      const sim::Hold hold(registrations().mutex);
      std::erase_if(registrations().all, [&](const auto& one) {
        if (one.get() != handle) return false;
        found = one;
        return true;
      });
      if (!found) return;
      found->is_removed = true;
      // A dead driver may have left its routine by a jump.
      const bool dead = found->driver != nullptr && !found->driver->alive();
      if (found->running == 0 || dead) break;
      registrations().waiting.push_back(&sim::current());
    }
    if (sim::park() == sim::Woken::kStuck) break;
  }
  unpin_object(found->object);
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

// The caller gets a reference on the object and releases it in the end.
NTSTATUS ExCreateCallback(PCALLBACK_OBJECT* CallbackObject, POBJECT_ATTRIBUTES ObjectAttributes,
                          BOOLEAN Create, BOOLEAN AllowMultipleCallbacks) {
  require_irql_at_most(APC_LEVEL, "ExCreateCallback");
  const std::u16string name = text_of(ObjectAttributes->ObjectName);
  if (name.empty()) return STATUS_UNSUCCESSFUL;
  void* object = object_named(name);
  if (object != nullptr && type_of_object(object) != &callback_type)
    return STATUS_OBJECT_TYPE_MISMATCH;
  if (object == nullptr && !Create) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  const bool fresh = object == nullptr;
  if (fresh) {
    object = make_callback(name, AllowMultipleCallbacks != FALSE);
    name_object(name, object);
  }
  reference_object(object);
  if (fresh) release_object(object);
  *CallbackObject = static_cast<PCALLBACK_OBJECT>(object);
  return STATUS_SUCCESS;
}

PVOID ExRegisterCallback(PCALLBACK_OBJECT CallbackObject, PCALLBACK_FUNCTION CallbackFunction,
                         PVOID CallbackContext) {
  require_irql_at_most(APC_LEVEL, "ExRegisterCallback");
  if (type_of_object(CallbackObject) != &callback_type) return nullptr;
  if (fails_here(sim::FaultKind::kObject)) return nullptr;
  if (!CallbackObject->allows_many && !registered_with(CallbackObject).empty()) return nullptr;
  static const bool known = (on_abandoned(Resource::kCallback, unregister), true);
  (void)known;
  auto one = std::make_shared<Registration>(
      Registration{CallbackObject, current_driver(), CallbackFunction, CallbackContext});
  pin_object(CallbackObject);
  add_debt(Resource::kCallback, one.get(), sizeof *one,
           "callback of " + describe_object(CallbackObject));
  const sim::Hold hold(registrations().mutex);
  registrations().all.push_back(one);
  return one.get();
}

VOID ExUnregisterCallback(PVOID CbRegistration) {
  require_irql_at_most(APC_LEVEL, "ExUnregisterCallback");
  settle(Resource::kCallback, CbRegistration);
  unregister(CbRegistration);
}

VOID ExNotifyCallback(PCALLBACK_OBJECT CallbackObject, PVOID Argument1, PVOID Argument2) {
  require_irql_at_most(DISPATCH_LEVEL, "ExNotifyCallback");
  for (const auto& one : registered_with(CallbackObject)) call(*one, Argument1, Argument2);
}

}  // extern "C"
