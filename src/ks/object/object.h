// The objects of AVStream. Read this first.
//
// clang-format off
// | object        | face that drivers see | parent        | owner and end                                |
// |---------------|-----------------------|---------------|----------------------------------------------|
// | Device        | KSDEVICE              | -             | its functional device object, until REMOVE   |
// | Factory       | KSFILTERFACTORY       | Device        | the device, until REMOVE or the last of its  |
// |               |                       |               | create items is removed                      |
// | Filter        | KSFILTER              | Factory       | its file object, until Close has returned    |
// | Pin           | KSPIN                 | Filter        | its file object, until Close has returned    |
// | Node          | -                     | Filter        | its file object                              |
// | Allocator     | -                     | Pin           | its file object: a handle, and the pin that  |
// |               |                       |               | it is assigned to                            |
// | Clock         | IKsReferenceClock     | Pin           | its file object and interface references     |
// | Bag           | KSOBJECT_BAG          | any of four   | the object, or the driver that allocated it  |
// | Queue         | -                     | Pin           | the pin's pipe section: ACQUIRE to STOP      |
// | StreamRequest | IRP                   | -             | the station where it is                      |
// | Frame         | KSSTREAM_HEADER       | StreamRequest | the request                                  |
// | StreamPointer | KSSTREAM_POINTER      | Queue         | the queue; a clone until it is deleted       |
// | Requester     | -                     | source Pin    | the pin's pipe section                       |
// | ObjectHeader  | KSOBJECT_HEADER       | -             | the file object (FsContext leads to it)      |
// | DeviceHeader  | KSDEVICE_HEADER       | -             | the device object (its extension leads to it)|
// clang-format on
//
// Locks: three mutexes order everything above a queue: device, then filter control, then processing
// (src/ks/base/mutex.h). Below them are sim::Locks, one for each structure. Under a sim::Lock
// nothing waits, no driver is called and no finding is raised; the holder collects what has to
// happen and does it after the release.
//
// Calls: the class driver runs inside the minidriver's dispatch routines, so a crash would end the
// whole request. Every callback is therefore entered by Object::call(), a border of its own: when
// the minidriver dies in one, the class driver goes on and takes its objects down without calling
// the minidriver again.
//
// Cost of a callback: one crossing of the border. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "drydock/rule_id.h"
#include "src/ks/base/event.h"
#include "src/ks/base/wdk.h"
#include "src/ks/object/bag.h"
#include "src/ks/object/outer_unknown.h"
#include "src/nt/driver/driver.h"
#include "src/nt/watch/breach.h"
#include "src/sim/listener_list.h"
#include "src/sim/lock.h"
#include "src/trace/calls.h"

namespace drydock::ks {

class Device;
class Mutex;

enum class Kind : std::uint8_t { kDevice, kFactory, kFilter, kPin };

// Those who get each callback of a minidriver that failed: its name, and its status.
using RefusalListeners = sim::ListenerList<std::string_view, NTSTATUS>;
RefusalListeners& refusal_listeners();

// The host's object behind a face. Faces are registered by address, so that a pointer that a driver
// made up or used too long is a finding and never a crash of the host.
class Object : public std::enable_shared_from_this<Object> {
 public:
  Object(Kind kind, void* face, std::shared_ptr<Object> parent, nt::Driver& driver,
         std::shared_ptr<BagItems> items);
  virtual ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  Kind kind() const { return kind_; }
  void* face() const { return face_; }
  const std::shared_ptr<Object>& parent() const { return parent_; }
  nt::Driver& driver() const { return driver_; }

  virtual Device& device() = 0;
  // The mutex that guards what is below: the device's, or the control mutex of the filter (S-224).
  virtual Mutex& control_mutex() = 0;
  virtual std::string describe() const = 0;  // "pin 0 of filter GLOBAL"
  // Returns whether an address lies in a descriptor that other objects read as well.
  virtual bool shares(const void*) const { return false; }
  // Returns whether an address lies in the framing that every pin of a type has in its descriptor.
  virtual bool is_framing_of_type(const void*) const { return false; }

