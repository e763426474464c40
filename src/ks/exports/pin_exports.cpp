// Pins as minidrivers use them: callbacks, connections, gates, injected frames.
#include <fmt/format.h>

#include "src/ks/exports/exports.h"
#include "src/ks/pin/pin.h"
#include "src/ks/pin/process_pins.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

using namespace drydock::ks;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

namespace {

// S-190, S-229.
void attach(PKSPIN face, PKSGATE gate, GateKind kind, const char* call) {
  nt::require_irql_at_most(PASSIVE_LEVEL, call);
  const auto pin = object_as<Pin>(face, call);
  if (pin == nullptr) return;
  if (rules::breaks("S-229", pin->state() != KSSTATE_STOP)) {
    nt::Breach("S-229", nt::Offender::running())
        .message("{} is called on a pin that has left STOP", call)
        .raise();
    return;
  }
  const ULONG flags = pin->face().Descriptor->Flags;
  if (gate != nullptr &&
      rules::breaks("S-190", (flags & KSPIN_FLAG_SOME_FRAMES_REQUIRED_FOR_PROCESSING) != 0)) {
    nt::Breach("S-190", nt::Offender::running())
        .message("{} is called on a pin with SOME_FRAMES_REQUIRED", call)
        .raise();
    return;
  }
  const Holding control(pin->control_mutex());
  pin->attach_gate(gate, kind);
}

// S-212.
NTSTATUS submit(PKSPIN face, const Injected& frame, PKSSTREAM_HEADER header, const char* call) {
  nt::require_irql_at_most(DISPATCH_LEVEL, call);
  const auto pin = object_as<Pin>(face, call);
  if (pin == nullptr) return STATUS_INVALID_PARAMETER;
  if (rules::breaks("S-212", pin->callbacks.frame_return == nullptr)) {
    nt::Breach("S-212", nt::Offender::running())
        .message("{} is called on a pin that is not in injection mode", call)
        .raise();
    return STATUS_INVALID_DEVICE_STATE;
  }
  if (rules::breaks("S-212",
                    frame.mdl == nullptr && (frame.data == nullptr) != (frame.size == 0))) {
    nt::Breach("S-212", nt::Offender::running())
        .message("{}: Data is NULL and Size is not 0, or the reverse", call)
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  Requester* requester = pin->requester();
  return requester == nullptr ? STATUS_DEVICE_NOT_READY : requester->submit(frame, header);
}

}  // namespace

extern "C" VOID KsPinAttachAndGate(PKSPIN Pin_, PKSGATE AndGate) {
  attach(Pin_, AndGate, GateKind::kAnd, "KsPinAttachAndGate");
}

extern "C" VOID KsPinAttachOrGate(PKSPIN Pin_, PKSGATE OrGate) {
  attach(Pin_, OrGate, GateKind::kOr, "KsPinAttachOrGate");
}

extern "C" NTSTATUS KsPinSubmitFrame(PKSPIN Pin_, PVOID Data, ULONG Size,
                                     PKSSTREAM_HEADER StreamHeader, PVOID Context) {
  return submit(Pin_, {.data = Data, .size = Size, .context = Context}, StreamHeader,
                "KsPinSubmitFrame");
}

extern "C" NTSTATUS KsPinSubmitFrameMdl(PKSPIN Pin_, PMDL Mdl, PKSSTREAM_HEADER StreamHeader,
                                        PVOID Context) {
  return submit(Pin_, {.mdl = Mdl, .context = Context}, StreamHeader, "KsPinSubmitFrameMdl");
}

extern "C" VOID KsPinRegisterFrameReturnCallback(PKSPIN Pin_, PFNKSPINFRAMERETURN FrameReturn) {
  const auto pin = object_as<Pin>(Pin_, "KsPinRegisterFrameReturnCallback");
  if (pin == nullptr) return;
  if (rules::breaks("S-211", pin->state() != KSSTATE_STOP)) {
    nt::Breach("S-211", nt::Offender::running())
        .message("KsPinRegisterFrameReturnCallback is called outside STOP")
        .raise();
    return;
  }
  pin->callbacks.frame_return = FrameReturn;
}

extern "C" VOID KsPinRegisterIrpCompletionCallback(PKSPIN Pin_,
                                                   PFNKSPINIRPCOMPLETION IrpCompletion) {
  const auto pin = object_as<Pin>(Pin_, "KsPinRegisterIrpCompletionCallback");
  if (pin == nullptr) return;
  if (rules::breaks("S-214", KeGetCurrentIrql() > PASSIVE_LEVEL || pin->state() != KSSTATE_STOP)) {
    nt::Breach("S-214", nt::Offender::running())
        .message(
            "KsPinRegisterIrpCompletionCallback is called above PASSIVE_LEVEL or on a "
            "pin that has left STOP")
        .raise();
    return;
  }
  pin->callbacks.irp_completion = IrpCompletion;
}

extern "C" VOID KsPinRegisterHandshakeCallback(PKSPIN Pin_, PFNKSPINHANDSHAKE Handshake) {
  const auto pin = object_as<Pin>(Pin_, "KsPinRegisterHandshakeCallback");
  if (pin != nullptr) pin->callbacks.handshake = Handshake;
}

// S-261.
extern "C" VOID KsPinRegisterPowerCallbacks(PKSPIN Pin_, PFNKSPINPOWER Sleep, PFNKSPINPOWER Wake) {
  const auto pin = object_as<Pin>(Pin_, "KsPinRegisterPowerCallbacks");
  if (pin == nullptr) return;
  if (rules::breaks("S-261", (Sleep == nullptr && Wake == nullptr) || !pin->processes())) {
    nt::Breach("S-261", nt::Offender::running())
        .message("KsPinRegisterPowerCallbacks: no callback, or a pin that does not process")
        .raise();
    return;
  }
  pin->callbacks.sleep = Sleep;
  pin->callbacks.wake = Wake;
}

// A protocol that the other end does not know is refused.
extern "C" NTSTATUS KsPinHandshake(PKSPIN Pin_, PKSHANDSHAKE In, PKSHANDSHAKE Out) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsPinHandshake");
  const auto pin = object_as<Pin>(Pin_, "KsPinHandshake");
  const std::shared_ptr<Pin> peer = pin == nullptr ? nullptr : pin->connection().other_end();
  if (peer == nullptr || peer->callbacks.handshake == nullptr) return STATUS_INVALID_DEVICE_REQUEST;
  return peer->ask("Handshake callback", [&] {
    return drydock::trace::recorded_call("Handshake callback", peer->callbacks.handshake,
                                         "PFNKSPINHANDSHAKE")(&peer->face(), In, Out);
  });
}

