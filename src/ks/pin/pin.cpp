// Pins: their creation and their end.
#include "src/ks/pin/pin.h"

#include <fmt/format.h>

#include <cassert>
#include <cstring>

#include "src/ks/base/out_of_memory.h"
#include "src/ks/base/request.h"
#include "src/ks/description/descriptor.h"
#include "src/ks/device/before_acquire.h"
#include "src/ks/pin/process_pins.h"
#include "src/nt/ob/object.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

NTSTATUS create_allocator(PDEVICE_OBJECT, PIRP irp) {
  const PKSOBJECT_CREATE_ITEM item = KSCREATE_ITEM_IRP_STORAGE(irp);
  const auto pin = object_as<Pin>(item->Context, "allocator create");
  if (pin == nullptr) return finish(irp, STATUS_OBJECT_NAME_NOT_FOUND);
  std::shared_ptr<Allocator> made;
  const NTSTATUS status = Allocator::create(*pin, irp, made);
  if (made != nullptr) pin->note_allocator(made);
  return finish(irp, status);
}

NTSTATUS create_clock(PDEVICE_OBJECT, PIRP irp) {
  const PKSOBJECT_CREATE_ITEM item = KSCREATE_ITEM_IRP_STORAGE(irp);
  const auto pin = object_as<Pin>(item->Context, "clock create");
  if (pin == nullptr) return finish(irp, STATUS_OBJECT_NAME_NOT_FOUND);
  return finish(irp, pin->clocks().create(irp));
}

// S-111: a client that sends data opens the pin for writing, one that fetches data for reading.
void check_access(PIRP irp, KSPIN_DATAFLOW flow) {
  const ACCESS_MASK access =
      IoGetCurrentIrpStackLocation(irp)->Parameters.Create.SecurityContext->DesiredAccess;
  const ACCESS_MASK wanted =
      flow == KSPIN_DATAFLOW_IN ? GENERIC_WRITE | FILE_WRITE_DATA : GENERIC_READ | FILE_READ_DATA;
  if (!rules::breaks("S-111", (access & (wanted | GENERIC_ALL)) == 0)) return;
  nt::Breach("S-111", nt::Offender::running())
      .message("a pin whose data flow {} is opened with access {:#x}",
               flow == KSPIN_DATAFLOW_IN ? "in" : "out", access)
      .raise();
}

}  // namespace

Pin::Pin(Filter& filter, PinType& type, std::unique_ptr<PinFace> storage, ULONG id,
         PFILE_OBJECT file)
    : StreamingPin(Kind::kPin, &storage->face(), filter.shared_from_this(), filter.driver(),
                   filter.device().bag_items()),
      filter_(filter),
      type_(type),
      storage_(std::move(storage)),
      face_(storage_->face()),
      file_(file),
      connection_(*this),
      clocks_(*this) {
  face_.Id = id;
  storage_->belongs_to(*this);
}

Pin::~Pin() = default;

std::string Pin::describe() const {
  return fmt::format("pin {} of {}", face_.Id, filter_.describe());
}

bool Pin::shares(const void* address) const { return lies_in(address, type_.descriptor); }

bool Pin::is_framing_of_type(const void* address) const {
  const auto* at = static_cast<const std::byte*>(address);
  const auto* begin = reinterpret_cast<const std::byte*>(type_.descriptor.AllocatorFraming);
  return at >= begin && at < begin + type_.framing.size();
}

bool Pin::has_standard_transport() const {
  return uses_standard_transport(type_.descriptor, *filter_.face().Descriptor);
}

