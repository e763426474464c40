// Streaming: power.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming18Lessons[] = {
    {.rule = "S-260",
     .why = "The system goes to sleep on the driver's word; a transfer that is started meanwhile "
            "is cut off in its middle.",
     .check = "STATUS_PENDING from QueryPower, which promises nothing, is reported; work that is "
              "started after a success is not followed.",
     .wrong = R"(NTSTATUS OnQueryPower(PKSDEVICE Device, PIRP Irp, DEVICE_POWER_STATE DeviceTo,
                      DEVICE_POWER_STATE DeviceFrom, SYSTEM_POWER_STATE SystemTo,
                      SYSTEM_POWER_STATE SystemFrom, POWER_ACTION Action) {
  StopInBackground(Device);
  return STATUS_PENDING;
})",
     .right = R"(NTSTATUS OnQueryPower(PKSDEVICE Device, PIRP Irp, DEVICE_POWER_STATE DeviceTo,
                      DEVICE_POWER_STATE DeviceFrom, SYSTEM_POWER_STATE SystemTo,
                      SYSTEM_POWER_STATE SystemFrom, POWER_ACTION Action) {
  return IsFlashing(Device) ? STATUS_DEVICE_BUSY : STATUS_SUCCESS;
})"},
    {.rule = "S-261",
     .why = "The callbacks are hung into the gate of whatever processes; a pin without processing "
            "has none, and neither is ever called.",
     .check = "Both register calls look at the callbacks and at whether the pin processes, or the "
              "filter itself, and refuse.",
     .wrong = R"(// the pins process: KSFILTER_DISPATCH.Process is NULL
KsFilterRegisterPowerCallbacks(Filter, OnSleep, OnWake);)",
     .right = R"(// the pins process: KSFILTER_DISPATCH.Process is NULL
KsPinRegisterPowerCallbacks(Pin, OnSleep, OnWake);)"},
};

}  // namespace

Lessons streaming_18() { return kStreaming18Lessons; }

}  // namespace drydock::rules::lessons