  // The file through which a client opened it; null when it has none.
  virtual PFILE_OBJECT file() const { return nullptr; }
  // An interface of the object's own besides IUnknown and IKsControl, with one reference more; null
  // when it has none of that name.
  virtual PUNKNOWN find_interface(const GUID&) { return nullptr; }

  // Events of the device concern all objects below it: each object passes them on to its children,
  // in the order of their creation.
  virtual void abandon();      // the driver is dead: what clients wait for is answered
  virtual void device_lost();  // surprise removal: what is queued fails
  virtual void notify_power(DEVICE_POWER_STATE to, bool sleeps);  // the minidriver's callbacks
  virtual void check_paused();  // S-149, before the system goes to sleep

  Bag& bag() { return *bag_; }
  OuterUnknown& outer_unknown();
  EventList& events() { return events_; }

  // Calls the minidriver. False when its life has ended, before the call or in it. KS mutexes that
  // the callback did not release are released.
  bool call(const char* where, nt::Errand body);
  // The same for a callback with a status; STATUS_DEVICE_REMOVED when the driver's life has ended.
  NTSTATUS ask(const char* where, const std::function<NTSTATUS()>& body);
  // The same for a callback that must not pend: when it does, `rule` is raised and the status is
  // STATUS_UNSUCCESSFUL.
  NTSTATUS ask_now(const char* where, rules::RuleId rule, const std::function<NTSTATUS()>& body);
  // The same for one callback, which a trace shows with its arguments. `where` is the member of the
  // table that it is, such as "KSPIN_DISPATCH.Process".
  template <typename Ignored, typename... Parameters>
  bool call(const char* where, Ignored (*callback)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
    return call(where, [&] { trace::recorded_call(where, callback)(arguments...); });
  }
  template <typename... Parameters>
  NTSTATUS ask(const char* where, NTSTATUS (*callback)(Parameters...),
               std::type_identity_t<Parameters>... arguments) {
    return ask(where, [&] { return trace::recorded_call(where, callback)(arguments...); });
  }
  template <typename... Parameters>
  NTSTATUS ask_now(const char* where, rules::RuleId rule, NTSTATUS (*callback)(Parameters...),
                   std::type_identity_t<Parameters>... arguments) {
    return ask_now(where, rule,
                   [&] { return trace::recorded_call(where, callback)(arguments...); });
  }

  // A breach by what the minidriver did with this object, to be raised later: the class driver is
  // in the middle of its own work. `what` follows the object's description.
  nt::Breach breach(rules::RuleId rule, std::string_view what) const;

  // S-106: a callback that returned STATUS_PENDING has marked the IRP.
  void check_marked(PIRP irp) const;

  // Children in the order of their creation. Drivers read the tree under control_mutex(); the host
  // has a lock of its own for it.
  void add_child(std::shared_ptr<Object> child);
  void remove_child(const Object& child);
  std::vector<std::shared_ptr<Object>> children() const;
  std::shared_ptr<Object> next_sibling() const;

  // From publish() to retract() drivers find the object by its face.
  void publish();
  void retract();

 private:
  void explain_end(const char* where) const;

  const Kind kind_;
  void* const face_;
  const std::shared_ptr<Object> parent_;
  nt::Driver& driver_;
  std::unique_ptr<Bag> bag_;
  EventList events_;
  mutable sim::Lock lock_;
  std::unique_ptr<OuterUnknown> unknown_ DRYDOCK_GUARDED_BY(lock_);  // made when asked for
  std::vector<std::shared_ptr<Object>> children_ DRYDOCK_GUARDED_BY(lock_);
};

// Returns whether an address lies inside a structure.
template <class T>
bool lies_in(const void* address, const T& structure) {
  const auto* at = static_cast<const std::byte*>(address);
  const auto* begin = reinterpret_cast<const std::byte*>(&structure);
  return at >= begin && at < begin + sizeof structure;
}

// The object with this face; null, after a finding N-005, when there is none. `call` names the
// routine that was given it.
std::shared_ptr<Object> object_of(const void* face, const char* call);
template <class T>
std::shared_ptr<T> object_as(const void* face, const char* call) {
  return std::dynamic_pointer_cast<T>(object_of(face, call));
}

}  // namespace drydock::ks