void Pin::fill_face(const ConnectRequest& request) {
  const KSPIN_CONNECT& connect = request.connect;
  format_ = request.format;
  attributes_ = request.attributes;
  face_.Descriptor = &type_.descriptor;
  face_.Bag = bag().face();
  face_.Context = filter_.face().Context;
  face_.Communication =
      connect.PinToHandle == nullptr ? KSPIN_COMMUNICATION_SINK : KSPIN_COMMUNICATION_SOURCE;
  face_.ConnectionIsExternal = TRUE;
  face_.ConnectionInterface = connect.Interface;
  face_.ConnectionMedium = connect.Medium;
  face_.ConnectionPriority = connect.Priority;
  face_.ConnectionFormat = reinterpret_cast<PKSDATAFORMAT>(format_.data());
  face_.AttributeList =
      attributes_.empty() ? nullptr : reinterpret_cast<PKSMULTIPLE_ITEM>(attributes_.data());
  face_.StreamHeaderSize = sizeof(KSSTREAM_HEADER);
  face_.DataFlow = type_.descriptor.PinDescriptor.DataFlow;
  face_.DeviceState = KSSTATE_STOP;
  face_.ResetState = KSRESET_END;
  face_.ClientState = KSSTATE_STOP;
}

// Checks the request against the pin types, then makes the pin under the control mutex.
NTSTATUS Pin::create(Filter& filter, PIRP irp) {
  ConnectRequest request;
  NTSTATUS status = parse_connect(create_parameters(irp), request);
  if (!NT_SUCCESS(status)) return finish(irp, status);
  std::shared_ptr<Pin> made;
  {
    const Holding control(filter.control_mutex());
    std::vector<const KSPIN_DESCRIPTOR*> types;
    for (ULONG id = 0; id < filter.pin_types(); ++id) {
      types.push_back(&filter.pin_type(id)->descriptor.PinDescriptor);
    }
    status = check_connect(request.connect, request.format, types);
    if (!NT_SUCCESS(status)) return finish(irp, status);
    PinType& type = *filter.pin_type(request.connect.PinId);
    if (irp->RequestorMode != KernelMode &&
        (type.descriptor.Flags & KSPIN_FLAG_DENY_USERMODE_ACCESS) != 0) {
      return finish(irp, STATUS_ACCESS_DENIED);
    }
    const ULONG possible = type.descriptor.InstancesPossible;
    if (possible != KSINSTANCE_INDETERMINATE && type.instances() >= possible) {
      return finish(irp, STATUS_SHARING_VIOLATION);
    }
    check_access(irp, type.descriptor.PinDescriptor.DataFlow);
    if (out_of_memory()) return finish(irp, STATUS_INSUFFICIENT_RESOURCES);
    made.reset(new Pin(filter, type, std::make_unique<PinFace>(), request.connect.PinId,
                       IoGetCurrentIrpStackLocation(irp)->FileObject));
    status = made->begin(request, irp);
  }
  // A pending IRP is the minidriver's and may be completed already.
  if (status == STATUS_PENDING) return status;
  return made->finish_create(irp, status);
}

// The caller has the control mutex. Joins the tree, then asks the minidriver for the format and the
// pin.
NTSTATUS Pin::begin(const ConnectRequest& request, PIRP irp) {
  fill_face(request);
  ObjectHeader& header = attach_target(irp, std::static_pointer_cast<Pin>(shared_from_this()));
  header.items.add(make_item(kAllocatorClass, create_allocator, &face_));
  header.items.add(make_item(kClockClass, create_clock, &face_));
  publish();
  filter_.add_child(shared_from_this());
  enter_life(PinLife::kOpen);
  const KSPIN_DISPATCH* dispatch = type_.descriptor.Dispatch;
  if (!filter_.is_filter_centric() && dispatch != nullptr && dispatch->Process != nullptr) {
    processor_ = std::make_unique<Processor>(*this, options_from(type_.descriptor.Flags),
                                             [this] { return process(); });
    runs_ = std::make_unique<GateInput>(processor_->gate());
  }
  NTSTATUS status = ask_format(nullptr, nullptr);
  if (NT_SUCCESS(status) && request.connect.PinToHandle != nullptr) {
    status = connection_.connect(request.connect.PinToHandle);
  }
  if (!NT_SUCCESS(status) || dispatch == nullptr || dispatch->Create == nullptr) return status;
  const BeforeAcquire connecting(*this);
  return ask("KSPIN_DISPATCH.Create", dispatch->Create, &face_, irp);
}

