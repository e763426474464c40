// A minidriver with a method set of its filter and a property set of its pin, whose handlers note
// what they were given.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline constexpr GUID kOwnSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};

// Handlers of methods expect 7 where data come in and zeros where not, and leave 12.
inline constexpr const char* kOwnSets = R"(
static const GUID OwnSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};
static ULONG LengthOf(PIRP Irp) {
  return IoGetCurrentIrpStackLocation(Irp)->Parameters.DeviceIoControl.OutputBufferLength;
}
static NTSTATUS NoData(PIRP, PKSIDENTIFIER, PVOID Data) {
  Note(Data == NULL ? "no-data" : "WRONG");
  return STATUS_SUCCESS;
}
static NTSTATUS Handle(PIRP Irp, PULONG Data, BOOLEAN Reads, BOOLEAN Writes) {
  Note(*Data == (Reads ? 7U : 0U) ? "handled" : "WRONG");
  *Data = 12;
  if (Writes) Irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}
static NTSTATUS Reads(PIRP Irp, PKSIDENTIFIER, PVOID Data) { return Handle(Irp, (PULONG)Data, TRUE, FALSE); }
static NTSTATUS Writes(PIRP Irp, PKSIDENTIFIER, PVOID Data) { return Handle(Irp, (PULONG)Data, FALSE, TRUE); }
static NTSTATUS Modifies(PIRP Irp, PKSIDENTIFIER, PVOID Data) { return Handle(Irp, (PULONG)Data, TRUE, TRUE); }
static NTSTATUS Supports(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  if (LengthOf(Irp) < sizeof(ULONG)) return STATUS_BUFFER_TOO_SMALL;
  *(PULONG)Data = 0x55;
  Irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}
static const KSMETHOD_ITEM MethodItems[] = {
    DEFINE_KSMETHOD_ITEM(0, KSMETHOD_TYPE_NONE, NoData, sizeof(KSMETHOD), 0, NULL),
    DEFINE_KSMETHOD_ITEM(1, KSMETHOD_TYPE_READ, Reads, sizeof(KSMETHOD), sizeof(ULONG), NULL),
    DEFINE_KSMETHOD_ITEM(2, KSMETHOD_TYPE_WRITE, Writes, sizeof(KSMETHOD), sizeof(ULONG), NULL),
    DEFINE_KSMETHOD_ITEM(3, KSMETHOD_TYPE_MODIFY, Modifies, sizeof(KSMETHOD), sizeof(ULONG), NULL),
    DEFINE_KSMETHOD_ITEM(4, KSMETHOD_TYPE_WRITE, NULL, sizeof(KSMETHOD), 0, Supports),
    DEFINE_KSMETHOD_ITEM(5, KSMETHOD_TYPE_NONE, NoData, sizeof(KSMETHOD) + 8, 0, NULL)};
static const KSMETHOD_SET MethodSets[] = {
    DEFINE_KSMETHOD_SET(&OwnSet, SIZEOF_ARRAY(MethodItems), MethodItems, 0, NULL)};
#define FILTER_METHODS DEFINE_KSAUTOMATION_METHODS(MethodSets)

static ULONG Value = 3;
static NTSTATUS GetValue(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  Note(LengthOf(Irp) == sizeof(ULONG) ? "got" : "WRONG");
  if (Switch == 1) return STATUS_DEVICE_BUSY;
  *(PULONG)Data = Value;
  Irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}
static NTSTATUS SetValue(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  Note(LengthOf(Irp) == sizeof(ULONG) ? "set" : "WRONG");
  if (Switch == 1) return STATUS_DEVICE_BUSY;
  Value = *(PULONG)Data;
  return STATUS_SUCCESS;
}
static NTSTATUS GetWide(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  *(PULONG64)Data = 0x1122334455667788;
  Irp->IoStatus.Information = sizeof(ULONG64);
  return STATUS_SUCCESS;
}
static NTSTATUS Leaves(PIRP, PKSIDENTIFIER, PVOID) { return STATUS_SOME_NOT_MAPPED; }
static const ULONG Defaults[] = {3, 4};
static const KSPROPERTY_MEMBERSLIST Members[] = {
    {{KSPROPERTY_MEMBER_VALUES, sizeof(ULONG), 2, 0}, Defaults}};
static const KSPROPERTY_VALUES Values = {{{{{0x0DDBA11, 1, 1, {1}}, VT_UI4, 0}}}, 1, Members};
static const KSPROPERTY Related[] = {{{{{0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}}, 1, 0}}},
                                     {{{{0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}}, 2, 0}}}};
static const KSPROPERTY_ITEM ValueItems[] = {
    DEFINE_KSPROPERTY_ITEM(0, GetValue, sizeof(KSPROPERTY), sizeof(ULONG), SetValue, &Values, 2, Related, NULL,
                           sizeof(ULONG)),
    DEFINE_KSPROPERTY_ITEM(1, GetWide, sizeof(KSPROPERTY), sizeof(ULONG64), NULL, NULL, 0, NULL, Leaves,
                           sizeof(ULONG64)),
    DEFINE_KSPROPERTY_ITEM(2, NULL, sizeof(KSPROPERTY), sizeof(ULONG), SetValue, NULL, 0, NULL, Supports, 0),
    DEFINE_KSPROPERTY_ITEM(3, GetValue, sizeof(KSPROPERTY) + 8, sizeof(ULONG), NULL, NULL, 0, NULL, NULL, 0)};
static const KSPROPERTY_SET ValueSets[] = {
    DEFINE_KSPROPERTY_SET(&OwnSet, SIZEOF_ARRAY(ValueItems), ValueItems, 0, NULL)};
static const KSAUTOMATION_TABLE ValueTable = {DEFINE_KSAUTOMATION_PROPERTIES(ValueSets),
    DEFINE_KSAUTOMATION_METHODS_NULL, DEFINE_KSAUTOMATION_EVENTS_NULL};
#define PIN_TABLE &ValueTable
)";

struct OwnSets : OpenMinidriver {
  OwnSets() : OpenMinidriver(built()) {
    open();
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  }

  // A request with an identifier of `bytes` bytes.
  NTSTATUS method(ULONG id, ULONG flags, Bytes& out, std::size_t* returned = nullptr,
                  std::size_t bytes = sizeof(KSMETHOD)) const {
    return filter.request(IOCTL_KS_METHOD, identifier(id, flags, bytes), out, returned);
  }
  NTSTATUS property(ULONG id, ULONG flags, Bytes& out, std::size_t* returned = nullptr,
                    std::size_t bytes = sizeof(KSPROPERTY)) const {
    return pin.request(IOCTL_KS_PROPERTY, identifier(id, flags, bytes), out, returned);
  }

  static Bytes identifier(ULONG id, ULONG flags, std::size_t bytes) {
    KSIDENTIFIER asked{};
    asked.Set = kOwnSet;
    asked.Id = id;
    asked.Flags = flags;
    Bytes out = bytes_of(asked);
    out.resize(bytes);
    return out;
  }

  File pin;

 private:
  static const std::filesystem::path& built() {
    static const std::filesystem::path path = minidriver({}, kOwnSets);
    return path;
  }
};

inline ULONG number_in(const Bytes& bytes, std::size_t at = 0) {
  ULONG out = 0;
  EXPECT_LE(at + sizeof out, bytes.size());
  std::memcpy(&out, bytes.data() + at, sizeof out);
  return out;
}

}  // namespace drydock::testing
