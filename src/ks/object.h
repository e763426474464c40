// The objects of AVStream. Read this first.
//
// clang-format off
// | object        | face that drivers see | parent        | owned by, until                              |
// |---------------|-----------------------|---------------|----------------------------------------------|
// | Device        | KSDEVICE              | -             | its functional device object, until REMOVE   |
// | Factory       | KSFILTERFACTORY       | Device        | the device, until REMOVE or its items go     |
// | Filter        | KSFILTER              | Factory       | its file object, until Close is over         |
// | Pin           | KSPIN                 | Filter        | its file object, until Close is over         |
// | Node          | -                     | Filter        | its file object                              |
// | Allocator     | -                     | Pin           | its file object: a handle, and the pin that  |
// |               |                       |               | it is assigned to                            |
// | Clock         | IKsReferenceClock     | Pin           | its file object and interface references     |
// | Bag           | KSOBJECT_BAG          | any of four   | the object, or whoever allocated it          |
// | Queue         | -                     | Pin           | the pin's pipe section: ACQUIRE to STOP      |
// | StreamRequest | IRP                   | -             | the client or requester that sent it         |
// | Frame         | KSSTREAM_HEADER       | StreamRequest | the request                                  |
// | StreamPointer | KSSTREAM_POINTER      | Queue         | the queue; a clone until it is deleted       |
// | Requester     | -                     | source Pin    | the pin's pipe section                       |
// | ObjectHeader  | KSOBJECT_HEADER       | -             | the file object (FsContext leads to it)      |
// | DeviceHeader  | KSDEVICE_HEADER       | -             | the device object (extension leads to it)    |
// clang-format on
//
// Three mutexes order everything above a queue: device, then filter control, then processing
// (mutex.h). Below them are sim::Locks, one a structure, under which nothing waits, no driver is
// called and no finding is raised; what has to happen then is collected and done after.
//
// The class driver runs inside the minidriver's dispatch routines, so a crash that nobody catches
// would end the whole request. So every callback is entered by Object::call(), a border of its
// own: when the minidriver dies in one, the class driver comes back and takes its objects down
// without calling it again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "drydock/rule_id.h"
#include "src/ks/bag.h"
#include "src/ks/event.h"
#include "src/ks/outer_unknown.h"
#include "src/ks/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/sim/lock.h"

namespace drydock::ks {

class Device;
class Mutex;

enum class Kind : std::uint8_t { kDevice, kFactory, kFilter, kPin };

// What a face belongs to: registered by address, so that a pointer that a driver made up or kept
// too long is a finding and never a crash of ours.
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
  // Whether an address lies in a descriptor that other objects read too.
  virtual bool shares(const void*) const { return false; }
  // Whether it lies in the framing that every pin of a type has in its descriptor.
  virtual bool is_framing_of_type(const void*) const { return false; }

  Bag& bag() { return *bag_; }
  OuterUnknown& outer_unknown();
  EventList& events() { return events_; }

  // Calls the minidriver. False when its life is over; what it would have done is not done.
  // KS mutexes that the callback left held are given back.
  bool call(const char* where, nt::Errand body);
  // The status of a callback; STATUS_DEVICE_REMOVED when the driver's life is over.
  NTSTATUS ask(const char* where, const std::function<NTSTATUS()>& body);
  // The same for a callback that must not pend: `rule` is raised when it does, and the request
  // counts as failed.
  NTSTATUS ask_now(const char* where, rules::RuleId rule, const std::function<NTSTATUS()>& body);

  // A finding about what the minidriver did with this object. Returns, even when the rule is fatal:
  // the class driver is in the middle of its own work.
  void blame(rules::RuleId rule, const std::string& message) const;

  // S-106: an IRP that a callback kept was marked.
  void check_marked(PIRP irp) const;

  // Children in the order of their creation. The tree is read under control_mutex() by drivers; its
  // lock is for ourselves.
  void add_child(std::shared_ptr<Object> child);
  void remove_child(const Object& child);
  std::vector<std::shared_ptr<Object>> children() const;
  std::shared_ptr<Object> next_sibling() const;

  // Whether drivers may still find it by its face.
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

// The object with this face; null, after a finding N-005, when there is none. `call` names the
// routine that was given it.
std::shared_ptr<Object> object_of(const void* face, const char* call);
template <class T>
std::shared_ptr<T> object_as(const void* face, const char* call) {
  return std::dynamic_pointer_cast<T>(object_of(face, call));
}

// A fault point for what the class driver allocates on a documented way to fail.
bool out_of_memory();

}  // namespace drydock::ks
