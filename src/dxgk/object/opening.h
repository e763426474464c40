// Openings: how a process names an object that several processes may have open.
//
// A *body* is the object that is opened. It declares the object type of its openings
// (kOpeningType), its name in the trace (kTraceName), what each opening has besides (Part), what
// ends with an opening (closed_by) and how an opening is closed (close).
//
// Owner: a device or a process. Threads: any. Cost: an opening is one object and one handle.
#pragma once

#include <atomic>
#include <cassert>
#include <utility>

#include "src/dxgk/object/list.h"
#include "src/dxgk/object/object.h"
#include "src/nt/base/fault_point.h"
#include "src/sim/spin_lock.h"
#include "src/trace/trace.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

template <typename Body>
class OpenOf;

// The openings that end together, with a device or with a process.
template <typename Body>
struct OpensOf {
  sim::SpinLock lock;
  List<OpenOf<Body>> all DRYDOCK_GUARDED_BY(lock);
  bool is_clients = true;  // false: their owner ends them, and no client can by handle
};

template <typename Body>
class OpenOf final : public Object, public Linked<OpenOf<Body>> {
 public:
  static constexpr ObjectType kType = Body::kOpeningType;

  // Takes over an opening of `object`. `owner` outlives it.
  OpenOf(OpensOf<Body>& owner, Body& object, typename Body::Part part)
      : Object(kType), owner_(owner), object_(object), part_(std::move(part)) {}

  Body& object() const { return object_; }
  const typename Body::Part& part() const { return part_; }
  bool is_clients() const { return owner_.is_clients; }

  // From now on only the caller may end the opening. False when another thread was first, or it is
  // not complete. Inside a ReadSection or with a reference.
  bool take_out() {
    const sim::SpinHold hold(owner_.lock);
    if (!this->is_linked()) return false;
    owner_.all.remove(*this);
    ended_.store(true, std::memory_order_release);
    return true;
  }
  // Its handle is detached or about to be: a thread that waits by it stops waiting.
  bool has_ended() const { return ended_.load(std::memory_order_acquire); }

  // Ends it, on the thread whose take_out() returned true.
  static void end(HandleTable& handles, OpenOf& open) {
    assert(open.has_ended());
    handles.remove(open.handle(), open);
    trace::event(Body::kTraceName, "closed", {{"handle", open.handle()}});
    open.object_.closed_by(open);
    Body::close(open.object_);
    open.release();
  }

  // It was opened together with a resource, by one NT handle for both.
  bool is_of_bundle = false;

 private:
  OpensOf<Body>& owner_;
  Body& object_;
  const typename Body::Part part_;
  std::atomic<bool> ended_ = false;
};

// Gives an opening a handle. On failure the opening of the object is closed.
template <typename Body>
NTSTATUS name_opening(HandleTable& handles, OpensOf<Body>& owner, Body& object, Handle& out,
                      bool is_of_bundle = false, typename Body::Part part = {}) {
  auto* const open = new OpenOf<Body>(owner, object, std::move(part));
  open->is_of_bundle = is_of_bundle;
  const bool is_full = nt::fails_here(sim::FaultKind::kHandle);
  const Handle handle = is_full ? 0 : handles.issue(*open);
  if (handle == 0) {
    object.closed_by(*open);
    Body::close(object);
    open->release();
    return STATUS_NO_MEMORY;
  }
  open->set_handle(handle);
  out = handle;
  trace::event(Body::kTraceName, "open", {{"handle", handle}});
  // From here on another thread may destroy it by its handle.
  const sim::SpinHold hold(owner.lock);
  owner.all.add(*open);
  return STATUS_SUCCESS;
}

// False when the handle names no opening, or one that clients may not end.
template <typename Body>
bool end_opening(HandleTable& handles, Handle handle) {
  OpenOf<Body>* open = nullptr;
  {
    const ReadSection reading;
    open = as<OpenOf<Body>>(handles.look_up(handle));
    if (open == nullptr || !open->is_clients() || !open->take_out()) return false;
  }
  OpenOf<Body>::end(handles, *open);
  return true;
}

// Ends all openings of an owner. No thread opens more.
template <typename Body>
void end_openings(HandleTable& handles, OpensOf<Body>& owner) {
  for (;;) {
    Ref<OpenOf<Body>> open;
    {
      const sim::SpinHold hold(owner.lock);
      if (owner.all.empty()) return;
      open = Ref<OpenOf<Body>>(*owner.all.first());
    }
    if (open->take_out()) OpenOf<Body>::end(handles, *open);
  }
}

// An object that a client names by an opening. The object lives at least as long as this, even when
// its last handle is closed.
template <typename Body>
class UseOf {
 public:
  // Empty when the handle names no such opening.
  UseOf(HandleTable& handles, Handle handle) {
    const ReadSection reading;
    auto* const open = as<OpenOf<Body>>(handles.look_up(handle));
    if (open == nullptr || !open->try_add_ref()) return;
    open_ = Ref<OpenOf<Body>>::adopt(open);
    if (!open->object().try_open()) open_ = {};
  }
  ~UseOf() {
    if (open_) Body::close(open_->object());
  }
  UseOf(const UseOf&) = delete;
  UseOf& operator=(const UseOf&) = delete;

  explicit operator bool() const { return static_cast<bool>(open_); }
  Body& operator*() const { return open_->object(); }
  Body* operator->() const { return &open_->object(); }
  const OpenOf<Body>& opening() const { return *open_; }

 private:
  Ref<OpenOf<Body>> open_;
};

}  // namespace drydock::dxgk
