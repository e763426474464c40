// An event object that the events of a minidriver set, and its requests. Owner: the test. Threads:
// the test's; the driver sets it from any.
#pragma once

#include "src/ks/base/wdk.h"

namespace drydock::testing {

struct Signal {
  explicit Signal(EVENT_TYPE type = NotificationEvent) {
    KeInitializeEvent(&event, type, FALSE);
    data.NotificationType = KSEVENTF_EVENT_OBJECT;
    data.EventObject.Event = &event;
  }
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

  bool fired() { return KeReadStateEvent(&event) != 0; }

  // Sends the request for the event, whose data stays here.
  NTSTATUS enable(PFILE_OBJECT file, const GUID& set, ULONG id, ULONG flags = KSEVENT_TYPE_ENABLE) {
    KSEVENT wanted{};
    wanted.Set = set;
    wanted.Id = id;
    wanted.Flags = flags;
    ULONG returned = 0;
    return KsSynchronousIoControlDevice(file, KernelMode, IOCTL_KS_ENABLE_EVENT, &wanted,
                                        sizeof wanted, &data, sizeof data, &returned);
  }
  NTSTATUS disable(PFILE_OBJECT file) {
    ULONG returned = 0;
    return KsSynchronousIoControlDevice(file, KernelMode, IOCTL_KS_DISABLE_EVENT, &data,
                                        sizeof data, nullptr, 0, &returned);
  }

  KEVENT event;
  KSEVENTDATA data{};
};

}  // namespace drydock::testing