extern "C" PFILE_OBJECT KsPinGetConnectedPinFileObject(PKSPIN Pin_) {
  const auto pin = object_as<Pin>(Pin_, "KsPinGetConnectedPinFileObject");
  return pin == nullptr ? nullptr : pin->connection().sink_file();
}

extern "C" PDEVICE_OBJECT KsPinGetConnectedPinDeviceObject(PKSPIN Pin_) {
  const auto pin = object_as<Pin>(Pin_, "KsPinGetConnectedPinDeviceObject");
  const PFILE_OBJECT sink = pin == nullptr ? nullptr : pin->connection().sink_file();
  return sink == nullptr ? nullptr : IoGetRelatedDeviceObject(sink);
}

// S-216. No two pins share a pipe section here, so no branch is delegated.
extern "C" VOID KsPinGetCopyRelationships(PKSPIN Pin_, PKSPIN* CopySource, PKSPIN* DelegateBranch) {
  *CopySource = nullptr;
  *DelegateBranch = nullptr;
  const auto pin = object_as<Pin>(Pin_, "KsPinGetCopyRelationships");
  if (pin == nullptr) return;
  if (pin->face().ClientState < KSSTATE_PAUSE &&
      rules::breaks("S-216", !pin->control_mutex().held())) {
    pin->breach("S-216",
                "KsPinGetCopyRelationships is called below PAUSE without the control mutex")
        .raise_later();
  }
  if (const std::shared_ptr<Pin> source = pin->copy_source()) *CopySource = &source->face();
}

// S-188.
extern "C" BOOLEAN KsProcessPinUpdate(PKSPROCESSPIN ProcessPin) {
  return update_process_pin(ProcessPin);
}

extern "C" NTSTATUS KsAcquireResetValue(PIRP Irp, KSRESET* ResetValue) {
  return read_reset(Irp, *ResetValue);
}