NTSTATUS Pin::finish_create(PIRP irp, NTSTATUS status) {
  const std::shared_ptr<Object> self = shared_from_this();
  if (NT_SUCCESS(status)) {
    check_face();
  } else {
    {
      const Holding control(control_mutex());
      connection_.disconnect();
      leave_tree();
    }
    detach_target(file_);
  }
  return finish(irp, status);
}

// The client has closed its handle: stops, disconnects the peer, and releases the allocator and the
// clock. Frames come back at STOP, so the allocator has all of them when it is released.
void Pin::shut_down() {
  if (life_ != PinLife::kOpen) return;
  enter_life(PinLife::kShutDown);
  set_state(KSSTATE_STOP);
  connection_.disconnect();
  assign_allocator(nullptr);
  clocks_.assign(PFILE_OBJECT{nullptr});
}

NTSTATUS Pin::cleanup(PIRP irp) {
  const std::shared_ptr<Object> self = shared_from_this();
  {
    const Holding control(control_mutex());
    shut_down();
  }
  return finish(irp, STATUS_SUCCESS);
}

NTSTATUS Pin::close(PIRP irp) {
  const std::shared_ptr<Object> self = shared_from_this();
  NTSTATUS status = STATUS_SUCCESS;
  {
    const Holding control(control_mutex());
    shut_down();
    events().free_all(nullptr);
    const KSPIN_DISPATCH* dispatch = type_.descriptor.Dispatch;
    if (dispatch != nullptr && dispatch->Close != nullptr) {
      status = ask("KSPIN_DISPATCH.Close", dispatch->Close, &face_, irp);
      if (driver().alive() && rules::breaks("S-204", !NT_SUCCESS(status)))
        breach("S-204", fmt::format("Close returned {:#x}", static_cast<ULONG>(status)))
            .raise_later();
    }
  }
  if (status == STATUS_PENDING) return status;
  return finish_close(irp);
}

NTSTATUS Pin::finish_close(PIRP irp) {
  const std::shared_ptr<Object> self = shared_from_this();
  {
    const Holding control(control_mutex());
    leave_tree();
  }
  detach_target(file_);
  return finish(irp, STATUS_SUCCESS);
}

// A driver that completes its own request twice comes here twice.
void Pin::leave_tree() {
  if (life_ == PinLife::kLeft) return;
  enter_life(PinLife::kLeft);
  clocks_.check_released();
  retract();
  filter_.remove_child(*this);
  bag().clear();
}

void Pin::enter_life(PinLife to) {
  assert(to > life_ && (life_ != PinLife::kMade || to == PinLife::kOpen));
  if (to == PinLife::kOpen) type_.add_instance();
  if (to == PinLife::kLeft) type_.remove_instance();
  life_ = to;
}

NTSTATUS Pin::assign_allocator(PFILE_OBJECT allocator) {
  if (allocator != nullptr) {
    // S-073, S-075: an allocator of kernel memory is for one kernel connection.
    const std::shared_ptr<Allocator> found = allocator_of(allocator);
    if (rules::breaks("S-073", !connection_.is_source())) {
      nt::Breach("S-073", nt::Offender::running())
          .message("an allocator is assigned to a pin that is no source of a connection")
          .raise();
    } else if (found != nullptr && rules::breaks("S-075", !found->assign_to(face_))) {
      nt::Breach("S-075", nt::Offender::running())
          .message("one allocator is assigned to two source pins")
          .raise();
    }
    check_in_place(found.get());
  } else if (allocator_ != nullptr) {
    if (const std::shared_ptr<Allocator> found = allocator_of(allocator_)) found->release(face_);
  }
  if (allocator != nullptr) nt::pin_object(allocator);
  const PFILE_OBJECT old = std::exchange(allocator_, allocator);
  if (old != nullptr) nt::unpin_object(old);
  return STATUS_SUCCESS;
}

// S-035: the allocator of a sink that changes frames in place was made with INPLACE_MODIFIER.
void Pin::check_in_place(const Allocator* allocator) {
  const std::shared_ptr<Pin> sink = connection_.peer();
  if (allocator == nullptr || sink == nullptr) return;
  const ULONG flags = allocator->framing().OptionsFlags;
  if (!modifies_in_place(sink->face().Descriptor->AllocatorFraming)) return;
  if (!rules::breaks("S-035", (flags & KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER) == 0)) return;
  nt::Breach("S-035", nt::Offender::running())
      .message(
          "{} modifies frames in place, and their allocator was made "
          "without INPLACE_MODIFIER",
          sink->describe())
      .raise();
}

