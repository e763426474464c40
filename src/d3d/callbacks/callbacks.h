// The callbacks that the runtime offers to drivers, and how one is answered.
//
// Each translates to the call that a client of the graphics kernel would make, so that a driver
// meets the very kernel that clients meet. What a driver hands over is read once, checked, and only
// then believed.
//
// This room stands on src/d3d/core and below the families: what a callback has to know of a family
// it asks the Device. The callbacks that only one family has are in that family's core_layer.cpp.
//
// Cost: one look-up of the device, its turn, and the D3DKMT call. Owner: the tables are constants.
// Threads: any that the family allows (Device::check_thread). While a callback is answered it is
// alone in its device's turn; findings are raised when it has left the turn.
#pragma once

#include <memory>

#include "src/d3d/core/device.h"
#include "src/nt/base/called.h"
#include "src/rules/evaluated.h"
#include "src/thunks/client/client_memory.h"

namespace drydock::d3d {

const D3DDDI_ADAPTERCALLBACKS& adapter_callbacks();
const D3DDDI_DEVICECALLBACKS& device_callbacks();
// The same, until CreateDevice has returned; a driver that uses these entries later has copied them
// (U-050).
const D3DDDI_DEVICECALLBACKS& first_callbacks();

// A callback of Direct3D 12's core layer, which is answered as the kernel's of the same kind.
class FromCoreLayer {
 public:
  FromCoreLayer();
  ~FromCoreLayer();
  FromCoreLayer(const FromCoreLayer&) = delete;
  FromCoreLayer& operator=(const FromCoreLayer&) = delete;

  static bool is_active();
};

// One callback about a device.
struct Frame {
  Device& device;
  const char* name;
  KernelHandle about = {};  // the one thing that it is about, if there is one

  Objects& objects() const { return device.objects; }
  // The call of the runtime that the driver is in, if it is about this device.
  Call* call() const;
  // A driver of Direct3D 12 calls what the core layer has a callback of its own for.
  bool is_past_core_layer() const;
};

// The device of a handle that a driver gave; null when it is none, which is a finding.
std::shared_ptr<Device> device_of(HANDLE given, const char* callback);
// True in a function that the runtime calls while another thread is in the driver (U-252).
bool is_beside(const Device& device);

// A thread in a callback. Those that the runtime itself has sent beside another do not count.
class Caller {
 public:
  explicit Caller(Device& device) : device_(device), counts_(is_beside(device) ? 0 : 1) {
    is_alone_ = device_.callers.fetch_add(counts_, std::memory_order_acq_rel) == 0;
  }
  ~Caller() { device_.callers.fetch_sub(counts_, std::memory_order_acq_rel); }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  bool is_alone() const { return is_alone_ || counts_ == 0; }

 private:
  Device& device_;
  const unsigned counts_;
  bool is_alone_;
};
// A thread in a callback about a context; U-259 lets one be there at a time. Those that come while
// the first has not returned are not alone, also while they wait for their turn.
class ContextCaller {
 public:
  ContextCaller(Device& device, HANDLE context);
  ~ContextCaller();
  ContextCaller(const ContextCaller&) = delete;
  ContextCaller& operator=(const ContextCaller&) = delete;

  bool is_alone() const { return is_alone_; }

