// The driver of the exports' tests, its files, and requests that wait in its queues.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/ks/exports/exports_driver.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline std::filesystem::path driver() {
  static const std::filesystem::path built = minidriver(
      {"ON_START=StartOwn(Device);", "ON_SWITCH=RunSwitch(Irp);", "FRAMES=0",
       "PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK", "DEVICE_DISPATCH=&OwnDevice",
       "NotesSetForIt={0x0DDBA11, 0x1, 0x2, {3, 4, 5, 6, 7, 8, 9, 10}}",
       "MORE=static const KSDEVICE_DISPATCH OwnDevice = {DeviceAdd, DeviceStart, NULL, NULL, NULL, "
       "NULL, NULL, NULL, RemoveOwn};"},
      kExportsDriver);
  return built;
}

struct Scene {
  Rig rig{driver()};
  File filter, own;

  Scene() {
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(u"Own", own), STATUS_SUCCESS) << text_of(rig.findings());
  }
  void go(ULONG way) const { EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(way)), STATUS_SUCCESS); }
  std::string notes() const {
    const std::string all = notes_of(filter);
    EXPECT_THAT(all, ::testing::Not(::testing::HasSubstr("WRONG")));
    return all;
  }
  // The driver tries something by itself, and all of it is right.
  void expect(ULONG way, const char* last) {
    go(way);
    EXPECT_THAT(notes(), ::testing::HasSubstr(last));
    end();
  }
  void end() {
    own.close();
    filter.close();
    rig.finish();
    EXPECT_TRUE(rig.findings().empty()) << text_of(rig.findings());
  }
};

inline NTSTATUS control(const File& file, ULONG code, void* in, ULONG in_size, void* out,
                        ULONG out_size, ULONG& returned) {
  return KsSynchronousIoControlDevice(file.object(), KernelMode, code, in, in_size, out, out_size,
                                      &returned);
}

// An event object that the driver's events set.
struct Signal {
  KEVENT event;
  KSEVENTDATA data{};
  explicit Signal(EVENT_TYPE type = SynchronizationEvent) {
    KeInitializeEvent(&event, type, FALSE);
    data.NotificationType = KSEVENTF_EVENT_OBJECT;
    data.EventObject.Event = &event;
  }
  bool wait(LONGLONG most) {
    LARGE_INTEGER until{.QuadPart = -most};
    return KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, &until) == STATUS_SUCCESS;
  }
};

inline KSEVENT event_of(const GUID& set, ULONG id, ULONG flags) {
  KSEVENT out{};
  out.Set = set;
  out.Id = id;
  out.Flags = flags;
  return out;
}

}  // namespace drydock::testing