Processor& Pin::processor() { return processor_ != nullptr ? *processor_ : *filter_.processor(); }

bool Pin::processes() { return processor_ != nullptr || filter_.processor() != nullptr; }

std::shared_ptr<Queue> Pin::queue() const {
  const sim::Hold hold(lock_);
  return queue_;
}

void Pin::note_allocator(const std::shared_ptr<Allocator>& allocator) {
  const sim::Hold hold(lock_);
  allocators_.add(allocator);
}

std::vector<std::shared_ptr<Allocator>> Pin::live_allocators() const {
  const sim::Hold hold(lock_);
  return allocators_.live();
}

void Pin::abandon() {
  if (const std::shared_ptr<Queue> queue = this->queue()) queue->abandon();
  for (const std::shared_ptr<Allocator>& one : live_allocators()) one->abandon();
}

void Pin::device_lost() {
  if (const std::shared_ptr<Queue> queue = this->queue()) queue->flush(STATUS_DEVICE_REMOVED);
}

// S-125.
void Pin::check_face() {
  const auto restore = [this](auto& field, auto value, const char* name) {
    if (!rules::breaks("S-125", field != value)) return;
    field = value;
    breach("S-125", fmt::format("KSPIN.{} was changed by the minidriver", name)).raise_later();
  };
  restore(face_.ConnectionFormat, reinterpret_cast<PKSDATAFORMAT>(format_.data()),
          "ConnectionFormat");
  restore(face_.DeviceState, state_, "DeviceState");
  // S-046: all pins of the type read the same framing.
  const void* framing = type_.descriptor.AllocatorFraming;
  if (!type_.framing.empty() && rules::breaks("S-046", std::memcmp(type_.framing.data(), framing,
                                                                   type_.framing.size()) != 0)) {
    std::memcpy(type_.framing.data(), framing, type_.framing.size());
    breach("S-046", "the framing of the descriptor was written to, and not edited by KsEdit")
        .raise_later();
  }
  // A codec may end a reset by itself.
  if (face_.ResetState != KSRESET_END) restore(face_.ResetState, reset_, "ResetState");
}

void Pin::notify_power(DEVICE_POWER_STATE to, bool sleeps) {
  if (const PFNKSPINPOWER callback = sleeps ? callbacks.sleep : callbacks.wake) {
    const char* const where = sleeps ? "pin's Sleep callback" : "pin's Wake callback";
    call(where, [&] { trace::recorded_call(where, callback, "PFNKSPINPOWER")(&face_, to); });
  }
}

// S-149: clients have put what they capture to PAUSE.
void Pin::check_paused() {
  const Holding control(control_mutex());
  if (face_.DataFlow != KSPIN_DATAFLOW_OUT || !rules::breaks("S-149", state_ == KSSTATE_RUN))
    return;
  nt::Breach("S-149", nt::Offender::client())
      .message("{} still runs when the system goes to sleep", describe())
      .object(describe())
      .raise_later();
}

std::vector<std::shared_ptr<Pin>> pins_of(const Filter& filter) {
  std::vector<std::shared_ptr<Pin>> all;
  for (const std::shared_ptr<Object>& child : filter.children()) {
    all.push_back(std::static_pointer_cast<Pin>(child));
  }
  return all;
}

std::vector<std::shared_ptr<Pin>> pins_of_type(const Filter& filter, ULONG id) {
  std::vector<std::shared_ptr<Pin>> all = pins_of(filter);
  std::erase_if(all, [&](const std::shared_ptr<Pin>& pin) { return pin->face().Id != id; });
  return all;
}

NTSTATUS open_filter(Factory& factory, PIRP irp) {
  static constexpr PinCalls kPinCalls{Pin::create, process_filter, pin_automation};
  return Filter::create(factory, irp, kPinCalls);
}

}  // namespace drydock::ks