 private:
  Device& device_;
  const HANDLE context_;
  bool is_alone_ = true;
};
// The context that a callback's argument names; null when it cannot be read.
template <typename Data>
HANDLE context_in(const Data* user) {
  HANDLE out = nullptr;
  if (user == nullptr || !nt::copy_from_user(&out, &user->hContext, sizeof out)) return nullptr;
  return out;
}
// A callback has returned this to the call of this thread, if it is one about the device.
void note_result(Device& device, const char* callback, HRESULT result, KernelHandle about);

// `context` is the one that the callback is about.
template <typename Body>
HRESULT answer(HANDLE given, const char* name, Body&& body, HANDLE context = nullptr) {
  nt::note_called(name);
  nt::end_call_if_dead();
  const std::shared_ptr<Device> device = device_of(given, name);
  if (device == nullptr) return E_INVALIDARG;
  device->check_thread(name);
  const Caller caller(*device);
  const ContextCaller in_context(*device, context);
  Frame frame{*device, name};
  nt::LaterBreaches later;
  if (context != nullptr && device->adapter().is_of_10() &&
      rules::breaks("U-259", !in_context.is_alone()))
    nt::Breach("U-259", nt::Offender::running())
        .message(std::string(name) +
                 " came while another thread was in a callback about the same "
                 "context")
        .raise_later();
  if (device->adapter().is_of_9() && rules::breaks("U-255", !caller.is_alone()))
    nt::Breach("U-255", nt::Offender::running())
        .message(std::string(name) + " came while another was under way")
        .raise_later();
  HRESULT result = E_OUTOFMEMORY;
  try {
    const sim::Alone alone(device->turn);
    const dxgk::RuntimeView::Scope scope(device->view());
    result = body(frame);
  } catch (const std::bad_alloc&) {
    result = E_OUTOFMEMORY;
  }
  note_result(*device, name, result, frame.about);
  later.raise();
  return result;
}

// The value that a failed callback writes instead of handles when outputs are spoilt.
inline constexpr D3DKMT_HANDLE kNoHandle = 0xBAD0BAD0;

// A handle names no allocation of the device: a breach of `rule`, or of a narrower one.
void raise_unknown(Frame& frame, KernelHandle handle, rules::RuleId rule);

// The context of the device that a callback names; null when it names none, after U-133.
Context* named_context(Frame& frame, HANDLE given);
// The kernel's handle of it; 0 when there is none.
D3DKMT_HANDLE named_kernel_context(Frame& frame, HANDLE given);

// While it lives the callback is not in its device's turn: for what may take long, and may end by
// another thread's callback.
class OutOfTurn {
 public:
  explicit OutOfTurn(Frame& frame) : turn_(frame.device.turn) { turn_.leave_alone(); }
  ~OutOfTurn() { turn_.enter_alone(); }
  OutOfTurn(const OutOfTurn&) = delete;
  OutOfTurn& operator=(const OutOfTurn&) = delete;

 private:
  sim::Gate& turn_;
};

// Lists longer than this are no lists.
inline constexpr std::size_t kMostListed = 1U << 20;

// Reads the part of a structure before a member that older drivers' do not have.
template <typename T>
[[nodiscard]] bool read_part(const T* from, T& out, std::size_t bytes) {
  out = {};
  return from != nullptr && thunks::is_aligned(from) && nt::copy_from_user(&out, from, bytes);
}
template <typename T>
[[nodiscard]] bool write_part(T* to, const T& from, std::size_t bytes) {
  return nt::copy_to_user(to, &from, bytes);
}

// Words for a handle that names no resource of the device.
const char* what_is(Device& device, HANDLE given);

// U-126: a driver that is to free memory makes no callback that allocates some.
void check_trimming(Frame& frame);

// U-142: submissions are numbered, whatever engine they are for.
void check_sequence(Frame& frame, UINT sequence, const Context& context);

// Ends a present, because there is no display: counts it, and its surface is free at once.
HRESULT end_present(Frame& frame, HANDLE context, D3DKMT_HANDLE from, D3DKMT_HANDLE to);

// The same callbacks for drivers of Direct3D 10 and later, of which none switches threads.
const D3DDDI_DEVICECALLBACKS& device_callbacks10();

// The callbacks by theme.
void add_memory_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_release_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_lock_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_context_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_sync_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_residency_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_paging_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_address_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_fence_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_submit_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_queue_callbacks(D3DDDI_DEVICECALLBACKS& table);
void add_unsupported_callbacks(D3DDDI_DEVICECALLBACKS& table);

}  // namespace drydock::d3d
