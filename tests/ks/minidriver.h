// A capture minidriver in source, whose behaviour tests change by macros.
//
// Without macros it is correct: a device with one filter "GLOBAL" that has an output pin (type 0)
// whose frames are filled with a counter, and an input pin (type 1) that consumes what it gets.
// Callbacks are noted, a word each, in a string that a property of the filter returns.
// Macros that a definition or a prefix may set are the names in #ifndef of minidriver.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/ks/rig.h"

namespace drydock::testing {

// Builds the minidriver with these definitions ("NAME=VALUE") and this code in front of its tables.
std::filesystem::path minidriver(const std::vector<std::string>& definitions = {},
                                 const std::string& prefix = {});

// A format that both pins accept, with frames of 64 bytes.
Bytes plain_format();

inline constexpr GUID kNotesSet = {0x0DDBA11, 0x1, 0x2, {3, 4, 5, 6, 7, 8, 9, 10}};

// The name of the minidriver's filter.
inline constexpr const char16_t* kFilterName = u"{9B365890-165F-11D0-A195-0020AFD156E4}";

// One life with everything in it: start, open, connect pin 0, run, read three frames, stop, close,
// remove, unload. The first failure ends the life. Returns all findings.
std::vector<rules::Finding> findings_of(const std::vector<std::string>& definitions,
                                        const std::string& prefix = {});

// The same for a driver that was built before and whose variable Switch chooses its behaviour.
std::vector<rules::Finding> findings_of_way(const std::filesystem::path& driver, ULONG way);

// How far such a life came.
enum class Reach {
  kNotStarted,
  kStarted,
  kOpened,
  kConnected,
  kRan,       // and did not stop, or a frame was never answered
  kStreamed,  // every frame was answered, and the pin stopped
};

// Expects the rule among the findings of one such life; expects a life without any finding, which
// came as far as it should.
void expect_found(const char* rule, const std::vector<std::string>& definitions,
                  const std::string& prefix = {});
void expect_silent(const std::vector<std::string>& definitions = {}, const std::string& prefix = {},
                   Reach reach = Reach::kStreamed);

// Returns the notes of the minidriver so far.
std::string notes_of(const File& filter);

// A minidriver whose device is added, and its filter. Tests derive from it.
struct OpenMinidriver {
  explicit OpenMinidriver(const std::filesystem::path& driver) : rig(driver) {}

  // Starts the device, opens the filter and chooses the behaviour of the driver (0: the correct
  // one).
  void open(ULONG way = 0);
  void turn(ULONG way) const;  // sets the driver's variable Switch
  // Returns the notes. Expects that they do not contain the word WRONG, which drivers note when the
  // host breaks a promise.
  std::string notes() const;
  // The end of the device and the driver, and all that was found by then.
  std::vector<rules::Finding> end();
  void expect_nothing_found();  // the same

  Rig rig;
  File filter;
};

// Code for a driver whose filter processes: the dispatch `OwnFilter` of the filter, which the
// prefix defines, and a dispatch for its pins without Process.
inline constexpr const char* kQuietPins = R"(
#define FILTER_DISPATCH &OwnFilter
static NTSTATUS PinCreate(PKSPIN, PIRP);
static NTSTATUS PinClose(PKSPIN, PIRP);
static VOID PinReset(PKSPIN);
static NTSTATUS PinSetFormat(PKSPIN, PKSDATAFORMAT, PKSMULTIPLE_ITEM, const KSDATARANGE*, const KSATTRIBUTE_LIST*);
static NTSTATUS PinSetState(PKSPIN, KSSTATE, KSSTATE);
static const KSPIN_DISPATCH Quiet = {PinCreate, PinClose, NULL, PinReset, PinSetFormat, PinSetState};
#define PIN_DISPATCH &Quiet
#define MORE static PVOID const Unused[] = {(PVOID)PinProcess, (PVOID)PinConnect, (PVOID)PinDisconnect}; \
  static BOOLEAN Use(void) { return Unused[0] != NULL; } static BOOLEAN (*volatile Used)(void) = Use;
)";

// The property set for capture into video memory, as the table VramTable of a pin. The prefix
// defines SetSurface before it, VRAM_KIND, the kind of surface of the pin, and VRAM_MAP, which maps
// a surface. VRAM_ITEMS is how many of the four properties there are.
inline constexpr const char* kVramTable = R"(
#ifndef VRAM_ITEMS
#define VRAM_ITEMS 4
#endif
static NTSTATUS GetGuid(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  RtlZeroMemory(Data, sizeof(GUID));
  Irp->IoStatus.Information = sizeof(GUID);
  return STATUS_SUCCESS;
}
static NTSTATUS GetSurface(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  *(PULONG)Data = VRAM_KIND;
  Irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}
static const KSPROPERTY_ITEM VramItems[] = {
    DEFINE_KSPROPERTY_ITEM_DISPLAY_ADAPTER_GUID(GetGuid),
    DEFINE_KSPROPERTY_PREFERRED_CAPTURE_SURFACE(GetSurface),
    DEFINE_KSPROPERTY_CURRENT_CAPTURE_SURFACE(GetSurface, SetSurface),
    DEFINE_KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS(VRAM_MAP)};
static const KSPROPERTY_SET VramSets[] = {
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_VramCapture, VRAM_ITEMS, VramItems, 0, NULL)};
DEFINE_KSAUTOMATION_TABLE(VramTable){DEFINE_KSAUTOMATION_PROPERTIES(VramSets),
                                     DEFINE_KSAUTOMATION_METHODS_NULL, DEFINE_KSAUTOMATION_EVENTS_NULL};
#define PIN_TABLE &VramTable
)";

// Frames of 64 bytes from nonpaged pool.
KSALLOCATOR_FRAMING pool_framing(ULONG frames);
// KSMETHOD_STREAMALLOCATOR_ALLOC, which brings a frame, and _FREE, which takes it back.
KSMETHOD alloc_method();
KSMETHOD free_method();

}  // namespace drydock::testing
